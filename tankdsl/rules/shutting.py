"""What shuts a region in: hexes around it that rules close, and steps into it that rules refuse although the hexes are open."""

from __future__ import annotations

from collections.abc import Iterable

from tankdsl.check.static import World
from tankdsl.frozen import FrozenValue
from tankdsl.ground.graph import sealing_hexes
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import SHOWN, listed, with_terrain
from tankdsl.rules.movers import MoverClass, movements_of
from tankdsl.rules.steps import StepRules


class Shut(FrozenValue):
    """The hexes around a region that are closed, and the steps over its border between open hexes that are refused."""

    closed: tuple[int, ...]
    refused: tuple[tuple[int, int], ...]
    leads: str = "in"
    """Whether the steps would lead `in` to the region, or `on` from it."""

    @property
    def outside(self) -> tuple[int, ...]:
        """The open hexes from which no step leads in, or on."""
        return tuple(dict.fromkeys(a for a, _ in self.refused))


def shut_in(world: World, mover: MoverClass, region: tuple[int, ...]) -> Shut:
    """What shuts a region in for a class of movers, in ascending order."""
    assert world.layout is not None
    ground, inside, open = ground_of(world.layout), set(region), mover.terrain.open
    closed = sealing_hexes(ground, region, lambda index: bool(open[index]))
    steps = ((a, b) for b in region for a in ground.neighbours[b] if a >= 0 and a not in inside and open[a])
    return Shut(closed, tuple(sorted((a, b) for a, b in steps if a not in mover.terrain.sources[b])))


def held_in(world: World, mover: MoverClass, region: tuple[int, ...]) -> Shut:
    """The same of what keeps movers in a region: the steps that are refused lead out of it."""
    assert world.layout is not None
    ground, inside, open = ground_of(world.layout), set(region), mover.terrain.open
    closed = sealing_hexes(ground, region, lambda index: bool(open[index]))
    steps = ((a, b) for a in region for b in ground.neighbours[a] if b >= 0 and b not in inside and open[b])
    return Shut(closed, tuple(sorted((a, b) for a, b in steps if a not in mover.terrain.sources[b])), "on")


def kept_off(game: Game, world: World, mover: MoverClass, places: tuple[int, ...]) -> tuple[Shut | None, tuple[str, ...]]:
    """What keeps movers from places to which they cannot come, with that in words; no wall where it is the ground of the places."""
    wall = _wall_between(world, mover, places)
    if wall is not None:
        return wall, (shown(game, world, mover, wall),)
    why = _told(_why(rule, b, b) for b in places[:SHOWN] for rule in _rules(game, world, mover))
    return None, (f"they can never enter there{why}",) if why else ()


def _wall_between(world: World, mover: MoverClass, places: tuple[int, ...]) -> Shut | None:
    """What keeps movers from places to which they cannot come: around where they begin, or around the places if that is shorter.

    None where nothing that they may enter is around the places: then it is the ground of these that keeps them off.
    """
    goal = [index for index in places if mover.terrain.open[index]]
    if not goal:
        return None
    reach = tuple(sorted(mover.reach))
    from_goal = mover.lands.left_from({mover.lands.land_of(index) for index in goal})
    around_goal = tuple(sorted({index for land in from_goal for index in mover.lands.parts[land]}))
    walls = [shut_in(world, mover, around_goal), held_in(world, mover, reach)]
    told = [wall for wall in walls if wall.closed or wall.refused]
    return min(told, key=lambda wall: len(wall.closed) + len(wall.refused), default=None)


def shown(game: Game, world: World, mover: MoverClass, shut: Shut) -> str:
    """That in words, with the reasons of the rules that refuse: `shut in by A2 wood: "the hex is wood"`."""
    assert world.layout is not None
    ground = ground_of(world.layout)
    rules = _rules(game, world, mover)
    parts: list[str] = []
    if shut.closed:
        why = _told(_why(rule, b, b) for b in shut.closed[:SHOWN] for rule in rules)
        parts.append(f"shut in by {with_terrain(ground, game.models, shut.closed)}{why}")
    if shut.refused:
        why = _told(_why(rule, a, b) for a, b in shut.refused[:SHOWN] for rule in rules)
        parts.append(f"no step leads {shut.leads} from {listed(ground, shut.outside)}{why}")
    return "; ".join(parts) or "there is no ground around it"


def _rules(game: Game, world: World, mover: MoverClass) -> list[StepRules]:
    return [StepRules(world, movement, mover.things[0], game) for movement in movements_of(world, mover.things[0], game)]


def _why(rule: StepRules, a: int, b: int) -> str:
    """Why a step is refused; where both ends are one hex, why it is closed."""
    reason = rule.why_closed(b) or ("" if a == b else rule.why_barred(a, b))
    return f'"{reason}"' if reason else rule.why_too_dear(a, b)


def _told(reasons: Iterable[str]) -> str:
    told = [reason for reason in dict.fromkeys(reasons) if reason]
    return f": {' and '.join(told)}" if told else ""
