"""Label schemes: how they count, and where they stop."""

import pytest

from tankdsl.ground.labels import LabelClash, LabelScheme, LabelStyle, name_cells


@pytest.mark.parametrize(
    ("scheme", "cell", "hex_", "label"),
    [
        (LabelScheme(LabelStyle.AXIAL), (3, 1), (3, -1), "3,-1"),
        (LabelScheme(LabelStyle.PAIR), (0, 0), (0, 0), "1,1"),
        (LabelScheme(LabelStyle.PAIR, first_column=0, first_row=1, separator="."), (3, 7), (3, 6), "3.8"),
        (LabelScheme(LabelStyle.DIGITS), (0, 0), (0, 0), "0101"),
        (LabelScheme(LabelStyle.DIGITS, first_column=0, first_row=0), (12, 5), (12, -1), "1205"),
        (LabelScheme(LabelStyle.DIGITS, digits=3), (0, 99), (0, 99), "001100"),
        (LabelScheme(LabelStyle.LETTERS), (0, 0), (0, 0), "A1"),
        (LabelScheme(LabelStyle.LETTERS), (25, 9), (25, -3), "Z10"),
        (LabelScheme(LabelStyle.LETTERS), (26, 11), (26, -2), "AA12"),
        (LabelScheme(LabelStyle.LETTERS), (27, 0), (27, 0), "AB1"),
        (LabelScheme(LabelStyle.LETTERS), (26 + 26 * 26, 0), (0, 0), "AAA1"),
        (LabelScheme(LabelStyle.DOUBLED), (26, 11), (26, -2), "AA12"),
        (LabelScheme(LabelStyle.DOUBLED), (27, 0), (27, 0), "BB1"),
        (LabelScheme(LabelStyle.DOUBLED), (52, 0), (52, 0), "AAA1"),
        (LabelScheme(LabelStyle.LETTERS, first_row=0), (1, 0), (1, 0), "B0"),
    ],
)
def test_labels(scheme, cell, hex_, label):
    assert scheme.label(cell, hex_) == label


@pytest.mark.parametrize(
    ("scheme", "cell"),
    [
        (LabelScheme(LabelStyle.DIGITS), (99, 0)),  # column 100
        (LabelScheme(LabelStyle.DIGITS), (0, 99)),
        (LabelScheme(LabelStyle.DIGITS), (-2, 0)),
        (LabelScheme(LabelStyle.LETTERS), (-1, 0)),
        (LabelScheme(LabelStyle.DOUBLED), (-1, 0)),
        (LabelScheme(LabelStyle.LETTERS), (0, -2)),
    ],
)
def test_a_scheme_has_no_label_beyond_its_reach(scheme, cell):
    assert scheme.label(cell, cell) is None


def test_every_cell_gets_its_name():
    cells = [(c, r) for r in range(2) for c in range(2)]
    names = name_cells(LabelScheme(LabelStyle.LETTERS), cells, tuple)
    assert names == {(0, 0): "A1", (1, 0): "B1", (0, 1): "A2", (1, 1): "B2"}


def test_the_first_cell_without_a_name_is_reported():
    cells = [(c, 0) for c in range(98, 101)]
    clash = name_cells(LabelScheme(LabelStyle.DIGITS), cells, tuple)
    assert clash == LabelClash((99, 0), None, None)


def test_two_cells_with_one_name_are_reported():
    # Without a separator 1|11 and 11|1 look alike.
    clash = name_cells(LabelScheme(LabelStyle.PAIR, separator=""), [(0, 10), (10, 0)], tuple)
    assert clash == LabelClash((10, 0), "111", (0, 10))


@pytest.mark.parametrize("style", list(LabelStyle))
def test_many_cells_are_named_as_each_alone(style):
    scheme = LabelScheme(style, separator=".")
    asked = []

    def axial(cell):
        asked.append(cell)
        return (cell[0], cell[1] - cell[0] // 2)

    cells = [(c, r) for r in range(-2, 102, 13) for c in range(-2, 102, 13)]
    label = scheme.labeller(axial)
    found = [label(cell) for cell in cells + cells]
    assert asked == (cells + cells if style is LabelStyle.AXIAL else []), "the hex of a cell is asked for only where it is in the label"
    assert found == [scheme.label(cell, axial(cell)) for cell in cells] * 2
