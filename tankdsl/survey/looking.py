"""Looking from many places to many others by one line of sight, as a scenario begins.

On hexes the engine is asked. On a table the rows of the sight are read for each area that stands there: what they ask of it is mostly known
without the ends of a line, and then only geometry is left. What is not known before play blocks nothing there.
"""

from __future__ import annotations

from collections.abc import Sequence

from tankdsl.check.static import UNKNOWN, Run, Value, World
from tankdsl.check.static.tables import areas_of, outline_of
from tankdsl.check.tree import Local, SightDef, SightRule
from tankdsl.check.types import Kind, required
from tankdsl.frozen import replaced
from tankdsl.ground.table import Outline, Point, crosses, squared
from tankdsl.rules.game import Game
from tankdsl.survey.beginnings import Place
from tankdsl.survey.sightlines import Sightlines

MOST_LINES = 60_000
"""So many lines are looked along for one scenario."""


class TooManyLines(Exception):
    """There are more lines than one waits for."""


class NoAnswer(Exception):
    """The rules give no answer as the scenario begins."""


class Eyes:
    """All lines of sight of a scenario; every line counts once."""

    def __init__(self, game: Game, world: World) -> None:
        scenario = world.scenario
        assert scenario is not None
        self._world = replaced(world, at_start=True)
        self._lines = Sightlines(game, scenario)
        self._tables = {sight.id: _TableSight(self._world, sight) for sight in game.program.sights.values() if world.table is not None}
        self._known: dict[tuple[str, Place, Place], bool] = {}

    @property
    def left_open(self) -> bool:
        """Whether something that is not known before play could have blocked a line."""
        return any(table.left_open for table in self._tables.values())

    def is_seen(self, sight: str, place: Place, origins: Sequence[Place]) -> bool:
        """Whether a place is seen from any of some places, the nearest of which are tried first."""
        nearest = sorted(origins, key=lambda origin: (self._apart(origin, place), origin))
        return any(self.sees(sight, origin, place) for origin in nearest)

    def sees(self, sight: str, a: Place, b: Place) -> bool:
        """Whether one sees from one place to another; a place sees itself."""
        if a == b:
            return True
        if (sight, a, b) not in self._known:
            if len(self._known) >= MOST_LINES:
                raise TooManyLines
            self._known[sight, a, b] = self._ask(sight, a, b)
        return self._known[sight, a, b]

    def _ask(self, sight: str, a: Place, b: Place) -> bool:
        if isinstance(a, tuple) and isinstance(b, tuple):
            return self._tables[sight].sees(a, b)
        found = self._lines.sees(sight, a, b)
        if found is UNKNOWN:
            raise NoAnswer
        return found is True

    def _apart(self, a: Place, b: Place) -> int:
        if isinstance(a, tuple) and isinstance(b, tuple):
            return squared(a, b)
        assert self._world.ground is not None and isinstance(a, int) and isinstance(b, int)
        return self._world.ground.distance(a, b)


class _TableSight:
    """A sight on a table: outlines that always block, those that may by a row, and rows about lines as a whole."""

    def __init__(self, world: World, sight: SightDef) -> None:
        self._world = world
        self._always: list[Outline] = []
        self._by_row: list[tuple[Outline, SightRule, str]] = []
        self._whole = [row for row in sight.rows if row.where == "between" and Run(world).value(row.condition) is not False]
        self.left_open = False
        for row in sight.rows:
            if row.where == "at":
                self._add(row)

    def _add(self, row: SightRule) -> None:
        kind = required(row.places[0].type)
        areas = areas_of(self._world, kind.name) if isinstance(kind, Kind) else ()
        for area in areas if isinstance(areas, tuple) else ():
            outline = outline_of(Run(self._world), str(area))
            blocks = Run(self._world, {row.places[0]: area}).value(row.condition)
            if blocks is True:
                self._always.append(outline)
            elif blocks is not False:
                self._by_row.append((outline, row, str(area)))

    def sees(self, a: Point, b: Point) -> bool:
        """Whether the line between two points is clear."""
        leg = a, b
        if any(crosses(leg, outline) for outline in self._always):
            return False
        if any(crosses(leg, outline) and self._holds(row, a, b, area) for outline, row, area in self._by_row):
            return False
        return not any(self._holds(row, a, b) for row in self._whole)

    def _holds(self, row: SightRule, a: Point, b: Point, *places: str) -> bool:
        known: dict[Local, Value] = dict(zip((*row.places, *row.ends), (*places, a, b), strict=True))
        found = Run(self._world, known).value(row.condition)
        self.left_open = self.left_open or not isinstance(found, bool)
        return found is True
