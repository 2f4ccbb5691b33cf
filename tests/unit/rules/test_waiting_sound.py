"""What stands nowhere: pieces without the turn in which they come, and checkpoints that nobody placed."""

from __future__ import annotations

from tests.field_faults.trying import DUEL, compiled, shown
from tests.unit.rules.neighbours import changed, codes, without_tests

BARE = DUEL[: DUEL.index("scenario meeting")]
CLOCK = ("    main game\n", "    main game\n    track clock: 0..9 = 0\n")
STATES = ("    state ready = yes\n", "    state ready = yes\n    state due: 1..9?\n")
RELIEF = (
    changed(BARE, CLOCK, STATES)
    + """
action enter(t: Tank in all tanks, h: place) as s {
    require t.side is s and t.at is none and tank(h) is none "no"
    require t.due <= clock "{t} has not come up yet"
    put t at h
}
sequence war { rounds at most 5 { clock += 1; each side s takes a turn { s plays enter, drive once may pass } } }
scenario siege "Siege" {
    layout plain
    roster usual
    given red.scout at (0, 0), red.giant { due = 2 }, blue.scout at (3, 3), blue.giant { due = 5 }
    start war
}
test "late" {
    scenario siege
    start war
    refuse enter(red.giant, (1, 0)) because "{t} has not come up yet"
    pass red
    pass blue
    do enter(red.giant, (1, 0))
    expect red.giant.at is (1, 0)
}
"""
)


def never_enters(text: str, *changes: tuple[str, str]) -> list[str]:
    """What is told of pieces that never come on, with the line at which that stands."""
    session = compiled(changed(without_tests(text), *changes))
    return [shown(session, finding) for finding in session.findings if finding.code == "TK5040"]


def test_a_piece_without_a_turn_in_which_it_comes() -> None:
    assert codes(RELIEF) == []
    (finding,) = never_enters(RELIEF, ("red.giant { due = 2 }, ", ""))
    assert '`red.giant` waits off the map and can never enter: "it has not come up yet", and its `due` is none' in finding
    assert "roster usual" in finding and "in the scenario `siege`" in finding, "where the scenario names what it fields"
    (finding,) = never_enters(
        RELIEF,
        ("red.giant { due = 2 }, ", ""),
        ("    roster usual\n    given", "    red { scout, giant }\n    blue { scout, giant }\n    given"),
    )
    assert "red { scout, giant }" in finding
    (finding,) = never_enters(RELIEF, ("due = 5", "due = 6"))
    assert "`clock` goes from 0 to 5" in finding and "is none" not in finding and "blue.giant { due = 6 }" in finding
    assert (
        never_enters(RELIEF, ("red.giant { due = 2 }, ", ""), ("    require t.due <= clock ", "    t.due = 1\n    require t.due <= clock "))
        == []
    )


FLAGS = f"""{BARE}
checkpoint kind Flag {{ state holder: Side? }}
checkpoints Flag {{
    | id   | name   |
    | hill | "Hill" |
    | ford | "Ford" |
}}
action claim(f: Flag in all flags) as s {{
    cost 1 action
    require any t in s.tanks where t.at is f.at "nobody is there"
    f.holder = s
}}
ending held {{
    each s in sides
    win s when count(f in all flags where f.holder is s) >= 1
}}
sequence war {{ rounds at most 5 {{ each side s takes a turn {{ s plays claim, plant, drive for 3 actions may pass }} }} }}
action plant(f: Flag in all flags, h: place in neighbours((4, 0))) as s {{
    cost 1 action
    require f.at is none and f.side is s "it stands"
    put f at h
}}
scenario race "Race" {{
    layout plain
    red  {{ scout, hill, ford }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (3, 3), red.hill at (2, 0)
    start war
}}
test "planted" {{
    scenario race
    start war
    do plant(red.ford, (3, 0))
    expect red.ford.at is (3, 0)
}}
"""
UNPLANTED = (FLAGS[FLAGS.index("action plant") : FLAGS.index("scenario race")], ""), ("claim, plant, drive", "claim, drive")


def test_a_checkpoint_that_nobody_placed() -> None:
    assert codes(FLAGS) == []
    (finding,) = never_enters(FLAGS, *UNPLANTED)
    assert "`red.ford` stands nowhere on the map, and no rule can ever put it there" in finding
    assert "red { scout, hill, ford }" in finding
    (finding,) = never_enters(FLAGS, ("require f.at is none and f.side is s", "require f.at is none and f.side is s and f is hill"))
    assert "`red.ford` stands nowhere" in finding


def test_checkpoints_of_which_that_is_no_fault() -> None:
    by_hand = ("action claim", 'placement flying(f: Flag, h: place) { require terrain(h).open "no" }\naction claim')
    assert never_enters(FLAGS, *UNPLANTED, by_hand) == [], "a placement is for them"
    assert never_enters(FLAGS, *UNPLANTED, (", red.hill at (2, 0)", "")) == [], "none is placed at all"
    spare = ("red  { scout, hill, ford }", "red  { scout, 2 hill }")
    assert never_enters(FLAGS, *UNPLANTED, spare, ("red.hill at", "red.hill.1 at")) == [], "another one of the row stands there"
    unasked = ('    require any t in s.tanks where t.at is f.at "nobody is there"\n', "")
    assert never_enters(FLAGS, *UNPLANTED, unasked) == [], "no rule asks where it is"
