"""`tankdsl map`: of a pack, of a compiled file, and what cannot be drawn."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.docs.blocks import ROOT, blocks_in
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
    assert run("map", built / "meeting.json", "--components", "nothing").exit_code == 2


def test_a_unit_or_hex_that_is_not_there_is_told_how_they_are_called(run: Run) -> None:
    def help_of(*asked: str) -> list[str]:
        result = run("map", EXAMPLES / "tank_on_tank", "--scenario", "duel", *asked)
        assert result.exit_code == 2
        return [line.removeprefix("  = help: ") for line in result.stderr.splitlines() if line.startswith("  = help: ")]

    hexes, units = "hexes are called by their labels, `A1` to `I7` here", "units are called by their ids, such as `panzer.1` (Panzer 1)"
    for wrong in ("a1", "1A", "A01", "1-a"):
        assert help_of("--sight", wrong) == ["did you mean `A1`?", hexes]
    assert help_of("--los", "A1", "Z99") == [hexes]
    assert help_of("--reach", "shermen.1@A1") == ["did you mean `sherman.1`?", units]
    assert help_of("--reach", "sherman@A1") == ["did you mean `sherman.1`, `sherman.2`, `sherman.3` or `sherman_hq`?", units]
    assert help_of("--reach", "Sherman HQ@A1") == ["did you mean `sherman_hq`?", units]
    assert help_of("--reach", "sherman.1@Z99") == [hexes]


def test_a_line_needs_two_hexes(run: Run, tmp_path: Path) -> None:
    for rest in ((), ("--svg", tmp_path / "a.svg")):
        result = run("map", EXAMPLES / "tank_on_tank", "--los", "A1", *rest)
        assert result.exit_code == 2
        assert "it takes the labels of two hexes, such as `--los A1 C3`" in result.stderr


def with_errors(folder: Path, of: str) -> Path:
    """A pack that a page on a finding shows as wrong."""
    block = next(block for block in blocks_in(ROOT / "docs" / "diagnostics" / f"{of}.md") if "fails" in block.words)
    for name, text in block.pack().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_pack_whose_errors_are_about_what_is_drawn_is_drawn(run: Run, tmp_path: Path) -> None:
    pack = with_errors(tmp_path / "pack", "TK5031")
    result = run("map", pack, "--svg", tmp_path / "a.svg", "--chokepoints")
    assert result.exit_code == 0 and (tmp_path / "a.svg").exists()
    assert result.stderr.startswith("note: the pack has 1 error, shown by `tankdsl check`\n")
    surveyed = run("survey", pack)
    assert surveyed.exit_code == 0 and "Structure of the map" in surveyed.stdout and "note: the pack has 1 error" in surveyed.stderr
    assert run("export", "--to", "tmx", pack).exit_code == 1


@pytest.mark.parametrize("code", ["TK5001", "TK6001"])
def test_a_pack_without_a_sound_program_is_refused(run: Run, tmp_path: Path, code: str) -> None:
    pack = with_errors(tmp_path / "pack", code)
    for command in ("map", "survey"):
        result = run(command, pack)
        assert result.exit_code == 1 and result.stdout == "" and f"error[{code}" in result.stderr


def test_two_pictures_need_two_files(run: Run, tmp_path: Path) -> None:
    result = run("map", DUEL, "--svg", tmp_path / "a.svg", "--png", tmp_path / "." / "a.svg", "--force")
    assert result.exit_code == 2 and "`--svg` and `--png` name the same file" in result.stderr
    assert not (tmp_path / "a.svg").exists()


@pytest.mark.parametrize(
    ("options", "headline"),
    [
        (("--for", "scout"), "`--for` needs `--chokepoints` or `--routes`"),
        (("--movement", "nope"), "`--movement` needs `--reach`"),
        (("--line", "nope", "--reach", "red.scout@A1"), "`--line` needs `--sight` or `--los`"),
        (("--reach", "@A1"), "expected `UNIT@HEX` after `--reach`, found `@A1`"),
        (("--reach", "red.scout@"), "expected `UNIT@HEX` after `--reach`, found `red.scout@`"),
    ],
)
def test_options_that_mean_nothing_so(run: Run, options: tuple[str, ...], headline: str) -> None:
    result = run("map", DUEL, *options)
    assert result.exit_code == 2 and result.stdout == "" and headline in result.stderr
