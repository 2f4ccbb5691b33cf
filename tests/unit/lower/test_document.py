"""Whole documents: complete, the same every time, and every node traced to its source."""

import json

from tankdsl.ir.paths import find
from tankdsl.lower import Origin, lower_ruleset, lower_scenario
from tankdsl.lower.free import locals_in
from tankdsl.source import Span
from tests.unit.lower.trees import (
    BOOL,
    RED,
    SIDE,
    SPAN,
    TANK,
    TANKS,
    Local,
    action,
    call,
    compare,
    core,
    damage,
    effect,
    loop,
    note,
    number,
    plays,
    program,
    read,
    reason,
    sequence,
    t,
    when,
)

X, ME = Local("x", TANK), Local("s", SIDE)


def sample() -> t.Program:
    guard = t.Demand(compare("==", read(ME), RED), reason("shoot.1", "{s} may not"), Span(0, 50, 60))
    shoot = action("shoot", note(1), me=ME, guards=(guard,))
    is_hurt = compare(">", damage(read(X)), number(90))
    whenever = t.WheneverDef("hurt", (t.ParamDef(X, False, TANKS),), None, is_hurt, (note(2),), ("XX-002",), SPAN)
    procs = [effect("shake", loop(X, TANKS, note(1))), sequence("battle", plays(RED, "shoot", may_pass=True))]
    return program(call("shake"), call("sequence.battle"), procs=procs, actions=[shoot], whenevers={"hurt": whenever})


def test_the_same_program_gives_the_same_bytes() -> None:
    first, second = lower_scenario(sample(), "duel"), lower_scenario(sample(), "duel")
    assert json.dumps(first[0]) == json.dumps(second[0])
    assert first[1] == second[1]


def test_head_of_a_scenario() -> None:
    made, _ = lower_scenario(sample(), "duel")
    assert list(made) == ["format", "document", "id", "ruleset", "content", "rules", "text"]
    assert (made["format"], made["document"], made["id"], made["ruleset"]) == ("tankdsl/1", "scenario", "duel", "skirmish")
    assert made["rules"]["main"] == "sequence.main"
    assert made["rules"]["entries"] == {"main": "sequence.main", "battle": "sequence.battle"}
    assert made["text"]["title"] == "Duel"


def test_scenario_may_begin_at_another_sequence() -> None:
    made = sample()
    made.scenarios["duel"] = t.ScenarioDef("duel", "Duel", "row", (), {}, {}, "battle", (), SPAN)
    assert lower_scenario(made, "duel")[0]["rules"]["main"] == "sequence.battle"
    assert lower_ruleset(made)[0]["rules"]["main"] == "sequence.main"


def test_every_origin_is_a_node_of_the_document() -> None:
    for made, origins in (lower_scenario(sample(), "duel"), lower_ruleset(sample())):
        assert len({origin.path for origin in origins}) == len(origins)
        for origin in origins:
            assert find(made, origin.path) is not None


def test_origins_of_guards_and_triggers_carry_their_rules() -> None:
    _, origins = lower_scenario(sample(), "duel")
    assert Origin("/rules/actions/shoot/guards/0", Span(0, 50, 60), ("XX-001",)) in origins
    assert Origin("/rules/whenevers/hurt", SPAN, ("XX-002",)) in origins


def test_every_instruction_has_an_origin() -> None:
    made, origins = lower_scenario(sample(), "duel")
    known = {origin.path for origin in origins}
    for proc in made["rules"]["procs"]:
        for position in range(len(proc["code"])):
            assert f"/rules/procs/{proc['id']}/code/{position}" in known


def test_locals_of_a_piece_of_the_tree() -> None:
    y, die = Local("y", TANK), Local("die", TANK)
    limit = t.Limit("once", 1, (read(y),), "turn", False, reason("limit_reached"))
    body = (
        when(core("in", read(X), TANKS, type=BOOL), t.Once(SPAN, (), limit, ())),
        t.OpenWindow(SPAN, (), "shot", (), (die,), (t.Asked(ME, TANKS),)),
    )
    assert set(locals_in(body)) == {X, y, die, ME}
