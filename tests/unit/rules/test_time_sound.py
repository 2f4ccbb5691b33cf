"""Turn numbers and states that time changes: reinforcements that come in some play are not said to stay away."""

from __future__ import annotations

import pytest

from tests.field_faults.trying import DUEL, compiled
from tests.unit.rules.neighbours import changed, codes, found

RELIEF = """
unit kind Relief { stat due: 0..20 }
units Relief {
    | id  | name     | due |
    | rel | "Relief" | 7   |
}
action enter(r: Relief in all reliefs, h: place) as s {
    cost 1 action
    require r.side is s and r.at is none "no"
    require clock >= r.due "too early"
    require relief(h) is none "occupied"
    put r at h
}
"""
TURNS = "each side s takes a turn { s plays drive, enter for 1 action may pass }"
SIEGE = """
scenario siege "Siege" {
    layout plain
    red { scout, rel }
    blue { scout, rel }
    given red.scout at (0, 0), blue.scout at (3, 3), blue.rel at (2, 2)
    start war
}
"""
SEVEN = "".join("    pass red\n    pass blue\n" for _ in range(7))
LATE = f"""test "late" {{
    scenario siege
    start war
{SEVEN}    expect clock is 7
    do enter(red.rel, (2, 0))
    expect red.rel.at is (2, 0)
}}
"""


def clocked(sequence: str, ending: str, *, more: str = "", script: str = LATE, scenario: str = SIEGE, state: str = "0..30 = 0") -> str:
    """The small game with a clock and a relief that is due at 7."""
    game = changed(DUEL, ("    main game\n", f"    main game\n    track clock: {state}\n"))
    return f"{game}{RELIEF}sequence war {{ {sequence} }}\n{ending}\n{more}{scenario}{script}"


ASSAULT = "sequence assault { rounds at most 9 { each side s takes a turn { s plays drive for 1 action may pass } } }\n"
NINE = f"rounds at most 9 {{ {TURNS}; clock += 1 }}"
BELLS = """
marker kind Bell { state rung = no }
markers Bell {
    | id   | name   |
    | bell | "Bell" |
}
action toll(b: Bell in all bells) { b.rung = not b.rung }
roster belled { red { bell } }
"""


@pytest.mark.parametrize(
    ("sequence", "ending", "more", "silent"),
    [
        (f"{NINE}; assault()", "ending dusk during assault { draw when clock >= 4 }", ASSAULT, True),
        (f"{NINE}; assault()", "ending dusk during war { draw when clock >= 4 }", ASSAULT, False),
        (f"{NINE}; assault()", "ending dusk during round { draw when clock >= 4 }", ASSAULT, False),
        (f"{NINE}; assault()", "ending dusk { draw when clock >= 4 }", ASSAULT, False),
        (f"during day {{ {NINE} }}; assault()", "ending dusk during day { draw when clock >= 4 }", ASSAULT, False),
        (f"{NINE}; during day {{ assault() }}", "ending dusk during day { draw when clock >= 4 }", ASSAULT, True),
        (NINE.replace("enter for", "enter, toll for"), "ending dusk { each b in bells; draw when clock >= 4 }", BELLS, True),
        (NINE.replace("enter for", "enter, toll for"), "ending dusk { each b in all bells; draw when clock >= 4 }", BELLS, True),
        (NINE, "ending dusk { each s in sides; draw when clock >= 4 }", "", False),
        (f"{NINE}; assault()", "ending dusk at end of assault { draw when clock >= 4 }", ASSAULT, True),
        (f"{NINE}", "ending dusk at end of round { draw when clock >= 4 }", "", False),
    ],
)  # fmt: skip
def test_an_ending_bounds_a_clock_only_where_it_is_sure_to_be_looked_at(sequence: str, ending: str, more: str, silent: bool) -> None:
    if silent:
        assert codes(clocked(sequence, ending, more=more)) == []
    else:
        assert "TK5040" in found(clocked(sequence, ending, more=more))


