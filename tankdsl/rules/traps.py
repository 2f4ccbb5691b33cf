"""One-way traps: ground that some kind of mover can come to from the mainland and never leave again.

Each trap is named once, with its size, one of its hexes and a step that leads into it. A trap that the map names, as a place or a zone, is
taken to be meant: an exit, say.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.grounds import hex_name
from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.check.tree import LayoutDef, ScenarioDef
from tankdsl.diagnostics import Diagnostic, counted, quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.rules.connectivity import are_put
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import scenarios_shown
from tankdsl.rules.interface import Check
from tankdsl.rules.movers import MoverClass, mover_classes
from tankdsl.state import State, field

Region = tuple[int, ...]


class Trap(State):
    """A trap of one map with the movers and scenarios for which it is one."""

    layout: LayoutDef
    step: tuple[int, int]
    """A step that leads into it."""
    models: dict[str, None] = field(default_factory=dict)
    scenarios: dict[str, None] = field(default_factory=dict)


def check_traps(game: Game) -> Iterator[Diagnostic]:
    """The traps, by layout and size."""
    traps: dict[tuple[str, Region], Trap] = {}
    for scenario in game.mapped:
        for mover in mover_classes(game, scenario):
            if mover.lands.one_way:
                _collect(game, scenario, mover, traps)
    for (_, region), trap in traps.items():
        yield _found(game, region, trap)


def _collect(game: Game, scenario: ScenarioDef, mover: MoverClass, traps: dict[tuple[str, Region], Trap]) -> None:
    layout, lands = game.layout(scenario), mover.lands
    lost = lands.reached(mover.main_lands) - lands.left_from(mover.main_lands)
    named = {*layout.names.values(), *(index for zone in layout.zones.values() for index in zone)}
    regions = [region for region in lands.regions(lost) if not named.issuperset(region) and not mover.terrain.no_stop.issuperset(region)]
    if not regions or are_put(game, scenario, mover, mover.mainland):
        return
    for region in regions:
        inside = set(region)
        step = next(step for step in lands.one_way.values() if step[1] in inside and step[0] not in inside)
        trap = traps.setdefault((layout.id, region), Trap(layout, step))
        trap.models.update(dict.fromkeys(mover.models))
        trap.scenarios[scenario.id] = None


def _found(game: Game, region: Region, trap: Trap) -> Diagnostic:
    ground = ground_of(trap.layout)
    start, first = (hex_name(ground, index) for index in trap.step)
    where = first if len(region) == 1 else f"{counted(len(region), 'hex', 'hexes')} around {first}"
    return kinds.ONE_WAY_TRAP.at(
        game.layout_span(trap.layout),
        f"on the map `{trap.layout.id}`, {quoted(trap.models, 'and')} can come to {where} and never leave again",
        notes=(f"a way in leads from {start} to {first}, and none leads back", f"in {scenarios_shown(tuple(trap.scenarios))}"),
        help="open a way out, or close the way in; if it is meant so, make a zone of it",
        picture=hex_picture(game.program, trap.layout, Mark("place", "the trap", region), Mark("cause", "a way in", trap.step[:1])),
    )


TRAPS = Check("traps", check_traps)
