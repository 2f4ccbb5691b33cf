"""Scenarios: what takes part, where it starts, and everything that can be wrong with that."""

import pytest

from tankdsl.check.tree import ScenarioDef
from tankdsl.ground.maps import GroundMap
from tests.unit.check.small import FORCES, MAPS, RULES, SCENARIO, at, checked, only, program


def scenario(*lines: str, forces: str = FORCES, more: str = "", roster: bool = True) -> str:
    body = "\n".join(f"    {line}" for line in ("layout tall", *(("roster usual",) if roster else ()), *lines))
    return f'{RULES}{MAPS}{forces}\nscenario plain "Plain" {{\n{body}\n}}\n{more}'


def made(text: str, id: str = "plain") -> ScenarioDef:
    return program(text).scenarios[id]


# ----------------------------------------------------------------------------------------------------------------- things


def test_ids_and_piles() -> None:
    found = {thing.id: (thing.side, thing.pile) for thing in made(scenario()).instances}
    assert found == {
        "scout.1": ("red", None), "scout.2": ("red", None), "red.near": ("red", None), "red.far": ("red", None),
        "guard": ("blue", None), "blue.near": ("blue", None), "blue.far": ("blue", None), "blue.truce": ("blue", "blue.hand"),
        "storm.1": (None, "orders"), "storm.2": (None, "orders"), "storm.3": (None, "orders"),
        "hold.1": (None, "goals"), "hold.2": (None, "goals"),
    }  # fmt: skip
    assert [thing.name for thing in made(scenario()).instances][:2] == ["Scout 1", "Scout 2"]


def test_what_no_roster_deals_is_shared() -> None:
    found = {thing.id: thing.pile for thing in made(scenario(forces=FORCES.replace(", truce", ""))).instances}
    assert found["truce"] == "orders" and "blue.truce" not in found


def test_what_another_roster_deals_is_not_shared() -> None:
    forces = FORCES.replace(", truce", "") + "roster other { blue { truce } }\n"
    assert not any(thing.model == "truce" for thing in made(scenario(forces=forces)).instances)


def test_own_forces_replace_those_of_the_roster() -> None:
    ids = [thing.id for thing in made(scenario("blue { 2 guard }")).instances]
    assert ids[:6] == ["scout.1", "scout.2", "red.near", "red.far", "guard.1", "guard.2"] and "blue.near" not in ids


def test_without_a_roster_placed_pieces_exist() -> None:
    text = scenario("given scout at (0, 0), scout, guard at (3, 7), blue.near at (2, 7)", roster=False)
    found = [(thing.id, thing.side, thing.at is None) for thing in made(text).instances if thing.kind in ("Walker", "Camp")]
    assert found == [("scout.1", "red", False), ("scout.2", "red", True), ("guard", "blue", False), ("blue.near", "blue", False)]


def test_one_of_several_is_named_by_its_id() -> None:
    things = {
        thing.id: thing
        for thing in made(scenario("given scout.2 at (1, 0), scout at (0, 0)", "given orders = [storm.3, storm.1]")).instances
    }
    assert (things["scout.1"].at, things["scout.2"].at) == (0, 1)
    assert [id for id in things if id.startswith("storm")] == ["storm.3", "storm.1", "storm.2"]


@pytest.mark.parametrize(
    ("written", "headline", "help"),
    [
        ("given scout.7 at (1, 0)", "there is no piece `scout.7`", "did you mean `scout.1`?"),
        ("given red.scout.1 at (1, 0)", "there is no piece `red.scout.1`", "its name is `scout.1`"),
        (
            "given orders = [storm.9]",
            "there is no thing of the kind `Order` in this scenario with the name `storm.9`",
            "did you mean `storm`?",
        ),
    ],
)
def test_a_number_that_there_is_not(written: str, headline: str, help: str) -> None:
    finding = only(scenario(written), "unknown-name")
    assert (finding.headline, finding.help) == (headline, (help,))


def test_a_row_of_no_side_is_called_by_its_side_and_its_number() -> None:
    text = scenario("given camp.2 at (0, 0)", forces=FORCES.replace("near, far }", "near, far, 2 camp }", 1)).replace(
        '    | far  | "far"  | 4    |', '    | far  | "far"  | 4    |\n    | camp | "camp" | 2    |'
    )
    assert only(text, "unknown-name").help == ("its name is `red.camp.2`",)
    things = {thing.id: thing.at for thing in made(text.replace("given camp.2", "given red.camp.2")).instances}
    assert (things["red.camp.1"], things["red.camp.2"]) == (None, 0)


