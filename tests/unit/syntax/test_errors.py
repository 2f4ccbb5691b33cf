"""What is said about faults, word for word. The cases stand in `errors.txt`: the text, then `=>` with the place, the code and the headline
of its only finding, and below what else it says. Places are `line:column`, with `-column` where something is covered.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tankdsl.diagnostics import Diagnostic, Level
from tankdsl.source import SourceFile, Span
from tankdsl.syntax.lexing import HARD
from tests.unit.syntax.reading import finding, read, source

CASES = Path(__file__).with_name("errors.txt")


def cases() -> Iterator[tuple[str, str, str]]:
    """Name, text and description of each case."""
    for block in CASES.read_text(encoding="utf-8").split("=== ")[1:]:
        name, rest = block.split("\n", 1)
        text, description = rest.split("\n=> ", 1)
        yield name, f"{text}\n", f"=> {description}".rstrip("\n")


NAMED = [pytest.param(text, description, id=name) for name, text, description in cases()]


def place(file: SourceFile, span: Span) -> str:
    (line, column), (last, end) = file.position(span.start), file.position(span.end)
    if span.is_empty:
        return f"{line}:{column}"
    return f"{line}:{column}-{end}" if line == last else f"{line}:{column}-{last}:{end}"


def described(text: str, found: Diagnostic) -> str:
    file = source(text)
    assert found.primary is not None
    lines = [f"=> {place(file, found.primary.span)} {found.code} {found.headline}"]
    lines += [f"   here: {found.primary.text}"] if found.primary.text else []
    lines += [f"   {place(file, label.span)}: {label.text}" for label in found.secondary]
    lines += [f"   help: {help}" for help in found.help]
    lines += [f"   fix: {found.fix.title} ({found.fix.safety})"] if found.fix else []
    return "\n".join(lines)


@pytest.mark.parametrize(("text", "description"), NAMED)
def test_a_fault_is_explained(text: str, description: str) -> None:
    assert described(text, finding(text)) == description


@pytest.mark.parametrize(("text", "description"), NAMED)
def test_headlines_have_one_form(text: str, description: str) -> None:
    found = finding(text)
    assert found.level is Level.ERROR
    assert not found.headline.endswith(".")
    assert found.headline.count("`") % 2 == 0
    assert "__" not in found.headline and "_NL" not in found.headline and "$END" not in found.headline
    assert len(found.headline) <= 160
    assert found.headline.split(", found ")[0].count(",") <= 4


@pytest.mark.parametrize(("text", "description"), [case for case in NAMED if "fix:" in case.values[1]])
def test_a_fix_mends_what_it_is_about(text: str, description: str) -> None:
    found = finding(text)
    assert found.fix is not None and found.primary is not None
    mended = text
    for edit in sorted(found.fix.edits, key=lambda edit: edit.span.start, reverse=True):
        mended = mended[: edit.span.start] + edit.text + mended[edit.span.end :]
    after = [(other.headline, other.primary.span.start) for other in read(mended).diagnostics if other.primary]
    assert (found.headline, found.primary.span.start) not in after
    if found.fix.safety == "safe":
        assert after == []


def test_most_slips_have_a_remedy() -> None:
    silent = [name for name, _, description in cases() if "help:" not in description and "fix:" not in description]
    assert len(silent) < len(NAMED) // 3


def test_at_most_five_alternatives_are_named() -> None:
    headline = finding("unit kind T {\n    3\n}\n").headline
    assert headline == "expected a closing `}`, `after`, `identity`, `part` or another word, found `3`"


def test_the_end_of_the_file_and_the_next_declaration_differ() -> None:
    assert finding("measure hex,\n").headline == "expected a name, found the end of the file"
    assert finding("measure hex,\n\nenum E { a }\n").headline == "expected a name, found the next declaration"


@pytest.mark.parametrize(
    "text", ["effect e() {\n    x = true\n}\n", "effect e() {\n    x = a is null\n}\n", "effect e() {\n    f(false)\n}\n"]
)
def test_values_of_other_languages(text: str) -> None:
    found = finding(text)
    assert "is written" in found.headline
    assert found.fix is not None and found.fix.safety == "safe"


@pytest.mark.parametrize("name", ["yes", "no", "none"])
@pytest.mark.parametrize(
    "text", ["enum E { %s }", "effect e() { let %s = 1 }", "effect %s() { }", "action a(%s: int) { }", "value v() = a.%s"]
)
def test_values_are_no_names(text: str, name: str) -> None:
    assert finding(text % name + "\n").name == "reserved-word"


@pytest.mark.parametrize("word", sorted(HARD))
def test_hard_words_are_no_names(word: str) -> None:
    found = finding(f"effect e() {{\n    let {word} = 1\n}}\n")
    assert found.name == "reserved-word"
    assert f"`{word}`" in found.headline


def test_place_of_a_lost_brace_is_found_by_indentation() -> None:
    text = "effect e() {\n    for each t in ts {\n        if t.a {\n            f(t)\n        g(t)\n    }\n    h()\n}\n"
    found = finding(text)
    assert found.name == "bracket-open"
    assert found.primary is not None
    assert source(text).position(found.primary.span.start) == (3, 16)
    assert source(text).position(found.secondary[0].span.start) == (5, 9)


def test_long_tokens_are_shortened_in_messages() -> None:
    assert len(finding(f"effect e() {{ let x = y {'z' * 10_000} }}\n").headline) < 160
