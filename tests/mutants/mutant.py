"""A mutant: one fault put into a sound pack, and where a designer would look for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from tests.mutants.base import Base
from tests.mutants.reading import Place


class Mutant(NamedTuple):
    """Lines that are changed (an empty text deletes what was there), and the places of which a finding has to name one."""

    what: str
    """The fault in a few words."""
    edits: dict[Place, str]
    beside: frozenset[Place] = frozenset()
    """Declarations that contradict the changed lines, so that a finding there is as right as one on the lines themselves."""

    @property
    def changed(self) -> frozenset[Place]:
        """The lines that are changed."""
        return frozenset(self.edits)


Generator = Callable[[Base], Iterator[Mutant]]


class Kind(NamedTuple):
    """A way to spoil a pack. The documentation of its function says why that is a fault."""

    id: str
    sites: Generator

    @property
    def why(self) -> str:
        """Why what it makes is a fault."""
        return " ".join((self.sites.__doc__ or "").split())


KINDS: list[Kind] = []


def kind(sites: Generator) -> Generator:
    """Enter a kind; its id is the name of the function."""
    KINDS.append(Kind(sites.__name__.replace("_", "-"), sites))
    return sites


def change(base: Base, at: Place, old: str, new: str, what: str, beside: Iterable[Place] = ()) -> Mutant:
    """A mutant in which one word of a line is another; the word has to be there."""
    line = base.line(at)
    assert old in line, (at, old)
    return Mutant(what, {at: line.replace(old, new, 1)}, frozenset(beside))


def with_line(base: Base, at: Place, text: str, what: str, beside: Iterable[Place] = ()) -> Mutant:
    """A mutant in which a line is another one."""
    return Mutant(what, {at: text}, frozenset(beside))


def spoiled(base: Base, mutant: Mutant) -> dict[str, list[str]]:
    """The files of a pack with a mutant's lines; a text of several lines moves what follows, so only the last edit of a file may be one."""
    files = {path: list(lines) for path, lines in base.files.items()}
    for at, text in sorted(mutant.edits.items(), reverse=True):
        files[at.file][at.line - 1 : at.line] = text.split("\n")
    return files
