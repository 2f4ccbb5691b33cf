"""Where totals come from: an expression walked along the way that it takes, with every part that it adds up.

The value is that of the plain evaluator (`oracle`); what is added is an account. A number is a sum of *terms*: dice, rows of
a value with their words, fields, plain numbers. A comparison in which dice have a part is a *check*: two such sums and how it
came out. Where dice only select (a table or a match with numbers), there is no second sum: that is a *lookup*.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tankdsl.engine import values
from tankdsl.engine.dice_flow import DiceFlow
from tankdsl.engine.hints import type_hint
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Node, Proc, Row, ValueRule
from tankdsl.engine.naming import spoken
from tankdsl.engine.oracle import Oracle
from tankdsl.engine.reasons import filled, names_of
from tankdsl.engine.types import Type

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_PICKERS = {"highest": "best of ", "lowest": "worst of ", "total": ""}
_QUANTIFIERS = ("any", "all", "count")


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a sum. `dice` are the natural numbers of the pool that it comes from, empty for all else."""

    amount: int
    text: str
    dice: tuple[int, ...] = ()

    @property
    def is_dice(self) -> bool:
        """Whether dice have a part in it."""
        return bool(self.dice)


Terms = tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A value with its terms; the terms of a pool of dice are those of its bonus."""

    value: Any
    terms: Terms = ()

    @property
    def is_dice(self) -> bool:
        """Whether dice have a part in it."""
        return any(term.is_dice for term in self.terms)


@dataclass(frozen=True, slots=True)
class Check:
    """A comparison of a sum with dice in it. Of a lookup the operator is empty and `outcome` is what was found, in words."""

    left: Terms
    operator: str = ""
    right: Terms = ()
    holds: bool | None = None
    outcome: str = ""


@dataclass(slots=True)
class Frame:
    """Slots, what is known of the sums in them, and the declaration that they belong to."""

    slots: list[Any]
    notes: dict[int, Told]
    rule: ValueRule | Proc | None = None


class _Tracing(Oracle):
    """The plain evaluator; it notes what it reads that not everybody may see."""

    def __init__(self, machine: Machine, note: Callable[[int, int], None]) -> None:
        super().__init__(machine)
        self.note = note

    def value(self, node: Node, slots: list[Any]) -> Any:
        found = Oracle.value(self, node, slots)
        if node[0] == "get":
            entity = Oracle.value(self, node[2], slots)
            if entity is not None:
                self.note(node[1], entity)
        return found


class Teller:
    """Walks expressions of one machine and collects checks, lookups and the secret fields that were read."""

    def __init__(self, m: Machine) -> None:
        self.m, self.game = m, m.game
        self.flow = DiceFlow.of(m.game)
        self.oracle = _Tracing(m, self._read)
        self.checks: list[Check] = []
        self.lookups: list[Check] = []
        self.secrets: set[tuple[int, int]] = set()
        """Fields of entities that were read and that not everybody may see."""

    def begin(self) -> None:
        """Forget what was collected."""
        self.checks, self.lookups, self.secrets = [], [], set()

    def found(self) -> list[Check]:
        """What is worth telling: checks, or else lookups."""
        return self.checks or self.lookups[:1]

    def walk(self, node: Node, frame: Frame) -> Told:
        """The value of an expression and where it comes from."""
        special = _WALKS.get(node[0])
        if special is not None:
            return special(self, node, frame)
        value = self.oracle.value(node, frame.slots)
        return Told(value, (Term(value, ""),) if type(value) is int else ())

    def _read(self, field: int, entity: int) -> None:
        rule = self.game.fields[field]
        kinds = self.game.kinds
        hidden = rule.visible is not None or (rule.is_constant and any(k.identity is not None for k in kinds if k.root == rule.root_kind))
        if hidden:
            self.secrets.add((field, entity))

    def words(self, row: Row, frame: Frame) -> str:
        """The words of a row. They may name a thing that is not known to everybody, which makes the whole line a secret."""
        if not row.text:
            return ""
        names = names_of(self.m, frame.rule) if frame.rule is not None else {}
        for name, (slot, type) in names.items():
            if f"{{{name}}}" in self.game.text.get(row.text, "") and type is not None and type.base == "kind":
                model = self.game.built_in(type.index, "model")
                if frame.slots[slot] is not None and model >= 0:
                    self._read(model, frame.slots[slot])
        return filled(self.m, row.text, names, frame.slots)

    def name(self, slot: int, frame: Frame) -> str:
        """The name of a parameter in words, empty for other slots."""
        params = frame.rule.params if frame.rule is not None else ()
        return params[slot].name.replace("_", " ") if slot < len(params) else ""


def _local(t: Teller, node: Node, frame: Frame) -> Told:
    value, note = frame.slots[node[1]], frame.notes.get(node[1])
    if type(value) is not int:
        # Dice may have been rolled again since; their bonus has stayed.
        return Told(value, note.terms if note is not None else ())
    if note is None or type(note.value) is not int:
        return Told(value, (Term(value, t.name(node[1], frame)),))
    more = (Term(value - note.value, "by a response"),) if value != note.value else ()
    return Told(value, note.terms + more)


def _get(t: Teller, node: Node, frame: Frame) -> Told:
    value = t.oracle.value(node, frame.slots)
    rule = t.game.fields[node[1]]
    return Told(value, (Term(value, t.game.text.get(rule.name, "") or rule.id.replace("_", " ")),) if type(value) is int else ())


def _plus(t: Teller, node: Node, frame: Frame) -> Told:
    a, b = t.walk(node[1], frame), t.walk(node[2], frame)
    return Told(values.int32(a.value + b.value), a.terms + b.terms)


def _minus(t: Teller, node: Node, frame: Frame) -> Told:
    a, b = t.walk(node[1], frame), t.walk(node[2], frame)
    return Told(values.int32(a.value - b.value), a.terms + _negative(b.terms))


def _neg(t: Teller, node: Node, frame: Frame) -> Told:
    a = t.walk(node[1], frame)
    return Told(-a.value, _negative(a.terms))


def _negative(terms: Terms) -> Terms:
    return tuple(replace(term, amount=-term.amount) for term in terms)


def _product(t: Teller, node: Node, frame: Frame) -> Told:
    value = t.oracle.value(node, frame.slots)
    parts = [t.walk(part, frame) for part in node[1:]]
    dice = tuple(number for part in parts for term in part.terms for number in term.dice)
    sign = {"*": " x ", "div": " / ", "mod": " mod "}[node[0]]
    return Told(value, (Term(value, sign.join(_short(part) for part in parts) if dice else "", dice),))


def _short(told: Told) -> str:
    return told.terms[0].text if len(told.terms) == 1 and told.terms[0].is_dice else str(told.value)


def _pick(t: Teller, node: Node, frame: Frame) -> Told:
    """`min` and `max`: the part that was picked. A bound without dice that was picked bounds the sum with dice."""
    parts = [t.walk(part, frame) for part in node[1:]]
    value = (min if node[0] == "min" else max)(part.value for part in parts)
    summed = next((part for part in parts if part.is_dice), None) or next(part for part in parts if part.value == value)
    return _bounded(summed, value)


def _clamp(t: Teller, node: Node, frame: Frame) -> Told:
    return _bounded(t.walk(node[1], frame), t.oracle.value(node, frame.slots))


def _bounded(told: Told, value: int) -> Told:
    if told.value == value:
        return told
    return Told(value, (*told.terms, Term(value - told.value, f"{'at most' if told.value > value else 'at least'} {value}")))


def _of_pool(t: Teller, node: Node, frame: Frame) -> Told:
    pool = t.walk(node[1], frame)
    value = t.oracle.value(node, frame.slots)
    if type(value) is not int:
        return Told(value)
    picked = _PICKERS[node[0]] if len(pool.value[values.NATURAL]) > 1 else ""
    return Told(value, (Term(value, picked + dice_words(pool), pool.value[values.NATURAL]),))


def _die(t: Teller, node: Node, frame: Frame) -> Told:
    pool, value = t.walk(node[1], frame), t.oracle.value(node, frame.slots)
    if type(value) is not int:
        return Told(value)
    return Told(value, (Term(value, "a die of " + dice_words(pool), pool.value[values.NATURAL]),))


def dice_words(pool: Told) -> str:
    """`1d6`, `3d6 (2 5 5)`, `2d6 (1 4, each +1 ace)`."""
    sides, bonus, natural = pool.value[values.SIDES], pool.value[values.BONUS], pool.value[values.NATURAL]
    shown = [" ".join(map(str, natural))] if len(natural) > 1 or values.die_values(pool.value) != list(natural) else []
    if bonus:
        shown.append(("each " if len(natural) > 1 else "") + (", ".join(filter(None, map(signed, pool.terms))) or f"{bonus:+d}"))
    for word, bound in (("at least", pool.value[values.LOW]), ("at most", pool.value[values.HIGH])):
        if bound is not None and any(values.clamp(n + bonus, *_only(word, bound)) != n + bonus for n in natural):
            shown.append(f"{word} {bound}")
    return f"{len(natural)}d{sides}" + (f" ({', '.join(shown)})" if shown else "")


def _only(word: str, bound: int) -> tuple[int | None, int | None]:
    return (bound, None) if word == "at least" else (None, bound)


def signed(term: Term) -> str:
    """`+1 flank`; empty for nothing."""
    return f"{term.amount:+d} {term.text}".rstrip() if term.amount else ""


# ------------------------------------------------------------------------------------------------- along the way it takes


def _call(t: Teller, node: Node, frame: Frame) -> Told:
    rule = t.game.values[node[1]]
    args = [t.walk(arg, frame) for arg in node[2]]
    inner = Frame([arg.value for arg in args] + [None] * (rule.slots - len(args)), {}, rule)
    inner.notes = {i: arg for i, arg in enumerate(args) if arg.is_dice or type(arg.value) is tuple}
    before = len(t.lookups)
    found = t.walk(rule.body, inner)
    _give_outcomes(t, before, found.value, rule.gives)
    if type(found.value) is int and len(found.terms) == 1 and not found.is_dice and not found.terms[0].text:
        return Told(found.value, (replace(found.terms[0], text=rule.id.replace("_", " ")),))
    return found


def _rows(t: Teller, node: Node, frame: Frame) -> Told:
    how, rows = node[1:3]
    value = t.oracle.value(node, frame.slots)
    count = [row for row in rows if t.walk(row.condition, frame).value is True]
    if how == "every":
        for row in count:
            if t.walk(row.amount, frame).value is not True:
                break
        return Told(value)
    parts = [(row, t.walk(row.amount, frame)) for row in count]
    if how == "sum":
        terms = tuple(term for row, part in parts for term in _labelled(t, row, part, frame))
        return _bounded(Told(sum(part.value for _, part in parts), terms), value)
    best = (max if how == "max" else min)((part.value for _, part in parts), default=0)
    chosen = next(((row, part) for row, part in parts if part.value == best), None)
    return _bounded(Told(best, _labelled(t, *chosen, frame) if chosen else ()), value)


def _labelled(t: Teller, row: Row, part: Told, frame: Frame) -> Terms:
    """The terms of a row: as one with its words, or, where dice have a part in it, as they are."""
    if part.is_dice:
        return part.terms
    return (Term(part.value, t.words(row, frame) or (part.terms[0].text if len(part.terms) == 1 else "")),)


def _if(t: Teller, node: Node, frame: Frame) -> Told:
    lookups, checks = len(t.lookups), len(t.checks)
    chosen = t.walk(node[1], frame).value is True
    asked = len(t.checks)
    found = t.walk(node[2] if chosen else node[3], frame)
    if len(t.checks) > asked or asked > checks:
        del t.lookups[lookups:]
    else:
        _give_outcomes(t, lookups, found.value, type_hint(t.game, node[2], {}))
    return found


def _give_outcomes(t: Teller, start: int, value: Any, type: Type | None) -> None:
    """What lookups from a position on came to, as far as it can be said in words."""
    if type is not None and type.base in ("bool", "enum"):
        outcome = spoken(t.game, value, type)
        t.lookups[start:] = [replace(each, outcome=outcome) for each in t.lookups[start:]]


def _else(t: Teller, node: Node, frame: Frame) -> Told:
    found = t.walk(node[1], frame)
    return t.walk(node[2], frame) if found.value is None else found


def _let(t: Teller, node: Node, frame: Frame) -> Told:
    return _bound(t, node[1], t.walk(node[2], frame), node[3], frame)


def _iflet(t: Teller, node: Node, frame: Frame) -> Told:
    found = t.walk(node[2], frame)
    return t.walk(node[4], frame) if found.value is None else _bound(t, node[1], found, node[3], frame)


def _bound(t: Teller, slot: int, told: Told, node: Node, frame: Frame) -> Told:
    kept, frame.slots[slot] = frame.slots[slot], told.value
    note, frame.notes[slot] = frame.notes.get(slot), told
    found = t.walk(node, frame)
    frame.slots[slot] = kept
    if note is None:
        del frame.notes[slot]
    else:
        frame.notes[slot] = note
    return found


# ------------------------------------------------------------------------------------------------------------ conditions


def _compare(t: Teller, node: Node, frame: Frame) -> Told:
    a, b = t.walk(node[1], frame), t.walk(node[2], frame)
    holds = bool(t.oracle.value(node, frame.slots))
    if a.is_dice or b.is_dice:
        left, right, operator = (a, b, node[0]) if a.is_dice else (b, a, MIRRORED[node[0]])
        constant = node[2] if a.is_dice else node[1]
        if operator == "==" and constant[0] == "const":
            t.lookups.append(Check(left.terms))
        elif type(b.value) is int and type(a.value) is int:
            t.checks.append(Check(left.terms, operator, right.terms, holds))
    return Told(holds)


def _and(t: Teller, node: Node, frame: Frame) -> Told:
    if _is_range(node):
        value = t.walk(node[1][1], frame)
        if value.is_dice:
            t.lookups.append(Check(value.terms))
        return Told(bool(t.oracle.value(node, frame.slots)))
    return Told(all(t.walk(part, frame).value is True for part in node[1:]))


def _is_range(node: Node) -> bool:
    """Whether a condition says between which numbers something lies."""
    parts = node[1:]
    if len(parts) != 2 or any(part[0] not in ("<=", ">=") or part[2][0] != "const" for part in parts):
        return False
    return bool(parts[0][1] == parts[1][1] and parts[0][0] != parts[1][0])


def _or(t: Teller, node: Node, frame: Frame) -> Told:
    return Told(any(t.walk(part, frame).value is True for part in node[1:]))


def _not(t: Teller, node: Node, frame: Frame) -> Told:
    return Told(t.walk(node[1], frame).value is not True)


def _quantified(t: Teller, node: Node, frame: Frame) -> Told:
    """`any`, `all` and `count` over the dice of a pool: one check for all of them, if they are compared with something."""
    value = t.oracle.value(node, frame.slots)
    members, condition = node[2], node[3]
    if members[0] != "dice":
        return Told(value, (Term(value, ""),) if node[0] == "count" else ())
    pool = t.walk(members[1], frame)
    natural = pool.value[values.NATURAL]
    if condition[0] in MIRRORED and condition[1][0] == "die" and not t.flow.touches(condition[2], [node[1]]):
        against = _WORDS[condition[0]] + " " + str(t.oracle.value(condition[2], frame.slots))
        words = f"{dice_words(pool)}, {against}"
    else:
        words = dice_words(pool)
    if node[0] == "count":
        return Told(value, (Term(value, f"of {words}", natural),))
    if natural:
        t.checks.append(Check((Term(0, f"{node[0]} of {words}", natural),), node[0], (), bool(value)))
    return Told(value)


_WORDS = {">=": "at least", ">": "more than", "<=": "at most", "<": "less than", "==": "exactly", "!=": "other than"}

_WALKS: dict[str, Callable[[Teller, Node, Frame], Told]] = {
    "local": _local,
    "get": _get,
    "+": _plus,
    "-": _minus,
    "neg": _neg,
    **dict.fromkeys(("*", "div", "mod"), _product),
    **dict.fromkeys(("min", "max"), _pick),
    "clamp": _clamp,
    **dict.fromkeys(_PICKERS, _of_pool),
    "die": _die,
    "call": _call,
    "rows": _rows,
    "if": _if,
    "else": _else,
    "let": _let,
    "iflet": _iflet,
    **dict.fromkeys(MIRRORED, _compare),
    "and": _and,
    "or": _or,
    "not": _not,
    **dict.fromkeys(_QUANTIFIERS, _quantified),
}
