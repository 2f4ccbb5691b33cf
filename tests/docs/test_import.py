"""The page about imports is true: its files are imported by its commands, and what it shows of the result is there."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tankdsl.cli.app import app
from tankdsl.exchange.formats import READERS
from tankdsl.exchange.tiled.objects import WORDS
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.docs.blocks import ROOT, blocks_in

PAGE = ROOT / "docs" / "import.md"


def run(command: str) -> Result:
    return CliRunner().invoke(app, shlex.split(command.removeprefix("$ tankdsl ")))


def test_every_block_in_its_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    last = ""
    seen = []
    for block in blocks_in(PAGE):
        match block.words:
            case ("text", file):
                (tmp_path / file.removeprefix("file=")).write_text(block.text, encoding="utf-8")
            case ("console",):
                results = [run(command) for command in block.text.splitlines()]
                assert [result.exit_code for result in results] == [0] * len(results), results[-1].output
                last = results[-1].stdout
                found = Session(MemoryBundle({"a.tank": last}), ("a.tank",)).findings
                assert [finding.headline for finding in found] == []
            case ("console", "fails"):
                command, _, shown = block.text.partition("\n")
                result = run(command)
                assert result.exit_code == 1 and shown.rstrip() in result.stderr
            case ("tank",):
                assert block.text in last, f"line {block.line}"
            case words:
                raise AssertionError(f"line {block.line}: {words}")
        seen.append(block.words[0])
    assert seen.count("tank") == 5


def test_every_format_and_every_class_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w.]+)`", text))
    assert set(READERS) <= named
    assert {word for words in WORDS.values() for word in words} <= named


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", PAGE.read_text(encoding="utf-8")):
        assert (PAGE.parent / target).exists(), target
