"""Small classes that are cheap to import behave like those of `dataclasses`, the slow first instances and the quick later ones alike."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from typing import ClassVar

import pytest

from tankdsl.frozen import PATIENCE, Frozen, FrozenValue, fields_of, replaced
from tankdsl.state import State, field


class Place(FrozenValue):
    kind: ClassVar[str] = "place"
    column: int
    row: int = 7


class Named(Place):
    name: str = "x"


class Empty(FrozenValue):
    """No fields."""


class Node(Frozen):
    inside: tuple[object, ...]


class Keyed(FrozenValue, kw_only=True):
    path: str = "p"


class KeyedMore(Keyed, kw_only=True):
    size: int


class Work(State):
    title: str
    done: list[int] = field(default_factory=list)
    count: int = 0


def both(make: Callable[[], object]) -> tuple[object, object]:
    """An early instance of a class and one for which its `__init__` has been compiled."""
    made = [make() for _ in range(PATIENCE + 3)]
    return made[0], made[-1]


def test_arguments_go_to_the_fields_in_order_and_by_name() -> None:
    for place in both(lambda: Named(1, name="n")):
        assert isinstance(place, Named)
        assert (place.column, place.row, place.name, place.kind) == (1, 7, "n", "place")
        assert list(fields_of(place)) == [("column", 1), ("row", 7), ("name", "n")]
        assert repr(place) == "Named(column=1, row=7, name='n')"


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize(
    "wrong", [lambda make: make(), lambda make: make(1, 2, 3), lambda make: make(1, other=2), lambda make: make(1, column=1)]
)
def test_wrong_arguments_are_refused(wrong: Callable[[Callable[..., object]], object], early: bool) -> None:
    class Other(Place):
        """Fresh for each test."""

    if not early:
        both(lambda: Other(1))
    with pytest.raises(TypeError):
        wrong(Other)
    assert Other(1).row == 7


def test_wrong_arguments_are_named_as_python_does() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'column'"):
        Place()  # type: ignore[call-arg]


def test_fields_of_some_classes_are_given_by_name_only() -> None:
    for keyed in both(lambda: KeyedMore(size=3)):
        assert isinstance(keyed, KeyedMore)
        assert (keyed.path, keyed.size) == ("p", 3)
    with pytest.raises(TypeError):
        KeyedMore("p", 3)  # type: ignore[misc]


def test_nothing_can_be_changed() -> None:
    for place in both(lambda: Place(1)):
        with pytest.raises(FrozenInstanceError):
            place.row = 2  # type: ignore[attr-defined]
        with pytest.raises(FrozenInstanceError):
            del place.row  # type: ignore[attr-defined]
        with pytest.raises(FrozenInstanceError):
            place.other = 2  # type: ignore[attr-defined]


def test_values_are_compared_by_class_and_content_and_nodes_by_identity() -> None:
    assert Place(1) == Place(1, 7) != Place(2)
    assert Named(1, 7) != Place(1, 7)
    assert Empty() == Empty()
    assert len({Place(1), Place(1, 7), Named(1), Empty(), Empty()}) == 3
    node = Node(())
    assert node == node
    assert node != Node(())


def test_classes_do_not_take_over_what_was_prepared_for_their_base() -> None:
    both(lambda: Place(1))
    assert Named(1, 2, "n").name == "n"


def test_match_goes_by_position_and_by_name() -> None:
    match Named(1, 2, "n"):
        case Named(column, row, name=name):
            assert (column, row, name) == (1, 2, "n")


def test_copies_have_other_values_for_some_fields() -> None:
    assert replaced(Named(1), row=3) == Named(1, 3)
    with pytest.raises(TypeError):
        replaced(Named(1), other=3)
    work = Work("w", count=2)
    assert replaced(work, title="v").count == 2


def test_values_can_be_copied_and_pickled() -> None:
    assert copy.copy(Named(1)) == copy.deepcopy(Named(1)) == pickle.loads(pickle.dumps(Named(1)))
    assert pickle.loads(pickle.dumps(KeyedMore(size=1))) == KeyedMore(size=1)


def test_state_can_be_changed_and_shares_nothing() -> None:
    for work in both(lambda: Work("w")):
        assert isinstance(work, Work)
        work.done.append(1)
        work.count += 1
        assert (Work("w").done, work.done, work.count) == ([], [1], 1)
    assert Work("w", [5], 6).done == [5]
    assert Work("w") != Work("w")


def test_state_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Work("w").other = 1  # type: ignore[attr-defined]
