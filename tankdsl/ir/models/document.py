"""A whole compiled document: one self-contained scenario, or a rule set without one."""

from typing import Annotated, Literal

from typing_extensions import TypedDict

from tankdsl.ir.marks import Doc, model
from tankdsl.ir.models.actions import Rules
from tankdsl.ir.models.content import Content
from tankdsl.ir.models.types import GameHash, Name, Text

FORMAT = "tankdsl/1"
"""The format that this version reads and writes."""


@model()
class ScenarioDocument(TypedDict):
    """A scenario that can be played: nothing else is needed."""

    format: Literal["tankdsl/1"]
    document: Literal["scenario"]
    id: Name
    ruleset: Annotated[Name, Doc("The id of the rule set it belongs to.")]
    game: Annotated[GameHash, Doc("The hash of everything else in the document.")]
    content: Content
    rules: Rules
    text: Annotated[dict[Name, Text], Doc("Every string a player sees, by key.")]


@model()
class RulesetDocument(TypedDict):
    """A rule set: the same shape, without map and set-up. It cannot be played."""

    format: Literal["tankdsl/1"]
    document: Literal["ruleset"]
    id: Name
    ruleset: Name
    game: GameHash
    content: Content
    rules: Rules
    text: dict[Name, Text]
