"""`tankdsl map` with chokepoints, routes and PNG."""

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tankdsl.picture import png
from tests.unit.cli.conftest import DUEL, Run
from tests.unit.rules.test_fairness import GATES
from tests.unit.rules.test_symmetric import EVEN, PIECES, game

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@pytest.fixture
def gates(tmp_path: Path) -> Path:
    """A map with two walls: one has one gate, the other one two."""
    pieces = "scout at (3, 0), scout at (4, 0), guard at (3, 6), guard at (4, 6), red.near at (4, 3)"
    (tmp_path / "gates").mkdir()
    (tmp_path / "gates" / "gates.tank").write_text(game(*GATES, given=pieces).replace("    claims symmetric\n", ""), encoding="utf-8")
    return tmp_path / "gates"


def classes(path: Path) -> list[str]:
    return [name for element in ElementTree.parse(path).getroot().iter() for name in element.get("class", "").split()]


def test_chokepoints_are_said_and_drawn(run: Run, gates: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    result = run("map", gates, "--svg", out, "--chokepoints")
    assert result.exit_code == 0
    assert "scout of `red`; guard of `blue`: ground hangs by" in result.stderr
    assert "1 hex closes all ways between the sides" in result.stderr
    assert classes(out).count("cut") == 1 and classes(out).count("narrow") > 1


def test_routes_of_each_side(run: Run, gates: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    result = run("map", gates, "--svg", out, "--routes")
    assert result.exit_code == 0
    assert "`red`: only one way to the enemy; the cheapest cost 4 to red.near, 7 to the enemy" in result.stderr
    assert "`blue`: only one way to the enemy" in result.stderr
    assert classes(out).count("ways") == 2
    # Two lines for each of 2 cheapest ways and for the other one, for both sides.
    assert classes(out).count("cheapest") == 8 and classes(out).count("apart") == 4


def test_in_the_terminal(run: Run, gates: Path) -> None:
    assert " o " in run("map", gates, "--routes").stdout
    assert "!9" in run("map", gates, "--chokepoints").stdout


def test_for_one_model(run: Run, gates: Path) -> None:
    result = run("map", gates, "--routes", "--for", "scout")
    assert result.exit_code == 0 and "`red`" in result.stdout and "`blue`" not in result.stdout
    unknown = run("map", gates, "--chokepoints", "--for", "scut")
    assert unknown.exit_code == 2 and "did you mean `scout`?" in unknown.stderr


def test_a_compiled_file_gives_the_same_answers_where_pieces_stand_at_the_start(run: Run, gates: Path, tmp_path: Path) -> None:
    assert run("build", gates, "-o", tmp_path / "built").exit_code == 0
    compiled = next(path for path in (tmp_path / "built").glob("*.json") if '"scenario"' in path.read_text(encoding="utf-8")[:200])
    for asked in (("--chokepoints",), ("--routes",), ("--routes", "--for", "guard"), ("--components", "scout")):
        of_pack, of_file = run("map", gates, *asked), run("map", compiled, *asked)
        assert of_file.exit_code == 0 and of_file.stdout.splitlines()[1:] == of_pack.stdout.splitlines()[1:], asked
        assert "".join(sorted(of_file.stdout.splitlines()[0])) == "".join(sorted(of_pack.stdout.splitlines()[0]))


def test_one_way_steps_of_a_compiled_file_part_its_ground(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    rules = EVEN.replace("    never when walker(b)", '    never when cliff in edges_from(b, a) "up"\n    never when walker(b)')
    text = game(rules=rules, layout="    edge cliff (1, 0) to (0, 0)\n    edge cliff (0, 1) to (0, 0)\n", given=PIECES)
    (tmp_path / "pack" / "p.tank").write_text(text.replace("    claims symmetric\n", ""), encoding="utf-8")
    assert run("build", tmp_path / "pack", "-o", tmp_path / "built").exit_code == 0
    for ground in (tmp_path / "built" / "duel.json", tmp_path / "pack"):
        result = run("map", ground, "--components", "scout")
        assert result.exit_code == 0, result.stderr
        assert "`scout`: 2 regions of 24 hexes" in result.stdout


def test_a_compiled_file_says_what_it_does_not_know(run: Run, built: Path) -> None:
    unknown = run("map", built / "meeting.json", "--chokepoints", "--for", "tnk")
    assert unknown.exit_code == 2 and "no piece of `tnk` moves" in unknown.stderr


def test_a_table_has_none(run: Run, tmp_path: Path) -> None:
    result = run("map", EXAMPLES / "simple_tabletop_tanks", "--svg", tmp_path / "a.svg", "--routes")
    assert result.exit_code == 1 and "answered on hexes" in result.stderr


# ------------------------------------------------------------------------------------------------------------------- PNG


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height as the header of a PNG has them (ISO/IEC 15948, 11.2.2)."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_a_png_is_twice_as_large_as_the_picture(run: Run, tmp_path: Path) -> None:
    result = run("map", DUEL, "--svg", tmp_path / "a.svg", "--png", tmp_path / "a.png")
    assert result.exit_code == 0 and "a.svg" in result.stderr and "a.png" in result.stderr
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    wanted = [2 * float(root.get(name, "0")) for name in ("width", "height")]
    assert size_of((tmp_path / "a.png").read_bytes()) == pytest.approx(wanted, abs=1.5)


def test_a_png_alone_and_of_a_table(run: Run, tmp_path: Path) -> None:
    assert run("map", DUEL, "--png", tmp_path / "a.png").stdout == ""
    assert run("map", EXAMPLES / "simple_tabletop_tanks", "--png", tmp_path / "t.png").exit_code == 0
    assert size_of((tmp_path / "t.png").read_bytes())[0] > 1000
    assert run("map", DUEL, "--png", tmp_path / "a.png").exit_code == 2


def test_without_the_library_it_says_how_to_install_it(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "is_there", lambda: False)
    result = run("map", DUEL, "--png", tmp_path / "a.png", "--svg", tmp_path / "a.svg")
    assert result.exit_code == 1 and "pip install 'tankdsl[png]'" in result.stderr
    assert not list(tmp_path.iterdir())


def test_without_any_font_it_says_that_letters_are_missing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "FAMILIES", ("A family that nobody has",))
    result = run("map", DUEL, "--png", tmp_path / "a.png")
    assert result.exit_code == 0 and "has no letters" in result.stderr
    assert size_of((tmp_path / "a.png").read_bytes())[0] > 1000
