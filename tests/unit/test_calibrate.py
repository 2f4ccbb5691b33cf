"""The calibration runs on boards, counts findings by level, and real ground without faults gives none."""

from pathlib import Path

import pytest

from tests import calibrate

HEAD = "size 8 8\noption exit_roads_to_pavement false\n"


def board(*special: str) -> str:
    """A board of MegaMek: clear hexes but for the given lines."""
    given = {line.split()[1]: line for line in special}
    labels = [f"{column:02}{row:02}" for row in range(1, 9) for column in range(1, 9)]
    return HEAD + "".join(given.get(label, f'hex {label} 0 "" ""') + "\n" for label in labels) + "end\n"


def river(*fords: int) -> list[str]:
    """Water from left to right in row 4, without some columns."""
    return [f'hex {column:02}{row:02} 0 "water:1" ""' for column in range(1, 9) for row in (4, 5) if column not in fords]


@pytest.mark.parametrize(
    ("special", "codes"),
    [((), set()), (river(3), set()), (river(), {"TK5076"}), (['hex 0404 5 "" ""'], {"TK5030", "TK6060"})],
    ids=["open ground", "a river with a ford", "a river without one", "a rock"],
)
def test_findings_of_boards(special: list[str], codes: set[str], tmp_path: Path) -> None:
    (tmp_path / "one.board").write_text(board(*special), encoding="utf-8")
    (outcome,) = calibrate.calibrate(tmp_path)
    assert {finding.code for finding in outcome.findings} == codes and outcome.counts["error"] == 0


def test_the_table_counts_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.board").write_text(board(), encoding="utf-8")
    (tmp_path / "b.board").write_text(board(*river()), encoding="utf-8")
    assert calibrate.main([str(tmp_path)]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[1].split() == ["a", "64", "0", "0", "0"] and rows[2].split() == ["b", "64", "0", "1", "0", "TK5076", "x1"]
    assert rows[3].split() == ["2", "boards", "0", "1", "0"]
    assert calibrate.main([]) == 2
