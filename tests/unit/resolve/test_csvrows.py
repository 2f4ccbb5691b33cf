"""Rows of things from a file of comma-separated values."""

import pytest

from tankdsl.session import Session
from tankdsl.source import MemoryBundle

RULES = """
ruleset small "Small" {
    sides red "Red", blue "Blue"
    main game
    track turns: 0..9 = 0
}
sequence game { rounds { turns += 1 } }
ending late { draw when turns > 8 }
measure hex, hexes
enum Face { front, rear }
unit kind Tank {
    stat speed: 1..9 hexes
    stat armour per Face: 0..9
    stat fast = no
    stat colour: text = "grey" flavour
}
units Tank from "data/tanks.csv"
value worth(t: Tank): int = t.armour[front] + (if t.fast { t.speed as int } else { 0 })
"""
GOOD = """id,name,side,speed,armour,fast,colour
cat,Wild cat,red,6 hexes,"[3, 1]",yes,sand

dog,"Bull ""dog"", old",blue,3 hexes,"[5, 4]",,"dark green"
"""


def session(csv: str | None) -> Session:
    files = {"game.tank": RULES} | ({} if csv is None else {"data/tanks.csv": csv})
    return Session(MemoryBundle(files), ("game.tank",))


def told(csv: str | None) -> list[tuple[str, str]]:
    """Each finding with the text that it points at."""
    made = session(csv)
    out = []
    for finding in made.findings:
        assert finding.primary is not None
        out.append((finding.headline, made.sources[finding.primary.span.file].slice(finding.primary.span)))
    return out


SEMICOLONS = GOOD.replace(",", ";").replace("[3; 1]", "[3, 1]").replace("[5; 4]", "[5, 4]")


@pytest.mark.parametrize("text", [GOOD, SEMICOLONS], ids=["commas", "semicolons"])
def test_rows_become_models(text: str) -> None:
    assert told(text) == []
    cat, dog = session(text).program.kinds["Tank"].models
    assert (cat.id, cat.name, cat.side) == ("cat", "Wild cat", "red")
    assert dog.name in ('Bull "dog", old', 'Bull "dog"; old')
    assert {name: cat.stats[name].args for name in ("speed", "fast", "colour")} == {"speed": (6,), "fast": (True,), "colour": ("sand",)}
    assert [item.args for item in cat.stats["armour"].args] == [(3,), (1,)]
    assert dog.stats["colour"].args == ("dark green",) and "fast" not in dog.stats


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("6 hexes", "12 hexes", ("can be 12 hexes, but the stat `speed` allows 1..9 hexes", "12 hexes")),
        ("6 hexes", "quick", ("nothing is called `quick` here", "quick")),
        ("yes,sand", "-1,sand", ("found -1, expected yes or no for the stat `fast`", "-1")),
        (",fast,", ",Fast,", ("`Fast` is no name of a column", "Fast")),
        (",yes,sand", ",yes", ("this row has 6 cells, the header has 7", 'cat,Wild cat,red,6 hexes,"[3, 1]",yes')),
        ('"dark green"', '"dark green', ("a cell in quotation marks ends on its line, and this one does not", '"dark green')),
        ("cat,Wild", "Cat!,Wild", ("a row is named by a name", "Cat!")),
    ],
)
def test_faults_point_into_the_file(old: str, new: str, expected: tuple[str, str]) -> None:
    assert expected in told(GOOD.replace(old, new))


def test_a_file_that_is_missing_or_empty() -> None:
    assert [at for _, at in told(None)] == ['"data/tanks.csv"']
    assert [at for _, at in told("\n")] == ["Tank"]


def test_lengths_and_points_of_a_table_may_have_decimals() -> None:
    rules = """
ruleset small "Small" {
    sides red "Red", blue "Blue"
    space table inches
    main game
    track turns: 0..9 = 0
}
measure inch, inches
sequence game { rounds { turns += 1 } }
ending late { draw when turns > 8 }
area kind Wood { stat depth: inches }
areas Wood from "woods.csv"
value deep(w: Wood): bool = w.depth > 1.5 inches and inside(w, (3, 3))
"""
    csv = "id;name;outline;depth\ncopse;Copse;[(2, 2.25), (4, 2), (4.5, 6)];2.75 inches\n"
    made = Session(MemoryBundle({"game.tank": rules, "woods.csv": csv}), ("game.tank",))
    assert [found.headline for found in made.findings if found.level == "error"] == []
    stats = made.program.kinds["Wood"].models[0].stats
    assert stats["depth"].args == (275,)
    assert [tuple(number.args[0] for number in corner.args) for corner in stats["outline"].args] == [(200, 225), (400, 200), (450, 600)]
