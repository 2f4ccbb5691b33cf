"""The rules layer, second part: what a side may decide to do, and when others may react."""

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from tankdsl.ir.marks import Doc, Many, Whole, model, names
from tankdsl.ir.models.rules import (
    Arcs,
    Conjunct,
    Ending,
    Guard,
    Mission,
    Movement,
    Param,
    Proc,
    Scope,
    Sight,
    SlotCount,
    SlotNames,
    Value,
    Whenever,
)
from tankdsl.ir.models.types import Cites, Expr, KindName, Name, ProcName, ScopeName, Slot, TextKey, Type


@model()
class Window(TypedDict):
    """A moment at which sides may react."""

    id: Name
    text: TextKey
    params: Annotated[list[Param], Doc("What the responders know.")]
    changes: Annotated[list[Slot], Many(distinct=True), Doc("The indexes of the parameters that they may change.")]
    closed: NotRequired[Annotated[Literal[True], Doc("Only its own actions are offered, none of those for any time.")]]


@model(line=True)
class Occasion(TypedDict):
    """When an action is offered; at least one key."""

    play: NotRequired[Annotated[Literal[True], Doc("In play loops that list it.")]]
    windows: NotRequired[Annotated[list[Annotated[str, names("window")]], Many(1, distinct=True)]]
    anytime: NotRequired[Annotated[Literal[True], Doc("In every window that is not closed, and between the actions of a play loop.")]]


@model(line=True)
class Card(TypedDict):
    """The card that must be in hand. It is bound to the slot after the inherited ones."""

    kind: KindName
    model: Name
    pile: Annotated[Name, Doc("The name of the pile of the acting side in which it must lie.")]


@model()
class PathParam(TypedDict):
    """How a path parameter is laid."""

    movement: Annotated[str, names("movement")]
    unit: Expr
    budget: Expr


@model()
class ActionParam(TypedDict):
    """A parameter that the side chooses."""

    name: Name
    slot: Slot
    type: Type
    domain: Annotated[Expr, Doc("What it may choose from.")]
    some: NotRequired[Annotated[Literal[True], Doc("A group of one or more, chosen member by member.")]]
    where: NotRequired[Annotated[Expr, Doc("What a member must meet; it stands in the slot of the parameter.")]]
    path: NotRequired[PathParam]
    so_far: NotRequired[Annotated[Slot, Doc("Of a group: the slot with the members chosen before.")]]


@model(line=True)
class Limit(TypedDict):
    """How often, counted per scope and keys."""

    id: Name
    most: Annotated[int, Whole(1)]
    keys: list[Expr]
    scope: Annotated[ScopeName | Literal["game"], Doc("Counting begins anew when the scope opens.")]
    own: Annotated[bool, Doc("Only when it opens for the acting side.")]
    reason: NotRequired[Annotated[TextKey, Doc("What people are told when it is used up.")]]
    cites: NotRequired[Cites]


@model()
class Action(TypedDict):
    """Something a side may decide to do. Slot 0 is the acting side."""

    id: Name
    text: TextKey
    slots: SlotCount
    names: NotRequired[SlotNames]
    on: Occasion
    inherits: Annotated[Slot, Doc("How many parameters of the window stand in the slots from 1.")]
    card: NotRequired[Card]
    by: NotRequired[Annotated[Expr, Doc("Who may do it.")]]
    by_rid: NotRequired[Annotated[Name, Doc("What programs are told when it may not; `not_yours` unless given.")]]
    by_text: NotRequired[Annotated[TextKey, Doc("What people are told then.")]]
    params: list[ActionParam]
    guards: list[Conjunct]
    limits: list[Limit]
    cost: Expr
    proc: ProcName
    args: list[Expr]
    returns: NotRequired[Annotated[list[Slot], Many(distinct=True), Doc("The parameters of the window that the results of `proc` become.")]]
    after: NotRequired[Annotated[ProcName, Doc("Runs after the effect, with the acting side and the card.")]]
    cites: Cites


@model()
class Rules(TypedDict):
    """Everything that can happen."""

    main: Annotated[ProcName, Doc("The procedure that is the game.")]
    entries: Annotated[dict[Name, ProcName], Doc("Sequences by name, at which a test may begin.")]
    runaway: Annotated[int, Whole(1), Doc("How many instructions may run between two decisions.")]
    scopes: list[Scope]
    values: list[Value]
    guards: list[Guard]
    procs: list[Proc]
    actions: list[Action]
    windows: list[Window]
    movements: list[Movement]
    sights: list[Sight]
    arcs: list[Arcs]
    whenevers: list[Whenever]
    endings: list[Ending]
    missions: list[Mission]
