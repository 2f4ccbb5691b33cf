"""`tankdsl build`: what is written, that it is all or nothing, and that it is the same everywhere."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tankdsl.ir import read
from tankdsl.ir.read import read_document, read_sourcemap
from tests.unit.cli.conftest import DUEL, Run

ROOT = Path(__file__).resolve().parents[3]
NAMES = [f"{name}{end}" for name in ("duel", "meeting", "muddy") for end in (".json", ".map.json")]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_files_of_a_build(run: Run, tmp_path: Path) -> None:
    result = run("build", DUEL, "-o", tmp_path / "out")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith("6 files, a source map beside each document: 6 written, 0 up to date\n")
    assert f"{tmp_path}/out/muddy.json    scenario  In the mud\n" in result.stdout
    files = contents(tmp_path / "out")
    assert sorted(files) == NAMES
    for name, data in files.items():
        assert (read_sourcemap if ".map." in name else read_document)(data).problems == ()
    assert json.loads(files["meeting.map.json"])["game"] == json.loads(files["meeting.json"])["game"]


def test_source_maps_lead_from_rules_to_nodes(built: Path) -> None:
    found = json.loads((built / "meeting.map.json").read_bytes())
    assert found["files"] == ["duel.tank", "field.tank"]
    assert "/rules/actions/shoot" in found["rules"]["DU-006"]


def test_a_second_build_changes_nothing(run: Run, tmp_path: Path) -> None:
    run("build", DUEL, "-o", tmp_path)
    assert run("build", DUEL, "-o", tmp_path).stdout.endswith(": 0 written, 6 up to date\n")


def test_a_failed_build_leaves_what_was_there(run: Run, duel: Path, tmp_path: Path) -> None:
    run("build", duel, "-o", tmp_path / "out")
    before = contents(tmp_path / "out")
    with (duel / "duel.tank").open("a", encoding="utf-8") as file:
        file.write("enum Role { medium $ }\n")
    result = run("build", duel, "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert "error[TK1003" in result.stderr and result.stdout == ""
    assert contents(tmp_path / "out") == before


def test_a_file_that_nobody_would_read_is_not_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "LARGEST_FILE", 5_000)
    result = run("build", DUEL, "-o", tmp_path / "out")
    assert result.exit_code == 1 and not (tmp_path / "out").exists()
    assert "error[TK4016 too-large]" in result.stderr and "and 5,000 is the most" in result.stderr


def test_files_of_others_are_not_replaced(run: Run, tmp_path: Path) -> None:
    (tmp_path / "meeting.json").write_text("my notes\n", encoding="utf-8")
    result = run("build", DUEL, "-o", tmp_path)
    assert result.exit_code == 2
    assert "error[TK9004 output-failed]" in result.stderr
    assert contents(tmp_path) == {"meeting.json": b"my notes\n"}


def test_a_folder_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "inside", Path("/proc/nothing")):
        result = run("build", DUEL, "-o", folder)
        assert result.exit_code == 2
        assert "error[TK9004 output-failed]: cannot write" in result.stderr


def test_a_scenario_called_like_the_rule_set(run: Run, duel: Path, tmp_path: Path) -> None:
    text = (duel / "field.tank").read_text(encoding="utf-8")
    (duel / "field.tank").write_text(text.replace("scenario muddy", "scenario duel"), encoding="utf-8")
    result = run("build", duel, "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert "error[TK8010 documents-collide]" in result.stderr
    assert not (tmp_path / "out").exists()


def test_warnings_are_shown_and_do_not_stop_it(run: Run, duel: Path, tmp_path: Path) -> None:
    (duel / "empty.tank").write_text("# nothing yet\n", encoding="utf-8")
    result = run("build", duel, "-o", tmp_path / "out")
    assert result.exit_code == 0
    assert "warning[TK0018" in result.stderr


def test_two_packs_are_too_many(run: Run, duel: Path, tmp_path: Path) -> None:
    (tmp_path / "second").mkdir()
    (tmp_path / "second" / "a.tank").write_text('ruleset second "Second" { sides a, b }\n', encoding="utf-8")
    result = run("build", tmp_path, "-o", tmp_path / "out")
    assert result.exit_code == 2
    assert "error[TK9007 one-pack-needed]" in result.stderr and "/duel` and `" in result.stderr


def test_the_same_bytes_everywhere(built: Path, duel: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "7", "TZ": "Asia/Kathmandu", "LC_ALL": "C"}
    command = [sys.executable, "-m", "tankdsl", "build", "duel", "-o", "elsewhere"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    here = {name: data for name, data in contents(built).items() if name != "record.json"}
    assert contents(tmp_path / "elsewhere") == here
