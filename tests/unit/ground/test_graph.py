"""Movement graphs: steps, what seals a region, costs."""

import pytest

from tankdsl.ground.board_text import read_board
from tankdsl.ground.graph import movement_graph, sealing_hexes, shortest_costs
from tankdsl.ground.grids import axial_grid
from tankdsl.ground.labels import LabelScheme, LabelStyle
from tankdsl.ground.layouts import build_map, single_board

# A wall of water between two shores, and one dry hex on its own.
GROUND = build_map(
    single_board(
        read_board(
            [
                ". . ~ .",
                ". . ~ .",
                "~ ~ ~ .",
                ". ~ . .",
            ],
            {".": "grass", "~": "water"},
            axial_grid(),
            id="b",
            labels=LabelScheme(LabelStyle.LETTERS),
        )
    )
)


def dry(index):
    return GROUND.hexes[index].terrain == "grass"


def anywhere(a, b):
    return True


def labels(indexes):
    return [GROUND.hexes[index].label for index in indexes]


def test_nodes_are_the_hexes_that_can_be_entered():
    graph = movement_graph(GROUND, dry, anywhere)
    assert labels(graph) == ["A1", "B1", "D1", "A2", "B2", "D2", "D3", "A4", "C4", "D4"]
    assert GROUND.by_label["B1"] in graph[GROUND.by_label["A2"]]
    assert GROUND.by_label["B2"] not in graph[GROUND.by_label["A1"]]


def test_the_hexes_that_seal_a_region():
    region = [GROUND.by_label[label] for label in ("A1", "B1", "A2", "B2")]
    assert labels(sealing_hexes(GROUND, region, dry)) == ["C1", "C2", "A3", "B3"]
    assert sealing_hexes(GROUND, range(len(GROUND)), dry) == ()


def test_costs_are_the_least_of_all_ways():
    # Water costs 3, grass 1; from A1 to C1 over B1, to D1 through the water.
    costs = shortest_costs(GROUND, [GROUND.by_label["A1"]], lambda a, b: 1 if dry(b) else 3)
    assert {label: costs[GROUND.by_label[label]] for label in ("A1", "B1", "C1", "D1", "A4")} == {
        "A1": 0,
        "B1": 1,
        "C1": 4,
        "D1": 5,
        "A4": 5,
    }
    assert list(costs) == sorted(costs)


def test_costs_from_the_nearest_start_and_no_further_than_steps_lead():
    starts = [GROUND.by_label["A1"], GROUND.by_label["D4"]]
    costs = shortest_costs(GROUND, starts, lambda a, b: 1 if dry(b) else None)
    assert costs[GROUND.by_label["D1"]] == 3
    assert GROUND.by_label["A4"] not in costs


def test_a_step_may_cost_nothing_but_not_less():
    assert set(shortest_costs(GROUND, [0], lambda a, b: 0).values()) == {0}
    with pytest.raises(ValueError, match="costs -1"):
        shortest_costs(GROUND, [0], lambda a, b: -1)
