"""The page about pictures is true: its commands do what it shows."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from tankdsl.cli.app import app
from tankdsl.ground.features import CROSSING, TRAVELLED
from tests.docs.blocks import ROOT, blocks_in

PAGE = ROOT / "docs" / "pictures.md"


def test_every_block_in_its_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    blocks = blocks_in(PAGE)
    for block in blocks:
        assert block.words == ("console",), f"line {block.line}"
        command, _, shown = block.text.partition("\n")
        result = CliRunner().invoke(app, shlex.split(command.removeprefix("$ tankdsl ")))
        assert result.exit_code == 0, f"line {block.line}: {result.output}"
        assert shown in result.stdout + result.stderr, f"line {block.line}"
    assert len(blocks) == 11
    pictures = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert pictures == ["asked.svg", "breakthrough.svg", "compiled.svg", "narrow.svg", "regions.svg", "routes.svg", "table.svg"]
    for name in pictures:
        ElementTree.parse(tmp_path / name)
    assert (tmp_path / "duel.png").read_bytes().startswith(b"\x89PNG")


def test_the_words_of_features_are_on_the_page() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE.read_text(encoding="utf-8")))
    assert {word for word in TRAVELLED if word != "roads"} | CROSSING <= named
