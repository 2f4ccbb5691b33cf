"""The rules layer, first part: values, guards, procedures, movement, sight, and what happens by itself."""

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from tankdsl.bounds import FIRST_DEGREE, LAST_DEGREE, MOST_ARCS
from tankdsl.ir.marks import Doc, Many, Whole, model, names
from tankdsl.ir.models.types import (
    Cites,
    EnumName,
    Expr,
    Expr2,
    Expr3,
    Expr4,
    Instr,
    KindName,
    Name,
    OptionName,
    Outcome,
    ProcName,
    Row,
    ScopeName,
    Slot,
    Slots,
    TextKey,
    Type,
)

SlotNames = Annotated[dict[Name, Slot], Doc("What `{name}` stands for in the texts, beyond the parameters.")]
SlotCount = Annotated[Slots, Doc("How many local slots the frame has.")]


@model(line=True)
class Param(TypedDict):
    """A parameter. Parameters stand in the slots 0, 1, ... unless said otherwise."""

    name: Name
    type: Type


@model(line=True)
class Scope(TypedDict):
    """A stretch of the game that opens and closes, such as a turn."""

    id: Name


@model()
class Value(TypedDict):
    """A derived value: an expression with parameters."""

    id: Name
    params: list[Param]
    gives: Type
    slots: SlotCount
    names: NotRequired[SlotNames]
    body: Expr
    cites: Cites


@model()
class Require(TypedDict):
    """A condition that must hold."""

    require: Expr
    reason: Annotated[TextKey, Doc("What people are told when it does not hold.")]
    rid: Annotated[Name, Doc("What programs are told.")]
    cites: Cites
    first: NotRequired[Annotated[Literal[True], Doc("It is looked at before `by`, limits and cost.")]]


@model()
class RequireLet(TypedDict):
    """A value that must be present; what follows may use it."""

    let: Slot
    be: Expr
    reason: TextKey
    rid: Name
    cites: Cites
    first: NotRequired[Literal[True]]


@model()
class RequireGuard(TypedDict):
    """Another guard, whose conjuncts are looked at here with their own reasons."""

    guard: Annotated[str, names("guard")]
    args: list[Expr]
    cites: Cites
    first: NotRequired[Literal[True]]


RequireEach = TypedDict(
    "RequireEach",
    {"each": Slot, "in": Expr, "conjuncts": "list[Conjunct]", "first": NotRequired[Literal[True]]},
)
RequireEach.__doc__ = "Conjuncts that must be met for every member of a set."
model()(RequireEach)

Conjunct = Require | RequireLet | RequireGuard | RequireEach


@model()
class Guard(TypedDict):
    """A list of conditions with a reason each; the first that fails is reported."""

    id: Name
    params: list[Param]
    slots: SlotCount
    names: NotRequired[SlotNames]
    conjuncts: list[Conjunct]
    placement: NotRequired[Annotated[Literal[True], Doc("It says where things may be set up.")]]
    cites: Cites


@model()
class Proc(TypedDict):
    """A procedure. It starts at index 0 of its code; falling off the end returns nothing."""

    id: Name
    name: Name
    params: list[Param]
    slots: SlotCount
    names: NotRequired[SlotNames]
    results: Annotated[int, Whole(0, 100), Doc("How many values `return` gives.")]
    code: list[Instr]
    cites: Cites


@model()
class Never(TypedDict):
    """A step that is not allowed."""

    when: Expr
    reason: TextKey
    rid: Name
    cites: Cites


@model(line=True)
class Stop(TypedDict):
    """A step that ends the path."""

    when: Expr


@model(line=True)
class Through(TypedDict):
    """A place that may be passed and not be the end."""

    when: Expr
    reason: TextKey


@model()
class Movement(TypedDict):
    """Which paths a unit may lay. Slots: 0 the unit, 1 from, 2 to, 3 the path so far."""

    id: Name
    kind: KindName
    slots: SlotCount
    names: NotRequired[SlotNames]
    budget: Annotated[Expr, Doc("How much a path may cost; only slot 0.")]
    cost: Annotated[list[Row], Doc("The cost of a step: the sum of the rows that apply.")]
    never: list[Never]
    stops: list[Stop]
    through: list[Through]
    first_step_always: Annotated[bool, Doc("The first step is allowed whatever it costs.")]
    first_step_when: NotRequired[Annotated[Expr, Doc("Only when this holds for the step.")]]
    bonus: Annotated[list[Row], Doc("Added to the budget, by the whole path.")]


