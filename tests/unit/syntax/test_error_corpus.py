"""Hundreds of seeded slips in real files: each broken declaration gets one finding, the others none, and nothing ever fails.

A slip drops a token, writes it twice, or puts another one in its place. What must hold is said about the pieces into which
the changed file is cut: a piece that stood in the file before must be read as before, and every other one has one finding at
most, and one if its declaration is not there any more.
"""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tankdsl.diagnostics import Level
from tankdsl.syntax.cut import pieces_of
from tankdsl.syntax.lexing import tokens_of
from tankdsl.syntax.parse import ParseResult
from tests.unit.syntax.reading import read

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").rglob("*.tank"))]
TOGETHER = 5
"""Files are taken apart into stretches of so many declarations, to be read faster."""
SLIPS = 500
SEED = 20_240_817


def stretches(text: str) -> Iterator[str]:
    starts = [piece.documentation[0][0] if piece.documentation else piece.start for piece in pieces_of(text)][::TOGETHER]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield text[start:end]


FILES = [stretch for text in EXAMPLES for stretch in stretches(text)]


def token_places(text: str) -> list[tuple[int, int]]:
    places: list[tuple[int, int]] = []
    for piece in pieces_of(text):
        tokens = tokens_of(text, piece.start, piece.end, board="board" in text[piece.start : piece.end])
        places += [place for place in zip(tokens.starts, tokens.ends, strict=True) if text[slice(*place)].strip()]
    return places


def slips() -> Iterator[tuple[str, str, str]]:
    """The text of a file before and after a slip, and what it was."""
    chance = random.Random(SEED)
    files = [text for text in FILES if token_places(text)]
    places = [token_places(text) for text in files]
    words = sorted({text[slice(*place)] for text, known in zip(files, places, strict=True) for place in known})
    for _ in range(SLIPS):
        number = chance.randrange(len(files))
        text, (start, end) = files[number], chance.choice(places[number])
        token = text[start:end]
        kind = chance.choice(("dropped", "doubled", "replaced"))
        new = {"dropped": "", "doubled": f"{token} {token}", "replaced": chance.choice(words)}[kind]
        yield text, text[:start] + new + text[end:], f"{kind} {token!r} {new!r} at {start}"


def pieces_with_findings(text: str, result: ParseResult) -> Iterator[tuple[str, int, bool]]:
    """Of each piece its text, how many errors it has, and whether its declaration is there."""
    errors = [found.primary.span.start for found in result.diagnostics if found.level is Level.ERROR and found.primary]
    there = {declaration.span.start for declaration in result.module.declarations}
    pieces = pieces_of(text)
    for number, piece in enumerate(pieces):
        end = pieces[number + 1].start if number + 1 < len(pieces) else len(text) + 1
        yield text[piece.start : piece.end], sum(piece.start <= error < end for error in errors), piece.start in there


@pytest.fixture(scope="module")
def outcomes() -> list[tuple[str, str, ParseResult, str]]:
    return [(before, after, read(after), what) for before, after, what in slips()]


def test_every_broken_declaration_has_one_finding_and_the_others_none(outcomes: list[tuple[str, str, ParseResult, str]]) -> None:
    wrong: list[str] = []
    whole = {text: {piece for piece, _, _ in pieces_with_findings(text, read(text))} for text in FILES}
    for before, after, result, what in outcomes:
        for piece, errors, is_there in pieces_with_findings(after, result):
            is_word = bool(piece.strip()) and not piece.lstrip().startswith("#")
            if piece in whole[before] and errors:
                wrong.append(f"{what}: a declaration that was not touched has {errors} findings")
            elif errors > 1 or (is_word and errors == 0 and not is_there):
                wrong.append(f"{what}: {errors} findings in {piece[:40]!r}")
    assert wrong == []


def test_findings_lie_where_the_slip_is(outcomes: list[tuple[str, str, ParseResult, str]]) -> None:
    """In the declaration of the slip, or behind it if the slip took away that it is one of its own."""
    far = 0
    for before, after, result, _ in outcomes:
        first = next((n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after)))
        pieces = pieces_of(after)
        home = max((number for number, piece in enumerate(pieces) if piece.start <= first), default=0)
        near = [piece.start for piece in pieces[max(0, home - 1) : home + 2]]
        for found in result.diagnostics:
            assert found.primary is not None
            holder = max((piece.start for piece in pieces if piece.start <= found.primary.span.start), default=0)
            far += holder not in near
    assert far == 0


def test_the_words_of_the_findings(outcomes: list[tuple[str, str, ParseResult, str]]) -> None:
    names: Counter[str] = Counter()
    for _, _, result, what in outcomes:
        for found in result.diagnostics:
            names[found.name] += 1
            assert not found.headline.endswith("."), what
            assert "__" not in found.headline and "_NL" not in found.headline and "?" not in found.code, what
    assert sum(names.values()) > SLIPS * 3 // 4
    assert len(names) >= 6
    assert names["unexpected-word"] < SLIPS


def test_most_slips_are_noticed_here_or_are_a_matter_of_names(outcomes: list[tuple[str, str, ParseResult, str]]) -> None:
    assert sum(not result.diagnostics for _, _, result, _ in outcomes) < SLIPS // 4
