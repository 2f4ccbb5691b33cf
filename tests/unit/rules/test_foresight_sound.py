"""Foresight says of nothing that it cannot be when some play has it: several gains, moves and changes in one use, rounds that never end."""

from __future__ import annotations

import pytest

from tankdsl.rules.foresight.clock import last_round
from tests.unit.rules.test_feasibility import DUEL, found, made, outlook, race

SCORE = """
sequence dash {{ rounds at most 3 {{ each side s takes a turn {{ s plays work for 1 action may pass }} }} }}
ending reached {{ each s in sides; win s when s.points >= {asked} }}
scenario race "A race" {{
    layout plain
    red  {{ scout, giant }}
    blue {{ scout, giant }}
    given red.scout at (0, 0), red.giant at (1, 0), blue.scout at (0, 3), blue.giant at (1, 3)
    start dash
}}
effect gain(x: Side) {{ x.points += 1 }}
effect poke(x: Tank) {{ x.side.points += 1 }}
effect both(x: Side) {{ gain(x); gain(x) }}
effect red_scores() {{ red.points += 1 }}
effect twice() {{ red_scores(); blue.ready_count += 1; red_scores() }}
"""
ONCE = 'once per s per game "once"'
FLAG = 'require not s.used "used"\n    s.used = yes'


def codes_of(text: str) -> list[str]:
    """The codes of what is found in a text that can be read."""
    assert [finding.headline for finding in made(text).loaded.found if finding.level == "error"] == []
    return [finding.code for finding in found(text)]


def score(asked: int, *lines: str) -> list[str]:
    text = DUEL.replace("points >= 9", "points >= 0 and not any t in all tanks where t.side is s")
    text = text.replace(
        "    track points: 0..9 = 0\n", "    track points: 0..9 = 0\n    track ready_count: 0..9 = 0\n    state used = no\n"
    )
    action = "action work(t: Tank in s.tanks) as s {\n    cost 1 action\n" + "".join(f"    {line}\n" for line in lines) + "}\n"
    return codes_of(text + SCORE.format(asked=asked) + action)


@pytest.mark.parametrize("bound", [ONCE, FLAG])
@pytest.mark.parametrize(
    ("does", "most"),
    [
        ("gain(s)", 1), ("gain(s); gain(s)", 2), ("both(s)", 2), ("both(s); gain(s)", 3), ("poke(t); poke(t)", 2),
        ("for each x in s.tanks { poke(x) }", 2), ("for each x in s.tanks { gain(s) }", 2),
        ("for each x in s.tanks { poke(x) }; poke(t)", 3),
        ("for each x in s.tanks { both(s) }", 4), ("choose x from s.tanks by s \"Who?\" { poke(x) } else { nothing }", 1),
    ],
)  # fmt: skip
def test_all_that_one_use_of_a_limit_gains_is_added(bound: str, does: str, most: int) -> None:
    assert score(most, bound, does) == []
    assert score(most + 1, bound, does) == ["TK6032"]


def test_calls_that_look_alike_are_added_too() -> None:
    assert score(2, ONCE, "twice()") == []


@pytest.mark.parametrize(
    ("does", "most"),
    [("gain(s)", 2), ("both(s)", 4), ("gain(s); gain(s)", 4), ("for each x in sides { gain(s) }", 4)],
)
def test_what_is_gained_beside_a_loss_is_added(does: str, most: int) -> None:
    assert score(most, "remove t", does) == [] and score(most + 1, "remove t", does) == ["TK6032"]


BLOWS = """
table blow(x: Tank, n: 1..6) by n {{
    1..3 => nothing
    4..5 => bleed(x)
    6 => {{ bleed(x); bleed(x) }}
}}
effect bleed(x: Tank) {{ GUARD
    x.side.enemy.points += 1
    remove x
}}
"""
STRIKE = 'choose x from s.enemy.tanks by s "Whom?" { roll d = 1d6 by s; blow(x, highest(d)) } else { nothing }'


