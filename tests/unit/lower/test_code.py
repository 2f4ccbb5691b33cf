"""Flat code: labels, dropped jumps, and what is known about a point in it."""

from tankdsl.lower import lower_scenario
from tankdsl.lower.code import Code, Label
from tankdsl.source import Span
from tests.unit.lower.trees import GAME, SPAN, TRACE, call, compare, effect, note, number, program, stop, t, when


def new() -> Code:
    return Code(SPAN)


def test_labels_become_positions() -> None:
    code, end = new(), Label()
    top = code.top()
    code.unless(["local", 0], end)
    code.emit("set", 1, 2)
    code.jump(top)
    code.bind(end)
    assert code.finished() == [["unless", ["local", 0], 3], ["set", 1, 2], ["jump", 0]]


def test_jump_to_the_next_instruction_is_dropped() -> None:
    code, end = new(), Label()
    code.emit("set", 0, 1)
    code.jump(end)
    code.bind(end)
    assert code.finished() == [["set", 0, 1]]


def test_jump_that_others_land_behind_is_kept() -> None:
    code, here, end = new(), Label(), Label()
    code.unless(["local", 0], here)
    code.emit("set", 0, 1)
    code.jump(end)
    code.bind(here)
    code.bind(end)
    assert code.finished() == [["unless", ["local", 0], 3], ["set", 0, 1], ["jump", 3]]


def test_jumped_over_jump_becomes_one() -> None:
    code, skip, end = new(), Label(), Label()
    code.unless(["local", 0], skip)
    code.jump(end)
    code.bind(skip)
    code.emit("set", 0, 1)
    code.bind(end)
    assert code.finished() == [["unless", ["not", ["local", 0]], 2], ["set", 0, 1]]


def test_conditions_that_are_known_need_no_instruction() -> None:
    code, end = new(), Label()
    code.unless(True, end)
    code.when(False, end)
    assert code.finished() == []
    code.when(True, end)
    code.emit("set", 0, 1)
    code.bind(end)
    assert code.finished() == [["jump", 2], ["set", 0, 1]]


def test_code_behind_a_jump_is_reached_only_by_labels() -> None:
    code, end, unused = new(), Label(), Label()
    code.unless(["local", 0], end)
    code.emit("return", [])
    assert not code.is_reachable
    code.bind(unused)
    assert not code.is_reachable
    code.bind(end)
    assert code.is_reachable


def test_every_label_in_an_instruction_counts() -> None:
    code, end = new(), Label()
    code.emit("once", "limit", 1, "game", ["none"], [], end)
    code.emit("return", [])
    code.bind(end)
    assert code.is_reachable


def test_settling_twice_is_once() -> None:
    code, end = new(), Label()
    code.settle()
    code.settle()
    code.emit("close", "turn")
    code.settle()
    assert code.finished() == [["settle"], ["close", "turn"]]
    code.unless(["local", 0], end)
    code.settle()
    code.bind(end)
    # another way leads here, on which nothing was settled
    assert not code.is_settled


def test_loop_tops_are_not_settled() -> None:
    code = new()
    code.settle()
    code.top()
    code.settle()
    assert code.finished() == [["settle"], ["settle"]]


def test_instructions_know_their_statement_and_its_rules() -> None:
    inner = t.Assign(Span(0, 5, 6), ("XX-002",), "Game", "count", GAME, number(1))
    outer = t.IfElse(Span(0, 2, 9), ("XX-001",), None, compare("==", TRACE, number(0)), (inner,), (note(2),))
    _, origins = lower_scenario(program(call("f"), procs=[effect("f", outer, when(compare("==", TRACE, number(0)), stop()))]), "duel")
    found = {origin.path: (origin.span.start, origin.cites) for origin in origins}
    assert found["/rules/procs/f/code/0"] == (2, ("XX-001",))
    assert found["/rules/procs/f/code/1"] == (5, ("XX-002",))
    assert found["/rules/procs/f/code/2"] == (2, ())
