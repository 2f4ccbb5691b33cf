"""Rules that would run for ever."""

from __future__ import annotations

import pytest

from tests.field_faults.trying import DUEL, assert_clean, assert_finding, assert_played, duel

ZONE = ("    board field at (0, 0)\n", "    board field at (0, 0)\n    zone woods = [(0, 0), (1, 0)]\n")


def test_f089_a_trigger_that_holds_again_when_it_has_run() -> None:
    assert_finding(DUEL + "whenever tired(t: Tank) when «t.ready» { t.side.points += 1 }\n", "TK6002", "`tired`", "for ever")
    assert_clean(DUEL + "whenever tired(t: Tank) when t.ready and t.plates is 0 { t.ready = no }\n")


def test_f089_a_sequence_without_an_end() -> None:
    ending = DUEL[DUEL.index("ending last") : DUEL.index("board field")]
    late = ending.replace("ending last {", "ending last during finale {")
    rounds = "sequence finale { red.points = 0 }\n"
    game = ("    rounds {\n        each", "    «rounds {\n        each"), (" may pass }\n    }\n", " may pass }\n    }»\n    finale()\n")
    assert_finding(duel((ending, late), *game, more=rounds), "TK6004", "for ever", alone=False)


def test_f090_a_trigger_that_moves_a_piece_out_and_in_again() -> None:
    back = "whenever seen(t: Tank) when «t.at in woods» {\n    put t at (4, 0)\n    put t at (0, 0)\n}\n"
    assert_finding(duel(ZONE, more=back), "TK6002", "`seen`")


def test_f090_a_state_that_it_clears_breaks_the_circle() -> None:
    once = "whenever seen(t: Tank) when t.ready and t.at in woods {\n    t.ready = no\n    put t at (4, 0)\n    put t at (0, 0)\n}\n"
    assert_clean(duel(ZONE, more=once))


@pytest.mark.parametrize("length", [2, 3, 7])
def test_f159_rings_of_any_length(length: int) -> None:
    states = "".join(f"; state s{number} = no" for number in range(length))
    rules = "".join(
        f"whenever w{number}(l: Lamp) when {'«' if number == 0 else ''}l.s{number}{'»' if number == 0 else ''}"
        f" {{ l.s{number} = no; l.s{(number + 1) % length} = yes }}\n"
        for number in range(length)
    )
    message = assert_finding(
        f"{DUEL}marker kind Lamp {{ state lit = no until end of turn{states} }}\neffect light(l: Lamp) {{ l.lit = not l.lit }}\n{rules}",
        "TK6002",
    )
    assert " -> ".join(f"`w{number % length}`" for number in range(length + 1)) in message


def test_f091_what_asks_itself() -> None:
    assert_finding(DUEL + "value armour(t: Tank): int = if «armour(t)» > 1 { 2 } else { 1 }\n", "TK6001", "`armour` calls itself")
    both = "value a(t: Tank): int = «b(t)» + 1\nvalue b(t: Tank): int = a(t) + 1\n"
    assert_finding(DUEL + both, "TK6001", "`a` -> `b` -> `a`")
    guards = "guard a(t: Tank) {\n    «b(t)»\n}\nguard b(t: Tank) {\n    a(t)\n}\n"
    assert_finding(DUEL + guards, "TK6001", "`a` -> `b` -> `a`")


def test_f091_a_long_circle_ends_the_compiler_no_worse() -> None:
    rules = "".join(f"value v{number}(t: Tank): int = v{(number + 1) % 400}(t) + 1\n" for number in range(400))
    assert_finding(DUEL + rules.replace("= v1(t)", "= «v1(t)»", 1), "TK6001", "`v0`", "`v399`")


def test_f091_a_chain_without_a_circle_is_fine() -> None:
    rules = "".join(f"value v{number}(t: Tank): int = v{number + 1}(t)\n" for number in range(40)) + "value v40(t: Tank): int = t.plates\n"
    assert_played(DUEL + rules + 'test "chain" {\n    scenario meeting\n    start game\n    expect v0(red.scout) is 2\n}\n')
