"""Explanations of what looks like a token and is none: numbers, strings, references, operators and comments of others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from tankdsl.diagnostics import Diagnostic, Edit, Fix
from tankdsl.diagnostics.registry import syntax
from tankdsl.source import Span
from tankdsl.syntax.expectations import shortened
from tankdsl.syntax.lexing import MAX_NESTING
from tankdsl.syntax.situation import Situation
from tankdsl.syntax.tables import tables

_OPERATORS = {
    "==": "is", "===": "is", "!=": "is not", "!==": "is not", "<>": "is not", "&&": "and", "&": "and", "!": "not", ":=": "=",
    "->": "=>", "=<": "<=", "...": "..",
}  # fmt: skip
_LOOKALIKES = {
    "–": "-", "—": "-", "−": "-", "…": "..", "×": "*", "·": ".", "≤": "<=", "≥": ">=", "≠": "is not", "＝": "=", "，": ",", "；": ";",
    "：": ":", "（": "(", "）": ")", "‐": "-", "‑": "-", "%": "mod", "~": "not",
}  # fmt: skip
_DASHES = frozenset("–—−‐‑")
_DICE = re.compile(r"([0-9]{1,3})[dDwW]([0-9]{1,3})")
_TURNED_LABEL = re.compile(r"([0-9]{1,3})([A-Z])")
_SIZE = re.compile(r"([0-9]{1,6})x([0-9]{1,6})")
_ESCAPE = re.compile(r"\\(?:[\"\\nt]|(.?))", re.DOTALL)


def explain_faulty_token(situation: Situation) -> Diagnostic | None:
    """The finding about a token of a type that begins with `?`; ``None`` for all others."""
    explain = _EXPLANATIONS.get(situation.kind)
    return None if explain is None else explain(situation)


def _instead(situation: Situation, text: str, headline: str, help: str) -> Diagnostic:
    """A finding about a sign that is written in another way here."""
    span = situation.span
    fix = Fix(f"write `{text}`", (Edit(span, text),), "safe")
    return syntax.UNEXPECTED_CHARACTER.at(span, headline, "", help=help, fix=fix)


def _operator(situation: Situation) -> Diagnostic:
    text = situation.text
    plain = _instead_here(situation, text) or _OPERATORS.get(text)
    if plain is None:
        help = "a square is written `x * x`" if text == "**" else ""
        return syntax.UNEXPECTED_CHARACTER.at(situation.span, f"`{text}` is no operator", help=help or ())
    word = plain if plain != "not" or situation.source.text[situation.span.end : situation.span.end + 1] == " " else "not "
    padded = word if not word[0].isalpha() else _padded(situation, word)
    return _instead(situation, padded, f"`{text}` is written `{plain}`", f"write `{plain}`")


def _instead_here(situation: Situation, text: str) -> str | None:
    """What is meant by a sign where its usual meaning cannot stand: the setting of a state, the type of a result, a range."""
    if text == "==" and situation.is_expected("EQUAL") and not situation.is_expected("IS"):
        return "="
    if text == "->" and situation.is_expected("COLON") and not situation.is_expected(tables().marks["=>"]):
        return ":"
    if text == "->" and situation.is_expected("TO") and not situation.is_expected(tables().marks["=>"]):
        return "to"
    return ".." if text in _DASHES and situation.is_expected(tables().marks[".."]) else None


def _padded(situation: Situation, word: str) -> str:
    """A word with spaces where it would touch another one."""
    text, span = situation.source.text, situation.span
    before = " " if text[span.start - 1 : span.start].strip() and text[span.start - 1] not in "([{" else ""
    after = " " if text[span.end : span.end + 1].strip() and not word.endswith(" ") else ""
    return before + word + after


def _comment(situation: Situation) -> Diagnostic:
    text = situation.text
    inside = text[2:-2] if text.startswith("/*") and text.endswith("*/") and len(text) >= 4 else text[2:]
    rest = situation.source.text[situation.span.end :].split("\n", 1)[0].strip()
    headline = f"comments begin with `#`, not with `{text[:2]}`"
    if rest and text.startswith("/*"):
        return syntax.UNEXPECTED_CHARACTER.at(situation.span, headline, help="put the comment at the end of the line")
    return _instead(situation, f"# {inside.strip()}".rstrip(), headline, "write `# ...`; a comment ends with its line")


def _number(situation: Situation) -> Diagnostic:
    text = shortened(situation.text)
    headline = f"expected a whole number, found `{text}`"
    return syntax.NUMBER_MALFORMED.at(situation.span, headline, help="count in smaller units: there are no fractions in rules")


def _digits(situation: Situation) -> Diagnostic:
    text, span = situation.text, situation.span
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    rest = text[len(digits) :]
    if rest.replace("_", "").isdigit():
        plain = text.replace("_", "")
        return syntax.NUMBER_MALFORMED.at(span, f"expected a number, found `{shortened(text)}`", help=f"write `{shortened(plain)}`")
    if size := _SIZE.fullmatch(text):
        plain = f"{size[1]} x {size[2]}"
        fix = Fix(f"write `{plain}`", (Edit(span, plain),), "safe")
        headline = f"number and name stand together in `{shortened(text)}`"
        return syntax.NUMBER_MALFORMED.at(span, headline, help=f"write `{plain}`", fix=fix)
    if rest in ("x", "X") and situation.next_kind == "NAME":
        headline = f"expected how many there are, found `{text}`"
        fix = Fix(f"write `{digits}`", (Edit(span, digits),), "safe")
        return syntax.NUMBER_MALFORMED.at(span, headline, help=f"write `{digits}` and the name, without `{rest}`", fix=fix)
    if dice := _DICE.fullmatch(text):
        plain = f"{dice[1]}d{dice[2]}"
        headline = f"expected dice such as `2d6`, found `{text}`"
        fix = Fix(f"write `{plain}`", (Edit(span, plain),), "safe")
        return syntax.NUMBER_MALFORMED.at(span, headline, help=f"write `{plain}`", fix=fix)
    if situation.is_expected("LABEL") and _TURNED_LABEL.fullmatch(text):
        headline = f"number and name stand together in `{text}`"
        fix = Fix(f"write `{rest}{digits}`", (Edit(span, f"{rest}{digits}"),), "unsafe")
        return syntax.NUMBER_MALFORMED.at(span, headline, help=f"the letter of a map label stands in front: `{rest}{digits}`", fix=fix)
    if rest[:1].isalpha() and not (digits == "0" and rest[0] in "xXbBoO"):
        fix = Fix("put a space between them", (Edit(Span(span.file, span.start + len(digits), span.start + len(digits)), " "),), "safe")
        headline = f"number and name stand together in `{shortened(text)}`"
        return syntax.NUMBER_MALFORMED.at(span, headline, help=f"write `{shortened(digits)} {shortened(rest)}`", fix=fix)
    return syntax.NUMBER_MALFORMED.at(span, f"expected a number, found `{shortened(text)}`", help="write it with the digits 0 to 9")


def _string(situation: Situation) -> Diagnostic:
    text, span = situation.text, situation.span
    if text[0] == '"':
        end = Span(span.file, span.end, span.end)
        fix = Fix('close the text with `"`', (Edit(end, '"'),), "unsafe")
        return syntax.STRING_OPEN.at(span, 'expected a closing `"` on this line', "the text begins here", fix=fix)
    closed = text[1:].rstrip("“”„‘’«»'\"") if len(text) > 1 else ""
    headline = 'texts stand in double quotes: `"`'
    if text[-1] in "“”„‘’«»'\"" and len(text) > 1 and '"' not in closed and "\\" not in closed:
        return _instead(situation, f'"{closed}"', headline, f'write `"{shortened(closed)}"`')
    return syntax.STRING_OPEN.at(span, headline, "this begins no text", help='write `"` at both ends')


def _escape(situation: Situation) -> Diagnostic:
    start = situation.span.start
    wrong = next(match for match in _ESCAPE.finditer(situation.text) if match.group(1) is not None)
    span = Span(situation.source.id, start + wrong.start(), start + wrong.end())
    headline = f"`{wrong.group()}` is no escape in a text"
    return syntax.STRING_ESCAPE.at(span, headline, help='the escapes are `\\"`, `\\\\`, `\\n` and `\\t`; write `\\\\` for a backslash')


def _cite(situation: Situation) -> Diagnostic:
    headline = f"expected a rule reference such as `@AB-012`, found `{shortened(situation.text)}`"
    help = "a range is written `@AB-012..AB-015`, the reference to a case `@AB-C03`"
    return syntax.CITATION_MALFORMED.at(situation.span, headline, help=help)


def _name(situation: Situation) -> Diagnostic:
    text, span = situation.text, situation.span
    if not text.isascii():
        headline = f"`{shortened(text)}` has letters that names cannot have"
        return syntax.UNEXPECTED_CHARACTER.at(span, headline, help="names have the letters a to z, digits and `_`; texts may have all")
    if text[0].isupper():
        plain = "".join(part[:1].upper() + part[1:] for part in text.lower().split("_") if part)
        help = f"kinds are written `{shortened(plain)}`, things `{shortened(text.lower())}`"
        return syntax.UNEXPECTED_CHARACTER.at(span, f"`{shortened(text)}` has the form of no name", help=help)
    plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text.strip("_")).lower() or "a_name"
    headline = f"`{shortened(text)}` has the form of no name"
    return syntax.UNEXPECTED_CHARACTER.at(span, headline, help=f"things are written in small letters: `{shortened(plain)}`")


def _character(situation: Situation) -> Diagnostic:
    text = situation.text
    if text in _LOOKALIKES:
        plain = _instead_here(situation, text) or _LOOKALIKES[text]
        padded = _padded(situation, plain) if plain[0].isalpha() else plain
        return _instead(situation, padded, f"{_named(text)} is written `{plain}`", f"write `{plain}`")
    return explain_unseen(situation.span, text) or syntax.UNEXPECTED_CHARACTER.at(situation.span, f"{_named(text)} has no meaning here")


def explain_unseen(span: Span, character: str) -> Diagnostic | None:
    """The finding about a character that looks like a space or like nothing, if it is one."""
    if not character.isspace() and unicodedata.category(character) != "Cf":
        return None
    plain = " " if character.isspace() else ""
    fix = Fix("write a plain space" if plain else "remove it", (Edit(span, plain),), "safe")
    return syntax.UNEXPECTED_CHARACTER.at(span, f"{_named(character)} has no meaning here", "it cannot be seen", fix=fix)


def _named(character: str) -> str:
    """A character in words: as it is if it can be seen, else by its name."""
    name = unicodedata.name(character, "")
    if character.isascii() and character.isprintable():
        return f"the character `{character}`"
    shown = f"`{character}` " if character.isprintable() and not character.isspace() else ""
    return f"the character {shown}(U+{ord(character):04X}{' ' + name.lower() if name else ''})"


def _deep(situation: Situation) -> Diagnostic:
    headline = f"brackets are nested more than {MAX_NESTING} deep"
    return syntax.NESTED_TOO_DEEP.at(situation.span, headline, "this one is too deep")


_EXPLANATIONS: dict[str, Callable[[Situation], Diagnostic]] = {
    "?operator": _operator,
    "?comment": _comment,
    "?number": _number,
    "?digits": _digits,
    "?string": _string,
    "?escape": _escape,
    "?cite": _cite,
    "?name": _name,
    "?character": _character,
    "?deep": _deep,
}
