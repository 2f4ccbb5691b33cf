"""Properties of the compiled form: one spelling, a reader that nothing crashes, checks that agree with each other."""

import copy
import json
import random
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tankdsl.emit.canonical import canonical_bytes
from tankdsl.engine import GameError, load_game
from tankdsl.ir.hashing import game_hash, hash_form
from tankdsl.ir.models import ScenarioDocument, adapter
from tankdsl.ir.operators import EXPRESSIONS, INSTRUCTIONS
from tankdsl.ir.parse import parse
from tankdsl.ir.problems import Problem
from tankdsl.ir.read import read_document, read_record, read_sourcemap
from tankdsl.ir.shapecheck import check_code, check_shape
from tankdsl.ir.validate import validate, validate_input, validate_record, validate_request

Json = dict[str, Any]

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
numbers = st.integers(-(2**40), 2**40)
values = st.recursive(
    st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)
wild = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(list(EXPRESSIONS) + list(INSTRUCTIONS)),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=25,
)
"""Anything that JSON can hold, and floats that it cannot."""


DUEL: Json = json.loads((Path(__file__).parents[1] / "samples" / "duel.json").read_bytes())


def shuffled(value: Any, chance: random.Random) -> Any:
    """The same value with the keys of its objects in another order."""
    if isinstance(value, dict):
        keys = list(value)
        chance.shuffle(keys)
        return {key: shuffled(value[key], chance) for key in keys}
    return [shuffled(item, chance) for item in value] if isinstance(value, list) else value


@given(values, st.randoms(use_true_random=False))
def test_one_spelling_for_every_order_of_keys(value: Any, chance: random.Random) -> None:
    data = canonical_bytes(value)
    assert canonical_bytes(json.loads(data)) == data
    assert canonical_bytes(shuffled(value, chance)) == data
    assert parse(data) == (value, []) or any(abs(n) >= 10**20 for n in _numbers(value))
    assert hash_form(shuffled(value, chance)) == hash_form(value)


def _numbers(value: Any) -> list[int]:
    if isinstance(value, dict):
        return [n for item in value.values() for n in _numbers(item)]
    if isinstance(value, list):
        return [n for item in value for n in _numbers(item)]
    return [value] if type(value) is int else []


@given(wild)
def test_no_value_crashes_a_check(value: Any) -> None:
    for check in (validate, validate_record, validate_request, validate_input):
        assert all(isinstance(problem, Problem) for problem in check(value))
    for kind in ("expression", "instruction", "outcome", "row", "pick", "pile", "ask", "const"):
        check_code(value, kind)


@given(st.binary(max_size=60))
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    for read in (read_document, read_record, read_sourcemap):
        loaded = read(data)
        assert (loaded.document is None) == bool(loaded.problems)


def nodes(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all nodes below the root."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, item in items for found in ((*path, key), *nodes(item, (*path, key)))]


def mutated(document: Json, chance: random.Random, replacement: Any) -> Json:
    """A copy with one node gone, doubled, replaced, or exchanged with another."""
    found = copy.deepcopy(document)
    paths = nodes(found)
    *owner, last = chance.choice(paths)
    node: Any = found
    for key in owner:
        node = node[key]
    match chance.randrange(4):
        case 0:
            del node[last]
        case 1 if isinstance(node, list):
            node.insert(last, copy.deepcopy(node[last]))
        case 2:
            other: Any = document
            for key in chance.choice(paths):
                other = other[key]
            node[last] = copy.deepcopy(other)
        case _:
            node[last] = replacement
    return found


small = st.sampled_from(
    [0, 1, -1, 2, True, False, "left", "A1", "heavy", "x", [], {}, ["none"], ["local", 0], ["local", 1], 2**31, "", "turn"]
)


@settings(max_examples=150)
@given(st.randoms(use_true_random=False), small)
def test_a_mutated_document_is_refused_in_words_or_can_be_loaded(chance: random.Random, replacement: Any) -> None:
    broken = mutated(DUEL, chance, replacement)
    problems = validate(broken)
    assert all(problem.message for problem in problems)
    if not problems:
        sealed = {**broken, "game": game_hash(broken)}
        assert read_document(canonical_bytes(sealed)).document == sealed
        try:
            load_game(sealed)
        except GameError as error:
            raise AssertionError(f"the engine refuses what the check accepts: {error}") from error


@settings(max_examples=100)
@given(st.randoms(use_true_random=False), small | wild)
def test_fast_check_and_pydantic_refuse_the_same_shapes(chance: random.Random, replacement: Any) -> None:
    broken = mutated(DUEL, chance, replacement)
    try:
        adapter(ScenarioDocument).validate_python(broken)
        accepted = True
    except ValueError:
        accepted = False
    assert accepted == (not check_shape(broken, ScenarioDocument))


@settings(max_examples=100)
@given(st.randoms(use_true_random=False))
def test_a_damaged_file_is_refused(chance: random.Random) -> None:
    data = bytearray(canonical_bytes(DUEL))
    position = chance.randrange(len(data))
    if chance.random() < 0.5:
        del data[position:]
    else:
        data[position] ^= 1 << chance.randrange(8)
    loaded = read_document(bytes(data))
    assert loaded.document is None or json.loads(bytes(data)) == DUEL
