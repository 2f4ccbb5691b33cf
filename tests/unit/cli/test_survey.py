"""`tankdsl survey`: all scenarios or one, for people and for programs."""

import json
import shutil
from pathlib import Path

from tests.unit.cli.conftest import DUEL, Run


def test_every_scenario_in_its_chapters(run: Run) -> None:
    result = run("survey", DUEL)
    assert result.exit_code == 0 and result.stderr == ""
    assert result.stdout.startswith("meeting: Meeting\n\nFairness\n")
    assert "\nmuddy: In the mud\n" in result.stdout
    assert result.stdout.count("\nStructure of the map\n") == 2


def test_one_scenario(run: Run) -> None:
    result = run("survey", DUEL, "--scenario", "muddy")
    assert result.exit_code == 0 and "meeting" not in result.stdout and result.stdout.startswith("muddy: In the mud\n")


def test_for_programs(run: Run) -> None:
    found = json.loads(run("survey", DUEL, "--format", "json").stdout)
    assert [each["id"] for each in found["scenarios"]] == ["meeting", "muddy"]
    for chapter in found["scenarios"][0]["chapters"]:
        assert list(chapter) == ["name", "title", "lines", "columns", "rows", "data"]
        assert all(len(row) == len(chapter["columns"]) for row in chapter["rows"])
    assert [chapter["name"] for chapter in found["scenarios"][0]["chapters"]][:2] == ["fairness", "structure"]


def test_the_same_text_again(run: Run) -> None:
    assert run("survey", DUEL).stdout == run("survey", DUEL).stdout


def test_what_cannot_be_surveyed(run: Run, duel: Path, tmp_path: Path) -> None:
    unknown = run("survey", DUEL, "--scenario", "meting")
    assert unknown.exit_code == 2 and "has no scenario `meting`" in unknown.stderr and "did you mean `meeting`?" in unknown.stderr
    assert run("survey", tmp_path / "nothing").exit_code == 2
    compiled = tmp_path / "meeting.json"
    compiled.write_text("{}", encoding="utf-8")
    other = run("survey", compiled)
    assert other.exit_code == 2 and "is no file of source, and only packs are surveyed" in other.stderr and "built from" in other.stderr
    rules = duel / "duel.tank"
    file = rules if rules.exists() else next(duel.rglob("*.tank"))
    file.write_text(file.read_text("utf-8").replace("main game", "main nothing", 1), encoding="utf-8")
    broken = run("survey", duel)
    assert broken.exit_code == 1 and broken.stdout == "" and "error[" in broken.stderr


def test_a_pack_without_scenarios(run: Run, tmp_path: Path) -> None:
    text = (Path(__file__).resolve().parents[3] / "docs/diagnostics/preludes/bare.tank").read_text("utf-8")
    (tmp_path / "bare.tank").write_text(text, encoding="utf-8")
    result = run("survey", tmp_path)
    assert result.exit_code == 1 and "declares no scenario" in result.stderr and "help: declare one" in result.stderr


def test_scenarios_of_tests_are_left_out_unless_named(run: Run, duel: Path) -> None:
    def surveyed() -> tuple[list[str], list[str]]:
        found = json.loads(run("survey", duel, "--format", "json").stdout)
        return [each["id"] for each in found["scenarios"]], found["left_out"]

    drill = '\nscenario drill "A drill" of meeting { }\n'
    assert surveyed() == (["meeting", "muddy"], [])
    with (duel / "tests.tank").open("a", encoding="utf-8") as file:
        file.write(drill)
    assert surveyed() == (["meeting", "muddy"], ["drill"])
    text = run("survey", duel).stdout
    assert text.endswith("\nnot surveyed are scenarios of tests: `drill`; `--scenario ID` surveys one\n") and "A drill" not in text
    named = run("survey", duel, "--scenario", "drill").stdout
    assert named.startswith("drill: A drill\n") and "not surveyed" not in named
    (duel / "tests").mkdir()
    (duel / "tests.tank").rename(duel / "tests" / "all.tank")
    (duel / "tests" / "boards.tank").write_text(drill.replace("drill", "second"), encoding="utf-8")
    assert surveyed() == (["meeting", "muddy"], ["drill", "second"])


def test_a_pack_of_one_file_is_surveyed_as_a_whole(run: Run, duel: Path, tmp_path: Path) -> None:
    (tmp_path / "one.tank").write_text("\n".join(file.read_text("utf-8") for file in sorted(duel.glob("*.tank"))), encoding="utf-8")
    shutil.rmtree(duel)
    found = json.loads(run("survey", tmp_path / "one.tank", "--format", "json").stdout)
    assert [each["id"] for each in found["scenarios"]] == ["meeting", "muddy"] and found["left_out"] == []
