"""Features of sides of hexes, as boards and layouts write them.

edge road A1 / B1 / B2          the sides between each place and the next
edge river A1 n ne, B1 n        sides of one place, by direction
edge river [A1, B1] / [A2, B2]  every side that a place of one set shares with one of the other
edge cliff A1 to B1, C1 to ne   the same, leading from one place to the other
"""

from __future__ import annotations

from itertools import pairwise

from tankdsl.check.context import Context
from tankdsl.check.expressions import check
from tankdsl.check.grounds import ground_env, names_in, names_what_is_off, read_place, world_of_layout
from tankdsl.check.static import evaluate
from tankdsl.check.tree import LayoutDef
from tankdsl.check.types import Set
from tankdsl.diagnostics import counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.frozen import FrozenValue
from tankdsl.ground.hexes import DIRECTION_NAMES
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.ground.marks import EdgeEntry, MarkFault, NotNeighbours, RepeatedEdge
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.unparse_expressions import POSTFIX, expression_text

Ends = tuple[ast.Expr, ast.Expr] | None
NEIGHBOURS = "name two hexes that lie side by side, or a direction: `edge road A1 se`"
Sides = list[tuple[int, int, Ends]]
"""Two hexes each, and the two expressions that name them (none where it is one expression and a direction)."""


class Written(FrozenValue):
    """One side with a feature, and where it is written."""

    entry: EdgeEntry
    item: ast.EdgeItem
    run: ast.EdgeRun
    ends: Ends

    @property
    def span(self) -> Span:
        """The whole item, or the run of it if it has several."""
        return self.item.span if len(self.item.runs) == 1 else self.run.span


def read_edges(
    cx: Context, layout: LayoutDef, items: tuple[ast.EdgeItem, ...], what: str, lost: frozenset[str] = frozenset()
) -> list[Written] | None:
    """All sides that edges name; None when one of them is at fault (reported). `what` is the map in the designer's words.

    Runs that need a place or zone of `lost`, whose fault is reported, are left out.
    """
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    found: list[Written] = []
    whole = True
    for item in items:
        for run in item.runs:
            if lost and any(names_in(spot) & lost for spot in (run.start, *run.chain)):
                continue
            ways = _ways(layout, run)
            sides = _by_direction(cx, layout, run, ways, what) if ways else _in_chain(cx, layout, run, what)
            if sides is None:
                whole = False
                continue
            for a, b, ends in sides:
                entry = (ground.hexes[a].label, ground.hexes[b].label, item.feature.text, run.leads)
                found.append(Written(entry, item, run, ends))
    return found if whole else None


def _ways(layout: LayoutDef, run: ast.EdgeRun) -> tuple[ast.Ident, ...]:
    """The directions of a run; behind `to` a single one looks like the name of a place."""
    last = run.chain[0] if run.leads and len(run.chain) == 1 else None
    if isinstance(last, ast.Name) and last.text in _directions(layout) and last.text not in layout.names and last.text not in layout.zones:
        return (ast.Ident(last.span, last.text),)
    return run.ways


def _directions(layout: LayoutDef) -> tuple[str, ...]:
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    return DIRECTION_NAMES[ground.grid.orientation]


def _by_direction(cx: Context, layout: LayoutDef, run: ast.EdgeRun, ways: tuple[ast.Ident, ...], what: str) -> Sides | None:
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    names = _directions(layout)
    start = _spot(cx, layout, run.start, what)
    unknown = [way for way in ways if way.text not in names]
    for way in unknown:
        cx.unknown(way.span, way.text, "direction", list(names), notes=f"on these hexes there are {quoted(names, 'and')}")
    if start is None or unknown or _said_twice(cx, ways):
        return None
    found: Sides = []
    for way in ways:
        beyond = [(place, ground.neighbours[place][names.index(way.text)]) for place in start]
        sides: Sides = [(a, b, None) for a, b in beyond if b != NO_HEX]
        if not sides:
            _report_rim(cx, run, way, what)
            return None
        found += sides
    return _each_once(found)


def _said_twice(cx: Context, ways: tuple[ast.Ident, ...]) -> bool:
    """Whether a direction stands twice in a run (reported): somebody meant a way over several hexes."""
    first: dict[str, ast.Ident] = {}
    for way in ways:
        earlier = first.setdefault(way.text, way)
        if earlier is not way:
            headline = f"`{way.text}` stands twice in one run, and its directions are sides of one place"
            help = "leave one out; over several hexes write a chain such as `A1 / B1 / B2`"
            cx.report(kinds.EDGE_WRONG, way.span, headline, secondary=cx.labels((earlier.span, "the first is here")), help=help)
            return True
    return False


