"""The sets that parameters run over: of triggers as of actions, and of nothing that is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.unit.rules.playing import EVALUATORS, failures_on

PRELUDES = Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes"
DUEL = (PRELUDES / "duel.tank").read_text(encoding="utf-8")
YARD = (PRELUDES / "yard.tank").read_text(encoding="utf-8")

NOTICED = """
whenever noticed(t: Tank{domain}, x: Tank) when t.ready and distance(t, x) <= 1 hex and t.side is not x.side {{
    t.ready = no
    t.side.points += 1
}}
test "who notices whom" {{
    scenario meeting
    given red.scout at (2, 3)
    start game
    pass red
    expect red.points is {red} and blue.points is {blue}
}}
"""


@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize(
    ("domain", "red", "blue"),
    [
        ("", 1, 1),
        (" in tanks", 1, 1),
        (" in blue.tanks", 0, 1),
        (" in red.tanks", 1, 0),
        (" in [t in tanks where t.side is blue]", 0, 1),
        (" in [t in blue.tanks where t.role is heavy]", 0, 0),
    ],
)
def test_a_trigger_runs_for_the_set_that_is_written(evaluator: str, domain: str, red: int, blue: int) -> None:
    assert failures_on(evaluator, DUEL + NOTICED.format(domain=domain, red=red, blue=blue)) == []


def errors(text: str) -> list[tuple[str, str]]:
    session = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    assert session.loaded.found == ()
    return [(finding.code, finding.headline) for finding in session.checked.found if finding.level == "error"]


def test_a_piece_of_a_trigger_that_is_called_by_is_any_piece() -> None:
    assert errors(DUEL + "whenever worn(by: Tank) when by.plates is 0 and by.ready { by.ready = no }\n") == []


def test_a_trigger_over_things_of_another_kind() -> None:
    ((code, headline),) = errors(DUEL + "whenever worn(t: Tank in sides) when t.plates is 0 { remove t }\n")
    assert code == "TK3001" and headline.endswith("expected a set of `Tank` for the parameter `t`")


def test_a_trigger_looks_at_things_one_by_one() -> None:
    ((code, headline),) = errors(DUEL + "whenever worn(t: some Tank in tanks) when count(t) > 9 { red.points = 0 }\n")
    assert code == "TK4012" and headline == "`worn` looks at things one by one, not at some of them together"


@pytest.mark.parametrize(
    "declared",
    [
        "value worth(t: Tank in red.tanks): int = t.plates",
        'guard fresh(t: Tank in red.tanks) { require t.ready "no" }',
        "effect mend(t: Tank in red.tanks) { t.plates += 1 }",
        "after hit(t: Tank in red.tanks) { t.ready = no }",
        "window firing(t: Tank in red.tanks)",
        "table odds(n: 1..2 in [1, 2]) gives 1..2 {; | n | gives |; | 1 | 2     |; | 2 | 1     |; }",
        'placement standing(t: Tank in red.tanks, h: place) { require row(t.side, h) is 1 "no" }',
    ],
)
def test_what_is_called_chooses_from_no_set(declared: str) -> None:
    found = errors(DUEL + declared.replace("; ", "\n") + "\n")
    assert [code for code, _ in found] == ["TK4012"]
    assert found[0][1].endswith("comes from whoever calls this, and is chosen from no set")


@pytest.mark.parametrize(
    "declared",
    [
        "whenever full(p: place) when any t in tanks where t.at is p { for each t in tanks { remove t } }",
        "ending full { each p in places; draw when any t in tanks where t.at is p }",
        'guard full(n: 1..2) { for each p in places { require n > 1 "no" } }',
    ],
)
def test_the_points_of_a_table_are_not_gone_through(declared: str) -> None:
    assert [code for code, _ in errors(YARD + declared.replace("; ", "\n").replace("{ each", "{\neach") + "\n")] == ["TK3007"]
