"""How a scenario begins: which pieces stand where, and with which states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tankdsl.check.context import PLACEABLE, Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check_as
from tankdsl.check.grounds import ground_env, not_constant, number_of, read_place
from tankdsl.check.names import note_write
from tankdsl.check.static import UNKNOWN, Special, Value, World, evaluate, models_of
from tankdsl.check.tree import Core, FieldDef, InstanceDef, LayoutDef, TableDef
from tankdsl.check.types import BOOL, Enum, Int, Kind, Optional, Place, Poison, Type, optional, required
from tankdsl.diagnostics import counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.diagnostics.registry import names, types
from tankdsl.ground.maps import GroundMap
from tankdsl.resolve.symbols import Thing
from tankdsl.source import Span
from tankdsl.state import State, field
from tankdsl.syntax import ast
from tankdsl.syntax.node import replaced


class Start(State):
    """A scenario while it is read: its things, which of them are placed already, and by what."""

    cx: Context
    node: ast.Scenario
    layout: LayoutDef | None
    things: dict[str, InstanceDef]
    is_closed: bool
    """A roster says what there is; otherwise what is placed exists."""
    table: TableDef | None = None
    """The table of a game without a grid."""
    used: dict[str, ast.Given] = field(default_factory=dict)
    is_doubtful: bool = False
    """The roster is missing, which is reported, so that anything else may be missing because of it."""

    @property
    def env(self) -> Env:
        """The environment of expressions in the scenario."""
        return Env("field") if self.layout is None else ground_env(self.layout)

    @property
    def world(self) -> World:
        """What is known while the scenario is read."""
        return World(self.cx.program, models_of(self.cx.program), self.layout, instances=self.things)


def place_pieces(start: Start, units: Sequence[ast.Given]) -> None:
    """Put the given pieces where the scenario says; every fault is reported and the piece left off the map.

    Of a scenario that is based on another one, the pieces of the base come before its own in a call of their own: what they have placed can
    be named again by its id, and then stands where the scenario itself says, with the states that it sets beside those of the base.
    """
    hint = _fits_elsewhere(start, units)
    inherited = frozenset(start.used)
    for given in units:
        id = find_thing(start, given.unit)
        if id is None:
            continue
        is_moved = id in inherited and id == given.unit.text
        if is_moved:
            inherited -= {id}
        elif id in start.used:
            if not start.is_doubtful:
                _report_twice(start, given, id)
            continue
        start.used[id] = given
        thing = start.things[id]
        at = thing.at if given.place is None else _place(start, thing, given.place, hint)
        point = None if given.place is None or not start.cx.is_table else _point(start, given.place)
        fields = {**thing.fields, **_states(start, thing, given.settings)}
        misplaced = given.place is not None and at is None and point is None
        start.things[id] = replaced(thing, at=at, fields=fields, span=given.span, point=point, misplaced=misplaced)


def _place(start: Start, thing: InstanceDef, node: ast.Expr, hint: str) -> int | None:
    cx = start.cx
    if cx.category(thing.kind) not in PLACEABLE:
        cx.report(kinds.SETTING_WRONG, node.span, f"`{thing.id}` is {_said(cx, thing)} and stands nowhere")
        return None
    if start.layout is None:
        return None
    before = len(cx.found)
    found = read_place(cx, start.layout, node, f"the map `{start.layout.id}`")
    if found is None and hint:
        cx.found[before:] = [replaced(one, help=(*one.help, hint)) for one in cx.found[before:]]
    return found


def _point(start: Start, node: ast.Expr) -> tuple[int, int] | None:
    """Where a piece begins on a table, in hundredths; None when it is not written out (reported)."""
    from tankdsl.check.tabletops import read_point

    table = start.table
    return read_point(
        start.cx, start.env, node, None if table is None else (table.width, table.height), {} if table is None else table.names
    )


def _said(cx: Context, thing: InstanceDef) -> str:
    return f"a {cx.category(thing.kind)}"


def _fits_elsewhere(start: Start, units: Sequence[ast.Given]) -> str:
    """When pieces stand off the map: another layout on which all of them would stand."""
    cx = start.cx
    written = [(number_of(unit.place.first), number_of(unit.place.second)) for unit in units if isinstance(unit.place, ast.Place)]
    here = None if start.layout is None else _ground(start.layout)
    if here is None or not written or all(place in here.index_of for place in written):
        return ""
    for name, layout in cx.program.layouts.items():
        if all(place in _ground(layout).index_of for place in written):
            return f"all pieces of `{start.node.name.text}` would stand on the map `{name}`"
    return ""


def _ground(layout: LayoutDef) -> GroundMap:
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    return ground


# ---------------------------------------------------------------------------------------------------------- which piece


def find_thing(start: Start, name: ast.Ident) -> str | None:
    """The thing that a name means: an id, or the next one of a model (of a side: `red.camp`) that is not placed yet."""
    if name.text in start.things:
        return name.text
    copies = [id for id in start.things if _is_copy(start, id, name.text)]
    for id in copies:
        if id not in start.used:
            return id
    if start.is_doubtful or start.cx.is_lost(name.text) or _is_of_unknown_kind(start.cx, name.text) or _is_of_no_side(start.cx, name):
        return None
    if copies:
        _report_too_many(start, name, len(copies))
    elif name.text.split(".")[-1] in start.cx.symbols.values and start.is_closed:
        _report_not_fielded(start, name)
    elif start.is_closed or name.text.split(".")[-1] not in start.cx.symbols.values:
        meant = called_otherwise(name.text, start.things)
        known = [*dict.fromkeys(thing.model for thing in start.things.values()), *start.things]
        help = f"its name is {quoted(meant, 'or')}" if meant else start.cx.did_you_mean(name.text, known)
        start.cx.report(names.UNKNOWN_NAME, name.span, f"there is no piece `{name.text}`", help=help)
    return None


def called_otherwise(name: str, ids: Iterable[str]) -> list[str]:
    """The ids that are a name with or without its side: `red.scout.2` of `scout.2`, or the other way round."""
    return [id for id in ids if id.endswith(f".{name}") or name.endswith(f".{id}")]


def _is_of_no_side(cx: Context, name: ast.Ident) -> bool:
    """Whether a name begins with a side that there is not (reported)."""
    first, point, _ = name.text.partition(".")
    if not point or first in cx.symbols.sides or first in cx.symbols.values:
        return False
    cx.unknown(name.span, first, "side", list(cx.symbols.sides))
    return True


def _is_of_unknown_kind(cx: Context, name: str) -> bool:
    """Whether it is a row of a table whose kind is not declared, which is reported there."""
    found = cx.symbols.values.get(name.split(".")[-1])
    return isinstance(found, Thing) and found.kind not in cx.kinds


def _is_copy(start: Start, id: str, name: str) -> bool:
    thing = start.things[id]
    stem, _, number = id.rpartition(".")
    return thing.model == name or (stem == name and number.isdigit())


def _report_twice(start: Start, given: ast.Given, id: str) -> None:
    start.cx.report(
        kinds.PIECE_TWICE,
        given.unit.span,
        f"`{id}` is placed twice",
        secondary=start.cx.labels((start.used[id].span, "placed first here")),
        help="name another piece, or field one more",
    )


def _report_too_many(start: Start, name: ast.Ident, count: int) -> None:
    last = [given for id, given in start.used.items() if _is_copy(start, id, name.text)]
    start.cx.report(
        kinds.PIECE_TWICE,
        name.span,
        f"the scenario has {counted(count, 'piece')} `{name.text}`, and this is one more",
        secondary=start.cx.labels((last[-1].span, "the last of them is placed here")) if last else (),
        help="name another piece, or field one more in the roster",
    )


def _report_not_fielded(start: Start, name: ast.Ident) -> None:
    fielded = (thing.model for thing in start.things.values() if start.cx.category(thing.kind) in PLACEABLE)
    start.cx.report(
        kinds.PIECE_TWICE,
        name.span,
        f"no side fields `{name.text}` in this scenario",
        help=(*start.cx.did_you_mean(name.text, fielded), "add it to the roster", *of_nobody(start.cx, name.text)),
    )


def of_nobody(cx: Context, model: str) -> tuple[str, ...]:
    """How a checkpoint is fielded that is nobody's when the game begins."""
    found = cx.symbols.values.get(model.split(".")[-1])
    if not isinstance(found, Thing) or cx.category(found.kind) != "checkpoint":
        return ()
    return ("if it is nobody's, any side fields it, and who holds it is a state of its own: `state holder: Side? = none`",)


