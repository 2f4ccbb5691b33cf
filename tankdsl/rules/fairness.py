"""What each side has of the ground, in numbers, and whether it is clearly unequal.

The numbers are those that a designer counts by hand: hexes to set up on, cost of the ways to what there is to come to, ways in and out,
cover near the own base. A check speaks only where a scenario claims to be fair, and only of what `Measure.limit` calls clearly unequal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tankdsl.check.static import Run, World
from tankdsl.check.tree import ScenarioDef
from tankdsl.diagnostics import Diagnostic, counted, quoted
from tankdsl.diagnostics.registry import analysis as kinds
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.ground.graph import Steps
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.ground.routes import routes_between, routes_outside
from tankdsl.rules.approaches import ENEMY, Way, base_of, enemy_of, goals_of, own_zones, set_up_zone, steps_of, ways_to
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.interface import Check
from tankdsl.rules.tempo import first_to_move

NEAR = 3
"""Cover counts so many steps around a base."""
MOST_WAYS = 12
"""No more ways that share no hex are counted: so many are as good as open ground."""
NEARLY_ALL = (9, 10)
"""A side that may set up on so much of the map has no zone for it."""
Limit = tuple[int, int, int]
"""``a, b, c``: clearly unequal when the greatest is more than a/b of the least, and more than c above it."""
ROOM: Limit = (11, 10, 1)
COST: Limit = (6, 5, 1)
WAYS: Limit = (3, 2, 0)
COVER: Limit = (3, 2, 2)


class Measure(FrozenValue):
    """One number of each side."""

    name: str
    values: tuple[int | None, ...]
    """In the order of the sides; None where there is none."""
    cells: tuple[str, ...]
    """The same in words."""
    limit: Limit | None = None
    """When it is clearly unequal; None when it only informs."""

    @property
    def is_unequal(self) -> bool:
        """Whether the sides are clearly unequal in it; a side without a number is, if another one has one."""
        if self.limit is None:
            return False
        known = [value for value in self.values if value is not None]
        if len(known) < len(self.values):
            return bool(known)
        more, of, above = self.limit
        return max(known) * of > min(known) * more and max(known) - min(known) > above


def measures(game: Game, scenario: ScenarioDef) -> tuple[Measure, ...]:
    """The numbers of a scenario on hexes, in the order in which they are shown."""
    sides = [side for side, _ in game.program.sides]
    bases = {side: base_of(game, scenario, side) for side in sides}
    found = [*_rooms(game, scenario, sides), *_costs(game, scenario, sides)]
    found += _routes(game, scenario, sides, bases)
    found += _cover(game, scenario, sides, bases)
    return tuple(found)


def _measure(name: str, values: Iterable[int | None], limit: Limit | None = None) -> Measure:
    listed = tuple(values)
    return Measure(name, listed, tuple("-" if value is None else str(value) for value in listed), limit)


# ------------------------------------------------------------------------------------------------------------------ room


def _rooms(game: Game, scenario: ScenarioDef, sides: list[str]) -> Iterator[Measure]:
    things = [thing for thing in scenario.instances if game.is_placeable(thing)]
    yield _measure("pieces", (sum(thing.side == side for thing in things) for side in sides))
    ground = ground_of(game.layout(scenario))
    to_set_up = [len(set_up_zone(game, scenario, side)) for side in sides]
    if any(to_set_up) and min(to_set_up) * NEARLY_ALL[1] < len(ground) * NEARLY_ALL[0]:
        yield _measure("hexes to set up on", to_set_up, ROOM)
    territories = [len(ground.territory(side)) for side in sides]
    if any(territories):
        yield _measure("hexes of its territory", territories, ROOM)
    zones = game.layout(scenario).zones
    for of in own_zones(game, scenario).values():
        if len(of) == len(sides) and any(zones[name] for name in of.values()):
            yield _measure(f"hexes of {' and '.join(of[side] for side in sides)}", (len(zones[of[side]]) for side in sides), ROOM)


# ------------------------------------------------------------------------------------------------------------------ cost


def _costs(game: Game, scenario: ScenarioDef, sides: list[str]) -> Iterator[Measure]:
    """The least costs of the ways to each goal and to the enemy; whether they are unequal is asked of all goals together."""
    goals = goals_of(game, scenario)
    ways = {side: ways_to(game, scenario, side, [*goals, enemy_of(game, scenario, side)]) for side in sides}
    for goal in goals:
        yield _cost(f"cost of the way to {goal.name}", [ways[side][goal.name] for side in sides])
    if len(goals) > 1:
        sums = [[_least(ways[side][goal.name]) for goal in goals] for side in sides]
        totals = [None if None in each else sum(cost for cost in each if cost is not None) for each in sums]
        yield _measure("cost of the ways to all of them", totals, COST)
    elif goals:
        yield _measure(f"least cost of the way to {goals[0].name}", (_least(ways[side][goals[0].name]) for side in sides), COST)
    yield _cost("cost of the way to the enemy", [ways[side][ENEMY] for side in sides])
    yield from _tempo(game, scenario, sides, [[_moves(ways[side][goal.name]) for side in sides] for goal in goals])


def _tempo(game: Game, scenario: ScenarioDef, sides: list[str], moves: list[list[int | None]]) -> Iterator[Measure]:
    """The goals that each side can come to first, if the sides move in turn and nothing hinders them."""
    first = first_to_move(game, scenario)
    if first is None or not moves:
        return
    start = sides.index(first)
    order = {at: (at - start) % len(sides) for at in range(len(sides))}
    counts = [0] * len(sides)
    for goal in moves:
        known = [(number, order[at], at) for at, number in enumerate(goal) if number is not None]
        if known:
            counts[min(known)[2]] += 1
    yield _measure("goals that it can come to first", counts)


def _moves(ways: tuple[Way, ...]) -> int | None:
    """The fewest moves to a goal, with the turns before a piece can come on."""
    return min((way.moves + max(way.since - 1, 0) for way in ways if way.moves is not None), default=None)


def _least(ways: tuple[Way, ...]) -> int | None:
    return min((way.cost for way in ways if way.cost is not None), default=None)


def _cost(name: str, ways: list[tuple[Way, ...]]) -> Measure:
    return Measure(name, tuple(_least(each) for each in ways), tuple(_spoken(each) for each in ways))


def _spoken(ways: tuple[Way, ...]) -> str:
    """What each class of movers pays: `6 in 2 moves`, or `6 (scout), 9 (giant)`."""
    if len(ways) == 1:
        return _price(ways[0])
    return ", ".join(f"{_price(way)} ({', '.join(way.models)})" for way in ways) or "-"


def _price(way: Way) -> str:
    if way.cost is None:
        return "-"
    price = str(way.cost) if way.moves is None else f"{way.cost} in {counted(way.moves, 'move')}"
    return f"{price} from round {way.since} on" if way.since > 1 else price


# ---------------------------------------------------------------------------------------------------------------- routes


def _routes(game: Game, scenario: ScenarioDef, sides: list[str], bases: dict[str, tuple[int, ...]]) -> Iterator[Measure]:
    """Routes without a common hex: to the enemy, and those by which enemies come into the own base from halfway."""
    steps = {side: steps_of(game, scenario, side) for side in sides}
    to_enemy = [routes_outside(steps[side], bases[side], enemy_of(game, scenario, side).hexes, MOST_WAYS) for side in sides]
    if None not in to_enemy:
        yield _ways("routes to the enemy that share no hex", [len(found.routes) for found in to_enemy if found is not None])
    if len(sides) == 2:
        one, two = sides
        into = [_ways_in(steps[two], bases[one], bases[two]), _ways_in(steps[one], bases[two], bases[one])]
        yield replaced(_ways("ways into its base", into), limit=WAYS)


def _ways(name: str, counts: list[int] | list[int | None]) -> Measure:
    cells = ("-" if count is None else f"{count} or more" if count >= MOST_WAYS else str(count) for count in counts)
    return Measure(name, tuple(counts), tuple(cells))


def _ways_in(steps: Steps, base: tuple[int, ...], enemy: tuple[int, ...]) -> int | None:
    """The routes that share no hex outside of the base, for enemies from hexes that are no nearer to it than to their own base."""
    home, away = _distances(steps, base), _distances(steps, enemy)
    if not home or not away:
        return None
    inside, far = set(base), len(steps)
    nearer = {index for index in steps if index not in inside and home.get(index, far) < away.get(index, far)}
    halfway = {a for a in steps if a not in inside and a not in nearer and any(b in nearer or b in inside for b in steps[a])}
    outside = {a: tuple(b for b in steps[a] if b in nearer) for a in (*halfway, *nearer)}
    gates = [a for a in outside if any(b in inside for b in steps[a])]
    return len(routes_between(outside, halfway, gates, MOST_WAYS).routes)


def _distances(steps: Steps, starts: Iterable[int]) -> dict[int, int]:
    """The number of steps to each hex."""
    found = {index: 0 for index in starts if index in steps}
    todo = list(found)
    for here in todo:
        for near in steps[here]:
            if near not in found:
                found[near] = found[here] + 1
                todo.append(near)
    return found


# ----------------------------------------------------------------------------------------------------------------- cover


def _cover(game: Game, scenario: ScenarioDef, sides: list[str], bases: dict[str, tuple[int, ...]]) -> Iterator[Measure]:
    """Hexes near the own base behind which one is not seen, by the first line of sight of the rules."""
    hides = hiding_hexes(game, game.worlds[scenario.id])
    if hides is not None:
        ground = ground_of(game.layout(scenario))
        counts = [sum(hides(index) for index in _around(ground, bases[side])) for side in sides]
        yield _measure(f"hexes that block sight within {NEAR} of its base", counts, COVER)


def _around(ground: GroundMap, base: Iterable[int]) -> set[int]:
    found, rim = set(base), set(base)
    for _ in range(NEAR):
        rim = {near for index in rim for near in ground.neighbours[index] if near != NO_HEX} - found
        found |= rim
    return found


def hiding_hexes(game: Game, world: World) -> Callable[[int], bool] | None:
    """Whether a hex is sure to block a line of sight through it, whoever looks; None when the rules have no line of sight."""
    if not game.program.sights:
        return None
    rules = [rule for rule in next(iter(game.program.sights.values())).rows if rule.where == "at" and rule.places]
    return lambda index: any(Run(world, {rule.places[0]: index}).value(rule.condition) is True for rule in rules)


# --------------------------------------------------------------------------------------------------------------- verdict


def check_fairness(game: Game) -> Iterator[Diagnostic]:
    """For each scenario that claims to be fair: what of its ground is clearly unequal."""
    for scenario in game.program.scenarios.values():
        span = scenario.claimed("fair")
        if span is None:
            continue
        sides = [side for side, _ in game.program.sides]
        unequal = [measure for measure in measures_of(game, scenario) if measure.is_unequal]
        if unequal:
            yield kinds.NOT_FAIR.at(
                span,
                f"`{scenario.id}` is not fair: {quoted(sides, 'and')} are unequal in {_named(unequal)}",
                notes=[f"{measure.name}: {_sided(sides, measure)}" for measure in unequal],
                help=("even it out, or do not claim it", f"`tankdsl survey --scenario {scenario.id}` shows all numbers"),
            )


def measures_of(game: Game, scenario: ScenarioDef) -> tuple[Measure, ...]:
    """The numbers of a scenario, on hexes or on a table; none without ground."""
    if scenario.layout in game.program.layouts:
        return game.remember(("fairness", scenario.id), lambda: measures(game, scenario))
    if scenario.layout in game.program.tables:
        from tankdsl.rules.fairness_tables import table_measures

        return table_measures(game, scenario)
    return ()


def _named(unequal: list[Measure]) -> str:
    return unequal[0].name if len(unequal) == 1 else f"{len(unequal)} things"


def _sided(sides: list[str], measure: Measure) -> str:
    return ", ".join(f"`{side}` {'no way' if cell == '-' else cell}" for side, cell in zip(sides, measure.cells, strict=True))


FAIRNESS = Check("fairness", check_fairness)
