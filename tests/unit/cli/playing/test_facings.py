"""Directions as arrows, as digits, and as degrees."""

from typing import Any

import pytest

from tankdsl import compile_pack
from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.facings import bearing
from tankdsl.cli.playing.scene import Table
from tankdsl.cli.playing.standing import details, standing
from tankdsl.engine import Session, load_game
from tests.unit.cli.playing.test_sums import SUMS


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return dict(compile_pack(SUMS).scenario("duel").document)


def test_degrees_are_clockwise_from_the_top() -> None:
    assert [bearing(way) for way in ((0, -5), (5, -5), (5, 0), (0, 5), (-5, 0), (-1, -100))] == [0, 45, 90, 180, 270, 359]


def test_a_terminal_without_arrows_gets_digits(document: dict[str, Any]) -> None:
    session = Session(load_game(document)).start("without_dice", args=["red.tank"])
    eyes = Eyes(session.machine)
    for plain, sign in ((False, "↑"), (True, "8")):
        view = Table(session.game, document, colour=False, plain=plain)
        assert f"\\_{sign}_/" in view.draw(session.machine, eyes)
        assert f"front {sign} n" in standing(view, session.machine, eyes)
        assert ("as on a number pad" in view.legend(session.machine)) is plain
        assert (sign + view.draw(session.machine, eyes)).isascii() is plain


def test_everything_about_a_piece_is_what_one_may_know(document: dict[str, Any]) -> None:
    session = Session(load_game(document)).start("without_dice", args=["red.tank"])
    view, kind = Table(session.game, document, colour=False), session.game.kind("Tank")
    red = kind.instances.index("red.tank")
    told = {id: details(view, session.machine, Eyes(session.machine, side), kind, red) for side, id in enumerate(session.game.side_ids)}
    assert "  armour 9\n" in told["red"] and "  front: ↑ n\n" in told["red"] and "  plan: 3\n" in told["red"]
    assert "plan" not in told["blue"]


def test_long_lists_of_facts_are_broken_behind_commas(document: dict[str, Any]) -> None:
    session = Session(load_game(document)).start("without_dice", args=["red.tank"])
    view = Table(session.game, document, colour=False, width=36)
    session.machine.fields[session.game.field_index[session.game.kind("Tank").index, "dents"]][:] = [3, 4]
    lines = standing(view, session.machine, Eyes(session.machine)).splitlines()
    assert [line.strip() for line in lines if "dents" in line] == ["dents 4/9", "dents 3/9"]
    assert all(line.endswith("front ↑ n,") for line in lines if "front" in line)
