"""Small compiled games, written by hand, for the tests of the engine.

`skirmish` has most of what the machine can do: tanks on hexes with movement, an attack with a window before
the roll and one after it, cards in hand, a hidden number, a group action, sealed choices, triggers, lifetimes.
`bare` is the smallest document there is, for tests that add what they need.
"""

from copy import deepcopy
from typing import Any

Json = dict[str, Any]
TEXTS = (
    "title", "red", "blue", "tank", "card", "move", "shoot", "volley", "boost", "dodge", "mend", "scout", "won",
    "late", "enemy", "range", "blind", "loaded", "boxed", "taken", "rock", "bog", "hit", "pick", "which", "told",
    "dig", "shove", "call", "mud", "grass", "alone", "volleyed", "dug", "moved", "still", "short", "whole",
)  # fmt: skip


def asm(*lines: Any) -> list[Any]:
    """Code with labels: a string marks the next instruction, jumps name labels."""
    code = [line for line in lines if not isinstance(line, str)]
    labels, pc = {}, 0
    for line in lines:
        if isinstance(line, str):
            labels[line] = pc
        else:
            pc += 1
    out = []
    for line in code:
        line = list(line)
        if line[0] in ("jump", "unless", "once") and isinstance(line[-1], str):
            line[-1] = labels[line[-1]]
        out.append(line)
    return out


def kind(id: str, category: str, **more: Any) -> Json:
    return {"id": id, "category": category, "fields": [], "models": [], "instances": [], **more}


def field(id: str, type: Any, role: str = "state", **more: Any) -> Json:
    return {"id": id, "role": role, "type": type, **more}


def proc(id: str, code: list[Any], params: list[Any] = (), slots: int = 0, results: int = 0) -> Json:  # type: ignore[assignment]
    named = [{"name": name, "type": type} for name, type in params]
    return {
        "id": id, "name": id, "params": named, "slots": max(slots, len(named)), "code": code, "cites": [],
        "results": results,
    }  # fmt: skip


def action(id: str, params: list[Json], guards: list[Json], proc_id: str, args: list[Any], **more: Any) -> Json:
    return {
        "id": id, "text": "", "cites": [], "slots": 12, "on": {"play": True}, "inherits": 0, "params": params,
        "guards": guards, "limits": [], "cost": 1, "proc": proc_id, "args": args, **more,
    }  # fmt: skip


def require(condition: Any, rid: str, reason: str = "", cites: tuple[str, ...] = ()) -> Json:
    return {"require": condition, "reason": reason or rid, "rid": rid, "cites": list(cites)}


def local(slot: int) -> list[Any]:
    return ["local", slot]


def get(field_id: str, entity: Any, kind_id: str = "Tank") -> list[Any]:
    return ["get", kind_id, field_id, entity]


SIDE, TANK, CARD = {"kind": "Side"}, {"kind": "Tank"}, {"kind": "Card"}
GAME = ["ref", "Game", "game"]


def sides() -> Json:
    rows = [{"id": id, "model": id, "name": id} for id in ("blue", "red")]
    return kind("Side", "side", models=[{"id": "blue", "name": "blue"}, {"id": "red", "name": "red"}], instances=rows)


