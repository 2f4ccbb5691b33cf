"""A small game with most of what the machine can do, for tests that play.

Two sides with three tanks each on a map of 6 x 6 hexes. In turn each side draws a card and plays two actions:
move (a path), shoot (a window before the roll in which both may play cards and one after it for the target),
volley (a group), dig (until the end of its second own turn). At the beginning both choose a bonus sealed. Tanks
without plates are removed by a trigger. `secret` is a number known to its owner's enemy only.
"""

from typing import Any

from tests.unit.engine.minidoc import (
    CARD,
    GAME,
    SIDE,
    TANK,
    Json,
    action,
    asm,
    bare,
    field,
    get,
    kind,
    local,
    proc,
    require,
)

ENEMY = ["first", ["filter", 9, ["sides"], ["!=", local(9), local(0)]]]
MINE = ["owned", "Tank", local(0), "placed"]


def other(slot: int, at: int = 9) -> list[Any]:
    """The side that is not the one in the slot."""
    return ["first", ["filter", at, ["sides"], ["!=", local(at), local(slot)]]]


def skirmish(rounds: int = 8) -> Json:
    """The document."""
    document = bare()
    content, rules = document["content"], document["rules"]
    document["id"] = "skirmish"
    content["map"] = _map()
    content["kinds"] = [_sides(), _game(), content["kinds"][2], _tanks(), _cards()]
    content["piles"] = [
        {"id": "deck", "of": "Card", "ordered": True, "initial": [f"c{i}" for i in range(8)], "refill": "refill", "visible": False},
        {"id": "gone", "of": "Card", "ordered": True, "initial": []},
        *(
            {
                "id": f"{side}.hand", "of": "Card", "owner": side, "field": "hand", "ordered": False, "initial": [],
                "visible": ["==", local(0), local(1)],
            }
            for side in ("blue", "red")
        ),
    ]  # fmt: skip
    rules.update(
        scopes=[{"id": "round"}, {"id": "turn"}], values=_values(), guards=_guards(), procs=_procs(rounds),
        actions=_actions(), windows=_windows(), movements=[_movement()], whenevers=_whenevers(), endings=_endings(),
        entries={"turn": "turn"},
    )  # fmt: skip
    return document


def _map() -> Json:
    from tests.unit.engine.minidoc import hexes

    ground = {(2, 2): "rock", (3, 3): "rock", (1, 3): "bog", (4, 2): "bog", (2, 4): "bog"}
    return hexes(6, 6, ground)


def _sides() -> Json:
    side: Json = bare()["content"]["kinds"][0]
    side["fields"] = [
        field("points", {"int": [0, 99]}, "track", default=0, low=0, high=99),
        field("bonus", {"enum": "Size"}, default=["enum", "Size", "small"]),
        field("secret", "int", default=0, visible=["!=", local(0), local(1)]),
        field("volleyed", "bool", default=False, lifetime={"edge": "start", "scope": "turn", "own": True, "nth": 1}),
    ]
    return side


def _game() -> Json:
    game: Json = bare()["content"]["kinds"][1]
    game["fields"] = [field("round", "int", default=0)]
    return game


def _tanks() -> Json:
    tank: Json = bare()["content"]["kinds"][3]
    tank["fields"] = [
        *tank["fields"][:3],
        field("moved", "bool", default=False, lifetime={"edge": "end", "scope": "turn", "own": True, "nth": 1}),
        field("dug", "bool", default=False, lifetime={"edge": "end", "scope": "turn", "own": True, "nth": 2}),
        field("hits", "int", default=0),
        field("mined", "bool", default=False, visible=["==", get("side", local(0)), local(1)]),
    ]
    rows = [("b1", "heavy", "blue", "1.5"), ("b2", "light", "blue", "3.5"), ("b3", "light", "blue", "5.5"),
            ("r1", "heavy", "red", "0.0"), ("r2", "light", "red", "2.0"), ("r3", "light", "red", "4.0")]  # fmt: skip
    tank["instances"] = [{"id": id, "model": model, "name": "tank", "side": side, "start": {"at": at}} for id, model, side, at in rows]
    return tank


