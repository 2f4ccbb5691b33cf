"""Layouts: boards laid side by side become one map.

A layout has a grid of its own, and each placement says at which of its cells the top left cell of a board
comes to lie (after a turn, if it is turned). Boards keep their adjacency only if the pushed columns (rows)
of board and map coincide, which is checked: a board of odd width with staggered columns, turned by 180
degrees, no longer fits beside its unturned neighbours.

**Seams.** Where a board ends in half hexes, the board beyond may end in the other halves: the two become
one hex. If the boards belong to different sides, the layout must say which side owns the seam; the owner's
board gives territory and terrain. Any other hex that two boards claim is a fault.

`build_map` either makes the map or reports everything that is wrong with the layout.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tankdsl.frozen import FrozenValue
from tankdsl.ground.boards import Board, turn_board
from tankdsl.ground.edges import gather_edges
from tankdsl.ground.grids import Grid, GridKind
from tankdsl.ground.hexes import neighbours
from tankdsl.ground.joining import Joint, Laid, Piece, find_gaps, find_islands, join
from tankdsl.ground.labels import AXIAL_LABELS, Cell, LabelClash, LabelScheme, name_cells
from tankdsl.ground.layout_faults import (
    CannotLabelHex,
    EmptyLayout,
    LayoutFault,
    RepeatedName,
    StaggerMismatch,
    WrongGrid,
)
from tankdsl.ground.maps import NO_HEX, GroundMap, MapEdge, MapHex, SeamNote, count_rows


class Placement(FrozenValue):
    """One board, laid down."""

    board: Board
    column: int
    row: int
    """Cell of the map's grid at which the board's top left cell lies, after turning."""
    turned: bool = False
    """Turned by 180 degrees."""
    side: str | None = None
    """Whose territory it is."""
    name: str | None = None
    """How labels refer to it. Without one it is the board's id; its second use is ``id#2`` and so on."""


class Layout(FrozenValue):
    """Boards on one map. The order of placements matters only where two halves of one side disagree."""

    id: str
    grid: Grid
    """Grid of the map: kind and stagger. Whether it has half hexes is up to the boards."""
    placements: tuple[Placement, ...]
    labels: LabelScheme = AXIAL_LABELS
    own_edges: Mapping[str, MapEdge] = MappingProxyType({})
    """Side, and the map edge from which its rows are counted."""
    seam_owner: str | None = None
    """The side that gets joined hexes on its border."""
    gaps_allowed: bool = False
    """Boards may leave room between them, as long as the map hangs together."""


def single_board(
    board: Board,
    labels: LabelScheme | None = None,
    own_edges: Mapping[str, MapEdge] | None = None,
) -> Layout:
    """The layout of a map that is one board, with the board's own grid and (if not given) labels."""
    placement = Placement(board, 0, 0)
    return Layout(board.id, board.grid, (placement,), labels or board.labels, own_edges or {})


def build_map(layout: Layout) -> GroundMap | list[LayoutFault]:
    """The map that a layout makes, or its faults.

    Faults are found in stages (each placement; overlaps and seams; gaps and islands; labels) and those of
    the first stage that has any are reported, by placement in written order.
    """
    if not layout.placements:
        return [EmptyLayout(0)]
    laid = _lay(layout)
    faults = _placement_faults(layout, laid)
    if faults:
        return faults
    joints, faults = join(laid, layout.seam_owner)
    if not faults and not layout.gaps_allowed:
        faults = find_gaps(laid)
    if not faults:
        faults = find_islands(laid, joints, layout.grid)
    if faults:
        return faults
    labels = name_cells(layout.labels, ((cell, layout.grid.axial(cell)) for cell in joints))
    if isinstance(labels, LabelClash):
        piece = joints[labels.cell].piece
        return [CannotLabelHex(piece.laid.index, labels.cell, labels.label, labels.other)]
    return _map(layout, laid, joints, labels)


def _lay(layout: Layout) -> list[Laid]:
    """The placements with their boards turned and their names settled."""
    laid: list[Laid] = []
    uses: dict[str, int] = {}
    for index, placement in enumerate(layout.placements):
        board = turn_board(placement.board) if placement.turned else placement.board
        name = placement.name
        if name is None:
            uses[board.id] = uses.get(board.id, 0) + 1
            name = board.id if uses[board.id] == 1 else f"{board.id}#{uses[board.id]}"
        laid.append(Laid(index, name, board, (placement.column, placement.row), placement.side))
    return laid


