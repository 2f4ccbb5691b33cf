"""What pieces of other kinds, stats for each member of an enum, named arcs, drawn cards and campaigns mean on hexes."""

from __future__ import annotations

import pytest

from tankdsl.check import tree
from tankdsl.check.tree import Core
from tankdsl.check.types import Int, Kind, Optional, Per, Set
from tankdsl.diagnostics import Diagnostic
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

HEXES = """
ruleset wider "Wider" {
    sides red "Red", blue "Blue"
    space hex flat
    main game
}
measure hex, hexes
measure pace, paces
enum Load { shell, shot }
terrain kind Ground { stat rough: bool }
terrains Ground {
    | id    | name    | rough |
    | grass | "grass" | no    |
    | bog   | "bog"   | yes   |
}
unit kind Piece {
    stat  pace: 1..9 paces
    state heading: direction = n
    state aim: direction = n
}
unit kind Wagon is Piece {
    stat armour per face: 0..9 flavour
    pile hold of Crowd holds 1
}
unit kind Crowd is Piece { state load: Load? = none }
units Wagon {
    | id    | name    | side | pace    | armour    |
    | cart  | "Wagon" | red  | 4 paces | [5, 3, 1] |
}
units Crowd {
    | id    | name    | side | pace    |
    | mob   | "Crowd" | blue | 2 paces |
}
arcs face of Wagon by heading {
    front: ahead
    flank: ahead_left, ahead_right, back_left, back_right
    rear:  back
    border: first
}
arcs gun of Wagon by aim {
    covered: ahead
    outside: ahead_left, ahead_right, back_left, back_right, back
    border: covered
}
card kind Event { stat lasts = no flavour }
card storm "Storm" of Event { on draw for p: Piece { remove p } }
card gust "Gust" of Event copies 2 { on draw for w: Wagon { w.heading = w.aim } }
card lull "Lull" of Event {}
deck events of Event
movement rolling of p: Piece from a to b {
    budget p.pace
    cost 1 pace
    cost 1 pace "rough" when ground(b).rough
    bonus 1 pace "by road" when all s in steps(a, path) where edge(s.from, s.to) is road
    first step always when p.pace > 1 pace
}
sequence game { rounds at most 3 { each side s takes a turn { s plays roll_on may pass } } }
ending over at end of game { draw when 1 > 0 }
board field "Field" axial 4 x 4 {
    legend . = grass, o = bog
    rows {
        . . . .
        . o . .
        . . . .
        . . . .
    }
    edge road (0, 0) / (1, 0)
}
layout flat_field "Flat" { board field at (0, 0) }
scenario plain "Plain" {
    layout flat_field
    given cart at (0, 0), mob at (3, 3)
}
scenario again "Again" of plain {}
"""
ACTION = """
action roll_on(p: Piece) {
    plot way for p using rolling by p.side
    go p along way
}
"""


def session(text: str) -> Session:
    return Session(MemoryBundle({"game.tank": text}), ("game.tank",))


def errors(text: str) -> list[Diagnostic]:
    made = session(text)
    return [finding for finding in (*made.loaded.found, *made.checked.found) if finding.level == "error"]


def value(body: str, base: str = HEXES + ACTION) -> Core:
    """The body of a value that is added to the small game."""
    made = session(f"{base}\n{body}\n")
    assert [f.headline for f in (*made.loaded.found, *made.checked.found) if f.level == "error"] == []
    return made.program.values["probe"].body


def fault(body: str, base: str = HEXES + ACTION) -> Diagnostic:
    """The only error of the small game with something added."""
    (found,) = errors(f"{base}\n{body}\n")
    return found


def test_the_small_game_is_sound() -> None:
    assert errors(HEXES + ACTION) == []


def test_a_thing_as_one_of_a_kind_below() -> None:
    body = value("value probe(p: Piece): Wagon? = p as Wagon")
    assert (body.op, body.args[0], body.type) == ("as_kind", "Wagon", Optional(Kind("Wagon")))


def test_a_field_of_a_thing_that_may_be_of_another_kind_may_be_absent() -> None:
    load = value("value probe(c: Crowd): Load = c.load else shot").type
    assert value("value probe(p: Piece): Load? = (p as Crowd).load").type == Optional(load)


def test_whether_a_thing_is_of_a_kind() -> None:
    assert value("value probe(p: Piece): bool = p is Wagon").op == "present"
    assert value("value probe(p: Piece): bool = p is not Wagon").op == "and"


