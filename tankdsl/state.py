"""How state that changes is made: classes like those of ``frozen``, and as cheap to import, whose attributes can be set.

They behave like ``@dataclass(slots=True, eq=False)``, and ``field`` is as there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast, dataclass_transform

from tankdsl.frozen import Fresh, FrozenType

T = TypeVar("T")


def field(*, default_factory: Callable[[], T]) -> T:
    """The default of a field that is made anew for every instance."""
    return cast(T, Fresh(default_factory))


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class StateType(FrozenType):
    """Makes a slot of every annotation."""


class State(metaclass=StateType):
    """Compared by identity."""
