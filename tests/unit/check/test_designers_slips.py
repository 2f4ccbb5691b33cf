"""Slips of a designer who writes a first game: one finding each, at the right place, with the way out."""

from pathlib import Path

import pytest

from tankdsl.diagnostics import Diagnostic, Level
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

DUEL = (Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")
LAYOUT = "    board field at (0, 0)\n"
LETTERS = DUEL.replace(LAYOUT, LAYOUT + "    labels letters\n")
SIGHT = """sight view {
    blocked at h when ground(h) "wood"
    tie both
}
guard seen(a: Tank, b: Tank) { require view(a, b) "no sight" }
"""


def findings(text: str) -> list[Diagnostic]:
    return list(Session(MemoryBundle({"game.tank": text}), ("game.tank",)).findings)


def only(text: str) -> Diagnostic:
    (finding,) = [finding for finding in findings(text) if finding.level is not Level.INFO]
    return finding


def changed(old: str, new: str, text: str = DUEL) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


# ------------------------------------------------------------------------------------------------------------ the form


@pytest.mark.parametrize(
    ("old", "new", "headline", "help"),
    [
        ("if t.plates > 0 {", "if t.plates > 0 then {", "`then` has no meaning here",
         "what happens stands in braces: `if ... { ... } else { ... }`"),
        ("red.scout at (0, 0)", "red.scout at 2D", "number and name stand together in `2D`",
         "the letter of a map label stands in front: `D2`"),
        (". = grass, T", ". = grass T", "expected `,` between the glyphs of the legend, found `T`", "put a comma between them"),
        (". = grass, T = wood", ". = grass ~ = wood", "expected `,` between the glyphs of the legend, found `~`",
         "put a comma between them"),
        (". = grass, T = wood\n", ". = grass\n        T = wood\n", "expected `,` between the glyphs of the legend, found `T`",
         "put a comma between them"),
        (LAYOUT, LAYOUT + "    edge road A1 A2 A3\n", "expected a direction, `/` or `to`, found `A2`",
         "a `/` stands between neighbours: `A1 / A2`"),
        (LAYOUT, LAYOUT + "    edge road A1 - A2\n", "expected a direction, `/` or `to`, found `-`",
         "a `/` stands between neighbours: `A1 / A2`"),
        (LAYOUT, LAYOUT + "    edge road (0, 0) (1, 0)\n", "expected a direction, `/` or `to`, found `(`",
         "a `/` stands between neighbours: `(0, 0) / (1, 0)`"),
        ("red  { scout, giant }", "red  { scout 2, giant }", "expected a closing `}` or `,`, found `2`",
         "the number stands in front: `2 scout`"),
        ("red  { scout, giant }", "red  { scout x2, giant }", "expected a closing `}` or `,`, found `x2`",
         "the number stands in front: `2 scout`"),
        ("red  { scout, giant }", "red  { scout (2), giant }", "expected a closing `}` or `,`, found `(`",
         "the number stands in front: `2 scout`"),
        ('once per by per turn "no tank', 'once per by "no tank',
         "this limit is kept for each `by` and does not say in which scope it counts", "write the scope behind it: `per by per turn`"),
    ],
)  # fmt: skip
def test_notation(old: str, new: str, headline: str, help: str) -> None:
    finding = only(changed(old, new))
    assert finding.headline == headline
    assert finding.help == (help,)


def test_two_names_that_miss_their_comma_are_told_so_still() -> None:
    assert only(changed("red  { scout, giant }", "red  { scout giant }")).help == ("put a comma between them",)


# --------------------------------------------------------------------------------------- only what fits is suggested


@pytest.mark.parametrize(
    ("more", "headline", "help"),
    [
        ("value v(t: Tank): bool = t.side is scot", "nothing is called `scot` here", "the sides are `red` and `blue`"),
        ("value v(t: Tank): bool = t.side is bleu", "nothing is called `bleu` here", "did you mean `blue`?"),
        ("value v(t: Tank): bool = t is scot", "nothing is called `scot` here", "did you mean `scout`?"),
        ("value v(h: place): bool = terrain(h) is swamp", "nothing is called `swamp` here", "it can be `grass` or `wood`"),
        ("effect e(s: Side) { points += 1 }", "nothing is called `points` here", "write `s.points`"),
        ("effect e(t: Tank) { plates -= 1 }", "nothing is called `plates` here", "write `t.plates`"),
        ("value v(t: Tank): bool = round > 2", "nothing is called `round` here",
         "no rounds are counted by themselves: declare `track round_number: 0..20 = 0` in the ruleset, and add 1 to it in the sequence"),
        ("value v(t: Tank): bool = turn_number > 2", "nothing is called `turn_number` here",
         "no turns are counted by themselves: declare `track turn_number: 0..20 = 0` in the ruleset, and add 1 to it in the sequence"),
        ("value v(t: Tank): bool = turn > 2", "nothing is called `turn` here",
         "no turns are counted by themselves: declare `track turn_number: 0..20 = 0` in the ruleset, and add 1 to it in the sequence"),
        ("value v(t: Tank): bool = can_go(t, drive)", "there is no movement `drive`", "there is one, `driving`"),
        ("value v(t: Tank): bool = can_go(t, drivin)", "there is no movement `drivin`", "did you mean `driving`?"),
        ("effect e(t: Tank) { t.plates = random(1, 3) }", "nothing called `random` can be called",
         "dice are rolled by a statement, `roll pool = 1d6`, and one of several is taken by `choose x from ... at random`"),
        ("value v(a: Tank, b: Tank): bool = adjacent(a, b)", "nothing called `adjacent` can be called",
         "write `distance(a, b) is 1 hex`"),
        (SIGHT.replace("ground(h)", "not terrain(h).open") + "value v(a: Tank, b: Tank): bool = can_see(a, b)",
         "nothing called `can_see` can be called", "write `view(a, b)`"),
    ],
)  # fmt: skip
def test_names(more: str, headline: str, help: str) -> None:
    finding = only(f"{DUEL}{more}\n")
    assert finding.headline == headline
    assert finding.help == (help,)


def test_a_counter_of_the_pack_is_suggested_for_a_round() -> None:
    text = changed("    main game\n", "    main game\n    track turns_played: 0..9 = 0\n")
    text = changed("    rounds {\n", "    rounds {\n        turns_played += 1\n", text)
    (finding,) = [
        finding
        for finding in findings(changed("points: win s when s.points >= 9", "points: win s when round >= 9", text))
        if finding.level is Level.ERROR
    ]
    assert finding.help == ("did you mean `turns_played`?",)


@pytest.mark.parametrize(
    ("old", "new", "headline", "help"),
    [
        ("T = wood", "T = swamp", "there is no terrain `swamp`", "there are `grass` and `wood`"),
        ("    layout plain\n", "    layout desert\n", "there is no layout `desert`", "there is one, `plain`"),
        ("units Tank {", "units Lorry {", "there is no kind `Lorry`", "there is one, `Tank`"),
        ("units Tank {", "units Tnk {", "there is no kind `Tnk`", "did you mean `Tank`?"),
        ('scenario meeting "Meeting" {\n', 'scenario meeting "Meeting" of other {\n', "there is no scenario `other`", ""),
    ],
)
def test_of_few_names_all_are_told(old: str, new: str, headline: str, help: str) -> None:
    (finding,) = [finding for finding in findings(changed(old, new)) if finding.headline == headline]
    assert finding.help == ((help,) if help else ())


def test_a_side_in_a_table_is_no_unit() -> None:
    text = DUEL.replace("| role  | speed   |", "| role  | speed   | side |")
    text = text.replace("| light | 3 hexes |", "| light | 3 hexes | redd |").replace("| heavy | 1 hex   |", "| heavy | 1 hex   | |")
    text = text.replace("red.scout at", "scout at").replace("blue.scout at (3, 3), ", "").replace("blue { scout, ", "blue { ")
    (finding,) = [finding for finding in findings(text) if finding.headline == "nothing is called `redd` here"]
    assert finding.help == ("did you mean `red`?",)


# ------------------------------------------------------------------------------------------------- values and measures


@pytest.mark.parametrize(
    ("more", "headline", "help"),
    [
        ("value v(t: Tank): bool = t.speed > 2", "hexes cannot be compared with a plain number", "write `2 hexes`"),
        ("value v(t: Tank): bool = t.speed is 1 action", "hexes cannot be compared with actions", "write `1 hex`"),
        ("value v(t: Tank): bool = t.plates > 1 hex", "a plain number cannot be compared with hexes", "write `1`"),
        ("value v(t: Tank): bool = t.speed + 1 > 2 hexes", "hexes and a plain number do not mix", "write `1 hex`"),
        ("effect e(t: Tank) { roll d = 1d6; if d >= 4 { t.ready = no } }", "found dice that show 1..6, expected a number",
         "take one number of the dice: `highest(...)`, `lowest(...)` or `total(...)`"),
        ("value v(s: Side): bool = s.tanks > 2", "found a set of `Tank`, expected a number", "count them: `count(...)`"),
        ("value v(t: Tank): bool = t is scout or giant", "found a model of `Tank`, expected yes or no as a condition",
         "write `t in [scout, giant]`"),
        ("value v(t: Tank): bool = t.role is light or heavy", "found a `Role`, expected yes or no as a condition",
         "write `t.role in [light, heavy]`"),
        ("value v(h: place): bool = terrain(h) is not grass and wood", "found a `Terrain`, expected yes or no as a condition",
         "write `terrain(h) not in [grass, wood]`"),
        ("value v(t: Tank): bool = t.at is A1 or A2 or A3", "found a place, expected yes or no as a condition",
         "write `t.at in [A1, A2]`"),
        ("effect e(t: Tank) { t.side = red }", "`side` cannot be assigned to",
         "the side of a thing never changes: keep who has it in a state of its own, `state holder: Side? = none`"),
        ("effect e(t: Tank) { t.at = A1 }", "`at` cannot be assigned to",
         "a piece is moved by `put ... at ...`, and taken off by `remove`"),
        ("value v(t: Tank): bool = path_cost(t, driving, [A1]) > 1 hex",
         "found a set of places, expected a path as the third argument",
         "a path is laid by `plot way for t using ...`; a list of places is none"),
        ("unit kind Truck is Tank { state fuel = no }\nvalue v(t: Tank): bool = t.fuel", "`Tank` has no field `fuel`",
         "`Truck` has it: `if let one = t as Truck { ... one.fuel ... }`"),
    ],
)  # fmt: skip
def test_values(more: str, headline: str, help: str) -> None:
    finding = next(finding for finding in findings(f"{LETTERS}{more}\n") if finding.level is Level.ERROR)
    assert [finding.headline for finding in findings(f"{LETTERS}{more}\n") if finding.level is Level.ERROR] == [headline]
    assert finding.help == (help,)


@pytest.mark.parametrize(
    ("old", "new", "headline", "help"),
    [
        ("| light | 3 hexes |", "| light | 3 actions |", "found actions, expected hexes for the stat `speed`", "write `3 hexes`"),
        ("| light | 3 hexes |", "| light | 3 |", "found a plain number, expected hexes for the stat `speed`", "write `3 hexes`"),
        ("t.plates -= 1 }", "t.plates = 1 hex }", "found hexes, expected a plain number for `plates`", "write `1`"),
        (LAYOUT, LAYOUT + "    zone far = (4, 3)\n", "found a place, expected a set of places as a zone",
         "the set of one is written in square brackets: `[...]`"),
        (LAYOUT, LAYOUT + "    labels letters\n    zone far = A1\n", "found a place, expected a set of places as a zone",
         "the set of one is written in square brackets: `[A1]`"),
        ("    state ready = yes\n", "    state ready = yes\n    state off = no\n", "`off` is a word of the language",
         "choose another name"),
        ("win s when not any t in all tanks where t.side is not s and not t.removed",
         "win s when any t in tanks where t.side is s and count(t in tanks where t.side is s) > 1",
         "`t` is already a name in this declaration",
         "if the first ends before, put it in parentheses: `(any t in ... where ...) and ...`"),
    ],
)  # fmt: skip
def test_declared_values(old: str, new: str, headline: str, help: str) -> None:
    (finding,) = [finding for finding in findings(changed(old, new)) if finding.level is Level.ERROR]
    assert finding.headline == headline
    assert finding.help[0] == help


# ----------------------------------------------------------------------------------------------- one fault, one finding


@pytest.mark.parametrize(
    ("text", "headline", "help"),
    [
        (changed("measure hex, hexes", "measure hex, hex"), "`hex` is its own plural here, and `hexes` is written",
         "write `measure hex, hexes`"),
        (changed("measure action, actions", "measure hex, actions"), "`hex` is declared twice",
         "give one of them another name; to change a declaration in an option or variant say `replace`"),
        (changed("    roster usual\n", "    roster usuall\n"), "there is no roster `usuall`", "did you mean `usual`?"),
        (DUEL + "action jump(t: Tank, h: place in plces + places) { put t at h }\n", "nothing is called `plces` here",
         "did you mean `places`?"),
        (DUEL + SIGHT.replace("ground(h)", "distance(h, a) < distance(h, b)"), "nothing is called `a` here",
         "the ends of the line have names if the row gives them: `blocked at h between a, b when ...`"),
        (changed("    each s in sides from active\n", ""), "nothing is called `s` here",
         "if it is each side in turn, write `each s in sides` in front of the rows of `last`"),
    ],
    ids=["a measure without plural", "a measure twice", "no such roster", "a sum of sets", "ends of a line", "each side of an ending"],
)  # fmt: skip
def test_one_cause_is_one_finding(text: str, headline: str, help: str) -> None:
    finding, *others = [finding for finding in findings(text) if finding.level is Level.ERROR]
    assert [other.headline for other in others] == []
    assert finding.headline == headline
    assert finding.help == (help,)


def test_a_measure_that_is_its_own_plural_is_none_as_long_as_nobody_writes_another() -> None:
    text = DUEL.replace("measure action, actions", "measure action, action").replace(" actions ", " action ")
    assert [finding.headline for finding in findings(text)] == []


def test_a_roster_that_there_is_not_says_nothing_of_whose_a_thing_is() -> None:
    text = DUEL.replace("roster usual\n", "roster usuall\n").replace("red.scout at (0, 0)", "scout at (0, 0)")
    assert [finding.headline for finding in findings(text)] == ["there is no roster `usuall`"]


def test_labels_that_a_map_does_not_print_are_one_finding() -> None:
    placed = "red.scout at (0, 0), red.giant at (1, 0), blue.scout at (3, 3), blue.giant at (4, 3)"
    finding = only(changed(placed, "red.scout at A1, red.giant at B1, blue.scout at D4, blue.giant at E4"))
    assert finding.headline == "labels such as `A1` are not on the map `plain`"
    assert finding.count == 4
    assert len(finding.also) == 3
    assert "add `labels letters` to it" in finding.help[0]
