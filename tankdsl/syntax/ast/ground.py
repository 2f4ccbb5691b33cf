"""Declarations of boards and layouts."""

from __future__ import annotations

from tankdsl.syntax.ast.base import Cite, Ident, Node
from tankdsl.syntax.ast.expressions import Expr, Label, Text
from tankdsl.syntax.ast.kinds import Declaration


class LegendEntry(Node):
    """`. = grass`"""

    glyph: str
    terrain: Ident


class RawRows(Node):
    """The raw text lines between `rows {` (or `levels {`) and `}`: (offset of the line's first character, text without line end)."""

    lines: tuple[tuple[int, str], ...]


class EdgeRun(Node):
    """Sides of hexes: `A1 / B1 / B2` between each place and the next, `A1 n ne` by directions, `A1 to B1`, `A1 to ne` leading somewhere.

    Where a place could stand, a set of places may. Of `chain` and `ways` one is empty; a single direction behind `to` is in `chain`.
    """

    start: Expr
    chain: tuple[Expr, ...]
    ways: tuple[Ident, ...]
    leads: bool


class EdgeItem(Node):
    """`edge river (1, 2) / (2, 2), A1 n ne` on a board or layout."""

    feature: Ident
    runs: tuple[EdgeRun, ...]


class NamedPlace(Node):
    """`place crossroads = (3, 4)`"""

    name: Ident
    place: Expr


class LabelsItem(Node):
    """`labels letters [from red]`"""

    scheme: Ident
    side: Ident | None


class ZoneItem(Node):
    """`zone beach = expr`"""

    name: Ident
    value: Expr


class Board(Declaration):
    """`board meadow "Meadow" axial 5 x 7 { legend . = grass, T = trees; rows { ... }; levels { ... }; edge ...; place ... }`

    grid: words (`axial`, `columns odd higher`, `columns odd lower`); `half` columns: "odd", "even" or "".
    """

    title: Text | None
    grid: tuple[str, ...]
    columns: int
    height: int
    half: str
    legend: tuple[LegendEntry, ...]
    rows: RawRows
    edges: tuple[EdgeItem, ...]
    places: tuple[NamedPlace, ...]
    levels: RawRows | None = None
    labels: LabelsItem | None = None


class Placing(Node):
    """`[east:] board meadow [from A1 to D4] at (0, 0) [turned | mirrored left right] [of german]`; an `overlay` may be `keeping` things.

    part: two printed labels, or empty; lie: words (`turned`; `mirrored`, `left`, `right`), or none.
    """

    name: Ident | None
    is_overlay: bool
    board: Ident
    part: tuple[Label, ...]
    column: int
    row: int
    lie: tuple[str, ...]
    side: Ident | None
    keeping: tuple[Ident, ...]


class RowsFrom(Node):
    """`german rows from top`"""

    side: Ident
    edge: str


class Layout(Declaration):
    """`layout square "..." { board a at (0, 0) of red ...; red rows from top; seam of blue; labels letters; place x = ..; zone z = .. }`"""

    title: Text | None
    placings: tuple[Placing, ...]
    rows_from: tuple[RowsFrom, ...]
    seam: Ident | None
    labels: LabelsItem | None
    edges: tuple[EdgeItem, ...]
    places: tuple[NamedPlace, ...]
    zones: tuple[ZoneItem, ...]
    areas: tuple[Ident, ...]
    cites_inner: tuple[Cite, ...]
