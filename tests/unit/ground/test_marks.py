"""Named hexes, zones and edge features by label, on boards and on maps."""

from tankdsl.ground.board_text import read_board
from tankdsl.ground.edges import edge_mark, gather_edges
from tankdsl.ground.grids import axial_grid
from tankdsl.ground.labels import LabelScheme, LabelStyle
from tankdsl.ground.layouts import build_map, single_board
from tankdsl.ground.marks import (
    NotNeighbours,
    RepeatedEdge,
    RepeatedLabel,
    UnknownLabel,
    mark_board,
    mark_map,
)

BOARD = read_board([". . . ."] * 3, {".": "grass"}, axial_grid(), id="b", labels=LabelScheme(LabelStyle.LETTERS))


def test_marks_are_kept_by_cell():
    marked = mark_board(
        BOARD,
        named=[("farm", ["B2"])],
        zones=[("wood", ["C3", "A1", "D1"])],
        edges=[("B1", "A1", "hedge"), ("A1", "A2", "stream")],
    )
    assert marked.named == (("farm", ((1, 1),)),)
    assert marked.zones == (("wood", ((0, 0), (3, 0), (2, 2))),)
    assert marked.edges == (edge_mark((0, 0), (1, 0), "hedge"), edge_mark((0, 1), (0, 0), "stream"))


def test_the_order_of_the_two_labels_is_irrelevant():
    assert mark_board(BOARD, edges=[("A1", "B1", "hedge")]) == mark_board(BOARD, edges=[("B1", "A1", "hedge")])


def test_hexes_that_share_no_side_have_no_edge():
    faults = mark_board(BOARD, edges=[("A1", "B1", "hedge"), ("A1", "B2", "hedge"), ("A1", "A1", "hedge")])
    assert faults == [
        NotNeighbours("edges", 1, ("A1", "B2"), 2),
        NotNeighbours("edges", 2, ("A1", "A1"), 0),
    ]


def test_unknown_labels_of_every_list_are_reported():
    faults = mark_board(BOARD, named=[("farm", ["B2"]), ("mill", ["Z9"])], zones=[("wood", ["A1", "E1"])])
    assert faults == [UnknownLabel("named", 1, 0, "Z9"), UnknownLabel("zones", 0, 1, "E1")]
    assert mark_board(BOARD, edges=[("A1", "E1", "hedge")]) == [UnknownLabel("edges", 0, 1, "E1")]


def test_repetitions_are_reported():
    assert mark_board(BOARD, zones=[("wood", ["A1", "B1", "A1"])]) == [RepeatedLabel("zones", 0, 2, "A1")]
    faults = mark_board(BOARD, edges=[("A1", "B1", "hedge"), ("A1", "B1", "road"), ("B1", "A1", "hedge")])
    assert faults == [RepeatedEdge("edges", 2, 0)]


def test_one_side_may_carry_several_features():
    ground = build_map(single_board(mark_board(BOARD, edges=[("A1", "B1", "stream"), ("A1", "B1", "road")])))
    a, b = ground.by_label["A1"], ground.by_label["B1"]
    assert ground.features_between(a, b) == ground.features_between(b, a) == ("stream", "road")
    assert ground.features_between(a, ground.by_label["A2"]) == ()


def test_a_map_gains_marks_and_keeps_those_of_its_boards():
    board = mark_board(BOARD, zones=[("wood", ["B2"])], named=[("farm", ["A1"])], edges=[("A1", "A2", "hedge")])
    ground = mark_map(
        build_map(single_board(board)),
        zones=[("wood", ["b/A1", "D3"]), ("marsh", ["C1"])],
        named=[("mill", ["D1"])],
        edges=[("A2", "A1", "road"), ("A2", "A3", "road")],
    )
    assert ground.zones == {"wood": (0, 5, 11), "marsh": (2,)}
    assert ground.named == {"farm": (0,), "mill": (3,)}
    assert ground.edges == {(0, 4): ("hedge", "road"), (4, 8): ("road",)}


def test_faults_on_a_map():
    ground = build_map(single_board(BOARD))
    assert mark_map(ground, zones=[("wood", ["b/Z1"])], edges=[("A1", "C1", "road")]) == [
        UnknownLabel("zones", 0, 0, "b/Z1"),
        NotNeighbours("edges", 0, ("A1", "C1"), 2),
    ]


def test_edges_are_gathered_by_side_in_ascending_order():
    assert gather_edges([(5, 4, "road"), (1, 2, "hedge"), (4, 5, "road"), (4, 5, "ford")]) == {
        (1, 2): ("hedge",),
        (4, 5): ("road", "ford"),
    }
