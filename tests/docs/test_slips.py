"""The slips that the page of TK1001 lists: what is wrong there gives that finding, and what is to be written instead is well formed."""

import re

import pytest

from tankdsl.source import SourceSet
from tankdsl.syntax.parse import parse
from tests.docs.blocks import ROOT, section

PAGE = ROOT / "docs" / "diagnostics" / "TK1001.md"
AROUND = {
    "a declaration": "{}",
    "a kind": "unit kind Tank {{\n    {}\n}}",
    "an effect": "effect e(t: Tank, n: int) gives int {{\n    {}\n}}",
    "an expression": "value v(a: int, b: int) = {}",
    "a table": "table result(t: Tank, roll: 1..6) by roll {{\n    {}\n}}",
    "a guard": "guard g(t: Tank) {{\n    {}\n}}",
    "a movement": "movement m of t: Tank from a to b {{\n    {}\n}}",
    "a sequence": "sequence s {{\n    {}\n}}",
    "an ending": "ending e {{\n    each s in sides\n    {}\n}}",
    "a board": "board b axial 1 x 1 {{\n    legend . = grass\n    rows {{\n        .\n    }}\n    {}\n}}",
    "a roster": "roster r {{\n    red {{ {} }}\n}}",
    "a scenario": 'scenario s "S" {{\n    {}\n}}',
}
"""What stands around a cell of the table, by the word in its first column."""
SLIPS = re.findall(r"(?m)^\| (an? \w+) \| `(.*)` \| `(.*)` \|$", section(PAGE, "The commonest slips") or "")


def codes(around: str, text: str) -> list[str]:
    return [finding.code for finding in parse(SourceSet().add_text("x.tank", AROUND[around].format(text) + "\n")).diagnostics]


def test_there_are_some_of_every_sort() -> None:
    assert {around for around, _, _ in SLIPS} == set(AROUND)


@pytest.mark.parametrize(("around", "wrong", "right"), SLIPS, ids=[wrong for _, wrong, _ in SLIPS])
def test_slips_are_found_and_what_is_said_instead_is_right(around: str, wrong: str, right: str) -> None:
    assert codes(around, wrong) == ["TK1001"]
    assert codes(around, right) == []
