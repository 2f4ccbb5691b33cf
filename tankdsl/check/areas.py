"""Areas: pieces of ground on a table without a grid, each with an outline.

Every kind of the category `area` has the stat `outline`, a list of corners in order, which each row of it gives: three corners or more
enclose the area (its boundary belongs to it), two are a line, such as an edge of the table.
"""

from __future__ import annotations

from tankdsl.check.context import Context, FieldInfo
from tankdsl.check.tree import Core, TableDef
from tankdsl.check.types import PLACE, Set
from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import names, structure
from tankdsl.source import Span
from tankdsl.syntax import ast

OUTLINE = "outline"


def has_outline(cx: Context, kind: str) -> bool:
    """Whether this is a kind of areas that has no parent (kinds below it inherit the stat)."""
    return cx.category(kind) == "area" and cx.root_of(kind) == kind


def add_outlines(cx: Context) -> None:
    """Give the kinds of areas their stat."""
    for name, info in cx.kinds.items():
        if has_outline(cx, name):
            info.fields.setdefault(OUTLINE, FieldInfo(OUTLINE, name, Set(PLACE), "stat"))


def check_outline(cx: Context, core: Core) -> None:
    """Report an outline that encloses nothing and is no line either."""
    corners = {tuple(number.args for number in item.args) for item in core.args if isinstance(item, Core)}
    if core.op == "list" and len(corners) < 2:
        cx.report(structure.ROW_WRONG, core.span, "an outline needs at least two corners", help="write `[(0, 0), (8, 0), (8, 6)]`")


def unlisted(cx: Context, table: TableDef | None) -> frozenset[str]:
    """The areas that other layouts list and this one does not: they do not stand on its table."""
    listed = {area.text for layout in cx.symbols.space("layout").values() if isinstance(layout, ast.Layout) for area in layout.areas}
    return frozenset(listed.difference(() if table is None else table.areas))


def area_kind(cx: Context, span: Span) -> str | None:
    """The kind that all areas of the pack are of; reported when there is none, or several without a common parent."""
    roots = [name for name in cx.kinds if has_outline(cx, name)]
    if len(roots) == 1:
        return roots[0]
    if not roots:
        cx.report(names.UNKNOWN_NAME, span, "there are no areas", help="declare them: `area kind Wood { ... }`")
    else:
        help = "give one as the parent of the others: `area kind Wood is Ground { }`"
        cx.report(names.AMBIGUOUS_NAME, span, f"an area of {quoted(roots)} could be meant", help=help)
    return None
