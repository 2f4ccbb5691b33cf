"""Where a number comes from: the named rows of a value, which of them apply, and the clamp at the end."""

from dataclasses import dataclass
from typing import Any

from tankdsl.engine.errors import InputError
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Node, ValueRule
from tankdsl.engine.naming import read_value, spoken
from tankdsl.engine.reasons import filled, names_of


@dataclass(frozen=True, slots=True)
class RowTold:
    """One row: its words, what it adds, whether it applies, and its rule numbers."""

    text: str
    amount: int | bool
    applies: bool
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A value with its rows. `how` is sum, max, min or every; `low` and `high` are the clamp, if there is one."""

    id: str
    total: Any
    how: str
    rows: tuple[RowTold, ...]
    low: int | None
    high: int | None

    def lines(self) -> list[str]:
        """A table for people: the total, then the rows that apply."""
        applied = [row for row in self.rows if row.applies]
        return [f"{self.id} = {self.total}"] + [f"  {_amount(row.amount, self.how)}  {row.text or '(no name)'}" for row in applied]


def _amount(amount: int | bool, how: str) -> str:
    if isinstance(amount, bool):
        return "yes" if amount else "no"
    return f"{amount:+d}" if how == "sum" else str(amount)


def explain(m: Machine, id: str, args: list[Any]) -> Explanation:
    """Explain a value with arguments as JSON. Raises InputError for an unknown value or wrong arguments.

    A value that is no list of rows is explained by its total alone.
    """
    index = m.game.ids["value"].get(id)
    if index is None:
        raise InputError(f"there is no value `{id}`")
    rule = m.game.values[index]
    if len(args) != len(rule.params):
        raise InputError(f"value `{id}` takes {len(rule.params)} arguments")
    values = [read_value(m.game, arg, param.type) for arg, param in zip(args, rule.params, strict=True)]
    slots = values + [None] * (rule.slots - len(values))
    total = m.ev.oracle.value(rule.body, slots)
    if rule.body[0] != "rows":
        told = spoken(m.game, total, rule.gives) if rule.gives.base not in ("int", "bool") else total
        return Explanation(id, told, "", (), None, None)
    _, how, _, low, high = rule.body
    value = m.ev.oracle.value
    return Explanation(id, total, how, rows_told(m, rule.body, slots, rule), value(low, slots), value(high, slots))


def rows_told(m: Machine, node: Node, slots: list[Any], rule: ValueRule | None = None) -> tuple[RowTold, ...]:
    """The rows of a `rows` node in a frame. A row that does not apply has the amount 0, or false."""
    names = names_of(m, rule) if rule else {}
    told = []
    for row in node[2]:
        applies = m.ev.oracle.value(row.condition, slots) is True
        nothing: int | bool = False if node[1] == "every" else 0
        amount = m.ev.oracle.value(row.amount, slots) if applies else nothing
        told.append(RowTold(filled(m, row.text, names, slots), amount, applies, row.cites))
    return tuple(told)
