"""What is printed on the hexes of boards and maps.

Label schemes (`labels name`); columns and rows count from 1, with `_from_0` behind the name from 0:

| name         | hex in the third column, first row |
|--------------|------------------------------------|
| `axial`      | its coordinates; the scheme of maps that name none |
| `column_row` | `3.1`                              |
| `ccrr`       | `0301`                             |
| `cccrrr`     | `003001`                           |
| `letters`    | `C1`; after `Z1` come `AA1`, `AB1`; the scheme of boards that name none |
| `doubled`    | `C1`; after `Z1` come `AA1`, `BB1` |

With `from red` columns and rows are counted as red sees the map from its own edge: columns from its left hand, as `column(red, h)`, rows as
`row(red, h)`.
"""

from __future__ import annotations

from collections.abc import Mapping

from tankdsl.check.context import Context
from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.ground.labels import AXIAL_LABELS, LabelScheme, LabelStyle
from tankdsl.ground.maps import MapEdge
from tankdsl.syntax import ast

_STYLES = {
    "column_row": (LabelStyle.PAIR, 2),
    "ccrr": (LabelStyle.DIGITS, 2),
    "cccrrr": (LabelStyle.DIGITS, 3),
    "letters": (LabelStyle.LETTERS, 2),
    "doubled": (LabelStyle.DOUBLED, 2),
}

LABEL_SCHEMES: dict[str, LabelScheme] = {
    "axial": AXIAL_LABELS,
    **{name: LabelScheme(style, separator=".", digits=digits) for name, (style, digits) in _STYLES.items()},
    **{f"{name}_from_0": LabelScheme(style, 0, 0, ".", digits) for name, (style, digits) in _STYLES.items()},
}
"""Label schemes by the name that a board or layout gives."""

BOARD_LABELS = LABEL_SCHEMES["letters"]
"""What is printed on boards that do not say it."""


def label_scheme(cx: Context, node: ast.LabelsItem | None, otherwise: LabelScheme) -> LabelScheme | None:
    """The scheme that is named; None when there is none of that name (reported)."""
    if node is None:
        return otherwise
    scheme = LABEL_SCHEMES.get(node.scheme.text)
    if scheme is None:
        cx.unknown(node.scheme.span, node.scheme.text, "label scheme", list(LABEL_SCHEMES), notes=f"there are {quoted(_STYLES, 'and')}")
    return scheme


def board_labels(cx: Context, node: ast.Board) -> LabelScheme | None:
    """What is printed on a board; None when that cannot be told (reported)."""
    if node.labels is not None and node.labels.side is not None:
        headline = f"the labels of the board `{node.name.text}` cannot be counted from a side: sides have edges of a map"
        cx.report(kinds.LAYOUT_WRONG, node.labels.side.span, headline, help="write it in a layout, or leave out `from`")
        return None
    return label_scheme(cx, node.labels, BOARD_LABELS)


def counts_from(cx: Context, node: ast.LabelsItem | None, own_edges: Mapping[str, MapEdge]) -> bool:
    """Whether labels are counted from an edge that the layout gives, if from any; reported when not."""
    if node is None or node.side is None or (node.side.text in own_edges and node.scheme.text != "axial"):
        return True
    side = node.side.text
    if side not in cx.symbols.sides:
        cx.unknown(node.side.span, side, "side", list(cx.symbols.sides))
    elif node.scheme.text == "axial":
        headline = "coordinates are not counted from the edge of a side"
        cx.report(kinds.LAYOUT_WRONG, node.span, headline, help=f"write `labels column_row from {side}`")
    else:
        headline = f"the layout does not say from which edge the rows of `{side}` are counted"
        cx.report(kinds.LAYOUT_WRONG, node.side.span, headline, help=f"add `{side} rows from bottom`, or another edge")
    return False
