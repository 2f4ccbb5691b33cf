"""The example packs with something in them changed: what a designer gets wrong in a whole game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tankdsl.diagnostics import Diagnostic
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@cache
def files_of(pack: str) -> dict[str, str]:
    """The files of an example without its tests, by their paths."""
    folder = EXAMPLES / pack
    return {
        file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8")
        for file in sorted(folder.rglob("*.tank"))
        if file.relative_to(folder).parts[0] != "tests"
    }


def changed(pack: str, *changes: tuple[str, str]) -> Session:
    """An example in which texts, each of which it has exactly once, are replaced by others."""
    files = dict(files_of(pack))
    for old, new in changes:
        path = next((path for path, text in files.items() if text.count(old) == 1), None)
        assert path is not None, f"{old!r} is not in {pack} exactly once"
        assert sum(text.count(old) for text in files.values()) == 1, f"{old!r} is in several files of {pack}"
        files[path] = files[path].replace(old, new)
    return Session(MemoryBundle(files), tuple(files))


def found(session: Session) -> dict[str, list[tuple[str, Diagnostic]]]:
    """All findings by their name, each with the line that it is about."""
    out: dict[str, list[tuple[str, Diagnostic]]] = {}
    for finding in session.findings:
        assert finding.primary is not None
        file = session.sources[finding.primary.span.file]
        line = file.text[: finding.primary.span.start].rsplit("\n", 1)[-1] + file.text[finding.primary.span.start :].split("\n", 1)[0]
        out.setdefault(finding.name, []).append((line.strip(), finding))
    return out
