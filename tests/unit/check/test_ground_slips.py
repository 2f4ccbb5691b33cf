"""Slips of those who draw maps and write about them: what the message says beyond that something is wrong, and that it is one message."""

import pytest

from tankdsl.diagnostics import Diagnostic
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.docs.blocks import PRELUDES

DUEL = (PRELUDES / "duel.tank").read_text(encoding="utf-8")
YARD = (PRELUDES / "yard.tank").read_text(encoding="utf-8")


def found(text: str) -> tuple[Diagnostic, ...]:
    return Session(MemoryBundle({"game.tank": text}), ("game.tank",)).findings


def only(text: str) -> Diagnostic:
    findings = found(text)
    assert len(findings) == 1, [finding.headline for finding in findings]
    return findings[0]


# ------------------------------------------------------------------------------------------------------- places and sets

MARSHES = """
board marsh "The marsh" axial 3 x 2 {
    legend . = grass, T = wood
    rows {
        . . .
        . . .
    }
    place prize = (1, 1)
}
layout two "Two marshes" {
    board marsh at (0, 0)
    board marsh at (0, 2)
    zone shore = [(0, 0), (1, 0)]
}
"""
SEVERAL = "`prize` is on the map `two` 2 times, so that the name means the set of these places"
FIRST = "take one of them: `first(prize)`, or go through them all: `for each h in prize`"


@pytest.mark.parametrize(
    ("rule", "help"),
    [
        ('guard g(h: place) { require h is prize "no" }', "write `h in prize`"),
        ('guard g(h: place) { require prize is h "no" }', "write `h in prize`"),
        ("value v(t: Tank): bool = t.at is not prize", "write `t.at not in prize`"),
        ("value v(h: place): int = distance(h, prize) as int", FIRST),
        ("value v(): bool = terrain(prize).open", FIRST),
        ("effect e(t: Tank) { put t at prize }", FIRST),
    ],
)
def test_a_place_of_a_board_that_lies_several_times(rule: str, help: str) -> None:
    finding = only(DUEL + MARSHES + rule + "\n")
    assert finding.code == "TK3001" and finding.notes == (SEVERAL,) and finding.help == (help,)


@pytest.mark.parametrize(
    "rule",
    [
        'guard g(h: place) { require h in prize "no" }',
        "value v(t: Tank): bool = t.at not in prize",
        "effect e(t: Tank) { if let h = first(prize) { put t at h } }",
    ],
)
def test_what_the_message_advises_is_right(rule: str) -> None:
    assert found(DUEL + MARSHES + rule + "\n") == ()


def test_a_zone_is_compared_without_a_note() -> None:
    finding = only(DUEL + MARSHES + 'guard g(h: place) { require h is shore "no" }\n')
    assert (finding.notes, finding.help) == ((), ("write `h in shore`",))


@pytest.mark.parametrize(
    ("rule", "help"),
    [
        ("value v(): bool = any h in hexes where terrain(h).open", "all hexes of the map are `places`"),
        ("value v(): int = count(hexes)", "all hexes of the map are `places`"),
        ("value v(): bool = actions > 2", "`actions` is a measure and stands behind a number: `2 actions`"),
    ],
)
def test_a_measure_where_something_else_is_needed(rule: str, help: str) -> None:
    assert only(f"{DUEL}{rule}\n").help == (help,)


CAMP = """
areas Block {
    | id   | name   | outline |
    | camp | "camp" | [(8, 0), (14, 0), (14, 2), (8, 2)] |
}
placement posting(t: Tank, p: place) { require REQUIRED "outside of the camp" }
"""


def test_a_model_of_an_area_is_asked_by_its_areas() -> None:
    text = YARD + CAMP.replace("REQUIRED", "inside(camp, p)")
    finding = only(text)
    assert finding.headline == "found a model of `Block`, expected an area"
    advice = "any o in blocks where o is camp and inside(o, p)"
    assert finding.help == (f"there may be several `camp`: ask each of them, `{advice}`",)
    assert found(YARD + CAMP.replace("REQUIRED", advice)) == ()


def test_a_model_is_no_place() -> None:
    (help,) = only(YARD + CAMP.replace("REQUIRED", "distance(camp, p) > 1 inch")).help
    assert help.endswith("`any o in blocks where o is camp and ...`")


# -------------------------------------------------------------------------------------------------------- boards, layouts


@pytest.mark.parametrize(
    ("placing", "help"),
    [
        ("board field at (0, 0) of red mirrored left right", "before `of` and `keeping`: `at (0, 0) mirrored left right`"),
        ("board field at (0, 0) of red turned", "before `of` and `keeping`: `at (0, 0) turned`"),
        ("board field mirrored left right at (0, 0)", "before `of` and `keeping`: `at (0, 0) mirrored left right`"),
        ("board field at (0, 0) flipped", "write `mirrored left right` or `mirrored top bottom`"),
        ("board field at (0, 0) rotated", "write `turned`"),
        ("board field at (0, 0) mirrored", "write `mirrored left right` or `mirrored top bottom`"),
        ("board field at (0, 0) mirrored left to right", "write `mirrored left right` or `mirrored top bottom`"),
    ],
)
def test_how_a_board_lies(placing: str, help: str) -> None:
    (said,) = only(f'{DUEL}layout two "Two" {{\n    {placing}\n}}\n').help
    assert said.endswith(help)


def hill(levels: str, size: str = "2 x 2", rows: str = "        . .\n        . .\n") -> str:
    return f'{DUEL}board hill "Hill" axial {size} {{\n    legend . = grass\n    rows {{\n{rows}    }}\n{levels}}}\n'


def test_level_is_written_levels() -> None:
    finding = only(hill("    level {\n        0 1\n        1 0\n    }\n"))
    assert finding.help == ("write `levels`",) and finding.fix is not None
    assert found(hill("    levels {\n        0 1\n        1 0\n    }\n")) == ()


