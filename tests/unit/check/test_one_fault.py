"""One fault, one finding: what follows from something that is reported already is not reported again."""

from pathlib import Path

import pytest

from tankdsl.diagnostics import Level
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.syntax.cut import pieces_of

DUEL = (Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")
CARDS = """
window hitting(t: Tank, var plates: 1..3)
card shield "Shield" of Order { plays in hitting by t.side { plates -= 1 } }
deck stock of Order
effect strike(t: Tank) {
    var plates = 2
    window hitting(t, plates) asks t.side
    if plates > 1 { hit(t) }
    draw from stock into t.side.hand
}
"""
GAME = DUEL + CARDS
PIECES = [piece for piece in pieces_of(GAME) if piece.word]


def errors(text: str) -> list[str]:
    session = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    return [finding.headline for finding in session.findings if finding.level is Level.ERROR for _ in range(finding.count)]


def test_the_game_is_without_errors() -> None:
    assert errors(GAME) == []


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: GAME[piece.start : piece.end].split("(")[0].split("{")[0].strip()[:30])
def test_a_declaration_that_cannot_be_read_is_missed_nowhere(piece: object) -> None:
    at = piece.start + len(piece.word)  # type: ignore[attr-defined]
    assert errors(f"{GAME[:at]} ) {GAME[at:]}") == ["`)` closes nothing"]


def cases(text: str) -> list[object]:
    """Pieces of text, each with the headline of its only error behind `!`; blank lines stand between them."""
    pairs = [case.rsplit("\n! ", 1) for case in text.strip().split("\n\n")]
    return [pytest.param(source, headline, id=headline[:40]) for source, headline in pairs]


FOLLOWED = """
effect e(t: Tank) { t.platess = 3 }
! `Tank` has no field `platess`

guard g(t: Tank) { require can_hitt(t, t) }
! nothing called `can_hitt` can be called

reaction r in hiting by t.side { plates -= 1 }
! there is no window `hiting`

enum A { good, bad }
enum B { good, rain }
effect e(t: Tank) { let x = good; t.ready = x is good }
! `good` is a member of several enums: `A`, `B`

value v(t: Tank): 1..2 = match t.role { light => 1; hevy => 2 }
! nothing is called `hevy` here

table v(r: 1..6) gives bool by r { 1..last => give yes; 4 => give no }
! nothing is called `last` here

units Tank {
| id | name | role | speed |
| "a" | "A" | light | 1 hex |
}
! a row is named by a name

units Tnk {
| id | name |
| a | "A" |
}
! there is no kind `Tnk`

cards Tank {
| id | name | role | speed |
| a | "A" | light | 1 hex |
}
! `Tank` is a kind of unit, and this is a table of cards
"""


@pytest.mark.parametrize(("text", "expected"), cases(FOLLOWED))
def test_what_a_fault_leads_to_is_not_reported(text: str, expected: str) -> None:
    assert errors(f"{GAME}\n{text}\n") == [expected]


HEADLINES = """
table t(r: 1..6) gives bool by r { 3..4 => give yes; 6 => give no }
! this table has no row for 1..2; 5

table t(r: 1..6) gives bool by r { 1..6 => give yes; 7..9 => give no }
! `7..9` never occurs: the column is 1..6

table t(r: 1..6, q: 0..9) gives bool by r { 1..q => give yes; otherwise => give no }
! the ends of a range among rows must be known, and this one is not

value v(t: Tank): int sum { a: +1 when t.ready }
option o "O" = on { add row of v { +5 } }
value w(t: Tank): 0..3 = v(t)
! can be 0..6, but the result of `w` allows 0..3

value v(t: Tank): int sum { a: +3 }
option o "O" = on { remove row a of v }
value w(t: Tank): 3..3 = v(t)
! can be 0..3, but the result of `w` allows 3

option o "O" = on { remove row zero of last }
! `last` has no row `zero`

option o "O" = on { remove effect hit }
! an option cannot take this away

value v(h: place): int = count(ray(h, 3, 2))
! found 3, expected a direction

value v(h: place): int = count(ring(h, [h]))
! found a set of places, expected a number

value v(h: place): int = count(connected(h, tanks))
! found a set of `Tank`, expected a set of places

value v(d: direction): bool = turn(d, yes) is d
! found yes or no, expected a number

after hit(t: Tank) { hit(t) }
! `hit` needs itself: `hit` -> `after.hit.1` -> `hit`

test "one piece twice" {
    scenario meeting
    given s: red.scout at (0, 0), t: red.scout at (0, 1)
    start game
}
! `red.scout` is one piece, and this line uses it twice

sequence q { for each s in sides { s plays hit once } }
! `hit` is an effect, and a play list holds actions and kinds of cards

effect e(t: Tank) { roll p = 1d6 by t.ready; if highest(p) > 3 { hit(t) } }
! found yes or no, expected a `Side` after `by`

after hitt(t: Tank) { t.ready = no }
! there is no effect `hitt` that something could follow

after hit(t: Tank, s: Side) { t.ready = no }
! `hit` has 1 parameter, and 2 are asked of it

after hit(s: Side) { s.points += 1 }
! found a `Tank`, expected a `Side` for the parameter `s`

option o "O" : 1..3 = 1 needs p
option p "P" = off
value v(): bool = option.p and option.o is 2
! only options that are on or off can need or exclude each other

effect e(t: Tank) { t.plates = t.ready }
! found yes or no, expected a number for `plates`
"""


