"""The models as plain shapes: what the fast checker and the canonical writer walk along.

`shape_of` turns the annotations of a model into a small tree of values, once per process. That is the only
introspection; everything else works on the shapes and knows nothing of annotations.
"""

import types
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin

from typing_extensions import get_type_hints, is_typeddict

from tankdsl.ir.marks import Code, Doc, Many, Pattern, Whole


@dataclass(frozen=True, slots=True)
class Words:
    """One of a few literal values."""

    values: tuple[str | bool, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number within bounds."""

    low: int
    high: int
    what: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""


@dataclass(frozen=True, slots=True)
class Line:
    """A string; `mark` says of which form."""

    mark: Pattern


@dataclass(frozen=True, slots=True)
class Here:
    """Code."""

    mark: Code


@dataclass(frozen=True, slots=True)
class Form:
    """A list with a given shape at each position; `usage` says which, for messages."""

    members: tuple["Shape", ...]
    usage: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of members of one shape."""

    member: "Shape"
    bounds: Many


@dataclass(frozen=True, slots=True)
class Mapping:
    """An object whose keys are data."""

    key: "Shape"
    value: "Shape"


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a record."""

    shape: "Shape"
    required: bool
    doc: str


@dataclass(frozen=True, slots=True, eq=False)
class RecordShape:
    """An object with known keys, in their order. `keys` is filled after creation since models may be recursive."""

    name: str
    doc: str
    one_line: bool
    keys: dict[str, Key]

    @property
    def tag(self) -> str:
        """What tells it from the other records of a choice: a key with one value, or else its first key."""
        key = self._tag_key()
        return next(iter(self.keys)) if key is None else key

    def is_meant(self, value: dict[Any, Any]) -> bool:
        """Whether an object means to be this record and not another of a choice."""
        key = self._tag_key()
        if key is None:
            return self.tag in value
        words = self.keys[key].shape
        return isinstance(words, Words) and value.get(key) in words.values

    def _tag_key(self) -> str | None:
        return next((name for name in ("kind", "sort", "grid") if self._is_tag(name)), None)

    def _is_tag(self, name: str) -> bool:
        return name in self.keys and isinstance(self.keys[name].shape, Words)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several shapes, at most one of each sort but records."""

    plain: tuple["Shape", ...]
    records: tuple[RecordShape, ...]

    def record_for(self, value: dict[Any, Any]) -> RecordShape | None:
        """The record that an object means to be."""
        return next((record for record in self.records if record.is_meant(value)), None)

    def plain_for(self, value: Any) -> "Shape":
        """The other shape to hold a value against: literal words that it is among, else what is not words."""
        words = [shape for shape in self.plain if isinstance(shape, Words)]
        others = [shape for shape in self.plain if not isinstance(shape, Words)]
        is_word = isinstance(value, (str, bool))
        return next((shape for shape in words if is_word and value in shape.values), None) or (others or words)[0]


Shape = Words | Number | Flag | Line | Here | Form | Listing | Mapping | RecordShape | Choice


@cache
def shape_of(model: Any) -> Shape:
    """The shape of a model or of an annotation made of models; `TypeError` for anything else."""
    return _Reader({}).read(model)


class _Reader:
    def __init__(self, known: dict[Any, RecordShape]) -> None:
        self.known = known

    def read(self, annotation: Any, marks: tuple[Any, ...] = ()) -> Shape:
        origin = get_origin(annotation)
        if origin is Annotated:
            inner, *more = get_args(annotation)
            return self.read(inner, (*more, *marks))
        if is_typeddict(annotation):
            return self.record(annotation)
        for mark in marks:
            match mark:
                case Code():
                    return Here(mark)
                case Pattern():
                    return Line(mark)
                case Whole(low, high, what):
                    return Number(low, high, what)
        if annotation is bool:
            return Flag()
        if origin is Literal:
            return Words(get_args(annotation))
        if origin is list:
            bounds = next((mark for mark in marks if isinstance(mark, Many)), Many())
            return Listing(self.read(*get_args(annotation)), bounds)
        if origin is dict:
            key, value = get_args(annotation)
            return Mapping(self.read(key), self.read(value))
        if origin in (Union, types.UnionType):
            return self.choice(get_args(annotation))
        raise TypeError(f"no shape for the annotation {annotation!r}")

    def choice(self, options: tuple[Any, ...]) -> Choice:
        shapes: list[Shape] = []
        for option in options:
            shape = self.read(option)
            shapes += [*shape.plain, *shape.records] if isinstance(shape, Choice) else [shape]
        records = tuple(shape for shape in shapes if isinstance(shape, RecordShape))
        return Choice(tuple(shape for shape in shapes if not isinstance(shape, RecordShape)), records)

    def record(self, model: Any) -> RecordShape:
        if model in self.known:
            return self.known[model]
        shape = RecordShape(model.__name__, model.__doc__ or "", getattr(model, "__one_line__", False), {})
        self.known[model] = shape
        for name, annotation in get_type_hints(model, include_extras=True).items():
            origin: Any = get_origin(annotation)
            required = origin is not NotRequired
            inner = annotation if required else get_args(annotation)[0]
            shape.keys[name] = Key(self.read(inner), required, _doc(inner))
        return shape


def _doc(annotation: Any) -> str:
    """The meaning that is given with an annotation, or nothing."""
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        return next((mark.text for mark in marks if isinstance(mark, Doc)), _doc(inner))
    return ""