@pytest.mark.parametrize(("guard", "most"), [("stop if x.removed", 2), ("stop if x.at is none", 2), ("", 6)])
def test_kills_by_a_table_are_as_many_as_there_are_pieces(guard: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three blows a side against two tanks; an effect that asks whether its piece is there kills it once, however often it is called."""
    monkeypatch.setitem(globals(), "SCORE", SCORE + BLOWS.replace("GUARD", guard))
    assert score(most, STRIKE) == []
    assert score(most + 1, STRIKE) == ["TK6032"]


CHARGE = """
effect crawl(t: Tank) {
    plot route for t using driving within 1 hex by t.side "Where to?"
    if let r = route { go t along r }
}
action charge(t: Tank in s.tanks) as s {
    require not t.moved "it has moved"
    t.moved = yes
    MOVES
}
"""


@pytest.mark.parametrize(
    ("moves", "codes"), [("crawl(t)", ["TK6030"]), ("crawl(t); crawl(t)", []), ("crawl(t); if t.ready { crawl(t) }", [])]
)
def test_all_moves_of_one_action_behind_a_flag_are_added(moves: str, codes: list[str]) -> None:
    text = race(place="(2, 0)").replace("    state ready = yes\n", "    state ready = yes\n    state moved = no until end of turn\n")
    text = text.replace("s plays drive for 1 as actions", "s plays charge").replace("s plays drive for 1 actions", "s plays charge")
    assert codes_of(text + CHARGE.replace("MOVES", moves)) == codes


LONG_AND_SHORT = """
action far(t: Tank in s.tanks) as s {
    cost 3 actions
    plot route for t using driving within 2 hexes by s "Where to?"
    if let r = route { go t along r }
}
action near(t: Tank in s.tanks) as s {
    cost 2 actions
    plot route for t using driving within 1 hex by s "Where to?"
    if let r = route { go t along r }
}
"""


@pytest.mark.parametrize(("budget", "place", "codes"), [(5, "(3, 0)", []), (5, "(4, 0)", ["TK6030"]), (3, "(3, 0)", ["TK6030"])])
def test_different_actions_share_a_budget(budget: int, place: str, codes: list[str]) -> None:
    text = race(place=place).replace("s plays drive for 1 as actions", f"s plays far, near for {budget} actions")
    assert codes_of(text + LONG_AND_SHORT) == codes


CLOCK = """
sequence dash {{ rounds at most 9 {{
    {first}
    each side s takes a turn {{ s plays drive, leave for 1 action may pass }}
    {then}
}} }}
action leave(t: Tank in s.tanks) as s {{ cost 1 action; remove t }}
sequence late {{ if not any t in tanks where t.ready {{ stop }}; {late} }}
ending dawn {when} {{ draw when hour >= 4 }}
scenario race "A race" {{
    layout plain
    red  {{ scout }}
    blue {{ scout }}
    given red.scout at (0, 0), blue.scout at (0, 3)
    start dash
}}
"""
STORM = "if red.points > 0 { during storm { red.points += 0 } }"


@pytest.mark.parametrize(
    ("lifetime", "first", "then", "when", "last"),
    [
        ("", "hour += 1", "", "", 4),
        ("", "hour += 1", "", "at end of turn", 5),
        ("", "hour += 1", "", "during dash at end of turn", 5),
        ("", "", "for each s in sides { hour += 1 }", "at end of round", 2),
        ("", "during storm { hour += 1 }", "", "during storm", 4),
        ("", "hour += 1", STORM, "during storm", 9),
        ("", "hour += 1", STORM, "at end of storm", 9),
        ("", "hour += 1", "", "at end of game", 9),
        (" until end of round", "hour += 1", "", "at end of round", 9),
        ("", "", "for each t in tanks { hour += 1 }", "at end of round", 9),
        ("", "late()", "", "at end of round", 9),
    ],
)
def test_a_last_round_is_one_that_is_sure_to_be_the_last(lifetime: str, first: str, then: str, when: str, last: int) -> None:
    text = DUEL.replace("    main game\n", f"    main game\n    track hour: 0..30 = 0{lifetime}\n")
    late = "hour += 1" if first == "late()" else ""
    known = last_round(outlook(text + CLOCK.format(first=first, then=then, when=when, late=late), "race"))
    assert known is not None and known.round == last


MISSION = """
marker kind Dossier {{
    state task: Mission? = none
    state holder: Side = red
}}
markers Dossier {{
    | id      | name      |
    | dossier | "Dossier" |
}}
mission task "A task" {{ met for s when {met} }}
sequence dash {{
    {before}
    rounds at most 9 {{ each side s takes a turn {{ s plays drive, shoot for 1 action may pass }} }}
}}
scenario chase "The chase" {{
    layout plain
    red {{ scout, giant, dossier }}
    blue {{ scout, giant }}
    given red.scout at (0, 0), red.giant at (1, 0), blue.scout at (3, 3), blue.giant at (4, 3)
    given red.dossier at (0, 3) {{ task = task }}
    start dash
}}
ending done {{ each d in dossiers; win d.holder when met(d.task, d.holder) and d.holder.points > 2 }}
{more}
"""
ALL_THERE = "count(t in s.tanks) >= 2"
NO_POINTS = "s.points is 0"


@pytest.mark.parametrize(
    ("met", "before", "more", "codes"),
    [
        (ALL_THERE, "", "", ["TK6034"]), (NO_POINTS, "", "", ["TK6034"]),
        (ALL_THERE, "for each side in sides { choose t from side.tanks by side.enemy \"Whom?\" { remove t } else { nothing } }", "", []),
        (NO_POINTS, "red.points = 1", "", []), (ALL_THERE, "red.points = 1", "", ["TK6034"]),
        (NO_POINTS, "", "whenever begin(d: Dossier) when d.holder.points is 0 { d.holder.points = 1 }", []),
        (NO_POINTS, "", "whenever more(d: Dossier) when d.holder.points > 4 { d.holder.points = 9 }", ["TK6034"]),
    ],
)  # fmt: skip
def test_a_mission_is_met_at_once_only_if_nothing_happens_before(met: str, before: str, more: str, codes: list[str]) -> None:
    assert codes_of(DUEL + MISSION.format(met=met, before=before, more=more)) == codes
