"""Reasons in words: which conjunct fails, and what its text says with the names of things filled in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tankdsl.engine.errors import Trap
from tankdsl.engine.hints import type_hint, written_types
from tankdsl.engine.knowledge import spoken_to
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Action, Conjunct, Guard, Movement, Node, Proc, ValueRule
from tankdsl.engine.types import PATH, PLACE, Type

STANDARD = {
    "game_over": "The game is over.",
    "not_your_decision": "It is not your decision.",
    "not_offered": "That is not offered now.",
    "not_in_hand": "The card is not in hand.",
    "not_yours": "That is not yours to do.",
    "limit_reached": "That was done as often as allowed.",
    "cannot_pay": "There is not enough left to pay for that.",
    "not_in_domain": "That cannot be chosen.",
    "not_adjacent": "The next place must be adjacent.",
    "too_far": "That is too far.",
    "must_stop": "The move ends here.",
    "cannot_stop": "The move cannot end here.",
    "wrong_form": "Something else is asked now.",
}
"""The reasons that every game has; a game may word them anew under the text key `reason.<id>`."""
ERRORS = (Trap, TypeError, IndexError, KeyError)
"""What evaluation may raise for a frame that is not complete."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason for a refusal: id, words, rule numbers; `also` has further reasons that hold too.

    `template` is the text as it was written, before names were filled in; empty for standard reasons.
    """

    rid: str
    text: str
    rules: tuple[str, ...] = ()
    also: tuple["Refusal", ...] = ()
    template: str = ""

    def with_also(self, also: list["Refusal"]) -> "Refusal":
        """The same with further reasons, each once."""
        seen, more = {(self.rid, self.text)}, []
        for reason in also:
            if (reason.rid, reason.text) not in seen:
                seen.add((reason.rid, reason.text))
                more.append(replace(reason, also=()))
        return replace(self, also=tuple(more))


Names = dict[str, tuple[int, Type | None]]
"""Names that a text may mention: slot and, where it is known, type."""


def standard(m: Machine, rid: str, text: str = "", rules: tuple[str, ...] = ()) -> Refusal:
    """A standard reason, in the words of the game if it has its own."""
    return Refusal(rid, text or m.game.text.get(f"reason.{rid}", "") or STANDARD.get(rid, rid), rules)


def filled(m: Machine, key: str, names: Names, slots: list[Any], side: int | None = None) -> str:
    """The text of a key with `{name}` replaced by the value of the slot of that name, as a side may know it.

    Without a side it is told to whoever is asked.
    """
    listener = m.decision.side if side is None else side

    def word(match: re.Match[str]) -> str:
        slot, type = names.get(match.group(1), (-1, None))
        # What cannot be said is called by its name.
        return spoken_to(m, slots[slot], type, listener) if type and slot < len(slots) else match.group(1)

    return re.sub(r"\{(\w+)\}", word, m.game.text.get(key, key))


def names_of(m: Machine, rule: Action | Guard | Movement | Proc | ValueRule) -> Names:
    """What the texts of a declaration may mention."""
    found: Names = {}
    types: dict[int, Type | None] = {}
    match rule:
        case Action():
            side = Type("kind", m.game.ids["kind"]["Side"])
            found["side"] = (0, side)
            if rule.windows and rule.inherits:
                params = m.game.windows[rule.windows[0]].params[: rule.inherits]
                found |= {p.name: (1 + i, p.type) for i, p in enumerate(params)}
            found |= {p.name: (p.slot, p.type) for p in rule.params}
            conjuncts = rule.guards
        case Guard():
            found |= {p.name: (i, p.type) for i, p in enumerate(rule.params)}
            conjuncts = rule.conjuncts
        case Movement():
            unit = Type("kind", m.game.kinds[rule.kind].root)
            found |= {"unit": (0, unit), "from": (1, PLACE), "to": (2, PLACE), "path": (3, PATH)}
            conjuncts = ()
        case Proc() | ValueRule():
            found |= {p.name: (i, p.type) for i, p in enumerate(rule.params)}
            conjuncts = ()
    types |= written_types(m.game, rule) if isinstance(rule, Proc) else {}
    types |= dict(found.values())
    _bind(m, conjuncts, types)
    for name, slot in rule.names.items():
        found.setdefault(name, (slot, types.get(slot)))
    return found


def _bind(m: Machine, conjuncts: tuple[Conjunct, ...], types: dict[int, Type | None]) -> None:
    """The types of what conjuncts bind: their values, and the members of groups."""
    for conjunct in conjuncts:
        if conjunct.form == "let":
            types[conjunct.slot] = type_hint(m.game, conjunct.node, types)
        elif conjunct.form == "each":
            group = type_hint(m.game, conjunct.node, types)
            types[conjunct.slot] = group.of if group else None
            _bind(m, conjunct.parts, types)


def failures(m: Machine, conjuncts: tuple[Conjunct, ...], slots: list[Any], names: Names) -> Iterator[Refusal]:
    """The reasons of all conjuncts that fail, in written order. `let` conjuncts write their slots."""
    for conjunct in conjuncts:
        yield from _failures_of(m, conjunct, slots, names)


def _failures_of(m: Machine, conjunct: Conjunct, slots: list[Any], names: Names) -> Iterator[Refusal]:
    oracle = m.ev.oracle
    try:
        if conjunct.form == "guard":
            guard = m.game.guards[conjunct.callee]
            args = [oracle.value(arg, slots) for arg in conjunct.args]
            yield from guard_failures(m, guard, args)
        elif conjunct.form == "each":
            kept = slots[conjunct.slot]
            for member in oracle.members(conjunct.node, slots):
                slots[conjunct.slot] = member
                yield from failures(m, conjunct.parts, slots, names)
            slots[conjunct.slot] = kept
        elif not oracle.conjunct(conjunct, slots):
            if not conjunct.reason:
                yield descend(m, conjunct.node, slots) or Refusal(conjunct.rid, conjunct.rid, conjunct.cites)
            else:
                text = filled(m, conjunct.reason, names, slots)
                yield Refusal(conjunct.rid, text, conjunct.cites, template=m.game.text.get(conjunct.reason, ""))
    except ERRORS:
        # It reads the binding of a conjunct that failed before, whose reason is already told.
        return


def guard_failures(m: Machine, guard: Guard, args: list[Any]) -> Iterator[Refusal]:
    """The reasons of a guard that is called with arguments."""
    slots = args + [None] * (guard.slots - len(args))
    yield from failures(m, guard.conjuncts, slots, names_of(m, guard))


def first(found: Iterator[Refusal]) -> Refusal | None:
    """The first reason, with the others as `also`."""
    reasons = list(found)
    return reasons[0].with_also(reasons[1:]) if reasons else None


def descend(m: Machine, node: Node, slots: list[Any]) -> Refusal | None:
    """The reason inside a condition that is false: of the first guard in it that does not hold."""
    value = m.ev.oracle.value
    match node[0]:
        case "and":
            false = next((part for part in node[1:] if value(part, slots) is not True), None)
            return descend(m, false, slots) if false else None
        case "holds":
            args = [value(arg, slots) for arg in node[2]]
            return first(guard_failures(m, m.game.guards[node[1]], args))
        case "if":
            return descend(m, node[2] if value(node[1], slots) is True else node[3], slots)
        case "let":
            kept, slots[node[1]] = slots[node[1]], value(node[2], slots)
            found = descend(m, node[3], slots)
            slots[node[1]] = kept
            return found
        case "call":
            rule = m.game.values[node[1]]
            args = [value(arg, slots) for arg in node[2]]
            return descend(m, rule.body, args + [None] * (rule.slots - len(args)))
        case "rows":
            return _failing_row(m, node, slots) if node[1] == "every" else None
    return None


def _failing_row(m: Machine, node: Node, slots: list[Any]) -> Refusal | None:
    value = m.ev.oracle.value
    for row in node[2]:
        if value(row.condition, slots) is True and value(row.amount, slots) is not True and row.text:
            return Refusal("not_in_domain", m.game.text.get(row.text, row.text), row.cites)
    return None


def outside(m: Machine, domain: Node, value: Any, slots: list[Any]) -> Refusal | None:
    """Why a value is not in a set; None when it is. A filter tells the reason inside its condition."""
    try:
        if value is not None and value in m.ev.oracle.value(domain, slots):
            return None
        while domain[0] == "filter":
            _, bound, members, condition = domain
            inside = value in m.ev.oracle.value(members, slots)
            if inside:
                kept, slots[bound] = slots[bound], value
                found = descend(m, condition, slots)
                slots[bound] = kept
                return found or standard(m, "not_in_domain")
            domain = members
    except ERRORS:
        pass
    return standard(m, "not_in_domain")
