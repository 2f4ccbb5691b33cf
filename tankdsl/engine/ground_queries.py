"""Questions about the ground that depend on the state: sight lines and arcs.

Both evaluators use these; what differs is how the condition of a sight is evaluated, so it is handed in.
"""

from collections.abc import Callable
from typing import Any

from tankdsl.engine.geometry import OFF_MAP, SideLine
from tankdsl.engine.model import Arcs, Sight
from tankdsl.engine.tabletop import crosses, is_table
from tankdsl.ground.sight import forks_block
from tankdsl.ground.table_arcs import sector, sector_of_squares, seen_from, seen_on_hexes

Blocks = Callable[[Any, Any, Any], bool]
"""Whether a place (first) blocks the line between two places (second and third)."""


BlocksSide = Callable[[int, int, int, int], bool]
"""Whether the side between two places (first and second) blocks the line between two others (third and fourth)."""

BlocksAll = Callable[[Any, Any], bool]
"""Whether the line between two places is blocked as a whole."""


def sees(
    m: Any,
    sight: Sight,
    start: Any,
    end: Any,
    blocks: Blocks,
    across: BlocksSide | None = None,
    along: BlocksSide | None = None,
    ends: BlocksAll | None = None,
) -> bool:
    """Whether the line between two places is clear; false when either is absent."""
    if start is None or end is None or (ends is not None and ends(start, end)):
        return False
    if is_table(m.game.map):
        outlines = m.fields[sight.outlines] if sight.areas else ()
        leg = start, end
        for area in sight.areas:
            if not crosses(leg, outlines[area]):
                continue
            if blocks(area, start, end):
                return False
        return True
    line = m.game.map.line(start, end)
    for place in line.inside:
        if sight.off_map_blocks if place == OFF_MAP else blocks(place, start, end):
            return False
    if not line.edges and across is None and along is None:
        return True

    def stops(place: int) -> bool:
        return sight.off_map_blocks if place == OFF_MAP else blocks(place, start, end)

    tie = sight.ties[m.options[sight.option] if sight.option is not None else 0]
    if across is not None or along is not None:
        return not _sides_block(m.game.map.side_line(start, end), (start, end), tie, stops, across, along)
    if tie == "never":
        return True
    return not forks_block([(stops(left), stops(right)) for left, right in line.edges], tie)


def _sides_block(
    met: SideLine,
    line: tuple[int, int],
    tie: str,
    stops: Callable[[int], bool],
    across: BlocksSide | None,
    along: BlocksSide | None,
) -> bool:
    """Whether a line is blocked by a side that it passes or runs along, or at a tie by hexes or sides on its ways."""
    if along is not None and any(along(*pair, *line) for pair in met.along):
        return True
    if across is not None and any(across(*pair, *line) for pair in met.through):
        return True
    if tie == "never":
        return False
    ways: list[tuple[bool, bool]] = []
    for left, right, hexes in met.ties:
        on_left, on_right = (False, False) if hexes is None else (stops(hexes[0]), stops(hexes[1]))
        if across is not None:
            on_left = on_left or any(across(*pair, *line) for pair in left)
            on_right = on_right or any(across(*pair, *line) for pair in right)
        ways.append((on_left, on_right))
    return forks_block(ways, tie)


def arc_of(m: Any, arcs: Arcs, entity: int | None, place: Any, facing: Any = None) -> int | None:
    """The arc of an entity in which a place lies, with its own facing or another; None off the map, on its own place, or without facing."""
    if entity is None or place is None:
        return None
    at = m.fields[m.game.built_in(arcs.kind, "at")][entity]
    if facing is None:
        facing = m.fields[arcs.facing][entity]
    return None if at is None or facing is None else arc_between(m.game.map, arcs, at, facing, place)


def arc_between(map: Any, arcs: Arcs, at: Any, facing: Any, place: Any) -> int | None:
    """The arc in which a place lies for one who stands somewhere with a facing; None on its own place."""
    if is_table(map):
        bearing = map.direction(at, place)
        if bearing is None:
            return None
        found = [arcs.parts[part] for part in sector(seen_from(facing, bearing), arcs.bounds)]
    elif arcs.bounds:
        offset = map.offset(at, place)
        if offset == (0, 0):
            return None
        found = [arcs.parts[part] for part in sector_of_squares(seen_on_hexes(facing, offset), arcs.bounds)]
    else:
        found = [arcs.parts[(d - facing) % 6] for d in map.bearings(at, place)]
    return min(found, key=lambda member: arcs.rank[member], default=None)


MOST_ARCS = 1 << 16


class ArcTable(dict[tuple[Any, Any, Any], int | None]):
    """The arcs of places by (own place, facing, place), each found when it is first asked for; absent when one of the three is."""

    def __init__(self, map: Any, arcs: Arcs) -> None:
        super().__init__()
        self.map = map
        self.arcs = arcs

    def __missing__(self, key: tuple[Any, Any, Any]) -> int | None:
        found = None if None in key else arc_between(self.map, self.arcs, *key)
        if len(self) < MOST_ARCS:
            self[key] = found
        return found
