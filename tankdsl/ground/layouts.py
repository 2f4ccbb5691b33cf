"""Layouts: boards laid side by side become one map.

A layout has a grid of its own, and each placement says at which of its cells the top left cell of a board
comes to lie (after a turn, if it is turned). Boards keep their adjacency only if the pushed columns (rows)
of board and map coincide, which is checked: a board of odd width with staggered columns, turned by 180
degrees, no longer fits beside its unturned neighbours.

**Seams.** Where a board ends in half hexes, the board beyond may end in the other halves: the two become
one hex. If the boards belong to different sides, the layout must say which side owns the seam; the owner's
board gives territory and terrain. Any other hex that two boards claim is a fault.

A board may be mirrored, and a part of it may be laid alone. Overlays lie on top of the boards (see `covering.py`).

`build_map` either makes the map or reports everything that is wrong with the layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tankdsl.frozen import FrozenValue, replaced
from tankdsl.ground.boards import Board, crop_board, lay_board
from tankdsl.ground.covering import Cover, cover
from tankdsl.ground.edges import EdgeMark, gather_edges, gather_leads
from tankdsl.ground.grids import Grid, GridKind, Lie
from tankdsl.ground.hexes import neighbours
from tankdsl.ground.joining import Joint, Laid, Piece, find_gaps, find_islands, join
from tankdsl.ground.labels import AXIAL_LABELS, Cell, LabelClash, LabelScheme, name_cells
from tankdsl.ground.layout_faults import (
    CannotLabelHex,
    CannotMirror,
    EmptyLayout,
    LayoutFault,
    NothingLeft,
    RepeatedName,
    StaggerMismatch,
    WrongGrid,
)
from tankdsl.ground.maps import NO_HEX, GroundMap, MapEdge, MapHex, SeamNote, count_columns, count_rows


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
    mirrored: Lie | None = None
    """`Lie.LEFT_RIGHT` or `Lie.TOP_BOTTOM`; then it is not turned."""
    part: tuple[Cell, Cell] | None = None
    """Two opposite corners (cells of the board as printed) of the part that is laid; column and row are those of its top left cell."""
    is_overlay: bool = False
    keeps: frozenset[str] = frozenset()
    """What an overlay leaves as it is below: `edges`, `labels`, `places`."""

    @property
    def lie(self) -> Lie:
        """How the board lies."""
        return self.mirrored or (Lie.TURNED if self.turned else Lie.STRAIGHT)


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
    labels_of: str | None = None
    """The side from whose edge labels are counted: the first column is the left one as it sees the map, the first row its own."""


def single_board(
    board: Board,
    labels: LabelScheme | None = None,
    own_edges: Mapping[str, MapEdge] | None = None,
) -> Layout:
    """The layout of a map that is one board, with the board's own grid and (if not given) labels."""
    placement = Placement(board, 0, 0)
    return Layout(board.id, board.grid, (placement,), labels or board.labels, own_edges or {})


def grid_around(first: Placement) -> Grid:
    """The grid of a map, such that a board fits where it lies; without half hexes."""
    if not first.board.grid.can_lie(first.lie):
        return first.board.grid
    grid = first.board.grid.laid(first.board.size, first.lie)
    pushed = 0 if grid.stagger is None else (grid.pushed + grid.line_of(_cut(first)[0])) % 2
    return replaced(grid, half=False, pushed=pushed)


def build_map(layout: Layout) -> GroundMap | list[LayoutFault]:
    """The map that a layout makes, or its faults.

    Faults are found in stages (each placement; overlaps and seams; gaps and islands; labels) and those of
    the first stage that has any are reported, by placement in written order.
    """
    if not layout.placements:
        return [EmptyLayout(0)]
    faults = _faults_before_laying(layout)
    if faults:
        return faults
    laid = _lay(layout)
    boards, overlays = [one for one in laid if not one.is_overlay], [one for one in laid if one.is_overlay]
    faults = _placement_faults(layout, laid)
    if faults:
        return faults
    joints, faults = join(boards, layout.seam_owner)
    if not faults and not layout.gaps_allowed:
        faults = find_gaps(boards)
    if not faults:
        faults = find_islands(boards, joints, layout.grid)
    covering = Cover(laid)
    if not faults:
        joints, faults = cover(joints, overlays)
        faults += covering.lost_places(laid)
    if faults:
        return faults
    labels = _labels(layout, joints)
    if isinstance(labels, LabelClash):
        piece = joints[labels.cell].piece
        return [CannotLabelHex(piece.laid.index, labels.cell, labels.label, labels.other)]
    return _map(layout, laid, joints, labels, covering)


def _labels(layout: Layout, joints: Iterable[Cell]) -> dict[Cell, str] | LabelClash:
    cells = list(joints)
    if layout.labels_of is None:
        return name_cells(layout.labels, cells, layout.grid.axial)
    edge = layout.own_edges[layout.labels_of]
    numbers = zip(count_columns(cells, edge), count_rows(cells, edge), strict=True)
    seen = {(column - 1, row - 1): cell for cell, (column, row) in zip(cells, numbers, strict=True)}
    named = name_cells(layout.labels, seen, layout.grid.axial)
    if isinstance(named, LabelClash):
        return LabelClash(seen[named.cell], named.label, None if named.other is None else seen[named.other])
    return {seen[cell]: label for cell, label in named.items()}


def _faults_before_laying(layout: Layout) -> list[LayoutFault]:
    """Boards that cannot lie as they should, and parts of boards without a hex."""
    faults: list[LayoutFault] = []
    for index, placement in enumerate(layout.placements):
        board = placement.board
        if not board.grid.can_lie(placement.lie):
            faults.append(CannotMirror(index, placement.name or board.id, placement.lie))
        elif placement.part is not None and not any(True for _ in crop_board(board, _cells_of(placement.part)).hex_cells()):
            faults.append(NothingLeft(index, placement.name or board.id))
    return faults


