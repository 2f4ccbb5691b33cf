"""Joining laid boards: overlaps, seams of half hexes, gaps, islands.

Works on cells of the map's grid only; that the boards' stagger fits has been checked before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from tankdsl.frozen import FrozenValue
from tankdsl.ground.boards import Board
from tankdsl.ground.grids import Grid, GridKind, HalfEnd
from tankdsl.ground.hexes import neighbours
from tankdsl.ground.labels import Cell, reading_order
from tankdsl.ground.layout_faults import Gap, Island, LayoutFault, Overlap, SeamWithoutOwner


class Laid(FrozenValue):
    """A board as it lies: turned, named, with the map cell of its top left cell."""

    index: int
    """Position of its placement in the layout."""
    name: str
    board: Board
    origin: Cell
    side: str | None
    covers: tuple[Cell, ...] | None = None
    """The cells of the board that were not cut off; None when it is whole."""
    is_overlay: bool = False
    keeps: frozenset[str] = frozenset()
    """What an overlay leaves as it is below: `edges`, `labels`, `places`."""

    def map_cell(self, cell: Cell) -> Cell:
        """The map's cell at which a cell of the board lies."""
        return (cell[0] + self.origin[0], cell[1] + self.origin[1])

    def footprint(self) -> Iterator[Cell]:
        """Every cell of the map that the board covers, also where it has no hex."""
        columns, rows = self.board.grid.text_size(self.board.size)
        cells = self.covers or ((column, row) for row in range(rows) for column in range(columns))
        return map(self.map_cell, cells)

    def has_place(self, cell: Cell) -> bool:
        """Whether a cell of the map is one where the board may have a hex, not one beyond the end of a line without half hexes."""
        return self.board.grid.has_place((cell[0] - self.origin[0], cell[1] - self.origin[1]), self.board.size)


class Piece(FrozenValue):
    """One hex, or half a hex, of a laid board."""

    laid: Laid
    map_cell: Cell
    terrain: str
    half_end: HalfEnd | None
    label: str
    """Its printed label."""
    level: int = 0
    """How high it lies."""


class Joint(FrozenValue):
    """One hex of the map: a piece, and the half that completes it if two boards share the hex."""

    piece: Piece
    """The one that gives terrain, level and territory."""
    other: Piece | None = None
    below: Joint | None = None
    """What an overlay covers here."""

    def layers(self) -> Iterator[Joint]:
        """This one and what lies below it, from the top."""
        joint: Joint | None = self
        while joint is not None:
            yield joint
            joint = joint.below


def join(laid: Sequence[Laid], seam_owner: str | None) -> tuple[dict[Cell, Joint], list[LayoutFault]]:
    """The hexes of the map in reading order, and overlaps and seams without an owner."""
    claims: dict[Cell, list[Piece]] = {}
    for one in laid:
        for piece in pieces_of(one):
            claims.setdefault(piece.map_cell, []).append(piece)
    joints: dict[Cell, Joint] = {}
    clashes: dict[tuple[int, int], list[tuple[Piece, Piece]]] = {}
    orphans: dict[tuple[int, int], LayoutFault] = {}
    for cell in sorted(claims, key=reading_order):
        first, *others = claims[cell]
        joints[cell] = Joint(first)
        if len(others) == 1 and _complete(first, others[0]):
            joint = _seam(first, others[0], seam_owner)
            if isinstance(joint, Joint):
                joints[cell] = joint
            else:
                orphans.setdefault((first.laid.index, others[0].laid.index), joint)
        else:
            for other in others:
                clashes.setdefault((first.laid.index, other.laid.index), []).append((first, other))
    faults = [_overlap(pairs) for pairs in clashes.values()]
    return joints, sorted([*faults, *orphans.values()], key=lambda fault: fault.placement)


def pieces_of(laid: Laid) -> Iterator[Piece]:
    """The hexes of a laid board, in its reading order."""
    board, label = laid.board, laid.board.printed()
    for cell in board.hex_cells():
        terrain = board.terrain(cell)
        if terrain is not None:
            yield Piece(laid, laid.map_cell(cell), terrain, board.half_end(cell), label(cell), board.level(cell))