@pytest.mark.parametrize(
    ("written", "headline"),
    [
        ("p as Wagons", "there is no kind `Wagons`"),
        ("p as Ground", "a `Piece` is never a `Ground`"),
        ("p as Piece", "this is a `Piece` anyway"),
        ("p.pace as Wagon", "found 1..9 paces, expected a thing"),
    ],
)
def test_kinds_that_a_thing_cannot_be_of(written: str, headline: str) -> None:
    assert fault(f"value probe(p: Piece): bool = ({written}) is none").headline == headline


def test_a_stat_has_a_value_for_each_member_of_an_enum() -> None:
    body = value("value probe(w: Wagon, h: place): 0..9 = w.armour[face(w, h) else rear]")
    assert body.op == "at_index"
    assert body.args[0].type == Per("arcs.face", Int(0, 9))
    assert body.type == Int(0, 9)


def test_a_value_for_another_enum_is_refused() -> None:
    assert fault("value probe(w: Wagon): 0..9 = w.armour[shell]").name == "type-mismatch"


def test_a_row_must_have_as_many_values_as_the_enum_has_members() -> None:
    found = fault("", (HEXES + ACTION).replace("[5, 3, 1]", "[5, 3]"))
    assert found.headline == "found 2 values, expected one for each of `front`, `flank` and `rear`"


@pytest.mark.parametrize("line", ["state armour per face: 0..9 = 1", "stat armour per Piece: 0..9", "stat armour per face = [1, 2, 3]"])
def test_only_a_stat_can_have_values_for_each_member_of_an_enum(line: str) -> None:
    text = (HEXES + ACTION).replace("stat armour per face: 0..9 flavour", line)
    assert errors(text)[0].name in ("unknown-type", "type-mismatch")


def test_arcs_are_called_by_name_when_a_piece_has_several() -> None:
    assert value("value probe(w: Wagon, p: Piece): bool = gun(w, p) is covered").args[0].args[0] == "gun"
    assert "by its name" in fault("value probe(w: Wagon, p: Piece): bool = arc(w, p) is covered").help[0]


def test_arcs_of_another_kind_are_refused() -> None:
    assert fault("value probe(p: Piece, q: Piece): bool = gun(p, q) is covered").name == "type-mismatch"


def test_arcs_need_a_facing_and_a_known_border() -> None:
    assert fault("", (HEXES + ACTION).replace("by aim", "by pace")).name == "type-mismatch"
    assert fault("", (HEXES + ACTION).replace("border: covered", "border: middle")).headline == "there is no arc `middle`"


def test_the_steps_of_a_path_have_two_ends() -> None:
    body = value("value probe(h: place, way: path): bool = any s in steps(h, way) where ground(s.to).rough and s.from is h")
    assert body.args[1].op == "steps"
    assert fault("value probe(h: place, way: path): bool = any s in steps(h, way) where s.til is h").name == "unknown-field"


def test_what_a_path_costs_is_counted_as_the_movement_counts() -> None:
    body = value("value probe(p: Piece, way: path): paces = path_cost(p, rolling, way)")
    assert body.op == "path_cost" and body.args[0] == "rolling"
    assert isinstance(body.type, Int) and body.type.measure == "paces"
    assert fault("value probe(p: Piece, way: path): paces = path_cost(p, gliding, way)").headline == "there is no movement `gliding`"


def test_whether_a_piece_can_go_names_a_movement() -> None:
    body = value("value probe(p: Piece): bool = can_go(p, rolling)")
    assert body.op == "can_go" and body.args[0] == "rolling" and body.args[2].op == "none"
    assert value("value probe(p: Piece): bool = can_go(p, rolling, 2 paces)").args[2].op == "int"
    assert fault("value probe(p: Piece): bool = can_go(p, gliding)").headline == "there is no movement `gliding`"
    wanted = "`can_go` takes a piece, a movement and perhaps a budget, found 1 argument"
    assert fault("value probe(p: Piece): bool = can_go(p)").headline == wanted
    assert fault("value probe(p: Piece): bool = can_go(p, rolling, yes)").name == "type-mismatch"
    assert fault("value probe(s: Side): bool = can_go(s, rolling)").name == "type-mismatch"