def _cards() -> Json:
    models = ("boost", "dodge", "mend", "scout")
    return kind(
        "Card", "card",
        models=[{"id": m, "name": m} for m in models],
        instances=[{"id": f"c{i}", "model": models[i % 4], "name": models[i % 4]} for i in range(8)],
    )  # fmt: skip


def _values() -> list[Json]:
    def value(id: str, params: list[Any], body: Any, slots: int = 0, gives: Any = "int") -> Json:
        named = [{"name": n, "type": t} for n, t in params]
        return {"id": id, "params": named, "gives": gives, "slots": max(slots, len(named)), "body": body, "cites": []}

    cover = ["get", "Terrain", "high", ["terrain", get("at", local(1))]]
    bonus_rows = [
        [1, ["==", ["get", "Side", "bonus", get("side", local(0))], ["enum", "Size", "big"]], "boost", ["MG-001"]],
        [-1, ["else", cover, False], "rock", ["MG-002"]],
        [-1, get("dug", local(1)), "dig", []],
    ]
    return [
        value("bonus", [("by", TANK), ("target", TANK)], ["rows", "sum", bonus_rows, -2, 2]),
        value("reach", [("by", TANK)], ["+", ["get", "Tank", "power", local(0)], 1]),
        value("alive", [("side", SIDE)], ["size", ["owned", "Tank", local(0), "placed"]]),
    ]


def _guards() -> list[Json]:
    return [
        {
            "id": "can_shoot", "params": [{"name": "by", "type": TANK}, {"name": "target", "type": TANK}], "slots": 4,
            "cites": [], "names": {"gap": 2},
            "conjuncts": [
                require(["!=", get("side", local(0)), get("side", local(1))], "friend", "enemy"),
                {"let": 2, "be": ["distance", get("at", local(0)), get("at", local(1))], "reason": "taken", "rid": "gone", "cites": []},
                require(["<=", local(2), ["call", "reach", local(0)]], "range", "range", ("MG-003",)),
                require(["sight", "eye", get("at", local(0)), get("at", local(1))], "blind", "blind", ("MG-004",)),
            ],
        },
    ]  # fmt: skip


def _windows() -> list[Json]:
    params = [{"name": "by", "type": TANK}, {"name": "target", "type": TANK}]
    return [
        {"id": "before", "text": "boost", "params": [*params, {"name": "dice", "type": "int"}], "changes": [2]},
        {"id": "after", "text": "dodge", "params": [*params, {"name": "pool", "type": "pool"}], "changes": [2]},
    ]


def _movement() -> Json:
    standing = ["any", 4, ["things", "Tank", "placed"], ["==", get("at", local(4)), local(2)]]
    friend = ["any", 4, ["owned", "Tank", get("side", local(0)), "placed"], ["==", get("at", local(4)), local(2)]]
    bog = ["==", ["terrain", local(2)], ["ref", "Terrain", "bog"]]
    return {
        "id": "walk", "kind": "Tank", "slots": 6, "budget": ["+", ["get", "Tank", "power", local(0)], 1],
        "cost": [[1, True, "", []], [1, bog, "bog", []]],
        "never": [
            {"when": ["and", standing, ["not", friend]], "reason": "taken", "rid": "taken", "cites": []},
            {"when": ["get", "Terrain", "high", ["terrain", local(2)]], "reason": "rock", "rid": "rock", "cites": ["MG-005"]},
        ],
        "stops": [{"when": bog}], "through": [{"when": friend, "reason": "boxed"}], "first_step_always": True,
        "bonus": [[1, ["all", 5, local(3), ["in", local(5), ["zone", "middle"]]], "", []]],
    }  # fmt: skip


