"""The test runner says what is wrong: a case that should fail fails, at the right line and for the right reason."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.testing import CaseResult, Failure, run_tests

PACK = Path(__file__).resolve().parents[3] / "examples" / "tank_clash"
SITUATION = """
    scenario board_b
    given first_side = american, american.hand = [sniper], s: m4_sherman at (3, 8), p: panzer_iv at (3, 6)
    start battle
"""
FAILING = {
    "wrong_value": ("expect s.plates is 1", "this does not hold"),
    "second_part": ("expect s.plates is 2 and s.damage is 1", "this does not hold"),
    "legal": ("refuse move(s) because too_far", "this was accepted, and a refusal was expected"),
    "legal_path": ("refuse move(s) along (3, 9) because too_far", "this was accepted, and a refusal was expected"),
    "other_reason": ("refuse attack(s, s) because cannot_pay", "refused for another reason: a tank attacks enemies only"),
    "no_further_reason": (
        'refuse attack(s, s) because "a tank attacks enemies only" also cannot_pay',
        "refused as expected, but not also because: cannot_pay",
    ),
    "refused": ("do attack(s, s) dice 1, 1", "refused: a tank attacks enemies only"),
    "too_few_dice": ("do attack(s, p) dice 1", "a die is rolled and the script does not say what comes up"),
    "too_many_dice": ("do attack(s, p) dice 1, 1, 1", "this does not happen: `american` is to act"),
    "unscripted_choice": ("do attack(s, p) dice 2, 1", "american must decide and the script does not say how"),
    "not_asked": ("do german plays move(p)", "german is not asked"),
    "other_turn": ("pass german", "german is not asked"),
    "not_won": ("expect winner is american", "this does not hold"),
    "unseen": ("expect sees(german, american.hand)", "this does not hold"),
    "legal_pick": (
        "do attack(s, p) { dice 2, 1; refuse american picks (4, 6) because not_in_domain; american picks (4, 6) }",
        "this was accepted, and a refusal was expected",
    ),
    "no_such_finding": ('expect finding "call-cycle"', "there is no finding `call-cycle`"),
}
PASSING = {
    "refusal_leaves_no_trace": "refuse attack(s, p) dice 6, 6, 6 because not_offered; do attack(s, p) dice 1, 1; expect p.plates is 2",
    "own_hand": "expect sees(american, american.hand) and not sees(german, american.hand) and sees(german, p.plates)",
    "optional_choice_is_passed": "do attack(s, p) dice 1, 1",
    "no_pick_is_asked": "do attack(s, p) dice 1, 1; refuse american picks (4, 6) because not_offered",
    "turn_is_closed": "pass american; expect active is german",
}


@cache
def results() -> dict[str, CaseResult]:
    """The outcomes of all cases, by name."""
    cases = {**{name: text for name, (text, _) in FAILING.items()}, **PASSING}
    block = "\n".join(f"    case {name} {{\n        {text.replace('; ', chr(10) + 8 * ' ')}\n    }}" for name, text in cases.items())
    files = {path.relative_to(PACK).as_posix(): path.read_text("utf-8") for path in PACK.rglob("*.tank")}
    bundle = MemoryBundle({**files, "more.tank": f'test "runner" {{{SITUATION}{block}\n}}\n'})
    session = Session(bundle, bundle.paths())
    assert [finding.headline for finding in session.findings] == []
    return {result.path[0]: result for result in run_tests(session, "runner/*")}


@pytest.mark.parametrize("name", FAILING)
def test_a_wrong_case_fails(name: str) -> None:
    failure = results()[name].failure
    assert failure is not None
    assert failure.message.startswith(FAILING[name][1])


@pytest.mark.parametrize("name", PASSING)
def test_a_right_case_passes(name: str) -> None:
    assert results()[name].failure is None


def test_a_failing_part_is_pointed_at_with_what_was_found() -> None:
    failure = results()["second_part"].failure
    assert failure is not None
    assert failure.details == ("s.damage is 0",)


def test_how_the_game_stands_is_pointed_at_and_told() -> None:
    failure, source = failed(f'test "walk" {{{SITUATION}    expect over and winner is american\n}}\n')
    assert source[failure.span.start : failure.span.end] == "expect over and winner is american"
    assert failure.details and failure.details[0].startswith("the game asks american")
    failure = results()["not_won"].failure
    assert failure is not None
    assert failure.details == ("winner is none",)


def test_every_case_is_run() -> None:
    assert results().keys() == FAILING.keys() | PASSING.keys()


@pytest.mark.parametrize(
    ("path", "pointed"),
    [("(3, 9), (3, 11)", "(3, 11)"), ("(3, 9), (3, 10), (3, 11), (3, 12)", "(3, 12)")],
    ids=["not_adjacent", "too_far"],
)
def test_a_step_that_is_refused_is_pointed_at(path: str, pointed: str) -> None:
    given = "given first_side = american, s: m4_sherman at (3, 8)"
    text = f'test "walk" {{\n    scenario board_b\n    {given}\n    start battle\n    do move(s) along {path}\n}}\n'
    failure, source = failed(text)
    assert failure.message.startswith("refused: ")
    assert source[failure.span.start : failure.span.end] == pointed
    assert "to stop here" in failure.details[0]


def test_hexes_that_can_be_chosen_are_written_as_a_test_writes_them() -> None:
    given = "given first_side = american, s: m4_sherman at (3, 8)"
    failure, _ = failed(f'test "walk" {{\n    scenario board_b\n    {given}\n    start battle\n    do move(s) along (3, 11)\n}}\n')
    assert "possible: (" in failure.details[0] and ", (3, 9)" in failure.details[0]


def test_a_missing_die_is_told_as_chance() -> None:
    failure = results()["too_few_dice"].failure
    assert failure is not None
    assert failure.details == ("the game waits for chance: a die that shows 1..6",)


def failed(text: str) -> tuple[Failure, str]:
    """How the only test of a text fails on the pack."""
    paths = [*PACK.glob("*.tank"), PACK / "tests" / "boards.tank"]
    files = {path.relative_to(PACK).as_posix(): path.read_text("utf-8") for path in paths}
    bundle = MemoryBundle({**files, "more.tank": text})
    session = Session(bundle, bundle.paths())
    (result,) = run_tests(session, "walk")
    assert result.failure is not None
    return result.failure, text
