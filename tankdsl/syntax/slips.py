"""Explanations of the commonest slips: each looks at a situation and knows one thing that people do.

They are asked in order and the first that recognises its slip explains it. So the surest ones stand first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tankdsl.diagnostics import Diagnostic, Edit, Fix, Label, suggest
from tankdsl.diagnostics.registry import syntax
from tankdsl.source import Span
from tankdsl.syntax.boardslips import explain_board
from tankdsl.syntax.brackets import open_brackets
from tankdsl.syntax.changeslips import explain_change
from tankdsl.syntax.expectations import expected_text, found_text
from tankdsl.syntax.formslips import FORMS, LATE_FORMS
from tankdsl.syntax.habits import HABITS
from tankdsl.syntax.lexing import HARD, NEWLINE
from tankdsl.syntax.situation import Situation
from tankdsl.syntax.tables import END, tables
from tankdsl.syntax.unexpected import rewrite, unexpected

_FOREIGN = {
    "elif": "else if", "elseif": "else if", "elsif": "else if", "return": "give", "while": "repeat at most", "foreach": "for each",
    "switch": "match", "function": "effect", "def": "effect", "const": "let", "default": "otherwise", "break": "stop", "import": "use",
    "include": "use",
}  # fmt: skip
"""Words of other languages and what is written here instead."""
_BEGIN_ELEMENT = frozenset(
    ("NAME", "TYPE", "INT", "DECIMAL", "STRING", "LABEL", "LPAR", "LSQB", "MINUS", "NOT", "ANY", "ALL", "IF", "MATCH")
)


def explain_slip(situation: Situation) -> Diagnostic | None:
    """The finding about a common slip, if it is one."""
    for explain in _SLIPS:
        found = explain(situation)
        if found is not None:
            return found
    return None


def _reserved(situation: Situation) -> Diagnostic | None:
    """A hard word where only a name can stand."""
    word = situation.text
    if word not in HARD or "NAME" not in situation.expected or "INT" in situation.expected or not situation.fits_as("NAME"):
        return None
    headline = f"`{word}` is a word of the language and cannot be a name"
    return syntax.RESERVED_WORD.at(situation.span, headline, help="choose another name")


def _equals(situation: Situation) -> Diagnostic | None:
    """`=` in a condition."""
    if situation.kind != "EQUAL" or not situation.is_expected("IS"):
        return None
    if situation.last >= 0 and situation.tokens.types[situation.last] == "EQUAL":
        return None
    fix = Fix("compare with `is`", (Edit(situation.span, "is"),), "unsafe")
    return unexpected(situation, "`=` gives a value; things are compared with `is`", fix=fix)


def _late_default(situation: Situation) -> Diagnostic | None:
    """The default of a field behind its clauses."""
    types, first = situation.tokens.types, situation.last
    if situation.kind != "EQUAL" or first < 0:
        return None
    while first > 0 and types[first - 1] not in (NEWLINE, "LBRACE"):
        first -= 1
    if types[first] not in ("STATE", "TRACK", "STAT", "PART"):
        return None
    return unexpected(situation, "the default stands right behind the type: `state name = value until ...`")


def _or_sign(situation: Situation) -> Diagnostic | None:
    """`||`."""
    if situation.kind != "VBAR" or not situation.is_expected("OR"):
        return None
    start = situation.span.start
    if situation.source.text[start : start + 2] != "||":
        return None
    span = Span(situation.source.id, start, start + 2)
    fix = Fix("write `or`", (Edit(span, "or"),), "safe")
    return syntax.UNEXPECTED_CHARACTER.at(span, "`||` is written `or`", help="write `or`", fix=fix)


def _typed_let(situation: Situation) -> Diagnostic | None:
    """`let x: T = e`."""
    kinds = situation.tokens.types
    if situation.kind == "COLON" and situation.at >= 2 and kinds[situation.at - 2] == "LET":
        return unexpected(situation, "`let` takes no type: it never changes; write `var` if it does")
    return None


def _misspelt(situation: Situation) -> Diagnostic | None:
    """A word that is nearly a keyword: the one that is found, or the name before it."""
    if situation.kind in ("NAME", "TYPE"):
        near = _nearest(situation.text, situation.expected)
        if near is not None and situation.fits_as(tables().keywords[near]):
            return unexpected(situation, f"did you mean `{near}`?", fix=rewrite(situation.span, near))
    before = situation.at - 1
    kinds = situation.tokens.types
    if before >= 0 and kinds[before] in ("NAME", "TYPE"):
        states = situation.automaton.before(situation.tokens, before)
        near = _nearest(situation.tokens.text_of(before), situation.automaton.expected(states))
        after = None if near is None else situation.automaton.advance(states, tables().keywords[near])
        if near is not None and after is not None and situation.automaton.step(after, situation.kind) is not None:
            word = situation.tokens.text_of(before)
            span = situation.span_of(before)
            headline = f"`{word}` is not known here"
            return syntax.UNEXPECTED_WORD.at(span, headline, help=f"did you mean `{near}`?", fix=rewrite(span, near))
    return None


def _nearest(word: str, expected: Iterable[str]) -> str | None:
    spelling = {terminal: text for text, terminal in tables().keywords.items()}
    return suggest(word, (spelling[kind] for kind in expected if kind in spelling))


def _foreign(situation: Situation) -> Diagnostic | None:
    """A word of other languages, found here or standing before what is found."""
    for number in (situation.at, situation.at - 1):
        if number >= 0 and situation.tokens.types[number] not in (NEWLINE, END, "STRING"):
            word = situation.tokens.text_of(number)
            if word in _FOREIGN and (number == situation.at or word not in HARD):
                headline = f"`{word}` has no meaning here"
                return syntax.UNEXPECTED_WORD.at(situation.span_of(number), headline, help=f"write `{_FOREIGN[word]}`")
    return None


def _same_again(situation: Situation) -> Diagnostic | None:
    """A word or sign that stands there twice: the second one is found, or the first was taken for a name."""
    tokens, last = situation.tokens, situation.last
    if last < 0 or not situation.text:
        return None
    if situation.text == tokens.text_of(last) and situation.goes_on(situation.states):
        second = situation.at
    elif last >= 1 and tokens.text_of(last) == tokens.text_of(last - 1) and tokens.types[last] in tables().keywords.values():
        second = last
        if situation.automaton.step(situation.automaton.before(tokens, last), situation.kind) is None:
            return None
    else:
        return None
    span = situation.span_of(second)
    gap = Span(span.file, tokens.ends[second - 1], span.end)
    fix = Fix("remove the second one", (Edit(gap, ""),), "unsafe")
    return syntax.UNEXPECTED_WORD.at(span, f"`{tokens.text_of(second)}` stands there twice", "the second one", fix=fix)


def _comma(situation: Situation) -> Diagnostic | None:
    """A comma that is missing between two things."""
    if situation.begins_line and not _in_brackets(situation):
        return None
    if not situation.is_expected("COMMA") or not situation.fits_after("COMMA"):
        return None
    if situation.kind not in _BEGIN_ELEMENT and situation.kind not in tables().keywords.values():
        return None
    if situation.kind == "LPAR" and situation.span.start == situation.after.end:
        return None
    here = Label(situation.after, "a comma seems to be missing here")
    fix = Fix("insert a comma", (Edit(situation.after, ","),), "unsafe")
    headline = f"expected {expected_text(situation)}, found {found_text(situation)}"
    if situation.is_expected("VBAR") and situation.kind in ("TYPE", "LABEL"):
        help = "a cell with several words is a text in double quotes; a cell with several things has commas between them"
        return syntax.UNEXPECTED_WORD.at(situation.span, headline, help=help)
    return syntax.UNEXPECTED_WORD.at(situation.span, headline, secondary=[here], help="put a comma between them", fix=fix)


def _in_brackets(situation: Situation) -> bool:
    stack = open_brackets(situation)
    return bool(stack) and situation.tokens.types[stack[-1]] in ("LPAR", "LSQB")


def _quotes(situation: Situation) -> Diagnostic | None:
    """A text without quotes."""
    if situation.kind not in ("NAME", "TYPE") or not situation.is_expected("STRING") or situation.is_expected("INT"):
        return None
    if not {"NAME", "TYPE", NEWLINE} & situation.expected or "NAME" not in situation.expected:
        return unexpected(situation, f'texts stand in double quotes: `"{situation.text}"`')
    return None


def _letter_case(situation: Situation) -> Diagnostic | None:
    """The name of a thing where a kind is expected, or the other way round; a map label for either."""
    word = situation.text
    if situation.kind == "LABEL" and {"NAME", "TYPE"} & situation.expected:
        return unexpected(situation, f"`{word}` is a map label (one or two capitals and digits) and cannot be a name")
    if situation.kind == "NAME" and situation.is_expected("TYPE") and situation.fits_as("TYPE"):
        kind = "".join(part.capitalize() for part in word.split("_"))
        return unexpected(situation, f"names of kinds begin with a capital letter: `{kind}`")
    if situation.kind == "TYPE" and situation.is_expected("NAME") and situation.fits_as("NAME"):
        return unexpected(situation, f"names of things are written in small letters: `{word.lower()}`")
    return None


def _two_on_a_line(situation: Situation) -> Diagnostic | None:
    """A second statement on a line."""
    if situation.begins_line or not situation.is_expected(NEWLINE) or not situation.fits_after(NEWLINE):
        return None
    if situation.kind in ("NAME", "TYPE") or situation.kind in tables().keywords.values():
        return unexpected(situation, "if a new statement begins here, put it on a line of its own or `;` before it")
    return None


def _operator_first(situation: Situation) -> Diagnostic | None:
    """A line that begins with an operator does not continue the line above, except with `and`, `or`, `is`, `in`."""
    operator = situation.kind in ("PLUS", "MINUS", "STAR", "DIV", "MOD", "COMPARE")
    if not operator or not situation.begins_line or situation.tokens.types[situation.at - 1] != NEWLINE:
        return None
    return unexpected(situation, "a line goes on in the next one after an operator: put it at the end of the line above")


def _range(situation: Situation) -> Diagnostic | None:
    """A range where a single value is expected."""
    if situation.text != "..":
        return None
    return unexpected(situation, "ranges stand in types, in patterns and after `clamp`; elsewhere compare with both ends")


def _lonely_else(situation: Situation) -> Diagnostic | None:
    """`else` where no block has just ended: its `}` may be missing."""
    if situation.kind != "ELSE":
        return None
    stack = open_brackets(situation)
    if stack and situation.tokens.types[stack[-1]] == "LBRACE" and situation.fits_after(NEWLINE, "RBRACE"):
        here = Label(situation.after, "a closing `}` seems to be missing here")
        fix = Fix("insert `}`", (Edit(situation.after, " }"),), "unsafe")
        brace = situation.span_of(stack[-1])
        return syntax.BRACKET_OPEN.at(brace, "`{` is never closed", "opened here", secondary=[here], fix=fix)
    return unexpected(situation, "`else` follows the `}` of the block that it is the other side of")


def _chained(situation: Situation) -> Diagnostic | None:
    """`1 < x < 3`."""
    if situation.kind not in ("COMPARE", "IS", "IN") or not situation.is_expected("AND"):
        return None
    return unexpected(situation, "comparisons are not chained: join two of them with `and`")


def _quantifier(situation: Situation) -> Diagnostic | None:
    """A quantifier as an operand."""
    if situation.kind not in ("ANY", "ALL") or not situation.is_expected("INT", "LPAR"):
        return None
    return unexpected(situation, f"put `{situation.text} ... in ... where ...` in parentheses")


def _last_comma(situation: Situation) -> Diagnostic | None:
    """A comma after the last of several things."""
    last = situation.last
    closes = situation.kind in ("RPAR", "RSQB", "LBRACE") or (situation.kind == NEWLINE and situation.next_kind == "RBRACE")
    if last < 0 or situation.tokens.types[last] != "COMMA" or not closes:
        return None
    comma = situation.span_of(last)
    fix = Fix("remove the comma", (Edit(comma, ""),), "unsafe")
    headline = f"expected {expected_text(situation)} after the comma, found {found_text(situation)}"
    return syntax.UNEXPECTED_WORD.at(comma, headline, help="no comma stands after the last one", fix=fix)


def _switch(situation: Situation) -> Diagnostic | None:
    """Another word for the position of a switch."""
    plain = {"true": "on", "yes": "on", "false": "off", "no": "off"}.get(situation.text)
    if plain is None or not situation.is_expected("ON", "OFF"):
        return None
    return unexpected(situation, f"write `{plain}`", fix=rewrite(situation.span, plain))


def _nameless_case(situation: Situation) -> Diagnostic | None:
    """`case "text" {`."""
    if situation.kind != "STRING" or situation.last < 0 or situation.tokens.types[situation.last] != "CASE":
        return None
    return unexpected(situation, f"a case has a name in front of its text: `case a {situation.text}`")


def _no_statement(situation: Situation) -> Diagnostic | None:
    """A line that is neither a statement of a known word, nor a call, nor an assignment."""
    assigns = {tables().marks[mark] for mark in ("=", "+=", "-=")}
    if not situation.expected >= assigns and not situation.is_expected("LET", "CHOOSE"):
        return None
    return unexpected(situation, "a statement begins with a word of the language, calls something or sets something")


def _missing_mark(situation: Situation) -> Diagnostic | None:
    """One sign or word that is missing, if it is clear which."""
    marks = {terminal: text for text, terminal in tables().marks.items()}
    candidates = ["COLON", "EQUAL", "LBRACE", "LPAR", "RPAR", "RSQB", tables().marks["=>"]]
    if len(situation.expected) == 1 and situation.expected <= set(tables().keywords.values()):
        candidates, marks = list(situation.expected), {terminal: text for text, terminal in tables().keywords.items()}
    fitting = [kind for kind in candidates if _would_do(situation, kind)]
    if len(fitting) != 1:
        return None
    sign = marks[fitting[0]]
    here = Label(situation.after, f"`{sign}` seems to be missing here")
    padded = sign if sign in ":)]" else f" {sign}"
    fix = Fix(f"insert `{sign}`", (Edit(situation.after, padded),), "unsafe")
    headline = f"expected {expected_text(situation)}, found {found_text(situation)}"
    return syntax.UNEXPECTED_WORD.at(situation.span, headline, secondary=[here], fix=fix)


def _would_do(situation: Situation, kind: str) -> bool:
    """Whether a sign before the token makes it and the one behind fit; after a brace the end of a line does not count."""
    states = situation.automaton.advance(situation.states, kind)
    if states is None:
        return False
    if situation.kind == NEWLINE:
        return kind == "LBRACE" and situation.next_kind not in (END, "RBRACE") and situation.goes_on(states)
    after = situation.automaton.step(states, situation.kind)
    return after is not None and (situation.kind == "LBRACE" or situation.goes_on(after))


_SLIPS: tuple[Callable[[Situation], Diagnostic | None], ...] = (
    _reserved, _or_sign, *FORMS, *HABITS, explain_change,
    _late_default, _equals, _typed_let, explain_board, _switch, _nameless_case, _same_again, _foreign, _misspelt, *LATE_FORMS, _comma,
    _quotes, _letter_case, _range, _lonely_else, _chained, _quantifier, _last_comma, _operator_first, _two_on_a_line, _missing_mark,
    _no_statement,
)  # fmt: skip
