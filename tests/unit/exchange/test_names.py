"""Names of other programs as names of the language."""

import re

import pytest

from tankdsl.exchange.names import FOREIGN, HARD_WORDS, Names, plain, said
from tankdsl.syntax.build_expressions import FOREIGN_VALUES
from tests.unit.exchange.second import ROOT


@pytest.mark.parametrize(
    ("text", "name"),
    [("DeepWater", "deep_water"), ("Größe Ål", "gro_e_al"), ("  a--b ", "a_b"), ("T-34/85", "t_34_85"), ("лес", ""), ("x" * 99, "x" * 40)],
)
def test_letters_of_names(text: str, name: str) -> None:
    assert plain(text) == name


def test_names_are_given_once_and_never_mean_something_else() -> None:
    names = Names({"terrain"})
    assert [names.new(text, "thing") for text in ("Oak", "oak", "terrain", "in", "distance", "7 up", "森")] == [
        *("oak", "oak_2", "terrain_2", "in_2", "distance_2", "thing_7_up", "thing"),
    ]
    assert names.changed == [("oak", "oak_2"), ("terrain", "terrain_2"), ("in", "in_2"), ("distance", "distance_2")]


def test_a_number_that_is_taken_is_passed_over() -> None:
    names = Names()
    assert [names.new(text, "x") for text in ("a", "a_2", "a", "a", "a 2")] == ["a", "a_2", "a_3", "a_4", "a_2_2"]


def test_words_that_are_kept_are_those_of_the_language() -> None:
    grammar = (ROOT / "grammar" / "tankdsl.lark").read_text(encoding="utf-8")
    found = re.search(r"NAME: /\(\?!\(\?:([a-z|]+)\)", grammar)
    assert found is not None and set(found[1].split("|")) == HARD_WORDS
    assert set(FOREIGN_VALUES) == FOREIGN


def test_texts_stay_on_their_line_and_mean_nothing_else() -> None:
    assert said('a\n"b" {c} \\d \u202e\x00e  f') == "a 'b' (c) /d e f"
    assert len(said("x" * 1_000)) == 200
