"""The places of a map by every way of naming them; what gives them their ids in the document.

A place has its printed label for an id where that is possible, since people read ids in records and messages. Labels of
a map without printed ones (`3,-8`) are no ids: then all places of the map are called by their coordinates, `h3.-8`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from tankdsl.check.tree import LayoutDef
from tankdsl.ground.maps import GroundMap
from tankdsl.ir.marks import ID_PATTERN

_ID = re.compile(ID_PATTERN)


@dataclass(frozen=True, slots=True)
class Ground:
    """A map and the ids of its places, by index."""

    layout: LayoutDef
    map: GroundMap
    ids: tuple[str, ...]

    def named(self, name: str) -> str | None:
        """The id of the place with that name, label or id; None when there is none."""
        index = self.layout.names.get(name)
        if index is None:
            index = self.map.find(name)
        if index is not None:
            return self.ids[index]
        return name if name in self.ids else None

    def at(self, q: int, r: int) -> str | None:
        """The id of the place with these axial coordinates; None off the map."""
        index = self.map.index_of.get((q, r))
        return None if index is None else self.ids[index]


def ground_of(layout: LayoutDef) -> Ground:
    """The ground of a layout."""
    ground = cast(GroundMap, layout.ground)
    return Ground(layout, ground, place_ids(ground))


def place_ids(ground: GroundMap) -> tuple[str, ...]:
    """The ids of the places of a map, by index."""
    labels = tuple(hex_.label for hex_ in ground.hexes)
    if all(_ID.match(label) for label in labels):
        return labels
    return tuple(f"h{hex_.q}.{hex_.r}" for hex_ in ground.hexes)
