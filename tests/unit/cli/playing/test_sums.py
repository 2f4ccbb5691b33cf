"""Where totals come from: one effect of the sample pack `sums` for each form of a total, with dice that are given."""

from pathlib import Path
from typing import Any

import pytest

from tankdsl import compile_pack
from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.scene import Table
from tankdsl.cli.playing.story import Teller
from tankdsl.cli.playing.sums import as_table, in_line
from tankdsl.engine import RandomPlayer, Session, load_game
from tankdsl.engine.totals import Check, Term

SUMS = Path(__file__).parents[3] / "samples" / "sums"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return dict(compile_pack(SUMS).scenario("duel").document)


def session_of(document: dict[str, Any], effect: str, dice: list[int], **overrides: Any) -> Session:
    """The effect, played on the first tank with these dice."""
    session = Session(load_game(document), evaluator="telling", chance="forced", log=True)
    session.force(dice=dice)
    session.start(effect, overrides={"fields": {"red.tank": overrides}} if overrides else None, args=["red.tank"])
    assert session.unused()["dice"] == []
    return session


def told(document: dict[str, Any], effect: str, dice: list[int], side: int | None = None, **overrides: Any) -> str:
    """What is told of it."""
    session = session_of(document, effect, dice, **overrides)
    teller = Teller(Table(session.game, document, colour=False), Eyes(session.machine, side))
    return "; ".join(line.text for line in [*teller.tell(session.events), *teller.rest()])


FORMS = {
    "against_armour": ([3, 4], "2d6 (3 4) = 7, +2 veteran, +1 faces north, +2 lucky, -2 at most 3, -2 wood = 8 against 9 (armour): no"),
    "one_die": ([5], "1d6 = 5 against more than 4: yes"),
    "low_is_good": ([3], "1d6 = 3 against at most 3 (2 veteran, +1 faces north, +2 lucky, -2 at most 3): yes"),
    "capped": ([4, 5], "2d6 (4 5) = 9, +3, -4 at most 8 = 8 against 8: yes"),
    "both": ([5, 6], "1d6 = 5, +1 = 6 against more than 6 (1d6 = 6): no"),
    "by_match": ([6], "rolls 6"),
    "by_chart": ([1, 3], "best of 2d6 (1 3, each +2 veteran, +1 faces north, +2 lucky, -2 at most 3) = 6"),
    "passed_on": ([6, 2], "best of 2d6 (6 2) = 6, +2 = 8 against more than 9 (armour): no"),
    "some_dice": ([1, 4, 6], "any of 3d6 (1 4 6), at least 5: yes"),
    "enough_dice": ([5, 4, 6], "2 of 3d6 (5 4 6), at least 5 against 2: yes"),
    "rerolled": ([1, 2, 6, 5], "2d6 (1 2) = 3 against less than 5: yes; rolls again; 2d6 (6 5) = 11 against 9: yes"),
    "kept": ([3], "1d6 = 3, +2 veteran, +1 faces north, +2 lucky, -2 at most 3 = 6 against 7 (9 armour, -2): no"),
    "by_named_rows": ([2], "rolls 2; Red Tank sinks in: 2; Red Tank dents 0->1"),
    "without_dice": ([], ""),
}


@pytest.mark.parametrize("effect", FORMS)
def test_each_form_of_a_total(document: dict[str, Any], effect: str) -> None:
    dice, line = FORMS[effect]
    assert told(document, effect, dice) == line


def test_a_table_is_looked_up_or_counts(document: dict[str, Any]) -> None:
    assert told(document, "by_table", [1, 1]) == "2d6 (1 1) = 2: no"
    assert told(document, "by_table", [6, 6]) == "2d6 (6 6) = 12: yes"
    more = "+2 veteran, +1 faces north, +2 lucky, -2 at most 3"
    assert told(document, "by_table", [3, 4]) == f"2d6 (3 4) = 7, {more} = 10 against 9 (armour): yes"


def test_the_text_of_a_row_is_told_when_it_is_reached(document: dict[str, Any]) -> None:
    assert told(document, "by_named_rows", [4]) == "rolls 4; nothing happens"
    assert told(document, "by_named_rows", [6]) == "rolls 6"


def test_rows_that_do_not_apply_are_left_out(document: dict[str, Any]) -> None:
    line = told(document, "against_armour", [3, 4], front="s", dents=1)
    assert line == "2d6 (3 4) = 7, +2 veteran, -1 dented = 8 against 9 (armour): no"


def test_nothing_is_told_of_what_a_side_may_not_see(document: dict[str, Any]) -> None:
    game = load_game(document)
    red, blue = game.side_ids.index("red"), game.side_ids.index("blue")
    whole = "1d6 = 4 against 3 (plan): yes"
    assert told(document, "secretly", [4]) == told(document, "secretly", [4], side=red) == whole
    assert told(document, "secretly", [4], side=blue) == "rolls 4"


def test_a_total_as_a_table(document: dict[str, Any]) -> None:
    session = session_of(document, "kept", [3])
    checks = [check for event in session.events if event["event"] == "weighed" for check in event["checks"]]
    assert as_table(checks[0]) == (
        "    3  1d6\n   +2  veteran\n   +1  faces north\n   +2  lucky\n   -2  at most 3\n  = 6\n"
        "  against 7\n      9  armour\n     -2\n  no\n"
    )


def test_a_lookup_of_one_die_says_no_more_than_the_die() -> None:
    die = (Term(4, "1d6", (4,)),)
    assert in_line(Check(die)) == ""
    assert in_line(Check(die, outcome="miss")) == "1d6 = 4: miss"


def test_telling_changes_nothing(document: dict[str, Any]) -> None:
    def played(evaluator: str, log: bool) -> str:
        session = Session(load_game(document), evaluator=evaluator, log=log).setup(seed=5)
        player = RandomPlayer(5)
        while not session.is_over:
            player.play(session.machine)
        return session.hash()

    assert len({played(*how) for how in (("fast", False), ("oracle", True), ("telling", False), ("telling", True))}) == 1
