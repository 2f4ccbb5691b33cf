"""`tankdsl map`: of a pack, of a compiled file, and what cannot be drawn."""

from pathlib import Path
from xml.etree import ElementTree

from tests.unit.cli.conftest import DUEL, Run

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def test_a_pack_and_its_compiled_file_give_the_same_picture(run: Run, built: Path, tmp_path: Path) -> None:
    assert run("map", DUEL, "--svg", tmp_path / "a.svg").exit_code == 0
    assert run("map", built / "meeting.json", "--svg", tmp_path / "b.svg").exit_code == 0
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")


def test_without_a_file_the_map_is_printed(run: Run) -> None:
    result = run("map", DUEL)
    assert result.exit_code == 0 and "\\___/" in result.stdout and "blank " in result.stdout
    assert run("map", DUEL, "--terminal").stdout == result.stdout


def test_nothing_is_overwritten_unless_asked(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    out.write_bytes(b"mine")
    result = run("map", DUEL, "--svg", out)
    assert result.exit_code == 2 and "is there already" in result.stderr and out.read_bytes() == b"mine"
    assert run("map", DUEL, "--svg", out, "--force").exit_code == 0
    assert out.read_bytes().startswith(b"<?xml")


def test_a_table_is_drawn_into_a_file_only(run: Run, tmp_path: Path) -> None:
    pack = EXAMPLES / "simple_tabletop_tanks"
    refused = run("map", pack)
    assert refused.exit_code == 1 and "error[TK9018 export-impossible]" in refused.stderr
    assert run("map", pack, "--svg", tmp_path / "t.svg", "--arcs", "quarter").exit_code == 0
    assert run("map", pack, "--svg", tmp_path / "u.svg", "--arcs", "quarters").exit_code == 2
    assert run("map", pack, "--svg", tmp_path / "u.svg", "--sight", "A1").exit_code == 1
    assert not (tmp_path / "u.svg").exists()


def test_answers_are_said_and_drawn(run: Run, tmp_path: Path) -> None:
    pack, out = EXAMPLES / "tank_on_tank", tmp_path / "a.svg"
    asked = ("--reach", "sherman.1@D6", "--sight", "D6", "--los", "A4", "I5", "--components", "sherman")
    result = run("map", pack, "--scenario", "breakthrough", "--svg", out, *asked)
    assert result.exit_code == 0
    assert "86 hexes" in result.stderr and "is blocked by" in result.stderr and "37 of 89" in result.stderr
    root = ElementTree.parse(out).getroot()
    assert sum(element.get("class") == "caption" for element in root.iter()) == 4


def test_unknown_names_are_refused(run: Run, built: Path) -> None:
    assert run("map", DUEL, "--scenario", "meting").exit_code == 2
    assert run("map", DUEL, "--sight", "Z99").exit_code == 2
    assert run("map", DUEL, "--reach", "nobody").exit_code == 2
    assert run("map", DUEL, "--arcs", "any").exit_code == 1
    assert run("map", DUEL, "--components", "nothing").exit_code == 2
    assert run("map", built / "meeting.json", "--components", "nothing").exit_code == 1
