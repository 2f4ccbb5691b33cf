"""The one object among the arguments of instructions: the play loop.  All others are arrays (see `ir.operators`)."""

from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from tankdsl.ir.marks import Doc, Many, model, names
from tankdsl.ir.models.types import Expr

PlayLoop = TypedDict(
    "PlayLoop",
    {
        "who": Annotated[Expr, Doc("The side that plays.")],
        "actions": Annotated[list[Annotated[str, names("action")]], Many(1, distinct=True)],
        "budget": NotRequired[Annotated[Expr, Doc("What the actions of the loop may cost together.")]],
        "pass": NotRequired[Annotated[bool, Doc("Whether the side may leave the loop.")]],
        "until": NotRequired[Annotated[Expr, Doc("The loop is left when this holds.")]],
        "times": NotRequired[Annotated[Expr, Doc("How many actions at most.")]],
        "with": NotRequired[Annotated[list[Expr], Doc("Values of the first parameters of every action.")]],
    },
)
PlayLoop.__doc__ = "A side plays actions, one after the other."
model(line=True)(PlayLoop)
