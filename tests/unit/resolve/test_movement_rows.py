"""Rows of movements that variants and options take away, put in the place of others, and add."""

from __future__ import annotations

from pathlib import Path

import pytest

from tankdsl.diagnostics import Level
from tankdsl.engine import load_game, playout
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.testing import run_tests

DUEL = (Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")
NAMED = DUEL.replace("    cost 1 hex\n", "    plain: cost 1 hex\n").replace("never when not terrain", "trees: never when not terrain")


def variant(changes: str, more: str = "") -> Session:
    files = {"duel/duel.tank": NAMED, "winter/winter.tank": f'variant winter "In winter" of "../duel" {{\n{changes}\n}}\n{more}'}
    return Session(MemoryBundle(files), ("winter/winter.tank",))


def option(changes: str, more: str = "") -> Session:
    return Session(MemoryBundle({"duel.tank": f'{NAMED}option winter "Winter" = off {{\n{changes}\n}}\n{more}'}), ("duel.tank",))


def case(way: str, *, on: bool, refused: str = "") -> str:
    options = "    options winter = on\n" if on else ""
    drive = f"    refuse drive(s) along {way} because {refused}\n" if refused else f"    do drive(s) along {way}\n"
    return f'test "{way} {on}" {{\n    scenario meeting\n    given s: red.scout at (0, 1)\n{options}    start game\n{drive}}}\n'


def failures(session: Session) -> list[str]:
    assert [finding.headline for finding in session.findings if finding.level is Level.ERROR] == []
    return [result.failure.message for result in run_tests(session) if result.failure is not None]


NO_TREES = "remove row trees of driving\nadd row of driving { cost 1 hex when distance(b, t) > 9 hexes and terrain(b).open }"
INTO, THROUGH, FAR = "(1, 1)", "(1, 1), (2, 1)", "(0, 2), (0, 3)"


@pytest.mark.parametrize(
    ("changes", "with_it", "without"),
    [
        (NO_TREES, case(THROUGH, on=True), case(THROUGH, on=False, refused='"{b} is wood"')),
        ('replace row trees of driving { never when terrain(b).open "{b} is no wood" }',
         case(FAR, on=True, refused='"{b} is no wood"') + case(INTO, on=True), case(FAR, on=False)),
        ("replace row plain of driving { cost 2 hexes }", case(FAR, on=True, refused="too_far"), case(FAR, on=False)),
        ("replace row plain of driving { cost 2 hexes when t.ready }", case(FAR, on=True, refused="too_far"), case(FAR, on=False)),
        ("add row of driving { cost 2 hexes when terrain(b).open }", case(FAR, on=True, refused="too_far"), case(FAR, on=False)),
        ('add row of driving { snow: never when distance(b, t) > 1 hex "{b} is deep in snow" }',
         case(FAR, on=True, refused='"{b} is deep in snow"'), case(FAR, on=False)),
    ],
)  # fmt: skip
def test_a_row_counts_while_the_option_is_on(changes: str, with_it: str, without: str) -> None:
    assert failures(option(changes, with_it + without)) == []
    assert failures(variant(changes, with_it.replace("    options winter = on\n", ""))) == []


def test_both_evaluators_play_it_alike() -> None:
    changes = "remove row trees of driving\nadd row of driving { cost 1 hex when not terrain(b).open }"
    game = load_game(option(changes).scenario("meeting").document)
    assert playout(game, 3).hashes == playout(game, 3, "oracle").hashes


@pytest.mark.parametrize(
    ("changes", "of_option", "of_variant"),
    [
        ("remove row tree of driving", "`driving` has no row `tree`", "`driving` has no row `tree`"),
        ("replace row tree of driving { cost 1 hex }", "`driving` has no row `tree`", "`driving` has no row `tree`"),
        ("add row of drivin { cost 1 hex }", "there is no movement `drivin` to change", "nothing with rows is called `drivin`"),
        ("replace row plain of driving { win red when yes }", *["rows of `driving` are of another sort"] * 2),
        ("replace row alone of last { cost 1 hex }", *["rows of `last` are of another sort"] * 2),
        ("add row of driving { 1 hex when t.ready }", "`driving` is no value made of rows", "rows of `driving` are of another sort"),
    ],
)
def test_what_cannot_be_is_one_finding(changes: str, of_option: str, of_variant: str) -> None:
    assert [finding.headline for finding in option(changes).findings] == [of_option]
    assert [finding.headline for finding in variant(changes).findings if finding.level is Level.ERROR] == [of_variant]


def test_a_row_of_another_sort_says_how_rows_of_a_movement_are_written() -> None:
    (finding,) = variant("add row of driving { 1 hex when t.ready }").findings
    assert finding.help == ('write `cost amount when condition` or `never when condition "reason"`',)
    (finding,) = option("add row of driving { 1 hex when t.ready }").findings
    assert finding.help == ("rows of a movement begin with `budget`, `cost`, `bonus`, `never`, `stops` or `passes`: `cost ... when ...`",)