def _procs(rounds: int) -> list[Json]:
    return [
        proc("main", asm(
            ["shuffle", ["pile", "deck"]],
            ["sealed", [
                [0, ["ref", "Side", "red"], 1, ["list", ["enum", "Size", "small"], ["enum", "Size", "big"]], True, False, "pick",
                    {"enum": "Size"}],
                [2, ["ref", "Side", "blue"], 1, ["list", ["enum", "Size", "small"], ["enum", "Size", "big"]], True, True, "pick",
                    {"enum": "Size"}],
            ]],
            ["assign", "Side", "bonus", ["ref", "Side", "red"], local(0)],
            ["assign", "Side", "bonus", ["ref", "Side", "blue"], ["else", local(2), ["enum", "Size", "small"]]],
            ["random", 3, ["list", 1, 2, 3], "pick", "int"],
            ["assign", "Side", "secret", ["ref", "Side", "red"], local(3)],
            "round",
            ["open", "round", ["none"]],
            ["assign", "Game", "round", GAME, ["+", ["get", "Game", "round", GAME], 1]],
            ["set", 4, ["sides"]],
            ["set", 5, 0],
            "side",
            ["unless", ["<", local(5), ["size", local(4)]], "done"],
            ["call", "turn", [["at_index", local(4), local(5)]], []],
            ["set", 5, ["+", local(5), 1]],
            ["jump", "side"],
            "done",
            ["close", "round"],
            ["unless", [">=", ["get", "Game", "round", GAME], rounds], "round"],
            ["end", ["none"]],
        ), slots=8),
        proc("turn", asm(
            ["open", "turn", local(0)],
            ["settle"],
            ["call", "draw_card", [local(0)], [1]],
            ["log", "told", [[SIDE, local(0)], [{"optional": CARD}, local(1)]]],
            ["play", {"who": local(0), "actions": ["move", "shoot", "volley", "dig", "shove"], "budget": 2, "pass": True}],
            ["once", "grit", 1, "round", local(0), [], "out"],
            ["assign", "Side", "points", local(0), ["+", ["get", "Side", "points", local(0)], 1]],
            "out",
            ["close", "turn"],
        ), [("side", SIDE)], slots=4),
        proc("draw_card", asm(
            ["draw", 1, ["pile", "deck"]],
            ["unless", ["present", local(1)], "none"],
            ["move", local(1), ["pile_of", "hand", local(0)], "bottom"],
            ["unless", [">", ["size", ["pile_of", "hand", local(0)]], 3], "none"],
            ["choose", 2, local(0), 3, ["pile_of", "hand", local(0)], True, False, "which", CARD],
            ["move", local(2), ["pile", "gone"], "top"],
            "none",
            ["return", [local(1)]],
        ), [("side", SIDE)], slots=5, results=1),
        proc("refill", [["pour", ["pile", "gone"], ["pile", "deck"]], ["shuffle", ["pile", "deck"]]]),
        *_movement_and_fire(),
        *_responses(),
    ]  # fmt: skip


def _movement_and_fire() -> list[Json]:
    return [
        proc("move_it", asm(
            ["path", 1, get("side", local(0)), "walk", local(0), ["none"], False, "move"],
            ["set", 2, 0],
            "step",
            ["unless", ["<", local(2), ["size", ["else", local(1), ["list"]]]], "done"],
            ["set", 3, ["at_index", local(1), local(2)]],
            ["assign", "Tank", "facing", local(0), ["else", ["direction", get("at", local(0)), local(3)], ["dir", "n"]]],
            ["place", "Tank", local(0), local(3)],
            ["settle"],
            ["set", 2, ["+", local(2), 1]],
            ["jump", "step"],
            "done",
            ["assign", "Tank", "moved", local(0), True],
        ), [("tank", TANK)], slots=5),
        proc("shoot_it", asm(
            ["set", 2, ["get", "Tank", "power", local(0)]],
            ["window", "before", [["side", get("side", local(0))], ["side", get("side", local(1))]], [local(0), local(1), local(2)], [2]],
            ["unless", ["holds", "can_shoot", local(0), local(1)], "out"],
            ["roll", 3, local(2), 6, ["call", "bonus", local(0), local(1)], 1, 6, get("side", local(0))],
            ["window", "after", [["each", 5, ["filter", 6, ["sides"], ["!=", local(6), get("side", local(0))]]]], [local(0), local(1),
                local(3)], [3]],
            ["set", 4, ["count", 5, ["dice", local(3)], [">=", ["die", local(3), local(5), "value"], 4]]],
            ["hold"],
            ["assign", "Tank", "plates", local(1), ["-", get("plates", local(1)), local(4)]],
            ["assign", "Tank", "hits", local(1), ["+", get("hits", local(1)), local(4)]],
            ["release"],
            ["unless", [">", local(4), 1], "out"],
            ["ask", 6, get("side", local(0)), "call"],
            ["unless", local(6), "out"],
            ["choose", 7, get("side", local(0)), 8, ["neighbours", ["else", get("at", local(1)), get("at", local(0))]],
             ["not", ["present", ["at", "Tank", local(8)]]], True, "shove", "place"],
            ["unless", ["and", ["present", local(7)], ["present", get("at", local(1))]], "out"],
            ["place", "Tank", local(1), local(7)],
            "out",
        ), [("by", TANK), ("target", TANK)], slots=10),
    ]  # fmt: skip


