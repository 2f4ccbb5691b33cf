"""Shapes: keys, types, bounds, operators and arguments."""

from typing import Any

import pytest

from tankdsl.ir.marks import DEEPEST, DEEPEST_CODE
from tankdsl.ir.models import Input, Request, ScenarioDocument
from tankdsl.ir.problems import MOST_PROBLEMS
from tankdsl.ir.shapecheck import check_code, check_shape

Json = dict[str, Any]


def said(problems: list[Any]) -> list[str]:
    return [str(problem) for problem in problems]


@pytest.mark.parametrize(
    "expression",
    [
        7,
        -(2**31),
        True,
        ["none"],
        ["set"],
        ["list", 1, 2, 3],
        ["get", "Tank", "at", ["local", 0]],
        ["filter", 1, ["places"], ["==", ["local", 1], ["place", "A1"]]],
        ["rows", "max", [[1, True, "", []], [2, False, "key", ["AB-001"]]], ["none"], 6],
        ["used", "limit.1"],
    ],
)
def test_expressions_of_right_shape(expression: Any) -> None:
    assert check_code(expression, "expression") == []


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (None, "expected an expression, that is a list that begins with an operator, found null"),
        (1.0, "expected an expression, that is a list that begins with an operator, found 1.0, which is no whole number"),
        ("x", "expected an expression, that is a list that begins with an operator, found `x`"),
        ([], "expected an expression, that is a list that begins with an operator, found a list"),
        ([["none"]], "expected an expression, that is a list that begins with an operator, found a list"),
        (["frob"], "there is no expression `frob`"),
        (["settle"], "there is no expression `settle`"),
        (2**31, "expected a whole number from -2147483648 to 2147483647, found 2147483648"),
        (["not"], '`["not", a]`, found 0 arguments'),
        (["and", True], '`["and", a, b, more...]`, found 1 arguments'),
        (["local", True], "/1: expected a whole number, found true"),
        (["local", -1], "/1: expected a whole number from 0 to 9999, found -1"),
        (["things", "Tank", "some"], "/2: expected `placed` or `all`, found `some`"),
        (["place", "A 1"], "/1: expected an id, found `A 1`"),
        (["place", ""], "/1: expected an id of 1 to 160 characters, found 0"),
        (["place", "A1\n"], "/1: expected an id, found `A1\\n`"),
        (["rows", "sum", [[1, True, ""]], 0, 1], "/2/0: expected a row [value, condition, label, cites], found 3 members"),
        (["rows", "sum", [[1, True, "", ["x y"]]], 0, 1], "/2/0/3/0: expected a rule number, such as AB-042, found `x y`"),
        (["rows", "sum", [[1, True, "", ["A-1", "A-1"]]], 0, 1], "/2/0/3/1: `A-1` is listed twice"),
        (["if", True, ["and", True, ["none", 1]], 1], '/2/2: expected `["none"]`, found 1 arguments'),
    ],
)
def test_expressions_of_wrong_shape(expression: Any, message: str) -> None:
    (problem,) = check_code(expression, "expression")
    assert message in str(problem)


@pytest.mark.parametrize(
    ("instruction", "message"),
    [
        (["jump", ["none"]], "/1: expected a whole number, found a list"),
        (["return", 1], "/1: expected a list, found 1"),
        (["draw", 0, ["get", "A", "b", 1]], "/2: there is no pile `get`"),
        (["window", "w", [["all"]], [], []], "/2/0: there is no ask `all`"),
        (["window", "w", [["each", 0, ["sides"], ["active"], 1]], [], []], '/2/0: expected `["each", slot, set, who?]`, found 4 arguments'),
        (["sealed", []], "/1: expected at least 1 members, found 0"),
        (["log", "key", [["int"]]], "/2/0: expected a shown [type, value], found 1 members"),
        (["log", "key", [["number", 1]]], "/2/0/0: expected `int`, `bool`, `text`, `place`, `direction`, `pool` or `path`, found `number`"),
        (["random", 0, ["places"], "key", {"set": {"of": "int"}}], "/4/set: expected an object with `int`"),
        (["play", {"who": ["active"], "actions": []}], "/1/actions: expected at least 1 members, found 0"),
        (["play", {"who": ["active"], "actions": ["a"], "speed": 1}], "/1: unknown key `speed`"),
        (["once", "l", 0, "game", ["none"], [], 1], "/2: expected a whole number from 1 to 2147483647, found 0"),
        (["choose", 0, ["active"], 0, ["places"], True, 1, "key", "place"], "/6: expected true or false, found 1"),
    ],
)
def test_instructions_of_wrong_shape(instruction: Any, message: str) -> None:
    (problem,) = check_code(instruction, "instruction")
    assert message in str(problem)


