"""Laws of boards and layouts: turning, joining, labels, rows, movement."""

from hypothesis import assume, given
from hypothesis import strategies as st

from tankdsl.ground.board_text import read_board
from tankdsl.ground.boards import Board, turn_board
from tankdsl.ground.graph import movement_graph, sealing_hexes, shortest_costs
from tankdsl.ground.grids import axial_grid, columns_grid, rows_grid
from tankdsl.ground.hexes import Orientation, is_adjacent
from tankdsl.ground.labels import LabelScheme, LabelStyle
from tankdsl.ground.lands import Lands
from tankdsl.ground.layouts import Layout, Placement, build_map, single_board
from tankdsl.ground.maps import NO_HEX, GroundMap, MapEdge
from tankdsl.ground.marks import mark_board
from tankdsl.ground.picture import picture

LEGEND = {".": "grass", "T": "trees", "#": "house"}

grids = st.one_of(
    st.builds(axial_grid, st.sampled_from(Orientation)),
    st.builds(columns_grid, st.sampled_from(("lower", "higher")), st.sampled_from((0, 1)), st.booleans()),
    st.builds(rows_grid, st.sampled_from(("right", "left")), st.sampled_from((0, 1)), st.booleans()),
)
schemes = st.builds(
    LabelScheme,
    st.sampled_from(LabelStyle),
    first_column=st.sampled_from((0, 1)),
    first_row=st.sampled_from((0, 1)),
    separator=st.sampled_from((",", ".", "/")),
)


@st.composite
def boards(draw, glyphs=".T#-", grid=grids):
    """A board of any grid with up to 6 by 6 hexes, some of them missing, a zone and an edge."""
    grid = draw(grid)
    size = (draw(st.integers(1, 6)), draw(st.integers(1, 6)))
    columns, rows = grid.text_size(size)
    lines = [
        " ".join(draw(st.sampled_from(glyphs)) if grid.has_place((column, row), size) else "-" for column in range(columns))
        for row in range(rows)
    ]
    board = read_board(lines, LEGEND, grid, id="b", size=size, labels=draw(schemes))
    assume(isinstance(board, Board))
    labels = sorted(board.cells_by_label())
    zone = draw(st.lists(st.sampled_from(labels), min_size=1, max_size=4, unique=True))
    edges = [
        (a, b, "hedge")
        for a, b in [draw(st.tuples(st.sampled_from(labels), st.sampled_from(labels)))]
        if is_adjacent(board.axial(board.cells_by_label()[a]), board.axial(board.cells_by_label()[b]))
    ]
    marked = mark_board(board, zones=[("zone", zone)], named=[("spot", zone[:1])], edges=edges)
    assert isinstance(marked, Board)
    return marked


@given(boards())
def test_turning_twice_changes_nothing(board):
    assert turn_board(turn_board(board)) == board


@given(boards())
def test_a_turn_keeps_what_is_printed_on_each_hex(board):
    turned = turn_board(board)
    before, after = board.cells_by_label(), turned.cells_by_label()
    assert before.keys() == after.keys()
    for label, cell in before.items():
        assert turned.terrain(after[label]) == board.terrain(cell)
        old_end, new_end = board.half_end(cell), turned.half_end(after[label])
        assert new_end is (None if old_end is None else old_end.opposite)


@given(boards())
def test_a_turn_keeps_every_adjacency_and_turns_it_half_round(board):
    turned = turn_board(board)
    before = {label: board.axial(cell) for label, cell in board.cells_by_label().items()}
    after = {label: turned.axial(cell) for label, cell in turned.cells_by_label().items()}
    first = next(iter(before))
    for label, (q, r) in before.items():
        moved = (after[label][0] - after[first][0], after[label][1] - after[first][1])
        assert moved == (before[first][0] - q, before[first][1] - r)


@given(boards())
def test_names_zones_and_edges_keep_their_labels_in_a_turn(board):
    turned = turn_board(board)
    for was, now in ((board.named, turned.named), (board.zones, turned.zones)):
        assert [(name, {board.label(cell) for cell in cells}) for name, cells in was] == [
            (name, {turned.label(cell) for cell in cells}) for name, cells in now
        ]
    assert [({board.label(m.a), board.label(m.b)}, m.feature) for m in board.edges] == [
        ({turned.label(m.a), turned.label(m.b)}, m.feature) for m in turned.edges
    ]


