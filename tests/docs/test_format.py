"""The document of the format: its generated tables are up to date, and every example is true."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tankdsl.emit.canonical import canonical_bytes
from tankdsl.emit.reference import main, operator_tables, record_tables, updated
from tankdsl.engine import Session, load_game
from tankdsl.engine.chance import below, next_word, seeded, shuffle
from tankdsl.engine.record import replay
from tankdsl.ir.hashing import hash_form
from tankdsl.ir.operators import EXPRESSIONS, INSTRUCTIONS
from tankdsl.ir.parse import parse
from tankdsl.ir.read import Loaded, read_document, read_record, read_sourcemap
from tankdsl.ir.validate import validate_request

Json = dict[str, Any]
PATH = Path(__file__).parents[2] / "docs" / "format.md"
TEXT = PATH.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```json\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
READERS: dict[str, Callable[[bytes], Loaded]] = {
    "tankdsl/1": read_document,
    "tankdsl-record/1": read_record,
    "tankdsl-map/1": read_sourcemap,
}


def examples(key: str) -> list[Json]:
    """The examples that have a key."""
    return [value for block in BLOCKS if key in (value := json.loads(block))]


def document_of(format: str) -> Json:
    (found,) = [value for value in examples("format") if value["format"] == format]
    return found


def test_the_generated_tables_are_up_to_date() -> None:
    assert updated(TEXT) == TEXT, "run: python -m tankdsl.emit.reference docs/format.md"


def test_every_table_and_every_model_is_in_the_document() -> None:
    for operator in (*EXPRESSIONS.values(), *INSTRUCTIONS.values()):
        assert f"| `{operator.usage}` |".replace("|", "\\|")[1:-2] in TEXT or operator.usage.replace("|", "\\|") in TEXT
    for module in ("document", "content", "types", "rules", "actions", "code", "request", "record", "sourcemap", "campaign"):
        assert record_tables(module) in TEXT


@pytest.mark.parametrize("block", BLOCKS, ids=[str(number) for number in range(len(BLOCKS))])
def test_an_example_is_what_it_says_it_is(block: str) -> None:
    value, problems = parse(block.encode())
    assert problems == []
    if "format" in value:
        assert READERS[value["format"]](block.encode()).problems == ()
        assert canonical_bytes(value).decode() == block
    elif "kind" in value:
        assert validate_request(value) == []
    else:
        assert set(value) & {"value", "vectors"}


def test_there_is_one_example_of_each_format() -> None:
    assert sorted(value["format"] for value in examples("format")) == sorted(READERS)


def test_the_hash_form() -> None:
    (example,) = examples("hash_form")
    assert hash_form(example["value"]).decode() == example["hash_form"]


def test_the_vectors_of_chance() -> None:
    (example,) = examples("vectors")
    for vector in example["vectors"]:
        words = seeded(vector["seed"], vector["stream"])
        assert words == vector["words"]
        if "numbers" in vector:
            assert [next_word(list(words))] == vector["numbers"][:1]
            again = list(words)
            assert [next_word(again) for _ in vector["numbers"]] == vector["numbers"]
        if "dice" in vector:
            again = list(words)
            assert [below(again, 6) + 1 for _ in vector["dice"]] == vector["dice"]
        if "shuffled" in vector:
            order, again = list(range(len(vector["shuffled"]))), list(words)
            shuffle(order, lambda n, again=again: below(again, n))
            assert order == vector["shuffled"]
    words = [1, 2, 3, 4]
    assert [next_word(words) for _ in example["from_1_2_3_4"]] == example["from_1_2_3_4"]


@pytest.mark.parametrize("evaluator", ["fast", "oracle"])
def test_the_record_replays(evaluator: str) -> None:
    record, document = document_of("tankdsl-record/1"), document_of("tankdsl/1")
    assert record["game"] == document["game"] == document_of("tankdsl-map/1")["game"]
    game = load_game(document)
    assert replay(game, record, evaluator).ok
    session = Session(game, evaluator=evaluator).setup(record["options"], record["seed"])
    for given in record["inputs"]:
        assert given in session.legal()
        session.answer(given)
    assert session.hash() == record["final"]
    assert session.request == {"kind": "over", "prompt": "Three points!", "winner": "red", "ending": "three"}
    assert validate_request(session.request) == []


def test_links_lead_to_sections() -> None:
    sections = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^## (.*)$", TEXT, re.MULTILINE)}
    assert set(re.findall(r"\(#([^)]*)\)", TEXT)) == sections


def test_the_command_updates_a_document(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    path.write_text("a\n<!-- begin operators ask -->\nold\n<!-- end -->\nb\n", encoding="utf-8")
    assert main([str(path)]) == 0
    assert path.read_text(encoding="utf-8") == f"a\n<!-- begin operators ask -->\n\n{operator_tables('ask')}\n<!-- end -->\nb\n"
    assert main([]) == "usage: python -m tankdsl.emit.reference FILE"
