"""Expressions: slots for locals, keys for texts, and the forms that only the tree has."""

from typing import Any

import pytest

from tankdsl.check.types import Direction, Model, Path
from tankdsl.lower.build import Build
from tankdsl.lower.constants import lower_const
from tankdsl.lower.expressions import both, lower_expr, negated
from tankdsl.lower.frames import Frame
from tankdsl.lower.grounds import ground_of
from tankdsl.lower.slots import Slots
from tankdsl.lower.texts import Texts, placeholders, words
from tankdsl.lower.types import lower_type
from tests.unit.lower.playing import play, trace
from tests.unit.lower.trees import (
    BLUE,
    BOOL,
    COUNT,
    GAME,
    INT,
    NO,
    NONE,
    PLACE,
    RED,
    SIDE,
    TANK,
    TANKS,
    TEXT,
    YES,
    Enum,
    Int,
    Kind,
    Local,
    Set,
    assign,
    compare,
    core,
    count_up,
    damage,
    ground,
    note,
    number,
    optional,
    program,
    read,
    t,
    tank,
    when,
)

A, B = Local("a", TANK), Local("b", TANK)


def frame(*given: Local, on_map: bool = False) -> Frame:
    return Frame(Build(program(), ground_of(ground()) if on_map else None), "rule", given)


def lowered(item: object, *given: Local) -> Any:
    return lower_expr(frame(*given), item)


def test_slots_number_locals_once() -> None:
    slots = Slots((A,))
    assert (slots.of(B), slots.of(A), slots.spare(), slots.of(B)) == (1, 0, 2, 1)
    assert slots.count == 3
    assert A in slots and Local("a", TANK) not in slots
    assert slots.named() == {"a": 0, "b": 1}


def test_literals_stand_for_themselves() -> None:
    assert lowered(number(5)) == 5
    assert lowered(YES) is True
    assert lowered(core("turn", core("dir", "n", type=Direction()), number(3))) == ["turn", ["dir", "n"], 3]
    assert lowered(None) == ["none"]


def test_bound_locals_are_slots_and_read_ones_values() -> None:
    counted = core("count", B, TANKS, compare("==", damage(read(B)), damage(read(A))))
    assert lowered(counted, A) == [
        "count", 1, ["things", "Tank", "placed"],
        ["==", ["get", "Tank", "damage", ["local", 1]], ["get", "Tank", "damage", ["local", 0]]],
    ]  # fmt: skip


def test_bare_locals_that_are_not_bound_are_read() -> None:
    assert lowered(core("die", A, B, "value"), A) == ["die", ["local", 0], ["local", 1], "value"]


def test_names_of_operators_and_words_stay() -> None:
    best = core("best", B, TANKS, damage(read(B)), "most", type=TANK)
    assert lowered(best)[-1] == "most"


def test_nested_conjunctions_are_one() -> None:
    x, y, z = (compare("==", number(i), number(i)) for i in range(3))
    nested = core("and", core("and", x, y, type=BOOL), core("or", core("or", y, z, type=BOOL), x, type=BOOL), type=BOOL)
    assert lowered(nested) == ["and", ["==", 0, 0], ["==", 1, 1], ["or", ["==", 1, 1], ["==", 2, 2], ["==", 0, 0]]]
    assert lowered(core("and", x, type=BOOL)) == ["==", 0, 0]


def test_both_and_negated() -> None:
    assert both(True, True) is True
    assert both(True, ["local", 0]) == ["local", 0]
    assert both(["and", 1, 2], ["local", 0]) == ["and", 1, 2, ["local", 0]]
    assert negated(True) is False
    assert negated(["not", ["local", 0]]) == ["local", 0]
    assert negated(["local", 0]) == ["not", ["local", 0]]


def test_enemy_is_the_other_side_and_nobody_has_none() -> None:
    enemy = core("enemy", RED, type=SIDE)
    nobody = core("enemy", NONE, type=SIDE)
    body = (
        when(compare("==", enemy, BLUE), note(1)),
        when(core("absent", nobody, type=BOOL), note(2)),
        when(compare("==", core("enemy", enemy, type=SIDE), RED), note(3)),
    )
    assert trace(play(program(*body))) == "123"


def ladder(length: int, type: Any = INT) -> t.Core:
    """One of the numbers 1 to 7 by the count of the game, or 9, in so many steps."""
    made = number(9)
    for index in range(length - 1, -1, -1):
        made = core("if", compare("==", COUNT, number(index)), number(index % 7 + 1), made, type=type)
    return made


@pytest.mark.parametrize("length", [1, 16, 17, 150])
def test_ladders_of_conditions_give_the_first_that_holds(length: int) -> None:
    counted = assign("Game", "count", GAME, number(length - 1))
    body = (note(ladder(length)), counted, note(ladder(length)), count_up(), note(ladder(length)))
    assert trace(play(program(*body))) == f"1{(length - 1) % 7 + 1}9"


def test_ladders_of_optional_values_are_not_cut() -> None:
    assert lowered(ladder(17))[0] == "else"
    assert lowered(ladder(17, optional(INT)))[0] == "if"


