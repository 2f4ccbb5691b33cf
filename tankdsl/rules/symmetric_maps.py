"""A scenario on hexes laid upon itself: hex by hex, then sides between hexes, names and zones, then the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tankdsl.check.grounds import hex_name
from tankdsl.check.static import Value, World
from tankdsl.check.tree import ScenarioDef
from tankdsl.diagnostics import quoted
from tankdsl.frozen import FrozenValue
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.ground.symmetry import HexSymmetry, hex_symmetries
from tankdsl.rules.counterparts import Difference, Pieces
from tankdsl.rules.forms import Exchange, exchanges_of, forms_of
from tankdsl.rules.game import Game
from tankdsl.rules.hexwords import listed, terrain_name
from tankdsl.rules.symmetric import Comparison

FAR_OFF = 4
"""A turn that leaves more than one hex in so many without a counterpart is none of this map, if another one leaves fewer."""


class Laid(FrozenValue):
    """A map laid upon itself in one way."""

    game: Game
    world: World
    ground: GroundMap
    symmetry: HexSymmetry
    exchange: Exchange

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """Hexes with what they come to lie on; each pair once."""
        image = self.symmetry.image
        for a, b in enumerate(image):
            if b != NO_HEX and (a <= b or image[b] != a):
                yield a, b

    def name(self, index: int) -> str:
        """A hex in words."""
        return hex_name(self.ground, index)

    def images(self, indexes: Iterable[int]) -> frozenset[int]:
        """Where hexes come to lie, NO_HEX among them if one comes to lie on none."""
        return frozenset(self.symmetry.image[index] for index in indexes)


def map_comparisons(game: Game, scenario: ScenarioDef) -> Iterator[Comparison]:
    """The scenario laid upon itself in each way that its map has, with each exchange of the sides."""
    world = game.worlds[scenario.id]
    ground = world.ground
    assert ground is not None
    ways = hex_symmetries(ground)
    things, forms = forms_of(game, world)
    pieces = Pieces(things, forms, lambda place: hex_name(ground, place) if isinstance(place, int) else str(place))
    for symmetry in ways:
        if symmetry is not ways[0] and symmetry.unmatched * FAR_OFF > len(ground):
            continue
        for sides in exchanges_of(tuple(side for side, _ in game.program.sides)):
            laid = Laid(game, world, ground, symmetry, _exchange(symmetry, sides))
            found = (*_hexes(laid), *_borders(laid), *_places(laid), *pieces.differences(laid.exchange))
            yield Comparison(laid.exchange, found)


def _exchange(symmetry: HexSymmetry, sides: Mapping[str, str]) -> Exchange:
    def place(value: Value) -> Value:
        return symmetry.image[value] if isinstance(value, int) else value

    def direction(value: Value) -> Value:
        return symmetry.directions[value] if isinstance(value, int) else value

    return Exchange(symmetry.name, sides, place, direction)


# ---------------------------------------------------------------------------------------------------------------- ground


def _hexes(laid: Laid) -> Iterator[Difference]:
    for index in range(len(laid.ground)):
        if laid.symmetry.image[index] == NO_HEX:
            yield Difference(f"nothing lies opposite {laid.name(index)}", (index,))
    for a, b in laid.pairs:
        difference = _unlike(laid, a, b)
        if difference:
            yield Difference(difference, (a, b))


def _unlike(laid: Laid, a: int, b: int) -> str:
    """What two hexes differ in; empty when they are counterparts."""
    one, other, exchange = laid.ground.hexes[a], laid.ground.hexes[b], laid.exchange
    ends = f"{laid.name(a)} {{}}, {laid.name(b)} {{}}"
    if one.terrain != other.terrain:
        return ends.format(*(terrain_name(laid.ground, laid.game.models, index) for index in (a, b)))
    if one.level != other.level:
        return ends.format(f"at level {one.level}", f"at level {other.level}")
    if one.half != other.half:
        return ends.format(*("is a half hex" if hex_.half else "is a whole one" for hex_ in (one, other)))
    if exchange.side(one.territory) != other.territory:
        return ends.format(*(f"belongs to `{hex_.territory}`" if hex_.territory else "belongs to nobody" for hex_ in (one, other)))
    # A hex that is missing shifts the rows of its whole line, which says nothing more.
    for side, rows in () if laid.symmetry.unmatched else laid.ground.rows.items():
        there = laid.ground.rows.get(exchange.sides[side])
        if there is not None and rows[a] != there[b]:
            return ends.format(f"is in row {rows[a]} of `{side}`", f"in row {there[b]} of `{exchange.sides[side]}`")
    return ""


def _borders(laid: Laid) -> Iterator[Difference]:
    """Sides between hexes with other features than those of their counterparts."""
    image, edges = laid.symmetry.image, laid.ground.edges
    seen: set[tuple[int, int]] = set()
    for (a, b), features in edges.items():
        there = (image[a], image[b])
        if NO_HEX in there or (a, b) in seen:
            continue
        others = laid.ground.features_between(*there)
        seen.add((min(there), max(there)))
        if sorted(features) != sorted(others):
            here, opposite = f"{laid.name(a)}/{laid.name(b)}", f"{laid.name(there[0])}/{laid.name(there[1])}"
            yield Difference(f"on the side {here} lies {_listed(features)}, on {opposite} {_listed(others)}", (a, b, *there))
        elif not _lead_alike(laid, (a, b), there):
            names = f"{laid.name(a)}/{laid.name(b)} and {laid.name(there[0])}/{laid.name(there[1])}"
            yield Difference(f"what lies on the sides {names} leads different ways", (a, b, *there))


def _lead_alike(laid: Laid, here: tuple[int, int], there: tuple[int, int]) -> bool:
    """Whether the features of a side lead the same ways as those of its counterpart."""
    leads = laid.ground.leads
    pairs = ((here, there), (here[::-1], there[::-1]))
    return all(sorted(leads.get(one, ())) == sorted(leads.get(other, ())) for one, other in pairs)


def _listed(features: Iterable[str]) -> str:
    return quoted(sorted(features), "and") or "nothing"


def _places(laid: Laid) -> Iterator[Difference]:
    """Zones and named hexes that come to lie where no zone, or no named hex, is."""
    layout = laid.world.layout
    assert layout is not None
    zones = {name: frozenset(places) for name, places in layout.zones.items() if places}
    for name, places in zones.items():
        image = laid.images(places)
        if image not in zones.values():
            nearest = min(zones, key=lambda other: (len(zones[other] ^ image), other))
            other = "itself" if nearest == name else f"the zone `{nearest}`"
            odd = tuple(sorted((zones[nearest] ^ image) - {NO_HEX}))
            sizes = f"the zone `{name}` ({len(places)} hexes) comes nearest to {other} ({len(zones[nearest])} hexes)"
            yield Difference(f"{sizes}, but for {listed(laid.ground, odd)}" if odd else sizes, odd)
    named = set(layout.names.values())
    for name, index in layout.names.items():
        there = laid.symmetry.image[index]
        if there not in named and there != NO_HEX:
            yield Difference(f"the place `{name}` has a name, and {laid.name(there)} has none", (index, there))
