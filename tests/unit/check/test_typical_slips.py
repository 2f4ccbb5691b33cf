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