def test_parts_belong_to_their_piece() -> None:
    crew = 'part kind Crew { state hurt = no }\nparts Crew {\n    | id   | name   |\n    | hand | "hand" |\n}\n'
    rules = RULES.replace("    stat speed", "    part driver, gunner: Crew\n    part spare: Crew?\n    stat speed")
    rules = rules.replace("card kind Order", f"{crew}card kind Order")
    text = scenario().replace(RULES, rules).replace("by.wounds < 3", "by.wounds < 3 and not by.driver.hurt")
    things = {thing.id: thing for thing in made(text).instances}
    assert things["guard.driver"].model == "hand" and things["guard.driver"].side == "blue"
    assert things["guard"].fields["gunner"].args == ("Crew", "guard.gunner")
    assert "guard.spare" not in things and "spare" not in things["guard"].fields


# ----------------------------------------------------------------------------------------------------------------- forces


@pytest.mark.parametrize(
    ("written", "name", "headline"),
    [
        ("2 scot", "unknown-name", "there is no thing to field `scot`"),
        ("guard", "forces-wrong", "`guard` belongs to `blue`, and `red` fields it"),
        ("grass", "forces-wrong", "`grass` is a terrain, and no side can field that"),
        ("blue", "wrong-kind-of-name", "`blue` is nothing that a side fields"),
        ("0 scout", "forces-wrong", "0 of `scout`"),
    ],
)
def test_what_a_side_cannot_field(written: str, name: str, headline: str) -> None:
    text = scenario(forces=FORCES.replace("2 scout", f"scout, {written}"))
    assert only(text, name).headline == headline


def test_unknown_side_and_side_twice() -> None:
    text = scenario(forces=FORCES.replace("red {", "rad { scout }\n    red {"))
    assert only(text, "unknown-name").help == ("did you mean `red`?",)
    text = scenario(forces=FORCES.replace("red {", "red { scout }\n    red {"))
    assert only(text, "forces-wrong").secondary[0].text == "listed first here"


def test_side_without_forces() -> None:
    finding = only(scenario(forces=FORCES.replace("blue { guard, near, far, truce }", "")), "side-without-forces")
    assert finding.headline == "`blue` has no pieces in the scenario `plain`"
    text = scenario(roster=False)
    assert [found.name for found in checked(text)] == ["side-without-forces", "side-without-forces"]


def test_too_few_sides() -> None:
    text = 'ruleset lone "Lone" { sides red "Red"; space hex flat; main game }\nsequence game { nothing }\n'.replace("; ", "\n")
    assert [found.name for found in checked(text)] == ["too-few-sides"]


# ------------------------------------------------------------------------------------------------------- map, start, base


def test_scenario_without_a_map() -> None:
    finding = only(scenario().replace("    layout tall\n", ""), "map-missing")
    assert finding.help == ("add `layout name`, with `tall`",)


@pytest.mark.parametrize(
    ("old", "new", "near"),
    [("layout tall\n", "layout tal\n", "tall"), ("roster usual\n", "roster usul\n", "usual"), ("}\n", "    start shortt\n}\n", "short")],
)
def test_unknown_layout_roster_sequence(old: str, new: str, near: str) -> None:
    head, _, tail = scenario().rpartition(old)
    finding = only(head + new + tail, "unknown-name")
    assert finding.help == (f"did you mean `{near}`?",)


def test_start() -> None:
    assert made(scenario()).start == "game"
    assert made(scenario("start short")).start == "short"


def test_a_piece_of_the_base_is_moved_by_its_id() -> None:
    base = scenario("given scout.1 at (0, 0), guard at (3, 7) { wounds = 2 }, scout at (1, 0)")
    moved = made(
        base + 'scenario later "Later" of plain {\n    given guard at (2, 7), scout.2 { wounds = 1 }, scout.1 at (0, 1)\n}\n', "later"
    )
    found = {thing.id: (thing.at, "wounds" in thing.fields and thing.fields["wounds"].args) for thing in moved.instances}
    before = {thing.id: thing.at for thing in made(base).instances}
    assert found["guard"][1] == (2,) and found["scout.2"] == (before["scout.2"], (1,))
    assert found["guard"][0] != before["guard"] and found["scout.1"][0] != before["scout.1"]


def test_a_piece_of_the_base_is_moved_once() -> None:
    more = 'scenario later "Later" of plain {\n    given guard at (2, 7), guard at (1, 7)\n}\n'
    finding = only(scenario("given guard at (3, 7)") + more, "piece-twice")
    assert finding.headline == "`guard` is placed twice" and finding.secondary[0].text == "placed first here"
    more = 'scenario later "Later" of plain {\n    given scout at (1, 0), scout at (2, 0)\n}\n'
    assert (
        only(scenario("given scout at (0, 0)") + more, "piece-twice").headline == "the scenario has 2 pieces `scout`, and this is one more"
    )


