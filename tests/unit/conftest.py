"""A small compiled game for the tests of the compiled form: two tanks, five hexes, one shot, one reaction."""

from collections.abc import Callable
from typing import Any

import pytest

from tankdsl.ir.hashing import game_hash

Json = dict[str, Any]


@pytest.fixture
def duel() -> Json:
    """A scenario without faults; every test gets its own copy."""
    return make_duel()


@pytest.fixture
def make_valid_duel() -> Callable[[], Json]:
    """The same as a function, for tests that need many copies."""
    return make_duel


def make_duel() -> Json:
    """The document of the game, with its hash."""
    document: Json = {
        "format": "tankdsl/1",
        "document": "scenario",
        "id": "duel",
        "ruleset": "skirmish",
        "game": "",
        "content": _content(),
        "rules": _rules(),
        "text": {key: key.replace(".", " ") for key in _TEXT.split()},
    }
    document["game"] = game_hash(document)
    return document


_TEXT = """
title one many left.name right.name light heavy heavy.1 heavy.2 open wood plates move attack dodge boost flip
after_roll may_shoot reach blocked won lost hex duel log scout scout.met option.luck option.mood option.fast wood.blocks
calm wild grass
"""


def _content() -> Json:
    return {
        "title": "title",
        "sides": ["right", "left"],
        "measures": [{"id": "hexes", "one": "one", "many": "many"}],
        "enums": [
            {"id": "Arc", "members": ["front", "rear"], "names": {}},
            {"id": "option.mood", "members": ["calm", "wild"], "names": {"calm": "calm", "wild": "wild"}},
        ],
        "kinds": [
            _kind("Side", "side", [_field("vp", "track", {"int": [0, 9]}, default=0, low=0, high=9)], ["left", "right"]),
            _kind("Game", "game", [], ["game"]),
            _kind("Terrain", "terrain", [_field("blocks", "stat", "bool")], []),
            _kind("Tank", "unit", _tank_fields(), []),
            {**_kind("Heavy", "unit", [], []), "parent": "Tank", "models": [_model("heavy", armour=3)], "instances": _heavies()},
            _kind("Card", "card", [], ["flip"]),
            _kind("Mission", "mission", [], ["scout"]),
        ],
        "options": [
            {"id": "luck", "sort": "setting", "name": "option.luck", "default": 2, "min": 0, "max": 5, "needs": [], "excludes": []},
            {"id": "fast", "sort": "switch", "name": "option.fast", "default": False, "needs": [], "excludes": []},
            {
                "id": "mood", "sort": "choice", "name": "option.mood", "default": "calm", "values": ["calm", "wild"],
                "needs": [], "excludes": ["fast"],
            },
        ],
        "preset": {"luck": 3, "mood": "wild"},
        "map": _map(),
        "piles": [
            {"id": "deck", "of": "Card", "ordered": True, "initial": ["flip"], "refill": "refill"},
            {"id": "left.hand", "of": "Card", "owner": "left", "field": "hand", "ordered": False, "holds": 3, "initial": []},
            {
                "id": "right.hand", "of": "Card", "owner": "right", "field": "hand", "ordered": False, "initial": [],
                "visible": ["==", ["local", 0], ["local", 1]],
            },
        ],
    }  # fmt: skip


def _kind(id: str, category: str, fields: list[Json], ids: list[str]) -> Json:
    terrain = ["open", "wood"] if category == "terrain" else ids
    stats: dict[str, Json] = {"open": {"blocks": False}, "wood": {"blocks": True}}
    names = {"left": "left.name", "right": "right.name", "game": "duel"}
    models = [{"id": i, "name": names.get(i, i), "stats": stats.get(i, {}), "cites": []} for i in terrain]
    instances = [{"id": i, "model": i, "name": names.get(i, i)} for i in terrain]
    return {"id": id, "category": category, "fields": fields, "models": models, "instances": instances}


def _field(id: str, role: str, type: Any, **more: Any) -> Json:
    return {"id": id, "role": role, "type": type, **more}


def _model(id: str, **stats: Any) -> Json:
    return {"id": id, "name": id, "stats": stats, "cites": ["DU-001"]}


def _tank_fields() -> list[Json]:
    return [
        _field("armour", "stat", {"int": [0, 4]}),
        _field("facing", "state", "direction", default=["dir", "n"]),
        _field(
            "plates", "track", {"int": [0, 4]}, name="plates", default=["get", "Tank", "armour", ["local", 0]], low=0,
            high=["get", "Tank", "armour", ["local", 0]], visible=["==", ["get", "Tank", "side", ["local", 0]], ["local", 1]],
        ),
        _field("moved", "state", "bool", default=False, lifetime={"edge": "end", "scope": "turn", "own": True, "nth": 1}),
    ]  # fmt: skip


