"""Which part of a map a finding shows."""

from itertools import product

import pytest

from tankdsl.check.excerpts import MARGIN, excerpt_of, hex_excerpt
from tankdsl.check.pictures import Mark
from tankdsl.diagnostics.render.ground import ground_rows
from tankdsl.ground.board_text import read_board
from tankdsl.ground.boards import Board
from tankdsl.ground.grids import Grid, axial_grid, columns_grid, rows_grid
from tankdsl.ground.hexes import Orientation
from tankdsl.ground.layouts import build_map, single_board
from tankdsl.ground.maps import GroundMap
from tests.unit.check.small import program
from tests.unit.rules.games import SMALL, board, on_board

GRIDS = {
    "flat axial": axial_grid(),
    "pointy axial": axial_grid(Orientation.POINTY),
    "columns": columns_grid("lower"),
    "rows": rows_grid("right"),
}


def ground(grid: Grid, size: int = 60) -> GroundMap:
    made = read_board([" ".join("." * size)] * size, {".": "grass"}, grid, id="b")
    assert isinstance(made, Board)
    found = build_map(single_board(made))
    assert isinstance(found, GroundMap)
    return found


def test_what_is_around_the_hexes_is_shown_too() -> None:
    map = ground(GRIDS["columns"])
    middle = map.index_of[(30, 20)]
    shown = excerpt_of(map, [(middle,)])
    assert len(shown) == 1 + 6 + 12 and shown == tuple(sorted(shown))
    assert max(map.distance(middle, index) for index in shown) == MARGIN


def test_what_is_too_far_from_the_first_hex_is_left_out() -> None:
    map = ground(GRIDS["columns"])
    near, far = map.index_of[(2, 2)], map.index_of[(50, 20)]
    shown = excerpt_of(map, [(near, far)])
    assert near in shown and far not in shown
    assert far in excerpt_of(map, [(far,), (near,)]) and near not in excerpt_of(map, [(far,), (near,)])


def test_nothing_that_matters_is_the_corner_of_the_map() -> None:
    assert 0 in excerpt_of(ground(GRIDS["rows"]), [(), ()])


@pytest.mark.parametrize("name", GRIDS)
def test_a_drawing_is_never_wider_than_a_terminal(name: str) -> None:
    text = SMALL
    made = program(text)
    layout = made.layouts["flat"] if "flat" in made.layouts else next(iter(made.layouts.values()))
    map = ground(GRIDS[name])
    changed = type(layout)(layout.id, layout.title, map, {}, {}, (), layout.span)
    for pick in (range(len(map)), range(0, len(map), 7), [len(map) // 2], [map.index_of[map.hexes[-1].axial], 0]):
        excerpt = hex_excerpt(made, changed, [Mark("place", "here", tuple(pick))])
        rows = list(ground_rows(excerpt, "error", False))
        assert max(map_ for map_ in (len(row) for row in rows)) <= 90 and len(rows) <= 40
        shown = sum(len(mark.tiles) + mark.beyond for mark in excerpt.marks)
        assert shown == len(tuple(pick))


def test_signs_are_those_of_the_board() -> None:
    made = program(on_board(". w .", ". # ."))
    excerpt = hex_excerpt(made, made.layouts["flat"], [Mark("place", "here", (0,))])
    assert [(terrain.id, terrain.glyph) for terrain in excerpt.terrains] == [("grass", "."), ("wood", "w"), ("rock", "#")]


def test_no_two_terrains_have_one_sign() -> None:
    other = board(". .", ". .", name="south").replace(". = grass, w = wood", "w = grass, . = wood")
    made = program(on_board(". w .", ". # .") + other)
    glyphs = [terrain.glyph for terrain in hex_excerpt(made, made.layouts["flat"], [Mark("place", "here", (0,))]).terrains]
    assert len(set(glyphs)) == len(glyphs)


def test_a_hex_with_two_marks_has_the_first() -> None:
    made = program(on_board(". w .", ". # ."))
    excerpt = hex_excerpt(made, made.layouts["flat"], [Mark("place", "here", (0,)), Mark("cause", "there", (0, 1))])
    assert "[.]" in "\n".join(ground_rows(excerpt, "error", False))


def test_all_cells_of_a_small_map_are_shown_once() -> None:
    made = program(on_board(*[" ".join("." * 4)] * 4))
    excerpt = hex_excerpt(made, made.layouts["flat"], [Mark("place", "here", (5, 10))])
    assert {(tile.q, tile.r) for tile in excerpt.tiles} <= set(product(range(4), range(4)))
    assert len({(tile.q, tile.r) for tile in excerpt.tiles}) == len(excerpt.tiles)


def test_several_features_have_signs_of_their_own_and_one_is_drawn_as_lines() -> None:
    one = "edge brook (0, 0) / (1, 0)"
    several = f"{one}\nedge bridge (0, 0) / (1, 0)\nedge road (0, 1) / (1, 1)"
    for layout, legend in ((one, "/ - brook"), (several, "+ bridge   ~ brook   = road")):
        made = program(on_board(". . .", ". . .", layout=layout))
        flat = made.layouts["flat"]
        text = "\n".join(ground_rows(hex_excerpt(made, flat, [Mark("place", "here", (0,))]), "warning", False))
        assert text.endswith(legend)
        assert ("+" in text.split("[ ]")[0]) == (layout == several)
