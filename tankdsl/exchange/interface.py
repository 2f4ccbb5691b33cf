"""What all formats have in common: the neutral value between readers and writers, and what a reader may answer.

A reader makes a `Field` (a map with all that stands on it) or a `Roll` (a list of units) of the bytes of a file, together with notes
about what it took for granted and what it left out. It never guesses silently. What it cannot read it refuses: inside of a reader that is
an exception, because the fault may lie deep in nested data, and `read_file` in `formats.py` turns it into a diagnostic.

Names in these values are names of the language already (small letters, digits, `_`), and each is there only once.
"""

from __future__ import annotations

from collections.abc import Callable

from tankdsl.bounds import FARTHEST, MOST_HEXES
from tankdsl.diagnostics.kind import Kind
from tankdsl.diagnostics.registry import usage
from tankdsl.frozen import FrozenValue
from tankdsl.ground.grids import Grid
from tankdsl.ground.labels import Cell

MOST_CELLS = MOST_HEXES
"""Cells of a map: as many as the language allows a board."""
MOST_TERRAINS = 5_000
MOST_STATS = 200
"""Stats of a table, so that it cannot have more cells than anybody could read."""
MOST_OBJECTS = 10_000
"""Objects of a map, and rows of a list."""

Value = int | bool | str
Stats = tuple[tuple[str, Value], ...]
"""Names of stats with their values, in order of first mention."""


class Terrain(FrozenValue):
    """What cells are made of. `stats` may leave out what another terrain has."""

    id: str
    name: str
    stats: Stats = ()


class Edge(FrozenValue):
    """A feature between two neighbouring cells."""

    a: Cell
    b: Cell
    feature: str
    leads: bool = False
    """It leads from the first cell to the second, as a cliff does."""


class Model(FrozenValue):
    """A sort of unit, of one side or of any."""

    id: str
    name: str
    side: str | None = None
    stats: Stats = ()


class Piece(FrozenValue):
    """A unit on the map."""

    model: str
    side: str | None
    cell: Cell
    name: str = ""


class Field(FrozenValue):
    """A map of hexes. Cells are column and row from 0, as in the text of a board with that grid."""

    id: str
    title: str
    grid: Grid
    columns: int
    rows: int
    cells: tuple[tuple[str | None, ...], ...]
    """Ids of terrains, row by row; None where there is no hex."""
    terrains: tuple[Terrain, ...]
    absent: Stats = ()
    """The value of a stat in terrains that do not mention it."""
    levels: tuple[tuple[int, ...], ...] = ()
    """How high each cell lies, row by row, 0 where there is no hex; empty when everything lies at level 0."""
    edges: tuple[Edge, ...] = ()
    places: tuple[tuple[str, Cell], ...] = ()
    zones: tuple[tuple[str, tuple[Cell, ...]], ...] = ()
    objectives: tuple[str, ...] = ()
    """Those places that are to be won."""
    models: tuple[Model, ...] = ()
    pieces: tuple[Piece, ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    """Id and name of the sides that the file mentions."""
    first: int = 1
    """The number of the first column and row as the other program counts."""


class Roll(FrozenValue):
    """A list of sorts of units without a map."""

    id: str
    title: str
    models: tuple[Model, ...]
    sides: tuple[tuple[str, str], ...] = ()
    absent: Stats = ()


class Note(FrozenValue):
    """What a reader assumed or dropped, in one sentence without a full stop; `line` is where, if at one place."""

    kind: Kind
    text: str
    line: int | None = None


class Notes:
    """Collects notes; the same one counts once."""

    def __init__(self) -> None:
        self._found: dict[Note, None] = {}

    def assumed(self, text: str, line: int | None = None) -> None:
        """Note something that the file does not say."""
        self._found[Note(usage.IMPORT_ASSUMED, text, line)] = None

    def dropped(self, text: str, line: int | None = None) -> None:
        """Note something that the file says and that is lost."""
        self._found[Note(usage.IMPORT_DROPPED, text, line)] = None

    def renamed(self, changed: list[tuple[str, str]]) -> None:
        """Note the first few names that had to be changed."""
        shown = ", ".join(f"`{word}` is called `{name}`" for word, name in changed[:5]) + (" …" if len(changed) > 5 else "")
        if changed:
            self.assumed(f"{shown}: such a name is taken")

    @property
    def all(self) -> tuple[Note, ...]:
        """All notes in the order of finding."""
        return tuple(self._found)


class Imported(FrozenValue):
    """What a reader made of a file. `what` says in a few words what the file is."""

    content: Field | Roll
    what: str
    notes: tuple[Note, ...]


class Refusal(Exception):
    """A reader cannot go on. Caught by `read_file`; never leaves the package."""

    def __init__(self, kind: Kind, headline: str, *, line: int | None = None, help: str | tuple[str, ...] = ()) -> None:
        super().__init__(headline)
        self.kind, self.headline, self.line, self.help = kind, headline, line, help


def broken(headline: str, line: int | None = None, help: str | tuple[str, ...] = ()) -> Refusal:
    """A refusal of a damaged file."""
    return Refusal(usage.IMPORT_BROKEN, headline, line=line, help=help)


def too_large(headline: str, line: int | None = None) -> Refusal:
    """A refusal of a file that holds too much."""
    help = "cut the map into several, or check that the file is what it should be"
    return Refusal(usage.IMPORT_TOO_LARGE, headline, line=line, help=help)


def unsupported(headline: str, line: int | None = None, help: str | tuple[str, ...] = ()) -> Refusal:
    """A refusal of a file that may be sound but is not read."""
    return Refusal(usage.IMPORT_UNSUPPORTED, headline, line=line, help=help)


Fetch = Callable[[str], bytes]
"""Gives the bytes of a file that the imported file names, by its path from there; raises `Refusal`."""
Reader = Callable[[bytes, str, Fetch, Notes], tuple[Field | Roll, str]]
"""Reads bytes: given a name for what it makes, a way to further files, and where notes go."""


def checked_size(columns: int, rows: int, what: str, line: int | None = None) -> None:
    """Refuse a map without cells or with too many."""
    if columns < 1 or rows < 1:
        raise broken(f"{what} is {columns} x {rows}, and a map has at least one column and one row", line)
    if columns * rows > MOST_CELLS:
        raise too_large(f"{what} has {columns:,} x {rows:,} cells, and a map has {MOST_CELLS:,} at most", line)
    if columns + rows > FARTHEST:
        raise too_large(f"{what} has {columns:,} x {rows:,} cells, and no hex of a map is {FARTHEST:,} steps from the first one", line)