def _heavies() -> list[Json]:
    return [
        {"id": "heavy.1", "model": "heavy", "name": "heavy.1", "side": "left", "start": {"at": "A1", "fields": {"plates": 1}}},
        {"id": "heavy.2", "model": "heavy", "name": "heavy.2", "side": "right", "start": {"at": "A4", "fields": {}}},
    ]


def _map() -> Json:
    def place(number: int, q: int, terrain: str, **more: Any) -> Json:
        return {"id": f"A{number}", "q": q, "r": 0, "label": f"A{number}", "terrain": terrain, **more}

    return {
        "grid": "hex",
        "orientation": "flat",
        "places": [
            place(1, 0, "open", territory="left", rows={"left": 1, "right": 4}),
            place(2, 1, "open"),
            place(3, 2, "wood", half=True, board="north"),
            place(4, 3, "open", territory="right"),
        ],
        "names": {"base": "A1"},
        "zones": {"middle": ["A2", "A3"]},
        "edges": [{"a": "A1", "b": "A2", "feature": "stream"}],
    }


TANK = {"kind": "Tank"}
SIDE = {"kind": "Side"}


def _rules() -> Json:
    return {
        "main": "main",
        "entries": {"battle": "main"},
        "runaway": 1_000_000,
        "scopes": [{"id": "turn"}],
        "values": [_value()],
        "guards": [_guard()],
        "procs": _procs(),
        "actions": _actions(),
        "windows": [{"id": "after_roll", "text": "after_roll", "params": _params(target=TANK, hits="int"), "changes": [1]}],
        "movements": [_movement()],
        "sights": [_sight()],
        "arcs": [_arcs()],
        "whenevers": [
            {
                "id": "rout", "params": [{"slot": 0, "set": ["things", "Tank", "placed"]}], "slots": 1,
                "when": ["==", ["get", "Tank", "plates", ["local", 0]], 0], "proc": "lose", "cites": ["DU-009"],
            }
        ],
        "endings": _endings(),
        "missions": [{"model": "scout", "slots": 1, "met": [">", ["get", "Side", "vp", ["local", 0]], 3]}],
    }  # fmt: skip


def _params(**types: Any) -> list[Json]:
    return [{"name": name, "type": type} for name, type in types.items()]


def _value() -> Json:
    rows = [[1, ["get", "Terrain", "blocks", ["terrain", ["local", 0]]], "wood", ["DU-002"]], [["option", "luck"], True, "", []]]
    body = ["rows", "sum", rows, ["none"], 6]
    return {"id": "cover", "params": _params(at="place"), "gives": "int", "slots": 1, "body": body, "cites": []}


def _guard() -> Json:
    return {
        "id": "may_shoot",
        "params": _params(by=TANK, target=TANK),
        "slots": 4,
        "conjuncts": [
            {"let": 2, "be": ["get", "Tank", "at", ["local", 1]], "reason": "may_shoot", "rid": "gone", "cites": []},
            {
                "require": ["<=", ["distance", ["get", "Tank", "at", ["local", 0]], ["local", 2]], 3],
                "reason": "reach", "rid": "reach", "cites": ["DU-003"],
            },
            {
                "each": 3, "in": ["sides"],
                "conjuncts": [{"require": ["present", ["local", 3]], "reason": "lost", "rid": "lost", "cites": []}],
            },
        ],
        "cites": ["DU-003"],
    }  # fmt: skip


def _procs() -> list[Json]:
    def proc(id: str, slots: int, code: list[Any], results: int = 0, **types: Any) -> Json:
        return {
            "id": id, "name": id, "params": _params(**types), "slots": slots, "results": results, "code": code, "cites": [],
        }  # fmt: skip

    loop = {"who": ["local", 0], "actions": ["move", "attack"], "budget": 2, "pass": True}
    return [
        proc("main", 1, [
            ["shuffle", ["pile", "deck"]],
            ["set", 0, ["first", ["sides"]]],
            ["open", "turn", ["local", 0]],
            ["draw", 0, ["pile", "deck"]],
            ["set", 0, ["active"]],
            ["play", loop],
            ["close", "turn"],
            ["jump", 1],
        ]),
        proc("refill", 0, [["log", "log", [["int", 1]]]]),
        proc("shoot", 5, [
            ["roll", 2, 2, 6, ["call", "cover", ["else", ["get", "Tank", "at", ["local", 1]], ["place", "A1"]]], 1, 6, ["active"]],
            ["set", 3, ["total", ["local", 2]]],
            ["window", "after_roll", [["side", ["get", "Tank", "side", ["local", 1]]]], [["local", 1], ["local", 3]], [3]],
            ["unless", [">=", ["local", 3], 7], 5],
            ["assign", "Tank", "plates", ["local", 1], ["-", ["get", "Tank", "plates", ["local", 1]], 1]],
            ["random", 4, ["places"], "hex", "place"],
            ["settle"],
        ], by=TANK, target=TANK),
        proc("go", 2, [["place", "Tank", ["local", 0], ["local", 1]]], tank=TANK, at="place"),
        proc("lose", 2, [
            ["remove", "Tank", ["local", 0]],
            ["choose", 1, ["active"], 1, ["places"], ["!=", ["local", 1], ["place", "A1"]], True, "hex", "place"],
        ], tank=TANK),
        proc("calm", 1, [["return", [["-", ["local", 0], 1]]]], results=1, hits="int"),
        proc("discard", 2, [
            ["once", "discard.1", 3, "game", ["none"], [["local", 0]], 2],
            ["move", ["local", 1], ["pile", "deck"], "bottom"],
        ], side=SIDE, card={"kind": "Card"}),
    ]  # fmt: skip