def test_an_ending_at_the_end_of_turns_that_nobody_has() -> None:
    watch = "rounds at most 9 { red plays drive, enter for 1 action may pass; clock += 1 }"
    ending = "ending dusk at end of turn { draw when clock >= 4 }"
    script = LATE.replace("    pass blue\n", "")
    assert "TK5040" not in codes(clocked(watch, ending, script=script))
    assert "TK5040" in found(clocked(NINE, ending))


def test_an_ending_about_pieces_that_are_all_there() -> None:
    bells = SIEGE.replace("red { scout, rel }", "red { scout, rel, bell }")
    text = clocked(NINE, "ending dusk { each b in all bells; draw when clock >= 4 }", more=BELLS, scenario=bells)
    assert "TK5040" in found(text)


CAMPAIGN = 'scenario again "Again" of siege { }\ncampaign tour "Tour" {\n    battles siege, again\n    between { }\n}\n'


def test_a_clock_that_goes_on_in_the_next_battle() -> None:
    turns = ["    pass red\n", "    pass blue\n"] * 4
    script = (
        f'test "both battles" {{\n    campaign tour\n    start war\n{"".join(turns)}    expect battle is 2 and clock is 4\n'
        f"{''.join(turns[:6])}    do enter(red.rel, (2, 0))\n    expect red.rel.at is (2, 0)\n}}\n"
    )
    four = f"rounds at most 4 {{ {TURNS}; clock += 1 }}"
    text = clocked(four, "", scenario=SIEGE + CAMPAIGN, script=script, state="0..30 = 0 kept")
    assert codes(text) == ["TK5040"]
    (finding,) = compiled(text).findings
    assert finding.notes[-1] == "in the scenario `siege`", "with which the campaign begins"
    assert found(text, ("0..30 = 0 kept", "0..30 = 0")) == ["TK5040", "TK5040"]


HELD = f"""{DUEL}
unit kind Relief {{ state held = no until end of round }}
units Relief {{
    | id  | name     |
    | rel | "Relief" |
}}
action enter(r: Relief in all reliefs, h: place) as s {{
    cost 1 action
    require r.side is s and r.at is none "no"
    require not r.held "held up"
    require relief(h) is none "occupied"
    put r at h
}}
sequence war {{ rounds at most 9 {{ {TURNS} }} }}
{SIEGE.replace("blue.rel at (2, 2)", "blue.rel at (2, 2), red.rel { held = yes }")}
test "late" {{
    scenario siege
    start war
    refuse enter(red.rel, (2, 0)) because "held up"
    pass red
    pass blue
    do enter(red.rel, (2, 0))
    expect red.rel.at is (2, 0)
}}
"""


def test_a_state_that_goes_back_by_itself() -> None:
    assert codes(HELD) == []
    assert found(HELD, ("held = no until end of round", "held = no")) == ["TK5040"]


@pytest.mark.parametrize("few", [200, 2_500])
def test_a_part_of_an_ending_that_comes_too_late(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """Where it takes long to know all of an ending, the turn that it asks for is enough to know."""
    monkeypatch.setattr("tankdsl.rules.foresight.outlook.FEW_QUESTIONS", few)
    hill = "ending hill {\n    each s in sides\n    win s when clock is 8 and any t in s.tanks where t.at is (4, 0)\n}"

    def late(rounds: int, ending: str) -> list[str]:
        game = clocked(f"rounds at most {rounds} {{ {TURNS}; clock += 1 }}", ending, script="")
        return [finding.headline for finding in compiled(game).findings if finding.code == "TK6031"]

    told = "in the scenario `siege` the game is over before the ending `hill.1` can be met for `red` and `blue`"
    assert late(2, hill) == [told]
    assert late(9, hill) == []
    assert late(2, hill.replace("clock is 8 and", "clock is 2 and")) == []
    assert late(2, hill.replace("clock is 8 and", "(clock is 8 or clock is 1) and")) == []
