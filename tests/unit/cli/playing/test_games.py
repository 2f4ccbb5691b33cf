"""Transcripts of games of different books: facings, crews, secrets, totals, and a table without a grid."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.cli.conftest import Run, run_command

ROOT = Path(__file__).parents[4]
WIDE = ROOT / "tests" / "wide"


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wide packs, built into one folder."""
    folder = tmp_path_factory.mktemp("books")
    for name in ("tank_on_tank", "tank_commander", "simple_tabletop_tanks", "sketch"):
        assert run_command("build", WIDE / name, "-o", folder).exit_code == 0
    return folder


def transcript(run: Run, path: Path, *lines: str, seed: int = 3) -> str:
    result = run("play", path, "--seed", str(seed), input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0
    assert result.stderr == ""
    return str(result.stdout)


def test_what_was_spent_is_told_while_nobody_knows_how_much_there_is(run: Run, books: Path) -> None:
    text = transcript(run, books / "duel.json", "move(Sh2)", "pass", "pass")
    assert "Allied: what now?\n" in text
    assert "Allied: what now? (spent so far: 1)\n" in text


# ---- facing and a hidden token


def test_the_map_shows_which_way_units_face_and_whose_they_are(run: Run, books: Path) -> None:
    text = transcript(run, books / "duel.json")
    picture = text[text.index("    A   B") : text.index("\nfor forest")]
    assert picture.splitlines()[4:9] == [
        r"2 /   \___/hil\___/PA2\___/   \ ".rstrip(),
        r"  \___/   \___/PA1\_↓_/   \___/",
        r"3 /   \___/   \_↓_/   \___/   \ ".rstrip(),
        r"  \___/for\___/   \___/tow\___/",
        r"4 /   =___=Sh2\___/   \___/   \ ".rstrip(),
    ]
    assert "\n= road\nAllied as Abc, Axis as ABC; arrow: front\n" in text
    assert re.search(r"\n  Sh1  Sherman 1 +C5 +headquarters, front ↑ n\n", text)


def test_a_total_and_its_rows(run: Run, books: Path) -> None:
    text = transcript(run, books / "duel.json", "fire", "Sh2", "done", "PA1", "why", seed=1)
    line = re.search(r"Allied: fire \(Sherman 2, Panzer 1\): (.*)", text)
    assert line is not None
    assert re.fullmatch(r"2d6 \(\d \d\) = \d+, \+1 units firing = \d+ against 8 \(defence\): (yes|no)(; .*)?", line[1])
    assert re.search(r">    +\d+  2d6 \(\d \d\)\n   \+1  units firing\n  = \d+\n  against 8\n      8  defence\n  (yes|no)\n", text)


def test_the_token_is_the_opponents_secret(run: Run, books: Path) -> None:
    before, after = transcript(run, books / "duel.json", "state 2", "state 3", "state 4", "pass").split("Allied passes")
    assert before.count("You know of nothing called") == 3
    assert "  draws a token\n" in before and not re.search(r"token: \d", before)
    assert re.search(r"Allied shows token: [234]\n", after)


def test_what_is_refused_says_why(run: Run, books: Path) -> None:
    text = transcript(run, books / "duel.json", "fire; Sh2; Sh1", "PA2", "C6")
    assert "That is not legal now: Sherman 1 has no line of sight (TT-104)." in text
    assert "That is none of these." in text


def test_several_answers_in_one_line(run: Run, books: Path) -> None:
    apart = transcript(run, books / "duel.json", "move", "Sh2", "C3", "done", "ne")
    together = transcript(run, books / "duel.json", "move; Sh2; C3; done; ne")
    for told in ("Sherman 2 C4 -> C3\n", "Sherman 2 front ↗ ne\n"):
        assert told in apart and told in together
    assert "> C3\n" in together


# ---- hull, turret and crew


def test_hull_turret_and_crew(run: Run, books: Path) -> None:
    text = transcript(run, books / "town.json", "1", "turn_turret; 2", "state Ba1", "map")
    assert "arrows: heading, then turret" in text
    assert r"\↑↗_/" in text
    assert re.search(r"\n  Ba1  Blue Battle Tank 1 +\S+ +hull 3/3, heading ↑ n, turret ↗ ne", text)
    assert re.search(r"\n +commander healthy, gunner healthy, loader healthy\n", text)
    assert "Blue Battle Tank 1 (Ba1), Blue, at " in text and "\n  gunner healthy\n" in text


def test_a_hit_is_told_with_what_it_is_compared_with(run: Run, books: Path) -> None:
    text = run("play", books / "town.json", "--seed", "3", "--auto", "--verbose", "--colour", "never").stdout
    assert "1d6 = 6 against 6 (7, -1 tries): yes" in text
    assert "1d6 = 3, +6 force = 9 against more than 8 (armour hit): yes; the crew: gunner;" in text
    assert "Red Battle Tank 2's gunner wounded" in text


# ---- a table without a grid


def test_places_on_a_table_in_inches_and_facings_in_degrees(run: Run, books: Path) -> None:
    text = transcript(run, books / "table_top.json")
    assert re.search(r"\n  Me1  Medium tank 1 +24, 8 +hull \d+°", text)
    assert "\n\n\n" not in text


def test_a_way_is_typed_point_by_point(run: Run, books: Path) -> None:
    text = transcript(run, books / "chase.json", "drive", "Ru1", "60, 4", "23, 23", "3 @ 90; done", "4", "1.5", "pass")
    assert re.search(r"Runner 1 is at [\d.]+, [\d.]+, [\d.]+ left; type two numbers, such as `12.5, 30`", text)
    assert "That is off the table, which goes from 0, 0 to 24, 24." in text
    assert "That is not legal now: something solid is in the way." in text
    assert "> done\n" in text
    assert "Shoot after how far? Type a number from 0 to 3.\n  1 pass\n>   That is none of these." in text
    assert "Runner 1 4, 3 -> 5.5, 3\n" in text


# ---- how much is told


def test_quiet_tells_only_the_end(run: Run, books: Path) -> None:
    quiet = run("play", books / "town.json", "--seed", "3", "--auto", "--quiet").stdout
    told = run("play", books / "town.json", "--seed", "3", "--auto").stdout
    assert len(quiet.splitlines()) == 2
    assert told.endswith(quiet)


@pytest.mark.parametrize("options", [("--quiet",), ("--verbose",), ("--auto", "--quiet", "--verbose")])
def test_options_that_do_not_go_together(run: Run, books: Path, options: tuple[str, ...]) -> None:
    result = run("play", books / "town.json", *options)
    assert result.exit_code == 2
    assert "TK9006" in result.stderr


# ---- two people at one terminal


def test_two_people_at_one_terminal_hand_the_keyboard_over(books: Path) -> None:
    """A terminal of 40 columns: it is cleared between the sides, and the map comes in bands."""
    command = [sys.executable, "-m", "tankdsl", "play", str(books / "duel.json"), "--seed", "3"]
    main, side = pty.openpty()
    environment = {**os.environ, "COLUMNS": "20", "LINES": "60", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdin=side, stdout=side, stderr=side, env=environment, close_fds=True) as process:
        os.close(side)
        os.write(main, b"\npass\n\nquit\n")
        shown = b""
        while True:
            try:
                piece = os.read(main, 4096)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        assert process.wait(timeout=30) == 0
    os.close(main)
    text = shown.decode("utf-8").replace("\r\n", "\n")
    _, allied, axis = re.split(r"The keyboard goes to \w+\.", text)
    assert "Allied: press Enter when nobody else looks." in allied and "\x1b[2J" in allied
    assert "    A   B   C\n" in allied
    assert "Turn 1: Axis" in axis and "Allied passes" in axis
