"""The content layer: kinds, instances, piles, options, the map."""

from pathlib import Path
from typing import Any

import pytest

from tankdsl.engine.agents import playout
from tankdsl.engine.protocol import load_game
from tankdsl.ground.board_text import read_board
from tankdsl.ground.boards import Board
from tankdsl.ground.edges import edge_mark
from tankdsl.ground.grids import Grid, GridKind
from tankdsl.ground.hexes import Orientation
from tankdsl.ground.labels import LabelScheme, LabelStyle
from tankdsl.ground.layouts import Layout, Placement, build_map
from tankdsl.ground.maps import GroundMap, MapEdge
from tankdsl.ir.validate import validate
from tankdsl.lower import lower_ruleset
from tankdsl.lower.grounds import ground_of
from tankdsl.lower.maps import lower_map
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.unit.lower.playing import document, play, value
from tests.unit.lower.trees import (
    BLUE,
    NO,
    RED,
    SIDE,
    SPAN,
    TANK,
    Enum,
    Int,
    Local,
    compare,
    core,
    field,
    get,
    ground,
    instance,
    kind,
    kinds,
    model,
    note,
    number,
    program,
    read,
    t,
    tanks,
    when,
)

ROOT = Path(__file__).resolve().parents[3]


def content(made: t.Program, scenario: str = "duel") -> Any:
    return document(made, scenario)["content"]


def kind_in(made: t.Program, id: str) -> Any:
    return next(one for one in content(made)["kinds"] if one["id"] == id)


def test_kinds_that_nobody_declares() -> None:
    few = {id: one for id, one in kinds().items() if id in ("Terrain", "Tank")}
    made = program(kinds=few)
    made.procs["sequence.main"] = t.ProcDef("sequence.main", "main", "sequence", (), (), (), (), (), SPAN)
    found = content(made)["kinds"]
    assert [(one["id"], one["category"]) for one in found] == [
        ("Terrain", "terrain"), ("Tank", "unit"), ("Side", "side"), ("Game", "game"),
    ]  # fmt: skip
    sides = next(one for one in found if one["id"] == "Side")
    assert [one["id"] for one in sides["instances"]] == ["red", "blue"]


def test_models_and_instances() -> None:
    made = program()
    tank = kind_in(made, "Tank")
    assert tank["models"][0] == {
        "id": "light", "name": "model.Tank.light", "side": "red", "stats": {"armour": 1}, "cites": [],
    }  # fmt: skip
    assert tank["instances"][0] == {
        "id": "light.1", "model": "light", "name": "model.Tank.light", "side": "red", "start": {"at": "h0.0", "fields": {"damage": 3}},
    }  # fmt: skip
    assert "start" not in tank["instances"][3]
    assert document(made)["text"]["model.Tank.light"] == "Light tank"


def test_instances_with_a_name_of_their_own() -> None:
    named = t.InstanceDef("light", "Tank", "light", "Old Iron", "red", 2, None, {})
    made = program()
    made.scenarios["duel"] = t.ScenarioDef("duel", "Duel", "row", (named,), {}, {}, "main", (), SPAN)
    assert kind_in(made, "Tank")["instances"][0]["name"] == "instance.Tank.light"
    assert document(made)["text"]["instance.Tank.light"] == "Old Iron"


def test_fields_with_bounds_visibility_and_lifetime() -> None:
    this, viewer = Local("self", TANK), Local("viewer", SIDE)
    armour = get("Tank", "armour", read(this))
    own = compare("==", get("Tank", "side", read(this), SIDE), read(viewer))
    plates = field(
        "plates", "track", Int(0, 9), armour, low=number(0), high=armour, visible=own,
        lifetime=t.Lifetime("end", "turn", True, 2),
    )  # fmt: skip
    base = kinds()["Tank"]
    tank = t.KindDef("Tank", "unit", None, this, viewer, (*base.fields, plates), base.models, own, SPAN)
    made = program(note(get("Tank", "plates", core("ref", "Tank", "heavy.1", type=TANK))), kinds=kinds() | {"Tank": tank})
    lowered = kind_in(made, "Tank")
    assert lowered["fields"][2] == {
        "id": "plates", "role": "track", "type": {"int": [0, 9]}, "default": ["get", "Tank", "armour", ["local", 0]],
        "low": 0, "high": ["get", "Tank", "armour", ["local", 0]],
        "visible": ["==", ["get", "Tank", "side", ["local", 0]], ["local", 1]],
        "lifetime": {"edge": "end", "scope": "turn", "own": True, "nth": 2},
    }  # fmt: skip
    assert lowered["identity"] == {"visible": ["==", ["get", "Tank", "side", ["local", 0]], ["local", 1]]}
    assert value(play(made), "Game.trace") == 3