def test_all_faults_of_a_document_are_found_in_its_order(duel: Json) -> None:
    duel["colour"] = "red"
    del duel["ruleset"]
    duel["content"]["kinds"][0]["category"] = "person"
    duel["rules"]["procs"][2]["code"][1] = ["set", 3]
    duel["text"]["a key"] = "text"
    duel["text"]["title"] = "half \ud800"
    assert said(check_shape(duel, ScenarioDocument)) == [
        "unknown key `colour`",
        "the key `ruleset` is missing",
        (
            "/content/kinds/Side/category: expected `side`, `unit`, `part`, `card`, `marker`, `checkpoint`, `terrain`, `mission`, `area`, "
            "`game` or `thing`, found `person`"
        ),
        '/rules/procs/shoot/code/1: expected `["set", slot, value]`, found 1 arguments',
        "/text/a key: expected an id, found `a key`",
        "/text/title: half of a surrogate pair is no character",
    ]


def test_a_long_list_of_faults_is_cut(duel: Json) -> None:
    duel["rules"]["procs"][0]["code"] = [7] * 1000
    assert len(check_shape(duel, ScenarioDocument)) == MOST_PROBLEMS


def test_nesting_is_bounded_and_no_depth_exhausts_the_stack() -> None:
    expression: Any = True
    for _ in range(100_000):
        expression = ["not", expression]
    (problem,) = check_code(expression, "expression")
    assert problem.message == f"expressions are nested more than {DEEPEST_CODE} deep"
    assert problem.path.count("/") == DEEPEST_CODE + 1
    sets: Any = 1
    for _ in range(100_000):
        sets = [sets]
    (problem,) = check_code(sets, "const")
    assert problem.message == f"nested deeper than {DEEPEST} levels"


def test_conjuncts_are_told_apart_by_their_first_key(duel: Json) -> None:
    conjuncts = duel["rules"]["guards"][0]["conjuncts"]
    conjuncts[0] = {"let": 2, "reason": "reach", "rid": "x", "cites": []}
    conjuncts[1] = {"unless": True}
    conjuncts[2]["in"] = ["place"]
    assert said(check_shape(duel, ScenarioDocument)) == [
        "/rules/guards/may_shoot/conjuncts/0: the key `be` is missing",
        "/rules/guards/may_shoot/conjuncts/1: expected an object with `require`, `let`, `guard` or `each`, found another one",
        '/rules/guards/may_shoot/conjuncts/2/in: expected `["place", id]`, found 0 arguments',
    ]


def test_requests_are_told_apart_by_their_kind() -> None:
    assert check_shape({"kind": "yes_no", "side": "left", "prompt": "Well?"}, Request) == []
    assert said(check_shape({"kind": "maybe"}, Request)) == ["expected an object with `kind`, found another one"]
    assert said(check_shape({"kind": "yes_no", "side": "left"}, Request)) == ["the key `prompt` is missing"]


@pytest.mark.parametrize(
    "given", [{"play": "move"}, {"pass": True}, {"pick": {"absent": True}}, {"pick": ["a", 1, True]}, {"sealed": {"left": {"pick": 3}}}]
)
def test_inputs(given: Json) -> None:
    assert check_shape(given, Input) == []


@pytest.mark.parametrize("given", [{}, {"pass": False}, {"pass": 1}, {"pick": None}, {"pick": {"absent": 1}}, {"play": 1}, [], "pass"])
def test_no_inputs(given: Any) -> None:
    assert len(check_shape(given, Input)) == 1
