"""Arcs: a partition of what lies around a piece, and an owner for the border between two parts.

On hexes a part is a list of the six directions seen from the facing, or, as on a table, of ranges of degrees, clockwise from the facing;
their ends are multiples of 30 or 45, because only these can be compared exactly with whole numbers.
"""

from __future__ import annotations

from tankdsl.bounds import FIRST_DEGREE, LAST_DEGREE
from tankdsl.check.context import PLACEABLE, Context
from tankdsl.check.grounds import number_of
from tankdsl.check.tree import ArcsDef
from tankdsl.check.types import Direction, Poison, required
from tankdsl.diagnostics import did_you_mean, quoted
from tankdsl.diagnostics.registry import names, structure
from tankdsl.syntax import ast

RELATIVE = ("ahead", "ahead_right", "back_right", "back", "back_left", "ahead_left")
"""Directions seen from a facing, clockwise."""

FULL_TURN = 360
Degrees = tuple[int, int]
Owners = dict[int, str]
"""The part that each of the six directions, or each degree, lies in."""


def check_arcs(cx: Context) -> None:
    """All arcs."""
    for name, node in cx.symbols.space("arcs").items():
        assert isinstance(node, ast.Arcs)
        _facing(cx, node)
        border = node.border.text if isinstance(node.border, ast.Name) else ""
        parts: tuple[tuple[str, tuple[int, ...] | tuple[Degrees, ...]], ...]
        if cx.is_table or any(_is_range(item) for part in node.parts for item in part.items):
            turned = tuple((part.name.text, _ranges(cx, part)) for part in node.parts)
            owners, steps = _whole_turn(cx, node, turned), FULL_TURN
            parts = turned
        else:
            relative = tuple((part.name.text, _directions(cx, part)) for part in node.parts)
            owners, steps = _partition(cx, node, relative), len(RELATIVE)
            parts = relative
        _border(cx, node, border)
        if len(owners) == steps:
            _unowned(cx, node, border, [(owners[at], owners[(at + 1) % steps]) for at in range(steps)])
        cx.program.arcs[name] = ArcsDef(name, node.kind.text, node.facing.text, parts, border, f"arcs.{name}", node.span)


def _facing(cx: Context, node: ast.Arcs) -> None:
    """The field that says which way the piece faces."""
    if node.kind.text not in cx.kinds:
        cx.unknown(node.kind.span, node.kind.text, "kind", cx.kinds_of(*PLACEABLE, "part"))
        return
    info = cx.field_of(node.kind.text, node.facing.text)
    if info is None:
        help = did_you_mean(node.facing.text, cx.field_names(node.kind.text))
        cx.report(names.UNKNOWN_FIELD, node.facing.span, f"`{node.kind.text}` has no field `{node.facing.text}`", help=help)
        return
    cx.reads.add((info.kind, info.name))
    if not isinstance(required(info.type), (Direction, Poison)):
        cx.mismatch(node.facing.span, info.type, Direction(), "as the facing of arcs")


def _border(cx: Context, node: ast.Arcs, border: str) -> None:
    known = [part.name.text for part in node.parts]
    if node.border is None:
        cx.report(
            structure.BORDER_WITHOUT_OWNER,
            node.name.span,
            "it is not said which arc owns the border between two arcs",
            help="add `border: front` (or another arc), or `border: first` for the one that is listed first",
        )
    elif border not in (*known, "first", "last"):
        help = did_you_mean(border, known) or f"use {quoted(known)}"
        cx.report(names.UNKNOWN_NAME, node.border.span, f"there is no arc `{border}`", help=help)


def _unowned(cx: Context, node: ast.Arcs, border: str, neighbours: list[tuple[str, str]]) -> None:
    """An arc that owns its own borders says nothing about the one between two others."""
    known = [part.name.text for part in node.parts]
    if node.border is None or border not in known:
        return
    between = next(((one, other) for one, other in neighbours if one != other and border not in (one, other)), None)
    if between is not None:
        one, other = sorted(between, key=known.index)
        headline = f"nobody owns the border between `{one}` and `{other}`, since `{border}` is neither of them"
        help = f"write `border: first`, and list the arcs in the order in which they go before: here `{known[0]}` would be the first"
        cx.report(structure.BORDER_WITHOUT_OWNER, node.border.span, headline, help=help)


