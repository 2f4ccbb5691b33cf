"""The page about surveys is true: its commands print what it shows, and it has a heading for each chapter."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tankdsl.cli.app import app
from tankdsl.rules.fairness import NEAR
from tankdsl.survey import CHAPTERS
from tests.docs.blocks import ROOT, blocks_in

PAGE = ROOT / "docs" / "survey.md"


def test_every_block_in_its_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    last, shown = "", 0
    for block in blocks_in(PAGE):
        match block.words:
            case ("console",):
                result = CliRunner().invoke(app, shlex.split(block.text.removeprefix("$ tankdsl ")))
                assert result.exit_code == 0, f"line {block.line}: {result.output}"
                last = result.stdout
            case ("shows",):
                shown += 1
                assert block.text in last, f"line {block.line}"
            case words:
                raise AssertionError(f"line {block.line}: {words}")
    assert shown >= 3


def test_every_chapter_has_a_heading() -> None:
    headings = re.findall(r"(?m)^## (\w+)", PAGE.read_text(encoding="utf-8"))
    assert [heading.lower() for heading in headings] == list(CHAPTERS)


def test_the_words_of_the_table_are_those_of_the_page() -> None:
    assert f"within {NEAR} of its base" in PAGE.read_text(encoding="utf-8")


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", PAGE.read_text(encoding="utf-8")):
        assert (PAGE.parent / target).exists(), target
