"""Places that are chosen at random for a piece, among them some into which its movement would never let it.

A person who chooses sees where a piece can stand; dice do not. So what the choice is made from, and its condition, must keep closed ground
out.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.static import Run
from tankdsl.check.tree import Core, Local, ScenarioDef
from tankdsl.diagnostics import Diagnostic, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.rules.asks import asked_of, groups_of
from tankdsl.rules.calls import Node
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import with_terrain
from tankdsl.rules.interface import Check
from tankdsl.rules.movers import MoverClass, comes_to, mover_classes
from tankdsl.rules.reinforcements import fits
from tankdsl.rules.walk import statements


def check_random_places(game: Game) -> Iterator[Diagnostic]:
    """For each such choice the first scenario in which it may pick closed ground for some kind of piece."""
    for node, choice, thing, asked in _choices(game):
        scenarios = (scenario for scenario in game.mapped if comes_to(game, scenario, node))
        picks = (_closed_picks(game, scenario, choice, thing, asked) for scenario in scenarios)
        found = next((found for found in picks if found is not None), None)
        if found is not None:
            yield _finding(game, choice, *found)


Conditions = tuple[tuple[Core, bool], ...]
"""What is asked between the choice and the piece being put there, with the answer that leads there."""


def _choices(game: Game) -> Iterator[tuple[Node, tree.Choose, Core, Conditions]]:
    """The choices at random of a place, each with what it stands in, and the piece that is put there."""
    for node, statement in game.statements:
        if isinstance(statement, tree.Choose) and statement.chooser is None:
            # What may be left before its end is not followed.
            if any(isinstance(inner, (tree.Stop, tree.Give)) for inner in statements(statement.then or ())):
                continue
            for inner, asked in _puts(statement.then or (), ()):
                if _is(inner.place, statement.local, statement.candidate):
                    yield node, statement, inner.thing, asked
                    break


def _puts(body: tuple[tree.AnyStmt, ...], asked: Conditions) -> Iterator[tuple[tree.PlaceThing, Conditions]]:
    """The statements of a body that put pieces on places, with what is asked before."""
    for statement in body:
        if isinstance(statement, tree.PlaceThing):
            yield statement, asked
        elif isinstance(statement, tree.IfElse) and statement.binding is None:
            yield from _puts(statement.then, (*asked, (statement.condition, True)))
            yield from _puts(statement.orelse, (*asked, (statement.condition, False)))
        else:
            for part in ("body", "then", "orelse", "choices"):
                yield from _puts(getattr(statement, part, None) or (), asked)


def _is(core: Core, *locals: Local) -> bool:
    return core.op == "local" and core.args[0] in locals


Picks = tuple[ScenarioDef, MoverClass, tuple[int, ...]]


def _closed_picks(game: Game, scenario: ScenarioDef, choice: tree.Choose, thing: Core, asked: Conditions) -> Picks | None:
    """The hexes that a choice may pick and that a class of movers can never enter."""
    world = game.worlds[scenario.id]
    places = Run(world).value(choice.domain)
    if not isinstance(places, tuple) or not all(isinstance(place, int) for place in places):
        return None
    ground = ground_of(game.layout(scenario))
    groups = groups_of(game, world, ground, asked_of(world.program, choice.where, choice.candidate))
    for mover in mover_classes(game, scenario):
        piece = next((one for one in mover.things if fits(game, thing, one)), None)
        if piece is None or not mover.mainland:
            continue
        known = {thing.args[0]: piece.id} if thing.op == "local" else {}
        allowed: dict[int, bool] = {}
        picked: list[int] = []
        for place in places:
            group = groups.of[place]  # type: ignore[index]
            if group not in allowed:
                answer = True if choice.where is None else Run(world, {**known, choice.candidate: place}).value(choice.where)
                allowed[group] = answer is not False
            if allowed[group] and not mover.terrain.open[place]:  # type: ignore[index]
                there = {**known, choice.local: place, choice.candidate: place}
                if all(Run(world, dict(there)).value(condition) is not (not wanted) for condition, wanted in asked):
                    picked.append(place)  # type: ignore[arg-type]
        if picked:
            return scenario, mover, tuple(picked)
    return None


def _finding(game: Game, choice: tree.Choose, scenario: ScenarioDef, mover: MoverClass, picked: tuple[int, ...]) -> Diagnostic:
    layout = game.layout(scenario)
    return kinds.RANDOM_PLACE_CLOSED.at(
        choice.domain.span,
        f"{quoted(mover.models, 'and')} may be put at random on {counted(len(picked), 'hex', 'hexes')} that they can never enter",
        notes=(
            f"they are {with_terrain(ground_of(layout), game.models, picked)}",
            f"on the map `{layout.id}` in the scenario `{scenario.id}`",
        ),
        help="let the choice be made `where` the ground lets the piece stand",
        picture=hex_picture(game.program, layout, Mark("place", "may be picked, cannot be entered", picked)),
    )


RANDOM_PLACES = Check("random places", check_random_places)
