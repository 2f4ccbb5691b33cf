"""Tank Clash: every situation of its case file is played, and maps that do not fit its set-up are found before play."""

from __future__ import annotations

import csv
import re

import pytest

from tankdsl.check.cases import tree as tt
from tankdsl.diagnostics import Diagnostic
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.testing import run_tests
from tests.examples.packs import EXAMPLES, session

PACK = EXAMPLES / "tank_clash"
STEPS = {
    1: "abcdefghijklmnop", 2: "abcdefgh", 3: "abcdef", 4: "abcde", 5: "abcde", 6: "abcdefghi", 7: "", 8: "abcdefghijk", 9: "abcdef",
    10: "abcdefghijk", 11: "abcdefghijk", 12: "abcdef", 13: "abcdefghijkl", 14: "abcdef", 15: "abcde", 16: "abcdefgh", 17: "abcdefghijk",
    18: "abcdefghi", 19: "abcdefghijklmn",
}  # fmt: skip
"""The steps of each case.  Case 7 has turns instead."""
OVERGROWN = """
board overgrown axial 5 x 7 {
    legend . = grass, T = trees, H = house, ~ = river
    rows {
        . . . . .
        . . . . .
        . . . . .
        T T H ~ T
        . . . . .
        . . . . .
        . . . . .
    }
}

layout overgrown "No open hex in row 4" {
    board overgrown at (0, 0) of german
    board plain at (0, 7) of american
    german rows from top
    american rows from bottom
}

scenario overgrown "No open hex in row 4" of empty_b { layout overgrown }
"""


def with_file(text: str) -> Session:
    """The pack with one more file."""
    files = {path.relative_to(PACK).as_posix(): path.read_text("utf-8") for path in sorted(PACK.rglob("*.tank"))}
    bundle = MemoryBundle({**files, "more.tank": text})
    return Session(bundle, bundle.paths())


def without_place(found: Session) -> list[Diagnostic]:
    """The findings about pieces that can be placed nowhere, expected by a test or not."""
    return [finding for finding in (*found.findings, *found.expected_findings) if finding.name == "no-place-for-piece"]


def test_all_cases_come_out_as_expected() -> None:
    results = list(run_tests(session("tank_clash")))
    assert [(result.label, result.failure.message) for result in results if result.failure] == []
    assert len(results) > 250


@pytest.mark.parametrize("case", STEPS)
def test_every_step_is_played(case: int) -> None:
    tests = [test for test in session("tank_clash").tests if isinstance(test, tt.TestDef) and f"TC-C{case:02d}" in test.cites]
    played = {name for test in tests for name in _names(test.root)} | _rows(case)
    assert tests
    assert set(STEPS[case]) <= played


def _names(branch: tt.Branch) -> set[str]:
    """The names of a branch and of all cases in it."""
    return {branch.name}.union(*(_names(step) for step in branch.steps if isinstance(step, tt.Branch)))


def _rows(case: int) -> set[str]:
    """Steps that are rows of a table: their first cell names them."""
    files = (path.read_text("utf-8") for path in (PACK / "tests").glob("*.tank"))
    blocks = [block for text in files for block in re.split(r"(?m)^(?=test )", text) if f"@TC-C{case:02d} " in block]
    return {step for block in blocks for step in re.findall(r'(?m)^    \| "([a-z])"', block)}


def test_a_territory_with_fewer_than_seven_rows_is_refused() -> None:
    shallow = session("tank_clash")
    results = list(run_tests(shallow, "each territory has five rows/e"))
    assert [(result.label, result.failure) for result in results] == [("each territory has five rows / e", None)]
    assert "shallow" not in shallow.scenarios
    assert sorted(finding.headline for finding in without_place(shallow)) == [
        f"`{side}.forward` can be placed nowhere on the map `shallow`: it needs row 7, and the territory of `{side}` has 5 rows"
        for side in ("american", "german")
    ]


def test_a_map_without_an_open_hex_for_a_checkpoint_is_refused() -> None:
    (finding,) = (one for one in without_place(with_file(OVERGROWN)) if "shallow" not in one.headline)
    assert "`german.middle` can be placed nowhere" in finding.headline
    assert "a checkpoint stands on open ground" in finding.headline


def test_every_rule_with_an_effect_is_cited_by_what_does_it() -> None:
    cited = set()
    for path in PACK.glob("*.tank"):
        for first, last in re.findall(r"@TC-(\d{3})(?:\.\.TC-(\d{3}))?", path.read_text("utf-8")):
            cited |= set(range(int(first), int(last or first) + 1))
    rules = list(csv.DictReader((PACK / "rules.csv").open(encoding="utf-8", newline="")))
    wanted = {int(rule["id"][3:]) for rule in rules if rule["kind"] not in ("flavour", "component")}
    assert wanted - cited == set()
