"""Hexes that lie more than one level above or below everything around them: a slip of the pen more often than a pinnacle.

A map that has many of them is rugged on purpose, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.grounds import hex_name
from tankdsl.check.pictures import Mark, hex_picture
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import analysis as kinds
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.hexwords import listed
from tankdsl.rules.interface import Check

JUMP = 1
"""A difference of levels that is none."""
RUGGED = 50
"""A map on which more than one hex in so many stands out is rugged; two hexes always count."""


def lone_levels(ground: GroundMap) -> tuple[int, ...]:
    """The hexes whose level differs by more than one from that of each neighbour, in ascending order."""
    hexes = ground.hexes
    found = []
    for index, near in enumerate(ground.neighbours):
        around = [hexes[other].level for other in near if other != NO_HEX]
        if around and all(abs(hexes[index].level - level) > JUMP for level in around):
            found.append(index)
    return tuple(found)


def check_levels(game: Game) -> Iterator[Diagnostic]:
    """For each map that is played on: hexes that stand out, unless there are many."""
    played = dict.fromkeys(scenario.layout for scenario in game.mapped)
    for layout in (game.program.layouts[id] for id in played if id is not None):
        ground = ground_of(layout)
        lone = lone_levels(ground)
        if lone and (len(lone) <= 2 or len(lone) * RUGGED <= len(ground)):
            yield kinds.LEVEL_STANDS_OUT.at(
                game.layout_span(layout),
                f"on the map `{layout.id}`, {_levels(ground, lone)} by more than one level",
                help="correct the level, or allow it: `# tankdsl: allow level-stands-out because ...`",
                picture=hex_picture(game.program, layout, Mark("place", "stands out", lone)),
            )


def _levels(ground: GroundMap, lone: tuple[int, ...]) -> str:
    if len(lone) > 1:
        return f"{listed(ground, lone)} stand out from all around"
    return f"{hex_name(ground, lone[0])} at level {ground.hexes[lone[0]].level} stands out from all around"


LEVELS = Check("levels", check_levels)
