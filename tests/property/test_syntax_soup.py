"""Whatever the text is, reading it ends with a tree and findings, never with an exception."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tankdsl.diagnostics import Level
from tankdsl.diagnostics.render.concise import render_concise
from tankdsl.source import SourceFile
from tankdsl.syntax import ast
from tankdsl.syntax.cut import declaration_words, pieces_of
from tankdsl.syntax.node import fields_of
from tankdsl.syntax.parse import parse
from tankdsl.syntax.tables import tables

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").rglob("*.tank")))
LINES = sorted({line for line in EXAMPLES.split("\n") if line.strip()})

WORDS = sorted(
    [
        *tables().keywords,
        *tables().marks,
        "a",
        "b",
        "x1",
        "Tank",
        "A1",
        "hex 0101",
        "3",
        "0",
        "2nd",
        "2d6",
        "d6",
        '"text"',
        "@TC-001",
        "# c",
    ]
)
BROKEN = [
    "==",
    "&&",
    "!",
    ":=",
    '"open',
    "'a'",
    "1.5",
    "3x",
    "@",
    "$",
    "\u200b",
    "“a”",
    "//",
    "/*",
    "ß",
    "\x00",
    "999999999999",
    '"\\q"',
    "\ufeff",
]
SPACES = ["", " ", "  ", "\n", "\n\n", "\n    ", "\t", ";"]

texts = st.text(max_size=300)
soups = st.lists(st.tuples(st.sampled_from(WORDS + BROKEN), st.sampled_from(SPACES)), max_size=60).map(
    lambda parts: "".join(word + space for word, space in parts)
)
declarations = st.tuples(st.sampled_from(sorted(declaration_words())), soups).map(lambda parts: f"{parts[0]} {parts[1]}")
mixed = st.lists(st.one_of(st.sampled_from(LINES), soups), max_size=25).map("\n".join)
anything = st.one_of(texts, soups, declarations, mixed, st.lists(declarations, max_size=4).map("\n".join))


def read(text: str) -> Any:
    source = SourceFile.of(0, "a.tank", text)
    return source, parse(source)


@given(anything)
def test_reading_never_fails(text: str) -> None:
    source, result = read(text)
    for found in result.diagnostics:
        assert found.primary is not None
        assert 0 <= found.primary.span.start <= found.primary.span.end <= len(text)
        assert found.headline and len(found.headline) < 300
    assert render_concise(result.diagnostics, {0: source}).count("\n") >= len(result.diagnostics) > -1


@given(anything)
def test_every_declaration_has_one_error_at_most(text: str) -> None:
    _, result = read(text)
    errors = [found.primary.span.start for found in result.diagnostics if found.level is Level.ERROR]
    pieces = pieces_of(text)
    for number, piece in enumerate(pieces):
        end = pieces[number + 1].start if number + 1 < len(pieces) else len(text) + 1
        assert sum(piece.start <= error < end for error in errors) <= 1


@given(anything)
def test_spans_lie_inside_of_what_is_around_them(text: str) -> None:
    _, result = read(text)

    def walk(node: ast.Node) -> None:
        for name, value in fields_of(node):
            for inner in value if isinstance(value, tuple) else (value,):
                if isinstance(inner, ast.Node) and not isinstance(inner, ast.Cite):
                    assert node.span.contains(inner.span), (type(node), name)
                    walk(inner)

    walk(result.module)


@given(anything)
def test_every_word_of_the_text_is_in_a_declaration_or_reported(text: str) -> None:
    """Nothing is skipped in silence: a piece without findings is wholly in the tree."""
    _, result = read(text)
    errors = [found.primary.span.start for found in result.diagnostics if found.level is Level.ERROR]
    starts = {declaration.span.start for declaration in result.module.declarations}
    pieces = pieces_of(text)
    for number, piece in enumerate(pieces):
        end = pieces[number + 1].start if number + 1 < len(pieces) else len(text) + 1
        if piece.word and not any(piece.start <= error < end for error in errors):
            assert piece.start in starts


@pytest.mark.parametrize("word", sorted(declaration_words()))
@pytest.mark.parametrize("rest", ["", " ", " x", " {", " }", " (", ' "', " x {", " X {\n", " = ", " kind", " kind X {", ' x "X" {\n    }'])
def test_beginnings_of_declarations(word: str, rest: str) -> None:
    _, result = read(f"{word}{rest}\n")
    assert len(result.diagnostics) <= 1
    assert bool(result.diagnostics) != bool(result.module.declarations)
