"""What fields begin with. A default may ask other fields, wherever they are written; so they are settled in an order in which nothing is
asked before it is there. Stats come before everything that changes, and nothing can begin with itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tankdsl.check.context import Context
from tankdsl.check.tree import Core, FieldDef, KindDef
from tankdsl.diagnostics import ends_of, in_circle
from tankdsl.diagnostics.registry import analysis, types
from tankdsl.syntax.node import replaced

Id = tuple[str, str]
"""Kind and name of a field."""


def settle_defaults(cx: Context) -> None:
    """Put the fields of each kind, and the kinds, in the order in which they can be settled; circles are reported."""
    fields = {(kind.id, field.id): field for kind in cx.program.kinds.values() for field in kind.fields}
    needs: dict[Id, list[Id]] = {}
    for id, field in fields.items():
        asked = [] if field.default is None else _asked(cx, field.default)
        needs[id] = [other for other in asked if _is_there(cx, field, other, fields.get(other)) and other in fields]
    order = _in_order(cx, fields, needs)
    rank = {id: index for index, id in enumerate(order)}
    kinds = _kinds_in_order(list(cx.program.kinds), needs)
    cx.program.kinds = {id: _sorted(cx.program.kinds[id], rank) for id in kinds}


def _sorted(kind: KindDef, rank: dict[Id, int]) -> KindDef:
    return replaced(kind, fields=tuple(sorted(kind.fields, key=lambda field: rank[kind.id, field.id])))


def _is_there(cx: Context, field: FieldDef, other: Id, found: FieldDef | None) -> bool:
    """Whether what a default asks is there when it is settled (reported if not)."""
    late = other[1] in ("at", "removed") if found is None else field.role == "stat" and found.role != "stat"
    if late:
        assert field.default is not None
        headline = f"the {field.role} `{field.id}` begins with `{other[1]}`, and that is not there yet"
        help = "a stat never changes, so it can rest on stats only" if field.role == "stat" else "set it when the piece has been placed"
        cx.report(types.NOT_CONSTANT, field.default.span, headline, help=help)
    return not late


def _asked(cx: Context, item: object) -> list[Id]:
    """The fields that an expression asks, those asked by values that it calls included."""
    found: dict[Id, None] = {}
    called: set[str] = set()
    todo: list[object] = [item]
    while todo:
        for core in _cores(todo.pop()):
            if core.op in ("get", "stat"):
                found[core.args[0], core.args[1]] = None
            elif core.op == "call" and core.args[0] not in called and core.args[0] in cx.program.values:
                called.add(core.args[0])
                todo.append(cx.program.values[core.args[0]].body)
    return list(found)


def _cores(item: object) -> Iterator[Core]:
    todo = [item]
    while todo:
        one = todo.pop()
        if isinstance(one, Core):
            yield one
            todo += one.args
        elif isinstance(one, tuple):
            todo += one


def _in_order(cx: Context, fields: dict[Id, FieldDef], needs: dict[Id, list[Id]]) -> list[Id]:
    """Each field behind those that it begins with; otherwise as written."""
    done: dict[Id, None] = {}
    for start in fields:
        way = dict.fromkeys([start])
        while way:
            last = next(reversed(way))
            following = next((other for other in needs[last] if other not in done), None)
            if following is None or last in done:
                done[last] = way.pop(last)
            elif following in way:
                _report_circle(cx, fields, list(way)[list(way).index(following) :])
                needs[last] = [other for other in needs[last] if other != following]
            else:
                way[following] = None
    return list(done)


def _report_circle(cx: Context, fields: dict[Id, FieldDef], circle: list[Id]) -> None:
    first, *rest = (fields[id] for id in ends_of(circle))
    secondary = cx.labels(*((field.span, "and this leads on") for field in rest))
    cx.report(
        analysis.CALL_CYCLE,
        first.span,
        f"`{first.id}` begins with itself: {in_circle([name for _, name in circle])}",
        secondary=secondary,
        help="write a plain value for one of them",
    )


def _kinds_in_order(kinds: list[str], needs: dict[Id, list[Id]]) -> list[str]:
    """Each kind behind those whose fields its own begin with, as far as that is possible; otherwise as written."""
    asked: dict[str, dict[str, None]] = {}
    for (kind, _), others in needs.items():
        asked.setdefault(kind, {}).update(dict.fromkeys(other for other, _ in others if other != kind))
    done: dict[str, None] = {}
    for start in kinds:
        way = [start]
        while way:
            waiting: Iterable[str] = (other for other in asked.get(way[-1], ()) if other not in done and other not in way)
            following = next(iter(waiting), None)
            if following is None:
                done[way.pop()] = None
            else:
                way.append(following)
    return list(done)