def _cells_of(part: tuple[Cell, Cell]) -> dict[Cell, None]:
    """All cells of a part, given by two opposite corners."""
    (c1, r1), (c2, r2) = part
    columns, rows = range(min(c1, c2), max(c1, c2) + 1), range(min(r1, r2), max(r1, r2) + 1)
    return {(column, row): None for row in rows for column in columns}


def _lay(layout: Layout) -> list[Laid]:
    """The placements with their boards cut, turned and mirrored, and their names settled."""
    laid: list[Laid] = []
    uses: dict[str, int] = {}
    for index, placement in enumerate(layout.placements):
        name = placement.name
        if name is None:
            id = placement.board.id
            uses[id] = uses.get(id, 0) + 1
            name = id if uses[id] == 1 else f"{id}#{uses[id]}"
        laid.append(_lay_one(placement, index, name))
    return laid


def _lay_one(placement: Placement, index: int, name: str) -> Laid:
    origin, covers = _cut(placement)
    board = placement.board if placement.part is None else crop_board(placement.board, _cells_of(placement.part))
    return Laid(index, name, lay_board(board, placement.lie), origin, placement.side, covers, placement.is_overlay, placement.keeps)


def _cut(placement: Placement) -> tuple[Cell, tuple[Cell, ...] | None]:
    """Where the top left cell of the whole board would come to lie, and the cells that are left of it, as it lies."""
    if placement.part is None:
        return (placement.column, placement.row), None
    board = placement.board
    covers = tuple(board.grid.laid_cell(cell, board.size, placement.lie) for cell in _cells_of(placement.part))
    return (placement.column - min(column for column, _ in covers), placement.row - min(row for _, row in covers)), covers


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
        count=size[1] if grid.kind is GridKind.ROWS else size[0],
        origin=(layout.placements[laid.index].column, layout.placements[laid.index].row),
        lie=laid.board.lie,
        fits=tuple(lie for lie in Lie if _fits(layout, laid, laid.board.lie.then(lie))),
    )


def _fits(layout: Layout, laid: Laid, change: Lie) -> bool:
    """Whether a board would fit where it lies if it were turned or mirrored from how it lies."""
    grid = laid.board.grid.laid(laid.board.size, change)
    return (grid.pushed + layout.grid.line_of(laid.origin)) % 2 == layout.grid.pushed


def _map(layout: Layout, laid: list[Laid], joints: Mapping[Cell, Joint], labels: Mapping[Cell, str], covering: Cover) -> GroundMap:
    """Numbers everything; `joints` come in reading order, which is the order of the map."""
    index_of_cell = {cell: index for index, cell in enumerate(joints)}
    hexes = tuple(_hex(layout.grid, index, joint, labels[cell]) for index, (cell, joint) in enumerate(joints.items()))
    index_of = {hex_.axial: hex_.index for hex_ in hexes}
    named, zones = _places(laid, index_of_cell)
    marks = [(*_ends(mark, one, index_of_cell), mark) for one in laid for mark in covering.edges(one)]
    cells = list(joints)
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
        rows={side: count_rows(cells, edge) for side, edge in layout.own_edges.items()},
        columns={side: count_columns(cells, edge) for side, edge in layout.own_edges.items()},
        named=named,
        zones=zones,
        boards=_boards(joints),
        edges=gather_edges((a, b, mark.feature) for a, b, mark in marks),
        leads=gather_leads((a, b, mark.feature) for a, b, mark in marks if mark.towards is not None),
        notes=_seam_notes(joints),
    )


def _ends(mark: EdgeMark, one: Laid, index_of_cell: Mapping[Cell, int]) -> tuple[int, int]:
    """The two hexes of a mark; if it leads, from the first to the second."""
    start, end = (mark.b, mark.a) if mark.towards == mark.a else (mark.a, mark.b)
    return index_of_cell[one.map_cell(start)], index_of_cell[one.map_cell(end)]


def _hex(grid: Grid, index: int, joint: Joint, label: str) -> MapHex:
    piece, other, layers = joint.piece, joint.other, list(joint.layers())
    q, r = grid.axial(piece.map_cell)
    return MapHex(
        index=index,
        q=q,
        r=r,
        column=piece.map_cell[0],
        row=piece.map_cell[1],
        label=label,
        terrain=piece.terrain,
        territory=next((layer.piece.laid.side for layer in layers if layer.piece.laid.side is not None), None),
        half=layers[-1].piece.half_end is not None and layers[-1].other is None,
        board=piece.laid.name,
        board_label=piece.label,
        other_half=None if other is None else (other.laid.name, other.label),
        level=next((layer.piece.level for layer in layers if layer.piece.laid.board.levels), 0),
    )


def _board_labels(joints: Mapping[Cell, Joint]) -> dict[str, int]:
    labels: dict[str, int] = {}
    for index, joint in enumerate(joints.values()):
        for layer in joint.layers():
            for piece in _halves(layer):
                labels[f"{piece.laid.name}/{piece.label}"] = index
            if "labels" not in layer.piece.laid.keeps:
                break
    return labels


def _halves(joint: Joint) -> tuple[Piece, ...]:
    return (joint.piece,) if joint.other is None else (joint.piece, joint.other)


def _boards(joints: Mapping[Cell, Joint]) -> dict[str, tuple[int, ...]]:
    """The hexes of each placement that are in sight."""
    found: dict[str, list[int]] = {}
    for index, joint in enumerate(joints.values()):
        for piece in _halves(joint):
            found.setdefault(piece.laid.name, []).append(index)
    return {name: tuple(places) for name, places in found.items()}


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
