"""Slips of a designer who writes a first variant: what the message says beyond that something is wrong."""

from pathlib import Path

import pytest

from tankdsl.diagnostics import Diagnostic, Level
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

DUEL = (Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")
OPTION = 'option rain "It rains" = off\nguard dry(t: Tank) { require not option.rain "it rains" }\n'


def only(text: str) -> Diagnostic:
    session = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    (finding,) = [finding for finding in session.findings if finding.level is Level.ERROR]
    return finding


def slip(*lines: str) -> str:
    return OPTION + 'test "slip" {\n    scenario meeting\n' + "".join(f"    {line}\n" for line in lines) + "    start game\n}\n"


@pytest.mark.parametrize(
    ("more", "headline", "help"),
    [
        ("units Tank {\n| id | name |\n| m5 | Light Tank |\n}\n",
         "expected `|`, `,`, `..` or an operator, found `Tank`", "a text in double quotes"),
        ("// a remark\n", "expected a declaration, found `// a remark`", "comments begin with `#`"),
        ("effect e(t: Tank) { spent = 0 }\n",
         "`spent` is counted by the `cost` clauses of actions, and no rule sets it", "a `state` of your own"),
        ("effect e(t: Tank) { t.ready = t.role is lite_ones }\n", "nothing is called `lite_ones` here", "it can be `light` or `heavy`"),
        (OPTION + "effect e(t: Tank) { t.ready = rain }\n", "nothing is called `rain` here", "an option is read as `option.rain`"),
        (slip("given rain = on"), "nothing is called `rain` here", "`options rain = ...`"),
        (slip("given option.rain = on"), "`rain` is an option, and `given` sets states, piles and terrain", "`options rain = ...`"),
        (slip("given t: red.scout at (40, 40)"), "`(40, 40)` is not on the map `plain`", ""),
        (slip("given t: scout at (0, 0)"), "the scenario has only 2 `scout`, and all are in use", "`red.scout` or `blue.scout`"),
        (slip("given t: red.scout", "given t at (0, 0)"), "`t` is a piece that this test has named already, and a piece is named once",
         "write `t.at = place`"),
        ("value v(): bool = scout.ready\n",
         "`ready` is not the same for all things of a row: a row of `Tank` has stats only",
         "after `if let one = first([t in all tanks where t is scout])`"),
        ("value v(): int = scout.sped\n", "`Tank` has no field `sped`", "did you mean `speed`?"),
        (slip('given t: red.scout at "A1"'), "found text, expected a place where the piece stands", "without quotes"),
    ],
)  # fmt: skip
def test_the_way_out_is_named(more: str, headline: str, help: str) -> None:
    finding = only(DUEL + more)
    assert finding.headline == headline
    assert help in " ".join(finding.help)


def test_a_single_file_of_a_pack_is_sent_to_its_folder() -> None:
    session = Session(MemoryBundle({"units.tank": 'scenario a "A" { start game }\n'}), ("units.tank",))
    (finding,) = [finding for finding in session.findings if finding.name == "no-ruleset"]
    assert "name the folder of the pack" in " ".join(finding.help)


@pytest.mark.parametrize(
    ("broken", "headline"),
    [
        (DUEL.replace("| heavy | 1 hex   |", "| 1 hex   |"), "this row has 3 cells, the header has 4"),
        (DUEL.replace("by.ready = yes", "by.redy = yes").replace("state ready = yes", "state ready = no"), "`Tank` has no field `redy`"),
        (
            DUEL
            + 'card rush "Rush" of Ordr { plays as action as s { s.points += 1 } }\n'
            + 'test "rush" {\n    scenario meeting\n    start game\n    do rush\n}\n',
            "there is no kind of card `Ordr`",
        ),
    ],
    ids=["a cell too few", "a state misspelt", "a card of an unknown kind"],
)
def test_one_slip_is_one_finding(broken: str, headline: str) -> None:
    session = Session(MemoryBundle({"game.tank": broken}), ("game.tank",))
    assert [finding.headline for finding in session.findings] == [headline]


def test_a_row_of_a_sum_is_called_by_its_name_where_it_has_no_text() -> None:
    rows = ("base: 1", "big_gun: 2 when t.role is heavy", 'ready: 1 "stands ready" when t.ready')
    text = DUEL + "value worth(t: Tank): int sum {\n" + "".join(f"    {row}\n" for row in rows) + "}\n"
    session = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    body = session.program.values["worth"].body
    assert [row[2] for row in body.args[1]] == ["base", "big gun", "stands ready"]


@pytest.mark.parametrize(
    ("old", "new", "headline", "help"),
    [
        ("space hex flat", "space hex flatt", "there is no space `hex flatt`", "did you mean `hex flat`?"),
        ("space hex flat", "space hexes", "there is no space `hexes`", "write `hex flat`, `hex pointy` or `table inches`"),
        ("space hex flat", "space grid", "there is no space `grid`", "write `hex flat`, `hex pointy` or `table inches`"),
        ("    cost 1 hex\n", "    cost 1\n", "found a plain number, expected hexes as a cost", "write `1 hex`"),
        ("    cost 1 hex\n", "    cost 1 action\n", "found actions, expected hexes as a cost", "write `1 hex`"),
        ("    cost 1 hex\n", "    cost 1 mile\n", "there is no measure `mile`", "the measures are `hexes` and `actions`"),
        ("enum Role", "terrain kind Cover { stat deep = no flavour }\nenum Role", "there is a kind of terrain already, `Cover`",
         "write `terrain kind Terrain is Cover`"),
    ],
)  # fmt: skip
def test_a_word_too_much_or_too_little_in_the_frame(old: str, new: str, headline: str, help: str) -> None:
    assert old in DUEL
    finding = only(DUEL.replace(old, new, 1))
    assert finding.headline == headline
    assert help in " ".join(finding.help)


@pytest.mark.parametrize(
    ("more", "headline", "help"),
    [
        ("value v(a: Tank, b: Tank): bool = distance > 2", "nothing is called `distance` here", "called with arguments: `distance(...)`"),
        ("value v(h: place): bool = h is f3", "nothing is called `f3` here", "have capitals: `F3`"),
        ("value v(h: place): bool = h.terrain.open", "a place has no fields, and `terrain` is asked of it", "write `terrain(h)`"),
        ("value v(h: place): bool = unit(h) is none", "nothing called `unit` can be called", "the name of the kind: `tank(...)`"),
        ('value v(t: Tank): bool = t is "scout"', "a `Tank` can never be text", "named without quotes: `scout`"),
        ("value v(t: Tank): bool = t is Scout", "there is no kind `Scout`", "named in small letters: `scout`"),
        ("value v(t: Tank): bool = t.side is s", "a `Side` can never be a direction", "`n`, `s` and their like are directions"),
        ("value v(a: Tank, b: Tank): bool = sight(a, b)", "no `sight` is declared", "declare one: `sight line {"),
        ("effect e(t: Tank) { roll pool = 2d6; t.plates = pool }", "found dice that show 1..6, expected a number", "`highest(...)`"),
        ("effect e(t: Tank) { roll pool = (t.plates) d6; f(highest(pool)) }\neffect f(n: 1..6) { red.points += n }",
         "can be 0..6, but the parameter `n` allows 1..6", "roll one at least, `max(1, ...)`"),
        ('value v(t: Tank): int sum { near +1 "near" when t.ready }', "nothing is called `near` here", "a colon stands behind it: `near:"),
        ('option mud "Mud" = off { add row of driving { deep: 1 hex } }', "`driving` is no value made of rows", "begin with `budget`"),
    ],
)  # fmt: skip
def test_what_was_meant_is_named(more: str, headline: str, help: str) -> None:
    finding = only(f"{DUEL}{more}\n")
    assert finding.headline.startswith(headline)
    assert help in " ".join(finding.help)


@pytest.mark.parametrize(
    ("old", "new", "headline"),
    [
        ("unit kind Tank", "unit kind tank", "expected the name of a kind, found `tank`"),
        ("action drive", " action drive", "`action` begins a declaration in the first column only"),
        ("effect hit(t: Tank)", "def hit(t: Tank)", "expected a declaration, found `def`"),
        ("| scout |", '| "scout" |', "a row is named by a name"),
        ("| giant |", "| scout |", "`scout` is declared twice"),
        ("| giant |", "| none  |", "`none` is a word of the language"),
        ("| id    | name    | role ", "| code  | name    | role ", "this table has no column `id`"),
        ("| role  | speed ", "| role  | spede ", "`Tank` has no stat `spede`"),
        ("track plates: 0..3 = 2", "track plates = 2", "a track needs a range"),
        ("plays drive, shoot", "plays drive, shot", "there is no action `shot`"),
        ("blue {", "bleu {", "there is no side `bleu`"),
        ("        . . . . .\n", "        . . . . .  # a row\n", "a row of `field` has a comment, and rows hold nothing but glyphs"),
    ],
)  # fmt: skip
def test_what_follows_from_a_slip_is_not_reported(old: str, new: str, headline: str) -> None:
    assert old in DUEL, old
    session = Session(MemoryBundle({"game.tank": DUEL.replace(old, new, 1)}), ("game.tank",))
    findings = [finding.headline for finding in session.findings]
    assert headline in findings
    assert [found for found in findings if found not in (headline, "this table has no column `code`", "`Tank` has no stat `code`")] == []


@pytest.mark.parametrize(
    ("old", "new", "headline", "help"),
    [
        ("once per by per turn", "once per turn per by",
         "`turn` is nothing that a limit is kept for, and `by` is no scope", "`per by per turn`"),
        ("blue.giant at (4, 3)", "blue.giant at E4", "`E4` is not on the map `plain`", "add `labels letters`"),
        ("if highest(pool) >= 4 { hit(target) }", "match highest(pool) { 1-3 => nothing; otherwise => hit(target) }",
         "this is a difference and no range", "write `1..3`"),
        ("if highest(pool) >= 4 { hit(target) }", 'match highest(pool) { 1..3 => nothing; 4+ "a hit" => hit(target) }',
         "a number and what is above it is written as a range", "write `4..6`"),
    ],
)  # fmt: skip
def test_rulebook_notation(old: str, new: str, headline: str, help: str) -> None:
    assert old in DUEL
    finding = only(DUEL.replace(old, new, 1))
    assert finding.headline == headline
    assert help in " ".join(finding.help)
