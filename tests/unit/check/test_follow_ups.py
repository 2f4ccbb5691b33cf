"""One mistake, one finding: a declaration that cannot be read does not make others look wrong."""

from __future__ import annotations

import pytest

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.examples.packs import EXAMPLES, session

PACK = EXAMPLES / "tank_clash"
FILES = {path.relative_to(PACK).as_posix(): path.read_text("utf-8") for path in sorted(PACK.rglob("*.tank"))}
EVERY = 9
"""Every so many of the pack's declarations is broken in turn."""


def places() -> list[tuple[str, int]]:
    """The files and offsets of the first line end inside each declaration outside the tests."""
    found = []
    for file, module in session("tank_clash").loaded.modules:
        if not file.pack_path.startswith("tests/"):
            found += [(file.pack_path, file.text.index("\n", declaration.span.start)) for declaration in module.declarations]
    return found


def broken(path: str, offset: int) -> Session:
    """The pack with a bracket that nothing closes at the end of a declaration's first line."""
    text = FILES[path]
    return Session(MemoryBundle({**FILES, path: text[:offset] + " ) )" + text[offset:]}), tuple(FILES))


@pytest.mark.parametrize(("path", "offset"), places()[::EVERY])
def test_a_broken_declaration_is_one_finding(path: str, offset: int) -> None:
    errors = [finding for finding in broken(path, offset).findings if finding.level == "error"]
    assert [(finding.code[:3], finding.headline) for finding in errors if finding.code[:3] != "TK1"] == []
    assert len(errors) == 1


def test_there_are_declarations_to_break() -> None:
    assert len(places()) > 100
