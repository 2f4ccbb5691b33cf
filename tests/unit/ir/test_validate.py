"""What a document refers to, and what its declarations must have to do with each other."""

from collections.abc import Callable
from typing import Any

import pytest

from tankdsl.ir.models import RulesetDocument, ScenarioDocument, adapter
from tankdsl.ir.validate import document_model, validate, validate_input, validate_record, validate_request

Json = dict[str, Any]


def at(document: Any, path: str) -> Any:
    """The node that keys, ids and indexes lead to."""
    for part in path.split("/"):
        if isinstance(document, dict):
            document = document[part]
        else:
            named = [member for member in document if isinstance(member, dict) and member.get("id") == part]
            document = named[0] if named else document[int(part)]
    return document


def put(path: str, value: Any) -> Callable[[Json], None]:
    """A change of a document: another value at a path."""

    def change(document: Json) -> None:
        owner, _, key = path.rpartition("/")
        node = at(document, owner)
        node[int(key) if isinstance(node, list) else key] = value

    return change


def drop(path: str) -> Callable[[Json], None]:
    """A change of a document: nothing at a path."""

    def change(document: Json) -> None:
        owner, _, key = path.rpartition("/")
        node = at(document, owner)
        del node[int(key) if isinstance(node, list) else key]

    return change


def test_a_document_without_faults(duel: Json) -> None:
    assert validate(duel) == []
    adapter(ScenarioDocument).validate_python(duel)


def test_a_rule_set_has_the_same_shape_without_a_map(duel: Json) -> None:
    duel["document"] = "ruleset"
    assert document_model(duel) is RulesetDocument
    assert validate(duel) == []


