"""What checks do with a map so large that they could look for hours."""

from tankdsl.ground.maps import GroundMap
from tankdsl.rules.catalogue import checks_of
from tankdsl.rules.foresight import outlook_of, reach
from tankdsl.rules.game import Game
from tests.perf.bench_maps import compiled


def test_a_search_that_would_look_at_too_much_says_nothing(monkeypatch: object) -> None:
    """The pieces of red are far from the camp of blue; without patience they are taken to come at once."""
    program = compiled(31).program
    game = Game(program)
    (scenario,) = game.mapped
    ground = game.layout(scenario).ground
    assert isinstance(ground, GroundMap)
    camp = next(thing.at for thing in scenario.instances if thing.id == "blue.camp")
    squad = next(thing for thing in scenario.instances if thing.id == "red.squad.1" and thing.at is not None)
    assert squad.at is not None and camp is not None and ground.distance(squad.at, camp) > 6
    goal = frozenset({camp})
    exact = outlook_of(game, scenario).rounds_to(squad.id, goal, 0)
    monkeypatch.setattr(reach, "PATIENCE", 0)  # type: ignore[attr-defined]
    hasty = Game(program)
    assert outlook_of(hasty, scenario).rounds_to(squad.id, goal, 0) == 1 < exact
    assert [finding.code for check in checks_of(hasty) if check.name == "feasibility" for finding in check.run(hasty)] == []
