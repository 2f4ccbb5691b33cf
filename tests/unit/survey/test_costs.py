"""What surveys say that steps and ways cost is what the engine asks of the piece: for every kind of mover, on a small map."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tankdsl.engine import load_game
from tankdsl.engine.paths import path_cost
from tankdsl.picture.answers import Questions
from tankdsl.picture.scene import Reach
from tankdsl.picture.steps import Movers
from tankdsl.rules.approaches import Pricing, goals_of, pricings, ways_to
from tankdsl.rules.foresight import outlook_of
from tankdsl.rules.foresight.values import FOREVER
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.movers import mover_classes
from tankdsl.rules.passages import cheapest_paths
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

MOVERS = """
ruleset marches "Marches" {
    sides red "Red", blue "Blue"
    space hex flat
    main game
    state mud = no
    state weather: Weather = dry
}
enum Weather { dry, wet, snow }
enum Gear { boots, wheels, tracks }
measure hex, hexes
measure pace, paces

terrain kind Terrain { stat foot: 1..9 paces; stat wheel: 1..9 paces }
terrains Terrain {
    | id    | name    | foot    | wheel   |
    | field | "field" | 2 paces | 3 paces |
    | wood  | "wood"  | 3 paces | 7 paces |
}
unit kind Unit {
    stat pace: 1..99 paces = 90 paces
    stat gear: Gear = boots
    stat old = no
    state laden = no
    state tired = no
}
unit kind Foot is Unit {}
unit kind Guide is Foot {}
unit kind Wheels is Unit {}
unit kind Wagon is Wheels {}
units Foot {
    | id    | name    | side | gear  |
    | band  | "Band"  | red  | boots |
    | guard | "Guard" | blue | boots |
}
units Guide {
    | id    | name    | side |
    | guide | "Guide" | red  |
}
units Wheels {
    | id    | name    | side | gear   |
    | lorry | "Lorry" | red  | wheels |
    | horse | "Horse" | blue | wheels |
}
units Wagon {
    | id    | name    | side | gear   | old |
    | wagon | "Wagon" | red  | tracks | yes |
}
checkpoint kind Goal {}
checkpoints Goal {
    | id   | name   |
    | well | "Well" |
}
side kind Side {}

value is_slow(u: Unit): bool = u.tired or u.old
value reads_all(u: Unit): bool =
    (u.pace > 1 pace or is_slow(u) or mud or weather is wet or u.gear is boots or u.laden)
    and (terrain(u).foot is 1 pace or terrain(u).wheel is 1 pace)

movement marching of u: Unit from a to b {
    budget u.pace
    ROWS
    never when river in edges(a, b) and bridge not in edges(a, b) "the river"
}
action march(by: Unit) {
    cost 1
    plot way for by using marching by by.side "Where to?"
    go by along way
    by.tired = yes
}
action rest(by: Unit) {
    cost 1
    require by.tired or reads_all(by) "not tired"
    by.tired = no
}
effect skies() {
    roll d = 1d6
    fall(highest(d))
}
table fall(roll: 1..6) by roll {
    rain: 1..2 "rain" => { mud = yes; weather = wet }
    snow: 3    "snow" => { mud = no; weather = snow }
    fair: 4..6 "fair" => { mud = no; weather = dry }
}
sequence game {
    rounds at most 9 { skies(); each side s takes a turn { s plays march, rest for 2 may pass } }
}
ending there { each s in sides; win s when any g in goals where unit(g.at).side is s }