def hexes(columns: int, rows: int, terrain: dict[tuple[int, int], str], default: str = "grass") -> Json:
    """A map of flat-top hexes, `columns` wide and `rows` high in axial coordinates."""
    places = []
    for r in range(rows):
        for q in range(columns):
            places.append(
                {
                    "id": f"{q}.{r}",
                    "q": q,
                    "r": r,
                    "label": f"{q}.{r}",
                    "terrain": terrain.get((q, r), default),
                    "rows": {"red": r + 1, "blue": rows - r},
                    "territory": "red" if r * 2 < rows else "blue",
                }
            )
    middle = [p["id"] for p in places if p["q"] == columns // 2]
    edges = [{"a": "0.0", "b": "1.0", "feature": "hedge"}] if columns > 1 else []
    return {
        "grid": "hex", "orientation": "flat", "places": places, "names": {"corner": "0.0"},
        "zones": {"middle": middle}, "edges": edges,
    }  # fmt: skip


def bare() -> Json:
    """Two sides, a 5 x 5 map, three tanks, and a main procedure that does nothing."""
    tank = kind(
        "Tank", "unit",
        fields=[
            field("power", {"int": [1, 6]}, "stat"),
            field("plates", {"int": [0, 3]}, "track", default=["get", "Tank", "power", local(0)], low=0, high=3),
            field("facing", "direction", default=["dir", "n"]),
            field("busy", "bool", default=False),
            field("aim", {"optional": TANK}),
        ],
        models=[
            {"id": "light", "name": "tank", "stats": {"power": 1}},
            {"id": "heavy", "name": "tank", "stats": {"power": 3}},
        ],
        instances=[
            {"id": "r1", "model": "light", "name": "tank", "side": "red", "start": {"at": "1.1", "fields": {}}},
            {"id": "r2", "model": "heavy", "name": "tank", "side": "red", "start": {"fields": {"busy": True}}},
            {"id": "b1", "model": "heavy", "name": "tank", "side": "blue", "start": {"at": "3.3"}},
        ],
    )  # fmt: skip
    side = sides()
    side["fields"] = [field("points", "int", default=0)]
    content = {
        "title": "title", "sides": ["red", "blue"], "measures": [],
        "enums": [
            {"id": "edges", "members": ["hedge"], "names": {}},
            {"id": "Arc", "members": ["front", "flank", "rear"], "names": {}},
            {"id": "Size", "members": ["small", "big"], "names": {"small": "pick", "big": "which"}},
        ],
        "kinds": [
            side, kind("Game", "game", models=[{"id": "game", "name": "title"}], instances=[{"id": "game", "model": "game",
                "name": "title"}]),
            kind("Terrain", "terrain", fields=[field("high", "bool", "stat", default=False)],
                 models=[{"id": "grass", "name": "grass"}, {"id": "rock", "name": "rock", "stats": {"high": True}}, {"id": "bog",
                     "name": "bog"}],
                 instances=[{"id": i, "model": i, "name": i} for i in ("grass", "rock", "bog")]),
            tank,
        ],
        "options": [
            {"id": "sturdy", "sort": "switch", "name": "title", "default": False, "needs": [], "excludes": ["brittle"]},
            {"id": "brittle", "sort": "switch", "name": "title", "default": False, "needs": [], "excludes": []},
            {"id": "size", "sort": "choice", "name": "title", "default": "small", "values": ["small", "big"], "needs": [], "excludes": []},
            {"id": "rounds", "sort": "setting", "name": "title", "default": 6, "min": 1, "max": 9, "needs": [], "excludes": []},
        ],
        "preset": {},
        "map": hexes(5, 5, {(2, 2): "rock", (0, 3): "bog"}),
        "piles": [],
    }  # fmt: skip
    rules = {
        "main": "main", "entries": {}, "runaway": 100_000, "scopes": [{"id": "turn"}], "values": [], "guards": [],
        "procs": [proc("main", [])], "actions": [], "windows": [], "movements": [],
        "sights": [
            {"id": "eye", "blocks": ["get", "Terrain", "high", ["terrain", local(0)]], "tie": "both", "off_map_blocks": False},
        ],
        "arcs": [
            {
                "id": "hull", "kind": "Tank", "facing": "facing", "enum": "Arc", "border": "first",
                "parts": [
                    {"id": "front", "directions": [5, 0, 1]}, {"id": "flank", "directions": [2, 4]}, {"id": "rear", "directions": [3]},
                ],
            },
        ],
        "whenevers": [], "endings": [], "missions": [],
    }  # fmt: skip
    text = {key: f"<{key}>" for key in TEXTS}
    return {
        "format": "tankdsl/1", "document": "scenario", "id": "bare", "ruleset": "mini", "content": content,
        "rules": rules, "text": text,
    }  # fmt: skip


def with_main(code: list[Any], slots: int = 8, change: Any = None) -> Json:
    """The bare document with another main procedure."""
    document = bare()
    document["rules"]["procs"][0] = proc("main", code, slots=slots)
    if change:
        change(document)
    return deepcopy(document)
