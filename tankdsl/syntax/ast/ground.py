"""Declarations of boards and layouts."""

from __future__ import annotations

from tankdsl.syntax.ast.base import Cite, Ident, Node
from tankdsl.syntax.ast.expressions import Expr, Text
from tankdsl.syntax.ast.kinds import Declaration


class LegendEntry(Node):
    """`. = grass`"""

    glyph: str
    terrain: Ident


class RawRows(Node):
    """The raw text lines between `rows {` and `}`: (offset of the line's first character, text without line end)."""

    lines: tuple[tuple[int, str], ...]


class EdgeItem(Node):
    """`edge river (1, 2) / (2, 2)` on a board or layout."""

    feature: Ident
    first: Expr
    second: Expr


class NamedPlace(Node):
    """`place crossroads = (3, 4)`"""

    name: Ident
    place: Expr


class ZoneItem(Node):
    """`zone beach = expr`"""

    name: Ident
    value: Expr


class Board(Declaration):
    """`board meadow "Meadow" axial 5 x 7 { legend . = grass, T = trees; rows { ... }; edge ...; place ... }`

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


class Placing(Node):
    """`board meadow at (0, 0) [turned] of german`"""

    board: Ident
    column: int
    row: int
    turned: bool
    side: Ident | None


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
    labels: Ident | None
    edges: tuple[EdgeItem, ...]
    places: tuple[NamedPlace, ...]
    zones: tuple[ZoneItem, ...]
    areas: tuple[Ident, ...]
    cites_inner: tuple[Cite, ...]
