"""Play loops that give every action its piece, as tests see them: what is refused, and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.testing import run_tests

DUEL = (Path(__file__).resolve().parents[3] / "docs/diagnostics/preludes/duel.tank").read_text("utf-8")
PACK = """
value toll(h: place): 0..3 = min(3, distance(h, (0, 0)) as int)

action creep(t: Tank, h: place in neighbours(t.at)) {
    cost toll(h) as actions
    put t at h
}

action halt() as s { s.points += 1 }

sequence patrol {
    each side s takes a turn {
        choose t from s.tanks by s "Who patrols?"
        if let u = t { s plays creep, halt with u for 2 actions may pass }
    }
}

test "one piece acts" {
    scenario meeting
    given s: red.scout at (0, 0), g: red.giant at (0, 2), blue.giant at (4, 3)
    start patrol { red picks s }
    refuse creep(g, (0, 1)) because not_in_domain
    refuse creep(s, (9, 9)) because not_in_domain
    do halt
    do creep(s, (0, 1))
    expect red.points is 1 and s.at is (0, 1)
}
"""


def session(text: str) -> Session:
    return Session(MemoryBundle({"ruleset.tank": DUEL + text}), ("ruleset.tank",))


def test_another_piece_and_a_place_off_the_map_are_refused() -> None:
    made = session(PACK)
    assert [found.headline for found in made.findings] == []
    assert [result.failure for result in run_tests(made)] == [None]


def test_one_of_several_is_named_by_its_id() -> None:
    text = """
roster many {
    red  { 3 scout, giant }
    blue { 2 giant }
}
scenario crowd "Crowd" {
    layout plain
    roster many
    given red.scout.3 at (0, 1)
}
test "numbers" {
    scenario crowd
    given red.scout.2 at (0, 0) { plates = 1 }, g: blue.giant.2 at (4, 3)
    start game
    expect red.scout.2.plates is 1 and red.scout.2.at is (0, 0) and red.scout.3.at is (0, 1)
    expect red.scout.1.at is none and g is blue.giant.2
}
"""
    made = session(text)
    assert [found.headline for found in made.findings if found.level == "error"] == []
    assert [result.failure for result in run_tests(made)] == [None]
    wrong = session(text.replace("given red.scout.2 at", "given scout.2 at"))
    assert next(found.help for found in wrong.findings if found.level == "error") == ("its name is `red.scout.2`",)
    absent = session(text.replace("blue.giant.2 at", "blue.giant.7 at"))
    assert next(found.headline for found in absent.findings if found.level == "error") == "the scenario has no piece `blue.giant.7`"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("do creep(red, (0, 1))", "red"), ("expect b is 3", "b is 3"), ("expect red.giant.plates > b", "b"),
        ("expect yard is b", "yard is b"),
        ("expect b.at is yard", "b.at is yard"),
    ],
)  # fmt: skip
def test_a_fault_about_a_piece_or_place_is_where_it_is_named(line: str, word: str) -> None:
    zone = DUEL.replace("board field at (0, 0)", "board field at (0, 0)\n    zone yard = [(0, 0)]")
    given = PACK.replace("blue.giant at (4, 3)", "b: blue.giant at (4, 3)")
    text = zone + given.replace("do halt\n", f"{line}\n")
    made = Session(MemoryBundle({"ruleset.tank": text}), ("ruleset.tank",))
    (fault,) = [found for found in made.findings if found.level == "error"]
    assert fault.primary is not None
    start, end = fault.primary.span.start, fault.primary.span.end
    assert (text[start:end], text.index(line) <= start < text.index(line) + len(line)) == (word, True)


def test_what_is_set_up_is_on_the_map() -> None:
    given = "given s: red.scout at (0, 0), s.at = (9, 9), terrain((8, 8)) = wood"
    headlines = [found.headline for found in session(PACK.replace("given s: red.scout at (0, 0)", given)).findings]
    assert headlines[:2] == ["`(9, 9)` is not on the map `plain`", "`(8, 8)` is not on the map `plain`"]


def test_a_state_of_something_else_is_not_set_behind_a_piece() -> None:
    given = "given s: red.scout at (0, 0) { model.plates = 1 }"
    headlines = [found.headline for found in session(PACK.replace("given s: red.scout at (0, 0)", given)).findings]
    assert headlines[0] == "only the states of this `Tank` can be set here"


def test_the_answers_to_a_question_are_told() -> None:
    asked = PACK.replace("{ s.points += 1 }", '{ ask s "Again?" { s.points += 1 } else { nothing } }')
    (result,) = run_tests(session(asked))
    assert result.failure is not None
    assert result.failure.details == ("the game asks red: Again?; possible: yes, no",)
