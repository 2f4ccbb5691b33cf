"""Marks on boards and maps by label: named hexes, zones, features of edges.

The same three lists mark a board (with its printed labels, before it is laid) and a map (with its own
labels, or ``placement/label``). Each entry of a list may be wrong; all faults are reported, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from tankdsl.frozen import FrozenValue, replaced
from tankdsl.ground.boards import Board
from tankdsl.ground.edges import edge_mark, gather_edges, gather_leads
from tankdsl.ground.hexes import Axial, distance
from tankdsl.ground.labels import Cell, reading_order
from tankdsl.ground.maps import GroundMap

PlaceEntry = tuple[str, Sequence[str]]
"""A name and the labels of its hexes."""

EdgeEntry = tuple[str, str, str] | tuple[str, str, str, bool]
"""Two labels, and the id of the feature between them; with `True` behind, it leads from the first to the second."""

Where = TypeVar("Where", Cell, int)
"""A hex as the thing that is marked knows it: a cell on a board, an index on a map."""


class MarkFault(FrozenValue):
    """Something wrong with one entry. The subclasses say what."""

    kind: ClassVar[str]
    group: str
    """Which list: `named`, `zones` or `edges`."""
    entry: int
    """Position of the entry in its list."""


class UnknownLabel(MarkFault):
    """No hex has this label."""

    kind: ClassVar[str] = "unknown-label"
    position: int
    """Position of the label in the entry; of an edge 0 or 1."""
    label: str


class RepeatedLabel(MarkFault):
    """A hex is listed twice under one name."""

    kind: ClassVar[str] = "repeated-label"
    position: int
    label: str


class NotNeighbours(MarkFault):
    """The two hexes of an edge share no side."""

    kind: ClassVar[str] = "not-neighbours"
    labels: tuple[str, str]
    distance: int
    """In hexes; 0 when it is one hex twice."""


class RepeatedEdge(MarkFault):
    """The same feature on the same side again, the labels perhaps exchanged."""

    kind: ClassVar[str] = "repeated-edge"
    first: int
    """Position of the entry that said it first."""


def mark_board(
    board: Board,
    *,
    named: Sequence[PlaceEntry] = (),
    zones: Sequence[PlaceEntry] = (),
    edges: Sequence[EdgeEntry] = (),
) -> Board | list[MarkFault]:
    """The board with these marks added to those it has, or everything that is wrong with them."""
    cells = board.cells_by_label()
    faults: list[MarkFault] = []
    new_named = _read_places("named", named, cells.get, faults)
    new_zones = _read_places("zones", zones, cells.get, faults)
    new_edges = _read_edges(edges, cells.get, board.axial, faults)
    if faults:
        return faults
    return replaced(
        board,
        named=board.named + _in_reading_order(new_named),
        zones=board.zones + _in_reading_order(new_zones),
        edges=board.edges + tuple(edge_mark(*edge) for edge in new_edges),
    )


def mark_map(
    ground: GroundMap,
    *,
    named: Sequence[PlaceEntry] = (),
    zones: Sequence[PlaceEntry] = (),
    edges: Sequence[EdgeEntry] = (),
) -> GroundMap | list[MarkFault]:
    """The map with these marks added; a name that it has already gains hexes."""
    faults: list[MarkFault] = []
    new_named = _read_places("named", named, ground.find, faults)
    new_zones = _read_places("zones", zones, ground.find, faults)
    new_edges = _read_edges(edges, ground.find, lambda index: ground.hexes[index].axial, faults)
    if faults:
        return faults
    old_edges = [(a, b, f) for (a, b), features in ground.edges.items() for f in features]
    old_leads = [(a, b, f) for (a, b), features in ground.leads.items() for f in features]
    return replaced(
        ground,
        named=_merged(ground.named, new_named),
        zones=_merged(ground.zones, new_zones),
        edges=gather_edges(old_edges + [(a, b, feature) for a, b, feature, _ in new_edges]),
        leads=gather_leads(old_leads + [(a, b, feature) for a, b, feature, leads in new_edges if leads]),
    )


def _in_reading_order(
    places: list[tuple[str, list[Cell]]],
) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    return tuple((name, tuple(sorted(cells, key=reading_order))) for name, cells in places)


def _merged(old: Mapping[str, tuple[int, ...]], new: Iterable[tuple[str, list[int]]]) -> dict[str, tuple[int, ...]]:
    merged = dict(old)
    for name, indexes in new:
        merged[name] = tuple(sorted({*merged.get(name, ()), *indexes}))
    return merged


def _read_places(
    group: str,
    entries: Sequence[PlaceEntry],
    find: Callable[[str], Where | None],
    faults: list[MarkFault],
) -> list[tuple[str, list[Where]]]:
    places: list[tuple[str, list[Where]]] = []
    for entry, (name, labels) in enumerate(entries):
        found: list[Where] = []
        for position, label in enumerate(labels):
            where = find(label)
            if where is None:
                faults.append(UnknownLabel(group, entry, position, label))
            elif where in found:
                faults.append(RepeatedLabel(group, entry, position, label))
            else:
                found.append(where)
        places.append((name, found))
    return places


def _read_edges(
    entries: Sequence[EdgeEntry],
    find: Callable[[str], Where | None],
    axial: Callable[[Where], Axial],
    faults: list[MarkFault],
) -> list[tuple[Where, Where, str, bool]]:
    edges: list[tuple[Where, Where, str, bool]] = []
    first_entry: dict[tuple[Axial, Axial, str], int] = {}
    for entry, (label_a, label_b, feature, *leads) in enumerate(entries):
        a, b = find(label_a), find(label_b)
        for position, (label, where) in enumerate(((label_a, a), (label_b, b))):
            if where is None:
                faults.append(UnknownLabel("edges", entry, position, label))
        if a is None or b is None:
            continue
        apart = distance(axial(a), axial(b))
        if apart != 1:
            faults.append(NotNeighbours("edges", entry, (label_a, label_b), apart))
            continue
        low, high = sorted((axial(a), axial(b)))
        first = first_entry.setdefault((low, high, feature), entry)
        if first != entry:
            faults.append(RepeatedEdge("edges", entry, first))
        edges.append((a, b, feature, True in leads))
    return edges
