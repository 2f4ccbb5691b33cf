"""What the compiler says of a mutant."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import NamedTuple

from tankdsl.diagnostics import Diagnostic, Level
from tankdsl.session import Session
from tests.mutants.base import Base, session_of
from tests.mutants.mutant import Mutant, spoiled
from tests.mutants.reading import Place


class Verdict(StrEnum):
    """What came of a mutant."""

    EQUIVALENT = "equivalent"
    """Not a word was said, and every compiled scenario is the same byte for byte: the game has not changed."""
    CAUGHT = "caught"
    """An error or a warning has a label on a changed line."""
    BESIDE = "beside"
    """An error or a warning has a label on a declaration that contradicts the changed line."""
    ELSEWHERE = "elsewhere"
    """There are errors or warnings, all of them in other places."""
    SURVIVED = "survived"
    """Not a word was said, and the game is another one."""


class Judgement(NamedTuple):
    """A verdict, and what was said."""

    verdict: Verdict
    said: tuple[str, ...] = ()


def documents_of(session: Session) -> dict[str, str]:
    """The compiled scenarios of a pack without errors, as text."""
    return {id: json.dumps(session.scenario(id).document, sort_keys=True) for id in session.scenarios}


def judge(base: Base, mutant: Mutant, sound: dict[str, str]) -> Judgement:
    """Compile a mutant and see what is said, and where. `sound` are the compiled scenarios of its base."""
    session = session_of(spoiled(base, mutant))
    found = [finding for finding in session.findings if finding.level is not Level.INFO]
    if not found:
        same = documents_of(session) == sound
        return Judgement(Verdict.EQUIVALENT if same else Verdict.SURVIVED)
    places = {place for finding in found for place in places_of(session, finding)}
    said = tuple(f"{finding.code} {finding.headline}" for finding in found)
    if places & mutant.changed:
        return Judgement(Verdict.CAUGHT, said)
    return Judgement(Verdict.BESIDE if places & mutant.beside else Verdict.ELSEWHERE, said)


def places_of(session: Session, finding: Diagnostic) -> set[Place]:
    """The lines that a finding points at: those on which its labels begin."""
    labels = [*([finding.primary] if finding.primary else []), *finding.secondary]
    found = set()
    for span in (*(label.span for label in labels), *finding.also):
        found.add(Place(session.sources[span.file].path, session.sources.line_and_column(span)[0]))
    return found
