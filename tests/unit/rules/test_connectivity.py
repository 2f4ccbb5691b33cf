"""Ground that nobody can come to."""

import subprocess
import sys
from pathlib import Path

import pytest

from tankdsl.rules.game import Game
from tankdsl.rules.movers import mover_classes
from tests.unit.check.small import FORCES, RULES, at, program
from tests.unit.rules.games import PLACEMENTS, SMALL, board, findings, names, never, on_board, only

POCKET = (". . . . .", ". . # # .", ". # . # .", ". # # . .", ". . . . .")


def test_open_ground() -> None:
    assert names(on_board(". . .", ". w .", ". . #")) == []


def test_a_pocket_is_named_once_with_what_shuts_it_in() -> None:
    text = on_board(*POCKET)
    finding = only(text, "region-cut-off")
    assert finding.level == "warning"
    assert finding.headline == "on the map `flat`, (2, 2) can be entered but not reached by `scout` and `guard`"
    hexes = "(2, 1) rock, (3, 1) rock, (1, 2) rock, (3, 2) rock, (1, 3) rock and 1 more"
    assert finding.notes[0] == f'shut in by {hexes}: "the hex cannot be entered"'
    assert finding.notes[1] == "in the scenario `plain`"
    assert at(text, finding) == "flat"


def test_what_shuts_a_pocket_in_may_be_slopes_and_not_the_wood_beside_it() -> None:
    rules = never("level(b) - level(a) > 1", "{w} cannot climb from {a} to {b}")
    flat = on_board(". . . .", ". . # .", ". . . .", ". . . .", rules=rules)
    levels = "    levels {\n        0 0 0 0\n        0 5 0 0\n        0 0 0 0\n        0 0 0 0\n    }\n"
    text = flat.replace("    }\n}\nlayout", f"    }}\n{levels}}}\nlayout")
    finding = only(text, "region-cut-off")
    assert finding.notes[0] == (
        'shut in by (2, 1) rock: "the hex cannot be entered"; '
        'no step leads in from (1, 0), (2, 0), (0, 1), (0, 2) and (1, 2): "it cannot climb from there to the hex"'
    )
    assert finding.picture is not None
    assert [(mark.role, mark.text) for mark in finding.picture.excerpt().marks][-1] == ("other", "no step leads in from here")  # type: ignore[union-attr]


def test_a_map_that_is_cut_in_two() -> None:
    finding = only(on_board(". . .", ". . .", "# # #", ". . ."), "region-cut-off")
    assert "3 hexes around (0, 3)" in finding.headline


def test_two_scenarios_on_one_map_are_one_finding() -> None:
    text = on_board(*POCKET) + 'scenario other "Other" of plain { }\n'
    assert only(text, "region-cut-off").notes[1] == "in the scenarios `plain` and `other`"


def test_options_of_the_scenario_count() -> None:
    rules = RULES.replace("never when not ground(b).enterable ", "never when not ground(b).enterable and not option.hills ")
    assert names(on_board(*POCKET, rules=rules)) == ["region-cut-off"]
    assert names(on_board(*POCKET, rules=rules, scenario="options hills = on")) == []


def test_what_stands_in_the_way_for_a_while_does_not_count() -> None:
    assert names(on_board(". . .", "# . #", ". . .", scenario="given guard at (1, 1)")) == []


def test_each_kind_of_mover_has_its_own_ground() -> None:
    text = on_board(". . .", "w w w", ". . .", rules=never("ground(b) is wood and w.speed < 3 hexes"))
    finding = only(text, "region-cut-off")
    assert finding.headline.endswith("can be entered but not reached by `guard`")


def test_one_way_steps() -> None:
    rules = never("ground(a) is grass and ground(b) is wood")
    assert names(on_board(". w w", ". w w", rules=rules)) == ["one-way-trap"], "from the wood, which is larger, everything can be reached"
    assert "2 hexes around (2, 0)" in only(on_board(". . w", ". . w", rules=rules), "region-cut-off").headline


def test_steps_that_cost_more_than_any_budget() -> None:
    rules = RULES.replace("    cost 1 hex\n", "    cost 1 hex\n    cost 2 hexes when ground(b) is wood\n")
    text = on_board(". w .", ". w .", ". w .", rules=rules)
    assert only(text, "region-cut-off").headline.endswith("by `guard`")
    assert names(text.replace("    budget w.speed", "    budget w.speed\n    first step always")) == []