def _placement_faults(layout: Layout, laid: list[Laid]) -> list[LayoutFault]:
    faults: list[LayoutFault] = []
    first_use: dict[str, int] = {}
    for piece in laid:
        first = first_use.setdefault(piece.name, piece.index)
        if first != piece.index:
            faults.append(RepeatedName(piece.index, first, piece.name))
        fault = _grid_fault(layout, piece)
        if fault is not None:
            faults.append(fault)
    return faults


def _grid_fault(layout: Layout, laid: Laid) -> LayoutFault | None:
    board, grid = laid.board.grid, layout.grid
    if (board.kind, board.orientation) != (grid.kind, grid.orientation):
        return WrongGrid(
            laid.index,
            laid.name,
            found=f"{board.kind} {board.orientation}",
            expected=f"{grid.kind} {grid.orientation}",
        )
    if grid.stagger is None or (board.pushed + grid.line_of(laid.origin)) % 2 == grid.pushed:
        return None
    size = laid.board.size
    return StaggerMismatch(
        laid.index,
        laid.name,
        lines=str(grid.kind),
        turned=layout.placements[laid.index].turned,
        turn_is_why=(board.turned(size).pushed + grid.line_of(laid.origin)) % 2 == grid.pushed,
        count=size[1] if grid.kind is GridKind.ROWS else size[0],
        origin=laid.origin,
    )


def _map(layout: Layout, laid: list[Laid], joints: Mapping[Cell, Joint], labels: Mapping[Cell, str]) -> GroundMap:
    """Numbers everything; `joints` come in reading order, which is the order of the map."""
    index_of_cell = {cell: index for index, cell in enumerate(joints)}
    hexes = tuple(_hex(layout.grid, index, joint, labels[cell]) for index, (cell, joint) in enumerate(joints.items()))
    index_of = {hex_.axial: hex_.index for hex_ in hexes}
    named, zones = _places(laid, index_of_cell)
    return GroundMap(
        id=layout.id,
        grid=layout.grid,
        labels=layout.labels,
        hexes=hexes,
        neighbours=tuple(tuple(index_of.get(next_, NO_HEX) for next_ in neighbours(hex_.axial)) for hex_ in hexes),
        index_of=index_of,
        by_label={hex_.label: hex_.index for hex_ in hexes},
        by_board_label=_board_labels(joints),
        own_edges=dict(layout.own_edges),
        rows={side: count_rows(hexes, edge) for side, edge in layout.own_edges.items()},
        named=named,
        zones=zones,
        edges=gather_edges(
            (index_of_cell[one.map_cell(mark.a)], index_of_cell[one.map_cell(mark.b)], mark.feature)
            for one in laid
            for mark in one.board.edges
        ),
        notes=_seam_notes(joints),
    )


def _hex(grid: Grid, index: int, joint: Joint, label: str) -> MapHex:
    piece, other = joint.piece, joint.other
    q, r = grid.axial(piece.map_cell)
    return MapHex(
        index=index,
        q=q,
        r=r,
        column=piece.map_cell[0],
        row=piece.map_cell[1],
        label=label,
        terrain=piece.terrain,
        territory=piece.laid.side,
        half=piece.half_end is not None and other is None,
        board=piece.laid.name,
        board_label=piece.label,
        other_half=None if other is None else (other.laid.name, other.label),
    )


def _board_labels(joints: Mapping[Cell, Joint]) -> dict[str, int]:
    labels: dict[str, int] = {}
    for index, joint in enumerate(joints.values()):
        pieces: list[Piece] = [joint.piece] if joint.other is None else [joint.piece, joint.other]
        for piece in pieces:
            labels[f"{piece.laid.name}/{piece.label}"] = index
    return labels


def _places(laid: list[Laid], index_of_cell: Mapping[Cell, int]) -> tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]]:
    """Named hexes and zones of all boards; the same name on several boards means all their hexes."""
    named: dict[str, set[int]] = {}
    zones: dict[str, set[int]] = {}
    for one in laid:
        for found, places in ((named, one.board.named), (zones, one.board.zones)):
            for name, cells in places:
                found.setdefault(name, set()).update(index_of_cell[one.map_cell(c)] for c in cells)
    return (
        {name: tuple(sorted(named[name])) for name in named},
        {name: tuple(sorted(zones[name])) for name in zones},
    )


def _seam_notes(joints: Mapping[Cell, Joint]) -> tuple[SeamNote, ...]:
    return tuple(
        SeamNote(
            hex=index,
            kept=joint.piece.terrain,
            kept_from=joint.piece.laid.name,
            dropped=joint.other.terrain,
            dropped_from=joint.other.laid.name,
        )
        for index, joint in enumerate(joints.values())
        if joint.other is not None and joint.other.terrain != joint.piece.terrain
    )