def _complete(a: Piece, b: Piece) -> bool:
    """True when two pieces are the two halves of one hex."""
    return a.half_end is not None and b.half_end is a.half_end.opposite


def _seam(first: Piece, second: Piece, owner: str | None) -> Joint | LayoutFault:
    sides = (first.laid.side, second.laid.side)
    if sides[0] == sides[1] or (owner is not None and owner == sides[0]):
        return Joint(first, second)
    if owner is not None and owner == sides[1]:
        return Joint(second, first)
    return SeamWithoutOwner(
        placement=second.laid.index,
        other=first.laid.index,
        names=(first.laid.name, second.laid.name),
        sides=sides,
        seam_owner=owner,
        cell=first.map_cell,
    )


def _overlap(pairs: list[tuple[Piece, Piece]]) -> LayoutFault:
    first, second = pairs[0]
    return Overlap(
        placement=second.laid.index,
        other=first.laid.index,
        names=(first.laid.name, second.laid.name),
        cell=first.map_cell,
        count=len(pairs),
        same_halves=first.half_end is not None and first.half_end is second.half_end,
    )


def find_gaps(laid: Sequence[Laid]) -> list[LayoutFault]:
    """Room between two boards in a column or row, once for each pair of boards."""
    owner: dict[Cell, Laid] = {}
    for one in laid:
        for cell in one.footprint():
            owner.setdefault(cell, one)
    # Beyond the end of a line without half hexes a board has nothing: there the next board begins, or there is a gap.
    filled = {cell for one in laid for cell in one.footprint() if one.has_place(cell)} if laid[0].board.grid.half else owner.keys()
    lines_run = 0 if laid[0].board.grid.kind is GridKind.ROWS else 1
    gaps: dict[tuple[int, int], LayoutFault] = {}
    for along in (0, 1):
        ordered = sorted(filled if along == lines_run else owner, key=lambda cell: (cell[1 - along], cell[along]))
        for before, after in pairwise(ordered):
            width = after[along] - before[along] - 1
            if before[1 - along] == after[1 - along] and width > 0 and owner[before] is not owner[after]:
                gap = _gap(owner[before], owner[after], before, width)
                gaps.setdefault((gap.placement, gap.other), gap)
    return sorted(gaps.values(), key=lambda gap: gap.placement)


def _gap(a: Laid, b: Laid, after: Cell, width: int) -> Gap:
    first, second = sorted((a, b), key=lambda one: one.index)
    return Gap(second.index, first.index, (first.name, second.name), after, width)


def find_islands(laid: Sequence[Laid], joints: Mapping[Cell, Joint], grid: Grid) -> list[LayoutFault]:
    """Groups of boards that do not touch the group of the first board."""
    if len(laid) == 1:
        return []
    touching: dict[int, set[int]] = {one.index: set() for one in laid}
    by_hex = {grid.axial(cell): joint for cell, joint in joints.items()}
    for hex_, joint in by_hex.items():
        mine = joint.piece.laid.index
        near = [by_hex[next_] for next_ in neighbours(hex_) if next_ in by_hex]
        met = [piece for next_ in near for piece in (next_.piece, next_.other) if piece is not None]
        if joint.other is not None:
            met.append(joint.other)
        for piece in met:
            touching[mine].add(piece.laid.index)
            touching[piece.laid.index].add(mine)
    groups = _groups(touching)
    names = {one.index: one.name for one in laid}
    return [Island(group[0], names[group[0]], tuple(names[index] for index in group[1:])) for group in groups[1:]]


def _groups(touching: Mapping[int, set[int]]) -> list[list[int]]:
    """Connected groups, each sorted, in the order of their first members."""
    groups: list[list[int]] = []
    seen: set[int] = set()
    for start in sorted(touching):
        if start in seen:
            continue
        group, todo = [start], [start]
        seen.add(start)
        while todo:
            for next_ in sorted(touching[todo.pop()] - seen):
                seen.add(next_)
                group.append(next_)
                todo.append(next_)
        groups.append(sorted(group))
    return groups
