"""What the checks of harm must not say: harm of which nothing that is played names who does it, and harm that does not add up."""

from __future__ import annotations

import pytest

from tests.unit.rules.games import findings
from tests.unit.rules.packs import changed, found
from tests.unit.rules.playing import failures
from tests.unit.rules.test_harm import battle, game, said, tanks, the

HULKS = tanks("hulk 0 30") + battle("hulk", "hulk")
PLAYS = "{ s plays drive, shoot once may pass }"
MARKED = ("track hull: 0..2 = 2", "track hull: 0..2 = 2\n    state marked = no")
BARRAGE = 'action barrage() as s { choose t from s.enemy.tanks by s "At whom?" { hit(t) } else { nothing } }\n'
NEAR = "where distance(o, t) <= 2 hexes"


def test_without_anything_else_the_hulks_do_no_harm() -> None:
    assert said(game(more=HULKS)) == [("no-harm", "battle")]


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        pytest.param(
            (MARKED,),
            "whenever meet(a: Tank, b: Tank) when not a.marked and a.side is not b.side and distance(a, b) <= 1 hex {\n"
            "    a.marked = yes\n    hit(a)\n}\n",
            id="a trigger between two",
        ),
        pytest.param(
            (MARKED,),
            "whenever seen(t: Tank) when not t.marked and watched(t) {\n    t.marked = yes\n    hit(t)\n}\n"
            "value watched(t: Tank): bool = any o in t.side.enemy.tanks where distance(o, t) <= 2 hexes\n",
            id="a trigger whose condition looks for another",
        ),
        pytest.param(
            (MARKED, (PLAYS, PLAYS.replace(" }", "\n look(s)\n for each t in s.tanks where t.marked { hit(t) } }"))),
            f"effect look(s: Side) {{ for each t in s.tanks {{ for each o in s.enemy.tanks {NEAR} {{ t.marked = yes }} }} }}\n",
            id="a mark that leads to harm later",
        ),
        pytest.param(
            (("    go by along route\n", "    go by along route\n    arrive(by)\n"),),
            "effect arrive(t: Tank) { t.hull = t.hull }\n"
            f"after arrive(t: Tank) {{ for each o in t.side.enemy.tanks {NEAR} {{ hit(t) }} }}\n",
            id="after a move",
        ),
        pytest.param(
            ((PLAYS, PLAYS.replace(" }", f"\n for each t in s.tanks {{ for each o in s.enemy.tanks {NEAR} {{ hit(o) }} }} }}")),),
            "",
            id="fire in the sequence",
        ),
        pytest.param(
            ((PLAYS, PLAYS.replace(" }", "\n automatic(s) }")),),
            f"effect automatic(s: Side) {{ for each t in s.tanks {{ at_whom(t) }} }}\n"
            f"effect at_whom(t: Tank) {{ for each o in t.side.enemy.tanks {NEAR} {{ hit(o) }} }}\n",
            id="fire in an effect of the sequence",
        ),
        pytest.param((("plays drive, shoot once", "plays drive, shoot, barrage once"),), BARRAGE, id="a barrage"),
        pytest.param(
            (("plays drive, shoot once", "plays drive, shoot, shell once"),),
            "action shell(t: Tank in s.enemy.tanks) as s { hit(t) }\n",
            id="a barrage at one that is named",
        ),
        pytest.param(
            (("plays drive, shoot once", "plays drive, shoot, Order once"),),
            "card kind Order {}\nside kind Side { pile hand of Order }\n"
            f'card volley "Volley" of Order {{ plays as action as s {{ for each t in s.tanks {{ for each o in s.enemy.tanks {NEAR} '
            "{ hit(o) } } } }\n",
            id="a card that lets all fire",
        ),
    ],
)
def test_harm_counts_though_nothing_names_who_does_it(changes: tuple[tuple[str, str], ...], more: str) -> None:
    assert said(game(*changes, more=HULKS + more)) == []


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        pytest.param((MARKED,), "whenever bog(t: Tank) when not t.marked and t.at is (0, 0) { t.marked = yes\n hit(t) }\n", id="ground"),
        pytest.param(((PLAYS, PLAYS.replace(" }", "\n for each t in s.tanks where t.at is (0, 0) { hit(t) } }")),), "", id="sequence"),
        pytest.param((("    go by along route\n", "    go by along route\n    if by.at is (0, 0) { hit(by) }\n"),), "", id="move"),
        pytest.param(
            (("plays drive, shoot once", "plays drive, shoot, Order once"),),
            "card kind Order {}\nside kind Side { pile hand of Order }\n"
            'card mine "Mine" of Order { plays as action as s with t: Tank in s.enemy.tanks { hit(t) } }\n',
            id="card",
        ),
    ],
)
def test_harm_in_which_no_other_piece_has_a_hand_does_not_count(changes: tuple[tuple[str, str], ...], more: str) -> None:
    text = game(*changes, more=HULKS + more)
    assert said(text) == [("no-harm", "battle")]
    assert "`shoot`: no roll is good enough" in the(text, "no-harm").notes


