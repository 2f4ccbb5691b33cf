"""Features of sides: chains, directions, banks, features that lead somewhere."""

import pytest

from tankdsl.ground.hexes import DIRECTION_NAMES, neighbour
from tankdsl.ground.maps import GroundMap
from tests.unit.check.small import RULES, at, checked, only, program

READ = "value seen(a: place, b: place): int = count(edges(a, b)) + count(edges_from(a, b))\n"


def text(*lines: str, layout: tuple[str, ...] = (), grid: str = "axial", pointy: bool = False, lie: str = "") -> str:
    body = "\n".join(f"    {line}" for line in lines)
    more = "\n".join(f"    {line}" for line in layout)
    rows = "\n".join("        " + "g " * 4 for _ in range(4))
    rules = RULES.replace("space hex flat", "space hex pointy") if pointy else RULES
    return (
        f"{rules}{READ}\nboard one {grid} 4 x 4 {{\n    legend g = grass\n    rows {{\n{rows}\n    }}\n{body}\n}}\n"
        f"layout map {{\n    board one at (0, 0){lie}\n    labels letters\n{more}\n}}\n"
    )


def sides(made: str) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """Features by the two labels, and those that lead."""
    ground = program(made).layouts["map"].ground
    assert isinstance(ground, GroundMap)
    label = [hex_.label for hex_ in ground.hexes]
    return (
        {f"{label[a]}/{label[b]}": features for (a, b), features in ground.edges.items()},
        {f"{label[a]}>{label[b]}": features for (a, b), features in ground.leads.items()},
    )


ONE_WAY = [
    ("edge road A1 / B1 / C1", {"A1/B1": ("road",), "B1/C1": ("road",)}),
    ("edge road (0, 0) / (1, 0), C3 / C4", {"A1/B1": ("road",), "C3/C4": ("road",)}),
    ("edge river B2 n se sw", {"B1/B2": ("river",), "B2/C2": ("river",), "B2/A3": ("river",)}),
    ("edge river B2 nw, B2 / B3", {"A2/B2": ("river",), "B2/B3": ("river",)}),
    ("edge river [A1, B1] / [A2, B2]", {"A1/A2": ("river",), "B1/A2": ("river",), "B1/B2": ("river",)}),
    ("edge wall [A1, B1, A2] / [A2, B2, B1]", dict.fromkeys(("A1/B1", "A1/A2", "B1/A2", "B1/B2", "A2/B2"), ("wall",))),
    ("edge river [A1, D4] nw n", {"D3/D4": ("river",), "C4/D4": ("river",)}),
    ("edge river within(A1, 1) / [B2, C1]", {"B1/C1": ("river",), "B1/B2": ("river",), "A2/B2": ("river",)}),
    ("edge road A1 / B1\n    edge river B1 / A1", {"A1/B1": ("road", "river")}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), ONE_WAY)
@pytest.mark.parametrize("on_board", [True, False])
def test_what_is_written_and_where_it_lies(line: str, expected: dict[str, tuple[str, ...]], on_board: bool) -> None:
    lines = tuple(one.strip() for one in line.split("\n"))
    found, leads = sides(text(*lines) if on_board else text(layout=lines))
    assert (found, leads) == (expected, {})


def test_zones_are_banks_in_a_layout() -> None:
    found, _ = sides(text(layout=("zone west = within(A1, 1)", "zone east = places - west", "edge river west / east")))
    assert set(found) == {"A2/B2", "B1/B2", "B1/C1", "A2/A3"}


@pytest.mark.parametrize(
    ("line", "leads"),
    [
        ("edge cliff C2 to C1", ["C2>C1"]),
        ("edge cliff C2 to n", ["C2>C1"]),
        ("edge cliff C2 to n ne", ["C2>C1", "C2>D1"]),
        ("edge gate A1 to B1 to C1", ["A1>B1", "B1>C1"]),
        ("edge cliff [A2, B2] to [A1, B1]", ["A2>A1", "A2>B1", "B2>B1"]),
    ],
)
def test_features_that_lead(line: str, leads: list[str]) -> None:
    found, leading = sides(text(line))
    assert sorted(leading) == sorted(leads) and len(found) == len(leads)