def test_a_mistake_in_a_value_is_found_although_it_is_first_met_on_trial() -> None:
    text = (HEXES + ACTION).replace("cost 1 pace\n", "cost price(b)\n")
    price = "value price(h: place): paces = if ground(h).rugged { 2 paces } else { 1 pace }"
    probe = "value probe(p: Piece, way: path): paces = path_cost(p, rolling, way)"
    assert fault(f"{price}\n{probe}", text).headline == "`Ground` has no field `rugged`"


def test_hexes_that_a_line_crosses() -> None:
    assert value("value probe(a: Piece, b: Piece): int = count(crossed(a, b))").args[0].op == "crossed"


def test_numbers_from_one_to_another() -> None:
    body = value("value probe(w: Wagon): bool = any n in numbers(1, 3) where n > 2")
    assert body.args[1].type == Set(Int(1, 3))
    assert fault("value probe(w: Wagon): bool = any n in numbers(1, w.pace) where n > 2").name == "measure-mismatch"


def test_what_is_for_a_table_is_refused_on_hexes() -> None:
    found = fault("value probe(a: Piece, b: Piece): bool = straight(a, b) is none")
    assert found.headline == "`straight` is for a table without a grid, and this game is played on hexes"


def test_a_list_leaves_out_what_is_absent() -> None:
    body = value("value probe(p: Piece, w: Wagon): set of Wagon = [w, p as Wagon]")
    assert body.type == Set(Kind("Wagon"))


def test_the_greatest_of_a_row_over_a_set() -> None:
    body = value('value probe(w: Wagon): 0..9 max { 1 "least"; for each p in pieces { if p is Wagon { 4 } else { 2 } "others" } }')
    assert body.type == Int(1, 4)


def test_only_things_of_its_kind_are_added_to_a_set() -> None:
    text = (HEXES + ACTION).replace("state load: Load? = none", "state load: Load? = none; state seen: set of Piece = []")
    found = fault("effect note(c: Crowd) { c.seen += [c.side] }", text)
    assert found.name == "type-mismatch"


# ---- cards that are drawn ------------------------------------------------------------------------------------------------


def test_a_drawn_card_acts_on_a_thing() -> None:
    made = session(HEXES + ACTION + "effect happen(w: Wagon) { draw c from events; if let e = c { resolve(e, w) } }")
    assert [f.headline for f in made.checked.found if f.level == "error"] == []
    assert [name for name in made.program.procs if name.startswith("draw.")] == ["draw.storm", "draw.gust"]
    body = made.program.procs["happen"].body[1]
    assert isinstance(body, tree.IfElse)
    ladder = body.then[-1]
    assert isinstance(ladder, tree.IfElse) and isinstance(ladder.then[0], tree.CallProc)
    assert ladder.then[0].proc == "draw.storm"
    assert isinstance(ladder.orelse[0], tree.IfElse) and ladder.orelse[0].orelse == ()


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("resolve(e, p)", "type-mismatch"),
        ("resolve(c, w)", "maybe-absent"),
        ("resolve(w, e)", "type-mismatch"),
        ("resolve(e)", "wrong-arguments"),
    ],
)
def test_a_card_is_resolved_for_what_all_its_kind_take(call: str, name: str) -> None:
    body = f"effect happen(w: Wagon, p: Piece) {{ draw c from events; if let e = c {{ {call} }} }}"
    assert name in [found.name for found in errors(HEXES + ACTION + body)]


def test_a_card_says_once_what_it_does_when_it_is_drawn() -> None:
    text = (HEXES + ACTION).replace('"Storm" of Event {', '"Storm" of Event { on draw for q: Piece { nothing };')
    assert errors(text)[0].headline == "`storm` says twice what it does when it is drawn"


# ---- campaigns -----------------------------------------------------------------------------------------------------------


def test_a_campaign_plays_scenarios_in_order() -> None:
    text = HEXES.replace("state aim: direction = n", "state aim: direction = n; track merit: 0..9 = 0 kept") + ACTION
    reward = "for each p in all pieces where p.side is winner and battle < 2 { p.merit += 1 }"
    more = f'campaign war "War" {{ battles plain, again; between {{ {reward} }} }}'
    made = session(f"{text}\n{more}")
    assert [f.headline for f in made.checked.found if f.level == "error"] == []
    assert made.program.campaigns["war"].battles == ("plain", "again")
    assert isinstance(made.program.campaigns["war"].between[0], tree.Loop)


