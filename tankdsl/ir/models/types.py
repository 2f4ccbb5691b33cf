"""Types, constants and the small words that all other models use."""

from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from tankdsl.bounds import LONGEST_TEXT, MOST_SLOTS
from tankdsl.ir.marks import (
    CITE_PATTERN,
    HASH_PATTERN,
    ID_PATTERN,
    STATE_HASH_PATTERN,
    Code,
    Many,
    Pattern,
    Whole,
    model,
    names,
)

Name = Annotated[str, Pattern(ID_PATTERN, "an id")]
"""An id that is declared here."""

TextKey = Annotated[str, names("text")]
KindName = Annotated[str, names("kind")]
SideName = Annotated[str, names("side")]
PlaceName = Annotated[str, names("place")]
ProcName = Annotated[str, names("proc")]
ScopeName = Annotated[str, names("scope")]
OptionName = Annotated[str, names("option")]
EnumName = Annotated[str, names("enum")]

Cite = Annotated[str, Pattern(CITE_PATTERN, "a rule number, such as AB-042")]
Cites = Annotated[list[Cite], Many(distinct=True)]
Text = Annotated[str, Pattern("", "a text", LONGEST_TEXT, 0)]
GameHash = Annotated[str, Pattern(HASH_PATTERN, "a hash of 64 hexadecimal digits", 64, 64)]
StateHash = Annotated[str, Pattern(STATE_HASH_PATTERN, "a hash of 16 hexadecimal digits", 16, 16)]

Int32 = Annotated[int, Whole()]
Count = Annotated[int, Whole(0)]
Slot = Annotated[int, Whole(0, MOST_SLOTS - 1, "slot")]
Slots = Annotated[int, Whole(0, MOST_SLOTS, "number of slots")]
Seed = Annotated[int, Whole(-(2**31), 2**32 - 1)]

Expr = Annotated[Any, Code("expression")]
"""An expression in the frame of the record around it."""
Expr0 = Annotated[Any, Code("expression", 0)]
Expr1 = Annotated[Any, Code("expression", 1)]
Expr2 = Annotated[Any, Code("expression", 2)]
"""Expressions without a frame: so many given slots, beyond them only what they bind themselves."""
Expr3 = Annotated[Any, Code("expression", 3)]
Expr4 = Annotated[Any, Code("expression", 4)]
Instr = Annotated[Any, Code("instruction")]
Row = Annotated[Any, Code("row")]
Outcome = Annotated[Any, Code("outcome")]
Const = Annotated[Any, Code("const")]


@model(line=True)
class IntType(TypedDict):
    """Whole numbers from the first to the last, both included."""

    int: Annotated[list[Int32], Many(2, 2)]


@model(line=True)
class EnumType(TypedDict):
    """A member of an enum."""

    enum: EnumName


@model(line=True)
class KindType(TypedDict):
    """An instance of a kind or of its subkinds."""

    kind: KindName


@model(line=True)
class ModelType(TypedDict):
    """A model of a kind or of its subkinds."""

    model: KindName


@model(line=True)
class MeasureType(TypedDict):
    """A whole number that counts something."""

    measure: Annotated[str, names("measure")]


@model(line=True)
class SetType(TypedDict):
    """An ordered sequence of values of one type."""

    set: "Type"


@model(line=True)
class OptionalType(TypedDict):
    """A value of the type, or absent."""

    optional: "Type"


PlainType = Literal["int", "bool", "text", "place", "direction", "pool", "path"]
Type = PlainType | IntType | EnumType | KindType | ModelType | MeasureType | SetType | OptionalType
