"""Budgets that nothing spends, costs that nobody counts, supplies that nothing fills."""

import pytest

from tests.unit.check.small import at
from tests.unit.rules.games import SMALL, findings, names, only

TRUCE = 'truce "Truce" of Order { weight = 2; plays as action as s {'
LOOP = "s plays march, Order for 1 may pass"
FREE = SMALL.replace("    cost 1\n    require not by.loaded", "    require not by.loaded")


def test_a_budget_that_one_action_spends() -> None:
    assert names(SMALL) == []


def test_a_budget_that_nothing_spends() -> None:
    finding = only(FREE, "budget-unspent")
    assert finding.level == "warning"
    assert finding.headline == "this budget is never spent: nothing that can be played here costs anything"
    assert at(FREE, finding) == "1"


@pytest.mark.parametrize(
    "text",
    [
        FREE.replace(LOOP, "s plays march, Order may pass"),
        FREE.replace(LOOP, "s plays march, Order once may pass"),
        FREE.replace(TRUCE, f"{TRUCE} cost 1;"),
        FREE.replace("    require not by.loaded", "    cost by.wounds\n    require not by.loaded"),
        FREE + 'card quick "Quick" of Order { weight = 3; plays anytime as s { cost 1; s.score += 1 } }\n',
    ],
    ids=["no budget", "once", "a card costs", "a cost that may be 0", "a card of any time costs"],
)
def test_near_a_budget_that_nothing_spends(text: str) -> None:
    assert "budget-unspent" not in names(text)


UNCOUNTED = SMALL.replace(LOOP, "s plays march, Order may pass")


def test_a_cost_that_nobody_counts() -> None:
    finding = only(UNCOUNTED, "cost-uncounted")
    assert finding.level == "warning"
    assert finding.headline == "no play loop that offers `march` has a budget, so nobody counts what it costs"


@pytest.mark.parametrize(
    "text",
    [
        UNCOUNTED.replace("Order may pass", "Order may pass until spent >= 2"),
        UNCOUNTED.replace("Order may pass }", "Order may pass; s plays march for 2 }"),
        UNCOUNTED.replace("    by.loaded = yes\n", "    by.loaded = spent > 2\n"),
        UNCOUNTED.replace("    cost 1\n", "    cost 0\n"),
    ],
    ids=["until spent", "another loop counts", "an effect asks", "costs nothing"],
)
def test_near_a_cost_that_nobody_counts(text: str) -> None:
    assert "cost-uncounted" not in names(text)


STORM = "plays as action as s { s.score += 1 } }\ncard truce"


def supply(type: str = "0..9", default: str = "0", change: str = "s.calls -= 1", more: str = "", given: str = "") -> str:
    text = SMALL.replace("    track score: 0..9 = 0\n", f"    track score: 0..9 = 0\n    track calls: {type} = {default}\n")
    text = text.replace(STORM, f"plays as action as s {{ if s.calls > 0 {{ {change} }} }} }}\ncard truce")
    return text.replace("    roster usual\n}", f"    roster usual\n    {given}\n}}") + more


def test_a_supply_that_nothing_fills() -> None:
    finding = only(supply(), "never-filled")
    assert finding.level == "warning"
    assert finding.headline == "`calls` of `Side` is spent, but it begins empty and nothing ever fills it"


@pytest.mark.parametrize(
    "text",
    [
        supply(default="3"),
        supply(type="-2..9"),
        supply(given="given red.calls = 3"),
        supply(more="effect fill(s: Side) { s.calls += 1 }\n"),
        supply(more="effect fill(s: Side) { s.calls = 4 }\n"),
        supply(change="s.calls -= s.score - 4"),
        supply().split("scenario plain")[0],
    ],
    ids=["begins full", "may fall", "set by a scenario", "raised", "assigned", "may be raised", "no scenario yet"],
)
def test_near_a_supply_that_nothing_fills(text: str) -> None:
    assert "never-filled" not in names(text)


def test_findings_are_silenced_in_place() -> None:
    text = FREE.replace("sequence game {", "# tankdsl: allow budget-unspent because a variant lets it cost\nsequence game {")
    assert len(findings(text)) == 1