def test_scenario_based_on_another() -> None:
    base = scenario("options pace = 4, hills = on", "given guard at (3, 7)", "given first_side = blue")
    variant = 'scenario later "Later" of plain {\n    options pace = 5\n    given scout at (0, 0)\n    start short\n}\n'
    later = made(base + variant, "later")
    assert (later.layout, later.start, later.presets) == ("tall", "short", {"pace": 5, "hills": True})
    assert [thing.id for thing in later.instances if thing.at is not None] == ["scout.1", "guard"]
    assert later.game_fields["first_side"].args == ("Side", "blue")
    assert made(base + variant).presets["pace"] == 4


def test_scenario_based_on_nothing_or_on_itself() -> None:
    assert only(scenario(more='scenario a "A" of plan { }\n'), "unknown-name").help == ("did you mean `plain`?",)
    text = scenario(more='scenario a "A" of b { }\nscenario b "B" of a { }\n')
    found = checked(text)
    assert [finding.name for finding in found] == ["scenario-cycle"]
    assert found[0].headline == "`a` is based on itself: `a` of `b` of `a`"


# ---------------------------------------------------------------------------------------------------------------- options


def test_presets() -> None:
    text = scenario("options hills = on, pace = 3, light = night, weather = off")
    assert made(text).presets == {"hills": True, "pace": 3, "light": "night", "weather": False}


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ("pace = 7", "option-wrong"),
        ("pace = on", "option-wrong"),
        ("light = dusk", "unknown-name"),
        ("hills = 3", "option-wrong"),
        ("hill = on", "unknown-name"),
        ("hills = on, hills = off", "options-clash"),
        ("storms = on", "options-clash"),
        ("weather = on, storms = on, calm = on", "options-clash"),
    ],
)
def test_options_that_cannot_be(options: str, name: str) -> None:
    assert only(scenario(f"options {options}"), name).level == "error"


def test_clash_says_what_is_missing() -> None:
    finding = only(scenario("options storms = on"), "options-clash")
    assert finding.headline == "in `plain`: `storms` needs `weather`, which is off"
    assert finding.help == ("set `weather = on`",)
    assert made(scenario("options storms = on, weather = on")).presets["storms"] is True


# ----------------------------------------------------------------------------------------------------------------- pieces


def test_pieces_are_handed_out_in_turn() -> None:
    text = scenario("given scout at (0, 0), red.near at (1, 0), scout at (2, 0) { wounds = 1; loaded = yes }")
    found = {thing.id: thing for thing in made(text).instances}
    ground = program(text).layouts["tall"].ground
    assert isinstance(ground, GroundMap)
    assert [found[id].at for id in ("scout.1", "scout.2", "red.near", "guard")] == [0, 2, 1, None]
    assert {name: core.args for name, core in found["scout.2"].fields.items()} == {"wounds": (1,), "loaded": (True,)}


def test_piece_off_the_map_says_what_there_is() -> None:
    finding = only(scenario("given scout at (4, 1)"), "off-map")
    assert finding.headline == "`(4, 1)` is not on the map `tall`"
    assert finding.notes == ("the map `tall` has q 0..3 and r 0..7",)


def test_piece_off_the_map_finds_the_map_on_which_it_would_be() -> None:
    wide = 'layout wide "Wide" {\n    board north at (0, 0) of red\n    board south at (4, 0) of blue\n}\n'
    finding = only(scenario("given scout at (7, 1), guard at (0, 0)", more=wide), "off-map")
    assert finding.help[-1] == "all pieces of `plain` would stand on the map `wide`"


@pytest.mark.parametrize(
    ("given", "name", "headline"),
    [
        ("scout, scout, scout", "piece-twice", "the scenario has 2 pieces `scout`, and this is one more"),
        ("red.near at (0, 0), red.near at (1, 0)", "piece-twice", "`red.near` is placed twice"),
        ("scuot at (0, 0)", "unknown-name", "there is no piece `scuot`"),
        ("storm at (0, 0)", "setting-wrong", "`storm.1` is a card and stands nowhere"),
        ("guard { speed = 3 hexes }", "setting-wrong", "`speed` is a stat of `Walker` and the same in every scenario"),
        ("guard { wound = 3 }", "unknown-field", "`Walker` has no state `wound`"),
        ("guard { loaded = 3 }", "type-mismatch", "found 3, expected yes or no for the state `loaded`"),
    ],
)
def test_pieces_at_fault(given: str, name: str, headline: str) -> None:
    assert only(scenario(f"given {given}"), name).headline == headline


