"""The grid of a map is found from its labels alone."""

import pytest

from tankdsl.ground.board_text import read_board
from tankdsl.ground.grids import Grid, axial_grid, columns_grid, rows_grid
from tankdsl.ground.hexes import Orientation
from tankdsl.ground.labels import AXIAL_LABELS, LabelScheme, LabelStyle
from tankdsl.ground.layouts import build_map, single_board
from tankdsl.ground.maps import GroundMap
from tankdsl.ground.picture import picture
from tankdsl.picture.ground import ground_of

SCHEMES = {
    "letters": LabelScheme(LabelStyle.LETTERS),
    "doubled": LabelScheme(LabelStyle.DOUBLED, first_row=0),
    "digits": LabelScheme(LabelStyle.DIGITS, 1, 1),
    "digits from zero": LabelScheme(LabelStyle.DIGITS, 0, 0),
    "pair": LabelScheme(LabelStyle.PAIR, 0, 3, separator="."),
}
GRIDS = {
    "axial": axial_grid(),
    "pointy": axial_grid(Orientation.POINTY),
    "columns": columns_grid("lower"),
    "other columns": columns_grid("higher"),
    "rows": rows_grid("right"),
}


def built(grid: Grid, labels: LabelScheme) -> GroundMap:
    return build_map(single_board(read_board([". . . .", ". . T .", ". . . ."], {".": "grass", "T": "wood"}, grid, id="b", labels=labels)))


def document(ground: GroundMap) -> dict[str, object]:
    places = [{"q": hex_.q, "r": hex_.r, "label": hex_.label, "terrain": hex_.terrain} for hex_ in ground.hexes]
    return {"orientation": str(ground.grid.orientation), "places": places}


@pytest.mark.parametrize("labels", SCHEMES.values(), ids=SCHEMES.keys())
@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS.keys())
def test_the_same_picture_as_of_the_real_map(grid: Grid, labels: LabelScheme) -> None:
    real = built(grid, labels)
    found, has_names = ground_of(document(real))
    assert has_names
    assert picture(found, lambda hex_: hex_.terrain[:1]) == picture(real, lambda hex_: hex_.terrain[:1])


@pytest.mark.parametrize("orientation", list(Orientation))
def test_coordinates_as_labels(orientation: Orientation) -> None:
    real = built(axial_grid(orientation), AXIAL_LABELS)
    found, has_names = ground_of(document(real))
    assert has_names
    assert picture(found, lambda hex_: hex_.label) == picture(real, lambda hex_: hex_.label)


def test_labels_that_follow_no_scheme_are_left_out() -> None:
    places = [{"q": 0, "r": 0, "label": "north", "terrain": "grass"}, {"q": 0, "r": 1, "label": "south", "terrain": "grass"}]
    ground, has_names = ground_of({"orientation": "flat", "places": places})
    assert not has_names
    assert ground.neighbours[0][3] == 1