SHOOT = "rules/procs/shoot/code"
CHANGES: list[tuple[Callable[[Json], None], str]] = [
    # What is referred to must be there.
    (drop("text/title"), "/content/title: there is no text `title`"),
    (put("rules/main", "start"), "/rules/main: there is no proc `start`"),
    (put("content/map/places/0/terrain", "moor"), "/content/map/places/A1/terrain: there is no terrain `moor`"),
    (put("content/map/zones/middle", ["A9"]), "/content/map/zones/middle/0: there is no place `A9`"),
    (put("content/map/places/0/rows", {"north": 1}), "/content/map/places/A1/rows/north: there is no side `north`"),
    (put("content/kinds/Tank/fields/0/type", {"measure": "inches"}), "/type/measure: there is no measure `inches`"),
    (put(f"{SHOOT}/0", ["set", 2, ["get", "Tank", "speed", ["local", 0]]]), "/code/0/2/2: there is no field `speed` of `Tank`"),
    (put(f"{SHOOT}/0", ["set", 2, ["ref", "Tank", "left"]]), "/code/0/2/2: there is no instance `left` of `Tank`"),
    (put(f"{SHOOT}/0", ["set", 2, ["model", "Tank", "light"]]), "/code/0/2/2: there is no model `light` of `Tank`"),
    (put(f"{SHOOT}/0", ["set", 2, ["enum", "Arc", "left"]]), "/code/0/2/2: there is no member `left` of `Arc`"),
    (put(f"{SHOOT}/0", ["set", 2, ["enum", "Ark", "rear"]]), "/code/0/2/1: there is no enum `Ark`"),
    (put(f"{SHOOT}/0", ["set", 2, ["dir", "e"]]), "/code/0/2/1: there is no direction `e`"),
    (put(f"{SHOOT}/0", ["shuffle", ["pile", "bag"]]), "/code/0/1/1: there is no pile `bag`"),
    (put(f"{SHOOT}/0", ["shuffle", ["pile_of", "bag", ["active"]]]), "/code/0/1/1: there is no pile of the sides `bag`"),
    (put(f"{SHOOT}/0", ["open", "night", ["none"]]), "/code/0/1: there is no scope `night`"),
    (put(f"{SHOOT}/0", ["once", "l", 1, "night", ["none"], [], 0]), "/code/0/3: there is no scope `night`"),
    (put(f"{SHOOT}/0", ["random", 2, ["places"], "hex", {"kind": "Ship"}]), "/code/0/4/kind: there is no kind `Ship`"),
    (put("rules/actions/attack/limits/0/scope", "night"), "/limits/attack.1/scope: there is no scope `night`"),
    (put("rules/endings/0/at", "night"), "/rules/endings/points/at: there is no scope `night`"),
    # Local slots, positions, numbers of arguments.
    (put(f"{SHOOT}/1", ["set", 5, 1]), "/code/1/1: there is no slot 5 in a frame of 5"),
    (put(f"{SHOOT}/1", ["set", 3, ["local", 9]]), "/code/1/2/1: there is no slot 9 in a frame of 5"),
    (put(f"{SHOOT}/1", ["jump", 8]), "/code/1/1: there is no position 8 in this code of 7 instructions"),
    (put("rules/values/cover/names", {"x": 4}), "/rules/values/cover/names/x: there is no slot 4 in a frame of 1"),
    (put("rules/guards/may_shoot/conjuncts/2/each", 4), "/conjuncts/2/each: there is no slot 4 in a frame of 4"),
    (put("content/kinds/Tank/fields/1/default", ["local", 1]), "/facing/default/1: slot 1 has no value here"),
    (put("content/piles/2/visible", ["local", 2]), "/content/piles/right.hand/visible/1: slot 2 has no value here"),
    (put(f"{SHOOT}/1", ["set", 3, ["call", "cover"]]), "/code/1/2: expected 1 arguments, found 0"),
    (put(f"{SHOOT}/1", ["set", 3, ["holds", "may_shoot", 1]]), "/code/1/2: expected 2 arguments, found 1"),
    (put("rules/actions/attack/guards/0/args", [1]), "/rules/actions/attack/guards/0: expected 2 arguments, found 1"),
    (put("rules/movements/roll_on/cost", [[1, True, "x", []]]), "/rules/movements/roll_on/cost/0/2: there is no text `x`"),
    (put(f"{SHOOT}/1", ["set", 3, ["used", "attack.1"]]), "/code/1/2: expected 1 keys, found 0"),
    (put(f"{SHOOT}/1", ["call", "calm", [], [3]]), "/code/1: expected 1 arguments, found 0"),
    (put(f"{SHOOT}/1", ["call", "calm", [1], []]), "/code/1: expected 1 results, found 0"),
    (put(f"{SHOOT}/1", ["return", [1]]), "/code/1: expected 0 results, found 1"),
    (put(f"{SHOOT}/2", ["window", "after_roll", [], [], [3]]), "/code/2: expected 2 arguments, found 0"),
    (put(f"{SHOOT}/2", ["window", "after_roll", [], [1, 2], []]), "/code/2: expected 1 slots for changes, found 0"),
    (put(f"{SHOOT}/4", ["assign", "Tank", "armour", ["local", 1], 1]), "/code/4: the field `armour` of `Tank` cannot be assigned to"),
    (put(f"{SHOOT}/4", ["assign", "Tank", "at", ["local", 1], 1]), "/code/4: the field `at` of `Tank` cannot be assigned to"),
    # Ids are declared once.
    (put("rules/procs/1/id", "main"), "/rules/procs/1: the id `main` is declared twice"),
    (put("content/map/places/1/id", "A1"), "/content/map/places/1: the id `A1` is declared twice"),
    # Content.
    (put("content/sides", ["left"]), "/content/sides: the instances of `Side` are left, right: each must be listed once"),
    (put("content/kinds/Game/category", "thing"), "/content/kinds: the kind `Game` of the category `game` is missing"),
    (put("content/kinds/Heavy/category", "thing"), "/content/kinds/Heavy/category: the parent `Tank` is a unit"),
    (put("content/kinds/Tank/parent", "Heavy"), "/content/kinds/Tank/parent: `Tank` is its own ancestor"),
    (put("content/kinds/Tank/fields/1/id", "at"), "/content/kinds/Tank/fields/at: `Tank` has a field `at` already"),
    (
        put("content/kinds/Heavy/fields", [{"id": "armour", "role": "state", "type": "int"}]),
        "/content/kinds/Heavy/fields/armour: `Heavy` has a field `armour` already",
    ),
    (drop("content/kinds/Tank/fields/2/low"), "/content/kinds/Tank/fields/plates: a track needs `low` and `high`"),
    (put("content/kinds/Tank/fields/1/low", 0), "/content/kinds/Tank/fields/facing/low: only a track has bounds"),
    (put("content/kinds/Heavy/models/0/stats", {}), "/models/heavy: the stat `armour` has no value"),
    (put("content/kinds/Heavy/models/0/stats", {"armour": 1, "x": 1}), "/models/heavy/stats/x: `Heavy` has no stat `x`"),
    (put("content/kinds/Heavy/models/0/stats", {"armour": True}), "/stats/armour: expected a whole number from 0 to 4, found true"),
    (put("content/kinds/Heavy/instances/0/model", "left"), "/instances/heavy.1/model: there is no model `left` of `Heavy`"),
    (put("content/kinds/Heavy/instances/0/id", "heavy.2"), "/content/kinds/Heavy/instances/1: the id `heavy.2` is declared twice"),
    (put("content/kinds/Side/instances/0/start", {"at": "A1", "fields": {}}), "/left/start/at: a side cannot stand on a place"),
    (put("content/kinds/Heavy/instances/0/start/fields", {"armour": 1}), "/start/fields/armour: `Heavy` has no state `armour`"),
    (put("content/kinds/Heavy/instances/0/start/fields", {"facing": "e"}), "/start/fields/facing: expected a direction, found `e`"),
    (put("content/kinds/Tank/models", [{"id": "heavy", "name": "heavy", "stats": {"armour": 1}, "cites": []}]), "has `heavy` already"),
    (put("content/options/0/default", 9), "/content/options/luck/default: expected a whole number from 0 to 5, found 9"),
    (put("content/options/0/max", -1), "/content/options/luck/max: the maximum is below the minimum"),
    (put("content/options/2/values", ["calm"]), "/content/options/mood/values: the enum `option.mood` must have the same members"),
    (put("content/options/2/needs", ["speed"]), "/content/options/mood/needs/0: there is no option `speed`"),
    (put("content/preset/luck", True), "/content/preset/luck: expected a whole number from 0 to 5, found true"),
    (put("content/preset/mood", "glum"), "/content/preset/mood: expected `calm` or `wild`, found `glum`"),
    (put("content/map/places/1/q", 0), "/content/map/places/A2: `A1` has these coordinates already"),
    (put("content/map/zones/middle", ["A2", "A2"]), "/content/map/zones/middle: a place is listed twice"),
    (put("content/map/edges/0/b", "A4"), "/content/map/edges/0: `A1` and `A4` are not adjacent"),
    (put("content/map/edges/0/feature", "wall"), "/content/map/edges/0/feature: the enum `edges` has no `wall`"),
    (put("content/piles/1/initial", ["flip"]), "/content/piles/left.hand/initial/0: `flip` lies in `deck` already"),
    (put("content/piles/0/initial", ["left"]), "/content/piles/deck/initial/0: there is no `left` of `Card`"),
    (put("content/piles/0/holds", 0), "/content/piles/deck/initial: there is room for 0 only"),
    (put("content/piles/2/owner", "left"), "/content/piles/right.hand: `left.hand` is the same pile of the same side"),
    (drop("content/piles/2/owner"), "/content/piles/right.hand: a pile of the sides needs an owner"),
    # Rules.
    (put("rules/main", "go"), "/rules/main: `go` takes 2 arguments and is called with 0"),
    (put("rules/entries/battle", "go"), "/rules/entries/battle: `go` takes 2 arguments and is called with 0"),
    (put("content/piles/0/refill", "calm"), "/content/piles/deck/refill: `calm` takes 1 arguments and is called with 0"),
    (put("rules/movements/roll_on/slots", 3), "/rules/movements/roll_on/slots: the frame needs at least 4 slots"),
    (put("rules/windows/after_roll/changes", [2]), "/rules/windows/after_roll/changes/0: there is no parameter 2"),
    (put("rules/actions/move/on", {}), "/rules/actions/move/on: an action needs an occasion"),
    (put("rules/actions/move/inherits", 1), "/rules/actions/move/inherits: only an action on a window inherits parameters"),
    (put("rules/actions/move/returns", [0]), "/rules/actions/move/returns: only an action on a window returns changes"),
    (put("rules/actions/move/params/0/slot", 0), "/rules/actions/move/params/0/slot: the slots below 1 have values already"),
    (put("rules/actions/move/args", []), "/rules/actions/move/proc: `go` takes 2 arguments and is called with 0"),
    (put("rules/actions/dodge/inherits", 3), "/on/windows/0: the window `after_roll` has only 2 parameters"),
    (put("rules/actions/dodge/proc", "go"), "/rules/actions/dodge/returns: `go` returns only 0 values"),
    (put("rules/actions/dodge/returns", [0]), "/returns/0: `after_roll` does not let its parameter 0 change"),
    (put("rules/actions/dodge/card/model", "flop"), "/rules/actions/dodge/card/model: there is no model `flop` of `Card`"),
    (put("rules/actions/dodge/card/pile", "cup"), "/rules/actions/dodge/card/pile: the sides have no pile `cup`"),
    (drop("rules/actions/dodge/card"), "/rules/actions/dodge/after: only a card has something to do afterwards"),
    (put("rules/actions/dodge/after", "calm"), "/rules/actions/dodge/after: `calm` takes 1 arguments and is called with 2"),
    (put("rules/arcs/hull/facing", "plates"), "/rules/arcs/hull/facing: `Tank` has no direction `plates`"),
    (put("rules/arcs/hull/parts/0/directions", [0, 1]), "/rules/arcs/hull/parts: every direction must be in exactly one arc"),
    (put("rules/arcs/hull/parts/0/id", "left"), "/rules/arcs/hull/parts: the arcs are not the members of `Arc`"),
    (put("rules/arcs/hull/border", "left"), "/rules/arcs/hull/border: there is no arc `left`"),
    (put("rules/sights/view/tie/values", {"calm": "both"}), "/rules/sights/view/tie: every value of the option needs a rule for ties"),
    (put("rules/whenevers/rout/proc", "refill"), "/rules/whenevers/rout/proc: `refill` takes 0 arguments and is called with 1"),
    (put("rules/missions/0/model", "heavy"), "/rules/missions/heavy/model: there is no mission `heavy`"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES, ids=[message for _, message in CHANGES])
def test_one_change_gives_one_message(duel: Json, change: Callable[[Json], None], message: str) -> None:
    change(duel)
    found = [str(problem) for problem in validate(duel)]
    assert any(message in text for text in found), found
    # A fault is not reported all over the place: what follows from it stays small.
    assert len(found) <= 6, found


def test_a_limit_that_two_places_share_must_be_the_same(duel: Json) -> None:
    limit = {"id": "attack.1", "most": 2, "keys": [], "scope": "turn", "own": True}
    duel["rules"]["actions"][0]["limits"] = [limit]
    found = [str(problem) for problem in validate(duel)]
    assert "/rules/actions/attack/limits/attack.1: the limit `attack.1` is counted in another way elsewhere" in found
    limit["keys"] = [["local", 1]]
    assert validate(duel) == []


def chain(length: int) -> list[Json]:
    """Values of which each calls the next, nested twenty deep."""
    made = []
    for number in range(length):
        body: Any = ["call", f"v{number + 1}"] if number + 1 < length else 1
        for _ in range(20):
            body = ["neg", body]
        made.append({"id": f"v{number}", "params": [], "gives": "int", "slots": 0, "body": body, "cites": []})
    return made


def test_nothing_calls_itself(duel: Json) -> None:
    rules = duel["rules"]
    rules["values"] += [
        {"id": "a", "params": [], "gives": "int", "slots": 0, "body": ["if", ["holds", "b"], ["call", "c"], 1], "cites": []},
        {"id": "c", "params": [], "gives": "int", "slots": 0, "body": 7, "cites": []},
    ]
    rules["guards"].append(
        {"id": "b", "params": [], "slots": 0, "cites": [], "conjuncts": [{"guard": "d", "args": [], "cites": []}]},
    )
    seen = {"require": ["sight", "view", ["place", "A1"], ["place", "A2"]], "reason": "reach", "rid": "x", "cites": []}
    rules["guards"].append({"id": "d", "params": [], "slots": 0, "cites": [], "conjuncts": [seen]})
    assert validate(duel) == []
    rules["sights"][0]["blocks"] = ["==", ["call", "a"], 1]
    assert [str(problem) for problem in validate(duel)] == ["/rules/values/a: it calls itself in the end: a -> b -> d -> view -> a"]
    rules["sights"][0]["blocks"] = ["mission_met", ["ref", "Mission", "scout"], ["local", 0]]
    rules["missions"][0]["met"] = ["holds", "d"]
    assert "it calls itself in the end: d -> view -> mission_met -> d" in str(validate(duel)[0])


def test_nesting_is_counted_through_calls(duel: Json) -> None:
    duel["rules"]["values"] += chain(6)
    assert validate(duel) == []
    duel["rules"]["values"] += chain(8)[6:]
    duel["rules"]["values"][6:7] = chain(8)[5:6]
    problems = [str(problem) for problem in validate(duel)]
    assert problems == ["/rules/values: expressions and what they call are nested more than 150 deep"]


def test_slots_that_an_expression_binds_itself_may_be_read_there_only(duel: Json) -> None:
    field = duel["content"]["kinds"][3]["fields"][1]
    field["default"] = ["first", ["filter", 5, ["directions"], ["!=", ["local", 5], ["dir", "n"]]]]
    assert validate(duel) == []
    field["default"] = ["first", ["filter", 5, ["set", ["local", 5]], True]]
    assert [problem.message for problem in validate(duel)] == ["slot 5 has no value here"]


def test_a_document_may_be_anything() -> None:
    for value in (None, 3, "x", [], {}, {"document": "ruleset"}, {"content": []}, [[[]]]):
        assert validate(value)
        assert validate_record(value)
        assert validate_request(value)
        assert validate_input(value)


@pytest.mark.parametrize(
    "change",
    [
        put("rules/runaway", "7"),
        put("rules/runaway", True),
        put("rules/movements/roll_on/first_step_always", 1),
        put("rules/colour", 1),
        put(f"{SHOOT}/0", ["frob"]),
        put("rules/guards/may_shoot/cites", ["AB-1", "AB-1"]),
        drop("content/title"),
        drop("rules/guards/may_shoot/conjuncts/2/in"),
    ],
)
def test_pydantic_is_as_strict_as_the_fast_check(duel: Json, change: Callable[[Json], None]) -> None:
    change(duel)
    assert validate(duel)
    with pytest.raises(ValueError, match=r"."):
        adapter(ScenarioDocument).validate_python(duel)
