"""`tankdsl explain` and `tankdsl schema`: pages and schemas that travel with the package, and names of a pack."""

import json
import shutil
from pathlib import Path

import pytest

from tankdsl.diagnostics import all_kinds
from tests.unit.cli.conftest import DUEL, Run

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", ["TK1003", "tk1003", "unexpected-character"])
def test_the_page_of_a_diagnostic(run: Run, name: str) -> None:
    result = run("explain", name)
    assert result.exit_code == 0
    assert result.stdout == (ROOT / "docs" / "diagnostics" / "TK1003.md").read_text(encoding="utf-8")


def test_every_page_of_the_command_line_can_be_shown(run: Run) -> None:
    codes = [kind.code for kind in all_kinds() if kind.code.startswith(("TK8", "TK9"))]
    assert [code for code in codes if run("explain", code).exit_code != 0] == []


def test_a_diagnostic_that_does_not_exist(run: Run) -> None:
    result = run("explain", "TK9O05")
    assert result.exit_code == 2
    assert "there is no kind of finding `TK9O05`" in result.stderr and "did you mean `TK9005`?" in result.stderr


def test_a_declaration(run: Run) -> None:
    result = run("explain", "shoot", "--in", DUEL)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "action shoot"
    assert "duel.tank:" in lines[1]
    assert lines[2].endswith("action shoot(by: Tank, target: Tank) {")
    assert "carries out  DU-006, DU-007" in result.stdout
    assert "sequence battle" in result.stdout


def test_documentation_is_shown(run: Run) -> None:
    assert "  Two tanks a side on a small field" in run("explain", "duel", "--in", DUEL).stdout


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("plates", "track plates of unit kind Tank"),
        ("red", "side red of ruleset duel"),
        ("scout", "row scout of units Tank"),
        ("hand", "pile hand of side kind Side"),
        ("mud", "option mud"),
        ("Tank", "unit kind Tank"),
        ("meeting", "scenario meeting"),
    ],
)
def test_parts_of_declarations(run: Run, name: str, title: str) -> None:
    assert run("explain", name, "--in", DUEL).stdout.startswith(title + "\n")


def test_what_a_variant_changes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "duel").mkdir()
    shutil.copy(Path(__file__).parents[3] / "docs/diagnostics/preludes/duel.tank", tmp_path / "duel" / "duel.tank")
    changes = "change row scout of Tank { speed = 1 hex }\n    replace row points of last { draw when s.points > 9 }"
    (tmp_path / "winter").mkdir()
    (tmp_path / "winter" / "winter.tank").write_text(f'variant winter "Winter" of "../duel" {{\n    {changes}\n}}\n', encoding="utf-8")
    for name, line, change in (("scout", 2, "change row scout of Tank"), ("last", 3, "replace row points of last")):
        shown = run("explain", name, "--in", tmp_path / "winter").stdout
        assert f"winter.tank:{line}  {change}" in shown and shown.count("\n  changed ") == 1
    assert "\n  changed " not in run("explain", "giant", "--in", tmp_path / "winter").stdout


def test_a_name_that_nothing_declares(run: Run) -> None:
    result = run("explain", "shot", "--in", DUEL)
    assert result.exit_code == 2
    assert "declares `shot`" in result.stderr and "did you mean `shoot`?" in result.stderr


def test_names_are_explained_in_a_pack_with_errors(run: Run, duel: Path) -> None:
    with (duel / "duel.tank").open("a", encoding="utf-8") as file:
        file.write("enum Role { medium, medium }\n")
    assert run("explain", "Role", "--in", duel).exit_code == 0


def test_schemas(run: Run) -> None:
    names = run("schema").stdout.split()
    assert {"scenario", "campaign", "ruleset", "record", "request", "input", "sourcemap", "diagnostics"} == set(names)
    for name in names:
        assert json.loads(run("schema", name).stdout)["$id"] == f"urn:tankdsl:1:{name}"


def test_a_schema_that_does_not_exist(run: Run) -> None:
    result = run("schema", "scenarios")
    assert result.exit_code == 2
    assert "did you mean `scenario`?" in result.stderr
