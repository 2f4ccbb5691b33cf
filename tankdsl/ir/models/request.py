"""The decision protocol: what the engine asks, and what it may be answered."""

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from tankdsl.ir.marks import Doc, Many, model
from tankdsl.ir.models.types import Const, Int32, Name, PlaceName, SideName, Text

Shown = Annotated[Const, Doc("A value as programs see it; `token@PLACE` stands for a piece whose identity is hidden.")]
Pass = Annotated[bool, Doc("Whether the side may do nothing instead.")]
Done = Annotated[bool, Doc("Whether what was chosen so far may stand.")]
Prompt = Annotated[Text, Doc("The question, for people.")]
PointOf = Annotated[list[Int32], Many(2, 2)]
Range = Annotated[list[Int32], Many(2, 2), Doc("Instead of options: all whole numbers from the first to the last.")]


@model(line=True)
class PlayOption(TypedDict):
    """An action that is offered."""

    action: Name
    text: Text


PlayRequest = TypedDict(
    "PlayRequest",
    {
        "kind": Literal["play"],
        "side": SideName,
        "prompt": Prompt,
        "options": list[PlayOption],
        "pass": Pass,
        "window": NotRequired[Annotated[Name, Doc("The window, or `anytime`; not there in a play loop.")]],
    },
)
PlayRequest.__doc__ = "Which action: in a play loop, in a window, or between two actions."
model()(PlayRequest)

PickRequest = TypedDict(
    "PickRequest",
    {
        "kind": Literal["pick"],
        "side": SideName,
        "prompt": Prompt,
        "options": list[Shown],
        "range": NotRequired[Range],
        "pass": Pass,
        "action": NotRequired[Annotated[Name, Doc("The action of which this is a parameter.")]],
        "param": NotRequired[Annotated[Name, Doc("The parameter.")]],
        "picked": NotRequired[Annotated[list[Shown], Doc("The members of the group that were chosen before.")]],
        "done": NotRequired[Done],
    },
)
PickRequest.__doc__ = "One of several values, or the next member of a group."
model()(PickRequest)

StepRequest = TypedDict(
    "StepRequest",
    {
        "kind": Literal["step"],
        "side": SideName,
        "prompt": Prompt,
        "options": Annotated[list[PlaceName], Doc("Where the next step may lead.")],
        "pass": Pass,
        "unit": Shown,
        "at": Annotated[PlaceName, Doc("Where the path has come to.")],
        "path": Annotated[list[PlaceName], Doc("The places entered so far.")],
        "done": Done,
        "left": Annotated[Int32, Doc("What is left of the budget.")],
        "action": NotRequired[Name],
        "param": NotRequired[Name],
    },
)
StepRequest.__doc__ = "The next step of a path."
model()(StepRequest)


PointRequest = TypedDict(
    "PointRequest",
    {
        "kind": Literal["point"],
        "side": SideName,
        "prompt": Prompt,
        "low": Annotated[PointOf, Doc("No coordinate is below these.")],
        "high": Annotated[PointOf, Doc("No coordinate is above these.")],
        "within": NotRequired[
            Annotated[list[list[PointOf]], Doc("Outlines in one of which the point lies; a point of them can still be refused.")]
        ],
        "pass": Pass,
        "done": Done,
        "unit": NotRequired[Annotated[Shown, Doc("The piece whose path is laid; the keys behind it come with it.")]],
        "at": NotRequired[Annotated[PointOf, Doc("Where the path has come to.")]],
        "path": NotRequired[Annotated[list[PointOf], Doc("The corners so far, without the start.")]],
        "left": NotRequired[Annotated[Int32, Doc("What is left of the budget.")]],
    },
)
PointRequest.__doc__ = "A point of a table: the next corner of a path, or one that a condition allows. Points are too many to list."
model()(PointRequest)


@model()
class YesNoRequest(TypedDict):
    """Yes or no."""

    kind: Literal["yes_no"]
    side: SideName
    prompt: Prompt


SealedPart = TypedDict(
    "SealedPart",
    {"side": SideName, "prompt": Prompt, "options": list[Shown], "range": NotRequired[Range], "pass": Pass},
)
SealedPart.__doc__ = "What one side is asked."
model()(SealedPart)


@model()
class SealedRequest(TypedDict):
    """Several sides at once; nobody learns an answer before all have given theirs."""

    kind: Literal["sealed"]
    parts: Annotated[list[SealedPart], Many(1)]


@model()
class ChanceRequest(TypedDict):
    """A random number, asked for only when the driver has taken chance into its own hands."""

    kind: Literal["chance"]
    stream: Literal["dice", "draw"]
    prompt: Prompt
    low: Int32
    high: Int32


@model(line=True)
class BattleResult(TypedDict):
    """How one battle of a campaign ended."""

    battle: Annotated[Name, Doc("The id of its scenario.")]
    winner: NotRequired[Annotated[SideName, Doc("Not there when nobody has won.")]]
    ending: NotRequired[Annotated[Name, Doc("The ending that was met.")]]
    prompt: Prompt


@model()
class OverRequest(TypedDict):
    """The game is over; of a campaign, its last battle and what comes after it."""

    kind: Literal["over"]
    winner: NotRequired[Annotated[SideName, Doc("Not there when nobody has won.")]]
    ending: NotRequired[Annotated[Name, Doc("The ending that was met.")]]
    trap: NotRequired[Annotated[Text, Doc("What the rules did that is not defined; such a game has no winner.")]]
    prompt: Prompt
    battles: NotRequired[Annotated[list[BattleResult], Doc("Of a campaign: its battles that have ended, in order.")]]


@model()
class WaitRequest(TypedDict):
    """What a side sees while it is not asked itself."""

    kind: Literal["wait"]
    side: NotRequired[Annotated[SideName, Doc("Who is asked; not there inside of windows, where that is a secret.")]]
    prompt: Prompt


Request = PlayRequest | PickRequest | StepRequest | PointRequest | YesNoRequest | SealedRequest | ChanceRequest | OverRequest | WaitRequest


@model(line=True)
class PlayInput(TypedDict):
    """Begin this action."""

    play: Name


PassInput = TypedDict("PassInput", {"pass": Literal[True]})
PassInput.__doc__ = "Do nothing."
model(line=True)(PassInput)


@model(line=True)
class PickInput(TypedDict):
    """Take this value."""

    pick: Shown


@model(line=True)
class DoneInput(TypedDict):
    """Let the group or path stand as it is."""

    done: Literal[True]


@model(line=True)
class StepInput(TypedDict):
    """Go on to this place."""

    step: PlaceName


@model(line=True)
class PointInput(TypedDict):
    """Go on to this point, or choose it."""

    point: PointOf


@model(line=True)
class YesInput(TypedDict):
    """Yes or no."""

    yes: bool


@model(line=True)
class SealedInput(TypedDict):
    """The answers of one or more sides to a sealed request."""

    sealed: Annotated[
        dict[SideName, PassInput | PickInput | list[PassInput | PickInput]],
        Doc("A list when a side was asked several questions, in their order. Sides may be left for a later input."),
    ]


@model(line=True)
class ChanceInput(TypedDict):
    """The number that chance is to give."""

    chance: Int32


Input = PlayInput | PassInput | PickInput | DoneInput | StepInput | PointInput | YesInput | SealedInput | ChanceInput
"""One step of a game. Everything that happens follows from the inputs and the seed."""
