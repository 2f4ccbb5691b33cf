"""Excerpts of maps as text, compared whole."""

from textwrap import dedent

import pytest

from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.excerpt import Border, Excerpt, Ground, HexExcerpt, Marked, MarkedArea, Shape, TableExcerpt, Tile
from tankdsl.diagnostics.picture import Picture
from tankdsl.diagnostics.registry import ground
from tankdsl.diagnostics.render import render_full
from tankdsl.diagnostics.render.ground import ground_rows
from tankdsl.source import SourceSet, Span

TERRAINS = (Ground("grass", "grass", "."), Ground("wood", "dense wood", "T"), Ground("sea", "sea", "~"))
WOODS = (4, 7)


def tile(column: int, row: int, flat: bool) -> Tile:
    """A hex of a map of staggered columns (the second one lower) or rows (the second one further right)."""
    q, r = (column, row - column // 2) if flat else (column - row // 2, row)
    return Tile("ABCD"[column] + str(row + 1), q, r, int(3 * row + column in WOODS), False, "ABCD"[column], str(row + 1))


def excerpt(flat: bool, *marks: Marked, borders: tuple[Border, ...] = (), terrains: tuple[Ground, ...] = TERRAINS) -> HexExcerpt:
    tiles = tuple(tile(column, row, flat) for row in range(3) for column in range(3))
    return HexExcerpt("meadow", "flat" if flat else "pointy", terrains, tiles, borders, marks)


def drawn(excerpt: Excerpt, colour: bool = False) -> str:
    return "\n".join(ground_rows(excerpt, "warning", colour))


def picture(text: str) -> str:
    return dedent(text).strip("\n")


MARKS = (Marked("place", "cut off", (4,), 0), Marked("cause", "shuts it in", (1, 7), 12))


def test_flat_hexes_are_staggered_and_marked() -> None:
    assert drawn(excerpt(True, *MARKS)) == picture("""
           A  B  C
        1  .     .
             (.)
        2  .     .
             [T]
        3  .     .
             (T)

        [ ] cut off
        ( ) shuts it in (12 more beyond the picture)
        . grass   T dense wood
        """)


def test_pointy_hexes_are_staggered_the_other_way() -> None:
    assert drawn(excerpt(False, *MARKS)) == picture("""
           A   B   C
        1  .  (.)  .
        2    .  [T]  .
        3  .  (T)  .

        [ ] cut off
        ( ) shuts it in (12 more beyond the picture)
        . grass   T dense wood
        """)


def test_what_lies_on_sides_is_drawn_between_the_hexes() -> None:
    around_b2 = tuple(Border(4, other, "river") for other in (1, 3, 5, 6, 7, 8))
    assert drawn(excerpt(True, borders=around_b2)).splitlines()[3:] == [
        "2  .  -  .",
        r"    / T \ ".rstrip(),
        r"3  . \-/ .",
        "      T",
        "",
        r". grass   T dense wood   \ / - river",
    ]


def test_sides_of_pointy_hexes_have_lines_of_their_own() -> None:
    text = drawn(excerpt(False, borders=(Border(3, 4, "wall"), Border(4, 5, "wall"), Border(1, 4, "hedge"), Border(4, 7, "hedge"))))
    rows = text.splitlines()
    assert rows[3].count("|") == 2
    assert "/" in rows[2] + rows[4] and text.endswith("\\ / | wall or hedge")


def test_wider_glyphs_keep_the_rows_apart() -> None:
    wide = (Ground("grass", "grass", "gr"), Ground("wood", "wood", "wd"), TERRAINS[2])
    for flat in (True, False):
        text = drawn(excerpt(flat, *MARKS, terrains=wide))
        assert "[wd]" in text and "(wd)" in text and text.count("gr") == 9


def test_signs_that_would_move_the_cursor_are_not_written() -> None:
    odd = (Ground("grass", "gr\x1bass", "\x1b"), Ground("wood", "wood", "木"), TERRAINS[2])
    text = drawn(excerpt(True, terrains=odd))
    assert "\x1b" not in text and "木" not in text and "?" in text


def test_marks_are_painted_on_a_terminal() -> None:
    text = drawn(excerpt(True, *MARKS), colour=True)
    assert "\x1b[1;33m[T]\x1b[0m" in text and "\x1b[36m(.)\x1b[0m" in text


TABLE = TableExcerpt(
    "yard",
    400,
    400,
    (Shape("Barn", "a", ((0, 0), (100, 0), (100, 100)), ()), Shape("Pond", "b", ((200, 0), (300, 0), (300, 100)), ("wet",))),
    (MarkedArea("cause", "never open to them", (0,), ()), MarkedArea("place", "`scout`", (), ((50, 350),))),
    ("2...", "....", "....", "A.b."),
)


def test_a_table_is_drawn_in_coarse_characters() -> None:
    assert drawn(TABLE) == picture("""
        +----+
        |2...|
        |....|
        |....|
        |A.b.|
        +----+

        never open to them: A Barn
        2 `scout`
        b Pond
        """)


def finding(excerpt: Excerpt) -> tuple[Diagnostic, SourceSet]:
    sources = SourceSet()
    sources.add_text("a.tank", "layout meadow { }\n")
    return ground.REGION_CUT_OFF.at(Span(0, 7, 13), "found a region", notes="a note", picture=Picture(lambda: excerpt)), sources


def test_the_picture_stands_under_the_source_line() -> None:
    found, sources = finding(excerpt(True, *MARKS))
    rows = render_full([found], sources).splitlines()
    assert rows[3].endswith("layout meadow { }") and rows[4].endswith("^^^^^^")
    assert rows[5] == "  |" and rows[6].startswith("  |    A  B  C")
    assert rows.index("  | . grass   T dense wood") < rows.index("  = note: a note")


@pytest.mark.parametrize("drawing", [excerpt(True, *MARKS), TABLE], ids=["hexes", "table"])
def test_the_same_finding_is_one_finding_whatever_is_drawn(drawing: Excerpt) -> None:
    one, other = finding(drawing)[0], finding(drawing)[0]
    assert one == other and hash(one) == hash(other) and one != ground.REGION_CUT_OFF.at(Span(0, 7, 13), "found a region", notes="a note")
