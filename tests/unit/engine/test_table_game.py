"""A game on a table, from its source to its end: points, sealed interruptions, smoke that thins, and nothing but whole numbers."""

import json
from pathlib import Path
from typing import Any

import pytest

from tankdsl.engine import chance
from tankdsl.engine.agents import RandomPlayer, playout
from tankdsl.engine.errors import InputError
from tankdsl.engine.load import load_game
from tankdsl.engine.model import Game
from tankdsl.engine.protocol import Refused, Session
from tankdsl.engine.requests import input_of
from tankdsl.engine.tracing import PointDecision, sampled
from tankdsl.ir.validate import validate, validate_input, validate_request
from tankdsl.session import Session as Compiling
from tankdsl.source import MemoryBundle

SOURCE = Path(__file__).parents[2] / "wide" / "sketch" / "ruleset.tank"
Json = dict[str, Any]


@pytest.fixture(scope="module")
def document() -> Json:
    compiling = Compiling(MemoryBundle({"ruleset.tank": SOURCE.read_text(encoding="utf-8")}), ("ruleset.tank",))
    assert [finding.headline for finding in compiling.findings] == []
    return compiling.scenario("chase").document


@pytest.fixture(scope="module")
def game(document: Json) -> Game:
    return load_game(document)


@pytest.fixture
def session(game: Game) -> Session:
    return Session(game, chance="forced").setup()


def field(session: Session, thing: str, name: str) -> Any:
    """A field of a piece, as everybody sees it."""
    things = session.view("mover")["things"]
    return next(found for found in things if found["id"] == thing)["fields"][name]


def begin_drive(session: Session, *corners: list[int]) -> None:
    """The first runner drives along corners."""
    session.answer({"play": "drive"})
    session.answer({"pick": "runner.1"})
    for corner in corners:
        session.answer({"point": corner})
    session.answer({"done": True})


def lie_in_wait(session: Session) -> None:
    """The mover does nothing, both lurkers wait, and it is the mover's turn again."""
    session.answer({"pass": True})
    for lurker in ("lurker.1", "lurker.2"):
        session.answer({"play": "wait"})
        session.answer({"pick": lurker})
    session.answer({"pass": True})


# ---- the document --------------------------------------------------------------------------------------------------------


def test_the_document_is_valid(document: Json) -> None:
    assert [str(problem) for problem in validate(document)] == []
    assert document["content"]["map"] == {"grid": "table", "width": 2400, "height": 2400, "names": {"middle": [1200, 1200]}}


def test_there_are_no_fractions(document: Json) -> None:
    fractions: list[str] = []
    json.loads(json.dumps(document), parse_float=fractions.append)
    assert fractions == []


# ---- whole games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_random_games_come_to_an_end_and_both_evaluators_agree(game: Game, seed: int) -> None:
    fast, plain = (playout(game, seed, evaluator, hashes=True) for evaluator in ("fast", "oracle"))
    assert fast.ended and fast.fault == ""
    assert fast == plain


@pytest.mark.parametrize("seed", [3, 11])
def test_a_game_goes_on_from_its_state_at_every_request(game: Game, seed: int) -> None:
    session, player = Session(game).setup(seed=seed), RandomPlayer(seed)
    kinds: set[str] = set()
    while not session.is_over:
        request, state = session.request, session.state()
        assert [str(problem) for problem in validate_request(request)] == []
        resumed = Session(game).restore(json.loads(json.dumps(state)))
        assert (resumed.request, resumed.hash()) == (request, session.hash())
        verb, value = player.choose(resumed.machine)
        given = input_of(resumed.machine, verb, value)
        assert [str(problem) for problem in validate_input(given)] == []
        resumed.answer(json.loads(json.dumps(given)))
        kinds.add(request["kind"])
        session = resumed
    assert {"play", "pick", "point", "sealed"} <= kinds


# ---- a path of points ----------------------------------------------------------------------------------------------------


def test_a_path_is_laid_point_by_point(session: Session) -> None:
    session.answer({"play": "drive"})
    session.answer({"pick": "runner.1"})
    request = session.request
    assert (request["kind"], request["low"], request["high"]) == ("point", [0, 0], [2400, 2400])
    assert (request["at"], request["path"], request["left"], request["done"]) == ([400, 300], [], 900, True)
    session.answer({"point": [700, 700]})
    assert (session.request["at"], session.request["path"], session.request["left"]) == ([700, 700], [[700, 700]], 400)


