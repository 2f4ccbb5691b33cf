"""A compiled campaign: battles played one after the other, and what happens between them.

What all battles share stands once: `content` without map, pieces and piles, `rules`, `text`. Each battle has the rest. Where
rules or kinds speak of places of a map they can differ from battle to battle; a battle then has its own of these. How the
document of one battle is put together is said by `ir.campaigns`.
"""

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from tankdsl.ir.marks import Doc, Many, model
from tankdsl.ir.models.actions import Action, Rules, Window
from tankdsl.ir.models.content import Content, Instance, Kind, Map, Pile
from tankdsl.ir.models.rules import Arcs, Ending, Guard, Mission, Movement, Proc, Sight, Value, Whenever
from tankdsl.ir.models.types import Cites, Const, GameHash, KindName, Name, OptionName, ProcName, Text, TextKey


@model(line=True)
class KeptField(TypedDict):
    """A state that goes from battle to battle."""

    kind: Annotated[KindName, Doc("The kind that lists the field.")]
    field: Name


@model()
class OwnRules(TypedDict):
    """Declarations that take the place of those with the same id (a mission: the same model)."""

    values: NotRequired[list[Value]]
    guards: NotRequired[list[Guard]]
    procs: NotRequired[list[Proc]]
    actions: NotRequired[list[Action]]
    windows: NotRequired[list[Window]]
    movements: NotRequired[list[Movement]]
    sights: NotRequired[list[Sight]]
    arcs: NotRequired[list[Arcs]]
    whenevers: NotRequired[list[Whenever]]
    endings: NotRequired[list[Ending]]
    missions: NotRequired[list[Mission]]


@model()
class Battle(TypedDict):
    """One battle: what its scenario adds to what all battles share."""

    scenario: Annotated[Name, Doc("The id of the scenario.")]
    title: TextKey
    main: Annotated[ProcName, Doc("The procedure that is the battle.")]
    preset: Annotated[dict[OptionName, Const], Doc("Options that this scenario fixes.")]
    map: NotRequired[Map]
    instances: Annotated[dict[KindName, list[Instance]], Doc("What takes part, by the kind that lists it; of other kinds nothing.")]
    piles: list[Pile]
    kinds: NotRequired[Annotated[list[Kind], Doc("Kinds, without instances, in place of those of `content`.")]]
    rules: NotRequired[OwnRules]


@model()
class Campaign(TypedDict):
    """The order of battles, and what goes from one to the next."""

    title: TextKey
    kept: Annotated[list[KeptField], Doc("In the order of the kinds and their fields.")]
    between: NotRequired[
        Annotated[ProcName, Doc("What runs after each battle; its parameters: who has won or absent, the number of the battle.")]
    ]
    battles: Annotated[list[Battle], Many(1)]
    cites: Cites


@model()
class CampaignDocument(TypedDict):
    """A campaign that can be played: nothing else is needed."""

    format: Literal["tankdsl/1"]
    document: Literal["campaign"]
    id: Name
    ruleset: Annotated[Name, Doc("The id of the rule set it belongs to.")]
    game: Annotated[GameHash, Doc("The hash of everything else in the document.")]
    campaign: Campaign
    content: Annotated[Content, Doc("Without map, instances, piles and presets: these each battle has of its own.")]
    rules: Rules
    text: Annotated[dict[Name, Text], Doc("Every string a player sees, by key.")]