def test_subkinds_list_their_own_instances() -> None:
    giants = (model("giant", side="red", armour=number(9)),)
    heavy = kind("Super", "unit", field("seen", "state", Int(0, 1), number(0)), models=giants, parent="Tank")
    giant = t.InstanceDef("giant", "Super", "giant", "", "red", 2, None, {})
    made = program(kinds=kinds() | {"Super": heavy})
    made.scenarios["duel"] = t.ScenarioDef("duel", "Duel", "row", (*tanks(), giant), {}, {}, "main", (), SPAN)
    assert kind_in(made, "Super")["parent"] == "Tank"
    assert [one["id"] for one in kind_in(made, "Super")["instances"]] == ["giant"]
    assert len(kind_in(made, "Tank")["instances"]) == 4


def test_shared_cards_and_cards_of_a_roster() -> None:
    card = kind("Card", "card", models=(model("bang", copies=3), model("own", side="red"), model("boom")))
    o, v = Local("o", SIDE), Local("v", SIDE)
    own = compare("==", read(o), read(v))
    piles = {
        "deck": t.PileDef("deck", "Card", False, True, True, o, v, NO, None, None, (), SPAN),
        "hand": t.PileDef("hand", "Card", True, False, False, o, v, own, 3, None, (), SPAN),
    }
    listed = (
        t.InstanceDef("own", "Card", "own", "", "red", None, "red.hand", {}),
        t.InstanceDef("boom", "Card", "boom", "", "blue", None, "blue.hand", {}),
    )
    made = program(kinds=kinds() | {"Card": card}, piles=piles)
    made.scenarios["duel"] = t.ScenarioDef("duel", "Duel", "row", (*tanks(), *listed), {}, {}, "main", (), SPAN)
    found = {one["id"]: one for one in content(made)["piles"]}
    assert {id: one["initial"] for id, one in found.items()} == {
        "deck": ["bang.1", "bang.2", "bang.3"], "red.hand": ["own"], "blue.hand": ["boom"],
    }  # fmt: skip
    assert found["deck"]["visible"] is False and "field" not in found["deck"]
    assert found["red.hand"]["visible"] == ["==", ["local", 0], ["local", 1]]
    assert (found["red.hand"]["holds"], found["red.hand"]["ordered"]) == (3, False)


def test_options_presets_and_fields_of_the_game() -> None:
    options = {
        "speed": t.OptionDef("speed", "Speed", "setting", 1, 9, (), 3, (), ("fast",), (), SPAN),
        "fast": t.OptionDef("fast", "Fast", "switch", 0, 1, (), False, (), (), (), SPAN),
        "mood": t.OptionDef("mood", "Mood", "choice", 0, 0, ("calm", "wild"), "calm", ("fast",), (), (), SPAN),
    }
    mood = Enum("option.mood")
    is_wild = compare("==", core("option", "mood", type=mood), core("enum", "option.mood", "wild", type=mood))
    made = program(note(core("option", "speed")), when(is_wild, note(1)), options=options)
    preset: dict[str, int | bool | str] = {"speed": 7, "mood": "wild", "fast": True}
    made.scenarios["duel"] = t.ScenarioDef("duel", "Duel", "row", tanks(), preset, {"count": number(5)}, "", (), SPAN)
    found = content(made)
    assert found["options"] == [
        {
            "id": "speed", "sort": "setting", "name": "option.speed", "default": 3, "min": 1, "max": 9,
            "needs": [], "excludes": ["fast"],
        },
        {"id": "fast", "sort": "switch", "name": "option.fast", "default": False, "needs": [], "excludes": []},
        {
            "id": "mood", "sort": "choice", "name": "option.mood", "default": "calm", "values": ["calm", "wild"],
            "needs": ["fast"], "excludes": [],
        },
    ]  # fmt: skip
    assert found["preset"] == preset
    made.options["speed"] = t.OptionDef("speed", "Speed", "setting", 1, 9, (), 3, (), (), (), SPAN)
    session = play(made)
    assert value(session, "Game.trace") == 71 and value(session, "Game.count") == 5


def test_a_side_may_begin_with_fields() -> None:
    rich = t.InstanceDef("blue", "Side", "blue", "Blue", None, None, None, {"points": number(4)})
    made = program(note(get("Side", "points", BLUE)), note(get("Side", "points", RED)))
    made.scenarios["duel"] = t.ScenarioDef("duel", "Duel", "row", (*tanks(), rich), {}, {}, "main", (), SPAN)
    assert value(play(made), "Game.trace") == 40


def test_measures() -> None:
    made = program(measures={"hex": ("hex", "hexes")})
    assert content(made)["measures"] == [{"id": "hex", "one": "measure.hex.one", "many": "measure.hex.many"}]
    assert document(made)["text"]["measure.hex.many"] == "hexes"


