"""`tankdsl test`: a line for each test, an explanation for each failure."""

import json
import shutil
from pathlib import Path

from tests.unit.cli.conftest import DUEL, Run


def spoil(duel: Path) -> None:
    """A shot that hits takes nothing any more."""
    text = (duel / "duel.tank").read_text(encoding="utf-8")
    (duel / "duel.tank").write_text(text.replace("t.plates -= 1", "t.plates -= 0"), encoding="utf-8")


def test_all_pass(run: Run) -> None:
    result = run("test", DUEL)
    assert result.exit_code == 0
    assert result.stdout == "ok      driving  @DU-C01  a b\nok      shooting  @DU-C02  a b\n\n4 passed, 0 failed\n"
    assert result.stderr == ""


def test_a_failure_is_explained_at_its_line(run: Run, duel: Path) -> None:
    spoil(duel)
    result = run("test", duel)
    assert result.exit_code == 1
    assert "FAILED  shooting  @DU-C02  a! b\n" in result.stdout
    assert "error[TK8011 test-failed]: shooting / a (a hit takes a plate): " in result.stdout
    assert "expect b.plates is 0" in result.stdout
    assert result.stdout.endswith("\n3 passed, 1 failed\n")


def test_only_some(run: Run) -> None:
    assert "\n2 passed, 0 failed\n" in run("test", DUEL, "--only", "DU-C02").stdout
    assert "\n1 passed, 0 failed\n" in run("test", DUEL, "--only", "*/b", "--only", "driving/a").stdout


def test_a_pattern_that_fits_nothing(run: Run) -> None:
    result = run("test", DUEL, "--only", "flying")
    assert result.exit_code == 2
    assert "error[TK9005 unknown-choice]: no test in" in result.stderr


def test_json(run: Run, duel: Path) -> None:
    spoil(duel)
    document = json.loads(run("test", duel, "--format", "json").stdout)
    assert document["summary"] == {"passed": 3, "failed": 1}
    failed = next(case for case in document["cases"] if not case["passed"])
    assert (failed["test"], failed["case"], failed["title"]) == ("shooting", "a", "a hit takes a plate")
    assert failed["file"].endswith("tests.tank") and failed["message"]


def test_a_pack_with_errors_is_not_tested(run: Run, duel: Path) -> None:
    with (duel / "duel.tank").open("a", encoding="utf-8") as file:
        file.write("enum Role { medium $ }\n")
    result = run("test", duel)
    assert result.exit_code == 1
    assert result.stdout == "" and "error[TK1003" in result.stderr


def test_a_pack_without_tests(run: Run, duel: Path) -> None:
    (duel / "tests.tank").unlink()
    result = run("test", duel)
    assert (result.exit_code, result.stdout) == (0, "\nthere are no tests\n")


def test_a_folder_of_packs(run: Run, duel: Path) -> None:
    """All packs are tested, each under its title; one that has errors stops all of them before any is played."""
    other = duel.parent / "other"
    shutil.copytree(duel, other)
    text = (other / "duel.tank").read_text(encoding="utf-8")
    (other / "duel.tank").write_text(text.replace('"A duel in the field"', '"Another"', 1), encoding="utf-8")
    spoil(duel)
    result = run("test", duel, other)
    assert result.exit_code == 1
    assert result.stdout.startswith("A duel in the field\n") and "\n\nAnother\nok      driving" in result.stdout
    assert result.stdout.endswith("\n7 passed, 1 failed\n")
    assert json.loads(run("test", duel.parent, "--format", "json").stdout)["summary"] == {"passed": 7, "failed": 1}
    with (other / "duel.tank").open("a", encoding="utf-8") as file:
        file.write("enum Role { medium $ }\n")
    result = run("test", duel, other)
    assert result.exit_code == 1 and result.stdout == "" and "other/duel.tank" in result.stderr
