"""A table without a grid: lengths in hundredths, points, lines, areas, and arcs by degrees."""

from __future__ import annotations

import pytest

from tankdsl.check.tree import Core
from tankdsl.check.types import BOOL, DIRECTION, PATH, PLACE, Fine, Int, Kind, Optional, Set, describe
from tankdsl.diagnostics import Diagnostic
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

TABLE = """
ruleset table_top "Table top" {
    sides red "Red", blue "Blue"
    space table inches
    main game
}
measure inch, inches
measure turn, turns
area kind Feature { stat tall = no }
area kind Rim is Feature {}
areas Feature {
    | id   | name   | outline                   | tall |
    | wood | "wood" | [(4, 4), (9, 4), (9, 9)]  | yes  |
}
areas Rim {
    | id  | name  | outline           |
    | top | "top" | [(0, 0), (48, 0)] |
}
unit kind Piece {
    stat  speed: 0..20 inches
    state heading: direction = n
}
units Piece {
    | id    | name    | side | speed    |
    | rover | "Rover" | red  | 6 inches |
    | guard | "Guard" | blue | 4 inches |
}
arcs quarter of Piece by heading {
    front: -45 .. 45
    side:  45 .. 135, 225 .. 315
    rear:  135 .. 225
    border: side
}
sight line { blocked at f when f.tall }
movement driving of p: Piece from a to b {
    budget p.speed
    cost distance(a, b)
    never when any f in features where crosses(straight(a, b), f) "{p} cannot pass"
}
action drive(p: Piece) {
    require sight(p, p) or quarter(p, p) is front "it sees nothing"
    plot way for p using driving by p.side
    go p along way
}
sequence game { rounds at most 3 { each side s takes a turn { s plays drive may pass } } }
ending over at end of game { draw when 1 > 0 }
board ground "Ground" table 48 x 48 { place middle = (24, 24) }
layout open_ground "Open ground" { board ground at (0, 0); place ford = (3, 40) }
scenario plain "Plain" {
    layout open_ground
    given rover at (24, 8), guard at (24, 40)
}
"""


def session(text: str) -> Session:
    return Session(MemoryBundle({"game.tank": text}), ("game.tank",))


def errors(text: str) -> list[Diagnostic]:
    made = session(text)
    return [finding for finding in (*made.loaded.found, *made.checked.found) if finding.level == "error"]


def value(body: str) -> Core:
    """The body of a value that is added to the small game."""
    made = session(f"{TABLE}\n{body}\n")
    assert [f.headline for f in (*made.loaded.found, *made.checked.found) if f.level == "error"] == []
    return made.program.values["probe"].body


def fault(body: str) -> Diagnostic:
    """The only error of the small game with something added."""
    (found,) = errors(f"{TABLE}\n{body}\n")
    return found


def test_the_small_game_is_sound() -> None:
    assert errors(TABLE) == []


def test_lengths_are_kept_in_hundredths() -> None:
    body = value("value probe(): inches = 6 inches")
    assert body.args == (600,) and body.type == Int(600, 600, "inches")
    assert session(TABLE).program.kinds["Piece"].models[0].stats["speed"].args == (600,)


def test_other_measures_are_not() -> None:
    assert value("value probe(): turns = 6 turns").args == (6,)


def test_a_length_is_converted_with_its_grain() -> None:
    assert value("value probe(): inches = 3 as inches").args == (300,)
    assert value("value probe(n: 0..9): inches = n as inches").op == "*"
    body = value("value probe(p: Piece): int = p.speed as int")
    assert body.op == "div" and body.type == Int(0, 20)


def test_messages_show_lengths_as_they_are_written() -> None:
    found = fault("value probe(p: Piece): 0..2 inches = p.speed")
    assert found.headline == "can be 0..20 inches, but the result of `probe` allows 0..2 inches"
    assert describe(Int(0, 1250, Fine("inches"))) == "0..12.5 inches"


