"""A whole file."""

from __future__ import annotations

from tankdsl.syntax.ast.base import Node
from tankdsl.syntax.ast.ground import Board, Layout
from tankdsl.syntax.ast.kinds import Enum, Kind, Measure, Pile, Ruleset, Things, Use
from tankdsl.syntax.ast.rules import Action, After, Card, Effect, Ending, Guard, Mission, Reaction, Table, Value, Whenever, Window
from tankdsl.syntax.ast.scenarios import Campaign, Roster, Scenario
from tankdsl.syntax.ast.tests import Test
from tankdsl.syntax.ast.ways import Arcs, Movement, Option, Sequence, Sight, Variant

Decl = (
    Use
    | Ruleset
    | Variant
    | Enum
    | Measure
    | Kind
    | Things
    | Pile
    | Value
    | Table
    | Guard
    | Effect
    | Action
    | Reaction
    | Card
    | Mission
    | Window
    | Whenever
    | After
    | Ending
    | Movement
    | Sight
    | Arcs
    | Option
    | Sequence
    | Board
    | Layout
    | Roster
    | Scenario
    | Campaign
    | Test
)


class Comment(Node):
    """A `#` comment, for the formatter; text includes the `#`."""

    text: str


class Module(Node):
    """One file: declarations in order, and all comments."""

    declarations: tuple[Decl, ...]
    comments: tuple[Comment, ...] = ()
