"""`tankdsl export`: of a pack, of a compiled file, and what cannot be written."""

import json
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tankdsl.exchange.compiled import lost_of
from tests.unit.cli.conftest import DUEL, Run
from tests.unit.exchange.second import cells_of_tmj, cells_of_tmx, document_graph, graph, is_same


def test_a_pack_and_its_compiled_file_give_the_same_map(run: Run, built: Path, tmp_path: Path) -> None:
    of_pack, of_file = (run("export", "--to", "tmx", path) for path in (DUEL, built / "meeting.json"))
    assert of_pack.exit_code == of_file.exit_code == 0
    assert of_pack.stdout == of_file.stdout
    document = json.loads((built / "meeting.json").read_bytes())
    assert is_same(graph(*cells_of_tmx(of_pack.stdout.encode())), document_graph(document))
    as_json = run("export", "--to", "tmj", DUEL)
    assert cells_of_tmj(as_json.stdout.encode()) == cells_of_tmx(of_pack.stdout.encode())


def test_the_picture_of_the_tiles_is_written_beside(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "map.tmx"
    assert run("export", "--to", "tmx", DUEL, "-o", out).exit_code == 0
    image = ElementTree.parse(out).find("tileset/image")
    assert image is not None
    data = (tmp_path / image.get("source", "")).read_bytes()
    width, height, depth, colours = struct.unpack(">IIBB", data[16:26])
    assert (str(width), str(height), depth, colours) == (image.get("width"), image.get("height"), 8, 6)
    at = data.index(b"IDAT")
    (size,) = struct.unpack(">I", data[at - 4 : at])
    assert len(zlib.decompress(data[at + 4 : at + 4 + size])) == height * (1 + 4 * width)


def test_nothing_is_overwritten_unless_asked(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "map.tmj"
    (tmp_path / "map_tiles.png").write_bytes(b"mine")
    result = run("export", "--to", "tmj", DUEL, "-o", out)
    assert result.exit_code == 2 and "map_tiles.png` is there already" in result.stderr and not out.exists()
    assert run("export", "--to", "tmj", DUEL, "-o", out, "--force").exit_code == 0


def test_a_table_has_no_hexes(run: Run) -> None:
    pack = Path(__file__).resolve().parents[3] / "examples" / "simple_tabletop_tanks"
    result = run("export", "--to", "tmx", pack)
    assert result.exit_code == 1 and "error[TK9018 export-impossible]" in result.stderr


def test_unknown_scenario_and_format(run: Run) -> None:
    assert run("export", "--to", "tmx", DUEL, "--scenario", "meting").exit_code == 2
    assert run("export", "--to", "svg", DUEL).exit_code == 2


def test_what_has_no_place_in_the_map_is_told(run: Run, tmp_path: Path) -> None:
    examples = Path(__file__).resolve().parents[3] / "examples"
    turned = run("export", "--to", "tmx", examples / "tank_on_tank", "-o", tmp_path / "a.tmx")
    assert "left out: what 8 units on the map begin with, such as a facing" in turned.stderr
    assert run("build", DUEL, "-o", tmp_path / "built").exit_code == 0
    document = json.loads((tmp_path / "built" / "meeting.json").read_bytes())
    for place in document["content"]["map"]["places"][:3]:
        place |= {"half": True, "territory": "red"}
    found = lost_of(document)
    assert "that 3 hexes are halves: the map has whole ones in their place" in found
    assert "the territories of the sides" in found


@pytest.mark.parametrize("out", [".", "", "..", "/"])
@pytest.mark.parametrize("command", [("export", "--to", "tmx", DUEL), ("import", "list.csv")])
def test_a_folder_is_no_file_to_write(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], out: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.csv").write_text("name\na\n", encoding="utf-8")
    plain, forced = run(*command, "-o", out), run(*command, "-o", out, "--force")
    assert plain.exit_code == forced.exit_code == 2
    assert "error[TK9017 output-exists]" in plain.stderr and "error[TK9004 output-failed]" in forced.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["list.csv"]