@given(boards(), schemes)
def test_labels_lead_to_hexes_and_back(board, labels):
    ground = build_map(single_board(board, labels))
    assert isinstance(ground, GroundMap)
    for hex_ in ground.hexes:
        assert ground.find(hex_.label) == hex_.index
        assert ground.hexes[ground.by_board_label[f"b/{hex_.board_label}"]] is hex_
        assert ground.index_of[hex_.axial] == hex_.index
    assert len(ground.by_label) == len(ground)


@given(boards())
def test_the_neighbour_table_is_mutual(board):
    ground = build_map(single_board(board))
    for index, beside in enumerate(ground.neighbours):
        for direction, next_ in enumerate(beside):
            if next_ != NO_HEX:
                assert ground.neighbours[next_][(direction + 3) % 6] == index
                assert ground.distance(index, next_) == 1


@given(boards(glyphs="."), st.booleans(), st.booleans())
def test_boards_that_fit_side_by_side_keep_their_own_adjacency(board, first_turned, second_turned):
    """Two copies, one to the right of the other: refused for the stagger, or every neighbour survives."""
    placements = (
        Placement(board, 0, 0, first_turned, "red"),
        Placement(board, board.columns, 0, second_turned, "red"),
    )
    ground = build_map(Layout("pair", board.grid, placements))
    if isinstance(ground, list):
        assert {fault.kind for fault in ground} == {"stagger-mismatch"}
        return
    hexes = {label: board.axial(cell) for label, cell in board.cells_by_label().items()}
    for name in ("b", "b#2"):
        for a in hexes:
            for b in hexes:
                there = ground.neighbours[ground.by_board_label[f"{name}/{a}"]]
                assert is_adjacent(hexes[a], hexes[b]) == (ground.by_board_label[f"{name}/{b}"] in there)


@given(boards(glyphs="."), st.sampled_from(MapEdge))
def test_rows_begin_with_one_in_every_line_and_end_where_the_opposite_edge_begins(board, edge):
    opposite = {MapEdge.TOP: MapEdge.BOTTOM, MapEdge.LEFT: MapEdge.RIGHT}
    opposite |= {b: a for a, b in opposite.items()}
    ground = build_map(single_board(board, own_edges={"near": edge, "far": opposite[edge]}))
    upright = edge in (MapEdge.TOP, MapEdge.BOTTOM)
    lines = {}
    for hex_ in ground.hexes:
        lines.setdefault(hex_.column if upright else hex_.row, []).append(hex_.index)
    for line in lines.values():
        near, far = ([ground.row(side, index) for index in line] for side in ("near", "far"))
        if board.grid.kind == "axial" or not board.grid.half or upright == (board.grid.kind == "columns"):
            assert sorted(near) == list(range(1, len(line) + 1))
        assert min(near) == min(far) == 1
        assert len({a + b for a, b in zip(near, far, strict=True)}) == 1


@given(boards())
def test_components_reach_and_costs_agree(board):
    ground = build_map(single_board(board))

    def open_ground(index):
        return ground.hexes[index].terrain != "house"

    graph = movement_graph(ground, open_ground, lambda a, b: True)
    lands = Lands.of_steps(graph)
    parts = lands.components
    assert sorted(index for part in parts for index in part) == [i for i in range(len(ground)) if open_ground(i)]
    for part in parts:
        assert lands.reachable(part[:1]) == part
        costs = shortest_costs(ground, part[:1], lambda a, b: 1 if open_ground(b) else None)
        assert tuple(costs) == part
        assert all(cost >= ground.distance(part[0], index) for index, cost in costs.items())
        assert not set(sealing_hexes(ground, part, open_ground)) & set(graph)


@given(boards())
def test_a_picture_shows_every_hex_once(board):
    ground = build_map(single_board(board))
    text = picture(ground, lambda hex_: "@", labels=False)
    assert text.count("@") == len(ground)
    assert all(line == line.rstrip() for line in text.splitlines())