Tie = Literal["both", "either", "one_side_clear", "defender_choice", "never"]


@model()
class TieByOption(TypedDict):
    """How ties are decided, by an option."""

    option: OptionName
    values: dict[Name, Tie]


@model(line=True)
class SightRow(TypedDict):
    """A row of a sight, for telling people what blocks a line."""

    of: Annotated[Literal["blocks", "across", "along", "ends"], Doc("Whose row it is.")]
    reason: NotRequired[TextKey]
    cites: Cites


@model()
class Sight(TypedDict):
    """When the line between two places is clear. The ends never block."""

    id: Name
    areas: NotRequired[Annotated[KindName, Doc("On a table: the kind of what may lie in between, instead of places.")]]
    blocks: Annotated[Expr3, Doc("Slot 0 the place, or area, in between, slots 1 and 2 the ends.")]
    across: NotRequired[Annotated[Expr4, Doc("Sides that the line passes: slots 0 and 1 the nearer and farther place, 2 and 3 the ends.")]]
    along: NotRequired[Annotated[Expr4, Doc("Sides along which it runs: slots 0 and 1 the left and right place, 2 and 3 the ends.")]]
    ends: NotRequired[Annotated[Expr2, Doc("Whether the line is blocked as a whole: slots 0 and 1 the ends.")]]
    tie: Annotated[Tie | TieByOption, Doc("What holds when the line runs along the edge of two places.")]
    off_map_blocks: bool
    rows: NotRequired[
        Annotated[
            list[SightRow],
            Many(1),
            Doc("The rows as written. Several with the same `of` are the operands of its `or`, in this order; a single one is all of it."),
        ]
    ]


Span = Annotated[list[Annotated[int, Whole(FIRST_DEGREE, LAST_DEGREE)]], Many(2, 2)]


@model(line=True)
class ArcPart(TypedDict):
    """One arc: directions of a hex relative to the facing, 0 being ahead, clockwise; or degrees, which a table always has."""

    id: Name
    directions: NotRequired[Annotated[list[Annotated[int, Whole(0, 5)]], Many(1, 6, distinct=True)]]
    degrees: NotRequired[Annotated[list[Span], Many(1), Doc("Ranges, clockwise from the facing; their ends are multiples of 30 or 45.")]]


@model()
class Arcs(TypedDict):
    """How the surroundings of a unit are divided."""

    id: Name
    kind: KindName
    facing: Annotated[Name, Doc("The field with the direction the unit faces.")]
    enum: Annotated[EnumName, Doc("Its members are the arcs, in the order of `parts`.")]
    parts: Annotated[list[ArcPart], Many(1, MOST_ARCS)]
    border: Annotated[Name, Doc("Which arc a border between two belongs to: `first`, `last` or the id of an arc.")]


@model(line=True)
class WheneverParam(TypedDict):
    """A parameter that runs over a set."""

    slot: Slot
    set: Expr


@model()
class Whenever(TypedDict):
    """What happens by itself as soon as a condition holds."""

    id: Name
    params: list[WheneverParam]
    during: NotRequired[Annotated[ScopeName, Doc("Only while this scope is open.")]]
    slots: SlotCount
    when: Expr
    proc: Annotated[ProcName, Doc("Is called with the parameters.")]
    cites: Cites


@model()
class Ending(TypedDict):
    """When the game is over, and who has won."""

    id: Name
    during: Annotated[ScopeName | Literal[""], Doc("Only while this scope is open; always when empty.")]
    at: Annotated[ScopeName | Literal["settle"], Doc("Looked at when the game settles, or when this scope closes.")]
    each: NotRequired[WheneverParam]
    slots: SlotCount
    when: Expr
    outcome: Outcome
    text: TextKey
    cites: Cites


@model()
class Mission(TypedDict):
    """The condition of one model of a mission kind. Slot 0 is the owner."""

    model: Name
    slots: SlotCount
    met: Expr
