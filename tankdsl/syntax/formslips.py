"""Slips in the form of single declarations: what a value, an option, a list, an ending or a scenario is made of.

Each explanation knows one of them and is sure when it speaks. Those in ``FORMS`` are asked before the slips of habit, those in
``LATE_FORMS`` after misspelt words.
"""

from __future__ import annotations

from collections.abc import Callable

from tankdsl.diagnostics import Diagnostic, Edit, Fix, Label, suggest
from tankdsl.diagnostics.registry import syntax
from tankdsl.syntax.brackets import CLOSING, open_brackets
from tankdsl.syntax.driver import Automaton
from tankdsl.syntax.expectations import expected_text, found_text
from tankdsl.syntax.lexing import NEWLINE, tokens_of
from tankdsl.syntax.situation import Situation
from tankdsl.syntax.tables import tables
from tankdsl.syntax.unexpected import unexpected

_OF_A_LAYOUT = frozenset(("board", "overlay", "zone", "edge", "place", "labels", "seam", "areas"))
"""Words with which the lines of a layout begin."""
_OF_RULES = {
    **dict.fromkeys(("turns", "rounds", "turn", "round"), "how long a game lasts is said by the rules: `rounds at most 8 { ... }`"),
    **dict.fromkeys(("win", "draw", "victory", "ending"), "who wins is said by the rules: `ending name { ... }`"),
}
"""Words that people write in a scenario, with where that is said here."""
_SWITCHES = frozenset(("true", "false", "yes", "no"))


def _before(situation: Situation, steps: int = 1) -> str:
    """The text of a token before the faulty one; empty if there is none."""
    number = situation.at - steps
    return situation.tokens.text_of(number) if number >= 0 else ""


def _declares(situation: Situation, word: str) -> bool:
    return situation.tokens.types[0] == word


# ----------------------------------------------------------------------------------------------------- asked before habits


def _line_of_a_value(situation: Situation) -> bool:
    """Whether a value is declared on the line, by itself or in place of another one."""
    types, first = situation.tokens.types, situation.at
    while first > 0 and types[first - 1] not in (NEWLINE, "LBRACE"):
        first -= 1
    return types[first + (types[first] in ("REPLACE", "ADD"))] == "VALUE"


def _value_in_braces(situation: Situation) -> Diagnostic | None:
    """`value v(): bool = { yes }`, `value v(): bool { yes }`, `value v(): int { +1 when a }`."""
    if situation.kind != "LBRACE" or not _line_of_a_value(situation):
        return None
    if _before(situation) != "=" and not situation.is_expected("EQUAL"):
        return None
    if "WHEN" in situation.tokens.types[situation.at :]:
        return unexpected(situation, "say what its rows do: `sum { ... }` adds them; `max`, `min` and `every` combine them otherwise")
    return unexpected(situation, "what a value is stands behind `=` without braces: `value name(...): type = ...`")


def _option(situation: Situation) -> Diagnostic | None:
    """`option weather "W" = clear or rain`, `option turns "T" = 1..9`."""
    if not _declares(situation, "OPTION") or not situation.is_expected("ON", "OFF") or _before(situation) != "=":
        return None
    if situation.text in _SWITCHES or situation.kind not in ("NAME", "INT"):
        return None
    tokens, at = situation.tokens, situation.at
    head = f"`option {_before(situation, 3)} {_before(situation, 2)}:"
    if situation.kind == "INT":
        high = tokens.text_of(at + 2) if tokens.text_of(at + 1) == ".." and tokens.types[at + 2] == "INT" else ""
        written = f"{situation.text}..{high} = {situation.text}" if high else f"1..9 = {situation.text}"
        return unexpected(situation, f"an option that is a number has its range in front of `=`: {head} {written}`")
    names = [situation.text]
    while tokens.types[at + 1] == "OR" and tokens.types[at + 2] == "NAME":
        at += 2
        names.append(tokens.text_of(at))
    if len(names) == 1 and suggest(names[0], ("on", "off")) is not None:
        return None
    values = " or ".join(names) if len(names) > 1 else f"{situation.text} or other"
    return unexpected(situation, f"an option of several values has them in front of `=`: {head} {values} = {situation.text}`")


def _given_ground(situation: Situation) -> Diagnostic | None:
    """`given (1, 1) = wood`, `given A1 = wood`."""
    if situation.kind not in ("LPAR", "LABEL") or "GIVEN" not in situation.tokens.types[max(0, situation.at - 1) : situation.at]:
        return None
    tokens, at = situation.tokens, situation.at
    if situation.kind == "LPAR":
        while tokens.types[at] not in ("RPAR", NEWLINE, "$END"):
            at += 1
    if tokens.types[min(at + 1, len(tokens.types) - 1)] != "EQUAL":
        return None
    place = tokens.text[tokens.starts[situation.at] : tokens.ends[at]]
    return unexpected(situation, f"the terrain of a hex is set by the name of its kind: `terrain({place}) = ...`")


def _nobody_wins(situation: Situation) -> Diagnostic | None:
    """`win when ...`."""
    if not _declares(situation, "ENDING") or situation.kind not in ("WHEN", "IF") or _before(situation) != "win":
        return None
    return unexpected(situation, "say who wins: `win s when ...`, with `each s in sides` above the rows if it can be either")


