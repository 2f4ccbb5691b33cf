"""Overlays: small boards that lie on top of others and take the place of what is below.

Where an overlay has a hex, its terrain, its printed label and its features of sides count; where it has none, what is below stays in sight.
Each of its hexes must lie on one of the map. A side with only one of its hexes under the overlay belongs to what is below. What is hidden
(features of sides between two covered hexes, printed labels) stays only if the overlay keeps it; named hexes are never hidden silently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tankdsl.ground.edges import EdgeMark
from tankdsl.ground.joining import Joint, Laid, pieces_of
from tankdsl.ground.labels import Cell, reading_order
from tankdsl.ground.layout_faults import CoveredPlace, LayoutFault, Overhang


def cover(joints: Mapping[Cell, Joint], overlays: Sequence[Laid]) -> tuple[dict[Cell, Joint], list[LayoutFault]]:
    """The hexes of the map with the overlays on them, in reading order, and overlays that reach beyond the map."""
    found = dict(joints)
    faults: list[LayoutFault] = []
    for one in overlays:
        beyond = []
        for piece in pieces_of(one):
            if piece.map_cell in found:
                found[piece.map_cell] = Joint(piece, below=found[piece.map_cell])
            else:
                beyond.append(piece)
        if beyond:
            faults.append(Overhang(one.index, one.name, beyond[0].map_cell, len(beyond)))
    return {cell: found[cell] for cell in sorted(found, key=reading_order)}, faults


class Cover:
    """What each overlay hides of the boards below it."""

    def __init__(self, laid: Sequence[Laid]) -> None:
        self._overlays = [(one, frozenset(piece.map_cell for piece in pieces_of(one))) for one in laid if one.is_overlay]

    def hides(self, one: Laid, cells: Sequence[Cell], what: str) -> Laid | None:
        """The first overlay above a board that has all these cells of the map and does not keep what is below."""
        for overlay, covered in self._overlays:
            above = overlay.index > one.index or not one.is_overlay
            if above and overlay is not one and what not in overlay.keeps and all(cell in covered for cell in cells):
                return overlay
        return None

    def edges(self, one: Laid) -> list[EdgeMark]:
        """The features of sides of a board that are in sight."""
        marks = one.board.edges
        if not self._overlays:
            return list(marks)
        return [mark for mark in marks if self.hides(one, (one.map_cell(mark.a), one.map_cell(mark.b)), "edges") is None]

    def lost_places(self, laid: Sequence[Laid]) -> list[LayoutFault]:
        """Named hexes that an overlay hides, the first one of each overlay and board."""
        faults: dict[tuple[int, int], LayoutFault] = {}
        for one in laid if self._overlays else ():
            for name, cells in one.board.named:
                for cell in map(one.map_cell, cells):
                    overlay = self.hides(one, (cell,), "places")
                    if overlay is not None:
                        fault = CoveredPlace(overlay.index, one.index, (one.name, overlay.name), name, cell)
                        faults.setdefault((overlay.index, one.index), fault)
        return sorted(faults.values(), key=lambda fault: fault.placement)