def test_a_point_is_written_in_whole_units() -> None:
    body = value("value probe(p: Piece): bool = p.at is (24, 8)")
    assert [number.args[0] for number in body.args[1].args] == [2400, 800]


def test_pieces_of_a_scenario_stand_on_points() -> None:
    rover, guard = (thing for thing in session(TABLE).program.scenarios["plain"].instances if thing.kind == "Piece")
    assert (rover.point, guard.point) == ((2400, 800), (2400, 4000))


def test_areas_are_in_every_scenario() -> None:
    things = session(TABLE).program.scenarios["plain"].instances
    assert [thing.id for thing in things if thing.kind in ("Feature", "Rim")] == ["wood", "top"]


@pytest.mark.parametrize(
    ("written", "op", "type"),
    [
        ("distance(p, q)", "distance", Optional(Int(0, 1_000_000, "inches"))),
        ("distance(p, way)", "distance_to_path", Optional(Int(0, 1_000_000, "inches"))),
        ("distance(wood_of(p), p.at else (0, 0))", "distance_to_area", Int(0, 1_000_000, "inches")),
        ("length(way)", "path_length", Int(0, 1_000_000, "inches")),
        ("straight(p, q)", "straight", Optional(PATH)),
        ("stretch(way, 1 inch, p.speed)", "stretch", PATH),
        ("inside(wood_of(p), q)", "inside", BOOL),
        ("crosses(straight(p, q), wood_of(p))", "crosses", BOOL),
        ("shortest_path(p, wood_of(q), [wood_of(p)])", "way_to_area", Optional(PATH)),
        ("shortest_path(p, q, features)", "way_to_point", Optional(PATH)),
        ("shortest_path(p, way, features, 0.5 inches, [q], 1 inch)", "way_to_area", Optional(PATH)),
        ("heading(way, p.speed)", "heading", Optional(DIRECTION)),
        ("circle(p, p.speed)", "circle", Set(PLACE)),
        ("circle((4, 4), 1 inch)", "list", Set(PLACE)),
        ("opposite(p.heading else n)", "opposite", DIRECTION),
        ("direction(p, q)", "direction", Optional(session(TABLE).checked.field_of("Piece", "heading").type)),  # type: ignore[union-attr]
    ],
)
def test_what_can_be_measured(written: str, op: str, type: object) -> None:
    helper = "value wood_of(p: Piece): Feature = first(features) else wood_of(p)"
    made = session(f"{TABLE}\nvalue probe(p: Piece, q: Piece, way: path) = {written}\n{helper}\n")
    body = made.program.values["probe"].body
    assert (body.op, body.type) == (op, type)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("inside(p, p)", "type-mismatch"),
        ("crosses(p, p)", "type-mismatch"),
        ("distance(p, 3) < 2 inches", "type-mismatch"),
        ("distance(p, p) < 2", "measure-mismatch"),
        ("neighbours(p.at) is none", "wrong-kind-of-name"),
        ("any h in places where h is p.at", "not-a-set"),
        ("count(d in directions) > 1", "not-a-set"),
        ("length(stretch(way, 1, 2)) > 1 inch", "measure-mismatch"),
        ("shortest_path(p, p, [p]) is none", "type-mismatch"),
        ("shortest_path(p, p, features, 1) is none", "measure-mismatch"),
        ("shortest_path(p, p, features, 1 inch, [p]) is none", "wrong-arguments"),
        ("shortest_path(p, p, features, 1 inch, features, 1 inch) is none", "type-mismatch"),
        ("count(circle(p, 2)) > 1", "measure-mismatch"),
        ("count(q in points(way) where q is p.at) > 1", "not-a-set"),
        ("any q in points(p) where q is p.at", "type-mismatch"),
        ("p.speed > 1.5", "number-malformed"),
        ("p.speed > 1.5 turns", "number-malformed"),
    ],
)
def test_what_cannot_be_measured(written: str, name: str) -> None:
    assert name in [found.name for found in errors(f"{TABLE}\nvalue probe(p: Piece, way: path): bool = {written}\n")]