board valley "Valley" columns odd lower 6 x 4 {
    legend . = field, W = wood
    rows {
        . . . . . .
        . W W . W .
        . . . . . .
        . W . . . .
    }
    levels {
        0 0 0 0 0 0
        0 0 1 2 0 0
        0 0 0 1 0 0
        0 0 0 0 0 0
    }
    edge river [A3, B3, C3, D3, E3, F3] / [A4, B4, C4, D4, E4, F4]
    edge bridge C3 / C4
    edge road A1 / B1 / C1 / C2 / C3 / C4 / D4
}
layout country "Country" {
    board valley at (0, 0)
    labels letters
}
scenario raid "Raid" {
    layout country
    red  { band, guide, lorry, wagon, well }
    blue { guard, horse }
    given band at A1, guide at B1, lorry at A2 { laden = yes }, wagon at C1, guard at F1, horse at F3, well at D4
}
"""

ROWS = {
    "of a kind and of no other": """cost terrain(b).foot when u is Foot
    cost terrain(b).wheel when u is not Foot""",
    "in one row": "cost if u is Foot { terrain(b).foot } else { terrain(b).wheel }",
    "of a kind below": """cost terrain(b).foot when u is Foot and u is not Guide
    cost 1 pace when u is Guide
    cost terrain(b).wheel when u is not Foot and u is not Wagon
    cost 9 paces when u is Wagon""",
    "of a model": """cost 4 paces when u is lorry
    cost 2 paces when u is not lorry""",
    "of a side": """cost terrain(b).foot when u.side is red
    cost terrain(b).wheel when u.side is blue""",
    "of a stat": """cost 2 paces when u.gear is boots
    cost terrain(b).wheel when u.gear is wheels
    cost 5 paces when u.gear is tracks
    cost 1 pace when u.old""",
    "of a state that nothing changes": """cost 5 paces when u.laden
    cost 2 paces when not u.laden""",
    "of a state that changes": """cost 1 pace when not u.tired
    cost 3 paces when u.tired""",
    "of the game": """cost 2 paces when not mud
    cost 4 paces when mud
    cost 1 pace when weather is dry
    cost 6 paces when weather is wet
    cost 7 paces when weather is snow""",
    "in a value": """cost 2 paces when not is_slow(u)
    cost 5 paces when is_slow(u)""",
    "on roads and up hills": """road: cost 1 pace when road in edges(a, b)
    foot: cost terrain(b).foot when u is Foot and road not in edges(a, b)
    wheels: cost terrain(b).wheel when u is not Foot and road not in edges(a, b)
    uphill: cost 2 paces when level(b) > level(a) and u is not Guide""",
    "closed to a kind": """cost 2 paces
    never when u is Wheels and terrain(b) is wood "the wood"
    never when u is not Guide and level(b) > level(a) + 1 "too steep" """,
    "less than nothing": """cost 5 paces
    cost -2 paces when u is Foot
    cost -1 pace when road in edges(a, b)""",
}


def made(rows: str, *changes: tuple[str, str]) -> tuple[Game, dict[str, Any]]:
    """The game with these costs, for the survey and for the engine."""
    text = MOVERS.replace("ROWS", rows)
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    session = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    assert [finding.headline for finding in (*session.loaded.found, *session.checked.found) if finding.level == "error"] == []
    return Game(session.program), dict(session.scenario("raid").document)


def priced(game: Game) -> dict[str, Pricing]:
    """Who pays how, by model."""
    scenario = game.program.scenarios["raid"]
    groups = [group for mover in mover_classes(game, scenario) for group in pricings(game, scenario, mover)]
    return {model: group for group in groups for model in group.models}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_steps_cost_what_the_engine_says(rows: str) -> None:
    game, document = made(rows)
    asked = Movers(document).all()
    assert isinstance(asked, tuple)
    engine = {model: mover.costs for mover in asked for model in mover.models}
    survey = priced(game)
    assert engine.keys() == survey.keys() == {"band", "guide", "lorry", "wagon", "guard", "horse"}
    ground = ground_of(game.program.layouts["country"])
    steps = [(a, b) for a in range(len(ground)) for b in ground.neighbours[a] if b >= 0]
    for model, (a, b) in product(engine, steps):
        assert survey[model].of_step(a, b) == engine[model].get((a, b)), (model, a, b)


def reached(game: Game, questions: Questions, model: str, place: int) -> int:
    """What it costs the engine to come to a place from where a piece begins."""
    start = next(thing.at for thing in game.program.scenarios["raid"].instances if thing.model == model)
    assert start is not None
    reach = questions.reach(model, questions.names[start])
    assert isinstance(reach, Reach)
    return reach.costs[place]


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_ways_cost_what_can_be_reached_for(rows: str) -> None:
    """As `map --reach` says it, for all hexes; and a path along the hexes of `map --routes` costs the engine as much."""
    game, document = made(rows)
    scenario, questions = game.program.scenarios["raid"], Questions(document)
    (goal,) = goals_of(game, scenario)
    for side in ("red", "blue"):
        for way in ways_to(game, scenario, side, [goal])[goal.name]:
            assert way.cost == min(reached(game, questions, model, goal.hexes[0]) for model in way.models)
            (path,) = (path for path in cheapest_paths(game, scenario, side, way.models) if path.goal == goal.name)
            kind, entity = questions._piece(way.models[0])  # type: ignore[misc]
            machine = questions.machine()
            machine.fields[questions.game.built_in(kind, "at")][entity] = path.hexes[0]
            assert path_cost(machine, 0, entity, path.hexes[1:]) == path.cost == way.cost


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_the_schedule_counts_the_same(rows: str) -> None:
    game, document = made(rows)
    scenario, questions = game.program.scenarios["raid"], Questions(document)
    outlook = outlook_of(game, scenario)
    (goal,) = goals_of(game, scenario)
    for model in ("band", "guide", "lorry", "wagon", "guard", "horse"):
        course = outlook.reach.course(model, frozenset(goal.hexes), 0)
        assert course is not None and course.round < FOREVER
        assert course.cost == reached(game, questions, model, goal.hexes[0]), model


TWO = """cost 2 paces
    never when road not in edges(a, b) "off the road"
}
movement crossing of u: Unit from a to b {
    budget u.pace
    cost 8 paces when u is not Wagon
    cost 9 paces when u is Wagon
"""

CROSS = """action cross(by: Unit) {
    cost 1
    plot way for by using crossing by by.side "Where to?"
    go by along way
}
"""


def test_with_several_movements_each_is_priced_where_it_leads() -> None:
    game, document = made(TWO, ("s plays march,", "s plays march, cross,"), ("action rest", f"{CROSS}action rest"))
    asked = Movers(document).all()
    assert isinstance(asked, tuple)
    for mover in asked:
        for model, ((a, b), cost) in product(mover.models, mover.costs.items()):
            assert priced(game)[model].of_step(a, b) == cost
    assert load_game(document).movements[1].id == "crossing"


@pytest.mark.parametrize(
    ("budget", "moves"),
    [
        ("budget 4 paces", 3), ("budget 4 paces when u is Foot\n    budget 9 paces", 4),
        ("budget 9 paces when u is Wheels\n    budget 5 paces", 3),
        ("budget 3 paces when u.tired\n    budget 3 paces", 4), ("budget 3 paces when u.tired\n    budget 9 paces", None),
        ("budget 4 paces\n    bonus 2 paces when u is Wheels", 4), ("budget 4 paces\n    bonus 2 paces when u.tired", None),
    ],
)  # fmt: skip
def test_the_first_budget_that_holds_counts(budget: str, moves: int | None) -> None:
    game, _ = made("cost 3 paces", ("budget u.pace", budget))
    scenario = game.program.scenarios["raid"]
    (goal,) = goals_of(game, scenario)
    (found,) = (way for way in ways_to(game, scenario, "red", [goal])[goal.name] if "band" in way.models)
    assert found.cost in (12, 15) and found.moves == moves
