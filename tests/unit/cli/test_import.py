"""`tankdsl import`: where the text goes, what is said, and that nothing is overwritten."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Run
from tests.unit.exchange.second import tile_layer, tmx

BOARD = 'size 2 2\nhex 0101 0 "" ""\nhex 0201 1 "woods:1" ""\nhex 0102 0 "" ""\nhex 0202 0 "water:0" ""\nend\n'


@pytest.fixture
def board(tmp_path: Path) -> Path:
    (tmp_path / "ridge.board").write_text(BOARD, encoding="utf-8")
    return tmp_path / "ridge.board"


def test_without_output_the_text_goes_to_the_standard_output(run: Run, board: Path) -> None:
    result = run("import", board)
    assert result.exit_code == 0
    assert result.stdout.startswith("# Imported from ridge.board: a board of MegaMek, 2 x 2.\n# Assumed:\n")
    assert "info[TK9015 import-assumed]: terrain without `water` has water = -1" in result.stderr


def test_what_is_written_checks_and_builds(run: Run, board: Path, tmp_path: Path) -> None:
    out = tmp_path / "game" / "ridge.tank"
    result = run("import", board, "-o", out)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.endswith(f"written: {out.as_posix()}\n")
    assert run("check", out).stdout == "no findings in 1 file\n"
    assert run("build", out, "-o", tmp_path / "build").exit_code == 0


def test_nothing_is_overwritten_unless_asked(run: Run, board: Path, tmp_path: Path) -> None:
    out = tmp_path / "ridge.tank"
    out.write_text("mine", encoding="utf-8")
    result = run("import", board, "-o", out)
    assert result.exit_code == 2 and "error[TK9017 output-exists]" in result.stderr
    assert out.read_text(encoding="utf-8") == "mine"
    assert run("import", board, "-o", out, "--force").exit_code == 0
    assert out.read_text(encoding="utf-8").startswith("# Imported")


def test_a_dangling_link_is_not_written_through(run: Run, board: Path, tmp_path: Path) -> None:
    (tmp_path / "link.tank").symlink_to(tmp_path / "elsewhere.tank")
    assert run("import", board, "-o", tmp_path / "link.tank").exit_code == 2
    assert not (tmp_path / "elsewhere.tank").exists()


def test_a_damaged_file_writes_nothing_and_is_shown(run: Run, board: Path, tmp_path: Path) -> None:
    board.write_text(BOARD.replace('"woods:1"', '"woods"'), encoding="utf-8")
    result = run("import", board, "-o", tmp_path / "out.tank")
    assert result.exit_code == 1 and not (tmp_path / "out.tank").exists()
    assert "ridge.board:3:1" in result.stderr and 'hex 0201 1 "woods" ""' in result.stderr


@pytest.mark.parametrize(
    ("name", "code", "exit_code"), [("missing.board", "TK9002", 2), ("notes.txt", "TK9014", 1), ("folder.tmx", "TK0", 1)]
)
def test_files_that_cannot_be_imported(run: Run, board: Path, tmp_path: Path, name: str, code: str, exit_code: int) -> None:
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    (tmp_path / "folder.tmx").mkdir()
    result = run("import", tmp_path / name)
    assert result.exit_code == exit_code and f"error[{code}" in result.stderr


def test_a_near_name_is_suggested(run: Run, board: Path) -> None:
    assert "did you mean `ridge.board`?" in run("import", board.with_name("rigde.board")).stderr


def test_a_pipe_is_not_waited_for(run: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.tmx")
    result = run("import", tmp_path / "pipe.tmx")
    assert result.exit_code == 1 and "error[TK0" in result.stderr


def test_the_file_itself_may_be_a_link(run: Run, board: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    link = tmp_path / "other" / "link.board"
    link.symlink_to(board)
    assert run("import", link).exit_code == 0


def test_a_tileset_behind_a_link_that_leads_out_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "secret.tsx").write_text('<tileset name="x"/>', encoding="utf-8")
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "set.tsx").symlink_to(tmp_path / "secret.tsx")
    (tmp_path / "maps" / "a.tmx").write_bytes(tmx(1, 1, tile_layer([1], 1), tileset='<tileset firstgid="1" source="set.tsx"/>'))
    result = run("import", tmp_path / "maps" / "a.tmx")
    assert result.exit_code == 1 and "leads out of the folder of the map through a symbolic link" in result.stderr
    assert "a.tmx:3:1" in result.stderr


@pytest.mark.parametrize("inside", ['<tileset firstgid="1" source="../set.tsx"/>', ""])
def test_paths_that_lead_out_of_the_folder_are_shown_in_the_map(run: Run, tmp_path: Path, inside: str) -> None:
    objects = '<objectgroup name="o"><object template="../set.tx" x="1" y="1"/></objectgroup>'
    text = tmx(1, 1, tile_layer([1], 1) + objects, **({"tileset": inside} if inside else {}))
    (tmp_path / "a.tmx").write_bytes(text)
    result = run("import", tmp_path / "a.tmx")
    assert result.exit_code == 1 and "the pack" not in result.stderr
    assert f"a.tmx:{3 if inside else 6}:1" in result.stderr


def test_the_same_file_gives_the_same_text_whatever_the_hash_seed(board: Path) -> None:
    def text(seed: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).resolve().parents[3])}
        return subprocess.run(
            [sys.executable, "-m", "tankdsl", "import", str(board)], env=environment, capture_output=True, check=True
        ).stdout

    assert text("1") == text("2")
