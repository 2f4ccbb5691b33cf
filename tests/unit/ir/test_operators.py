"""The table of operators: its signatures and what is derived from them."""

import subprocess
import sys

import pytest

from tankdsl.ir.operators import ASKS, DIRECTIONS, EXPRESSIONS, FORMS, INSTRUCTIONS, TABLES, Sort
from tankdsl.ir.shapecheck import argument_shape


def test_signature_names_sorts_words_and_bound_arguments() -> None:
    best = EXPRESSIONS["best"]
    assert [argument.sort for argument in best.fixed] == [Sort.BIND, Sort.EXPR, Sort.EXPR, Sort.WORD]
    assert [argument.bound for argument in best.fixed] == [False, False, True, False]
    assert best.fixed[3].words == ("least", "most")
    assert best.rest is None


def test_usage_shows_words_rest_and_what_may_be_left_out() -> None:
    assert EXPRESSIONS["best"].usage == '["best", slot, set, key, "least"|"most"]'
    assert EXPRESSIONS["and"].usage == '["and", a, b, more...]'
    assert EXPRESSIONS["none"].usage == '["none"]'
    assert ASKS["each"].usage == '["each", slot, set, who?]'


def test_argument_by_position_goes_on_with_the_rest() -> None:
    call = EXPRESSIONS["call"]
    assert call.argument(0) == call.fixed[0]
    assert call.argument(7) == call.rest
    assert EXPRESSIONS["not"].argument(1) is None


def test_every_operator_explains_itself_and_every_argument_has_a_shape() -> None:
    for table in TABLES.values():
        for name, operator in table.items():
            assert operator.name == name
            assert operator.meaning.endswith(".") or operator.meaning.endswith("`.")
            for argument in (*operator.fixed, *([operator.rest] if operator.rest else [])):
                assert argument_shape(argument)
    assert all(argument_shape(argument) for form in FORMS.values() for argument in form)
    assert all(operator.gives for operator in EXPRESSIONS.values())


def test_bound_arguments_follow_the_slot_that_they_see() -> None:
    for table in TABLES.values():
        for operator in table.values():
            arguments = [*operator.fixed, *([operator.rest] if operator.rest else [])]
            binds = [index for index, argument in enumerate(arguments) if argument.sort is Sort.BIND]
            bound = [index for index, argument in enumerate(arguments) if argument.bound]
            assert len(binds) <= 1
            assert not bound or (binds and min(bound) > binds[0]), operator.name


def test_fields_and_members_come_after_what_they_belong_to() -> None:
    owners = {Sort.FIELD: Sort.KIND, Sort.INSTANCE: Sort.KIND, Sort.MODEL: Sort.KIND, Sort.MEMBER: Sort.ENUM}
    for operator in (*EXPRESSIONS.values(), *INSTRUCTIONS.values()):
        sorts = [argument.sort for argument in operator.fixed]
        for sort, owner in owners.items():
            assert sort not in sorts or sorts.index(owner) < sorts.index(sort)


def test_both_orientations_name_six_directions() -> None:
    assert all(len(set(names)) == 6 for names in DIRECTIONS.values())


@pytest.mark.parametrize("module", ["tankdsl.ir.operators", "tankdsl.ir.validate", "tankdsl.ir.read", "tankdsl.emit.canonical"])
def test_checking_and_reading_load_neither_pydantic_nor_jsonschema(module: str) -> None:
    code = f"import sys, {module}; print([m for m in ('pydantic', 'pydantic_core', 'jsonschema') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
