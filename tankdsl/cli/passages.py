"""What `tankdsl map` draws of the checks of a pack: lands, chokepoints and routes. They need the source, not its compiled form alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tankdsl.diagnostics import counted

if TYPE_CHECKING:
    from tankdsl.check.tree import ScenarioDef
    from tankdsl.picture.answers import NoAnswer
    from tankdsl.picture.scene import Narrows, Regions, Ways
    from tankdsl.rules import Game
    from tankdsl.rules.movers import MoverClass
    from tankdsl.rules.passages import Passages


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
        from tankdsl.picture.scene import Regions

        classes = self._classes(model)
        if not isinstance(classes, tuple):
            return classes
        parts = classes[0].lands.components
        count = "one region" if len(parts) == 1 else f"{len(parts)} regions"
        return Regions(f"{classes[0].shown}: {count} of {sum(map(len, parts))} hexes between which they can go to and fro", parts)

    def narrows(self, model: str | None) -> list[Narrows] | NoAnswer:
        """The chokepoints of all movers, or of those of a model; what is the same for several classes is one answer."""
        from tankdsl.picture.scene import Narrows
        from tankdsl.rules.passages import passages_of

        classes = self._classes(model)
        if not isinstance(classes, tuple):
            return classes
        found: dict[tuple[object, ...], list[Passages]] = {}
        for each in passages_of(self.game, self.scenario):
            if each.mover in classes:
                cut = () if each.to_enemy is None else each.to_enemy.cut
                found.setdefault((each.narrow.hexes, each.narrow.bridges, cut), []).append(each)
        return [Narrows(_narrow_title(group), group[0].narrow.hexes, group[0].narrow.bridges, _cut(group[0])) for group in found.values()]

    def ways(self, model: str | None) -> list[Ways] | NoAnswer:
        """The ways of each side, or of the pieces of one model, to what there is to come to and to the enemy."""
        from tankdsl.picture.scene import Ways
        from tankdsl.rules.passages import cheapest_paths, routes_of

        classes = self._classes(model)
        if not isinstance(classes, tuple):
            return classes
        sides = [side for side, _ in self.game.program.sides]
        found = []
        for number, side in enumerate(sides):
            if any(each.side == side for each in classes):
                only = None if model is None else (model,)
                paths = cheapest_paths(self.game, self.scenario, side, only)
                routes = routes_of(self.game, self.scenario, side, only)
                costs = ", ".join(f"{path.cost} to {path.goal}" for path in paths)
                title = f"`{side}`: {_apart(len(routes))}" + (f"; the cheapest cost {costs}" if costs else "")
                found.append(Ways(title, number, routes, tuple(path.hexes for path in paths)))
        return found


def _apart(count: int) -> str:
    """How many ways to the enemy share no hex (none at all when the sides begin side by side)."""
    if count > 1:
        return f"{count} ways to the enemy that share no hex"
    return "only one way to the enemy" if count else "no way to the enemy through ground between"


def _cut(found: Passages) -> tuple[int, ...]:
    return () if found.to_enemy is None else found.to_enemy.cut


def _narrow_title(group: list[Passages]) -> str:
    """Who must pass where, in one line."""
    first = group[0]
    who = dict.fromkeys(f"{', '.join(each.mover.models)} of `{each.mover.side}`" for each in group)
    narrow = [counted(len(first.narrow.hexes), "hex", "hexes")] if first.narrow.hexes else []
    narrow += [counted(len(first.narrow.bridges), "side")] if first.narrow.bridges else []
    hangs = f"ground hangs by {' and '.join(narrow)}" if narrow else "no ground hangs by one hex"
    if first.to_enemy is None:
        closed = "the sides begin side by side"
    elif first.to_enemy.cut:
        closed = f"{counted(len(first.to_enemy.cut), 'hex closes', 'hexes close')} all ways between the sides"
    else:
        closed = "no way leads from one side to the other"
    return f"{'; '.join(who)}: {hangs}, {closed}"