@pytest.mark.parametrize(("text", "expected"), cases(HEADLINES))
def test_headlines(text: str, expected: str) -> None:
    assert errors(f"{GAME}\n{text}\n") == [expected]


def test_rows_behind_otherwise_are_never_reached() -> None:
    text = GAME + "table t(r: 1..6) gives bool by r { otherwise => give yes; 6 => give no }"
    session = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    assert [finding.headline for finding in session.findings] == ["this row stands behind `otherwise` and is never reached"]


def test_a_row_is_removed_also_behind_rows_over_a_set() -> None:
    value = "value v(t: Tank): int sum { for each o in tanks { +1 when o.ready; +1 when o.plates > 1 }; a: +1; b: +2 }"
    text = f'{value}\noption o "O" = on {{ remove row b of v }}'
    session = Session(MemoryBundle({"game.tank": GAME + text}), ("game.tank",))
    assert [finding.headline for finding in session.findings] == []
    entries = session.program.values["v"].body.args[1]
    assert [entry[1].op for entry in entries] == ["bool", "bool", "bool", "and"]


def test_what_can_only_be_meant_to_change_is_set_somewhere() -> None:
    text = "marker kind Mine { track depth: 0..3 = 1; state armed = no until end of turn; state deep = no }"
    use = "value v(m: Mine): bool = m.depth > 1 and m.armed and m.deep"
    session = Session(MemoryBundle({"game.tank": f"{GAME}\n{text}\n{use}\n"}), ("game.tank",))
    assert [finding.headline.split("`")[1] for finding in session.findings] == ["depth", "armed"]


ASKED = "t.dug and terrain(b).rough and option.mud and option.bog"


def moving(rule: str) -> str:
    """The duel with a rule of movement that alone asks what nobody else does."""
    duel = DUEL.replace("stat open: bool }", "stat open: bool; stat rough = no }")
    duel = duel.replace("    state ready", "    state dug = no\n    state ready")
    more = 'option mud "Mud" = off\noption bog "Bog" = off\nvalue heavy(h: place, f: bool): bool = f\neffect dig(t: Tank) { t.dug = yes }\n'
    return duel.replace("    never when tank(b)", f'    never when {rule} "no"\n    never when tank(b)', 1) + more


def test_a_rule_of_movement_that_asks_much() -> None:
    assert Session(MemoryBundle({"game.tank": moving(ASKED)}), ("game.tank",)).findings == ()


@pytest.mark.parametrize(
    ("rule", "headline"),
    [
        (f"hevy(b, {ASKED})", "nothing called `hevy` can be called"),
        (f"heavy({ASKED})", "`heavy` takes 2 arguments, found 1"),
        (f"coun(h for h in places where {ASKED}) > 1", "`coun` does not work over a set"),
        (f"count(h for h in placs where {ASKED}) > 1", "nothing is called `placs` here"),
        (f"terrain(b, {ASKED}) is wood", "`terrain` takes 1 argument, a place; found 2"),
        (f"can_go(t, driving, 1 hex, {ASKED})", "`can_go` takes a piece, a movement and perhaps a budget, found 4 arguments"),
        (f"count([1, {ASKED}]) > 1", "found yes or no, expected 1 like the elements before"),
        (f"inside(b, {ASKED})", "`inside` is for a table without a grid, and this game is played on hexes"),
        (ASKED.replace("option.mud", "option.mudd"), "there is no option `mudd`"),
        (ASKED.replace("option.mud", "mud"), "nothing is called `mud` here"),
        (ASKED.replace("option.mud", "optin.mud"), "nothing is called `optin` here"),
        (ASKED.replace("t.dug", "b.dug"), "a place has no fields, and `dug` is asked of it"),
    ],
)
def test_what_a_faulty_rule_of_movement_asks_counts_as_asked(rule: str, headline: str) -> None:
    session = Session(MemoryBundle({"game.tank": moving(rule)}), ("game.tank",))
    assert [finding.headline for finding in session.findings] == [headline]
