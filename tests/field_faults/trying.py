"""Trying one mistake of somebody in the field: a text in which the place that must be named stands between `«` and `»`."""

from __future__ import annotations

from pathlib import Path

from tankdsl.diagnostics import Diagnostic, Level
from tankdsl.diagnostics.render import FORMATS
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.testing import run_tests

Files = dict[str, str]

DUEL = (Path(__file__).resolve().parents[2] / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")
"""A small game without faults, to which the tests add what they are about."""
GIVEN = "    given red.scout at (0, 0), red.giant at (1, 0), blue.scout at (3, 3), blue.giant at (4, 3)\n"
"""What stands where in the scenario of the small game."""


def duel(*changes: tuple[str, str], more: str = "") -> str:
    """The small game with some words replaced, each of which must be there, and with more text behind."""
    text = DUEL
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return f"{text}\n{more}\n"


def compiled(text: str | Files) -> Session:
    """A session over a file or several."""
    files = {"game.tank": text} if isinstance(text, str) else text
    bundle = MemoryBundle(files)
    return Session(bundle, bundle.paths())


def shown(session: Session, finding: Diagnostic) -> str:
    """Everything that is told of a finding, on one line."""
    return " ".join(FORMATS["full"]((finding,), session.sources).split())


def assert_finding(text: str | Files, code: str, *words: str, alone: bool = True) -> str:
    """Compile a marked text, and demand a finding of a code that begins and ends at the marks.

    Its whole message must hold the words.  `alone`: it must be the only error (or, for a warning, there must be no error).
    Gives the message.
    """
    files = {"game.tank": text} if isinstance(text, str) else dict(text)
    ((name, start, end),) = [
        (name, text.index("«"), text.index("»") - 1) for name, text in files.items() if "«" in text
    ]  # fmt: skip
    files[name] = files[name].replace("«", "").replace("»", "")
    session = compiled(files)
    found = [finding for finding in session.findings if finding.code == code]
    assert found, [finding.headline for finding in session.findings]
    places = [(session.sources[f.primary.span.file].path, f.primary.span.start, f.primary.span.end) for f in found if f.primary]
    assert (name, start, end) in places, ([f.headline for f in found], places, files[name][start:end])
    there = [finding for finding, place in zip(found, places, strict=True) if place == (name, start, end)]
    finding = next((finding for finding in there if all(word in shown(session, finding) for word in words)), there[0])
    message = shown(session, finding)
    before = files[name][:start]
    line, column = before.count("\n") + 1, start - (before.rfind("\n") + 1) + 1
    assert f"{name}:{line}:{column}" in message
    for word in words:
        assert word in message, (word, message)
    if alone:
        others = [other.headline for other in session.findings if other is not finding and other.level is Level.ERROR]
        assert others == []
    return message


def codes(text: str | Files, level: Level | None = None) -> list[str]:
    """The codes of all findings, in their order, each as often as it occurred; or only those of a level."""
    findings = compiled(text).findings
    return [finding.code for finding in findings if level is None or finding.level is level for _ in range(finding.count)]


def assert_clean(text: str | Files) -> Session:
    """A session that has found nothing above an info."""
    session = compiled(text)
    assert [finding.headline for finding in session.findings if finding.level is not Level.INFO] == []
    return session


def assert_played(text: str | Files) -> None:
    """A text without faults whose `test` blocks come out."""
    results = list(run_tests(assert_clean(text)))
    assert results
    assert [(result.label, result.failure.message) for result in results if result.failure] == []