def test_piece_that_no_side_fields() -> None:
    text = scenario("given scout at (0, 0)", "red { near }")
    finding = only(text, "piece-twice")
    assert finding.headline == "no side fields `scout` in this scenario" and at(text, finding) == "scout"


def test_piece_without_a_side_needs_one() -> None:
    finding = only(scenario("given scout, guard, near at (0, 0)", roster=False), "forces-wrong")
    nobody = "if it is nobody's, any side fields it, and who holds it is a state of its own: `state holder: Side? = none`"
    assert finding.help == ("write `red.near`", nobody)
    finding = only(scenario("given scout, guard, blue.near at (0, 0)", "red { scout }", "blue { guard }"), "piece-twice")
    assert finding.help == ("add it to the roster", nobody)


def test_track_ends_where_that_of_the_piece_ends() -> None:
    assert made(scenario("given guard { wounds = 3 }")).instances[4].fields["wounds"].args == (3,)
    finding = only(scenario("given scout { wounds = 2 }"), "out-of-range")
    assert finding.headline == "the track `wounds` of `scout.1` runs from 0 to 1, found 2"


def test_states_are_known_before_play() -> None:
    assert only(scenario("given guard { wounds = option.pace }"), "not-constant").level == "error"
    assert made(scenario("given guard { wounds = 1 + 1 }")).instances[4].fields["wounds"].args == (2,)
    assert only(scenario("given guard { loaded = option.hills }"), "not-constant").level == "error"


# --------------------------------------------------------------------------------------------------------------- settings


def test_states_of_game_and_sides() -> None:
    text = scenario("given first_side = blue, turns = 2, blue.score = 4, red.goal = hold, blue.goal = none")
    found = made(text)
    things = {thing.id: thing for thing in found.instances}
    assert {name: core.args for name, core in found.game_fields.items()} == {"first_side": ("Side", "blue"), "turns": (2,)}
    assert things["blue"].kind == "Side" and things["blue"].fields["score"].args == (4,) and things["blue"].fields["goal"].op == "none"
    assert things["red"].fields["goal"].args == ("Mission", "hold.1") and things["hold.1"].pile is None


def test_piles_are_filled_top_first() -> None:
    things = made(scenario("given red.hand = [storm, storm], orders = [storm]")).instances
    assert [(thing.id, thing.pile) for thing in things if thing.model == "storm"] == [
        ("storm.3", "orders"), ("storm.1", "red.hand"), ("storm.2", "red.hand"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("item", "name", "headline", "help"),
    [
        ("red.storm", "setting-wrong", "the list of the pile `orders` names things without their side", "write `storm`"),
        ("blue.truce", "setting-wrong", "`truce` belongs to a side, and the pile `orders` is of no side", None),
        ("3", "setting-wrong", "the list of the pile `orders` holds the names of things and nothing else", None),
        (
            "strom",
            "unknown-name",
            "there is no thing of the kind `Order` in this scenario with the name `strom`",
            "did you mean `storm`?",
        ),
    ],
)
def test_what_a_pile_cannot_hold_is_told_in_words(item: str, name: str, headline: str, help: str | None) -> None:
    finding = only(scenario(f"given orders = [{item}]"), name)
    assert finding.headline == headline
    assert help is None or help in str(finding.help)


@pytest.mark.parametrize(
    ("setting", "name"),
    [
        ("red.hand = [storm, storm, storm, storm]", "piece-twice"),
        ("red.hand = [truce]", "piece-twice"),
        ("red.hand = [scout]", "unknown-name"),
        ("red.hand = 3", "setting-wrong"),
        ("first_sid = red", "setting-wrong"),
        ("red.scor = 3", "unknown-field"),
        ("turns = 12", "out-of-range"),
        ("ground((9, 9)) = wood", "off-map"),
        ("ground((0, 0)) = 3", "type-mismatch"),
    ],
)
def test_settings_at_fault(setting: str, name: str) -> None:
    assert only(scenario(f"given {setting}"), name).level == "error"


def test_changed_terrain_makes_a_map_of_the_scenario() -> None:
    found = program(scenario("given ground((0, 0)) = wood, ground((3, 7)) = rock"))
    assert found.scenarios["plain"].layout == "tall.plain"
    own, common = (found.layouts[id].ground for id in ("tall.plain", "tall"))
    assert isinstance(own, GroundMap) and isinstance(common, GroundMap)
    assert [own.hexes[index].terrain for index in (0, 31)] == ["wood", "rock"] and common.hexes[0].terrain == "grass"


def test_scenarios_of_a_pack_without_faults() -> None:
    assert checked(RULES + MAPS + FORCES + SCENARIO) == ()