@pytest.mark.parametrize(
    ("corners", "last", "rid", "text"),
    [
        ([], [400, 1201], "too_far", ""),
        ([[400, 900]], [400, 1201], "too_far", ""),
        ([], [400, 300], "not_in_domain", ""),
        ([[900, 700]], [1000, 800], "driving.3", "something solid is in the way"),
        ([], [1000, 400], "driving.4", "too near to runner"),
    ],
)
def test_a_leg_that_is_not_legal(session: Session, corners: list[list[int]], last: list[int], rid: str, text: str) -> None:
    session.answer({"play": "drive"})
    session.answer({"pick": "runner.1"})
    for corner in corners:
        session.answer({"point": corner})
    before = session.hash()
    with pytest.raises(Refused) as refused:
        session.answer({"point": last})
    assert session.hash() == before
    assert refused.value.refusal.rid == rid
    assert text in refused.value.refusal.text.lower()


@pytest.mark.parametrize("point", [[400, 2401], [-1, 0]])
def test_a_point_beyond_the_edge_is_refused(session: Session, point: Any) -> None:
    session.answer({"play": "drive"})
    session.answer({"pick": "runner.1"})
    with pytest.raises(Refused) as refused:
        session.answer({"point": point})
    assert refused.value.refusal.rid == "not_in_domain"


@pytest.mark.parametrize("point", [[1], "nowhere", [True, 0], [1.5, 0]])
def test_what_is_no_point_of_the_table_is_no_input(session: Session, point: Any) -> None:
    session.answer({"play": "drive"})
    session.answer({"pick": "runner.1"})
    with pytest.raises(InputError):
        session.answer({"point": point})


def test_points_are_sampled_in_a_way_that_everybody_can_repeat(session: Session) -> None:
    session.answer({"play": "drive"})
    session.answer({"pick": "runner.1"})
    decision = session.machine.decision
    assert isinstance(decision, PointDecision)
    words = chance.seeded(7, chance.AGENTS)
    found = [sampled(session.machine, decision, words) for _ in range(40)]
    again = chance.seeded(7, chance.AGENTS)
    assert found == [sampled(session.machine, decision, again) for _ in range(40)]
    points = [value for verb, value in found if verb == "point"]
    assert 10 < len(points) < 30
    assert all(decision.accepts(point) for point in points)
    # The procedure, spelled out for the first numbers.
    words = chance.seeded(7, chance.AGENTS)
    for verb, value in found:
        if chance.below(words, 2):
            assert verb == "done"
            continue
        x, y = chance.below(words, 2401), chance.below(words, 2401)
        while not decision.accepts((x, y)):
            x, y = (origin + int((number - origin) / 2) for number, origin in ((x, 400), (y, 300)))
        assert value == (x, y)


def test_a_point_is_chosen_under_a_condition(session: Session) -> None:
    session.answer({"play": "pop_smoke"})
    assert session.request["kind"] == "point" and session.request["pass"] is False and "at" not in session.request
    refusal = session.why_not({"point": [0, 0]})
    assert refusal is not None and refusal.rid == "not_in_domain"
    session.answer({"point": [1200, 0]})
    assert field(session, "mover.screen", "at") == [1200, 0]


# ---- the sealed interruption ---------------------------------------------------------------------------------------------


def test_the_nearer_point_is_played_and_then_both_are_asked_again(session: Session) -> None:
    lie_in_wait(session)
    begin_drive(session, [400, 1000], [600, 1000])
    assert [part["side"] for part in session.request["parts"]] == ["mover", "watcher"]
    assert [part["range"] for part in session.request["parts"]] == [[0, 900], [0, 900]]
    session.answer({"sealed": {"mover": {"pick": 800}, "watcher": {"pick": 650}}})
    assert (session.request["window"], session.request["side"]) == ("passing", "watcher")
    assert field(session, "runner.1", "at") == [400, 950]
    session.answer({"pass": True})
    assert [part["range"] for part in session.request["parts"]] == [[650, 900], [650, 900]]


