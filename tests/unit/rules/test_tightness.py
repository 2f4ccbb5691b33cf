"""Pieces that must stand apart, and hexes that bear only so many."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tankdsl.rules.spacing import _cover, _search
from tests.unit.check.small import RULES
from tests.unit.rules.games import findings, on_board, only

HEAD = RULES.replace("effect muster(w: Walker, h: place) { put w at h }\n", "")
CAMPS = '    | third | "third" | 1    |\n    | fourth | "fourth" | 1    |\n'
ROWS = (". . . . .", ". . . . .", "w w w w w")


def spaced(condition: str, rows: tuple[str, ...] = ROWS, red: str = "near, far, third", given: str = "", more: str = "") -> str:
    """Camps that players place in the woods under a condition."""
    rules = HEAD.replace('    | far  | "far"  | 4    |\n', '    | far  | "far"  | 4    |\n' + CAMPS)
    rules += f'placement siting(c: Camp, h: place) {{\n    require ground(h) is wood "in the woods"\n    {condition}\n}}\n{more}'
    forces = f"roster usual {{\n    red {{ scout, {red} }}\n    blue {{ guard }}\n}}\n"
    return on_board(*rows, rules=rules, forces=forces, scenario=f"given scout at (0, 0), guard at (4, 0){given}")


def places(text: str) -> list[str]:
    return [finding.headline for finding in findings(text) if finding.name in ("too-few-places", "no-place-for-piece")]


APART = [
    'require not any o in camps where o is not c and distance(o.at, h) < 3 hexes "too near"',
    'require all o in camps where distance(o.at, h) >= 3 hexes "too near"',
    'require count(o in camps where distance(o.at, h) < 3 hexes) < 1 "too near"',
    "far_off(c, h)",
]
GUARD = 'guard far_off(one: Camp, at: place) { require not any o in camps where o is not one and distance(o.at, at) < 3 hexes "near" }\n'


@pytest.mark.parametrize("condition", APART)
def test_too_many_for_a_row_of_hexes(condition: str) -> None:
    finding = only(spaced(condition, more=GUARD), "too-few-places")
    assert finding.headline == "3 pieces must stand apart on the map `flat`, and at most 2 of them find room on their 5 places"
    assert finding.level == "error" and finding.help
    assert places(spaced(condition, more=GUARD, red="near, far")) == []


def test_enough_room_when_they_may_stand_nearer() -> None:
    assert places(spaced(APART[0].replace("< 3", "< 2"))) == []


def test_a_spacing_that_holds_for_some_only() -> None:
    assert places(spaced(APART[0].replace("o is not c", "o is not c and o.line > 3"))) == []
    assert places(spaced(APART[0].replace("o is not c", "o is not c and turns > 3"))) == []


def test_a_place_beside_what_the_scenario_places() -> None:
    rows = (". . . . .", ". . . . .", ". w w w .")
    text = spaced(APART[0], rows, red="near, far", given=", near at (2, 2)")
    finding = only(text, "no-place-for-piece")
    assert finding.headline == "`red.far` can be placed nowhere on the map `flat` beside `red.near`"
    assert finding.notes[0] == (
        "the placement `siting` allows (1, 2), (2, 2) and (3, 2), and none of them while `red.near` stands on (2, 2)"
    )
    assert places(spaced(APART[0], rows, red="near, far", given=", near at (2, 2)").replace("< 3 hexes", "< 1 hexes")) == []
    assert places(spaced(APART[0], red="near, far", given=", near at (1, 2)")) == []


def test_what_stands_there_and_can_move_away_keeps_nobody_off() -> None:
    rule = 'require not any o in walkers where distance(o.at, h) < 9 hexes "too near"'
    assert places(spaced(rule)) == []


# --------------------------------------------------------------------------------------------------------------- stacking


def stacked(count: str, scouts: int, given: str = "", rows: tuple[str, ...] = ("w w .", ". . #")) -> str:
    rules = (
        HEAD + f'placement standing(w: Walker, h: place) {{\n    require ground(h) is wood "in the woods"\n    require {count} "full"\n}}\n'
    )
    rules = rules.replace('    never when walker(b) is not w        "{b} is occupied"\n', "")
    forces = f"roster usual {{\n    red {{ {scouts} scout }}\n    blue {{ guard }}\n}}\n"
    return on_board(*rows, rules=rules, forces=forces, scenario=f"given guard at (0, 0){given}")


TWO = [
    "count(o in walkers where o is not w and o.at is h) < 2",
    "count([o in walkers where o.at is h]) <= 1",
    "2 > count(o in [p in walkers where p.at is h] where o is not w)",
    "count(o in walkers where o.at is h) < (if ground(h) is wood { 2 } else { 7 })",
]


@pytest.mark.parametrize("count", TWO)
def test_more_than_the_hexes_bear(count: str) -> None:
    finding = only(stacked(count, 4), "too-few-places")
    assert finding.headline == ("4 pieces are to be placed on the map `flat`, and there are only 2 places for them, with room for 3")
    assert places(stacked(count, 3)) == []


def test_pieces_that_do_not_count_take_no_room() -> None:
    assert places(stacked("count(o in red.walkers where o.at is h) < 2", 4)) == []
    assert len(places(stacked("count(o in red.walkers where o.at is h) < 2", 5))) == 1
    assert places(stacked("count(o in walkers where o.at is h and o.wounds < 1) < 2", 9)) == []


# ----------------------------------------------------------------------------------------------------------------- search


@st.composite
def exclusions(draw: st.DrawFn) -> list[int]:
    size = draw(st.integers(1, 7))
    found = [0] * size
    for a, b in combinations(range(size), 2):
        if draw(st.booleans()):
            found[a] |= 1 << b
            found[b] |= 1 << a
    return found


@given(exclusions(), st.integers(1, 8))
@settings(max_examples=150)
def test_the_search_finds_the_greatest_number_and_the_bound_is_not_below(excluded: list[int], wanted: int) -> None:
    size = len(excluded)
    sets = (chosen for count in range(size + 1) for chosen in combinations(range(size), count))
    best = max(len(chosen) for chosen in sets if not any(excluded[a] >> b & 1 for a, b in combinations(chosen, 2)))
    assert _cover(excluded, (1 << size) - 1) >= best
    found = _search(excluded, wanted)
    assert found == best if best < wanted else (found is not None and found >= wanted)
