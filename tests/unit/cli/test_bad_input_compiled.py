"""Compiled files and records that were cut, edited or made up, given to `play` and `replay`."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tankdsl.ir.hashing import game_hash
from tests.unit.cli.conftest import run_command

Json = dict[str, Any]


def assert_refused(command: str, file: Path) -> str:
    """Play or replay a file, which must be refused with a diagnostic."""
    more = ("--auto", "--seed", "1") if command == "play" else ()
    result = run_command(command, file, *more)
    assert result.exit_code in (1, 2), result.output[:500]
    assert "error[TK8" in result.output and "TK9001" not in result.output, result.output[:800]
    return result.output


def written(folder: Path, document: Any, *, rehash: bool = True) -> Path:
    """A document in a file, with the hash that fits it."""
    if rehash and isinstance(document, dict) and "game" in document:
        document = {**document, "game": game_hash(document)}
    file = folder / "changed.json"
    file.write_text(json.dumps(document))
    return file


@pytest.fixture
def game(built: Path) -> Json:
    """The compiled scenario of the sample pack."""
    found: Json = json.loads((built / "meeting.json").read_bytes())
    return found


@pytest.fixture
def record(built: Path) -> Json:
    """A record of a game of it."""
    found: Json = json.loads((built / "record.json").read_bytes())
    return found


ODD: tuple[Any, ...] = (None, 10**30, "x", [[]], {"x": 1})


def test_every_key_is_needed_and_has_its_type(game: Json, tmp_path: Path) -> None:
    for key in game:
        assert_refused("play", written(tmp_path, {name: value for name, value in game.items() if name != key}, rehash=False))
        for odd in ODD:
            if odd != game[key]:
                assert_refused("play", written(tmp_path, {**game, key: odd}, rehash=False))


@pytest.mark.parametrize("part", ["content", "rules"])
def test_every_key_of_the_parts_bears_odd_values(game: Json, tmp_path: Path, part: str) -> None:
    """With a hash that fits: refused, or played if the game bears it, but never a traceback."""
    for key in game[part]:
        for odd in ODD:
            changed = deepcopy(game)
            changed[part][key] = odd
            result = run_command("play", written(tmp_path, changed), "--auto", "--seed", "1")
            assert result.exit_code in (0, 1, 2) and "TK9001" not in result.output, (part, key, odd, result.output[:600])


def test_every_key_of_a_record(record: Json, built: Path, tmp_path: Path) -> None:
    (tmp_path / "meeting.json").write_bytes((built / "meeting.json").read_bytes())
    for key in record:
        for odd in (*ODD, "gone"):
            changed = {name: value for name, value in record.items() if name != key} if odd == "gone" else {**record, key: odd}
            if changed == record:
                continue
            result = run_command("replay", written(tmp_path, changed, rehash=False))
            assert result.exit_code in (0, 1, 2) and "TK9001" not in result.output, (key, odd, result.output[:600])


def cut(data: bytes) -> list[bytes]:
    """The file cut at several places."""
    return [data[: len(data) * part // 12] for part in range(12)] + [data[:-2], data + b"}", data + data]


@pytest.mark.parametrize("name", ["meeting.json", "record.json"])
def test_files_that_were_cut(built: Path, tmp_path: Path, name: str) -> None:
    for piece in cut((built / name).read_bytes()):
        (tmp_path / "cut.json").write_bytes(piece)
        assert_refused("replay" if name == "record.json" else "play", tmp_path / "cut.json")


TEXTS: dict[str, Callable[[str], str]] = {
    "a key twice": lambda text: text.replace("{", '{"format": "tankdsl/1", ', 1),
    "not a number": lambda text: text.replace('"document"', '"odd": NaN, "document"', 1),
    "infinity": lambda text: text.replace('"document"', '"odd": -Infinity, "document"', 1),
    "a huge number": lambda text: text.replace('"document"', f'"odd": {"9" * 5000}, "document"', 1),
    "a huge exponent": lambda text: text.replace('"document"', '"odd": 1e999999, "document"', 1),
    "deep lists": lambda text: text.replace('"document"', f'"odd": {"[" * 100_000}{"]" * 100_000}, "document"', 1),
    "deep objects": lambda text: text.replace('"document"', '"odd": ' + '{"a":' * 50_000 + "1" + "}" * 50_000 + ', "document"', 1),
    "a lone surrogate": lambda text: text.replace('"document"', '"odd": "\\ud800", "document"', 1),
    "comments": lambda text: "// a game\n" + text,
    "a comma too much": lambda text: text.rstrip().removesuffix("}") + ",}",
    "single quotation marks": lambda text: text.replace('"', "'"),
    "nothing": lambda text: "",
    "a list": lambda text: f"[{text}]",
    "a word": lambda text: "null",
}


@pytest.mark.parametrize("change", TEXTS, ids=lambda name: name.replace(" ", "-"))
@pytest.mark.parametrize("name", ["meeting.json", "record.json"])
def test_texts_that_are_no_proper_json(built: Path, tmp_path: Path, name: str, change: str) -> None:
    (tmp_path / "changed.json").write_text(TEXTS[change]((built / name).read_text(encoding="utf-8")))
    assert_refused("replay" if name == "record.json" else "play", tmp_path / "changed.json")


@pytest.mark.parametrize("codec", ["utf-16", "utf-32", "latin-1"])
def test_compiled_files_in_other_encodings(built: Path, tmp_path: Path, codec: str) -> None:
    text = (built / "meeting.json").read_text(encoding="utf-8").replace("Meeting", "Mééting")
    (tmp_path / "changed.json").write_bytes(text.encode(codec))
    assert_refused("play", tmp_path / "changed.json")


def test_kinds_that_are_below_each_other(game: Json, tmp_path: Path) -> None:
    kinds = [kind["id"] for kind in game["content"]["kinds"]]
    changed = deepcopy(game)
    for kind, parent in zip(changed["content"]["kinds"], [*kinds[1:], kinds[0]], strict=True):
        kind["parent"] = parent
    assert_refused("play", written(tmp_path, changed))


def test_values_that_ask_each_other(game: Json, tmp_path: Path) -> None:
    changed = deepcopy(game)
    values = changed["rules"].get("values", [])
    for value in values:
        value["body"] = ["call", value["id"], *[["local", number] for number in range(len(value.get("params", [])))]]
    if values:
        assert_refused("play", written(tmp_path, changed))
