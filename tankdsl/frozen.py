"""How small immutable values are made: classes with slots that cost next to nothing to import.

They behave like ``@dataclass(frozen=True, slots=True)``: fields are the annotations of the class body after those of its
bases, ``match`` works by position and by name, and setting an attribute raises ``FrozenInstanceError``. The decorator
itself compiles half a dozen functions for each class, which takes longer than importing a whole module of plain code;
with some hundred such classes on the way of every command, that was half of the time of checking a small file. Here only
``__init__`` has to be compiled, and only for classes of which many instances are made.

Modules that use it need ``from __future__ import annotations``. For what changes see ``state``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

F = TypeVar("F", bound="Frozen")
R = TypeVar("R")

PATIENCE = 40
"""So many instances of a class are made slowly before its ``__init__`` is compiled, which takes as long as a hundred of them."""


class Fresh:
    """Stands for a default that is made anew for every instance."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def _nothing(value: Any) -> tuple[()]:
    return ()


@dataclass_transform(frozen_default=True, eq_default=False)
class FrozenType(type):
    """Makes a slot of every annotation; defaults are kept beside, since a slot cannot have one."""

    _names: frozenset[str]
    _defaults: dict[str, Any]
    _keywords_only: bool
    _contents: Callable[[Any], Any]
    """All fields of an instance: in a tuple, or the only one as it is."""
    _made: Iterator[int]
    """Counts the instances that were made slowly."""

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], *, kw_only: bool = False) -> FrozenType:
        """Build the class; called by the ``class`` statement. ``kw_only`` goes over to the classes below.

        Only the first base may have fields. Everything is put into the namespace, as a class that exists is slow to change.
        """
        parent: Any = bases[0] if bases else None
        annotated: dict[str, str] = namespace.get("__annotations__", {})
        own = tuple([field for field, type in annotated.items() if not type.startswith("ClassVar")])
        fields = own if parent is None else parent.__match_args__ + own
        defaults = {} if parent is None else parent._defaults
        if given := {field: namespace.pop(field) for field in own if field in namespace}:
            defaults = {**defaults, **given}
        namespace["__slots__"] = own
        namespace["__match_args__"] = fields
        if not parent or parent.__match_args__:
            namespace["__init__"] = _slow_init  # the one above may be compiled by now
        namespace["_names"] = frozenset(fields)
        namespace["_defaults"] = defaults
        namespace["_keywords_only"] = kw_only or (parent is not None and parent._keywords_only)
        namespace["_contents"] = attrgetter(*fields) if fields else _nothing
        namespace["_made"] = count()
        return super().__new__(mcls, name, bases, namespace)


def _slow_init(self: Any, *args: Any, **named: Any) -> None:
    """``__init__`` of every class until there are many instances, or wrong arguments; then the real one takes its place."""
    cls: Any = type(self)
    given = dict(zip(cls.__match_args__, args, strict=False), **named)
    fields = {**cls._defaults, **given}
    fitting = fields.keys() == cls._names and len(given) == len(args) + len(named) and not (args and cls._keywords_only)
    if fitting and next(cls._made) < PATIENCE:
        for name, value in fields.items():
            object.__setattr__(self, name, value.make() if type(value) is Fresh else value)
    else:
        cls.__init__ = _init_of(cls)
        cls.__init__(self, *args, **named)


class Frozen(metaclass=FrozenType):
    """Compared by identity."""

    def __setattr__(self, name: str, value: Any) -> None:
        _refuse(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        _refuse(f"cannot delete field {name!r}")

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in fields_of(self))
        return f"{type(self).__name__}({inside})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), tuple(fields_of(self)))


class FrozenValue(Frozen):
    """Compared by its class and by what is in it, hence a key of dictionaries if all of that is."""

    def __eq__(self, other: object) -> bool:
        cls = type(self)
        return self is other or (cls is type(other) and bool(cls._contents(self) == cls._contents(other)))

    def __hash__(self) -> int:
        cls = type(self)
        return hash((cls.__name__, cls._contents(self)))


def fields_of(value: Frozen) -> Iterator[tuple[str, Any]]:
    """The names and values of the fields, in the order of declaration."""
    names: tuple[str, ...] = type(value).__match_args__
    for name in names:
        yield name, getattr(value, name)


def contents_of(value: Any) -> tuple[Any, ...]:
    """The values of the fields of something frozen, in the order of declaration; much quicker than `fields_of`."""
    cls = type(value)
    return (cls._contents(value),) if len(cls.__match_args__) == 1 else cls._contents(value)


def replaced(value: R, **changes: Any) -> R:
    """A copy with other values for some fields (of state too); ``TypeError`` for a field that there is not."""
    cls: Any = type(value)
    made: R = cls(**{**{name: getattr(value, name) for name in cls.__match_args__}, **changes})
    return made


def _refuse(headline: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(headline)


def _rebuilt(cls: type[F], fields: tuple[tuple[str, Any], ...]) -> F:
    return cls(**dict(fields))


def _init_of(cls: FrozenType) -> Callable[..., None]:
    """``__init__`` of a class as if written by hand; the slots are set through their descriptors, past ``__setattr__``."""
    names: tuple[str, ...] = cls.__match_args__  # type: ignore[attr-defined]
    environment: dict[str, Any] = {f"set_{name}": getattr(cls, name).__set__ for name in names}
    environment.update((f"default_{name}", value) for name, value in cls._defaults.items())
    parameters = [f"{name}=default_{name}" if name in cls._defaults else name for name in names]
    before = ["self", "*"] if cls._keywords_only and names else ["self"]
    made = {name for name, value in cls._defaults.items() if type(value) is Fresh}
    values = (f"{name}.make() if {name} is default_{name} else {name}" if name in made else name for name in names)
    body = "\n".join(f"    set_{name}(self, {value})" for name, value in zip(names, values, strict=True)) or "    pass"
    exec(f"def __init__({', '.join([*before, *parameters])}):\n{body}\n", environment)
    init: Callable[..., None] = environment["__init__"]
    return init
