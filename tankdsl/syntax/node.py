"""How the classes of the syntax tree are made: immutable values with slots, compared by identity, cheap to import.

They behave like ``@dataclass(frozen=True, slots=True, eq=False)``: fields are the annotations of the class body after
those of its bases, ``match`` works by position and by name, and setting an attribute raises ``FrozenInstanceError``.
The decorator itself is not used because it compiles several functions for each class: for the hundred and more classes
of the tree that alone is longer than reading the whole rest of the compiler. Here the one function that has to be
compiled, ``__init__``, is compiled when the first node of its class is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from typing import Any, TypeVar, dataclass_transform

N = TypeVar("N", bound="NodeBase")


@dataclass_transform(frozen_default=True, eq_default=False)
class NodeType(type):
    """Makes a slot of every annotation; defaults are kept beside, since a slot cannot have one."""

    _defaults: dict[str, Any]

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> NodeType:
        """Build the class; called by the ``class`` statement."""
        own = tuple(namespace.get("__annotations__", ()))
        inherited = tuple(field for base in bases for field in getattr(base, "__match_args__", ()))
        defaults = {key: value for base in bases for key, value in getattr(base, "_defaults", {}).items()}
        defaults.update((field, namespace.pop(field)) for field in own if field in namespace)
        namespace["__slots__"] = own
        namespace["__match_args__"] = inherited + own
        cls = super().__new__(mcls, name, bases, namespace)
        cls._defaults = defaults
        return cls


class NodeBase(metaclass=NodeType):
    """What all nodes share: the first construction of a class prepares the class, and nothing changes afterwards."""

    def __init__(self, *args: Any, **named: Any) -> None:
        cls = type(self)
        prepared = _init_of(cls)
        cls.__init__ = prepared  # type: ignore[method-assign]
        prepared(self, *args, **named)

    def __setattr__(self, name: str, value: Any) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in fields_of(self))
        return f"{type(self).__name__}({inside})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(value for _, value in fields_of(self))


class ValueBase(NodeBase):
    """The same for small values that are compared by what is in them, not by identity."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _contents(self) == _contents(other)

    def __hash__(self) -> int:
        return hash((type(self).__name__, *_contents(self)))


def _contents(value: NodeBase) -> tuple[Any, ...]:
    names: tuple[str, ...] = type(value).__match_args__
    return tuple(getattr(value, name) for name in names)


def fields_of(node: NodeBase) -> Iterator[tuple[str, Any]]:
    """The names and values of the fields of a node, in the order of declaration."""
    names: tuple[str, ...] = type(node).__match_args__
    for name in names:
        yield name, getattr(node, name)


def replaced(node: N, **changes: Any) -> N:
    """A copy of a node with other values for some fields; ``TypeError`` for a field that it does not have."""
    return type(node)(**{**dict(fields_of(node)), **changes})


def _init_of(cls: NodeType) -> Callable[..., None]:
    """``__init__`` of a class as if written by hand; the slots are set through their descriptors, past ``__setattr__``."""
    names: tuple[str, ...] = cls.__match_args__  # type: ignore[attr-defined]
    environment: dict[str, Any] = {f"set_{name}": getattr(cls, name).__set__ for name in names}
    environment.update((f"default_{name}", value) for name, value in cls._defaults.items())
    parameters = ", ".join(f"{name}=default_{name}" if name in cls._defaults else name for name in names)
    body = "\n".join(f"    set_{name}(self, {name})" for name in names) or "    pass"
    exec(f"def __init__(self, {parameters}):\n{body}\n", environment)
    made: Callable[..., None] = environment["__init__"]
    return made
