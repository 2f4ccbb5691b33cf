"""What a check takes grows with what is written and not with its square: twice as many places, zones or edges, twice the work."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable

import pytest

from tankdsl.session import Session
from tankdsl.source import MemoryBundle

WIDE = 20


def label(number: int) -> str:
    """The label of a hex of the board, counted line by line."""
    return f"{chr(65 + number % WIDE)}{number // WIDE % WIDE + 1}"


def pack(on_board: str = "", on_map: str = "") -> str:
    """A game on a board of 20 x 20 hexes."""
    cells = "\n".join("        " + " ".join("." * WIDE) for _ in range(WIDE))
    return (
        'ruleset g "G" {\n    sides red "Red", blue "Blue"\n    space hex flat\n    main game\n    track turns: 0..9 = 0\n}\n'
        'terrain kind Terrain { }\nterrains Terrain {\n    | id | name |\n    | grass | "Grass" |\n}\n'
        f"board b columns odd lower {WIDE} x {WIDE} {{\n    legend . = grass\n    rows {{\n{cells}\n    }}\n{on_board}}}\n"
        f'layout l {{\n    board b at (0, 0)\n    labels letters\n{on_map}}}\nscenario s "S" {{ layout l }}\n'
        "sequence game { rounds { turns += 1 } }\nending time { draw when turns >= 9 }\n"
    )


def places(count: int) -> str:
    return pack(on_map="".join(f"    place p{n} = {label(n)}\n" for n in range(count)))


def places_of_a_board(count: int) -> str:
    return pack(on_board="".join(f"    place p{n} = {label(n)}\n" for n in range(count)))


def zones(count: int) -> str:
    return pack(on_map="".join(f"    zone z{n} = [{label(n)}, {label(n + 1)}]\n" for n in range(count)))


def chain(count: int) -> str:
    later = "".join(f"    zone z{n} = z{n - 1} + [{label(n)}]\n" for n in range(count - 1, 0, -1))
    return pack(on_map=f"{later}    zone z0 = [A1]\n")


def calls(text: str) -> int:
    """How many functions are called while a pack is checked."""
    profile = cProfile.Profile()
    session = Session(MemoryBundle({"a.tank": text}), ("a.tank",))
    assert profile.runcall(lambda: session.findings) == ()
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


@pytest.mark.parametrize("made", [places, places_of_a_board, zones, chain])
def test_four_times_as_many_take_about_four_times_as_much(made: Callable[[int], str]) -> None:
    calls(made(1))  # What is imported and remembered counts for none of them.
    few, many = calls(made(200)), calls(made(800))
    assert many < 5 * few