def test_the_mover_comes_first_on_a_tie(session: Session) -> None:
    lie_in_wait(session)
    begin_drive(session, [400, 1000])
    session.answer({"sealed": {"mover": {"pick": 300}, "watcher": {"pick": 300}}})
    assert (session.request["window"], session.request["side"]) == ("own_moment", "mover")
    session.answer({"pass": True})
    session.answer({"sealed": {"mover": {"pass": True}, "watcher": {"pick": 300}}})
    assert (session.request["window"], session.request["side"]) == ("passing", "watcher")


def test_the_start_counts_and_a_shot_can_end_the_drive(session: Session) -> None:
    lie_in_wait(session)
    session.machine.fields[session.game.field_index[session.game.ids["kind"]["Tank"], "hits"]][:] = [0, 0, 2, 2]
    begin_drive(session, [400, 1000])
    session.force(dice=[6])
    session.answer({"sealed": {"mover": {"pass": True}, "watcher": {"pick": 0}}})
    session.answer({"do": "overwatch", "args": {"w": "lurker.1"}})
    assert field(session, "runner.1", "at") == {"absent": True}
    assert field(session, "runner.1", "hits") == 3
    assert (session.request["kind"], session.request["side"]) == ("play", "mover")


def test_without_an_interruption_the_way_is_driven_to_its_end(session: Session) -> None:
    begin_drive(session, [400, 1000], [600, 1000])
    session.answer({"sealed": {"mover": {"pass": True}, "watcher": {"pass": True}}})
    assert field(session, "runner.1", "at") == [600, 1000]


def test_a_sealed_answer_is_hidden_until_all_have_answered(session: Session) -> None:
    lie_in_wait(session)
    begin_drive(session, [400, 1000])
    before = session.view("watcher"), session.view_request("watcher")
    session.answer({"sealed": {"mover": {"pick": 123}}}, "mover")
    assert (session.view("watcher"), session.view_request("watcher")) == before
    assert "123" not in json.dumps([session.view("watcher"), session.view_request("watcher")])
    assert session.view_request("mover")["kind"] == "wait"
    assert [part["side"] for part in session.request["parts"]] == ["watcher"]
    resumed = Session(session.game, chance="forced").restore(json.loads(json.dumps(session.state())))
    resumed.answer({"sealed": {"watcher": {"pass": True}}}, "watcher")
    assert field(resumed, "runner.1", "at") == [400, 423]


def test_a_point_beyond_the_way_cannot_be_named(session: Session) -> None:
    lie_in_wait(session)
    begin_drive(session, [400, 1000])
    with pytest.raises(Refused):
        session.answer({"sealed": {"mover": {"pick": 701}, "watcher": {"pass": True}}})


# ---- smoke ---------------------------------------------------------------------------------------------------------------


def test_smoke_thins_at_the_start_of_its_owners_phases(session: Session) -> None:
    session.answer({"play": "pop_smoke"})
    session.answer({"point": [400, 1000]})
    seen = []
    for _ in range(5):
        seen.append([field(session, "mover.screen", name) for name in ("at", "fresh", "lingering")])
        session.answer({"pass": True})
    absent = {"absent": True}
    assert seen == [
        [[400, 1000], True, True],
        [[400, 1000], True, True],
        [[400, 1000], False, True],
        [[400, 1000], False, True],
        [absent, False, False],
    ]


@pytest.mark.parametrize(("smoke", "hidden"), [([500, 1000], 2), ([700, 1000], 2), ([701, 1000], 1), ([1000, 1000], 1), ([1001, 1000], 0)])
def test_rings_of_smoke_are_exact(session: Session, smoke: list[int], hidden: int) -> None:
    """The line of sight runs straight down at x = 400; the rings end at exactly 3 and 6 inches."""
    machine, game = session.machine, session.game
    session.answer({"play": "pop_smoke"})
    session.answer({"point": smoke})
    tank = game.ids["kind"]["Tank"]
    names = game.entities(tank)
    machine.fields[game.built_in(tank, "at")][names.index("lurker.1")] = (400, 1800)
    value = machine.ev.function(("value", game.ids["value"]["hiding"], 0))
    assert value(names.index("lurker.1"), names.index("runner.1")) == hidden
