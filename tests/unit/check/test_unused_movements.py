"""Movements by which nothing moves."""

import pytest

from tests.unit.check.small import RULES, at, session

FLYING = "movement flying of w: Walker from a to b {\n    budget w.speed\n    cost 1 hex\n}\n"


def unused(text: str) -> list[tuple[str, str]]:
    """What is said of such movements, and where."""
    found = session(text).checked.found
    return [(finding.headline, at(text, finding)) for finding in found if "movement" in finding.headline]


def test_a_movement_that_no_rule_names() -> None:
    assert unused(RULES) == []
    assert unused(RULES + FLYING) == [("no rule moves anything by the movement `flying`", "flying")]


@pytest.mark.parametrize(
    "use",
    [
        "value may_fly(w: Walker): bool = can_go(w, flying)\n",
        'effect soar(w: Walker) {\n    plot up for w using flying by w.side "Where?"\n    go w along up\n}\n',
    ],
)
def test_a_path_or_a_question_is_a_use(use: str) -> None:
    assert unused(RULES + FLYING + use) == []
