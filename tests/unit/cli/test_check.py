"""`tankdsl check`: findings of all packs in three formats, and input of every bad kind."""

import json
import os
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Run

GOOD = "enum Role { medium, heavy }\n"


def test_a_clean_pack(run: Run, duel: Path) -> None:
    result = run("check", duel)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "no findings in 3 files\n", "")


@pytest.fixture
def faulty(duel: Path) -> Path:
    text = (duel / "duel.tank").read_text(encoding="utf-8")
    (duel / "duel.tank").write_text(text.replace("t.plates > 0", "t.plate > 0", 1), encoding="utf-8")
    return duel


def test_full_shows_the_line_and_a_summary(run: Run, faulty: Path) -> None:
    result = run("check", faulty)
    assert result.exit_code == 1
    assert "t.plate > 0" in result.stdout and "did you mean `plates`?" in result.stdout
    assert result.stdout.endswith("\n\n1 error in 3 files\n")


def test_concise_is_a_line_for_each_finding_and_nothing_else(run: Run, faulty: Path) -> None:
    lines = run("check", faulty, "--format", "concise").stdout.splitlines()
    assert len(lines) == 1
    assert "duel.tank:" in lines[0] and ": error[TK" in lines[0]


def test_json_is_one_document_for_all_packs(run: Run, faulty: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.tank").write_text("enum Role { medium $ }\n", encoding="utf-8")
    document = json.loads(run("check", faulty, other, "--format", "json").stdout)
    files = {finding["primary"]["file"].rpartition("/")[2] for finding in document["diagnostics"] if finding["primary"]}
    assert files == {"duel.tank", "a.tank"}
    assert document["summary"]["errors"] == sum(f["count"] for f in document["diagnostics"] if f["level"] == "error")


def test_colours_are_used_when_asked_for(run: Run, faulty: Path) -> None:
    assert "\x1b[1;31m" in run("check", faulty, "--colour", "always").stdout
    assert "\x1b" not in run("check", faulty).stdout


def test_a_warning_alone_fails_too(run: Run, duel: Path) -> None:
    (duel / "empty.tank").write_text("# nothing yet\n", encoding="utf-8")
    result = run("check", duel)
    assert result.exit_code == 1
    assert "1 warning in 4 files" in result.stdout


def test_a_path_that_is_not_there(run: Run, duel: Path) -> None:
    result = run("check", duel / "duel.tnk")
    assert result.exit_code == 2
    assert "error[TK9002 path-not-found]" in result.stderr and "did you mean `duel.tank`?" in result.stderr


def test_a_folder_without_source(run: Run, tmp_path: Path) -> None:
    result = run("check", tmp_path)
    assert result.exit_code == 2
    assert "error[TK9003 nothing-to-do]" in result.stderr


BAD = {
    "utf-16": (GOOD.encode("utf-16"), "TK0008"),
    "no utf-8": (b"enum Role { m\xe4dium }\n", "TK0007"),
    "zero byte": (b"enum Role {\0 medium }\n", "TK0009"),
    "ten megabytes in a line": (b"# " + b"x" * 10_000_000, "TK0006"),
    "too large": (b"# x\n" * 5_000_000, "TK0005"),
    "brackets": (b"value v(): int = " + b"(" * 100_000 + b"1" + b")" * 100_000 + b"\n", "TK1"),
    "open brackets": (b"value v(): int = " + b"(" * 100_000, "TK1"),
    "binary": (bytes(range(1, 256)) * 40, "TK0"),
}


@pytest.mark.parametrize(("content", "code"), BAD.values(), ids=BAD.keys())
def test_bad_text(run: Run, tmp_path: Path, content: bytes, code: str) -> None:
    (tmp_path / "a.tank").write_bytes(content)
    result = run("check", tmp_path)
    assert result.exit_code == 1
    assert f"error[{code}" in result.stdout


@pytest.mark.parametrize("nested", ["not ", "- ", "if yes { ", "[", "all x in "])
def test_deep_nesting_is_no_traceback(run: Run, tmp_path: Path, nested: str) -> None:
    (tmp_path / "a.tank").write_text(f"value v(): int = {nested * 4_000}\n", encoding="utf-8")
    result = run("check", tmp_path)
    assert result.exit_code == 1
    assert "TK9001" not in result.output


def test_files_that_use_each_other(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.tank").write_text('use "b.tank"\n' + GOOD, encoding="utf-8")
    (tmp_path / "b.tank").write_text('use "a.tank"\n', encoding="utf-8")
    result = run("check", tmp_path)
    assert result.exit_code == 1
    assert "a.tank -> " in result.stdout


def test_a_used_file_that_is_missing_or_outside(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.tank").write_text('use "nothing.tank"\nuse "../b.tank"\nruleset a "A" { sides b, c }\n', encoding="utf-8")
    result = run("check", tmp_path)
    assert result.exit_code == 1
    assert "TK0001" in result.stdout and "TK0013" in result.stdout


def test_a_pipe_is_not_waited_for(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.tank")
    result = run("check", tmp_path / "a.tank")
    assert result.exit_code == 1
    assert "TK0003" in result.output


def test_a_file_that_may_not_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "loop.tank").symlink_to(tmp_path / "loop.tank")
    result = run("check", tmp_path / "loop.tank")
    assert result.exit_code in (1, 2)
    assert "error[TK" in result.output


def test_odd_names_on_the_command_line(run: Run) -> None:
    for path in ("\0", "a" * 5000, "", "\udcff"):
        result = run("check", path)
        assert result.exit_code == 2, path
        assert "error[TK" in result.stderr


POCKET = """
board marsh "The marsh" axial 4 x 4 {
    legend . = grass, w = wood
    rows {
        . . . .
        . w w .
        w . w .
        w w . .
    }
}
layout closed "Closed" { board marsh at (0, 0) }
scenario skirmish "Skirmish" {
    layout closed
    roster usual
}
"""


def test_findings_about_the_ground_are_drawn(run: Run, tmp_path: Path) -> None:
    prelude = Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes" / "duel.tank"
    pack = tmp_path / "game.tank"
    pack.write_text(prelude.read_text(encoding="utf-8") + POCKET, encoding="utf-8")
    out = tmp_path / "found"
    result = run("check", pack, "--pictures", out)
    assert result.exit_code == 1 and "(w)" in result.stdout and "[.]" in result.stdout
    assert "written: 1 picture in" in result.stderr
    assert [path.name for path in out.iterdir()] == ["TK5030-1.svg"] and b"<svg" in (out / "TK5030-1.svg").read_bytes()
    (out / "TK5030-1.svg").write_bytes(b"mine")
    again = run("check", pack, "--pictures", out)
    assert again.exit_code == 2 and "is there already" in again.stderr and (out / "TK5030-1.svg").read_bytes() == b"mine"
    assert run("check", pack, "--pictures", out, "--force").exit_code == 1
    assert (out / "TK5030-1.svg").read_bytes() != b"mine"
    [finding] = json.loads(run("check", pack, "--format", "json").stdout)["diagnostics"]
    assert finding["picture"]["marks"][0]["hexes"] == ["(1, 2)"]


def test_without_such_findings_no_folder_is_made(run: Run, duel: Path, tmp_path: Path) -> None:
    result = run("check", duel, "--pictures", tmp_path / "none")
    assert result.exit_code == 0 and "written: 0 pictures" in result.stderr and not (tmp_path / "none").exists()
