"""One-way traps, closed ground under pieces, zones in each other's way, entries and exits."""

import re
from pathlib import Path

import pytest

from tankdsl.diagnostics import Diagnostic
from tests.field_faults.trying import compiled, duel
from tests.unit.check.small import RULES
from tests.unit.rules.games import names, never, on_board, only

PAGES = Path(__file__).resolve().parents[3] / "docs" / "diagnostics"
DUEL = (PAGES / "preludes" / "duel.tank").read_text(encoding="utf-8")


def example(code: str, verdict: str = "fails") -> str:
    """The small duel with the example of a page."""
    found = re.search(rf"```tank {verdict} prelude=duel\n(.*?)```", (PAGES / f"{code}.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return DUEL + "\n" + found[1]


def finding(text: str, code: str) -> Diagnostic:
    """The only finding with a code in a text."""
    (found,) = [finding for finding in compiled(text).findings if finding.code == code]
    return found


def codes(text: str) -> list[str]:
    return [finding.code for finding in compiled(text).findings]


def marks(found: Diagnostic) -> dict[str, tuple[str, ...]]:
    """What the picture of a finding marks, by role."""
    assert found.picture is not None
    excerpt = found.picture.excerpt()
    return {mark.role: tuple(excerpt.tiles[tile].label for tile in mark.tiles) for mark in excerpt.marks}  # type: ignore[union-attr]


# ------------------------------------------------------------------------------------------------------------------ traps

DOWNHILL = never("ground(a) is wood and ground(b) is grass")


def test_a_trap_is_named_once_with_the_way_in() -> None:
    found = only(on_board(". . . .", ". w w .", ". . . .", rules=DOWNHILL), "one-way-trap")
    assert found.headline == "on the map `flat`, `scout` and `guard` can come to 2 hexes around (1, 1) and never leave again"
    assert found.notes[0].startswith("a way in leads from ") and "to (1, 1), and none leads back" in found.notes[0]
    assert marks(found)["place"] == ("(1, 1)", "(2, 1)")


def test_where_one_can_turn_back_is_no_trap() -> None:
    assert "one-way-trap" not in names(on_board(". . . .", ". w w .", ". . . .", rules=RULES))


def test_what_cannot_be_come_to_is_no_trap() -> None:
    rules = never("ground(b) is wood and ground(a) is grass")
    assert names(on_board(". . . .", ". w w .", ". . . .", rules=rules)) == ["region-cut-off"]


def test_a_trap_that_is_named_is_meant() -> None:
    text = on_board(". . . .", ". w w .", ". . . .", rules=DOWNHILL, layout="zone drain = [(1, 1), (2, 1)]")
    assert "one-way-trap" not in names(text)
    assert "one-way-trap" in names(text.replace("[(1, 1), (2, 1)]", "[(1, 1)]"))


def test_two_traps_are_two_findings() -> None:
    text = on_board(". . . . .", ". w . w .", ". . . . .", rules=DOWNHILL)
    assert names(text).count("one-way-trap") == 2


def test_two_movements_make_a_way_out() -> None:
    second = (
        "movement climbing of w: Walker from a to b {\n    budget w.speed\n    cost 1 hex\n"
        '    never when not ground(b).enterable "no"\n    never when walker(b) is not none "no"\n}\n'
    )
    lone = DOWNHILL + second
    both = lone.replace(
        "    go by along way\n", '    go by along way\n    plot up for by using climbing by by.side "Where?"\n    go by along up\n'
    )
    assert both != lone
    assert "one-way-trap" not in names(on_board(". . . .", ". w w .", ". . . .", rules=both))
    # Nothing ever moves by the other one.
    assert "one-way-trap" in names(on_board(". . . .", ". w w .", ". . . .", rules=lone))


# ------------------------------------------------------------------------------------------------------------------- feet


def test_a_piece_on_ground_that_it_cannot_enter() -> None:
    found = finding(example("TK5071"), "TK5071")
    assert found.headline == "`red.scout` starts on (1, 1) wood, which it can never enter"
    assert found.notes[0] == 'its movement refuses it: "the hex is wood"'
    assert marks(found)["place"] == ("(1, 1)",)
    assert "TK5033" not in codes(example("TK5071"))


def test_pieces_that_can_go_nowhere_stand_where_they_like() -> None:
    closed = 'never when not terrain(b).open                      "{b} is wood"'
    bunker = example("TK5071").replace(closed, 'never when t is t "it is built in"')
    assert "TK5071" not in codes(bunker)


# -------------------------------------------------------------------------------------------------------------- set-up


def test_zones_of_enemies_that_overlap() -> None:
    found = finding(example("TK5072"), "TK5072")
    assert found.headline == "`red` and `blue` may both set up on 1 hex of the map `broad`: (2, 0)"
    assert "`red` on 6 and `blue` on 6 hexes" in found.notes[0]


def test_one_zone_for_both_is_a_rule() -> None:
    shared = re.sub(r"\(if g.side is red \{ west \} else \{ east \}\)", "west", example("TK5072"))
    assert "TK5072" not in codes(shared)


def test_places_that_others_may_take_first() -> None:
    found = finding(example("TK5073"), "TK5073")
    assert found.headline.startswith("`red.siege` may find no place left on the map `gap`: others may be placed on (2, 0) before")
    assert marks(found)["place"] == ("(2, 0)",)


def test_enough_places_for_whoever_comes_last() -> None:
    forces = "red { scout, siege, 2 light }\n    blue { scout, 2 light }"
    alone = example("TK5073").replace(forces, "red { scout, siege }\n    blue { scout }")
    assert "TK5073" not in codes(alone)


def test_too_few_places_are_said_once() -> None:
    text = example("TK5073").replace("red { scout, siege, 2 light }", "red { scout, 2 siege }")
    assert "TK5035" in codes(text) and "TK5073" not in codes(text)


# -------------------------------------------------------------------------------------------------------- entries, exits


def test_an_entry_where_nobody_looks() -> None:
    found = finding(example("TK5074"), "TK5074")
    assert found.notes == ("`red.giant` may enter so", "in the scenario `siege`")


@pytest.mark.parametrize(
    "looks",
    [
        'require tank(h) is none "held"',
        'require not any o in tanks where o.at is h "held"',
        'require free(h) "held"',
    ],
    ids=["the hex", "the pieces", "a value"],
)
def test_an_entry_that_looks(looks: str) -> None:
    text = example("TK5074").replace("    put t at h", f"    {looks}\n    put t at h")
    assert "TK5074" not in codes(text + "value free(h: place): bool = tank(h) is none\n" if "free" in looks else text)


def test_an_effect_whose_caller_looks() -> None:
    text = example("TK5074").replace("    put t at h\n}", "    arrive(t, h)\n}\neffect arrive(t: Tank, h: place) { put t at h }")
    assert "TK5074" in codes(text)
    assert "TK5074" not in codes(text.replace("    arrive(t, h)", '    require tank(h) is none "held"\n    arrive(t, h)'))


def test_pieces_that_may_share_a_hex_may_enter_as_they_like() -> None:
    shared = example("TK5074").replace('    never when tank(b) is not none                      "{b} is occupied"\n', "")
    assert "TK5074" not in codes(shared)


def test_where_nobody_waits_nothing_enters() -> None:
    assert "TK5074" not in codes(example("TK5074").replace("given red.scout", "given red.giant at (1, 0), red.scout"))


def test_an_exit_that_one_side_cannot_come_to() -> None:
    found = finding(example("TK5075"), "TK5075")
    assert found.headline == "`red` can never come to the zone `south` that `leave` asks for, with `scout` and `giant`"
    assert marks(found)["place"] == ("(0, 3)", "(1, 3)")


def test_a_side_that_may_not_leave_needs_no_way() -> None:
    text = example("TK5075").replace('"{t} is not at the exit"', '"{t} is not at the exit"\n    require s is blue "only blue leaves"')
    assert "TK5075" not in codes(text)


def test_an_exit_asked_by_a_guard_of_the_action() -> None:
    text = example("TK5075").replace('require t.at in south                               "{t} is not at the exit"', "may_leave(t)")
    guard = 'guard may_leave(u: Tank) { require u.at in south "{u} is not at the exit" }\n'
    assert "TK5075" in codes(text + guard)


def test_an_ordinary_game_has_none_of_it() -> None:
    assert codes(duel()) == []