def _responses() -> list[Json]:
    return [
        proc("boost_it", [["return", [["+", local(0), 1]]]], [("dice", "int")], results=1),
        proc("dodge_it", [["reroll", 0, 1, [">=", ["die", local(0), local(1), "value"], 4]], ["return", [local(0)]]],
             [("pool", "pool")], slots=2, results=1),
        proc("mend_it", [["assign", "Tank", "plates", local(0), ["+", get("plates", local(0)), 1]]], [("tank", TANK)]),
        proc("scout_it", [["reveal", "Side", "secret", ["ref", "Side", "red"], local(0)],
                          ["terrain", local(1), ["ref", "Terrain", "bog"]]], [("side", SIDE), ("where", "place")]),
        proc("discard", [["move", local(1), ["pile", "gone"], "top"]], [("side", SIDE), ("card", CARD)]),
        proc("volley_it", asm(
            ["assign", "Side", "volleyed", get("side", local(1)), True],
            ["roll", 2, ["size", local(0)], 6, 0, ["none"], ["none"], ["active"]],
            ["unless", [">=", ["else", ["highest", local(2)], 0], 4], "out"],
            ["assign", "Tank", "plates", local(1), ["-", get("plates", local(1)), 1]],
            "out",
        ), [("group", {"set": TANK}), ("target", TANK)], slots=3),
        proc("dig_it", [["assign", "Tank", "dug", local(0), True], ["assign", "Tank", "mined", local(0), True]], [("tank", TANK)]),
        proc("shove_it", asm(
            ["assign", "Tank", "moved", local(0), True],
            ["set", 2, local(1)],
            "next",
            ["unless", [">", ["size", local(2)], 0], "out"],
            ["place", "Tank", local(0), ["first", local(2)]],
            ["set", 2, ["minus", local(2), ["list", ["first", local(2)]]]],
            ["jump", "next"],
            "out",
        ), [("tank", TANK), ("way", "path")], slots=3),
        proc("wrecked", asm(
            ["remove", "Tank", local(0)],
            ["assign", "Side", "points", ["active"], ["+", ["get", "Side", "points", ["active"]], 2]],
            ["settle"],
        ), [("tank", TANK)]),
    ]  # fmt: skip