def test_lengths_and_points_may_have_decimals() -> None:
    assert value("value probe(): inches = 7.5 inches").args == (750,)
    assert value("value probe(): inches = 0.05 inches").args == (5,)
    body = value("value probe(p: Piece): bool = p.at is (24.25, 8 inches)")
    assert [number.args[0] for number in body.args[1].args] == [2425, 800]


def test_directions_of_a_table_have_names() -> None:
    body = value("value probe(): direction = nw")
    assert (body.op, body.args, body.type) == ("dir", ("nw",), DIRECTION)
    (piece, _) = (
        thing
        for thing in session(TABLE.replace("at (24, 8)", "at (24, 8) { heading = sw }")).program.scenarios["plain"].instances
        if thing.kind == "Piece"
    )
    assert piece.fields["heading"].args == ("sw",)


def test_a_circle_is_an_outline() -> None:
    made = session(TABLE.replace("[(4, 4), (9, 4), (9, 9)] ", "circle((10, 10), 4 inches)"))
    outline = made.program.kinds["Feature"].models[0].stats["outline"]
    assert len(outline.args) == 32
    assert [number.args[0] for number in outline.args[0].args] == [1400, 1000]


def test_areas_that_a_layout_lists_stand_on_no_other_table() -> None:
    text = TABLE + "layout wooded { board ground at (0, 0); areas wood }\nscenario other of plain { layout wooded }\n".replace(
        "other of", 'other "Other" of'
    )
    scenarios = session(text).program.scenarios
    standing = {name: [thing.id for thing in one.instances if thing.kind in ("Feature", "Rim")] for name, one in scenarios.items()}
    assert standing == {"plain": ["top"], "other": ["wood", "top"]}
    (found,) = errors(text.replace("areas wood", "areas wodo"))
    assert found.headline == "there is no area `wodo`" and "`wood`" in "".join(found.help)


@pytest.mark.parametrize(("size", "fits"), [("84 x 48", True), ("68 x 68", True), ("69 x 69", False), ("96 x 48", False), ("97 x 9", True)])
def test_a_table_is_as_large_as_exact_geometry_allows(size: str, fits: bool) -> None:
    assert (
        errors(
            TABLE.replace("table 48 x 48", f"table {size}")
            .replace("(24, 40)", "(24, 6)")
            .replace("ford = (3, 40)", "ford = (3, 4)")
            .replace("middle = (24, 24)", "middle = (4, 4)")
        )
        == []
    ) is fits


@pytest.mark.parametrize("domain", ["points(wood_of(p))", "points(features)", "points(straight(p, (1, 1)))", "points(circle(p, 2 inches))"])
def test_a_point_of_a_shape_can_be_chosen(domain: str) -> None:
    helper = "value wood_of(p: Piece): Feature = first(features) else wood_of(p)"
    choice = f"choose h from {domain} where distance(h, p) < 6 inches by p.side {{ put p at h }} else {{ nothing }}"
    found = [one for one in errors(f"{TABLE}\n{helper}\neffect probe(p: Piece) {{ {choice} }}") if one.name != "call-cycle"]
    assert found == []


def test_a_point_can_be_chosen() -> None:
    choice = "choose h from places where distance(h, p) < 6 inches by p.side { put p at h } else { nothing }"
    assert errors(f"{TABLE}\neffect probe(p: Piece) {{ {choice} }}") == []


def test_what_blocks_sight_is_an_area() -> None:
    made = session(TABLE)
    assert made.program.sights["line"].rows[0].places[0].type == Kind("Feature")
    found = errors(TABLE.replace("area kind Rim is Feature {}", "area kind Rim {}"))
    assert "an area of `Feature` or `Rim` could be meant" in [one.headline for one in found]


