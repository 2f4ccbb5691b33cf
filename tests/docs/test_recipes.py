"""The recipes are true: each compiles with the game that completes it, is found without fault, and has a test that is played."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tankdsl.cli.app import app
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.testing import run_tests
from tests.docs.blocks import PRELUDES, ROOT, Block, blocks_in, compiled

PAGE = ROOT / "docs" / "recipes.md"
TEXT = PAGE.read_text(encoding="utf-8")
RECIPES = [block for block in blocks_in(PAGE) if block.words[:1] == ("tank",)]


def session(files: dict[str, str]) -> Session:
    return Session(MemoryBundle(files), compiled(files))


def test_the_shared_game_is_sound() -> None:
    assert session({"patrol.tank": (PRELUDES / "patrol.tank").read_text(encoding="utf-8")}).findings == ()


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda block: str(block.line))
def test_recipes_compile_and_their_tests_come_out(recipe: Block) -> None:
    made = session(recipe.pack())
    assert [finding.headline for finding in made.findings] == []
    results = list(run_tests(made))
    assert results != []
    assert [(result.test, result.path, result.failure.message) for result in results if result.failure is not None] == []


def played(recipe: str, folder: Path, arguments: str, typed: str = "") -> str:
    """What `tankdsl play` prints for the recipe in which some words stand."""
    block = next(block for block in RECIPES if recipe in block.text)
    for name, text in block.pack().items():
        (folder / name).write_text(text, encoding="utf-8")
    done = CliRunner().invoke(app, ["play", str(folder), *arguments.split()], input=typed)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_players_are_told_what_the_event_is(tmp_path: Path) -> None:
    assert re.search(r"2d6 \(\d \d\) = [5-9]; all quiet", played("table event", tmp_path, "--scenario fortunes --seed 3 --auto --verbose"))


def test_the_enemy_sees_a_token(tmp_path: Path) -> None:
    shown = played("identity hidden", tmp_path, "--scenario ambush --seed 1", "quit\n")
    assert "a hidden unit" in shown and "Hunter" not in shown


def test_each_question_has_one_recipe_and_is_listed() -> None:
    head, *parts = re.split(r"(?m)^## ", TEXT)
    titles = [part.partition("\n")[0] for part in parts]
    assert [part.count("```tank") for part in parts] == [1] * len(titles)
    anchors = [re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles]
    assert sorted(re.findall(r"\]\(#([^)]*)\)", head)) == sorted(anchors)


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", TEXT):
        assert (PAGE.parent / target).exists(), target
