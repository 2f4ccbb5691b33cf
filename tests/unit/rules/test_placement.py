"""Placement: every piece has a place, and all of them together have enough."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tankdsl.rules.placement import crowds
from tests.unit.check.small import FORCES, RULES, SCENARIO, at
from tests.unit.rules.games import PLACEMENTS, SMALL, board, findings, names, only

HEAD = RULES + PLACEMENTS


def two(north: tuple[str, ...], south: tuple[str, ...], *, forces: str = FORCES, scenario: str = SCENARIO, rules: str = HEAD) -> str:
    """Red's board above blue's."""
    return (
        f'{rules}{board(*north)}{board(*south, name="south")}layout tall "Tall" {{\n    board north at (0, 0) of red\n'
        f"    board south at (0, {len(north)}) of blue\n    red rows from top\n    blue rows from bottom\n}}\n{forces}{scenario}"
    )


DEEP = (". . .", ". . .", ". . .", ". . .")
SHALLOW = (". . .", ". . .", ". . .")


def test_everything_has_a_place() -> None:
    assert names(SMALL.replace(RULES, HEAD)) == names(two(DEEP, DEEP)) == []


def test_territory_that_is_not_deep_enough() -> None:
    text = two(SHALLOW, DEEP)
    finding = only(text, "no-place-for-piece")
    assert finding.level == "error"
    assert finding.headline == "`red.far` can be placed nowhere on the map `tall`: it needs row 4, and the territory of `red` has 3 rows"
    assert finding.notes == ('of 21 hexes are refused: 12 hexes: "outside its side\'s territory"; 9 hexes: "not on its row"',)
    assert at(text, finding) == "tall"


def test_row_without_fitting_ground() -> None:
    finding = only(two((". . .", ". . .", ". . .", "w w #"), DEEP), "no-place-for-piece")
    assert finding.headline == "`red.far` can be placed nowhere on the map `tall`: far stands on open ground"


def test_territory_without_any_ground_for_a_kind_of_piece() -> None:
    more = 'require ground(h) is wood or w.speed > 3 hexes "guards stand in woods"'
    rules = HEAD.replace('"no walker can stand there"', f'"no walker can stand there"\n    {more}')
    finding = only(two(DEEP, DEEP, rules=rules), "no-place-for-piece")
    assert finding.headline == "`guard` can be placed nowhere on the map `tall`: guards stand in woods"


def test_map_that_does_not_count_rows_or_gives_no_territory() -> None:
    text = two(DEEP, DEEP).replace("    red rows from top\n", "")
    found = [finding for finding in findings(text) if finding.name == "no-place-for-piece"]
    assert [finding.headline.split(" can ")[0] for finding in found] == ["`red.near`", "`red.far`"]
    assert found[0].notes[-1].endswith("`red rows from top`")
    text = two(DEEP, DEEP).replace(" of blue\n    red rows", "\n    red rows")
    found = findings(text)
    assert [finding.headline.split(" can ")[0] for finding in found] == ["`blue.near` and `blue.far`", "`guard`"]
    assert all(finding.notes[-1].startswith("no board of the map is territory of `blue`") for finding in found)


def test_several_pieces_alike_are_one_finding() -> None:
    rules = HEAD.replace("require ground(h).enterable ", "require ground(h).enterable and w.speed < 3 hexes ")
    assert only(two(DEEP, DEEP, rules=rules), "no-place-for-piece").headline.startswith("`scout.1` and `scout.2` can be placed nowhere")


def test_options_of_the_scenario_count() -> None:
    rules = HEAD.replace("require row(c.side, h) is c.line ", "require option.hills or row(c.side, h) is c.line ")
    assert names(two(SHALLOW, DEEP, rules=rules)) == ["no-place-for-piece"]
    assert names(two(SHALLOW, DEEP, rules=rules).replace("    roster usual\n}", "    roster usual\n    options hills = on\n}")) == []


@pytest.mark.parametrize(
    ("asked", "least"), [("row(c.side, h) >= c.line", "4"), ("row(c.side, h) > c.line - 1", "4"), ("c.line <= row(c.side, h)", "4"),
                         ("row(c.side, h) < 1", None), ("1 > row(c.side, h)", None)],
)  # fmt: skip
def test_which_row_is_asked_for(asked: str, least: str | None) -> None:
    rules = HEAD.replace("require row(c.side, h) is c.line ", f"require {asked} ")
    assert rules != HEAD
    found = [finding.headline for finding in findings(two(SHALLOW, DEEP, rules=rules)) if finding.name == "no-place-for-piece"]
    assert found != [] and all(("needs row" in headline) is (least is not None) for headline in found if "far" in headline)
    assert least is None or f"it needs row {least}, and the territory of `red` has 3 rows" in found[0]


def test_guards_that_are_called_count() -> None:
    rules = HEAD.replace('    require row(c.side, h) is c.line   "not on its row"\n', "    on_line(c, h)\n")
    rules += 'guard on_line(c: Camp, h: place) { require row(c.side, h) is c.line "not on line {h}" }\n'
    finding = only(two(SHALLOW, DEEP, rules=rules), "no-place-for-piece")
    assert "it needs row 4" in finding.headline and '"not on line the hex"' in finding.notes[0]


def test_what_changes_in_play_refuses_nothing() -> None:
    rules = HEAD.replace('require walker(h) is none             "the hex', 'require not w.loaded and turns > 3 "the hex')
    assert names(two(DEEP, DEEP, rules=rules)) == []


NARROW = (". # #", ". # #", "# # #", ". . .")


def test_more_pieces_than_places() -> None:
    forces = FORCES.replace("2 scout", "7 scout")
    finding = only(two(NARROW, DEEP, forces=forces), "too-few-places")
    assert finding.headline == (
        "7 pieces need places of their own on the map `tall`, and there are only 5 places: (0, 0), (0, 1), (0, 3), (1, 3) and (2, 3)"
    )
    assert finding.notes[0].startswith("they are `scout.") and finding.notes[0].endswith(" and 2 more")
    assert "too-few-places" not in names(two(NARROW, DEEP, forces=FORCES.replace("2 scout", "5 scout")))


def test_places_that_hold_several_are_enough() -> None:
    rules = HEAD.replace('    require walker(h) is none          "the hex is occupied"\n', "")
    text = two(NARROW, DEEP, forces=FORCES.replace("2 scout", "6 scout"), rules=rules)
    assert "too-few-places" not in names(text)


def test_places_of_given_pieces_are_taken() -> None:
    scenario = SCENARIO.replace("    roster usual\n", "    roster usual\n    given scout at (0, 3), scout at (1, 3), scout at (2, 3)\n")
    text = two(NARROW, DEEP, forces=FORCES.replace("2 scout", "6 scout"), scenario=scenario)
    finding = only(text, "too-few-places")
    assert finding.headline.startswith("3 pieces need places of their own")
    assert finding.headline.endswith("there are only 2 places: (0, 0) and (0, 1)")
    assert finding.notes[1] == "places that the scenario gives to others are not counted"


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ({"a": (1, 2), "b": (2,)}, []),
        ({"a": (1,), "b": (1,), "c": (5, 6)}, [(("a", "b"), (1,))]),
        ({"a": (1, 2), "b": (1, 2), "c": (2, 1), "d": (3,), "e": (2, 3, 4)}, [(("a", "b", "c"), (1, 2))]),
        ({"a": (1,), "b": (2,), "c": (2,), "d": (1,)}, [(("a", "d"), (1,)), (("b", "c"), (2,))]),
        ({"a": ()}, [(("a",), ())]),
    ],
)
def test_crowds(choices: dict[str, tuple[int, ...]], expected: list[object]) -> None:
    assert crowds(choices) == expected


@given(st.dictionaries(st.sampled_from("abcdef"), st.sets(st.integers(1, 5)).map(lambda places: tuple(sorted(places)))))
def test_crowds_are_too_many_and_found_whenever_there_are_any(choices: dict[str, tuple[int, ...]]) -> None:
    found = crowds(choices)
    for things, places in found:
        assert len(things) > len(places) and set(places) == {place for thing in things for place in choices[thing]}
    groups = [some for count in range(len(choices) + 1) for some in combinations(choices, count)]
    lacking = max(len(some) - len({place for thing in some for place in choices[thing]}) for some in groups)
    assert sum(len(things) - len(places) for things, places in found) == lacking, "Hall's theorem, with the deficiency"


def test_a_side_without_territory_is_one_finding_for_all_its_pieces() -> None:
    text = two(DEEP, DEEP).replace("board north at (0, 0) of red", "board north at (0, 0)")
    found = [finding for finding in findings(text) if finding.name == "no-place-for-piece"]
    assert [finding.headline for finding in found] == [
        "`red.near` and `red.far` can be placed nowhere on the map `tall`: outside its side's territory",
        "`scout.1` and `scout.2` can be placed nowhere on the map `tall`: outside your own territory",
    ]
