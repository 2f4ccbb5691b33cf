"""A pack with slips of the pen: whatever comes of it, findings or a game, the compiler comes to an end of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.property.mutants import MUTATIONS, Mutation, assert_survives, mutated

ROOT = Path(__file__).resolve().parents[2]


def read(folder: str) -> dict[str, str]:
    """The files of a pack of the project."""
    paths = sorted((ROOT / folder).rglob("*.tank"))
    return {path.relative_to(ROOT / folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


SMALL = read("tests/samples/duel")
LARGE = {name: text for name, text in read("examples/tank_clash").items() if not name.startswith("tests/")}
CASES = {name: text for name, text in read("examples/tank_clash").items() if name.startswith("tests/")}
FEW = settings(deadline=None, suppress_health_check=list(HealthCheck), print_blob=False)
SEEDS = st.integers(0, 2**32 - 1)


@settings(FEW, max_examples=50)
@given(seed=SEEDS)
def test_a_small_pack_with_slips(seed: int) -> None:
    assert_survives(mutated(SMALL, Random(seed)))


@settings(FEW, max_examples=6)
@given(seed=SEEDS)
def test_a_large_pack_with_slips(seed: int) -> None:
    assert_survives(mutated(LARGE, Random(seed)))


@settings(FEW, max_examples=3)
@given(seed=SEEDS, name=st.sampled_from(sorted(CASES)))
def test_its_cases_with_slips(seed: int, name: str) -> None:
    assert_survives({**LARGE, **mutated({name: CASES[name]}, Random(seed))})


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_every_way_of_going_wrong(mutation: Mutation) -> None:
    """Each kind of slip does something to a text, also to an empty one, and the compiler bears it."""
    text = SMALL["duel.tank"]
    assert any(mutation(Random(seed), text, text) != text for seed in range(5))
    assert isinstance(mutation(Random(0), "", ""), str)
    assert_survives({**SMALL, "duel.tank": mutation(Random(3), text, SMALL["field.tank"])})


FOUND: dict[str, Callable[[str], str]] = {
    "blanks behind the last word": lambda text: text.rstrip("\n") + "   ",
    "nothing but blanks": lambda text: "  \t ",
    "a number beyond all maps": lambda text: (
        text + "\nvalue far(h: place): int = count(ray(h, n, 2147483647)) + count(within(h, 2147483647))\n"
    ),
}
"""What such runs, and people, have found, by what it is about; each happens to the first file of the small pack."""


@pytest.mark.parametrize("slip", FOUND, ids=lambda name: name.replace(" ", "-"))
def test_what_was_found_stays_mended(slip: str) -> None:
    assert_survives({**SMALL, "duel.tank": FOUND[slip](SMALL["duel.tank"])})
