"""Typed tests: what is set up, what is put in, what must come out."""

from __future__ import annotations

from tankdsl.check.tree import Core, Local
from tankdsl.source import Span
from tankdsl.state import State, field
from tankdsl.syntax.node import NodeBase


class SetField(NodeBase):
    """A state of a thing at the start; `at` and `removed` too."""

    kind: str
    field: str
    entity: Core
    value: Core


class SetPile(NodeBase):
    """What lies in a pile at the start, top first: ids of things.  A deck keeps its other cards below these."""

    pile: str
    things: tuple[str, ...]
    keep_rest: bool


class SetTerrain(NodeBase):
    """The terrain of a place changes."""

    place: Core
    terrain: Core


Setting = SetField | SetPile | SetTerrain


class Put(NodeBase):
    """Something played: the action's or card's name and its arguments (each one value, or the members of a group or path)."""

    span: Span
    side: str | None
    name: str
    args: tuple[tuple[Core, ...], ...]


class Line(NodeBase):
    """One line of a script. word: dice, draws, along, picks, passes, answers, plays, refuse, expect."""

    span: Span
    word: str
    side: str | None
    values: tuple[Core, ...] = ()
    put: Put | None = None
    refusal: Refused | None = None
    expectation: Expected | None = None


class Start(NodeBase):
    """The case begins at a sequence."""

    span: Span
    sequence: str
    script: tuple[Line, ...]


class Do(NodeBase):
    """Something is played."""

    span: Span
    put: Put
    script: tuple[Line, ...]


class Pass(NodeBase):
    """A side passes."""

    span: Span
    side: str
    script: tuple[Line, ...]


class Refused(NodeBase):
    """`put` (or the picks, or passing) must be refused; the reasons are texts or ids, the first is the one reported."""

    span: Span
    put: Put | None
    passing: str | None
    picks: tuple[Core, ...]
    side: str | None
    script: tuple[Line, ...]
    reasons: tuple[str, ...]


class Sight(NodeBase):
    """A `sees(side, thing.field)` or `sees(side, pile)` inside an expectation: `answer` takes its result.

    For a pile, `field` is its name and `entity` the side that owns it (None when nobody does).
    """

    answer: Local
    side: Core
    kind: str
    field: str
    entity: Core | None
    is_pile: bool = False


class Expected(NodeBase):
    """A condition on the state; `over`, `winner` and (in a campaign) `battle` are locals that take how the game stands."""

    span: Span
    condition: Core
    over: Local
    winner: Local
    battle: Local
    sights: tuple[Sight, ...]


class ExpectedFinding(NodeBase):
    """The pack (its scenario) has a finding of this name."""

    span: Span
    name: str


class Branch(State):
    """A case: what is set up and done in it, after what stands before it; inner cases branch off where they stand."""

    name: str
    title: str
    span: Span
    cites: tuple[str, ...]
    settings: list[Setting] = field(default_factory=list)
    options: dict[str, int | bool | str] = field(default_factory=dict)
    steps: list[Step | Branch] = field(default_factory=list)


Step = Start | Do | Pass | Refused | Expected | ExpectedFinding


class TestDef(NodeBase):
    """A test, or one row of it."""

    title: str
    row: int | None
    scenario: str
    campaign: str
    """The campaign that is played, `scenario` being its battle to begin with; empty where the scenario is played alone."""
    cites: tuple[str, ...]
    span: Span
    root: Branch
