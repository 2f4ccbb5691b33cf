import time

import pytest

from tankdsl.diagnostics import suggest
from tankdsl.diagnostics.suggest import Suggestions, distance
from tankdsl.diagnostics.wording import counted, did_you_mean, ends_of, in_circle, quoted


@pytest.mark.parametrize(
    ("name", "candidates", "expected"),
    [
        ("speeed", ["speed", "armour"], "speed"),
        ("sped", ["speed", "armour"], "speed"),
        ("psede", ["speed"], None),
        ("armuor", ["armour", "speed"], "armour"),
        ("Speed", ["speed"], "speed"),
        ("SPEED", ["speed", "spend"], "speed"),
        ("firepwoer", ["firepower"], "firepower"),
        ("größe", ["größer", "grösse"], "grösse"),
        ("hull", ["turret", "track"], None),
        ("id", ["is", "at"], None),
        ("ID", ["id"], "id"),
        ("x", ["y"], None),
        ("", ["a"], None),
        ("anything", [], None),
    ],
)
def test_only_a_near_name_is_suggested(name: str, candidates: list[str], expected: str | None) -> None:
    assert suggest(name, candidates) == expected


def test_among_equals_the_first_in_code_point_order() -> None:
    assert suggest("tank", ["tank2", "tank1", "tank3"]) == "tank1"
    assert suggest("tank", {"tank3", "tank2", "tank1"}) == "tank1"


def test_nearest_wins_over_first() -> None:
    assert suggest("movement", ["amovemenx", "movements"]) == "movements"


def test_the_name_itself_is_no_suggestion() -> None:
    assert suggest("speed", ["speed"]) is None


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "abxc", 1), ("ca", "abc", 3), ("kitten", "sitting", 3)],
)
def test_distance_counts_swaps_as_one(left: str, right: str, expected: int) -> None:
    assert distance(left, right, 9) == expected


def test_distance_gives_up_at_the_limit() -> None:
    assert distance("a" * 60, "b" * 60, 2) == 3
    assert distance("abc", "abcdefgh", 2) == 3


def test_work_is_bounded_whatever_the_names() -> None:
    crowd = [f"unit_number_{n:06d}" for n in range(50_000)]
    started = time.process_time()
    assert suggest("x" * 100_000, crowd) is None
    assert suggest("unit_nubmer_000001", crowd) is not None
    assert time.process_time() - started < 30


def test_the_work_of_a_run_is_bounded_too() -> None:
    run = Suggestions(looks=5)
    assert run.suggest("speeed", iter(["armour", "speed", "plates"])) == "speed"
    assert run.suggest("armuor", iter(["speed", "armour", "plates"])) == "armour", "two looks are left, and it is the second"
    assert run.suggest("platse", iter(["plates"])) is None


def test_fifty_thousand_names_that_are_all_unknown() -> None:
    crowd, run = [f"unit_number_{n:06d}" for n in range(50_000)], Suggestions()
    started = time.process_time()
    assert [run.suggest(f"unit_nubmer_{n:06d}", iter(crowd)) for n in range(50_000)].count(None) > 49_000
    assert time.process_time() - started < 30


def test_did_you_mean_is_ready_for_help() -> None:
    assert did_you_mean("speeed", ["speed"]) == ("did you mean `speed`?",)
    assert did_you_mean("hull", ["speed"]) == ()


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ([], ""),
        (["a"], "`a`"),
        (["a", "b"], "`a` or `b`"),
        (["a", "b", "c"], "`a`, `b` or `c`"),
        (list("abcde"), "`a`, `b`, `c`, `d` or `e`"),
        (list("abcdefg"), "`a`, `b`, `c`, `d`, `e` and 2 more"),
    ],
)
def test_at_most_five_alternatives(names: list[str], text: str) -> None:
    assert quoted(names) == text


def test_numbers_agree_with_their_nouns() -> None:
    assert [counted(n, "error") for n in (0, 1, 2, 1200)] == ["0 errors", "1 error", "2 errors", "1,200 errors"]
    assert counted(2, "hex", "hexes") == "2 hexes"


def test_names_in_a_circle() -> None:
    assert in_circle(["a", "b"]) == "`a` -> `b` -> `a`"
    assert in_circle("abcdefgh").count("->") == 8
    assert in_circle("abcdefghi") == "`a` -> `b` -> `c` -> `d` -> `e` -> 3 more -> `i` -> `a`"
    assert ends_of([1, 2, 3]) == [1, 2, 3] and list(ends_of(range(9))) == [0, 1, 2, 3, 4, 8]
