"""The recipes are true: each compiles with the game that completes it, is found without fault, and has a test that is played."""

import re

import pytest

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


def test_each_question_has_one_recipe_and_is_listed() -> None:
    head, *parts = re.split(r"(?m)^## ", TEXT)
    titles = [part.partition("\n")[0] for part in parts]
    assert [part.count("```tank") for part in parts] == [1] * len(titles)
    anchors = [re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles]
    assert sorted(re.findall(r"\]\(#([^)]*)\)", head)) == sorted(anchors)


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", TEXT):
        assert (PAGE.parent / target).exists(), target
