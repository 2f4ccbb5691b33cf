"""What hangs together on a map, with steps that lead one way only."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tankdsl.ground.board_text import read_board
from tankdsl.ground.graph import movement_graph
from tankdsl.ground.grids import axial_grid
from tankdsl.ground.labels import LabelScheme, LabelStyle
from tankdsl.ground.lands import Lands
from tankdsl.ground.layouts import build_map, single_board

ROOT = Path(__file__).resolve().parents[3]

# A wall of water between two shores, and one dry hex on its own.
ROWS = [
    ". . ~ .",
    ". . ~ .",
    "~ ~ ~ .",
    ". ~ . .",
]
BOARD = read_board(ROWS, {".": "grass", "~": "water"}, axial_grid(), id="b", labels=LabelScheme(LabelStyle.LETTERS))
GROUND = build_map(single_board(BOARD))


def lands(can_step=lambda a, b: True, can_enter=lambda index: GROUND.hexes[index].terrain == "grass"):
    return Lands.of_steps(movement_graph(GROUND, can_enter, can_step))


def labels(indexes):
    return [GROUND.hexes[index].label for index in indexes]


def hexes(*names):
    return [GROUND.by_label[name] for name in names]


def test_components_come_with_the_largest_first():
    assert [labels(part) for part in lands().components] == [["D1", "D2", "D3", "C4", "D4"], ["A1", "B1", "A2", "B2"], ["A4"]]


def test_a_step_allowed_one_way_only_joins_nothing():
    a, b = hexes("A1", "B1")
    found = lands(lambda start, end: start == a, lambda index: index in (a, b))
    assert found.components == ((a,), (b,))
    assert found.reachable([a]) == (a, b) and found.reachable([b]) == (b,)
    assert found.beyond([a]) == () and found.beyond([b]) == ((a,),)


def test_a_ring_of_one_way_steps_is_one_component():
    a, b, c = hexes("A1", "B1", "A2")
    found = lands(lambda start, end: (start, end) in ((a, b), (b, c), (c, a)), lambda index: index in (a, b, c))
    assert len(found.parts) == 3 and found.components == ((a, b, c),)


def test_reach_from_several_starts():
    found = lands()
    assert labels(found.reachable(hexes("A4", "B2", "C1"))) == ["A1", "B1", "A2", "B2", "A4"]
    assert found.reachable([]) == ()


def test_what_lies_beyond_is_one_region_as_soon_as_it_touches():
    into_the_west = {index for index in range(len(GROUND)) if labels([index])[0][0] in "AB"}
    found = lands(lambda start, end: start in into_the_west or end not in into_the_west)
    assert [labels(part) for part in found.beyond(hexes("D1"))] == [["A1", "B1", "A2", "B2"], ["A4"]]


def test_nothing_can_be_entered():
    found = lands(can_enter=lambda index: False)
    assert found.components == () and found.reachable([0]) == () and found.beyond([]) == ()


@given(st.dictionaries(st.integers(0, 11), st.sets(st.integers(0, 11)), min_size=12, max_size=12))
def test_reach_and_components_are_those_of_the_definition(graph):
    found = Lands.of_steps({index: tuple(sorted(graph[index])) for index in sorted(graph)})

    def reached(start):
        seen, todo = {start}, [start]
        while todo:
            new = graph[todo.pop()] - seen
            seen |= new
            todo += new
        return seen

    to = {index: reached(index) for index in graph}
    assert all(set(found.reachable([index])) == to[index] for index in graph)
    alike = {tuple(sorted(other for other in to[index] if index in to[other])) for index in graph}
    assert set(found.components) == alike and len(found.components) == len(alike)


MEASURED = """
import sys, tracemalloc
from tankdsl.ground.lands import Lands
SIZE = 316
def near(index):
    q, r = index % SIZE, index // SIZE
    around = ((q, r - 1), (q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r))
    return [b * SIZE + a for a, b in around if 0 <= a < SIZE and 0 <= b < SIZE]
graph = {i: tuple(n for n in near(i) if STEPS) for i in range(SIZE * SIZE)}
tracemalloc.start()
found = Lands.of_steps(graph)
print(len(found.components), len(found.beyond(found.components[0][:1])), "networkx" in sys.modules)
print(tracemalloc.get_traced_memory()[1] // 2**20)
"""


@pytest.mark.parametrize(
    ("steps", "components", "networkx"),
    [
        ("True", 1, False),
        ("n // SIZE // 79 == i // SIZE // 79", 4, False),
        ("n > i", 316 * 316, False),
    ],
    ids=["open", "four strips", "all one way"],
)
def test_a_map_of_a_hundred_thousand_hexes_is_bounded(steps, components, networkx):
    done = subprocess.run([sys.executable, "-c", MEASURED.replace("STEPS", steps)], capture_output=True, text=True, check=True, cwd=ROOT)
    counts, measured = done.stdout.splitlines()
    assert counts.split()[0] == str(components) and counts.split()[2] == str(networkx)
    assert int(measured) < 200, "MiB at the most, the graph itself apart"
