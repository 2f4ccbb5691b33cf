"""Movement and sight as data: read as conditions on a step, and on what lies between two places."""

from __future__ import annotations

from tankdsl.check.areas import area_kind
from tankdsl.check.binding import bind
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check, condition, demand
from tankdsl.check.headers import param_type
from tankdsl.check.operators import as_number
from tankdsl.check.texts import shown_text
from tankdsl.check.tree import Core, Local, MovementDef, MoveRule, Reason, SightDef, SightRule
from tankdsl.check.types import BOOL, INT32_MAX, INT32_MIN, PATH, PLACE, POISON, Enum, Int, Kind, Poison, Type, required
from tankdsl.diagnostics import did_you_mean, quoted
from tankdsl.diagnostics.registry import names, structure
from tankdsl.syntax import ast

TIES = ("both", "either", "one_side_clear", "defender_choice", "never")


def check_movements(cx: Context) -> None:
    """All movements."""
    for name, node in cx.symbols.space("movement").items():
        assert isinstance(node, ast.Movement)
        env = Env("value")
        unit = bind(cx, env, node.unit.name, param_type(cx, node.unit))
        origin, target = bind(cx, env, node.origin, PLACE), bind(cx, env, node.target, PLACE)
        path = env.bind("path", PATH, node.span)
        rules = _one_measure(cx, env, tuple(_move_rule(cx, env, name, row, index) for index, row in enumerate(node.rows)))
        cx.calls[f"movement.{name}"] = list(env.calls)
        kind = unit.type.name if isinstance(unit.type, Kind) else ""
        cx.program.movements[name] = MovementDef(name, kind, unit, origin, target, path, rules, cite_ids(node.cites), node.span)


_AMOUNTS = {"budget": "as a budget", "cost": "as a cost", "bonus": "as a bonus"}


def _one_measure(cx: Context, env: Env, rules: tuple[MoveRule, ...]) -> tuple[MoveRule, ...]:
    """Budgets, costs and bonuses of a movement are compared with each other, so they count in the measure of the first of them."""
    counted = [rule.amount for rule in rules if rule.amount is not None and isinstance(required(rule.amount.type), Int)]
    for amount in counted[1:]:
        rule = next(rule for rule in rules if rule.amount is amount)
        first = required(counted[0].type)
        assert isinstance(first, Int)
        demand(cx, env, amount, Int(INT32_MIN, INT32_MAX, first.measure), _AMOUNTS[rule.word])
    return rules


def _move_rule(cx: Context, env: Env, movement: str, row: ast.MoveRow, index: int) -> MoveRule:
    amount = None if row.amount is None else as_number(cx, env, check(cx, env, row.amount))
    test = None if row.condition is None else condition(cx, env, row.condition)
    cites = cite_ids(row.cites)
    reason = None
    if row.word in ("never", "passes"):
        standard = {"never": "not_allowed", "passes": "cannot_stop"}[row.word]
        text = shown_text(cx, env, row.label)
        if row.label is None:
            cx.report(
                structure.REASON_MISSING, row.span, "a step that is refused must say why", help='add a text: `never when ... "reason"`'
            )
        reason = Reason(f"{movement}.{index + 1}" if row.word == "never" else standard, text, cites)
    return MoveRule(row.word, amount, test, reason, row.label.value if row.label else "", cites, row.span)


def check_sights(cx: Context) -> None:
    """All sights."""
    for node in cx.symbols.of(ast.Sight):
        assert isinstance(node, ast.Sight)
        name = node.name.text
        cx.calls[name] = []
        rows = tuple(_sight_row(cx, name, row) for row in node.rows)
        tie = _tie(cx, node)
        cites = cite_ids(node.cites, *(row.cites for row in node.rows), node.row_cites)
        cx.program.sights[name] = SightDef(name, rows, tie, node.off_map_blocks, cites, node.span)


def _sight_row(cx: Context, sight: str, row: ast.SightRow) -> SightRule:
    env = Env("value")
    type = _between(cx, row)
    places = tuple(bind(cx, env, place, type) for place in row.places)
    ends = [bind(cx, env, end, PLACE) for end in row.ends[:2]]
    while len(ends) < 2:
        ends.append(Local("end", PLACE))
    before = len(cx.found)
    test = condition(cx, env, row.condition)
    if not row.ends and len(cx.found) > before:
        from tankdsl.check.remedies import say_that_ends_have_names

        say_that_ends_have_names(cx, row, before)
    cx.calls[sight] += env.calls
    text = shown_text(cx, Env("value"), row.label)
    return SightRule(row.where, places, (ends[0], ends[1]), test, text, cite_ids(row.cites), row.span)


def _between(cx: Context, row: ast.SightRow) -> Type:
    """What lies between the ends: a hex, or on a table an area that the line touches."""
    if not cx.is_table or row.where == "between":
        return PLACE
    if row.where != "at":
        headline = f"`blocked {row.where}` is about the sides of hexes, and this game is played on a table"
        cx.report(structure.ROW_WRONG, row.span, headline, help="areas block a line on a table: `blocked at area when ...`")
        return POISON
    kind = area_kind(cx, row.places[0].span)
    return POISON if kind is None else Kind(kind)


def _tie(cx: Context, node: ast.Sight) -> str | tuple[str, dict[str, str]]:
    """The policy for a line along an edge: a name, or an option whose values are names."""
    if cx.is_table:
        return _no_tie(cx, node)
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
        unfit = next(value for value in values if value not in TIES)
        headline = f"the value `{unfit}` of the option `{option.name.text}` is no tie policy"
        cx.report(names.UNKNOWN_NAME, node.tie.span, headline, help=did_you_mean(unfit, TIES) or f"use {quoted(TIES)}")
    elif core is None or not isinstance(core.type, Poison):
        word = node.tie.text if isinstance(node.tie, ast.Name) else "this"
        cx.report(names.UNKNOWN_NAME, node.tie.span, f"`{word}` is no tie policy", help=did_you_mean(word, TIES) or f"use {quoted(TIES)}")
    return "both"


def _no_tie(cx: Context, node: ast.Sight) -> str:
    """On a table to touch an area is to cross it; there is nothing to decide."""
    if node.tie is not None:
        help = "leave it out: to touch an area is to cross it"
        cx.report(structure.ROW_WRONG, node.tie.span, "`tie` is for lines along the edges of hexes", help=help)
    return "either"


__all__ = ["BOOL", "Core", "check_movements", "check_sights", "constant"]
