"""What a failed test says of an argument that cannot be chosen, and how it calls hexes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.testing import Failure, run_tests

DUEL = (Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")


def failure_of(line: str, text: str = DUEL) -> Failure:
    test = f'test "t" {{\n    scenario meeting\n    start game\n    {line}\n}}\n'
    session = Session(MemoryBundle({"game.tank": text + test}), ("game.tank",))
    assert [finding.headline for finding in session.findings if finding.level == "error"] == []
    (result,) = run_tests(session)
    assert result.failure is not None
    return result.failure


@pytest.mark.parametrize("line", ["do shoot(blue.scout, red.scout)", 'refuse shoot(blue.scout, red.scout) because "nothing"'])
def test_the_argument_is_named_with_what_it_can_be(line: str) -> None:
    failure = failure_of(line)
    assert "That cannot be chosen. (not_in_domain)" in failure.message
    assert failure.details[0] == "`by` cannot be blue.scout; possible: red.giant, red.scout"


def test_an_argument_that_can_be_chosen_is_not_named() -> None:
    failure = failure_of("do shoot(red.scout, red.giant)")
    assert "no enemy" in failure.message
    assert "cannot be" not in failure.details[0]


def test_hexes_are_called_by_their_labels_where_there_are_any() -> None:
    labelled = DUEL.replace("    board field at (0, 0)\n", "    board field at (0, 0)\n    labels letters\n")
    assert failure_of("do drive(red.scout) along E4", labelled).details[0].endswith("possible: A2")
    assert failure_of("do drive(red.scout) along (4, 3)").details[0].endswith("possible: (0, 1)")
