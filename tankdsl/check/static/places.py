"""The ground: places, distances, terrain, territory, rows and edges of a known map.  Without a map all of it is unknown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tankdsl.check.static.values import ABSENT, UNKNOWN, Args, Value, first_special
from tankdsl.check.tree import Core
from tankdsl.ground import hexes
from tankdsl.ground.maps import NO_HEX, GroundMap

if TYPE_CHECKING:
    from tankdsl.check.static.evaluator import Run

Query = Callable[..., Value]

FARTHEST = 40_000
"""No two hexes of a map are farther apart: both numbers of a hex stay within 20,000."""


def _on_ground(query: Query) -> Callable[[Run, Args], Value]:
    """A question about a map that needs all its arguments; absent when one is absent."""

    def ask(run: Run, args: Args) -> Value:
        ground = run.world.ground
        values = run.values(args)
        special = first_special(values)
        if special is not None or ground is None:
            return special or UNKNOWN
        return query(ground, *values)

    return ask


def _set_on_ground(query: Query) -> Callable[[Run, Args], Value]:
    """The same for sets of places: of an absent place they are empty."""
    plain = _on_ground(query)

    def ask(run: Run, args: Args) -> Value:
        found = plain(run, args)
        return () if found is ABSENT else found

    return ask


def _index(ground: GroundMap, hex_: hexes.Axial) -> Value:
    return ground.index_of.get(hex_, ABSENT)


def _coordinates(ground: GroundMap, q: int, r: int) -> Value:
    return _index(ground, (q, r))


def _place(run: Run, args: Args) -> Value:
    """A place by index, name or printed label."""
    (found,) = args
    layout, ground = run.world.layout, run.world.ground
    if isinstance(found, int):
        return found
    if layout is None or ground is None:
        return UNKNOWN
    if found in layout.names:
        return layout.names[found]
    index = ground.find(found)
    return ABSENT if index is None else index


def _zone(run: Run, args: Args) -> Value:
    (zone,) = args
    if not isinstance(zone, str):
        return run.value(zone)
    layout = run.world.layout
    return UNKNOWN if layout is None else layout.zones.get(zone, ())


def _places(run: Run, args: Args) -> Value:
    ground = run.world.ground
    return UNKNOWN if ground is None else tuple(range(len(ground)))


def _directions(run: Run, args: Args) -> Value:
    return tuple(range(len(hexes.DIRECTIONS)))


def _dir(run: Run, args: Args) -> Value:
    if "table" in run.world.program.space:
        from tankdsl.ground.table_arcs import POINTS_OF_THE_COMPASS

        return POINTS_OF_THE_COMPASS[args[0]]
    pointy = "pointy" in run.world.program.space
    number = hexes.direction_number(args[0], hexes.Orientation.POINTY if pointy else hexes.Orientation.FLAT)
    return UNKNOWN if number is None else number


def _turn(run: Run, args: Args) -> Value:
    direction, sixths = run.values(args)
    special = first_special((direction, sixths))
    return special or (direction + sixths) % 6  # type: ignore[operator]


def _row(ground: GroundMap, side: str, index: int) -> Value:
    return ground.rows[side][index] if side in ground.rows else ABSENT


def _column(ground: GroundMap, side: str, index: int) -> Value:
    return ground.columns[side][index] if side in ground.columns else ABSENT


def _territory(ground: GroundMap, index: int) -> Value:
    return ground.hexes[index].territory or ABSENT


_printed_terrain = _on_ground(lambda ground, index: ground.hexes[index].terrain)


def _terrain(run: Run, args: Args) -> Value:
    """The terrain of a place, where no rule can have laid another one on it."""
    found = _printed_terrain(run, args)
    changed = not run.world.at_start and any(terrain != found for terrain in run.world.laid)
    return UNKNOWN if changed and found is not ABSENT else found


def terrains_of(run: Run, item: object) -> tuple[str, ...]:
    """All that the terrain of a place may be, where rules lay terrain: what is so of each of these is so. Empty for other expressions."""
    ground = run.world.ground
    if not isinstance(item, Core) or item.op != "terrain" or not run.world.laid or ground is None:
        return ()
    place = run.value(item.args[0])
    return (ground.hexes[place].terrain, *run.world.laid) if isinstance(place, int) else ()


def _neighbours(ground: GroundMap, index: int) -> Value:
    return tuple(next_ for next_ in ground.neighbours[index] if next_ != NO_HEX)


def _within(ground: GroundMap, index: int, reach: int) -> Value:
    if reach < 0:
        return ()
    if 3 * reach * (reach + 1) >= len(ground.hexes):
        return tuple(place for place in range(len(ground.hexes)) if ground.distance(index, place) <= reach)
    (q, r), get = ground.hexes[index].axial, ground.index_of.get
    offsets = ((dq, dr) for dq in range(-reach, reach + 1) for dr in range(max(-reach, -dq - reach), min(reach, reach - dq) + 1))
    around = (get((q + dq, r + dr)) for dq, dr in offsets)
    return tuple(sorted([place for place in around if place is not None]))


def _near(ground: GroundMap, members: tuple[int, ...], reach: int) -> Value:
    """Places around a set, found ring by ring, over holes and ground outside of the map too."""
    if reach < 0:
        return ()
    left = len(ground.hexes) - len(set(members))
    seen = {ground.hexes[place].axial for place in members}
    ring = list(seen)
    for _ in range(min(reach, FARTHEST)):
        if left <= 0:
            break
        ring = [next_ for next_ in dict.fromkeys(next_ for hex_ in ring for next_ in hexes.neighbours(hex_)) if next_ not in seen]
        seen.update(ring)
        left -= sum(next_ in ground.index_of for next_ in ring)
    return tuple(index for hex_, index in ground.index_of.items() if hex_ in seen)


def _ring(ground: GroundMap, index: int, radius: int) -> Value:
    if 6 * radius >= len(ground.hexes):
        return tuple(place for place in range(len(ground.hexes)) if ground.distance(index, place) == radius)
    found = (_index(ground, hex_) for hex_ in hexes.ring(ground.hexes[index].axial, radius)) if radius >= 0 else ()
    return tuple(sorted(place for place in found if isinstance(place, int)))


def _ray(ground: GroundMap, index: int, direction: int, steps: int) -> Value:
    found: list[Value] = []
    here = ground.hexes[index].axial
    for _ in range(min(steps, FARTHEST)):
        here = hexes.neighbour(here, direction)
        if here in ground.index_of:
            found.append(ground.index_of[here])
    return tuple(found)


def _step(ground: GroundMap, index: int, direction: int) -> Value:
    return _index(ground, hexes.neighbour(ground.hexes[index].axial, direction))


def _direction(ground: GroundMap, a: int, b: int) -> Value:
    found = hexes.direction_between(ground.hexes[a].axial, ground.hexes[b].axial)
    return ABSENT if found is None else found


def _edge(ground: GroundMap, a: int, b: int) -> Value:
    features = ground.features_between(a, b)
    return features[0] if features else ABSENT


def _edges(ground: GroundMap, a: int, b: int) -> Value:
    return ground.features_between(a, b)


def _edges_from(ground: GroundMap, a: int, b: int) -> Value:
    return ground.leads.get((a, b), ())


def _connected(ground: GroundMap, start: int, inside: Args) -> Value:
    """Places of a set that hang together with one of them."""
    if start not in inside:
        return ()
    seen, todo = {start}, [start]
    while todo:
        for next_ in ground.neighbours[todo.pop()]:
            if next_ in inside and next_ not in seen:
                seen.add(next_)
                todo.append(next_)
    return tuple(sorted(seen))


OPERATORS: dict[str, Callable[[Run, Args], Value]] = {
    "coordinates": _on_ground(_coordinates), "place": _place, "label": _place, "zone": _zone, "places": _places,
    "directions": _directions, "dir": _dir, "turn": _turn, "row": _on_ground(_row), "column": _on_ground(_column),
    "near": _set_on_ground(_near), "edges": _set_on_ground(_edges), "edges_from": _set_on_ground(_edges_from),
    "territory": _on_ground(_territory),
    "terrain": _terrain,
    "level": _on_ground(lambda ground, index: ground.hexes[index].level),
    "distance": _on_ground(lambda ground, a, b: ground.distance(a, b)),
    "neighbours": _set_on_ground(_neighbours), "within": _set_on_ground(_within),
    "ring": _set_on_ground(_ring), "ray": _set_on_ground(_ray), "step": _on_ground(_step),
    "direction": _on_ground(_direction), "edge": _on_ground(_edge), "connected": _set_on_ground(_connected),
}  # fmt: skip