@pytest.mark.parametrize(
    ("size", "rows", "such_as"),
    [("0 x 0", "", "5 x 4"), ("0 x 0", "        . .\n", "2 x 1"), ("3 x 0", "        . . .\n        . . .\n", "3 x 2")],
)
def test_a_board_without_a_size_is_one_finding(size: str, rows: str, such_as: str) -> None:
    finding = only(hill("", size, rows))
    assert finding.headline == f"the board `hill` is declared as {size}, so that it has no hex"
    assert finding.help == (f"write how many columns and rows it has, such as `{such_as}`",)


# ----------------------------------------------------------------------------------------------------------------- zones


def zone(value: str, boards: str = "board field at (0, 0)") -> str:
    return f'{DUEL}layout one "One" {{\n    {boards}\n    zone wanted = {value}\n}}\n'


@pytest.mark.parametrize(
    ("value", "note", "help"),
    [
        ("[h in places where row(red, h) <= 2]", "the map does not say from which edge the rows of `red` are counted",
         "add `red rows from top` to the layout"),
        ("[h in places where territory(h) is blue]", "no board of the map is territory of `blue`",
         "give it one: `board ... at (0, 0) of blue`"),
        ("[h in places where not terrain(h).open and terrain(h) is grass]", "", "change the condition, or remove the zone"),
    ],
)  # fmt: skip
def test_why_a_zone_is_empty(value: str, note: str, help: str) -> None:
    finding = only(zone(value))
    assert finding.name == "zone-empty"
    assert (finding.notes, finding.help) == ((note,) if note else (), (help,))


def test_terrain_and_levels_that_the_map_of_a_zone_does_not_have() -> None:
    flat = hill("    levels {\n        0 1\n        1 0\n    }\n")
    layout = 'layout one "One" {\n    board hill at (0, 0)\n    zone wanted = [h in places where WHERE]\n}\n'
    assert only(flat + layout.replace("WHERE", "terrain(h) is wood")).notes == ("no hex of the map is `wood`",)
    finding = only(flat + layout.replace("WHERE", "level(h) > 0 and terrain(h) is wood"))
    assert finding.notes == ("no hex of the map is `wood`", "the levels of the map run from 0 to 1")


def test_levels_that_no_board_has_are_told_once() -> None:
    assert only(zone("[h in places where level(h) > 1]")).name == "levels-nowhere"
    rules = 'guard g(h: place) { require level(h) > 1 "no" }\nvalue v(a: place, b: place): bool = level(b) - level(a) > 2\n'
    assert only(DUEL + rules).name == "levels-nowhere"


# ---------------------------------------------------------------------------------------------------------------- tables


@pytest.mark.parametrize(
    ("row", "help"),
    [
        ('| fire | "Fire" | 3, 4 | 1 |', "write one number, how many there are of this row"),
        ('| fire | Open, fire | 3 | 1 |', 'write it in quotes: `"..."`'),
        ('| fire | "Fire" | 3 | 1, 2 |', 'write one value; a text with commas stands in quotes: `"..."`'),
    ],
)  # fmt: skip
def test_a_cell_with_several_values(row: str, help: str) -> None:
    kind = "card kind Event { stat weight: 0..3 flavour }\n"
    cards = f"cards Event {{\n    | id | name | copies | weight |\n    {row}\n}}\n"
    finding = next(finding for finding in found(DUEL + kind + cards) if finding.code == "TK4013")
    assert (finding.headline, finding.help) == ("this cell holds several values", (help,))


# ------------------------------------------------------------------------------------------------ what cannot be written


def wide(more: str) -> str:
    """The duel on a board of 703 columns with labels."""
    row = " ".join("." * 703)
    board = f"board wide axial 703 x 2 {{\n    legend . = grass\n    rows {{\n        {row}\n        {row}\n    }}\n}}\n"
    given = "red.scout at AAA1, red.giant at A1, blue.scout at B2, blue.giant at C1"
    scenario = f'scenario long "Long" {{\n    layout strip\n    roster usual\n    given {given}\n}}\n'
    text = DUEL[: DUEL.index("scenario meeting")] + board
    return text + f"layout strip {{\n    board wide at (0, 0)\n    labels letters\n{more}}}\n" + scenario


def test_a_label_that_the_language_has_no_word_for_is_said_by_its_coordinates() -> None:
    finding = only(wide(""))
    assert finding.code == "TK2010" and finding.help == ("write `(702, 0)`",)
    assert finding.headline == "`AAA1` cannot be written as a label: a label has at most two letters and three digits"


def test_such_a_label_in_a_zone() -> None:
    findings = found(wide("    zone end = [AAA1, AAA2]\n").replace("red.scout at AAA1", "red.scout at (702, 0)"))
    assert [(one.code, one.help) for one in findings] == [("TK2010", ("write the coordinates of the hex: `(q, r)`",))] * 2


@pytest.mark.parametrize("row", ["} .", ". }"])
def test_a_brace_ends_the_rows_and_is_no_glyph(row: str) -> None:
    text = f"board braced axial 2 x 2 {{\n    legend }} = grass, . = grass\n    rows {{\n        {row}\n        . .\n    }}\n}}\n"
    finding = only(DUEL + text)
    assert finding.code == "TK5007" and finding.headline == "`}` cannot be a glyph: a row that begins with `}` ends the rows"


def test_a_list_of_zones_is_a_set_of_sets() -> None:
    finding = only(DUEL.replace("at (0, 0)\n}", "at (0, 0)\n    zone a = [(0, 0)]\n    zone b = [a]\n}"))
    assert finding.headline == "found a set of sets of places, expected a set of places as a zone"