# --------------------------------------------------------------------------------------------------------------- states


def _states(start: Start, thing: InstanceDef, settings: Sequence[ast.Setting]) -> dict[str, Core]:
    fields: dict[str, Core] = {}
    for setting in settings:
        if not isinstance(setting.target, ast.Name):
            headline = f"only the states of `{thing.id}` can be set here"
            start.cx.report(kinds.SETTING_WRONG, setting.target.span, headline, help="write `state = value`")
            continue
        value = state_value(start, thing.kind, setting.target.text, setting.target.span, setting.value, thing.id)
        if value is not None:
            fields[setting.target.text] = value
    return fields


def state_value(start: Start, kind: str, name: str, at: Span, node: ast.Expr, owner: str) -> Core | None:
    """The constant that a state or track of a thing begins with; None when it cannot (reported)."""
    cx = start.cx
    info = cx.field_of(kind, name)
    if info is None:
        cx.report(names.UNKNOWN_FIELD, at, f"`{kind}` has no state `{name}`", help=cx.did_you_mean(name, cx.field_names(kind)))
        return None
    if info.role not in ("state", "track"):
        headline = f"`{name}` is a {info.role} of `{kind}` and the same in every scenario"
        cx.report(kinds.SETTING_WRONG, at, headline, help="declare it as a `state` to set it here")
        return None
    note_write(cx, info)
    thing = _as_thing(start, node, info.type)
    if thing is not None:
        return thing
    core = check_as(cx, start.env, node, _unbounded(info.type), f"the {info.role} `{name}`")
    if isinstance(core.type, Poison):
        return None
    found = evaluate(start.world, core)
    if found is UNKNOWN:
        not_constant(cx, node.span, "how a scenario begins", "write a plain value")
        return None
    return None if _beyond(start, info.kind, name, owner, node, found) else literal(found, info.type, core)