@pytest.mark.parametrize(("written", "name"), [("battles plain, later", "unknown-name"), ("between { nothing }", "statement-misplaced")])
def test_a_campaign_has_battles_that_exist(written: str, name: str) -> None:
    assert fault(f'campaign war "War" {{ {written} }}').name == name


# ---- play loops with a piece ---------------------------------------------------------------------------------------------


def test_an_action_that_is_given_a_piece_begins_with_one() -> None:
    loop = "action halt(h: place) as s { nothing }\neffect act(s: Side, w: Wagon) { s plays roll_on, halt with w once }"
    assert fault(loop).headline == "`halt` does not begin with a `Wagon`, and `with` gives it one"


def test_an_action_without_parameters_is_played_in_any_loop() -> None:
    loop = "action halt() as s { nothing }\neffect act(s: Side, w: Wagon) { s plays roll_on, halt with w once }"
    assert [found.headline for found in errors(HEXES + ACTION + loop)] == []


@pytest.mark.parametrize(
    ("values", "headlines"),
    [
        ("both or either or never", []),
        ("both or neither", ["the value `neither` of the option `edges` is no tie policy"]),
    ],
)
def test_an_option_says_what_a_line_along_an_edge_sees(values: str, headlines: list[str]) -> None:
    option = f'option edges "Edges" : {values} = both\nsight eye {{ blocked at h when ground(h).rough; tie option.edges }}'
    assert [found.headline for found in errors(HEXES + ACTION + option)] == headlines


def test_a_group_is_chosen_from_a_set() -> None:
    made = session(HEXES + ACTION + "action charge(group: some Piece in s.pieces) as s { for each p in group { p.heading = p.aim } }")
    (param,) = made.program.actions["charge"].params
    assert param.some and param.domain.op == "owned"


@pytest.mark.parametrize(
    ("state", "headline", "help"),
    [
        (
            "track plates: 0..9",
            "the track `plates` (0..9) has nothing to begin with",
            ("say what it begins with, `track plates: ... = value`",),
        ),
        (
            "state aim: direction",
            "the state `aim` (a direction) has nothing to begin with",
            ("say what it begins with, `state aim: ... = value`", "or let it be absent, with `?` behind the type"),
        ),
    ],
)
def test_a_state_that_is_always_there_begins_with_something(state: str, headline: str, help: tuple[str, ...]) -> None:
    kind = f"marker kind Buoy {{ {state} }}\n"
    found = [one for one in session(HEXES + kind).checked.found if one.name == "maybe-absent"]
    assert [(one.headline, one.help) for one in found] == [(headline, help)]


@pytest.mark.parametrize(
    "state", ["track plates: 0..9 = 4", "state aim: direction = n", "state aim: direction?", "state torn: bool", "state of: Side?"]
)
def test_what_may_be_absent_or_is_a_bool_needs_no_default(state: str) -> None:
    found = session(HEXES + f"marker kind Buoy {{ {state} }}\n").checked.found
    assert "maybe-absent" not in [one.name for one in found]


@pytest.mark.parametrize(
    ("body", "high"),
    [
        ("count(b in all buoys where b.ready)", 20_000), ("count(h in places where h is h)", 200_000),
        ("count(s in sides where s is red)", 2),
        ("count(all buoys)", 20_000), ("sum(b.weight for b in all buoys)", 180_000), ("count([x in all buoys where x.ready])", 20_000),
    ],
)  # fmt: skip
def test_a_count_is_bounded_by_what_there_can_be(body: str, high: int) -> None:
    base = HEXES + ACTION + "marker kind Buoy { state ready = no; stat weight: 1..9 flavour }\n"
    found = value(f"value probe(): int = {body}", base).type
    assert isinstance(found, Int) and (found.low, found.high) == (0, high)


def test_hits_of_a_pool_are_no_more_than_its_dice() -> None:
    table = "table hits(n: 0..4) gives int {\n    0..1 => give 0\n    2..4 => give 1\n}\n"
    rolled = "effect shoot(n: 0..4) {\n    roll d = n d6\n    let h = hits(count(x in d where x >= 5))\n    if h > 0 { nothing }\n}\n"
    assert [one.headline for one in errors(HEXES + ACTION + table + rolled)] == []
    five = rolled.replace("n: 0..4", "n: 0..5")
    assert ["can be 0..5" in one.headline for one in errors(HEXES + ACTION + table + five)] == [True]
