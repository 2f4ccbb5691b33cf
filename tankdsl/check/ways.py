"""Movement, sight and arcs as data: read as conditions on a step, on a hex between two others, on a bearing."""

from __future__ import annotations

from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check, condition
from tankdsl.check.headers import param_type
from tankdsl.check.operators import as_number
from tankdsl.check.tree import ArcsDef, Core, Local, MovementDef, MoveRule, Reason, SightDef
from tankdsl.check.types import BOOL, PATH, PLACE, Enum, Kind, Poison, required
from tankdsl.diagnostics import did_you_mean, quoted
from tankdsl.diagnostics.registry import names, structure
from tankdsl.syntax import ast

TIES = ("both", "either", "one_side_clear", "defender_choice")
RELATIVE = ("ahead", "ahead_right", "back_right", "back", "back_left", "ahead_left")
"""Directions seen from a facing, clockwise."""


def check_movements(cx: Context) -> None:
    """All movements."""
    for name, node in cx.symbols.space("movement").items():
        assert isinstance(node, ast.Movement)
        env = Env("value")
        unit = bind(cx, env, node.unit.name, param_type(cx, node.unit))
        origin, target = bind(cx, env, node.origin, PLACE), bind(cx, env, node.target, PLACE)
        path = env.bind("path", PATH, node.span)
        rules = tuple(_move_rule(cx, env, name, row, index) for index, row in enumerate(node.rows))
        cx.calls[f"movement.{name}"] = list(env.calls)
        kind = unit.type.name if isinstance(unit.type, Kind) else ""
        cx.program.movements[name] = MovementDef(name, kind, unit, origin, target, path, rules, cite_ids(node.cites), node.span)


def _move_rule(cx: Context, env: Env, movement: str, row: ast.MoveRow, index: int) -> MoveRule:
    amount = None if row.amount is None else as_number(cx, env, check(cx, env, row.amount))
    test = None if row.condition is None else condition(cx, env, row.condition)
    cites = cite_ids(row.cites)
    reason = None
    if row.word in ("never", "passes"):
        standard = {"never": "not_allowed", "passes": "cannot_stop"}[row.word]
        text = row.label.value if row.label else ""
        if row.label is None:
            cx.report(structure.REASON_MISSING, row.span, "a step that is refused must say why", help='add a text: `never when ... "reason"`')
        reason = Reason(f"{movement}.{index + 1}" if row.word == "never" else standard, text, cites)
    return MoveRule(row.word, amount, test, reason, row.label.value if row.label else "", cites, row.span)


def check_sights(cx: Context) -> None:
    """All sights."""
    for node in cx.symbols.of(ast.Sight):
        assert isinstance(node, ast.Sight)
        env = Env("value")
        between = bind(cx, env, node.var, PLACE)
        ends = [bind(cx, env, end, PLACE) for end in node.ends[:2]]
        while len(ends) < 2:
            ends.append(Local("end", PLACE))
        blocks = condition(cx, env, node.condition)
        name = node.name.text
        cx.calls[name] = list(env.calls)
        tie = _tie(cx, node)
        cites = cite_ids(node.cites, node.row_cites)
        cx.program.sights[name] = SightDef(name, between, (ends[0], ends[1]), blocks, tie, node.off_map_blocks, cites, node.span)


def _tie(cx: Context, node: ast.Sight) -> str | tuple[str, dict[str, str]]:
    """The policy for a line along an edge: a name, or an option whose values are names."""
    if node.tie is None:
        cx.report(
            structure.ROW_WRONG,
            node.name.span,
            "this sight does not say what a line along an edge between two hexes sees",
            help=f"add `tie` with {quoted(TIES)}",
        )
        return "both"
    if isinstance(node.tie, ast.Name) and node.tie.text in TIES:
        return node.tie.text
    core = check(cx, Env("value"), node.tie) if not isinstance(node.tie, ast.Name) else None
    if core is not None and core.op == "option" and isinstance(required(core.type), Enum):
        option = cx.symbols.space("option")[str(core.args[0])]
        assert isinstance(option, ast.Option)
        values = [value.text for value in option.values]
        if all(value in TIES for value in values):
            return option.name.text, {value: value for value in values}
    if core is None or not isinstance(core.type, Poison):
        word = node.tie.text if isinstance(node.tie, ast.Name) else "this"
        cx.report(names.UNKNOWN_NAME, node.tie.span, f"`{word}` is no tie policy", help=did_you_mean(word, TIES) or f"use {quoted(TIES)}")
    return "both"


def check_arcs(cx: Context) -> None:
    """All arcs of hex kinds: a partition of the six directions, and an owner for the border between two of them."""
    for name, node in cx.symbols.space("arcs").items():
        assert isinstance(node, ast.Arcs)
        parts = tuple((part.name.text, _directions(cx, part)) for part in node.parts)
        if "table" not in cx.program.space:
            _partition(cx, node, parts)
        border = node.border.text if isinstance(node.border, ast.Name) else ""
        cx.program.arcs[name] = ArcsDef(name, node.kind.text, node.facing.text, parts, border, f"arcs.{name}", node.span)


def _directions(cx: Context, part: ast.ArcPart) -> tuple[int, ...]:
    out: list[int] = []
    for item in part.items:
        if isinstance(item, ast.Name) and item.text in RELATIVE:
            out.append(RELATIVE.index(item.text))
        elif isinstance(item, ast.Name):
            help = did_you_mean(item.text, RELATIVE) or f"use {quoted(RELATIVE)}"
            cx.report(names.UNKNOWN_NAME, item.span, f"`{item.text}` is no direction seen from a facing", help=help)
    return tuple(out)


def _partition(cx: Context, node: ast.Arcs, parts: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
    owner: dict[int, str] = {}
    for (name, directions), part in zip(parts, node.parts, strict=True):
        for direction in directions:
            if direction in owner:
                cx.report(structure.TABLE_OVERLAP, part.span, f"`{RELATIVE[direction]}` is in both `{owner[direction]}` and `{name}`")
            owner.setdefault(direction, name)
    missing = [RELATIVE[direction] for direction in range(6) if direction not in owner]
    if missing:
        cx.report(structure.TABLE_NOT_TOTAL, node.name.span, f"no arc has {quoted(missing, 'and')}", help="give every direction to one arc")
    if node.border is None:
        cx.report(
            structure.TABLE_NOT_TOTAL,
            node.name.span,
            "it is not said which arc owns the border between two arcs",
            help="add `border: front` (or another arc)",
        )


__all__ = ["BOOL", "Core", "check_arcs", "check_movements", "check_sights", "constant"]