def test_classes_of_movers() -> None:
    game = Game(program(SMALL))
    classes = mover_classes(game, game.program.scenarios["plain"])
    assert [(mover.side, mover.models, len(mover.things)) for mover in classes] == [("red", ("scout",), 2), ("blue", ("guard",), 1)]
    assert len(classes[0].mainland) == 31 and classes[0].reach == frozenset(classes[0].mainland)


def test_hexes_that_may_be_passed_only() -> None:
    rules = RULES.replace("    never when walker(b)", '    passes when ground(b) is wood "no halt in the wood"\n    never when walker(b)')
    game = Game(program(on_board(". w .", ". . .", rules=rules)))
    mover = mover_classes(game, game.program.scenarios["plain"])[0]
    assert mover.terrain.no_stop == frozenset({1}) and 1 in mover.reach and 1 not in mover.ends


def test_pieces_that_may_be_placed_in_a_pocket() -> None:
    forces = "roster usual {\n    red { 2 scout }\n    blue { guard }\n}\n"
    text = on_board(*POCKET, rules=RULES + PLACEMENTS, forces=forces, scenario="given guard at (0, 0)")
    assert "`scout` may be placed there and could never leave" in only(text, "region-cut-off").notes


def test_named_places_and_zones() -> None:
    text = on_board(*POCKET, layout="place well = (2, 2)\nplace rim = (0, 0)\nzone heap = [(2, 1), (3, 1)]\nzone all_over = places")
    found = [finding for finding in findings(text) if finding.name == "place-out-of-reach"]
    assert [finding.headline for finding in found] == [
        "on the map `flat`, no piece can ever come to the place `well`: (2, 2) grass",
        "on the map `flat`, no piece can ever come to the zone `heap`: (2, 1) rock and (3, 1) rock",
    ]
    assert {"move it to ground that can be reached" in " ".join(finding.help) for finding in found} == {True}


def test_a_wide_map_is_quick_enough() -> None:
    rows = [" ".join("#" if (q * 7 + r * 3) % 11 == 0 else "." for q in range(60)) for r in range(40)]
    assert "region-cut-off" not in names(on_board(*rows))


def test_scenario_without_movement_or_map_is_left_alone() -> None:
    text = RULES + board(". .", ". .") + FORCES
    assert names(text) == []


KNOT = "value odd(n: 0..9): bool = even(n)\nvalue even(n: 0..9): bool = not odd(n)\n"


@pytest.mark.parametrize(
    ("text", "examined"),
    [
        (RULES, False),
        (on_board(". . .", ". w .", ". . #"), False),
        (on_board(*POCKET), False),
        (RULES + KNOT, True),
    ],
    ids=["no scenario", "one piece of ground", "a pocket", "a circle of calls"],
)
def test_graphs_are_examined_only_where_there_is_something_to_examine(text: str, examined: bool, tmp_path: Path) -> None:
    (tmp_path / "game.tank").write_text(text, encoding="utf-8")
    program = "import sys; from tankdsl import compile_pack; compile_pack(sys.argv[1]).findings; print('networkx' in sys.modules)"
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout == f"{examined}\n"


def test_a_movement_to_which_nothing_comes_opens_no_way() -> None:
    flying = "movement flying of w: Walker from a to b {\n    budget w.speed\n    cost 1 hex\n}\n"
    rows = (". . . .", ". # # .", "# . # .", "# # . .")
    assert "region-cut-off" in names(on_board(*rows, rules=RULES + flying))
    flown = RULES.replace(
        "    go by along way\n", '    go by along way\n    plot up for by using flying by by.side "Where?"\n    go by along up\n'
    )
    assert "region-cut-off" not in names(on_board(*rows, rules=flown + flying))


def test_a_zone_where_no_move_may_end() -> None:
    rules = RULES.replace("    cost 1 hex\n", '    cost 1 hex\n    passes when b in gates "nobody stops in a gate"\n')
    text = on_board(". . . .", ". . . .", rules=rules, layout="zone gates = [(3, 0), (3, 1)]")
    finding = only(text, "place-out-of-reach")
    assert finding.notes[0] == "pieces may pass there, and no move may end there"
    assert "place-out-of-reach" not in names(text.replace('"nobody stops in a gate"', '"no" ').replace("b in gates", "walker(b) is w"))