# ---------------------------------------------------------------------------------------------------------------- hexes


def _directions(cx: Context, part: ast.ArcPart) -> tuple[int, ...]:
    out: list[int] = []
    for item in part.items:
        if isinstance(item, ast.Name) and item.text in RELATIVE:
            out.append(RELATIVE.index(item.text))
        elif isinstance(item, ast.Name):
            help = did_you_mean(item.text, RELATIVE) or f"use {quoted(RELATIVE)}"
            cx.report(names.UNKNOWN_NAME, item.span, f"`{item.text}` is no direction seen from a facing", help=help)
        else:
            cx.report(structure.ROW_WRONG, item.span, "on hexes an arc lists directions", help=f"use {quoted(RELATIVE)}")
    return tuple(out)


def _partition(cx: Context, node: ast.Arcs, parts: tuple[tuple[str, tuple[int, ...]], ...]) -> Owners:
    """Every direction lies in exactly one part."""
    owner: Owners = {}
    for (name, directions), part in zip(parts, node.parts, strict=True):
        for direction in directions:
            if direction in owner:
                cx.report(structure.TABLE_OVERLAP, part.span, f"`{RELATIVE[direction]}` is in both `{owner[direction]}` and `{name}`")
            owner.setdefault(direction, name)
    missing = [RELATIVE[direction] for direction in range(6) if direction not in owner]
    if missing:
        cx.report(structure.TABLE_NOT_TOTAL, node.name.span, f"no arc has {quoted(missing, 'and')}", help="give every direction to one arc")
    return owner


# -------------------------------------------------------------------------------------------------------------- degrees


def _is_range(item: ast.Expr) -> bool:
    return isinstance(item, ast.Binary) and item.op == ".."


def _ranges(cx: Context, part: ast.ArcPart) -> tuple[Degrees, ...]:
    out: list[Degrees] = []
    for item in part.items:
        ends = (number_of(item.left), number_of(item.right)) if isinstance(item, ast.Binary) and item.op == ".." else (None, None)
        low, high = ends
        if low is None or high is None:
            where = "on a table" if cx.is_table else "beside others with degrees"
            cx.report(structure.ROW_WRONG, item.span, f"{where} an arc lists ranges of degrees", help="write `front: -45 .. 45`")
        elif low >= high or high - low > FULL_TURN:
            cx.report(structure.ROW_WRONG, item.span, "this range is empty or more than a full turn", help="write the smaller number first")
        elif low < FIRST_DEGREE or high > LAST_DEGREE:
            headline = f"the ends of an arc lie between {FIRST_DEGREE} and {LAST_DEGREE} degrees"
            cx.report(structure.ROW_WRONG, item.span, headline, help="count from the facing: `-45 .. 45`, `135 .. 225`")
        elif any(end % 30 and end % 45 for end in (low, high)):
            cx.report(structure.ROW_WRONG, item.span, "the ends of an arc are multiples of 30 or 45 degrees")
        else:
            out.append((low, high))
    return tuple(out)


def _whole_turn(cx: Context, node: ast.Arcs, parts: tuple[tuple[str, tuple[Degrees, ...]], ...]) -> Owners:
    """Every direction lies in exactly one range, the borders aside."""
    owner: Owners = {}
    for (name, ranges), part in zip(parts, node.parts, strict=True):
        for low, high in ranges:
            taken = next((owner[d % FULL_TURN] for d in range(low, high) if d % FULL_TURN in owner), None)
            if taken is not None:
                cx.report(structure.TABLE_OVERLAP, part.span, f"`{name}` overlaps `{taken}`")
            owner.update({d % FULL_TURN: name for d in range(low, high)})
    missing = [d for d in range(FULL_TURN) if d not in owner]
    if missing and all(ranges for _, ranges in parts):
        cx.report(
            structure.TABLE_NOT_TOTAL, node.name.span, f"no arc has {missing[0]} degrees", help="the ranges of all arcs make one full turn"
        )
    return owner
