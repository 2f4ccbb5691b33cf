"""Findings do not depend on the order of sets: two runs of Python with other hashes say the same."""

import os
import subprocess
import sys
from pathlib import Path

from tests.unit.check.small import FORCES, RULES
from tests.unit.rules.games import PLACEMENTS, findings, on_board

ROOT = Path(__file__).resolve().parents[3]
POCKET = (". . . . .", ". . # # .", ". # . # .", ". # # . .", ". . . . .")
FAULTY = on_board(*POCKET, rules=RULES + PLACEMENTS, forces=FORCES.replace("2 scout", "22 scout"))
PROGRAM = """
import sys
from tests.unit.rules.games import findings
for finding in findings(sys.stdin.read()):
    print(finding)
"""


def told_with(seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, input=FAULTY, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout


def test_other_hashes_same_findings() -> None:
    assert {finding.name for finding in findings(FAULTY)} >= {"too-few-places", "region-cut-off", "no-place-for-piece"}
    assert told_with("1") == told_with("2") != ""
