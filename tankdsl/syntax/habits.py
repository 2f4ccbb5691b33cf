"""Slips of habit: what other languages, other notations and plain speech have where this language has something else.

Each explanation knows one of them and is sure when it speaks, so they are asked before those that guess what is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tankdsl.diagnostics import Diagnostic, Edit, Fix, Label
from tankdsl.diagnostics.registry import syntax
from tankdsl.source import Span
from tankdsl.syntax.lexing import NEWLINE
from tankdsl.syntax.situation import Situation
from tankdsl.syntax.tables import END, tables
from tankdsl.syntax.unexpected import rewrite, unexpected

_DIE = re.compile(r"d[0-9]+")
_LABEL = re.compile(r"[A-Z]{1,2}[0-9]{1,3}")
_ENTRY = re.compile(r"\s*(\S+)[ \t]*=[ \t]*[a-z]")
_TIMES = re.compile(r"x([0-9]+)")
_TYPE_WORDS = frozenset(("int", "integer", "number", "float", "double", "bool", "boolean", "string", "str", "auto"))
_MOVE_WORDS = frozenset(("budget", "cost", "bonus", "never", "stops", "passes"))
_MIRRORED = ("mirrored", "mirror", "flipped", "flip", "reflected")
_TURNED = ("turned", "turn", "rotated", "rotate")
_GRIDS = "`axial`, `columns odd lower`, `columns odd higher`, `rows odd right`, `rows odd left` or `table`"


def before(situation: Situation, steps: int = 1) -> str:
    """The text of a token before the faulty one, ends of lines counted; empty if there is none."""
    number = situation.at - steps
    return situation.tokens.text_of(number) if number >= 0 else ""


def behind(situation: Situation, steps: int = 1) -> str:
    """The text of a token behind the faulty one, empty at the end."""
    number = situation.at + steps
    return situation.tokens.text_of(number) if number < len(situation.tokens.types) else ""


def _line_words(situation: Situation) -> list[str]:
    """The types of the tokens before it in the same statement or row."""
    types, first = situation.tokens.types, situation.at
    while first > 0 and types[first - 1] not in (NEWLINE, "LBRACE"):
        first -= 1
    return list(types[first : situation.at])


# ----------------------------------------------------------------------------------------------------- other languages


def _then(situation: Situation) -> Diagnostic | None:
    """`if c then …`; behind a number the word was read as a measure."""
    for number in (situation.at, situation.at - 1):
        if number >= 0 and situation.tokens.text_of(number) == "then" and "IF" in _line_words(situation):
            help = "what happens stands in braces: `if ... { ... } else { ... }`"
            return syntax.UNEXPECTED_WORD.at(situation.span_of(number), "`then` has no meaning here", help=help)
    return None


def _leave(situation: Situation) -> Diagnostic | None:
    """`return` without a value; it is a name to the parser, and what cannot stand is the end of the line behind it."""
    for number in (situation.at, situation.at - 1):
        if number >= 0 and situation.tokens.text_of(number) == "return":
            if situation.tokens.types[number + 1] not in (NEWLINE, END, "RBRACE"):
                return None
            span = situation.span_of(number)
            return syntax.UNEXPECTED_WORD.at(span, "`return` has no meaning here", help="write `stop`", fix=rewrite(span, "stop"))
    return None


def _typed_variable(situation: Situation) -> Diagnostic | None:
    """`int x = 2`."""
    if situation.kind != "NAME" or before(situation) not in _TYPE_WORDS or behind(situation) != "=":
        return None
    return unexpected(situation, f"a variable is declared with `var {situation.text} = ...`, a value that stays with `let`")


def _type_first(situation: Situation) -> Diagnostic | None:
    """`Tank t` among parameters."""
    name = behind(situation)
    opens = before(situation) in ("(", ",") and situation.is_expected("NAME")
    if situation.kind != "TYPE" or situation.next_kind != "NAME" or not opens:
        return None
    return unexpected(situation, f"the name stands first, then its type: `{name}: {situation.text}`")


def _no_type(situation: Situation) -> Diagnostic | None:
    """A parameter without a type."""
    if situation.expected != {"COLON"} or situation.kind not in ("COMMA", "RPAR"):
        return None
    return unexpected(situation, f"a parameter has a type: `{before(situation)}: Type`")


def _question(situation: Situation) -> Diagnostic | None:
    """`c ? a : b`."""
    if situation.kind != "QMARK" or not situation.is_expected("PLUS"):
        return None
    return unexpected(situation, "one of two values is written `if ... { a } else { b }`")


def _slash(situation: Situation) -> Diagnostic | None:
    """`a / b`."""
    if situation.kind != "SLASH" or not situation.is_expected("DIV"):
        return None
    span, text = situation.span, situation.source.text
    padded = ("" if text[span.start - 1].isspace() else " ") + "div" + ("" if text[span.end : span.end + 1].isspace() else " ")
    fix = Fix("write `div`", (Edit(span, padded),), "unsafe")
    return unexpected(situation, "division, rounded down, is written `div`", fix=fix)


def _counting_up(situation: Situation) -> Diagnostic | None:
    """`x++`, `x--` as a statement."""
    sign = situation.text
    if sign not in ("+", "-") or behind(situation) != sign or situation.is_expected("PLUS") or not situation.is_expected("EQUAL"):
        return None
    return unexpected(situation, f"write `{before(situation)} {sign}= 1`")


def _dashes(situation: Situation) -> Diagnostic | None:
    """`-- remark`, or the line below the head of a table in Markdown."""
    if situation.kind == "MINUS" and behind(situation) == "-" and situation.is_expected("LET", "CHOOSE"):
        return unexpected(situation, "comments begin with `#`")
    if situation.kind == "VBAR" and before(situation) == "-":
        return unexpected(situation, "no line of dashes stands below the head of a table: remove it")
    return None


def _braces_of_a_set(situation: Situation) -> Diagnostic | None:
    """`in {a, b}`."""
    if situation.kind != "LBRACE" or before(situation) not in ("in", "is", "=") or not situation.is_expected("LSQB"):
        return None
    return unexpected(situation, "a list stands in square brackets: `[a, b]`")


# --------------------------------------------------------------------------------------------------------------- dice


def _dice(situation: Situation) -> Diagnostic | None:
    """Dice without their number, without a name, in an expression, or with something added."""
    last = before(situation)
    if situation.is_expected("DIE") and _DIE.fullmatch(last):
        span, headline = situation.span_of(situation.at - 1), f"`{last}` does not say how many dice"
        return syntax.UNEXPECTED_WORD.at(span, headline, help=f"write `1{last}`", fix=rewrite(span, f"1{last}"))
    if situation.kind == "SEVERAL_DICE":
        name = before(situation, 3) if last == "roll" and before(situation, 2) == "=" else "pool"
        return unexpected(situation, f"dice are rolled by a statement of their own, with a name: `roll {name} = {situation.text}`")
    thrown = situation.at > 0 and situation.tokens.types[situation.at - 1] in ("SEVERAL_DICE", "DIE")
    if thrown and situation.kind in ("PLUS", "MINUS") and "ROLL" in _line_words(situation):
        return unexpected(situation, "what is added to every die stands behind `each`; to their sum it is added later: `total(...) + 1`")
    return None


# --------------------------------------------------------------------------------------------------------- word order


def _late_text(situation: Situation) -> Diagnostic | None:
    """A text behind the `when` or the `=>` of a row whose text stands in front of it."""
    if situation.kind != "STRING":
        return None
    line, declaration = _line_words(situation), situation.tokens.types[0]
    arrow = tables().marks["=>"]
    if arrow in line:
        return unexpected(situation, f"the text of a row stands in front of `=>`: `... {situation.text} => ...`")
    if "WHEN" not in line or declaration not in ("VALUE", "MOVEMENT", "OPTION", "ENDING"):
        return None
    return unexpected(situation, f"the text of a row stands in front of `when`: `... {situation.text} when ...`")


def _if_for_when(situation: Situation) -> Diagnostic | None:
    """`never if c`, `draw if c`."""
    if situation.kind != "IF" or not situation.is_expected("WHEN") or not situation.fits_as("WHEN"):
        return None
    return unexpected(situation, "write `when`", fix=rewrite(situation.span, "when"))


def _number_behind(situation: Situation) -> Diagnostic | None:
    """`scout 2`, `scout x2`, `scout (2)`, `scout x 2`, `scout * 2` in a roster; `hexes 4`."""
    last = situation.last
    name = situation.tokens.text_of(last) if last >= 0 and situation.tokens.types[last] == "NAME" else ""
    if not name or situation.begins_line:
        return None
    if situation.text in ("x", "*") and situation.next_kind == "INT" and situation.tokens.types[0] in ("ROSTER", "SCENARIO"):
        return unexpected(situation, f"the number stands in front: `{behind(situation)} {name}`")
    count = _count_behind(situation)
    if count and "INT" in situation.automaton.expected(situation.automaton.before(situation.tokens, last)):
        return unexpected(situation, f"the number stands in front: `{count} {name}`")
    if situation.kind == "INT" and situation.is_expected("PLUS"):
        return unexpected(situation, f"a measure stands behind its number: `{situation.text} {name}`")
    return None


def _count_behind(situation: Situation) -> str:
    """The number that a thing of a roster has behind its name, bare, with an `x` or in brackets; empty if there is none."""
    if situation.tokens.types[0] not in ("ROSTER", "SCENARIO") or not situation.is_expected("COMMA"):
        return ""
    if situation.kind == "INT":
        return situation.text
    if situation.kind == "LPAR" and situation.next_kind == "INT" and behind(situation, 2) == ")":
        return behind(situation)
    times = _TIMES.fullmatch(situation.text)
    return times[1] if times else ""


def _nameless_side(situation: Situation) -> Diagnostic | None:
    """`each side takes a turn`, `plays drive`."""
    if before(situation) == "takes" and situation.is_expected("TAKES"):
        return unexpected(situation, "the side gets a name: `each side s takes a turn`")
    if before(situation) == "plays" and situation.kind in ("NAME", "TYPE") and situation.is_expected("EQUAL"):
        return unexpected(situation, f"say who plays: `s plays {situation.text}`")
    return None


def _two_names(situation: Situation) -> Diagnostic | None:
    """`for each tank t in …`, and a name of two words in a cell."""
    if situation.kind != "NAME" or situation.begins_line or situation.last < 0 or situation.tokens.types[situation.last] != "NAME":
        return None
    first = situation.tokens.text_of(situation.last)
    if situation.expected == {"IN"} and situation.next_kind == "IN":
        return unexpected(situation, f"one name stands there: `each {situation.text} in ...`")
    if situation.is_expected("VBAR"):
        name = f"a name is one word, such as `{first}_{situation.text}`"
        return unexpected(situation, f"{name}; a text stands in double quotes, and several things have commas between them")
    return None


def _table_for_kind(situation: Situation) -> Diagnostic | None:
    """`unit Tank { | id | …`."""
    if situation.at != 1 or situation.kind != "TYPE" or situation.expected != {"KIND"}:
        return None
    types = [kind for kind in situation.tokens.types[2:5] if kind != NEWLINE]
    if types[:2] != ["LBRACE", "VBAR"]:
        return None
    word = situation.tokens.text_of(0)
    return unexpected(situation, f"a table of things begins with `{word}s`", fix=rewrite(situation.span_of(0), f"{word}s"))


# -------------------------------------------------------------------------------------------------------- other places


def _rows_at_once(situation: Situation) -> Diagnostic | None:
    """What an option or a variant cannot add: two rows at once."""
    if situation.tokens.types[0] not in ("OPTION", "VARIANT") or situation.expected != {"RBRACE"}:
        return None
    if (situation.kind == "NAME" and situation.next_kind == "COLON") or situation.text in _MOVE_WORDS:
        return unexpected(situation, "each row is added by itself: write `add row of ... { }` again")
    return None


def _grid(situation: Situation) -> Diagnostic | None:
    """The size of a board without its grid."""
    if situation.tokens.types[0] != "BOARD" or situation.kind != "INT" or "NAME" not in situation.expected or situation.at > 3:
        return None
    return unexpected(situation, f"the grid stands in front of the size: {_GRIDS}")


def _lie(situation: Situation) -> Diagnostic | None:
    """How a board lies, at another place of its line or in other words: `of red mirrored left right`, `flipped`, `left to right`."""
    words = _line_words(situation)
    if situation.tokens.types[0] != "LAYOUT" or not {"BOARD", "OVERLAY"} & set(words):
        return None
    if "mirrored" in (before(situation), before(situation, 2)):
        return unexpected(situation, "write `mirrored left right` or `mirrored top bottom`")
    way = "turned" if situation.text in _TURNED else "mirrored left right" if situation.text in _MIRRORED else ""
    if not way or {"MIRRORED", "TURNED"} & set(words):
        return None
    if situation.is_expected("MIRRORED"):
        return unexpected(situation, "write `turned`" if way == "turned" else "write `mirrored left right` or `mirrored top bottom`")
    return unexpected(situation, f"how a board lies stands right behind its place, before `of` and `keeping`: `at (0, 0) {way}`")


def _edge_without_slash(situation: Situation) -> Diagnostic | None:
    """`edge road A1 A2`, `edge road A1 - A2`."""
    if not situation.is_expected("SLASH", "TO") or situation.tokens.types[0] not in ("BOARD", "LAYOUT") or situation.begins_line:
        return None
    if situation.kind not in ("LABEL", "LPAR", "MINUS"):
        return None
    labels = before(situation), behind(situation) if situation.kind == "MINUS" else situation.text
    is_labels = all(_LABEL.fullmatch(label) for label in labels)
    example = " / ".join(labels) if is_labels else "(0, 0) / (1, 0)"
    edit = Edit(situation.span, "/") if situation.kind == "MINUS" else Edit(situation.after, " /")
    fix = Fix("write `/`" if situation.kind == "MINUS" else "insert `/`", (edit,), "unsafe")
    return unexpected(situation, f"a `/` stands between neighbours: `{example}`", fix=fix)


def explain_legend(situation: Situation) -> Diagnostic | None:
    """`legend . = meadow W = wood`."""
    last = situation.last
    if last < 0 or situation.tokens.types[last] != "RAW_LEGEND":
        return None
    entry = _ENTRY.match(situation.source.text, situation.after.end, situation.end)
    if entry is None:
        return None
    gap = situation.after
    fix = Fix("insert a comma", (Edit(gap, ","),), "unsafe")
    glyph = Span(situation.source.id, entry.start(1), entry.end(1))
    headline = f"expected `,` between the glyphs of the legend, found `{entry[1]}`"
    here = Label(gap, "a comma seems to be missing here")
    return syntax.UNEXPECTED_WORD.at(glyph, headline, secondary=[here], help="put a comma between them", fix=fix)


def _board_part(situation: Situation) -> Diagnostic | None:
    """`level {` or `row {` on a board."""
    plural = {"level": "levels", "row": "rows"}.get(situation.text)
    if situation.tokens.types[0] != "BOARD" or plural is None or situation.next_kind != "LBRACE" or not situation.is_expected("RAW_ROWS"):
        return None
    return unexpected(situation, f"write `{plural}`", fix=rewrite(situation.span, plural))


def _next_given(situation: Situation) -> Diagnostic | None:
    """A list behind `given` that goes on in the next line without a comma."""
    if situation.kind not in ("DOT", "AT", "COLON") or situation.at < 2 or situation.tokens.types[situation.at - 2] != NEWLINE:
        return None
    line = situation.at - 3
    while line > 0 and situation.tokens.types[line - 1] not in (NEWLINE, "LBRACE"):
        line -= 1
    if line < 0 or situation.tokens.types[line] != "GIVEN":
        return None
    end = situation.tokens.ends[situation.at - 3]
    gap = Span(situation.source.id, end, end)
    fix = Fix("insert a comma", (Edit(gap, ","),), "unsafe")
    return unexpected(situation, "if this goes on with what is given, a comma stands at the end of the line above", fix=fix)


HABITS: tuple[Callable[[Situation], Diagnostic | None], ...] = (
    _then, _leave, _typed_variable, _type_first, _no_type, _question, _slash, _counting_up, _dashes, _braces_of_a_set, _dice, _late_text,
    _if_for_when, _number_behind, _nameless_side, _two_names, _table_for_kind, _rows_at_once, _grid,
    _lie, _edge_without_slash, _board_part, _next_given,
)  # fmt: skip