def test_a_named_place_comes_before_a_direction() -> None:
    _, leading = sides(text("place ne = C1", "edge cliff C2 to ne"))
    assert list(leading) == ["C2>C1"]


@pytest.mark.parametrize("pointy", [False, True])
@pytest.mark.parametrize("lie", ["", " turned", " mirrored left right", " mirrored top bottom"])
def test_features_lie_where_their_board_lies(pointy: bool, lie: str) -> None:
    """Each direction of a board is found again between the two hexes that it joined, whatever becomes of the board."""
    grid = "rows odd right" if pointy else "columns odd lower"
    names = DIRECTION_NAMES[program(text(pointy=pointy, grid=grid)).layouts["map"].ground.grid.orientation]  # type: ignore[attr-defined]
    plain = program(text(pointy=pointy, grid=grid)).layouts["map"].ground
    assert isinstance(plain, GroundMap)
    for number, name in enumerate(names):
        ground = program(text(f"edge cliff B2 to {name}", pointy=pointy, grid=grid, lie=lie)).layouts["map"].ground
        assert isinstance(ground, GroundMap)
        beside = plain.hexes[plain.index_of[neighbour(plain.hexes[plain.by_label["B2"]].axial, number)]].label
        (ends,) = ground.leads
        assert [ground.hexes[end].board_label for end in ends] == ["B2", beside]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("edge river A1 n", "has no neighbour to `n`"),
        ("edge river A1 / C1", "`A1` and `C1` share no side: they are 2 steps apart"),
        ("edge river [A1, B1] / [C3, D3]", "no hex of the one shares a side"),
        ("edge river A1 / A1", "this is one hex twice"),
        ("edge river A1 / B1, B1 nw", "this side has its `river` already"),
        ("edge cliff A1 to B1, B1 to A1", "this side has its `cliff` already"),
    ],
)
def test_sides_that_are_none(line: str, words: str) -> None:
    finding = only(text(line), "edge-wrong")
    assert words in finding.headline


def test_the_message_shows_the_run_at_fault() -> None:
    made = text("edge river A1 / B1, B2 / D2")
    assert at(made, only(made, "edge-wrong")) == "B2 / D2"


def test_directions_of_other_hexes_and_places_off_the_board() -> None:
    assert (
        only(text("edge river A1 e"), "unknown-name").headline.endswith("direction `e`")
        or "`e`" in only(text("edge river A1 e"), "unknown-name").headline
    )
    assert only(text("edge river A1 / Z9"), "off-map").headline == "`Z9` is not on the board `one`"
    assert only(text(layout=("edge river nowhere / A1",)), "unknown-name")


def test_runs_that_go_on_otherwise_are_refused_by_the_grammar() -> None:
    for line in ("edge river A1 / B1 to C1", "edge river A1 / B1 n", "edge river A1 n / B1"):
        assert [finding.code[:3] for finding in checked(text(line)) if finding.level == "error"] == ["TK1"], line


# ------------------------------------------------------------------------------------------------- found by careless designers


def test_a_direction_stands_once_in_a_run() -> None:
    finding = only(text("edge river B2 n n"), "edge-wrong")
    assert finding.headline == "`n` stands twice in one run, and its directions are sides of one place"


def test_a_place_off_the_map_inside_of_a_set_is_told() -> None:
    assert only(text(layout=("edge river within([A1, Z9], 1) / C3",)), "off-map").headline == "`Z9` is not on the map `map`"


def test_nothing_is_said_of_an_edge_at_a_zone_that_is_at_fault() -> None:
    finding = only(text(layout=("zone wet = within([A1, Z9], 1)", "edge river wet / C3")), "off-map")
    assert finding.headline == "`Z9` is not on the map `map`"
