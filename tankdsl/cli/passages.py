"""Lands, chokepoints and routes as `tankdsl map` draws them, of a pack: as the checks of its ground find them.

What a compiled file has of it is asked in `compiled_passages`, and said in the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tankdsl.diagnostics import counted
from tankdsl.frozen import FrozenValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tankdsl.check.tree import ScenarioDef
    from tankdsl.ground.lands import Lands
    from tankdsl.ground.routes import Chokepoints, Routes
    from tankdsl.picture.answers import NoAnswer
    from tankdsl.picture.scene import Narrows, Regions, Ways
    from tankdsl.rules import Game
    from tankdsl.rules.movers import MoverClass


class Passage(FrozenValue):
    """What some movers must pass. `closed` says what closes their ways to the enemy, `cut` are the hexes that do."""

    who: str
    narrow: Chokepoints
    cut: tuple[int, ...]
    closed: str


class Grounds:
    """The ground of a scenario of a pack as its movers find it."""

    def __init__(self, game: Game, scenario: ScenarioDef) -> None:
        self.game, self.scenario = game, scenario

    def _classes(self, model: str | None) -> tuple[MoverClass, ...] | NoAnswer:
        """The classes of movers, or the one to which a model belongs."""
        from tankdsl.picture.answers import NoAnswer
        from tankdsl.rules.movers import mover_classes

        classes = mover_classes(self.game, self.scenario)
        found = tuple(each for each in classes if model is None or model in each.models)
        if found:
            return found
        if model is None:
            return NoAnswer("no piece moves in this scenario")
        known = tuple(name for each in classes for name in each.models)
        return NoAnswer(f"no piece of `{model}` moves in this scenario", model, known)

    def regions(self, model: str) -> Regions | NoAnswer:
        """The lands of the class of movers to which a model belongs, as the checks of the ground see them."""
        classes = self._classes(model)
        return regions_of(classes[0].shown, classes[0].lands) if isinstance(classes, tuple) else classes

    def narrows(self, model: str | None) -> list[Narrows] | NoAnswer:
        """The chokepoints of all movers, or of those of a model."""
        from tankdsl.rules.passages import passages_of

        classes = self._classes(model)
        if not isinstance(classes, tuple):
            return classes
        return narrows_of(
            Passage(
                f"{', '.join(each.mover.models)} of `{each.mover.side}`",
                each.narrow,
                () if each.to_enemy is None else each.to_enemy.cut,
                closed_by(each.to_enemy),
            )
            for each in passages_of(self.game, self.scenario)
            if each.mover in classes
        )

    def ways(self, model: str | None) -> list[Ways] | NoAnswer:
        """The ways of each side, or of the pieces of one model, to what there is to come to and to the enemy."""
        from tankdsl.rules.passages import cheapest_paths, routes_of

        classes = self._classes(model)
        if not isinstance(classes, tuple):
            return classes
        found = []
        for number, (side, _) in enumerate(self.game.program.sides):
            if any(each.side == side for each in classes):
                only = None if model is None else (model,)
                paths = cheapest_paths(self.game, self.scenario, side, only)
                routes = routes_of(self.game, self.scenario, side, only)
                found.append(ways_of(side, number, routes, [(path.goal, path.cost, path.hexes) for path in paths]))
        return found


def _apart(count: int) -> str:
    """How many ways to the enemy share no hex (none at all when the sides begin side by side)."""
    if count > 1:
        return f"{count} ways to the enemy that share no hex"
    return "only one way to the enemy" if count else "no way to the enemy through ground between"


def regions_of(who: str, lands: Lands) -> Regions:
    """The lands of some movers as an answer."""
    from tankdsl.picture.scene import Regions

    parts = lands.components
    count = "one region" if len(parts) == 1 else f"{len(parts)} regions"
    return Regions(f"{who}: {count} of {sum(map(len, parts))} hexes between which they can go to and fro", parts)


def narrows_of(found: Iterable[Passage]) -> list[Narrows]:
    """What movers must pass; what is the same for several is one answer."""
    from tankdsl.picture.scene import Narrows

    groups: dict[tuple[object, ...], list[Passage]] = {}
    for each in found:
        groups.setdefault((each.narrow.hexes, each.narrow.bridges, each.cut, each.closed), []).append(each)
    return [Narrows(_narrow_title(group), group[0].narrow.hexes, group[0].narrow.bridges, group[0].cut) for group in groups.values()]


def ways_of(side: str, number: int, routes: Sequence[tuple[int, ...]], paths: Sequence[tuple[str, int, tuple[int, ...]]]) -> Ways:
    """The ways of a side: the routes to the enemy that share no hex, and the cheapest paths, each with what it leads to and its cost."""
    from tankdsl.picture.scene import Ways

    costs = ", ".join(f"{cost} to {goal}" for goal, cost, _ in paths)
    title = f"`{side}`: {_apart(len(routes))}" + (f"; the cheapest cost {costs}" if costs else "")
    return Ways(title, number, tuple(routes), tuple(hexes for _, _, hexes in paths))


def closed_by(to_enemy: Routes | None) -> str:
    """What closes the ways to the enemy, in words."""
    if to_enemy is None:
        return "the sides begin side by side"
    if to_enemy.cut:
        return f"{counted(len(to_enemy.cut), 'hex closes', 'hexes close')} all ways between the sides"
    return "no way leads from one side to the other"


def _narrow_title(group: list[Passage]) -> str:
    """Who must pass where, in one line."""
    first = group[0]
    who = dict.fromkeys(each.who for each in group)
    narrow = [counted(len(first.narrow.hexes), "hex", "hexes")] if first.narrow.hexes else []
    narrow += [counted(len(first.narrow.bridges), "side")] if first.narrow.bridges else []
    hangs = f"ground hangs by {' and '.join(narrow)}" if narrow else "no ground hangs by one hex"
    return f"{'; '.join(who)}: {hangs}, {first.closed}"
