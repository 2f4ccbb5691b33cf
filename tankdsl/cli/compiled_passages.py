"""Lands, chokepoints and routes as `tankdsl map` draws them, of a compiled file: by the steps that its rules allow when the game begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tankdsl.cli.passages import Passage, closed_by, narrows_of, regions_of, ways_of

if TYPE_CHECKING:
    from tankdsl.picture.answers import NoAnswer
    from tankdsl.picture.scene import Narrows, Regions, Ways
    from tankdsl.picture.steps import Mover

UNKNOWN = "where the sides begin is not in the compiled file"


class CompiledGrounds:
    """The ground of a compiled scenario as its movers find it. Raises `GameError` for a document that the engine does not take."""

    def __init__(self, document: dict[str, Any]) -> None:
        from tankdsl.picture.ground import ground_of
        from tankdsl.picture.steps import Movers

        self.movers = Movers(document)
        self.ground, _ = ground_of(document["content"]["map"])

    def regions(self, model: str) -> Regions | NoAnswer:
        """The lands of the pieces of a model: those of the first side that has some."""
        from tankdsl.ground.lands import Lands

        movers = self.movers.all(model)
        return regions_of(f"`{model}`", Lands.of_steps(movers[0].steps)) if isinstance(movers, tuple) else movers

    def narrows(self, model: str | None) -> list[Narrows] | NoAnswer:
        """The chokepoints of all movers, or of those of a model."""
        movers = self.movers.all(model)
        return narrows_of(map(self._passage, movers)) if isinstance(movers, tuple) else movers

    def _passage(self, mover: Mover) -> Passage:
        from tankdsl.ground.routes import chokepoints, routes_outside

        who = f"{', '.join(mover.models)} of `{mover.side}`"
        starts, enemy = mover.placed or self.movers.base(mover.side), self.movers.enemy(mover.side).hexes
        if not (starts and enemy):
            return Passage(who, chokepoints(mover.steps), (), UNKNOWN)
        found = routes_outside(mover.steps, starts, enemy)
        return Passage(who, chokepoints(mover.steps), () if found is None else found.cut, closed_by(found))

    def ways(self, model: str | None) -> list[Ways] | NoAnswer:
        """The ways of each side, or of the pieces of one model, to what there is to come to and to the enemy."""
        from tankdsl.picture.answers import NoAnswer

        movers = self.movers.all(model)
        if not isinstance(movers, tuple):
            return movers
        sides = [(number, side, [each for each in movers if each.side == side]) for number, side in enumerate(self.movers.sides)]
        found = [self._ways(number, side, own) for number, side, own in sides if own and self.movers.base(side)]
        return found or NoAnswer(UNKNOWN)

    def _ways(self, number: int, side: str, movers: list[Mover]) -> Ways:
        from tankdsl.ground.routes import routes_outside

        together: dict[int, set[int]] = {}
        for mover in movers:
            for a, nexts in mover.steps.items():
                together.setdefault(a, set()).update(nexts)
        base, enemy = self.movers.base(side), self.movers.enemy(side)
        routes = routes_outside({a: tuple(sorted(together[a])) for a in sorted(together)}, base, enemy.hexes)
        paths = []
        for goal in (*self.movers.goals(), enemy):
            ways = [way for mover in movers if (way := self._cheapest(mover, mover.placed or base, goal.hexes)) is not None]
            if ways:
                paths.append((goal.name, *min(ways)))
        return ways_of(side, number, () if routes is None else routes.routes, paths)

    def _cheapest(self, mover: Mover, starts: tuple[int, ...], goal: tuple[int, ...]) -> tuple[int, tuple[int, ...]] | None:
        from tankdsl.ground.graph import cheapest_path

        return cheapest_path(self.ground, starts, goal, lambda a, b: mover.costs.get((a, b)))
