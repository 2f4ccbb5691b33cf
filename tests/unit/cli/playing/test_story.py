"""What is told, and what must not be: events are made by hand, as the engine writes them."""

from typing import Any

import pytest

from tankdsl import compile_pack
from tankdsl.cli.playing.choices import Choice, meant, numbered
from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.questions import point_of
from tankdsl.cli.playing.scene import Table
from tankdsl.cli.playing.standing import standing
from tankdsl.cli.playing.story import Teller
from tankdsl.engine import Session, load_game
from tests.unit.cli.conftest import DUEL


class Game:
    """The sample game at its beginning, with the numbers of what the events are about."""

    def __init__(self) -> None:
        document: dict[str, Any] = dict(compile_pack(DUEL).scenario("meeting").document)
        self.session = Session(load_game(document), log=True).setup(seed=1)
        self.game = self.session.game
        self.view = Table(self.game, document, colour=False)
        self.tank = self.game.kind("Tank")

    def told(self, *events: dict[str, Any], side: int | None = None) -> list[str]:
        teller = Teller(self.view, Eyes(self.session.machine, side))
        return [line.text for line in [*teller.tell(events), *teller.rest()]]

    def unit(self, id: str) -> int:
        return self.tank.instances.index(id)

    def place(self, label: str) -> int:
        return list(self.game.map.labels).index(label)

    def moved(self, id: str, old: str | None, new: str | None) -> dict[str, Any]:
        at = self.game.built_in(self.tank.index, "at")
        places = [None if label is None else self.place(label) for label in (old, new)]
        return {"event": "assign", "field": at, "entity": self.unit(id), "old": places[0], "new": places[1]}

    def drawn(self, side: int) -> dict[str, Any]:
        pile = next(pile for pile in self.game.piles if pile.field == "hand" and pile.owner == side)
        return {"event": "draw", "pile": pile.index, "thing": self.session.machine.piles[pile.index][0]}


@pytest.fixture(scope="module")
def game() -> Game:
    return Game()


def test_steps_of_one_piece_are_one_way(game: Game) -> None:
    assert game.told(game.moved("red.scout", "0,0", "0,1"), game.moved("red.scout", "0,1", "0,2")) == ["Red Scout 0,0 -> 0,1 0,2"]
    assert game.told(game.moved("red.scout", None, "0,1"), game.moved("blue.scout", "4,4", "4,5")) == [
        "Red Scout at 0,1; Blue Scout 4,4 -> 4,5"
    ]


def test_dice_with_and_without_bonus(game: Game) -> None:
    roll = {"event": "roll", "owner": 0, "sides": 6, "natural": (2, 6), "values": (3, 6)}
    assert game.told(roll) == ["rolls 2 6, which count as 3 6"]
    assert game.told({**roll, "event": "reroll", "values": (2, 6)}) == ["rolls again 2 6"]


def test_what_comes_of_a_deed_stands_behind_it(game: Game) -> None:
    shoot = game.game.actions[game.game.ids["action"]["shoot"]]
    slots = [None] * shoot.slots
    slots[0], slots[shoot.params[0].slot], slots[shoot.params[1].slot] = 1, game.unit("red.scout"), game.unit("blue.heavy")
    plates = game.game.field_index[game.tank.index, "plates"]
    hit = {"event": "assign", "field": plates, "entity": game.unit("blue.heavy"), "old": 1, "new": 0}
    red = game.game.side_ids.index("red")
    slots[0] = red
    told = game.told({"event": "action", "action": shoot.index, "side": red, "slots": tuple(slots)}, hit)
    assert told == ["Red: shoot (Red Scout, Blue Heavy): Blue Heavy plates 1->0"]


def test_turns_are_counted(game: Game) -> None:
    turn = list(game.game.scopes).index("turn")
    events = [{"event": "open", "scope": turn, "owner": side} for side in game.game.sides]
    assert game.told(*events) == ["Turn 1: Red", "Turn 2: Blue"]


def test_a_card_is_named_only_to_those_who_see_it(game: Game) -> None:
    red, blue = (game.game.side_ids.index(side) for side in ("red", "blue"))
    assert game.told(game.drawn(red), side=red) == ["draws Mend"]
    assert game.told(game.drawn(red), side=blue) == ["draws an order"]
    assert game.told(game.drawn(red), side=None) == ["draws Mend"]


def test_hands_are_listed_only_to_those_who_see_them(game: Game) -> None:
    red = game.game.side_ids.index("red")
    text = standing(game.view, game.session.machine, Eyes(game.session.machine, red))
    assert text.split("\n\n")[0].startswith("Red\n") and "hand: Mend" in text.split("\n\n")[0]
    assert "hand: 1" in text.split("\n\n")[1]


def test_choices_are_found_by_number_word_and_beginning() -> None:
    choices = [Choice({"play": "drive"}, "drive", ("move",)), Choice({"play": "drill"}, "drill"), Choice({"pass": True}, "pass")]
    assert meant(choices, "2") is choices[1]
    assert meant(choices, "MOVE") is choices[0]
    assert meant(choices, "pa") is choices[2]
    assert meant(choices, "dri") is None and meant(choices, "") is None and meant(choices, "4") is None
    assert numbered(choices) == "  1 drive\n  2 drill\n  3 pass\n"
    many = numbered([Choice({"pick": n}, str(n)) for n in range(1000)])
    assert many.endswith("    ... and 800 more\n") and len(many.splitlines()) < 50


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("12, 30", [1200, 3000]),
        ("12.5 7.25", [1250, 725]),
        ("0,0.05", [0, 5]),
        ("12", None),
        ("a, b", None),
        ("1,2,3", None),
        ("-1, 2", None),
    ],
)
def test_points_of_a_table_are_typed_in_inches(text: str, point: list[int] | None) -> None:
    assert point_of(text) == point
