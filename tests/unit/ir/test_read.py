"""Reading compiled files."""

import json
from pathlib import Path
from typing import Any

import pytest

from tankdsl.ir import read
from tankdsl.ir.hashing import game_hash, hash_form, state_hash
from tankdsl.ir.problems import Problem
from tankdsl.ir.read import read_bytes, read_document, read_record, read_sourcemap

Json = dict[str, Any]
RECORD: Json = {
    "format": "tankdsl-record/1",
    "game": "0" * 64,
    "options": {"luck": 2},
    "seed": 7,
    "inputs": [{"play": "move"}, {"pick": "heavy.1"}, {"step": "A2"}, {"done": True}, {"pass": True}],
    "hashes": {"0": "0" * 16},
    "final": "f" * 16,
}


def said(data: bytes) -> list[str]:
    loaded = read_document(data)
    assert loaded.document is None
    return [str(problem) for problem in loaded.problems]


def sealed(document: Json) -> bytes:
    return json.dumps({**document, "game": game_hash(document)}).encode()


def test_a_document_without_faults_is_given_as_it_is(duel: Json) -> None:
    loaded = read_document(json.dumps(duel).encode())
    assert loaded.problems == ()
    assert loaded.document == duel


def test_an_edited_file_is_told_by_its_hash_and_by_nothing_else(duel: Json) -> None:
    duel["content"]["kinds"][4]["models"][0]["stats"]["armour"] = 9
    (problem,) = said(json.dumps(duel).encode())
    assert problem == "/game: the hash does not fit the content: this file was edited by hand or damaged; build it again"


def test_faults_under_a_right_hash_are_listed(duel: Json) -> None:
    duel["content"]["kinds"][4]["models"][0]["stats"]["armour"] = 9
    assert said(sealed(duel)) == ["/content/kinds/Heavy/models/heavy/stats/armour: expected a whole number from 0 to 4, found 9"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "this is not a compiled game: the key `format` with `tankdsl/1` is missing"),
        ({"format": 1}, "this is not a compiled game: the key `format` with `tankdsl/1` is missing"),
        ({"format": "chess/1"}, "/format: expected `tankdsl/1`, found `chess/1`"),
        ({"format": "tankdsl/x"}, "/format: expected `tankdsl/1`, found `tankdsl/x`"),
        ({"format": "tankdsl/0"}, "/format: `tankdsl/0` is no version that was ever released; expected `tankdsl/1`"),
        (
            {"format": "tankdsl/12"},
            "/format: `tankdsl/12` is newer than `tankdsl/1`, which this program reads: use a newer version of tankdsl",
        ),
        ({"format": "tankdsl-record/1"}, "/format: this is the record of a game; expected a compiled game"),
        ({"format": "tankdsl-map/1"}, "/format: this is a source map; expected a compiled game"),
        ({"format": "tankdsl/1"}, "the key `document` is missing"),
    ],
)
def test_other_formats_and_versions(value: Any, message: str) -> None:
    assert said(json.dumps(value).encode())[0] == message


@pytest.mark.parametrize("data", [b"", b" \n\t"])
def test_an_empty_file(data: bytes) -> None:
    assert said(data) == ["the file is empty"]


def test_a_file_that_was_cut_off(duel: Json) -> None:
    data = json.dumps(duel, indent=1).encode()
    for length in (1, 100, len(data) // 2, len(data) - 1):
        (problem,) = said(data[:length])
        assert "the file was cut off" in problem


def test_a_file_that_is_too_large(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(read, "LARGEST_FILE", 100)
    assert said(b"x" * 101) == ["the file has 101 bytes; at most 100 are read"]
    (tmp_path / "large").write_bytes(b"x" * 200)
    assert read_bytes(tmp_path / "large") == Problem("", "the file has more than 100 bytes; at most 100 are read")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path, "a\0b"):
        found = read_bytes(path)
        assert isinstance(found, Problem)
        assert found.message.startswith("cannot be read: ")
    (tmp_path / "here").write_bytes(b"{}")
    assert read_bytes(tmp_path / "here") == b"{}"


def test_records_and_source_maps() -> None:
    assert read_record(json.dumps(RECORD).encode()).document == RECORD
    (problem,) = read_record(json.dumps({**RECORD, "seed": 2**32}).encode()).problems
    assert str(problem) == "/seed: expected a whole number from -2147483648 to 4294967295, found 4294967296"
    node = {"file": 0, "at": [1, 1, 2, 1], "rules": ["AB-001"]}
    found = {"format": "tankdsl-map/1", "game": "0" * 64, "files": ["a.tank"], "nodes": {"/rules/procs/x": node}, "rules": {}}
    assert read_sourcemap(json.dumps(found).encode()).document == found
    assert read_sourcemap(json.dumps({**found, "nodes": {"x": node}}).encode()).problems


def test_the_hash_form_has_one_spelling() -> None:
    assert hash_form({"b": [1, True], "a": "ä\u2028\U0001f600"}) == b'{"a":"\\u00e4\\u2028\\ud83d\\ude00","b":[1,true]}'


def test_the_hash_of_a_game_leaves_out_itself_only() -> None:
    assert game_hash({"a": 1, "game": "x"}) == game_hash({"game": "y", "a": 1})
    assert game_hash({"a": 1}) != game_hash({"a": True})
    assert game_hash({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    assert state_hash({}) == "44136fa355b3678a"
