"""Totals in words: `2d6 (3 4) = 7, +2 units firing, -1 town = 8 against 9: no`, in one line or as a table."""

from __future__ import annotations

from tankdsl.engine.totals import Check, Term, Terms, signed

AGAINST = {
    ">=": "against {}",
    ">": "against more than {}",
    "<=": "against at most {}",
    "<": "against less than {}",
    "==": "against exactly {}",
    "!=": "against anything but {}",
}
"""How what is compared with is put; of a number that must be reached nothing more is said."""


def in_line(check: Check) -> str:
    """A check in one line; empty when it says no more than the dice do."""
    if check.operator in ("any", "all"):
        return f"{check.left[0].text}: {_yes(check.holds)}"
    left = _sum(check.left)
    if check.operator:
        return f"{left} {AGAINST[check.operator].format(_right(check.right))}: {_yes(check.holds)}"
    if check.outcome:
        return f"{left}: {check.outcome}"
    is_plain = len(_told(check.left)) == 1 and len(check.left[0].dice) == 1 and check.left[0].text.isalnum()
    return "" if is_plain else left


def as_table(check: Check) -> str:
    """A check with a line for each part."""
    if check.operator in ("any", "all"):
        return f"  {check.left[0].text}: {_yes(check.holds)}\n"
    lines = _rows(check.left)
    if len(lines) > 1:
        lines.append(f"  = {_total(check.left)}")
    if check.operator:
        lines.append(f"  {AGAINST[check.operator].format(_total(check.right))}")
        parts = _told(check.right)
        lines += [f"  {line}" for line in _rows(check.right)] if len(parts) > 1 or any(part.text for part in parts) else []
    end = check.outcome or (_yes(check.holds) if check.holds is not None else "")
    return "".join(f"{line}\n" for line in [*lines, *([f"  {end}"] if end else [])])


def dice_of(check: Check) -> list[tuple[int, ...]]:
    """The natural dice of all pools that a check speaks of."""
    return [term.dice for term in (*check.left, *check.right) if term.is_dice]


def bonus_words(terms: Terms) -> str:
    """What is added to each die: `+1 tank ace, -1 target on checkpoint`."""
    return ", ".join(filter(None, map(signed, terms)))


def _total(terms: Terms) -> int:
    return sum(term.amount for term in terms)


def _told(terms: Terms) -> list[Term]:
    """The parts that are said, dice first: what adds nothing is left out, unless nothing else is there."""
    ordered = [term for term in terms if term.is_dice] + [term for term in terms if not term.is_dice and term.amount]
    return ordered or list(terms[:1])


def _sum(terms: Terms) -> str:
    """`2d6 (3 4) = 7, +2 units firing = 9`"""
    first, *rest = _told(terms)
    if not rest:
        return _first(first)
    return ", ".join([_first(first), *map(_more, rest)]) + f" = {_total(terms)}"


def _right(terms: Terms) -> str:
    """`9`, `8 (defence)`, `6 (5 printed, +1 moving)`"""
    told = _told(terms)
    if not told:
        return "0"
    if len(told) == 1 and not told[0].is_dice:
        return f"{told[0].amount} ({told[0].text})" if told[0].text else str(told[0].amount)
    return f"{_total(terms)} ({', '.join([_first(told[0]), *map(_more, told[1:])])})"


def _first(term: Term) -> str:
    if not term.is_dice:
        return f"{term.amount} {term.text}".rstrip()
    if term.text.startswith("of "):
        return f"{term.amount} {term.text}"
    return f"{'-' if term.amount < 0 else ''}{term.text} = {term.amount}"


def _more(term: Term) -> str:
    if not term.is_dice:
        return signed(term)
    return f"{'-' if term.amount < 0 else '+'} {term.text} = {abs(term.amount)}"


def _rows(terms: Terms) -> list[str]:
    """A line for each part: what it adds, and what it is."""
    amounts = [str(term.amount) if i == 0 else f"{term.amount:+d}" for i, term in enumerate(_told(terms))]
    return [f"  {amount:>3}  {term.text}".rstrip() for amount, term in zip(amounts, _told(terms), strict=True)]


def _yes(holds: bool | None) -> str:
    return "yes" if holds else "no"
