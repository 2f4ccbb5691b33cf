"""What the checks of maps must not call impossible: ground that rules change, pieces that rules lift, hexes that are only passed."""

import pytest

from tests.unit.check.small import RULES
from tests.unit.rules.games import findings, names, on_board

MUSTER = "effect muster(w: Walker, h: place) { put w at h }\n"
HEAD = RULES.replace(MUSTER, "").replace("and used()", "or used()")
GOES = "    by.wounds += 1\n"
FORCES = "roster usual {\n    red { 2 scout }\n    blue { guard }\n}\n"
WALL = (". . # . .", ". . # . .", ". . # . .")
GIVEN = "given scout at (0, 0), scout at (0, 1), guard at (4, 0)"
DEPOT = "ending depot { win red when any w in red.walkers where w.at in store }\n"
ZONE = "zone store = [(4, 0), (4, 1)]"
CAMPED = FORCES.replace("{ guard }", "{ guard, near }")
CAMP = GIVEN + ", near at (4, 2)"
CHOOSE = 'choose h from places where {} by by.side "Where to?" {{ put by at h }} else {{ nothing }}\n'


def marching(*more: str) -> str:
    """The rules of the small game with more that a march does, and an ending for a zone."""
    assert HEAD.count(GOES) == 1
    return HEAD.replace(GOES, GOES + "".join(f"    {line}\n" for line in more)) + DEPOT


def walled(rules: str, given: str = GIVEN, forces: str = FORCES, layout: str = ZONE) -> list[str]:
    return names(on_board(*WALL, rules=rules, layout=layout, scenario=given, forces=forces))


REACH = {"objective-out-of-reach", "region-cut-off", "place-out-of-reach", "piece-stuck"}


def test_without_such_rules_all_of_it_is_said() -> None:
    assert "objective-out-of-reach" in walled(marching())
    assert {"objective-out-of-reach", "piece-stuck"} <= set(walled(marching(), CAMP, CAMPED))


# ------------------------------------------------------------------------------------------------------------ the ground


def test_a_wall_that_a_march_may_clear() -> None:
    cleared = marching("for each n in neighbours(by.at) { ground(n) = grass }")
    assert REACH.isdisjoint(walled(cleared))
    assert REACH.isdisjoint(walled(cleared, CAMP, CAMPED))


def test_a_wall_on_which_only_more_rock_may_come() -> None:
    rock = marching("for each n in neighbours(by.at) { ground(n) = rock }")
    assert "objective-out-of-reach" in walled(rock, CAMP, CAMPED)


def test_a_zone_that_is_cleared_before_pieces_are_placed() -> None:
    placement = (
        "placement standing(w: Walker, h: place) {\n"
        '    require h in store           "outside the store"\n'
        '    require ground(h).enterable  "no walker can stand there"\n'
        "}\n"
        "action deploy(w: Walker in s.walkers, h: place) as s {\n"
        '    require w.at is none "it stands already"\n'
        "    standing(w, h)\n"
        "    put w at h\n"
        "}\n"
    )
    begun = "sequence game {\n"
    assert HEAD.count(begun) == 1

    def placed(first: str) -> list[str]:
        rules = HEAD.replace(
            begun,
            f"{begun}    {first}\n    alternate s from red until all w in all walkers where w.at is not none {{ s plays deploy once }}\n",
        )
        return names(
            on_board(
                ". . # #",
                ". . # #",
                rules=rules + placement,
                layout="zone store = [(3, 0), (3, 1)]",
                scenario="given guard at (0, 0)",
                forces="roster usual {\n    red { scout }\n    blue { guard }\n}\n",
            )
        )

    assert "no-place-for-piece" in placed("turns = 0")
    assert "no-place-for-piece" not in placed("for each h in store { ground(h) = grass }")


@pytest.mark.parametrize("condition", ["ground(h) is wood", "not ground(h).open"])
def test_an_ending_that_counts_what_rules_lay(condition: str) -> None:
    ending = f"ending woods {{ win red when count(h in places where {condition}) >= 3 and not any c in all camps where c.line > 5 }}\n"
    rules = HEAD[: HEAD.index("ending ")] + ending
    grown = rules.replace(GOES, GOES + "    for each n in neighbours(by.at) { ground(n) = wood }\n")
    assert "no-ending" in names(on_board(". . . . .", rules=rules, scenario="given scout at (0, 0)", forces=FORCES))
    assert "no-ending" not in names(on_board(". . . . .", rules=grown, scenario="given scout at (0, 0)", forces=FORCES))


# ------------------------------------------------------------------------------------------------------------ the pieces

PLACEMENT = 'placement standing(w: Walker, h: place) { require ground(h).enterable "no walker can stand there" }\n'


def lifting(demand: str, where: str) -> str:
    """The rules with an action that asks a placement, played before the rounds or in them."""
    action = f'action lift(w: Walker, h: place) as s {{\n    require w.side is s{demand} "no"\n    standing(w, h)\n    put w at h\n}}\n'
    before = HEAD.replace("sequence game {\n", "sequence game {\n    alternate s from red until turns is 0 { s plays lift once }\n")
    within = HEAD.replace("s plays march, Order", "s plays march, lift, Order")
    assert before != HEAD != within
    return (before if where == "before" else within) + PLACEMENT + action + DEPOT


def test_a_placement_that_is_asked_in_play_sets_nothing_up() -> None:
    assert REACH.isdisjoint(walled(lifting("", "within")))
    assert "objective-out-of-reach" not in walled(lifting("", "before"))


def test_a_placement_of_pieces_that_stand_nowhere_before_the_rounds() -> None:
    assert "objective-out-of-reach" in walled(lifting(" and w.at is none", "before"))


def test_pieces_that_an_action_may_put_elsewhere_are_not_stuck() -> None:
    jump = marching(CHOOSE.format("distance(h, by.at) <= 2 hexes and ground(h).enterable"))
    assert REACH.isdisjoint(walled(jump))
    assert REACH.isdisjoint(walled(jump, CAMP, CAMPED))


# ---------------------------------------------------------------------------------------------------------- passed hexes


def test_hexes_on_which_no_move_may_end_are_come_to() -> None:
    passed = "    never when walker(b)"
    rules = marching().replace(passed, '    passes when ground(b) is wood "no stop in the wood"\n' + passed)
    rows = (". . w . .", ". . w . .", ". . w . .")
    text = on_board(*rows, rules=rules, layout="zone store = [(2, 0), (2, 1)]", scenario=GIVEN + ", near at (2, 2)", forces=CAMPED)
    assert REACH.isdisjoint(finding.name for finding in findings(text))