def test_a_piece_counts_only_for_what_its_kind_can_do() -> None:
    """Vehicles that explode hurt others; infantry does not, and has nothing else here."""
    findings = found(changed("tank_commander", ("    t is Tank or (t is Carrier and", "    (t is Carrier and")))
    assert all("infantry" in finding.headline for _, finding in findings["unit-harmless"])


WOUND = "effect wound(t: Tank, n: 0..6) harms t {{ {body} }}\n"
TABLE = "table crit(t: Tank, roll: 1..6) by roll ordered best first {\n    a: 6 => wound(t, 3)\n"
TWICE = "    b: 5 => { wound(t, 2); wound(t, 2) }\n    c: 1..4 => nothing\n}\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("t.hull -= n", 1),
        ("t.hull -= n\n if t.hull is 0 { remove t }", 1),
        ("t.hull = max(0, t.hull - n)", 1),
        ("if t.hull > n { t.hull -= n } else { remove t }", 1),
        # The number decides whether anything is taken, or what happens else.
        ("if n + 9 >= t.armour { t.hull -= n }", 0),
        ("if n is 2 { remove t } else { t.hull -= n }", 0),
        ("if t.hull > n { t.hull -= n }", 0),
        ("t.hull -= n\n if n is 3 { remove t }", 0),
        ("t.hull -= n\n t.hull -= n", 0),
        ("t.hull = min(2, t.hull - n + 1)", 0),
        # What is taken rests on the state, so that twice is not the same as double.
        ("if t.hull is 2 { t.hull -= n }", 0),
        ("stop if t.hull < 2\n t.hull -= n", 0),
    ],
)
def test_amounts_are_added_only_where_they_add_up(body: str, expected: int) -> None:
    text = game(more=WOUND.format(body=body) + TABLE + TWICE)
    assert len([finding for finding in findings(text) if finding.name == "better-roll-worse"]) == expected


LEARNT = """
scenario early "Early" {{
    layout plain
    red  {{ popgun, hunter }}
    blue {{ tower }}
    given red.popgun at (1, 1), red.hunter at (1, 0), blue.tower at (4, 1)
    start game
}}
scenario modern "Modern" of early {{ given {given} }}
test "modern" {{
    scenario modern
    start game
    do shoot(red.popgun, blue.tower) dice 6, 6
    expect blue.tower.hull is 1
}}
"""


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize(
    ("declared", "factor", "given"),
    [
        (("    main game\n", "    main game\n    state era: 1..5 = 1\n"), "era", "era = 4"),
        (("unit kind Tank {\n", "side kind Side { state doctrine: 1..5 = 1 }\nunit kind Tank {\n"), "by.side.doctrine", "red.doctrine = 4"),
    ],
)
def test_a_scenario_that_gives_the_game_or_a_side_something_is_asked_by_itself(
    declared: tuple[str, str], factor: str, given: str, is_turned: bool
) -> None:
    rules = (declared, ("total(aim) + by.gun", f"total(aim) + by.gun * {factor}"))
    wider = (("margin: -40..40", "margin: -40..152"), ("5..40 ", "5..152 "))
    text = game(*rules, *wider, more=tanks("popgun 1 8", "tower 6 15") + LEARNT.format(given=given))
    if is_turned:
        early, modern = text.index('scenario early "Early"'), text.index('scenario modern "Modern"')
        end = text.index('test "modern"')
        text = text[:early] + text[modern:end] + text[early:modern] + text[end:]
    assert failures(text) == []
    (finding,) = (finding for finding in findings(text) if finding.name == "unit-harmless")
    assert finding.headline == "`popgun` can do no harm to anybody in the scenario `early`"


BONUS = "value bonus(by: Tank, target: Tank): 0..30 = {}\n"
FAR = """test "far" {
    scenario battle
    given red.popgun at (1, 1), blue.popgun at (4, 1)
    start game
    do shoot(red.popgun, blue.popgun) dice 6, 6
    expect blue.popgun.hull is 1
}
"""
STEPS = "(distance(by, target) else 0 hexes) as int"


@pytest.mark.parametrize(
    ("bonus", "expected"),
    [
        (f"[1, 2][{STEPS}] else 12", []),
        (f"if let n = [1, 2][{STEPS}] {{ n }} else {{ 12 }}", []),
        (f"[1, 2, 2][min(2, {STEPS})] else 12", ["no-harm"]),
        (f"[1, 2][{STEPS}] else 7", ["no-harm"]),
    ],
)
def test_an_entry_that_a_list_may_not_have(bonus: str, expected: list[str]) -> None:
    changes = (("total(aim) + by.gun - target.armour", "total(aim) + bonus(by, target) + by.gun - target.armour"), ("5..40 ", "5..70 "))
    more = BONUS.format(bonus) + tanks("popgun 0 24") + battle("popgun", "popgun")
    text = game(*changes, ("margin: -40..40", "margin: -40..70"), more=more)
    assert [name for name, _ in said(text)] == expected
    assert (failures(text + FAR) == []) is (not expected)