# ------------------------------------------------------------------------------------------------------------------ map


def board(labels: LabelScheme | None = None, marks: tuple[Any, ...] = ()) -> Board:
    more = {} if labels is None else {"labels": labels}
    made = read_board([". T", "T ."], {".": "open", "T": "wood"}, Grid(GridKind.AXIAL, Orientation.FLAT), id="plain", **more)
    assert isinstance(made, Board)
    return made if not marks else Board(made.id, made.columns, made.rows, made.grid, made.cells, made.labels, edges=marks)


def layout_of(*placements: Placement, labels: LabelScheme | None = None) -> t.LayoutDef:
    grid = Grid(GridKind.AXIAL, Orientation.FLAT)
    more: dict[str, Any] = {} if labels is None else {"labels": labels}
    made = build_map(Layout("two", grid, placements, own_edges={"red": MapEdge.TOP, "blue": MapEdge.BOTTOM}, **more))
    assert isinstance(made, GroundMap)
    return t.LayoutDef("two", "Two", made, {"gate": 3}, {"wood": (1, 2)}, (), SPAN)


def test_map_of_two_boards() -> None:
    layout = layout_of(Placement(board(), 0, 0, side="red"), Placement(board(), 0, 2, side="blue"))
    lowered = lower_map(ground_of(layout))
    assert (lowered["grid"], lowered["orientation"]) == ("hex", "flat")
    assert lowered["places"][0] == {
        "id": "h0.0", "q": 0, "r": 0, "label": "0,0", "terrain": "open",
        "territory": "red", "rows": {"red": 1, "blue": 4}, "board": "plain",
    }  # fmt: skip
    assert lowered["places"][-1]["board"] == "plain.2"
    assert lowered["names"] == {"gate": "h1.1"}
    assert lowered["zones"] == {"wood": ["h1.0", "h0.1"]}


def test_printed_labels_are_ids() -> None:
    letters = LabelScheme(LabelStyle.LETTERS)
    lowered = lower_map(ground_of(layout_of(Placement(board(letters), 0, 0), labels=letters)))
    assert [one["id"] for one in lowered["places"]] == ["A1", "B1", "A2", "B2"]
    assert "territory" not in lowered["places"][0]


def test_negative_coordinates_make_ids() -> None:
    lowered = lower_map(ground_of(layout_of(Placement(board(), -1, -2))))
    assert lowered["places"][0]["id"] == "h-1.-2"


def test_edges_and_their_enum() -> None:
    layout = layout_of(Placement(board(marks=(edge_mark((0, 0), (1, 0), "stream"),)), 0, 0))
    assert lower_map(ground_of(layout))["edges"] == [{"a": "h0.0", "b": "h1.0", "feature": "stream"}]
    made = program(layouts={"row": ground(), "two": layout})
    assert content(made)["enums"] == [{"id": "edges", "members": ["stream"], "names": {}}]


def test_a_rule_set_has_neither_map_nor_pieces() -> None:
    made, _ = lower_ruleset(program())
    found = made["content"]
    assert made["document"] == "ruleset" and "map" not in found
    assert {one["id"]: len(one["instances"]) for one in found["kinds"]} == {"Game": 1, "Side": 2, "Terrain": 2, "Tank": 0}


def test_no_scenario_without_its_name() -> None:
    with pytest.raises(KeyError):
        document(program(), "unheard_of")


def test_scenario_without_a_map() -> None:
    made = program()
    made.scenarios["duel"] = t.ScenarioDef("duel", "Duel", None, (instance("light", "red"),), {}, {}, "main", (), SPAN)
    lowered = content(made)
    assert "map" not in lowered


@pytest.mark.parametrize("side", ["red", ""])
def test_rules_may_ask_for_sides_of_what_is_not_there(side: str) -> None:
    """Rules about pieces that no scenario fields are played like others, also where no row of the kind has a side."""
    text = (ROOT / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")
    asking = (
        'action drive(by: Tank) {\n    require not any g in guns where g.side is by.side and near(g) "no room"\n'
        '    require not any g in by.side.guns where near(g) "no room"\n'
    )
    text = text.replace("action drive(by: Tank) {\n", asking)
    text += f'unit kind Gun {{}}\nunits Gun {{\n    | id  | name  | side |\n    | big | "Big" | {side:4} |\n}}\n'
    text += "value near(g: Gun): bool = g.at is not none\n"
    bundle = MemoryBundle({"game.tank": text})
    session = Session(bundle, bundle.paths())
    assert session.findings == ()
    document = session.scenario("meeting").document
    assert [str(problem) for problem in validate(document)] == []
    game = load_game(document)
    assert playout(game, 1, "fast", 50, hashes=True).hashes == playout(game, 1, "oracle", 50, hashes=True).hashes != []
