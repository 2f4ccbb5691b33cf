"""Texts that are nearly right: the files of a pack with a few of their words deleted, doubled, swapped or put elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random

from tankdsl import load_game
from tankdsl.diagnostics.render import FORMATS
from tankdsl.engine import playout
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

WORD = re.compile(r'"[^"\n]*"|@[A-Z0-9-]+|\w+|[^\w\s]')
NUMBERS = ("0", "1", "7", "100", "2147483647", "2147483648", "99999999999999999999", "007", "1.5", "-1")
Pack = Mapping[str, str]
Mutation = Callable[[Random, str, str], str]


def _some_word(random: Random, text: str) -> tuple[int, int]:
    """The ends of a word of the text; of an empty one its beginning twice."""
    words = [match.span() for match in WORD.finditer(text)]
    return random.choice(words) if words else (0, 0)


def delete(random: Random, text: str, other: str) -> str:
    """A word is missing."""
    start, end = _some_word(random, text)
    return text[:start] + text[end:]


def double(random: Random, text: str, other: str) -> str:
    """A word stands twice."""
    start, end = _some_word(random, text)
    return f"{text[:end]} {text[start:]}"


def swap(random: Random, text: str, other: str) -> str:
    """Two words have changed places."""
    (first, second), (third, fourth) = sorted((_some_word(random, text), _some_word(random, text)))
    return text if second > third else text[:first] + text[third:fourth] + text[second:third] + text[first:second] + text[fourth:]


def replace(random: Random, text: str, other: str) -> str:
    """Another word of the pack stands where one was."""
    start, end = _some_word(random, text)
    first, last = _some_word(random, other)
    return f"{text[:start]} {other[first:last]} {text[end:]}"


def splice(random: Random, text: str, other: str) -> str:
    """Some lines of another file stand between the lines."""
    lines, others = text.split("\n"), other.split("\n")
    at, start = random.randrange(len(lines)), random.randrange(len(others))
    return "\n".join([*lines[:at], *others[start : start + random.randint(1, 4)], *lines[at + random.randint(0, 2) :]])


def renumber(random: Random, text: str, other: str) -> str:
    """A number is another one."""
    numbers = list(re.finditer(r"(?<!\w)[0-9]+(?!\w)", text))
    if not numbers:
        return text
    start, end = random.choice(numbers).span()
    return text[:start] + random.choice(NUMBERS) + text[end:]


MUTATIONS: tuple[Mutation, ...] = (delete, double, swap, replace, splice, renumber)


def mutated(pack: Pack, random: Random) -> dict[str, str]:
    """The pack with one file changed in one to three places."""
    names = sorted(pack)
    name = random.choice(names)
    text = pack[name]
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        text = random.choice(MUTATIONS)(random, text, pack[random.choice(names)])
    return {**pack, name: text}


def assert_survives(pack: Pack, decisions: int = 50) -> Session:
    """Compile a pack and look at everything that comes of it; `AssertionError` and any other exception is a fault of the compiler.

    Findings point into their files and can be shown in every format. Without errors every scenario is lowered, and games of some
    decisions come to the same states on both evaluators.
    """
    session = Session(MemoryBundle(pack), tuple(sorted(pack)))
    for finding in session.findings:
        spans = [label.span for label in (finding.primary, *finding.secondary) if label is not None]
        for span in (*spans, *finding.also):
            assert 0 <= span.start <= span.end <= len(session.sources[span.file].text), finding
        assert finding.code != "TK9001" and 0 < len(finding.headline) < 1_000, finding
    for format in ("full", "concise", "json"):
        FORMATS[format](session.findings, session.sources)
    if not session.has_errors:
        for scenario in session.scenarios:
            _play(session, scenario, decisions)
    return session


def _play(session: Session, scenario: str, decisions: int) -> None:
    game = load_game(session.scenario(scenario).document)
    plain = playout(game, 5, "oracle", decisions, hashes=True)
    fast = playout(game, 5, "fast", decisions, hashes=True)
    assert plain.hashes == fast.hashes and plain.fault == fast.fault, scenario
