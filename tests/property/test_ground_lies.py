"""Laws of boards that lie turned or mirrored, of parts of boards, and of overlays."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tankdsl.frozen import replaced
from tankdsl.ground.boards import Board, crop_board, lay_board
from tankdsl.ground.edges import edge_mark
from tankdsl.ground.grids import GridKind, Lie, columns_grid, rows_grid
from tankdsl.ground.hexes import Orientation, direction_between, neighbour
from tankdsl.ground.layouts import Layout, Placement, build_map, grid_around
from tankdsl.ground.maps import GroundMap
from tests.property.test_ground_boards import boards

lies = st.sampled_from(Lie)
staggered = st.one_of(
    st.builds(columns_grid, st.sampled_from(("lower", "higher")), st.sampled_from((0, 1)), st.booleans()),
    st.builds(rows_grid, st.sampled_from(("right", "left")), st.sampled_from((0, 1)), st.booleans()),
)

FACINGS = {
    (Orientation.FLAT, Lie.STRAIGHT): lambda f: f,
    (Orientation.FLAT, Lie.TURNED): lambda f: (f + 3) % 6,
    (Orientation.FLAT, Lie.LEFT_RIGHT): lambda f: (6 - f) % 6,
    (Orientation.FLAT, Lie.TOP_BOTTOM): lambda f: (3 - f) % 6,
    (Orientation.POINTY, Lie.STRAIGHT): lambda f: f,
    (Orientation.POINTY, Lie.TURNED): lambda f: (f + 3) % 6,
    (Orientation.POINTY, Lie.LEFT_RIGHT): lambda f: (1 - f) % 6,
    (Orientation.POINTY, Lie.TOP_BOTTOM): lambda f: (4 - f) % 6,
}
"""What becomes of a direction."""


def fits(board: Board, lie: Lie) -> bool:
    """Whether a board can lie so at all."""
    return board.grid.can_lie(lie)


@settings(max_examples=40)
@given(boards(), lies, lies)
def test_a_mirror_twice_is_no_mirror_and_two_of_them_are_a_turn(board, one, other):
    assume(fits(board, one) and fits(board, other))
    assert lay_board(lay_board(board, one), one) == board
    assert lay_board(lay_board(board, one), other) == lay_board(board, one.then(other))


def test_axial_boards_are_not_mirrored():
    grid = replaced(columns_grid("lower"), kind=GridKind.AXIAL)
    assert [lie for lie in Lie if grid.can_lie(lie)] == [Lie.STRAIGHT, Lie.TURNED]


@settings(max_examples=40)
@given(boards(grid=staggered), lies)
def test_every_neighbour_stays_a_neighbour_in_the_direction_that_the_mirror_gives(board, lie):
    laid = lay_board(board, lie)
    before = {label: board.axial(cell) for label, cell in board.cells_by_label().items()}
    after = {label: laid.axial(cell) for label, cell in laid.cells_by_label().items()}
    assert before.keys() == after.keys()
    at = {hex_: label for label, hex_ in before.items()}
    turn = FACINGS[board.grid.orientation, lie]
    for label, hex_ in before.items():
        assert laid.terrain(laid.cells_by_label()[label]) == board.terrain(board.cells_by_label()[label])
        for direction in range(6):
            beside = at.get(neighbour(hex_, direction))
            if beside is not None:
                assert direction_between(after[label], after[beside]) == turn(direction)


@settings(max_examples=40)
@given(boards(grid=staggered), lies, st.booleans())
def test_names_zones_and_edges_keep_their_labels_and_where_they_lead(board, lie, backwards):
    board = replaced(board, edges=tuple(edge_mark(m.b, m.a, "cliff", leads=True) if backwards else m for m in board.edges))
    laid = lay_board(board, lie)

    def told(one):
        marks = [({one.label(m.a), one.label(m.b)}, m.feature, m.towards and one.label(m.towards)) for m in one.edges]
        places = [(name, {one.label(cell) for cell in cells}) for name, cells in (*one.named, *one.zones)]
        return marks, places, {one.label(cell): one.half_end(cell) is None for cell in one.hex_cells()}

    assert told(laid) == told(board)


@settings(max_examples=40)
@given(boards(), lies, st.data())
def test_a_part_of_a_board_is_the_board_where_it_is(board, lie, data):
    """Every hex of the part has the terrain and the neighbours that it has on the whole board, found by its printed label."""
    assume(fits(board, lie))
    cells = [(column, row) for row, line in enumerate(board.cells) for column in range(len(line))]
    corners = data.draw(st.sampled_from(cells)), data.draw(st.sampled_from(cells))
    placement = Placement(board, 3, 2, lie is Lie.TURNED, mirrored=None if lie is Lie.TURNED else lie, part=corners)
    ground = build_map(Layout("part", grid_around(placement), (placement,)))
    if isinstance(ground, list):
        assert {fault.kind for fault in ground} == {"nothing-left"}
        return
    low, high = (tuple(pick(axis) for axis in zip(*corners, strict=True)) for pick in (min, max))
    inside = [cell for cell in board.hex_cells() if low[0] <= cell[0] <= high[0] and low[1] <= cell[1] <= high[1]]
    kept = {board.label(cell): board.axial(cell) for cell in inside}
    assert {hex_.board_label for hex_ in ground.hexes} == set(kept)
    by_label = {hex_.board_label: hex_ for hex_ in ground.hexes}
    for label, hex_ in by_label.items():
        assert hex_.terrain == board.terrain(board.cells_by_label()[label])
        assert sum(next_ >= 0 for next_ in ground.neighbours[hex_.index]) == sum(
            direction_between(kept[label], other) is not None for other in kept.values()
        )
    assert min(hex_.column for hex_ in ground.hexes) >= 3 and min(hex_.row for hex_ in ground.hexes) >= 2


@settings(max_examples=40)
@given(boards(glyphs="."), boards(glyphs="T-"), st.integers(-1, 3), st.integers(-1, 3))
def test_an_overlay_is_the_ground_where_it_has_hexes_and_nowhere_else(base, patch, column, row):
    assume(base.grid.kind is patch.grid.kind and base.grid.orientation is patch.grid.orientation and not patch.grid.half)
    base, patch = replaced(base, named=(), zones=()), replaced(patch, id="p", named=())
    layout = Layout("both", base.grid, (Placement(base, 0, 0), Placement(patch, column, row, is_overlay=True)))
    alone, ground = build_map(replaced(layout, placements=layout.placements[:1])), build_map(layout)
    assert isinstance(alone, GroundMap)
    if isinstance(ground, list):
        assert {fault.kind for fault in ground} <= {"stagger-mismatch", "overhang"}
        return
    covered = {(c + column, r + row): patch.label((c, r)) for c, r in patch.hex_cells()}
    assert [hex_.axial for hex_ in ground.hexes] == [hex_.axial for hex_ in alone.hexes]
    for was, now in zip(alone.hexes, ground.hexes, strict=True):
        if now.cell in covered:
            assert (now.terrain, now.board, now.board_label) == ("trees", "p", covered[now.cell])
            assert f"b/{was.board_label}" not in ground.by_board_label
        else:
            assert now == was
    relative = {label: patch.axial(cell) for label, cell in patch.cells_by_label().items()}
    laid = {label: ground.hexes[ground.by_board_label[f"p/{label}"]].axial for label in relative}
    first = next(iter(relative))
    assert all(
        (laid[label][0] - laid[first][0], laid[label][1] - laid[first][1])
        == (relative[label][0] - relative[first][0], relative[label][1] - relative[first][1])
        for label in relative
    ), "the shape is kept"


@settings(max_examples=40)
@given(boards())
def test_cutting_nothing_off_changes_nothing(board):
    assert crop_board(board, {(column, row) for row, line in enumerate(board.cells) for column in range(len(line))}) == board
