"""The schemas: committed as generated, and as tight as the fast check."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tankdsl.emit.schema import main, schema_of, schemas
from tankdsl.ir.operators import EXPRESSIONS, INSTRUCTIONS
from tankdsl.ir.shapecheck import check_shape
from tankdsl.ir.validate import document_model, validate_input, validate_record, validate_request

Json = dict[str, Any]
FOLDER = Path(__file__).parents[3] / "schemas"


@pytest.fixture(scope="module")
def scenario() -> Draft202012Validator:
    return Draft202012Validator(schema_of("scenario"))


def test_the_committed_schemas_are_those_of_the_models() -> None:
    made = schemas()
    assert sorted(path.name for path in FOLDER.glob("*.json")) == sorted(made)
    for name, data in made.items():
        assert (FOLDER / name).read_bytes() == data, "run: python -m tankdsl.emit.schema schemas/"


def test_every_schema_is_a_schema_and_closed() -> None:
    for name, data in schemas().items():
        schema = json.loads(data)
        Draft202012Validator.check_schema(schema)
        assert b"x-code" not in data
        for node in _nodes(schema):
            if node.get("type") == "object":
                assert "additionalProperties" in node, (name, node)
            if "prefixItems" in node and "enum" not in node["prefixItems"][0] and "if" not in node:
                assert "items" in node or list(node) == ["type", "prefixItems"], (name, node)


def _nodes(node: Any) -> list[Json]:
    if isinstance(node, list):
        return [found for item in node for found in _nodes(item)]
    if not isinstance(node, dict):
        return []
    return [node, *(found for item in node.values() for found in _nodes(item))]


def test_every_operator_is_in_the_schema() -> None:
    definitions = schema_of("scenario")["$defs"]
    assert definitions["Expression"]["then"]["prefixItems"][0]["enum"] == list(EXPRESSIONS)
    assert definitions["Instruction"]["prefixItems"][0]["enum"] == list(INSTRUCTIONS)


def test_the_document_without_faults_is_accepted(scenario: Draft202012Validator, duel: Json) -> None:
    assert list(scenario.iter_errors(duel)) == []


BREAKS: list[tuple[str, Any]] = [
    ("game", "0" * 63),
    ("rules/runaway", 0),
    ("rules/runaway", True),
    ("rules/procs/2/code/0", ["frob"]),
    ("rules/procs/2/code/0", ["set", 0]),
    ("rules/procs/2/code/0", ["set", 0, 1, 2]),
    ("rules/procs/2/code/0", ["set", -1, 1]),
    ("rules/procs/2/code/0", ["set", 0, 1.5]),
    ("rules/procs/2/code/0", ["set", 0, ["get", "Tank", "at"]]),
    ("rules/procs/2/code/0", ["set", 0, ["and", True]]),
    ("rules/procs/2/code/0", ["set", 0, ["not", ["not", ["frob"]]]]),
    ("rules/procs/2/code/0", ["set", 0, ["things", "Tank", "some"]]),
    ("rules/procs/2/code/0", ["set", 0, ["rows", "sum", [[1, True, ""]], 0, 1]]),
    ("rules/procs/2/code/0", ["draw", 0, ["get", "A", "b", 1]]),
    ("rules/procs/2/code/0", ["play", {"who": ["active"], "actions": ["a"], "speed": 1}]),
    ("rules/procs/2/code/0", ["window", "w", [["each", 0, ["sides"], ["active"], 1]], [], []]),
    ("rules/endings/0/outcome", ["lose"]),
    ("rules/guards/0/conjuncts/0", {"let": 1}),
    ("rules/guards/0/cites", ["x y"]),
    ("content/kinds/0/fields/0/type", {"int": [0]}),
    ("content/kinds/0/fields/0/type", {"set": {"enum": 1}}),
    ("content/kinds/4/models/0/stats", {"a b": 1}),
    ("content/kinds/4/models/0/stats", {"armour": None}),
    ("content/options/0", {"id": "x", "sort": "switch"}),
    ("content/colour", "red"),
    ("text/title", 3),
    ("text/a key", "words"),
]


@pytest.mark.parametrize(("path", "value"), BREAKS, ids=[f"{path} {value}" for path, value in BREAKS])
def test_schema_and_fast_check_refuse_the_same(scenario: Draft202012Validator, duel: Json, path: str, value: Any) -> None:
    node: Any = duel
    *owner, last = path.split("/")
    for key in owner:
        node = node[int(key) if isinstance(node, list) else key]
    node[int(last) if isinstance(node, list) else last] = value
    assert check_shape(duel, document_model(duel))
    assert not scenario.is_valid(duel)


REQUESTS: list[Json] = [
    {"kind": "play", "side": "left", "prompt": "", "options": [{"action": "move", "text": "Move"}], "pass": True, "window": "anytime"},
    {"kind": "pick", "side": "left", "prompt": "", "options": ["heavy.1", "token@A2", {"absent": True}], "pass": False, "done": True},
    {"kind": "yes_no", "side": "left", "prompt": "Really?"},
    {"kind": "play", "side": "left", "prompt": "", "options": [{"action": "move"}], "pass": True},
    {"kind": "over", "prompt": "", "trap": "division by zero"},
    {"kind": "chance", "stream": "dice", "prompt": "", "low": 1, "high": 6},
    {"kind": "sealed", "parts": []},
    {"kind": "pick", "side": "left", "prompt": "", "options": "all", "pass": True},
    {"kind": "yes_no"},
    {"kind": "point"},
    {},
]


@pytest.mark.parametrize("request_", REQUESTS)
def test_requests_by_schema_and_fast_check(request_: Json) -> None:
    assert Draft202012Validator(schema_of("request")).is_valid(request_) == (not validate_request(request_))


INPUTS: list[Any] = [
    {"pass": True},
    {"pass": False},
    {"step": "A1"},
    {"step": "A 1"},
    {"yes": 1},
    {"pick": [1, ["a"]]},
    {"pick": 1.0},
    {},
    3,
]


@pytest.mark.parametrize("given", INPUTS)
def test_inputs_by_schema_and_fast_check(given: Any) -> None:
    valid = not validate_input(given)
    # To a JSON schema 1.0 is a whole number; the reader refuses it before anything else looks at it.
    assert Draft202012Validator(schema_of("input")).is_valid(given) == valid or given == {"pick": 1.0}


def test_records_by_schema_and_fast_check() -> None:
    record: Json = {
        "format": "tankdsl-record/1",
        "game": "0" * 64,
        "options": {},
        "seed": 1,
        "inputs": [],
        "hashes": {"64": "0" * 16},
        "final": "0" * 16,
    }
    check = Draft202012Validator(schema_of("record"))
    assert check.is_valid(record) and not validate_record(record)
    for key, value in (("seed", 2**32), ("hashes", {"x": "0" * 16}), ("final", "0"), ("inputs", [{}])):
        assert not check.is_valid({**record, key: value})
        assert validate_record({**record, key: value})


def test_the_command_writes_the_schemas(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(schemas())
    assert main([str(tmp_path)]) == 0
    assert str(main([])).startswith("usage:")
    (tmp_path / "input.schema.json").write_text("{}")
    assert "was not written by tankdsl" in str(main([str(tmp_path)]))
