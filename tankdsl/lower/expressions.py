"""Expressions: the operators of the typed tree are those of the compiled form, so lowering gives locals their slots and
texts their keys.

A few forms exist only in the tree and are spelled out here:

    int, bool             literals
    enemy(s)              the side that is not s
    coordinates(q, r)     a hex by its coordinates: `hex` in the compiled form
    label(text)           a place by its printed label, looked up now
    stat(K, f, m)         a stat of a model, looked up now when the model is named
"""

from __future__ import annotations

from collections.abc import Callable

from tankdsl.check.tree import Core, Local
from tankdsl.check.types import Kind, Optional, Set, required
from tankdsl.ir.operators import EXPRESSIONS, Sort
from tankdsl.lower.build import Build, Json
from tankdsl.lower.frames import Frame

NONE: Json = ["none"]
"""The absent value."""

LONGEST_LADDER = 16
"""So many steps of `if ... else if ...` are nested into one another."""

Argument = object
"""An argument of a `Core`: another one, a local, an id, a number, nothing, or a tuple of these."""


def lower_expr(frame: Frame, item: Argument) -> Json:
    """An expression; `None` is the absent value, a local its value."""
    match item:
        case Core(op=op):
            special = _SPECIAL.get(op)
            return special(frame, item) if special else _operator(frame, item)
        case Local():
            return ["local", frame.slots.of(item)]
        case None:
            return NONE
        case _:
            return item


def condition(frame: Frame, item: Core | None) -> Json:
    """A condition; one that is not there holds."""
    return True if item is None else lower_expr(frame, item)


def local(frame: Frame, of: Local) -> Json:
    """The value of a local."""
    return ["local", frame.slots.of(of)]


def both(*conditions: Json) -> Json:
    """All of some conditions, those left out that are `true` anyway."""
    parts = [part for condition in conditions for part in _conjuncts(condition)]
    if not parts:
        return True
    return parts[0] if len(parts) == 1 else ["and", *parts]


def _conjuncts(condition: Json) -> list[Json]:
    if condition is True:
        return []
    return list(condition[1:]) if isinstance(condition, list) and condition[0] == "and" else [condition]


def negated(condition: Json) -> Json:
    """The opposite of a condition."""
    if isinstance(condition, bool):
        return not condition
    return condition[1] if condition[0] == "not" else ["not", condition]


def _operator(frame: Frame, core: Core) -> Json:
    """An operator that both forms have. A local that the operator binds is a slot, everywhere else it is a value."""
    operator = EXPRESSIONS.get(core.op)
    fixed = operator.fixed if operator else ()
    out: list[Json] = [core.op]
    for position, argument in enumerate(core.args):
        if isinstance(argument, Local) and position < len(fixed) and fixed[position].sort is Sort.BIND:
            out.append(frame.slots.of(argument))
        else:
            out.append(lower_expr(frame, argument))
    return out


def _literal(frame: Frame, core: Core) -> Json:
    return core.args[0]


def _local(frame: Frame, core: Core) -> Json:
    return local(frame, core.args[0])


def _chain(frame: Frame, core: Core) -> Json:
    """`a and b and c` is one operator however it was nested."""
    out: list[Json] = [core.op]
    for argument in core.args:
        part = lower_expr(frame, argument)
        same = isinstance(part, list) and part[0] == core.op
        out += part[1:] if same else [part]
    return out if len(out) > 2 else out[1]


def _if(frame: Frame, core: Core) -> Json:
    """A ladder of `if ... else if ...`, as tables and `match` make them; a long one is cut so that it is not nested deeply."""
    steps: list[tuple[Json, Json]] = []
    rest: Argument = core
    while isinstance(rest, Core) and rest.op == "if":
        test, then, orelse = rest.args
        steps.append((lower_expr(frame, test), lower_expr(frame, then)))
        rest = orelse
    last = lower_expr(frame, rest)
    if len(steps) <= LONGEST_LADDER or isinstance(core.type, Optional):
        return _ladder(steps, last)
    # Every step gives a value, so that an absent one means that no step of the piece was taken.
    pieces = [steps[at : at + LONGEST_LADDER] for at in range(0, len(steps), LONGEST_LADDER)]
    out = _ladder(pieces.pop(), last)
    for piece in reversed(pieces):
        out = ["else", _ladder(piece, NONE), out]
    return out


def _ladder(steps: list[tuple[Json, Json]], last: Json) -> Json:
    for test, then in reversed(steps):
        last = ["if", test, then, last]
    return last


def _text(frame: Frame, core: Core) -> Json:
    return ["text", frame.numbered("text", core.args[0])]


def _rows(frame: Frame, core: Core) -> Json:
    how, rows, *bounds = core.args
    low, high = (*bounds, None, None)[:2]
    return ["rows", how, [lower_row(frame, *row) for row in rows], lower_expr(frame, low), lower_expr(frame, high)]


def lower_row(frame: Frame, amount: Core, when: Core | None, label: str = "", cites: tuple[str, ...] = ()) -> Json:
    """A row of a sum: amount, condition, label, rules."""
    key = frame.numbered("row", label) if label else ""
    return [lower_expr(frame, amount), condition(frame, when), key, list(cites)]


