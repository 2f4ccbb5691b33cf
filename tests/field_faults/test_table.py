"""The table of all faults and the tests say the same."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
ROW = re.compile(r"^\| (F-\d{3}) \| (.+) \| (tested|not met yet): (.+) \|$", re.MULTILINE)


def numbers_in_names() -> dict[str, set[str]]:
    """The files in which tests have the number of a fault in their name."""
    found: dict[str, set[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            for number in re.findall(r"_f(\d{3})(?=_)", name):
                found.setdefault(f"F-{number}", set()).add(path.name)
    return found


def test_every_fault_stands_once_in_the_table() -> None:
    rows = ROW.findall((HERE / "README.md").read_text(encoding="utf-8"))
    ids = [row[0] for row in rows]
    assert len(ids) == len(set(ids)) == 127 and ids == sorted(ids)


def test_what_is_called_tested_is_tested_where_the_table_says() -> None:
    rows = ROW.findall((HERE / "README.md").read_text(encoding="utf-8"))
    said = {id: set(re.findall(r"`(test_\w+\.py)`", where)) for id, _, state, where in rows if state == "tested"}
    assert said == numbers_in_names()
