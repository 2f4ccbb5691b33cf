"""Scenarios that claim to be symmetric: a turn or mirror lays ground and set-up upon themselves, with the sides exchanged.

Only what stands at the start is compared: ground, names of places, zones, pieces, not the rules. When nothing fits, the turn or mirror is
spoken of that leaves the fewest differences. With more than two sides several may be needed, until each side has been in the place of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tankdsl.check.pictures import Mark, TableMark, hex_picture, table_picture
from tankdsl.check.tree import ScenarioDef
from tankdsl.diagnostics import Diagnostic, Label, counted, quoted
from tankdsl.diagnostics.picture import Picture
from tankdsl.diagnostics.registry import analysis as kinds
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.counterparts import Difference
from tankdsl.rules.forms import Exchange
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.source import Span

SHOWN = 6
"""Differences that are written out."""


class Comparison(FrozenValue):
    """A scenario laid upon itself in one way, and all that does not fit then."""

    exchange: Exchange
    differences: tuple[Difference, ...]


def check_symmetric(game: Game) -> Iterator[Diagnostic]:
    """For each scenario that claims it: no set of turns and mirrors exchanges all sides."""
    for scenario in game.program.scenarios.values():
        span = scenario.claimed("symmetric")
        if span is not None:
            missing = unfitting(comparisons(game, scenario), [side for side, _ in game.program.sides])
            if missing is not None:
                yield _not_symmetric(game, scenario, span, missing)


def comparisons(game: Game, scenario: ScenarioDef) -> tuple[Comparison, ...]:
    """The scenario laid upon itself in all ways that its ground allows; none for a scenario without ground."""
    if scenario.layout in game.program.layouts:
        from tankdsl.rules.symmetric_maps import map_comparisons

        return tuple(map_comparisons(game, scenario))
    if scenario.layout in game.program.tables:
        from tankdsl.rules.symmetric_tables import table_comparisons

        return tuple(table_comparisons(game, scenario))
    return ()


def unfitting(found: Iterable[Comparison], sides: list[str]) -> Comparison | None:
    """Of the comparisons that would bring some side into a place where it cannot come yet, the one with the fewest differences.

    None when each side can come into the place of each other one.
    """
    ways = sorted(found, key=lambda each: len(each.differences))
    joined = {side: side for side in sides}
    for way in ways:
        if not way.differences:
            _join(joined, way.exchange.sides)
    return next((way for way in ways if any(joined[a] != joined[b] for a, b in way.exchange.sides.items())), None)


def _join(joined: dict[str, str], sides: Mapping[str, str]) -> None:
    """Give sides that can be exchanged the same mark."""
    for a, b in sides.items():
        old, new = joined[a], joined[b]
        for side, mark in joined.items():
            if mark == old:
                joined[side] = new


def _not_symmetric(game: Game, scenario: ScenarioDef, span: Span, found: Comparison) -> Diagnostic:
    shown = found.differences[:SHOWN]
    more = len(found.differences) - len(shown)
    notes = [difference.text for difference in shown]
    if more:
        notes.append(f"and {counted(more, 'more difference')}")
    things = {thing.id: thing for difference in shown for thing in difference.things if thing.span is not None}
    return kinds.NOT_SYMMETRIC.at(
        span,
        f"`{scenario.id}` is not symmetric: {found.exchange.name} comes nearest, with {counted(len(found.differences), 'difference')}",
        secondary=[Label(game.thing_span(scenario, thing), f"`{thing.id}` is placed here") for thing in things.values()][:SHOWN],
        notes=(_exchanged(found.exchange.sides), *notes),
        help="mend the differences, or do not claim it",
        picture=_drawn(game, scenario, shown),
    )


def _drawn(game: Game, scenario: ScenarioDef, shown: tuple[Difference, ...]) -> Picture | None:
    """The map or table with the first places that have no counterpart."""
    places = dict.fromkeys(place for difference in shown for place in difference.places)
    hexes = tuple(place for place in places if isinstance(place, int))
    points = tuple(place for place in places if not isinstance(place, int))
    if hexes:
        return hex_picture(game.program, game.layout(scenario), Mark("place", "has no counterpart", hexes))
    table = game.program.tables.get(scenario.layout or "")
    if not points or table is None:
        return None
    world = replaced(game.world(scenario), table=table)
    return table_picture(world, table, TableMark("place", "has no counterpart", points=points))


def _exchanged(sides: Mapping[str, str]) -> str:
    if all(sides[b] == a for a, b in sides.items()):
        order = list(sides)
        pairs = [quoted((a, b), "and") for a, b in sides.items() if order.index(a) < order.index(b)]
        return f"{', '.join(pairs)} exchange their places"
    return ", ".join(f"`{a}` comes into the place of `{b}`" for a, b in sides.items())


SYMMETRIC = Check("symmetric", check_symmetric)