def _report_rim(cx: Context, run: ast.EdgeRun, way: ast.Ident, what: str) -> None:
    headline = f"`{expression_text(run.start, POSTFIX)}` has no neighbour to `{way.text}` on {what}, and a side lies between two hexes"
    help = "write it in a layout, where boards meet" if what.startswith("the board") else "leave it out, or name another direction"
    cx.report(kinds.EDGE_WRONG, way.span, headline, help=help)


def _in_chain(cx: Context, layout: LayoutDef, run: ast.EdgeRun, what: str) -> Sides | None:
    nodes = (run.start, *run.chain)
    spots = [_spot(cx, layout, node, what) for node in nodes]
    found: Sides = []
    for (first, second), (a, b) in zip(pairwise(nodes), pairwise(spots), strict=True):
        if a is None or b is None:
            return None
        shared = _shared(layout, a, b)
        if not shared:
            ends = " and ".join(f"`{expression_text(end)}`" for end in (first, second))
            headline = f"no hex of the one shares a side with a hex of the other: {ends}"
            cx.report(kinds.EDGE_WRONG, run.span, headline, help="name two sets of hexes that lie side by side")
            return None
        found += [(one, other, (first, second)) for one, other in shared]
    return found if all(spot is not None and len(spot) == 1 for spot in spots) else _each_once(found)


def _shared(layout: LayoutDef, a: tuple[int, ...], b: tuple[int, ...]) -> list[tuple[int, int]]:
    """The sides between two sets. Two single hexes are a pair in any case: whether they share a side is looked at later."""
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    if len(a) == len(b) == 1:
        return [(a[0], b[0])]
    others = set(b)
    return [(place, next_) for place in a for next_ in ground.neighbours[place] if next_ in others]


def _each_once(sides: Sides) -> Sides:
    """Of sides that sets name twice, from one of the hexes and from the other, the first."""
    found: dict[tuple[int, int], tuple[int, int, Ends]] = {}
    for a, b, ends in sides:
        found.setdefault((min(a, b), max(a, b)), (a, b, ends))
    return list(found.values())


def _spot(cx: Context, layout: LayoutDef, node: ast.Expr, what: str) -> tuple[int, ...] | None:
    """The hexes that one end of a side names: a place, a list of places or a zone; None when it is at fault (reported)."""
    if isinstance(node, ast.ListOf):
        places = [read_place(cx, layout, item, what) for item in node.items]
        return None if None in places else tuple(place for place in places if place is not None)
    if isinstance(node, ast.Call) or (isinstance(node, ast.Name) and node.text in layout.zones):
        core = check(cx, ground_env(layout, node), node)
        if isinstance(core.type, Set):
            if names_what_is_off(cx, layout, node, what):
                return None
            found = evaluate(world_of_layout(cx, layout), core)
            return tuple(place for place in found if isinstance(place, int)) if isinstance(found, tuple) else ()
    place = read_place(cx, layout, node, what)
    return None if place is None else (place,)


def report_edge(cx: Context, written: list[Written], fault: MarkFault) -> None:
    """A fault of an edge that is written on a board or layout."""
    one = written[fault.entry]
    match fault:
        case NotNeighbours(distance=0):
            cx.report(kinds.EDGE_WRONG, one.span, "an edge lies between two hexes, and this is one hex twice", help=NEIGHBOURS)
        case NotNeighbours(distance=apart):
            ends = " and ".join(f"`{expression_text(end)}`" for end in one.ends or ())
            cx.report(kinds.EDGE_WRONG, one.span, f"{ends} share no side: they are {counted(apart, 'step')} apart", help=NEIGHBOURS)
        case RepeatedEdge(first=first):
            headline = f"this side has its `{one.item.feature.text}` already"
            secondary = cx.labels((written[first].span, "first said here"))
            cx.report(kinds.EDGE_WRONG, one.span, headline, secondary=secondary, help="leave one of the two out")
        case _:
            raise AssertionError(fault)


def report_edges(cx: Context, written: list[Written], faults: list[MarkFault]) -> None:
    """The faults of edges, the first one of each run."""
    told: set[Span] = set()
    for fault in faults:
        span = written[fault.entry].run.span
        if span not in told:
            told.add(span)
            report_edge(cx, written, fault)
