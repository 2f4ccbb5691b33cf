"""The one spelling of files."""

import json
from pathlib import Path
from typing import Any

import pytest

from tankdsl.emit.canonical import CanonicalError, canonical_bytes, finish_document, game_hash
from tankdsl.ir.models import RulesetDocument, ScenarioDocument
from tankdsl.ir.read import read_document

Json = dict[str, Any]


SAMPLE = Path(__file__).parents[2] / "samples" / "duel.json"


def turned(value: Any) -> Any:
    """The same value with the keys of every object the other way round."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(item) for item in value] if isinstance(value, list) else value


def test_the_sample_is_spelt_as_files_are() -> None:
    expected = canonical_bytes(finish_document(json.loads(SAMPLE.read_bytes())))
    assert SAMPLE.read_bytes() == expected, "write these bytes to the sample after a change"


def test_the_bytes_hold_the_document_and_are_the_same_for_any_order_of_keys(duel: Json) -> None:
    data = canonical_bytes(duel)
    assert json.loads(data) == duel
    assert canonical_bytes(turned(duel)) == data
    assert canonical_bytes(json.loads(data)) == data


def test_keys_stand_in_the_order_of_the_model(duel: Json) -> None:
    written = json.loads(canonical_bytes(turned(duel)))
    assert list(written) == ["format", "document", "id", "ruleset", "game", "content", "rules", "text"]
    assert list(written["text"]) == sorted(duel["text"])
    loop = written["rules"]["procs"][0]["code"][5][1]
    assert list(loop) == ["who", "actions", "budget", "pass"]


def test_code_and_small_records_stand_on_one_line(duel: Json) -> None:
    lines = canonical_bytes(duel).decode().splitlines()
    assert '          ["set", 0, ["first", ["sides"]]],' in lines
    assert '        {"id": "A2", "q": 1, "r": 0, "label": "A2", "terrain": "open"},' in lines
    assert '            "default": ["get", "Tank", "armour", ["local", 0]],' in lines
    assert '    "title": "title",' in lines
    assert '        "params": [],' in lines


def test_bytes_are_utf_8_with_a_line_end_and_no_more_escapes_than_needed() -> None:
    text = 'ä€\U0001f600"\\\n\u2028'
    data = canonical_bytes({"b": text, "a": []})
    assert data == '{\n  "a": [],\n  "b": "ä€\U0001f600\\"\\\\\\n\u2028"\n}\n'.encode()
    assert json.loads(data)["b"] == text


def test_other_values_than_documents_have_a_spelling_too() -> None:
    assert canonical_bytes([1, ["x", True]]) == b'[1, ["x", true]]\n'
    assert canonical_bytes({"b": {"d": 1, "c": [{"a": 1}]}, "a": {}}) == (
        b'{\n  "a": {},\n  "b": {\n    "c": [\n      {\n        "a": 1\n      }\n    ],\n    "d": 1\n  }\n}\n'
    )


def test_unknown_keys_come_last_and_values_of_wrong_shape_are_written_all_the_same(duel: Json) -> None:
    duel["aside"] = {"x": 1}
    duel["content"] = [3, "four"]
    duel["rules"]["guards"] = {"id": {}}
    data = canonical_bytes(duel, ScenarioDocument)
    assert json.loads(data) == duel
    assert list(json.loads(data))[-1] == "aside"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": [1, 1.0]}, "/a/1: a float is no value of this format"),
        ({"a": None}, "/a: a NoneType is no value of this format"),
        (float("nan"), ": a float is no value of this format"),
        ({"a": (1, 2)}, "/a: a tuple is no value of this format"),
        ({"a": {3}}, "/a: a set is no value of this format"),
        ({1: 2}, ": a key that is no text"),
        ({"a": {"\udc00": 2}}, "/a: a key that is no text"),
        ({"x": [{"id": "k", "a": "\ud800"}]}, "/x/k/a: half of a surrogate pair"),
    ],
)
def test_what_the_format_does_not_hold_cannot_be_written(value: Any, message: str) -> None:
    with pytest.raises(CanonicalError) as caught:
        canonical_bytes(value)
    assert str(caught.value) == message


def test_nesting_is_bounded() -> None:
    value: Any = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(CanonicalError, match="nested deeper than"):
        canonical_bytes(value)


def test_a_document_gets_its_hash(duel: Json) -> None:
    bare = {key: value for key, value in duel.items() if key != "game"}
    assert finish_document(bare)["game"] == game_hash(bare) == duel["game"]
    assert read_document(canonical_bytes(finish_document(bare))).problems == ()


def test_a_rule_set_is_written_by_its_own_model(duel: Json) -> None:
    duel["document"] = "ruleset"
    assert canonical_bytes(duel) == canonical_bytes(duel, RulesetDocument)