def _unbounded(type: Type) -> Type:
    """Any number of the same measure: what it may be is looked at when it is known."""
    inner = required(type)
    if not isinstance(inner, Int):
        return type
    number = Int(measure=inner.measure)
    return optional(number) if isinstance(type, Optional) else number


def _as_thing(start: Start, node: ast.Expr, type: Type) -> Core | None:
    """A field that holds a thing is set to one by its model: `red.mission = hold_the_line`."""
    inner = required(type)
    if not isinstance(inner, Kind) or not isinstance(node, ast.Name) or node.text in start.cx.symbols.sides:
        return None
    found = next((thing for thing in start.things.values() if node.text in (thing.id, thing.model)), None)
    if found is None or not start.cx.is_a(found.kind, inner.name):
        return None
    start.things[found.id] = replaced(found, pile=None)
    return Core("ref", (start.cx.root_of(found.kind), found.id), inner, node.span)


def _beyond(start: Start, kind: str, name: str, owner: str, node: ast.Expr, value: Value) -> bool:
    """Whether a number is outside its range, for a track that of this very piece (`0..armour`)."""
    declared = _declared(start, kind, name)
    bounds = None if declared is None else required(declared.type)
    if declared is None or not isinstance(bounds, Int) or not isinstance(value, int):
        return False
    this = {start.cx.program.kinds[kind].this: owner}
    ends = [None if end is None else evaluate(start.world, end, this) for end in (declared.low, declared.high)]
    low, high = (end if isinstance(end, int) else bound for end, bound in zip(ends, (bounds.low, bounds.high), strict=True))
    if low <= value <= high:
        return False
    start.cx.report(types.OUT_OF_RANGE, node.span, f"the {declared.role} `{name}` of `{owner}` runs from {low} to {high}, found {value}")
    return True


def _declared(start: Start, kind: str, name: str) -> FieldDef | None:
    found = start.cx.program.kinds.get(kind)
    return None if found is None else next((one for one in found.fields if one.id == name), None)


def literal(value: Value, type: Type, core: Core) -> Core:
    """A known value as a constant expression."""
    match required(type), value:
        case _, Special():
            return Core("none", (), type, core.span)
        case Int() as number, int():
            return Core("int", (value,), number, core.span)
        case Enum(name), str():
            return Core("enum", (name, value), type, core.span)
        case Place(), int():
            return Core("place", (value,), type, core.span)
        case _ if type == BOOL:
            return Core("bool", (value,), BOOL, core.span)
        case _:
            return core
