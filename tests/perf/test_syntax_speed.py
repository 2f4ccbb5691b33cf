"""Faults do not make reading slow; how fast it is without any is measured by `bench.py`."""

import time
from pathlib import Path

import pytest

from tankdsl.source import SourceFile
from tankdsl.syntax.parse import parse

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples" / "tank_clash").glob("*.tank")))


def test_faults_do_not_make_reading_slow() -> None:
    broken = (EXAMPLE * 10).replace(" {", " {{")
    source = SourceFile.of(0, "a.tank", broken)
    started = time.process_time()
    found = len(parse(source).diagnostics)
    taken = time.process_time() - started
    print(f"\n{found:,} faults in {broken.count(chr(10)):,} lines: {taken:.2f} s")
    assert found > 500
    assert taken < 60