def test_a_table_has_no_tie() -> None:
    (found,) = errors(TABLE.replace("when f.tall }", "when f.tall; tie both }"))
    assert found.headline == "`tie` is for lines along the edges of hexes"


@pytest.mark.parametrize(
    ("right", "wrong", "name"),
    [
        ("front: -45 .. 45", "front: -40 .. 45", "row-wrong"),
        ("front: -45 .. 45", "front: 45 .. -45", "row-wrong"),
        ("front: -45 .. 45", "front: ahead", "row-wrong"),
        ("front: -45 .. 45", "front: -90 .. 45", "table-overlap"),
        ("rear:  135 .. 225", "rear:  150 .. 225", "table-not-total"),
        ("border: side", "border: left", "unknown-name"),
    ],
)
def test_arcs_are_a_partition_of_a_full_turn(right: str, wrong: str, name: str) -> None:
    assert name in [found.name for found in errors(TABLE.replace(right, wrong))]


def test_arcs_keep_their_degrees() -> None:
    parts = dict(session(TABLE).program.arcs["quarter"].parts)
    assert parts["side"] == ((45, 135), (225, 315))


@pytest.mark.parametrize("outline", ["[(4, 4)]", "[(4, 4), (4, 4)]"])
def test_an_outline_has_corners(outline: str) -> None:
    (found,) = errors(TABLE.replace("[(4, 4), (9, 4), (9, 9)]", outline))
    assert found.headline == "an outline needs at least two corners"


def test_an_area_needs_an_outline() -> None:
    text = TABLE.replace("| id   | name   | outline                   | tall |", "| id   | name   | tall |")
    (found,) = errors(text.replace('| wood | "wood" | [(4, 4), (9, 4), (9, 9)]  | yes  |', '| wood | "wood" | yes  |'))
    assert found.headline == "`wood` has no value for `outline`"


def test_an_outline_is_not_declared() -> None:
    assert errors(TABLE.replace("stat tall = no", "stat tall = no; stat outline: text"))[0].name == "reserved-name"


def test_a_layout_lays_one_table() -> None:
    table = session(TABLE).program.tables["open_ground"]
    assert (table.width, table.height) == (4800, 4800)
    assert table.names == {"middle": (2400, 2400), "ford": (300, 4000)}


@pytest.mark.parametrize(
    ("right", "wrong", "headline"),
    [
        ("table 48 x 48 {", "axial 4 x 4 { rows {\n. . . .\n}\n", "`ground` is made of hexes, and this game is played on a table"),
        ("table 48 x 48 {", "table 148 x 98 {", "a table of 148 x 98 is too large"),
        ("ground at (0, 0);", "ground at (0, 0); board ground at (48, 0);", "the layout `open_ground` of a table lays one board"),
        ("board ground at", "board gorund at", "there is no board `gorund`"),
        ("place ford = (3, 40)", "place ford = (3, 49)", "this point is not on the table"),
        ("guard at (24, 40)", "guard at (50, 40)", "this point is not on the table"),
        ("guard at (24, 40)", "guard at (24, active_row)", "nothing is called `active_row` here"),
        ("    layout open_ground\n", "", "the scenario `plain` has no layout, and the game is played on a table"),
    ],
)
def test_faults_of_tables(right: str, wrong: str, headline: str) -> None:
    assert right in TABLE
    assert headline in [found.headline for found in errors(TABLE.replace(right, wrong))]


def test_a_piece_may_begin_on_a_named_point() -> None:
    made = session(TABLE.replace("guard at (24, 40)", "guard at ford"))
    assert [thing.point for thing in made.program.scenarios["plain"].instances if thing.model == "guard"] == [(300, 4000)]


def test_names_of_points_can_be_used_in_rules() -> None:
    assert value("value probe(p: Piece): bool = distance(p, middle) <= 6 inches").args[0].args[1].op == "place"