def _number_of_times(situation: Situation) -> Diagnostic | None:
    """`rounds 6 {`, `repeat 3 {`."""
    word = _before(situation)
    if word not in ("rounds", "repeat") or situation.kind not in ("INT", "NAME", "LPAR") or not situation.is_expected("AT"):
        return None
    text = situation.text if situation.next_kind == "LBRACE" else "..."
    gap = situation.after
    fix = Fix("insert `at most`", (Edit(gap, " at most"),), "unsafe")
    return unexpected(situation, f"write `{word} at most {text}`", fix=fix)


def _lost_parenthesis(situation: Situation) -> Diagnostic | None:
    """`can_go(by, driving "text"`: a closing bracket is missing in the middle of a line, and no comma."""
    stack = open_brackets(situation)
    if not stack or situation.tokens.types[stack[-1]] == "LBRACE" or situation.begins_line:
        return None
    inner = situation.tokens.types[stack[-1]]
    sign = ")" if inner == "LPAR" else "]"
    if not situation.is_expected(CLOSING[inner], "COMMA") or not situation.fits_after(CLOSING[inner]):
        return None
    if _reads_with(situation, ",") or not (situation.kind == "STRING" or _reads_with(situation, sign)):
        return None
    here = Label(situation.after, f"a closing `{sign}` seems to be missing here")
    fix = Fix(f"insert `{sign}`", (Edit(situation.after, sign),), "unsafe")
    opened, opening = situation.span_of(stack[-1]), situation.tokens.text_of(stack[-1])
    return syntax.BRACKET_OPEN.at(opened, f"`{opening}` is never closed", "opened here", secondary=[here], fix=fix)


def _reads_with(situation: Situation, sign: str) -> bool:
    """Whether the declaration is well formed with a sign in front of what cannot stand."""
    text, at, start = situation.source.text, situation.after.end, situation.tokens.starts[0]
    tokens = tokens_of(f"{text[:at]}{sign}{text[at : situation.end]}", start, situation.end + len(sign))
    automaton: Automaton = situation.automaton
    stop, _ = automaton.walk(tokens, len(tokens.types))
    return stop == len(tokens.types)


# ------------------------------------------------------------------------------------------------------ asked after habits


def _members_in_lines(situation: Situation) -> Diagnostic | None:
    """`enum Weather { clear; rain }`: a list whose members have ends of lines between them."""
    if situation.expected != {"RBRACE"} or situation.at < 2 or situation.tokens.types[situation.at - 1] != NEWLINE:
        return None
    automaton, at = situation.automaton, situation.at
    after_comma = automaton.advance(automaton.before(situation.tokens, at - 1), "COMMA")
    if after_comma is None or automaton.step(after_comma, situation.kind) is None:
        return None
    between = situation.span_of(at - 1)
    semicolon = situation.tokens.text_of(at - 1) == ";"
    place = between if semicolon else situation.after
    fix = Fix("write a comma" if semicolon else "insert a comma", (Edit(place, ","),), "unsafe")
    headline = f"expected `,` or a closing `}}`, found {found_text(situation)}"
    here = Label(place, "a comma belongs here" if semicolon else "a comma seems to be missing here")
    return syntax.UNEXPECTED_WORD.at(situation.span, headline, secondary=[here], help="put a comma between them", fix=fix)


def _battles(situation: Situation) -> Diagnostic | None:
    """`campaign c "C" { first, second }`."""
    if not _declares(situation, "CAMPAIGN") or not situation.text[:1].islower() or not situation.is_expected("BATTLES"):
        return None
    return unexpected(situation, f"write `battles {situation.text}, ...`")


def _not_of_a_scenario(situation: Situation) -> Diagnostic | None:
    """`turns 8`, `zone z = [A1]` in a scenario, where the word was taken for a side."""
    at = situation.at
    if not _declares(situation, "SCENARIO") or situation.expected != {"LBRACE"} or at < 2:
        return None
    if situation.tokens.types[at - 2] not in (NEWLINE, "LBRACE") or situation.begins_line:
        return None
    word, span = _before(situation), situation.span_of(at - 1)
    for line in (word, word.removesuffix("s")):
        if line in _OF_A_LAYOUT:
            return syntax.UNEXPECTED_WORD.at(span, f"`{word}` has no meaning in a scenario", help=f"`{line}` stands in a `layout`")
    if word in _OF_RULES:
        return syntax.UNEXPECTED_WORD.at(span, f"`{word}` has no meaning in a scenario", help=_OF_RULES[word])
    if situation.kind in tables().keywords.values() or situation.kind not in ("NAME", "INT", "STRING", "TYPE", "LABEL", "EQUAL"):
        return None
    headline = f"expected {expected_text(situation)}, found {found_text(situation)}"
    others = "a scenario has `layout`, `roster`, `options`, `given`, `start` and `claims` besides"
    help = (f"if `{word}` is a side, its forces stand in braces: `{word} {{ ... }}`", others)
    return syntax.UNEXPECTED_WORD.at(situation.span, headline, help=help)


Explanation = Callable[[Situation], Diagnostic | None]

FORMS: tuple[Explanation, ...] = (
    _value_in_braces, _option, _given_ground, _nobody_wins, _number_of_times, _lost_parenthesis,
)  # fmt: skip
LATE_FORMS: tuple[Explanation, ...] = (_members_in_lines, _battles, _not_of_a_scenario)