def _actions() -> list[Json]:
    def param(name: str, slot: int, type: Any, domain: Any, **more: Any) -> Json:
        return {"name": name, "slot": slot, "type": type, "domain": domain, **more}

    tank = param("tank", 1, TANK, MINE, where=["not", get("moved", local(1))])
    shooter = param("by", 1, TANK, MINE)
    target = param("target", 2, TANK, ["things", "Tank", "placed"])
    once = {"id": "shots", "most": 1, "keys": [local(1)], "scope": "turn", "own": True, "reason": "loaded"}
    foe = ["==", local(0), get("side", local(2))]
    return [
        action("move", [tank], [], "move_it", [local(1)], text="move"),
        action(
            "shoot", [shooter, target], [{"guard": "can_shoot", "args": [local(1), local(2)], "cites": []}],
            "shoot_it", [local(1), local(2)], text="shoot", limits=[once], names={"by": 1, "target": 2},
        ),
        action(
            "volley",
            [
                {"name": "target", "slot": 1, "type": TANK, "domain": ["owned", "Tank", ENEMY, "placed"]},
                {"name": "group", "slot": 2, "type": {"set": TANK}, "domain": MINE, "some": True, "so_far": 4,
                 "where": ["<", ["size", local(4)], 2]},
            ],
            [
                require([">=", ["size", local(2)], 2], "alone"),
                {"each": 3, "in": local(2), "conjuncts": [require(["<=", ["distance", get("at", local(3)), get("at", local(1))], 4],
                    "range")]},
                require(["not", ["get", "Side", "volleyed", local(0)]], "volleyed"),
            ],
            "volley_it", [local(2), local(1)], cost=2,
        ),
        action("dig", [param("tank", 1, TANK, MINE)], [require(["not", get("dug", local(1))], "dug")], "dig_it", [local(1)], cost=0,
               limits=[{"id": "digs", "most": 1, "keys": [], "scope": "turn", "own": False}]),
        action(
            "shove",
            [param("tank", 1, TANK, MINE),
             {"name": "way", "slot": 2, "type": "path", "domain": ["places"], "path": {"movement": "walk", "unit": local(1), "budget": 2}}],
            [require(["not", get("moved", local(1))], "moved"),
             require(["!=", ["last", local(2)], get("at", local(1))], "still"),
             require([">=", ["size", local(2)], 2], "short")],
            "shove_it", [local(1), local(2)],
        ),
        action("boost", [], [], "boost_it", [local(3)], on={"windows": ["before"]}, inherits=3, cost=0, returns=[2], after="discard",
               card={"kind": "Card", "model": "boost", "pile": "hand"}, by=["==", local(0), get("side", local(1))],
               limits=[{"id": "cards", "most": 1, "keys": [], "scope": "turn", "own": False}]),
        action("dodge", [], [require(["any", 5, ["dice", local(3)], [">=", ["die", local(3), local(5), "value"], 4]], "hit")],
               "dodge_it", [local(3)], on={"windows": ["after"]}, inherits=3, cost=0, returns=[2], after="discard",
               card={"kind": "Card", "model": "dodge", "pile": "hand"}, by=foe),
        action("mend", [param("tank", 2, TANK, MINE)], [require(["<", get("plates", local(2)), get("power", local(2))], "whole")],
            "mend_it", [local(2)],
               on={"anytime": True}, cost=0, after="discard", card={"kind": "Card", "model": "mend", "pile": "hand"}),
        action("scout", [param("where", 2, "place", ["zone", "middle"], where=["==", ["terrain", local(2)], ["ref", "Terrain",
            "grass"]])], [],
               "scout_it", [local(0), local(2)], on={"anytime": True}, cost=0, after="discard",
               card={"kind": "Card", "model": "scout", "pile": "hand"}),
    ]  # fmt: skip


def _whenevers() -> list[Json]:
    return [
        {
            "id": "wreck", "params": [{"slot": 0, "set": ["things", "Tank", "placed"]}], "slots": 1,
            "when": ["<=", get("plates", local(0)), 0], "proc": "wrecked", "cites": ["MG-009"],
        },
    ]  # fmt: skip


def _endings() -> list[Json]:
    return [
        {
            "id": "last", "during": "turn", "at": "settle", "each": {"slot": 0, "set": ["from", ["sides"], ["active"]]}, "slots": 10,
            "when": ["==", ["call", "alive", other(0)], 0], "outcome": ["win", local(0)], "text": "won", "cites": [],
        },
        {
            "id": "points", "during": "", "at": "round", "slots": 1, "when": [">=", ["get", "Game", "round", GAME], 5],
            "outcome": ["most", 0, ["get", "Side", "points", local(0)], ["call", "alive", local(0)]], "text": "late", "cites": [],
        },
    ]  # fmt: skip