def _enemy(frame: Frame, core: Core) -> Json:
    """Of two sides the other one. Nobody has no enemy: both comparisons are false then."""
    (first, _), (second, _) = frame.build.program.sides
    side, one, other = lower_expr(frame, core.args[0]), ["ref", "Side", first], ["ref", "Side", second]
    return ["if", ["==", side, one], other, ["if", ["==", side, other], one, NONE]]


def _ref(frame: Frame, core: Core) -> Json:
    """A thing by its id. One that does not take part in this scenario is absent."""
    kind, id = core.args
    things = frame.build.things
    return _operator(frame, core) if things is None or id in things.get(root_of(frame.build, kind), ()) else NONE


def _get(frame: Frame, core: Core) -> Json:
    """A field of a thing. Where nothing of its kind has a side, the side of one is absent."""
    return _operator(frame, core) if core.args[1] != "side" or _has_sides(frame, core.args[0]) else NONE


def _owned(frame: Frame, core: Core) -> Json:
    """The things of a kind that a side has: none, where nothing of the kind has a side."""
    return _operator(frame, core) if _has_sides(frame, core.args[0]) else ["list"]


def _has_sides(frame: Frame, kind: str) -> bool:
    sided = frame.build.sided
    return sided is None or root_of(frame.build, kind) in sided


def _coordinates(frame: Frame, core: Core) -> Json:
    return ["point" if frame.build.is_table else "hex", *(lower_expr(frame, argument) for argument in core.args)]


def _place(frame: Frame, core: Core) -> Json:
    """A place by name, label or index. One that this map does not have is absent; a rule set keeps the name."""
    found, ground, table = core.args[0], frame.build.ground, frame.build.table
    if table is not None:
        return ["point", *table.names[found]] if found in table.names else NONE
    if ground is None:
        return ["place", str(found)]
    id = ground.ids[found] if isinstance(found, int) else ground.named(found)
    return NONE if id is None else ["place", id]


def _stat(frame: Frame, core: Core) -> Json:
    kind, field, model = core.args
    if isinstance(model, Core) and model.op == "model":
        known = stat_of(frame.build, model.args[0], model.args[1], field)
        if known is not None:
            return lower_expr(frame, known)
    return ["stat", kind, field, lower_expr(frame, model)]


def stat_of(build: Build, kind: str, model: str, field: str) -> Core | None:
    """What a model of a kind, or of a kind below it, gives for a stat; None when it leaves the stat to its default."""
    for found in build.program.kinds.values():
        if kind in build.lineage(found.id):
            for row in found.models:
                if row.id == model:
                    return row.stats.get(field)
    return None


def _with_outline(frame: Frame, core: Core) -> Json:
    """An operator about an area gets the outline of the area."""
    out: list[Json] = [core.op]
    for argument in core.args:
        of = required(argument.type) if isinstance(argument, Core) else None
        lowered = lower_expr(frame, argument)
        is_area = isinstance(of, Kind) and frame.build.category(of.name) == "area"
        out.append(["get", root_of(frame.build, of.name), "outline", lowered] if is_area and isinstance(of, Kind) else lowered)
    return out


def _with_outlines(frame: Frame, core: Core) -> Json:
    """A way from a place to a place or an area around a set of areas: outlines stand for the areas."""
    head = _with_outline(frame, Core(core.op, core.args[:2], core.type, core.span))
    areas, room, pieces, spacing = core.args[2:]
    out = [*head, _each(frame, areas, "outline"), lower_expr(frame, room)]
    return [*out, _each(frame, pieces, "at"), lower_expr(frame, spacing)]


def _each(frame: Frame, around: Core, field: str) -> Json:
    """A field of all members of a set; places stand for themselves."""
    of = around.type.of if isinstance(around.type, Set) else None
    if not isinstance(of, Kind):
        return lower_expr(frame, around)
    if around.op == "list":
        return ["list", *(["get", root_of(frame.build, of.name), field, lower_expr(frame, one)] for one in around.args)]
    each = Local("each", of)
    return ["map", frame.slots.of(each), lower_expr(frame, around), ["get", root_of(frame.build, of.name), field, local(frame, each)]]


def _points(frame: Frame, core: Core) -> Json:
    return ["points", _each(frame, core.args[0], "outline")]


def root_of(build: Build, kind: str) -> str:
    """The topmost ancestor of a kind."""
    return list(build.lineage(kind))[-1]


_SPECIAL: dict[str, Callable[[Frame, Core], Json]] = {
    "inside": _with_outline,
    "crosses": _with_outline,
    "distance_to_area": _with_outline,
    "way_to_point": _with_outlines,
    "way_to_area": _with_outlines,
    "points": _points,
    "int": _literal,
    "bool": _literal,
    "local": _local,
    "and": _chain,
    "or": _chain,
    "if": _if,
    "text": _text,
    "rows": _rows,
    "enemy": _enemy,
    "coordinates": _coordinates,
    "label": _place,
    "place": _place,
    "ref": _ref,
    "get": _get,
    "owned": _owned,
    "stat": _stat,
}