def test_rows_have_keys_for_their_labels() -> None:
    f = frame(A)
    rows = ((number(1), YES, "high {a}", ("XX-001",)), (number(2), NO, "", ()))
    made = lower_expr(f, core("rows", "sum", rows, number(0), None))
    assert made == ["rows", "sum", [[1, True, "row.rule.1", ["XX-001"]], [2, False, "", []]], 0, ["none"]]
    assert f.build.texts.by_key == {"row.rule.1": "high {a}"}
    assert f.names() == {"names": {"a": 0}}
    assert f.names(["a"]) == {}


def test_places_by_name_label_index_and_coordinates() -> None:
    f = frame(on_map=True)
    for found in ("hill", "2,0", 2, "h2.0"):
        assert lower_expr(f, core("place", found, type=PLACE)) == ["place", "h2.0"]
    assert lower_expr(f, core("label", "2,0", type=PLACE)) == ["place", "h2.0"]
    assert lower_expr(f, core("label", "9,9", type=PLACE)) == ["none"]
    assert lower_expr(f, core("coordinates", number(9), number(9), type=PLACE)) == ["hex", 9, 9]
    assert lowered(core("place", "hill", type=PLACE)) == ["place", "hill"]


def test_stat_of_a_named_model_is_looked_up() -> None:
    heavy = core("model", "Tank", "heavy", type=Model("Tank"))
    assert lowered(core("stat", "Tank", "armour", heavy)) == 3
    m = Local("m", Model("Tank"))
    assert lowered(core("stat", "Tank", "armour", read(m)), m) == ["stat", "Tank", "armour", ["local", 0]]
    of_piece = core("stat", "Tank", "armour", core("get", "Tank", "model", tank("heavy.1"), type=Model("Tank")))
    assert trace(play(program(note(of_piece)))) == "3"


def test_texts_of_expressions() -> None:
    f = frame()
    assert lower_expr(f, core("text", "Hello", type=TEXT)) == ["text", "text.rule.1"]
    assert f.build.texts.by_key["text.rule.1"] == "Hello"


# ------------------------------------------------------------------------------------------------------ constants, types


@pytest.mark.parametrize(
    ("item", "value"),
    [
        (number(4), 4),
        (core("neg", number(4)), -4),
        (YES, True),
        (core("enum", "Role", "medium", type=Enum("Role")), "medium"),
        (tank("light.1"), "light.1"),
        (core("model", "Tank", "heavy", type=Model("Tank")), "heavy"),
        (core("dir", "ne", type=Direction()), "ne"),
        (NONE, {"absent": True}),
        (core("list", number(1), number(2), type=Set(INT)), [1, 2]),
        (core("place", "hill", type=PLACE), "h2.0"),
        (core("place", 4, type=PLACE), "h4.0"),
        (core("coordinates", number(1), number(0), type=PLACE), "h1.0"),
        (core("coordinates", number(7), number(0), type=PLACE), {"absent": True}),
        (core("text", "Name", type=TEXT), "text.owner"),
    ],
)
def test_constants_are_values_of_the_protocol(item: t.Core, value: Any) -> None:
    assert lower_const(Build(program(), ground_of(ground())), item, "owner") == value


def test_what_is_computed_is_no_constant() -> None:
    with pytest.raises(TypeError, match="not constant"):
        lower_const(Build(program()), damage(tank("light.1")), "owner")


@pytest.mark.parametrize(
    ("type", "written"),
    [
        (INT, "int"),
        (Int(0, 4), {"int": [0, 4]}),
        (Int(0, 4, "hexes"), {"measure": "hex"}),
        (BOOL, "bool"),
        (PLACE, "place"),
        (Path(), "path"),
        (Direction(), "direction"),
        (Enum("Role"), {"enum": "Role"}),
        (Kind("Tank"), {"kind": "Tank"}),
        (Model("Tank"), {"model": "Tank"}),
        (optional(TANK), {"optional": {"kind": "Tank"}}),
        (Set(optional(TANK)), {"set": {"kind": "Tank"}}),
    ],
)
def test_types(type: Any, written: Any) -> None:
    assert lower_type(program(measures={"hex": ("hex", "hexes")}), type) == written


# ----------------------------------------------------------------------------------------------------------------- texts


def test_texts_with_the_same_key() -> None:
    texts = Texts()
    assert texts.add("reason.x", "one") == "reason.x"
    assert texts.add("reason.x", "one") == "reason.x"
    assert texts.add("reason.x", "two") == "reason.x.2"
    assert texts.add("reason.x", "two") == "reason.x.2"
    assert texts.by_key == {"reason.x": "one", "reason.x.2": "two"}


def test_keys_are_ids() -> None:
    assert Texts().add("reason.what if?", "why") == "reason.what_if_"
    assert Texts().add("...", "why") == "text"


def test_placeholders_are_names_in_braces() -> None:
    assert list(placeholders("{a} is out of {b_2}, not {}, {1} or {A b}")) == ["a", "b_2"]


def test_ids_as_words() -> None:
    assert words("goals.last_tank") == "goals: last tank"
