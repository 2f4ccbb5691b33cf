"""A record of a game that was played: enough to play it again and to find where two engines part."""

from typing import Annotated, Literal

from typing_extensions import TypedDict

from tankdsl.ir.marks import Doc, Pattern, model
from tankdsl.ir.models.request import Input
from tankdsl.ir.models.types import Const, GameHash, OptionName, Seed, StateHash

RECORD_FORMAT = "tankdsl-record/1"

InputCount = Annotated[str, Pattern(r"^(0|[1-9][0-9]{0,8})$", "a number of inputs")]
"""A number as a key."""


@model()
class Record(TypedDict):
    """Game, options, seed and inputs say everything; the hashes are there to compare."""

    format: Literal["tankdsl-record/1"]
    game: Annotated[GameHash, Doc("Of the document that was played.")]
    options: Annotated[dict[OptionName, Const], Doc("The value of every option; of a campaign, of those that were given.")]
    seed: Annotated[Seed, Doc("Its lowest 32 bits count.")]
    inputs: list[Input]
    hashes: Annotated[dict[InputCount, StateHash], Doc("The hash of the state after so many inputs.")]
    final: Annotated[StateHash, Doc("The hash of the state after the last input.")]