def _actions() -> list[Json]:
    mine = ["owned", "Tank", ["local", 0], "placed"]
    base: Json = {"inherits": 0, "guards": [], "limits": [], "cost": 1, "cites": []}
    return [
        {
            **base, "id": "move", "text": "move", "slots": 3, "on": {"play": True}, "proc": "go",
            "params": [
                {"name": "tank", "slot": 1, "type": TANK, "domain": mine},
                {"name": "way", "slot": 2, "type": "path", "domain": ["places"],
                 "path": {"movement": "roll_on", "unit": ["local", 1], "budget": ["none"]}},
            ],
            "args": [["local", 1], ["else", ["last", ["local", 2]], ["place", "A1"]]],
        },
        {
            **base, "id": "attack", "text": "attack", "slots": 3, "on": {"play": True}, "proc": "shoot",
            "params": [
                {"name": "by", "slot": 1, "type": TANK, "domain": mine},
                {"name": "target", "slot": 2, "type": TANK, "domain": ["things", "Tank", "placed"],
                 "where": ["!=", ["get", "Tank", "side", ["local", 2]], ["local", 0]]},
            ],
            "guards": [{"guard": "may_shoot", "args": [["local", 1], ["local", 2]], "cites": []}],
            "limits": [{"id": "attack.1", "most": 1, "keys": [["local", 1]], "scope": "turn", "own": True}],
            "args": [["local", 1], ["local", 2]],
        },
        {
            **base, "id": "dodge", "text": "dodge", "slots": 4, "on": {"windows": ["after_roll"]}, "inherits": 2, "cost": 0,
            "card": {"kind": "Card", "model": "flip", "pile": "hand"}, "params": [], "proc": "calm",
            "by": ["==", ["local", 0], ["get", "Tank", "side", ["local", 1]]], "by_rid": "not_yours",
            "args": [["local", 2]], "returns": [1], "after": "discard",
        },
    ]  # fmt: skip


def _movement() -> Json:
    wood = ["get", "Terrain", "blocks", ["terrain", ["local", 2]]]
    return {
        "id": "roll_on",
        "kind": "Tank",
        "slots": 5,
        "budget": 2,
        "cost": [[1, True, "", []], [1, wood, "wood", ["DU-004"]]],
        "never": [
            {"when": ["any", 4, ["things", "Tank", "placed"], ["==", ["get", "Tank", "at", ["local", 4]], ["local", 2]]],
             "reason": "blocked", "rid": "blocked", "cites": []},
        ],
        "stops": [{"when": wood}],
        "through": [],
        "first_step_always": True,
        "bonus": [],
    }  # fmt: skip


def _sight() -> Json:
    blocks = ["get", "Terrain", "blocks", ["terrain", ["local", 0]]]
    tie = {"option": "mood", "values": {"calm": "both", "wild": "either"}}
    return {"id": "view", "blocks": blocks, "tie": tie, "off_map_blocks": False}


def _arcs() -> Json:
    parts = [{"id": "front", "directions": [5, 0, 1]}, {"id": "rear", "directions": [2, 3, 4]}]
    return {"id": "hull", "kind": "Tank", "facing": "facing", "enum": "Arc", "parts": parts, "border": "front"}


def _endings() -> list[Json]:
    return [
        {
            "id": "points", "during": "", "at": "turn", "each": {"slot": 0, "set": ["sides"]}, "slots": 1,
            "when": ["mission_met", ["ref", "Mission", "scout"], ["local", 0]],
            "outcome": ["win", ["local", 0]], "text": "won", "cites": [],
        },
        {
            "id": "tally", "during": "turn", "at": "settle", "slots": 1, "when": False,
            "outcome": ["most", 0, ["get", "Side", "vp", ["local", 0]]], "text": "lost", "cites": [],
        },
    ]  # fmt: skip
