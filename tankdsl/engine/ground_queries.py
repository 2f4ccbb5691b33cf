"""Questions about the ground that depend on the state: sight lines and arcs.

Both evaluators use these; what differs is how the condition of a sight is evaluated, so it is handed in.
"""

from collections.abc import Callable
from typing import Any

from tankdsl.engine.geometry import OFF_MAP
from tankdsl.engine.model import Arcs, Sight
from tankdsl.engine.tabletop import crosses, is_table
from tankdsl.ground.table_arcs import sector, sector_of_squares, seen_from, seen_on_hexes

Blocks = Callable[[Any, Any, Any], bool]
"""Whether a place (first) blocks the line between two places (second and third)."""


def sees(m: Any, sight: Sight, start: Any, end: Any, blocks: Blocks) -> bool:
    """Whether the line between two places is clear; false when either is absent."""
    if start is None or end is None:
        return False
    if is_table(m.game.map):
        outlines = m.fields[sight.outlines] if sight.areas else ()
        return not any(crosses((start, end), outlines[area]) and blocks(area, start, end) for area in sight.areas)
    line = m.game.map.line(start, end)

    def stops(place: int) -> bool:
        return sight.off_map_blocks if place == OFF_MAP else blocks(place, start, end)

    for place in line.inside:
        if stops(place):
            return False
    tie = sight.ties[m.options[sight.option] if sight.option is not None else 0]
    if not line.edges or tie == "never":
        return True
    left = [stops(place) for place, _ in line.edges]
    right = [stops(place) for _, place in line.edges]
    if tie == "both":
        return not any(a and b for a, b in zip(left, right, strict=True))
    if tie == "one_side_clear":
        return not (any(left) and any(right))
    # `either`, and `defender_choice`, which comes to the same for a yes or no.
    return not (any(left) or any(right))


def arc_of(m: Any, arcs: Arcs, entity: int | None, place: Any, facing: Any = None) -> int | None:
    """The arc of an entity in which a place lies, with its own facing or another; None off the map, on its own place, or without facing."""
    if entity is None or place is None:
        return None
    at = m.fields[m.game.built_in(arcs.kind, "at")][entity]
    if facing is None:
        facing = m.fields[arcs.facing][entity]
    if at is None or facing is None:
        return None
    if is_table(m.game.map):
        bearing = m.game.map.direction(at, place)
        if bearing is None:
            return None
        found = [arcs.parts[at] for at in sector(seen_from(facing, bearing), arcs.bounds)]
    elif arcs.bounds:
        offset = m.game.map.offset(at, place)
        if offset == (0, 0):
            return None
        found = [arcs.parts[at] for at in sector_of_squares(seen_on_hexes(facing, offset), arcs.bounds)]
    else:
        found = [arcs.parts[(d - facing) % 6] for d in m.game.map.bearings(at, place)]
    return min(found, key=lambda member: arcs.rank[member], default=None)
