"""Chokepoints and ways of a scenario, and hexes that stand out."""

from __future__ import annotations

from itertools import pairwise

from tankdsl.ground.maps import GroundMap
from tankdsl.rules.approaches import base_of, pricings
from tankdsl.rules.game import Game
from tankdsl.rules.levels import lone_levels
from tankdsl.rules.movers import mover_classes
from tankdsl.rules.passages import cheapest_paths, passages_of, routes_of
from tests.unit.check.small import RULES, at, program
from tests.unit.rules.games import names, only
from tests.unit.rules.test_fairness import GATES
from tests.unit.rules.test_symmetric import EVEN, game

BOTH_SIDES = "scout at (3, 0), scout at (4, 0), guard at (3, 6), guard at (4, 6)"


def scenario_of(text: str, id: str = "duel") -> tuple[Game, GroundMap]:
    made = Game(program(text))
    ground = made.worlds[id].ground
    assert ground is not None
    return made, ground


def names_of(ground: GroundMap, indexes: tuple[int, ...]) -> list[tuple[int, int]]:
    return [ground.hexes[index].axial for index in indexes]


def test_the_hexes_by_which_ground_hangs() -> None:
    made, ground = scenario_of(game(*GATES, given=BOTH_SIDES))
    found = passages_of(made, made.program.scenarios["duel"])
    assert [each.mover.models for each in found] == [("scout",), ("guard",)]
    narrow = found[0].narrow
    (gate, beyond), *_ = narrow.hexes
    assert ground.hexes[gate].axial == (3, 1) and beyond == 9
    assert [count for _, count in narrow.hexes] == sorted((count for _, count in narrow.hexes), reverse=True)


def test_what_closes_the_ways_to_the_enemy() -> None:
    made, ground = scenario_of(game(*GATES, given=BOTH_SIDES))
    for each in passages_of(made, made.program.scenarios["duel"]):
        assert each.to_enemy is not None
        assert names_of(ground, each.to_enemy.cut) == [(3, 1)]
        assert len(each.to_enemy.routes) == 1


def test_sides_that_begin_next_to_each_other_are_not_kept_apart() -> None:
    made, _ = scenario_of(game(". . .", ". . .", given="scout at (0, 0), guard at (1, 0)"))
    assert [each.to_enemy for each in passages_of(made, made.program.scenarios["duel"])] == [None, None]
    assert routes_of(made, made.program.scenarios["duel"], "red") == ()


def test_a_bridge_between_two_fields() -> None:
    made, ground = scenario_of(game(". . . # # . .", ". . . . . . .", ". . # # . . .", given="scout at (0, 0), guard at (6, 2)"))
    narrow = passages_of(made, made.program.scenarios["duel"])[0].narrow
    assert ((3, 1), (4, 1)) in [tuple(names_of(ground, pair)) for pair in narrow.bridges]


def test_the_cheapest_way_is_a_way_at_its_cost() -> None:
    rules = EVEN.replace("    cost 1 hex\n", "    cost 1 hex\n    cost 2 hexes when not ground(b).open\n")
    text = game(". w . .", ". w w .", ". . . .", given="scout at (0, 0), guard at (3, 0), red.near at (2, 0)", rules=rules)
    made, ground = scenario_of(text)
    scenario = made.program.scenarios["duel"]
    camp, enemy = cheapest_paths(made, scenario, "red")
    assert (camp.goal, camp.models, camp.cost) == ("red.near", ("scout",), 4)
    assert (enemy.goal, enemy.cost) == ("the enemy", 5)
    assert names_of(ground, camp.hexes)[0] == (0, 0) and names_of(ground, camp.hexes)[-1] == (2, 0)
    (mover,) = (each for each in mover_classes(made, scenario) if each.side == "red")
    (group,) = pricings(made, scenario, mover)
    assert sum(group.of_step(a, b) or 0 for a, b in pairwise(camp.hexes)) == 4
    assert (group.points, group.starts) == (4, base_of(made, scenario, "red"))


def test_ways_of_one_model_only() -> None:
    text = game(*GATES, given=BOTH_SIDES)
    made, _ = scenario_of(text)
    scenario = made.program.scenarios["duel"]
    assert cheapest_paths(made, scenario, "red", ("guard",)) == ()
    assert len(routes_of(made, scenario, "red", ("scout",))) == len(routes_of(made, scenario, "red")) == 1


# ---------------------------------------------------------------------------------------------------------------- levels

ASKING = RULES.replace(
    "    never when not ground(b).enterable", '    never when level(b) > level(a) + 9 "too steep"\n    never when not ground(b).enterable'
)


def hills(*levels: str) -> str:
    """The meadow with these levels."""
    rows = tuple(" ".join("." for _ in line.split()) for line in levels)
    block = "    levels {\n" + "".join(f"        {line}\n" for line in levels) + "    }\n"
    text = game(*rows, given="scout at (0, 0), guard at (4, 4)", rules=ASKING, claims="fair").replace("    claims fair\n", "")
    return text.replace("    }\n}\nlayout", f"    }}\n{block}}}\nlayout")


def test_a_hex_far_above_all_around() -> None:
    text = hills("0 0 0 0 0", "0 0 3 0 0", "0 0 0 0 0", "0 0 0 0 0", "0 0 0 0 0")
    finding = only(text, "level-stands-out")
    assert finding.level == "warning"
    assert finding.headline == "on the map `flat`, (2, 1) at level 3 stands out from all around by more than one level"
    assert at(text, finding) == "flat" and finding.picture is not None


def test_a_hill_with_a_slope_or_a_plateau_is_none() -> None:
    assert "level-stands-out" not in names(hills("0 0 0 0 0", "0 1 1 0 0", "0 1 2 1 0", "0 0 1 1 0", "0 0 0 0 0"))
    assert "level-stands-out" not in names(hills("0 0 0 0 0", "0 3 3 0 0", "0 0 0 0 0", "0 0 0 0 0", "0 0 0 0 0"))
    assert "level-stands-out" not in names(hills("0 0 0 0 0", "0 1 0 0 0", "0 0 0 0 0", "0 0 0 0 0", "0 0 0 0 0"))


def test_a_rugged_map_is_left_alone() -> None:
    rugged = hills("0 3 0 3 0", "0 0 0 0 0", "3 0 3 0 3", "0 0 0 0 0", "0 3 0 3 0")
    assert "level-stands-out" not in names(rugged)
    _, ground = scenario_of(rugged)
    assert len(lone_levels(ground)) == 7
