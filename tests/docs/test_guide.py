"""The guide is true: the game compiles after each of its steps, its tests come out, its commands do what it says."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tankdsl.cli.app import app
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.syntax.cut import pieces_of
from tankdsl.testing import run_tests
from tests.docs.blocks import ROOT, blocks_in

GUIDE = ROOT / "docs" / "guide.md"
_NAME = re.compile(r'(?:##[^\n]*\n)*(\w+(?: kind)? (?:"[^"]*"|\w+))')


def declarations(text: str) -> dict[str, str]:
    """The declarations of a block with their documentation, by their first words."""
    found: dict[str, str] = {}
    before = 0
    for piece in pieces_of(text):
        source = text[before : piece.end]
        before = piece.end
        match = _NAME.match(source.lstrip())
        assert match is not None, source
        found[match[1]] = source.strip()
    return found


def steps() -> Iterator[tuple[int, str]]:
    """The whole file after each block that is a step: what has the name of something earlier takes its place."""
    game: dict[str, str] = {}
    for block in blocks_in(GUIDE):
        if block.words == ("tank", "step"):
            game.update(declarations(block.text))
            yield block.line, "\n\n".join(game.values()) + "\n"


STEPS = list(steps())


def session(text: str) -> Session:
    return Session(MemoryBundle({"crossfire.tank": text}), ("crossfire.tank",))


@pytest.mark.parametrize(("line", "text"), STEPS, ids=[str(line) for line, _ in STEPS])
def test_the_game_compiles_after_each_step(line: int, text: str) -> None:
    assert [finding.headline for finding in session(text).findings] == []


@pytest.mark.parametrize(("line", "text"), [step for step in STEPS if "\ntest " in step[1]], ids=lambda step: "")
def test_the_tests_come_out(line: int, text: str) -> None:
    results = list(run_tests(session(text)))
    assert results != [] and [result.failure for result in results if result.failure is not None] == []


def test_the_commands_do_what_the_guide_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "crossfire").mkdir()
    (tmp_path / "crossfire" / "crossfire.tank").write_text(
        next(text for line, text in STEPS if "option night" not in text and 'test "shooting"' in text), encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    consoles = [block.text for block in blocks_in(GUIDE) if block.words == ("console",)]
    assert len(consoles) == 3
    for console in consoles:
        command, _, shown = console.partition("\n")
        done = CliRunner().invoke(app, command.removeprefix("$ tankdsl ").split())
        assert done.exit_code == 0, done.output
        assert shown.strip() in done.output


@pytest.mark.parametrize("arguments", ["build crossfire -o build", "play crossfire --seed 7 --auto --option night=on", "explain TK4005"])
def test_what_the_guide_mentions_can_be_done(arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "crossfire").mkdir()
    (tmp_path / "crossfire" / "crossfire.tank").write_text(STEPS[-1][1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, arguments.split())
    assert done.exit_code == 0, done.output
    shown = " ".join(arguments.split()[:2])
    text = GUIDE.read_text(encoding="utf-8")
    assert shown in text


def test_the_mistake_that_the_guide_suggests_is_explained() -> None:
    text = STEPS[-1][1].replace("budget t.speed", "budget t.spede")
    assert [finding.help for finding in session(text).findings] == [("did you mean `speed`?",)]


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", GUIDE.read_text(encoding="utf-8")):
        assert (GUIDE.parent / target).exists(), target
