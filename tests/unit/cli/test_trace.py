"""`tankdsl trace`: which node carries out which rule, and registers of every bad kind."""

import json
import re
from pathlib import Path

import pytest

from tests.unit.cli.conftest import DUEL, Run


def test_every_rule_has_its_nodes(run: Run) -> None:
    result = run("trace", DUEL, "--register", DUEL / "rules.csv")
    assert result.exit_code == 0
    assert "DU-007  range\n" in result.stdout
    assert re.search(r"duel.tank:\d+:5  action shoot: require distance\(by, target\) <= 3 hexes", result.stdout)
    assert result.stdout.endswith("\n9 of 9 rules are carried out, 1 more need nothing\n")


def test_a_number_on_a_row_of_sight_or_of_a_layout_is_the_rules_of_that_row(run: Run, duel: Path) -> None:
    more = "sight over {\n    blocked at h when not terrain(h).open   @DU-021\n    tie both   @DU-022 @DU-023\n}\n"
    (duel / "more.tank").write_text(more, encoding="utf-8")
    result = run("trace", duel)
    assert "DU-021\n    more.tank:2:5  sight over: blocked at h when not terrain(h).open\n" in result.stdout.replace(str(duel) + "/", "")
    assert "DU-023\n    more.tank:3:5  sight over: tie both\n" in result.stdout.replace(str(duel) + "/", "")


def test_without_a_register(run: Run) -> None:
    result = run("trace", DUEL)
    assert result.exit_code == 0
    assert [line for line in result.stdout.splitlines() if line.startswith("DU-")] == [f"DU-00{n}" for n in range(1, 10)]


def test_a_pack_that_cites_nothing_is_told(run: Run, tmp_path: Path) -> None:
    source = (Path(__file__).parents[3] / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")
    (tmp_path / "duel.tank").write_text(source, encoding="utf-8")
    result = run("trace", tmp_path)
    assert result.exit_code == 0
    assert "says which rule it carries out" in result.stdout
    assert json.loads(run("trace", tmp_path, "--format", "json").stdout)["rules"] == []


def test_a_rule_that_nothing_carries_out(run: Run, duel: Path) -> None:
    with (duel / "rules.csv").open("a", encoding="utf-8") as file:
        file.write('DU-011,sight,"Nobody shoots ""through"" wood.\nNot even near it."\n')
    result = run("trace", duel, "--register", duel / "rules.csv")
    assert result.exit_code == 1
    assert "rules.csv:12:1: error[TK9009 rule-uncited]: nothing carries out `DU-011` (`sight`): Nobody" in result.stdout
    assert "\n9 of 10 rules are carried out" in result.stdout


def test_an_example_is_carried_out_by_a_test(run: Run, duel: Path) -> None:
    with (duel / "rules.csv").open("a", encoding="utf-8") as file:
        file.write("DU-011,example,A scout drives two hexes.\nDU-012,movement,Two hexes are enough.\n")
    tests = (duel / "tests.tank").read_text(encoding="utf-8")
    (duel / "tests.tank").write_text(tests.replace("@DU-C01", "@DU-C01 @DU-011 @DU-012"), encoding="utf-8")
    result = run("trace", duel, "--register", duel / "rules.csv")
    assert result.exit_code == 1
    assert "tested in test 'driving'" in result.stdout
    assert "nothing carries out `DU-012`" in result.stdout and "nothing carries out `DU-011`" not in result.stdout


def test_a_rule_that_the_register_does_not_have(run: Run, duel: Path) -> None:
    text = (duel / "duel.tank").read_text(encoding="utf-8")
    (duel / "duel.tank").write_text(text.replace("@DU-008", "@DU-008 @DU-080..DU-082"), encoding="utf-8")
    result = run("trace", duel, "--register", duel / "rules.csv")
    assert result.exit_code == 0
    for number in (80, 81, 82):
        assert f"warning[TK9010 rule-unknown]: `DU-0{number}` is cited" in result.stdout
    assert "; 3 numbers cited that the register does not have\n" in result.stdout


def test_json(run: Run, duel: Path) -> None:
    with (duel / "rules.csv").open("a", encoding="utf-8") as file:
        file.write("DU-011,sight,Nobody shoots through wood.\n")
    result = run("trace", duel, "--register", duel / "rules.csv", "--format", "json")
    assert result.exit_code == 1
    rules = {rule["id"]: rule for rule in json.loads(result.stdout)["rules"]}
    assert rules["DU-011"] == {
        "id": "DU-011",
        "kind": "sight",
        "text": "Nobody shoots through wood.",
        "status": "uncited",
        "nodes": [],
        "tests": [],
    }
    assert rules["DU-010"]["status"] == "exempt"
    assert rules["DU-006"]["status"] == "carried-out"
    assert {node["within"] for node in rules["DU-006"]["nodes"]} == {"action shoot"}


BAD = {
    "no kind": (b"id,rule\nDU-001,x\n", "expected a column `kind`, found `id` and `rule`"),
    "empty": (b"", "expected a column `id` and `kind`"),
    "short row": (b"id,kind,rule\nDU-001,setup\n", "this row has 2 cells, the first row has 3"),
    "no number": (b"id,kind\nrule one,setup\n", "expected the number of a rule, such as `AB-012`, found `rule one`"),
    "twice": (b"id,kind\nDU-001,setup\nDU-001,unit\n", "`DU-001` is there twice, first in line 2"),
    "utf-16": ("id,kind\n".encode("utf-16"), "expected UTF-8"),
    "zero byte": (b"id,kind\nDU-001,se\0tup\n", "has a zero byte"),
    "open quote": (b'id,kind\nDU-001,"setup\n', "this is no CSV table"),
}


@pytest.mark.parametrize(("content", "message"), BAD.values(), ids=BAD.keys())
def test_a_register_that_cannot_be_used(run: Run, tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "rules.csv").write_bytes(content)
    result = run("trace", DUEL, "--register", tmp_path / "rules.csv")
    assert result.exit_code == 2
    assert message in result.stderr and result.stdout == ""


def test_a_register_that_is_not_there(run: Run, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "rules.csv"):
        result = run("trace", DUEL, "--register", path)
        assert result.exit_code == 2
        assert "error[TK00" in result.stderr


def test_a_register_of_a_spreadsheet(run: Run, tmp_path: Path) -> None:
    text = (DUEL / "rules.csv").read_text(encoding="utf-8").replace("\n", "\r\n") + ",,\r\n"
    (tmp_path / "rules.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert run("trace", DUEL, "--register", tmp_path / "rules.csv").exit_code == 0
