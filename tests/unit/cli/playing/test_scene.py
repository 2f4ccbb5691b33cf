"""The map of a game in the terminal: what it has in common with the map of the scenario."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.scene import Table
from tankdsl.engine import Session as Played
from tankdsl.engine import load_game
from tankdsl.picture.read import scene_of
from tankdsl.picture.scene import HexScene
from tankdsl.picture.terminal import text_of
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.field_faults.trying import DUEL

FIELD = """
board gorge columns odd lower 5 x 4 {
    legend . = grass, w = wood
    rows {
        . . w . .
        . . . . .
        . . . . .
        . . . . .
    }
    levels {
        1 0 0 0 0
        2 0 0 0 0
        0 0 3 0 0
        0 0 0 0 0
    }
    edge bank A1 to A2
    edge river B1 / B2, E3 / E4
    edge old_road C3 / C4
}
layout canyon { board gorge at (0, 0); labels letters }
value v(a: place, b: place): bool = bank in edges_from(a, b) or river in edges(a, b) or old_road in edges(a, b)
scenario deep "Deep" {
    layout canyon
    given red.scout at A1, blue.giant at E3
}
"""


def document_of(text: str, scenario: str) -> dict[str, Any]:
    made = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    assert [finding.headline for finding in made.findings if finding.level == "error"] == []
    return dict(made.scenario(scenario).document)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return document_of(DUEL + FIELD, "deep")


def table_of(document: dict[str, Any], *, plain: bool = False) -> tuple[Table, Played]:
    session = Played(load_game(document)).setup(seed=1)
    return Table(session.game, document, colour=False, plain=plain), session


def map_of(document: dict[str, Any]) -> str:
    scene = scene_of(document)
    assert isinstance(scene, HexScene)
    return text_of(scene, document["content"]["map"]["places"])


def test_a_game_shows_levels_and_features_of_sides_as_the_map_does(document: dict[str, Any]) -> None:
    view, session = table_of(document)
    drawn, legend = view.draw(session.machine, Eyes(session.machine)), view.legend(session.machine)
    assert "~~~" in drawn and "=3=" in drawn and "_2_" in drawn
    for line in ("numbers at the feet of hexes are levels, no number is level 0", "# bank, leading from A1 to A2", "~ river", "= old road"):
        assert line in legend.splitlines() and line in map_of(document).splitlines()


def test_without_pieces_both_are_the_same_picture(document: dict[str, Any]) -> None:
    nowhere = "red.scout { ready = no }, blue.giant { ready = no }"
    bare = document_of(DUEL + FIELD.replace("red.scout at A1, blue.giant at E3", nowhere), "deep")
    view, session = table_of(bare)
    assert view.draw(session.machine, Eyes(session.machine)) in map_of(bare)


def test_the_foot_of_a_piece_leaves_room_for_what_lies_below(document: dict[str, Any]) -> None:
    for plain, foot in ((False, "#1#"), (True, ":1#")):
        view, session = table_of(document, plain=plain)
        lines = view.draw(session.machine, Eyes(session.machine)).splitlines()
        assert foot in lines[lines.index(next(line for line in lines if line.startswith("1"))) + 1]
    assert "~~~" in view.draw(session.machine, Eyes(session.machine)).partition("\n4")[0]


def test_signs_are_the_same_on_the_map_and_in_the_game() -> None:
    """Pieces that stand nowhere at the start and pieces in another order than that of their ids."""
    given = "given red.scout { ready = no }, red.scout at A1, blue.scout at B3,"
    document = document_of(DUEL + FIELD.replace("given red.scout at A1,", given), "deep")
    view, _ = table_of(document)
    in_game = {id: view.code(kind.index, entity) for kind in view.kinds for entity, id in enumerate(kind.instances)}
    on_map = dict(re.findall(r"^(\w+) .* at (\w+)$", map_of(document), re.MULTILINE))
    assert on_map == {in_game["red.scout.2"]: "A1", in_game["blue.scout"]: "B3", in_game["blue.giant"]: "E3"}
