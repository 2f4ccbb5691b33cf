"""The lattice of types: small frozen values, compared by equality.

Integers carry the range that was inferred for them and, when they count something, their measure; the range is part of the type so that
every expression tells what it can be.  `Poison` is the type of an expression that already has a diagnostic: it fits everywhere, so one
mistake is reported once.
"""

from __future__ import annotations

from tankdsl.frozen import FrozenValue

INT32_MIN = -(2**31)
INT32_MAX = 2**31 - 1


FINE_GRAIN = 100
"""A length on a table is kept in hundredths of what is written."""


class Fine(str):
    """The name of a measure whose numbers are kept in hundredths; messages show them as they are written."""

    __slots__ = ()


class Type(FrozenValue):
    """Base of all types."""


class Poison(Type):
    """An expression whose fault is already reported."""


class NoneType(Type):
    """The literal `none`."""


class Bool(Type):
    """`yes` / `no`."""


class Text(Type):
    """Text for people; rules cannot look into it."""


class Int(Type):
    """An integer in low..high, counted in `measure` (its plural name) or a plain number."""

    low: int = INT32_MIN
    high: int = INT32_MAX
    measure: str | None = None


class Enum(Type):
    """A member of the enum `name`."""

    name: str


class Kind(Type):
    """An instance of the kind `name` (sides are instances of `Side`)."""

    name: str


class Model(Type):
    """A row of the kind `name`: what instances are copies of."""

    name: str


class Place(Type):
    """A hex, or a point on a table."""


class Direction(Type):
    """One of the six directions of a hex map, or an angle on a table."""


class Area(Type):
    """A piece of terrain on a table."""


class Edge(Type):
    """A feature on a hexside, or an edge of the table."""


class Path(Type):
    """A path: the places a piece goes through, without its start."""


class Step(Type):
    """One step of a path: the place it leaves and the place it enters."""


class Per(Type):
    """A stat with one value for each member of the enum `enum`, in the order of its members."""

    enum: str
    of: Type


class Pool(Type):
    """Rolled dice; a die of it shows low..high after modifiers and clamp, and there are fewest..most of them."""

    low: int
    high: int
    fewest: int = 0
    most: int = 1000


class Die(Type):
    """One die of a pool; used as a number it is its value."""

    low: int
    high: int


class Set(Type):
    """A set or list of `of`."""

    of: Type


class PileOf(Type):
    """A pile of things of the kind `kind`."""

    kind: str


class Optional(Type):
    """A value that may be absent."""

    of: Type


POISON = Poison()
BOOL = Bool()
TEXT = Text()
PLACE = Place()
DIRECTION = Direction()
PATH = Path()
STEP = Step()
SIDE = Kind("Side")
INT = Int()


def optional(of: Type) -> Type:
    """`of?`, never nested."""
    return of if isinstance(of, (Optional, Poison, NoneType)) else Optional(of)


def required(of: Type) -> Type:
    """The type without its optionality."""
    return of.of if isinstance(of, Optional) else of


def is_unbounded(of: Type) -> bool:
    """Whether an integer is one of which nothing is known: an `int` as it is declared."""
    return isinstance(of, Int) and (of.low, of.high) == (INT32_MIN, INT32_MAX)


def with_range(of: Type, low: int, high: int) -> Type:
    """An integer type with its range clipped to int32."""
    measure = of.measure if isinstance(of, Int) else None
    return Int(max(low, INT32_MIN), min(high, INT32_MAX), measure)


def join(left: Type, right: Type) -> Type | None:
    """The least type both fit into, or None."""
    if left == right or isinstance(right, Poison):
        return left
    if isinstance(left, Poison):
        return right
    if isinstance(left, NoneType):
        return optional(right)
    if isinstance(right, NoneType):
        return optional(left)
    if isinstance(left, Optional) or isinstance(right, Optional):
        inner = join(required(left), required(right))
        return None if inner is None else optional(inner)
    if isinstance(left, Die):
        left = Int(left.low, left.high)
    if isinstance(right, Die):
        right = Int(right.low, right.high)
    if isinstance(left, Int) and isinstance(right, Int) and left.measure == right.measure:
        return Int(min(left.low, right.low), max(left.high, right.high), left.measure)
    if isinstance(left, Pool) and isinstance(right, Pool):
        fewest, most = min(left.fewest, right.fewest), max(left.most, right.most)
        return Pool(min(left.low, right.low), max(left.high, right.high), fewest, most)
    if isinstance(left, PileOf):
        left = Set(Kind(left.kind))
    if isinstance(right, PileOf):
        right = Set(Kind(right.kind))
    if isinstance(left, Set) and isinstance(right, Set):
        inner = join(left.of, right.of)
        return None if inner is None else Set(inner)
    return None


def describe(of: Type) -> str:
    """The type in the designer's words, for messages."""
    match of:
        case Int(low, high, measure):
            unit = f" {measure}" if measure else ""
            if (low, high) == (INT32_MIN, INT32_MAX):
                return f"a number of {measure}" if measure else "a number"
            least, most = _written(low, measure), _written(high, measure)
            if high == INT32_MAX or low == INT32_MIN:
                return f"{least} or more{unit}" if high == INT32_MAX else f"{most} or less{unit}"
            return f"{least}{unit}" if low == high else f"{least}..{most}{unit}"
        case Bool():
            return "yes or no"
        case Enum("edges"):
            return "an edge feature"
        case Enum(name):
            return f"a `{name}`"
        case Kind(name):
            return f"a `{name}`"
        case Model(name):
            return f"a model of `{name}`"
        case Set(inner):
            return f"a set of {_plural(inner)}"
        case Optional(inner):
            return f"{describe(inner)} or none"
        case Pool(low, high, fewest, _):
            return f"dice that show {low}..{high}" + (", or none" if fewest == 0 else "")
        case Die():
            return "a die"
        case PileOf(kind):
            return f"a pile of `{kind}`"
        case Per(enum, inner):
            return f"{describe(inner)} for each `{enum.removeprefix('arcs.')}`"
        case Step():
            return "a step"
        case Place() | Direction() | Area() | Edge() | Path() | Text():
            return {"Place": "a place", "Direction": "a direction", "Area": "an area", "Edge": "an edge", "Path": "a path", "Text": "text"}[
                type(of).__name__
            ]
        case NoneType():
            return "none"
        case _:
            return "something"


def _written(number: int, measure: str | None) -> str:
    """A number as it is written: hundredths as decimals."""
    if not isinstance(measure, Fine):
        return str(number)
    whole, rest = divmod(abs(number), FINE_GRAIN)
    decimals = f".{rest:02d}".rstrip("0") if rest else ""
    return f"{'-' if number < 0 else ''}{whole}{decimals}"


def _plural(of: Type) -> str:
    match of:
        case Enum("edges"):
            return "edge features"
        case Kind(name) | Enum(name) | Model(name):
            return f"`{name}`"
        case Int(_, _, measure):
            return measure or "numbers"
        case Set(inner):
            return f"sets of {_plural(inner)}"
        case _:
            return describe(of).removeprefix("a ").removeprefix("an ") + "s"
