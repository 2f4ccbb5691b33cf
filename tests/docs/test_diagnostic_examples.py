"""Every example on the page of a diagnostic is true: what is said to fail gives exactly that finding, what is said to pass gives none."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tankdsl.diagnostics import Diagnostic, Kind, Level, all_kinds
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.testing import run_tests
from tests.docs.blocks import PRELUDES, ROOT, Block, blocks_in, compiled


def examples(verdict: str) -> Iterator[Any]:
    for kind in all_kinds():
        page = ROOT / kind.page
        for block in blocks_in(page) if page.exists() else ():
            if block.words[:2] == ("tank", verdict):
                yield pytest.param(kind, block, id=f"{kind.code}:{block.line}")


def session(files: dict[str, str]) -> Session:
    return Session(MemoryBundle(files), compiled(files))


def findings(files: dict[str, str]) -> tuple[Diagnostic, ...]:
    return session(files).findings


def told(found: tuple[Diagnostic, ...]) -> list[str]:
    return [f"{finding.level} {finding.code} {finding.headline}" for finding in found]


@pytest.mark.parametrize(("kind", "block"), list(examples("fails")))
def test_failing_example_gives_the_finding_of_its_page(kind: Kind, block: Block) -> None:
    found = findings(block.pack())
    assert kind.code in [finding.code for finding in found], told(found)
    assert [finding for finding in found if finding.code != kind.code and finding.level is Level.ERROR] == [], told(found)


@pytest.mark.parametrize(("kind", "block"), list(examples("passes")))
def test_mended_example_gives_nothing(kind: Kind, block: Block) -> None:
    found = findings(block.pack())
    assert [finding for finding in found if finding.level is not Level.INFO or finding.code == kind.code] == [], told(found)


@pytest.mark.parametrize(("kind", "block"), [case for case in examples("passes") if "\ntest " in f"\n{case.values[1].text}"])
def test_tests_of_mended_examples_come_out(kind: Kind, block: Block) -> None:
    results = list(run_tests(session(block.pack())))
    assert results != [] and [result.failure for result in results if result.failure is not None] == []


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.code)
def test_page_leads_to_the_games_that_complete_its_examples(kind: Kind) -> None:
    page = ROOT / kind.page
    if page.exists():
        named = {block.prelude for block in blocks_in(page) if block.words[:1] == ("tank",)} - {None, "bare"}
        text = page.read_text(encoding="utf-8")
        assert [name for name in sorted(map(str, named)) if f"(preludes/{name}.tank)" not in text] == []


@pytest.mark.parametrize("path", sorted(PRELUDES.glob("*.tank")), ids=lambda path: path.stem)
def test_the_games_that_complete_examples_are_without_findings(path: Path) -> None:
    assert told(findings({path.name: path.read_text(encoding="utf-8")})) == []


def test_the_comments_of_the_page_about_silencing_silence_something() -> None:
    (block,) = [block for block in blocks_in(ROOT / "docs" / "diagnostics" / "README.md") if block.words[:1] == ("tank",)]
    assert told(findings(block.pack())) == []
    bare = {path: "\n".join(line.partition("# tankdsl:")[0] for line in text.split("\n")) for path, text in block.pack().items()}
    assert [finding.name for finding in findings(bare)] == ["state-unused", "state-unused"]
