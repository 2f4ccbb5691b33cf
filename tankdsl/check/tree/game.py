"""Declarations after checking: windows, movement, sight, triggers, endings, options, maps and scenarios."""

from __future__ import annotations

from typing import Any

from tankdsl.check.tree.declarations import ParamDef
from tankdsl.check.tree.expressions import Core, Local, Reason
from tankdsl.check.tree.statements import AnyStmt
from tankdsl.check.types import Type
from tankdsl.source import Span
from tankdsl.syntax.node import NodeBase


class WindowDef(NodeBase):
    """A moment at which sides may react."""

    id: str
    params: tuple[tuple[str, Type, bool], ...]
    closed: bool
    cites: tuple[str, ...]
    span: Span


class MoveRule(NodeBase):
    """word: budget cost bonus never stops passes first."""

    word: str
    amount: Core | None
    condition: Core | None
    reason: Reason | None
    label: str
    cites: tuple[str, ...]
    span: Span


class MovementDef(NodeBase):
    """How pieces of a kind move: conditions and costs of a step."""

    id: str
    kind: str
    unit: Local
    origin: Local
    target: Local
    path: Local
    rules: tuple[MoveRule, ...]
    cites: tuple[str, ...]
    span: Span


class SightRule(NodeBase):
    """A row that says what blocks.

    where: "at" (`places`: a hex, or an area of a table), "across" (the nearer and the farther hex of a side), "along" (the left and the
    right one), "between" (no places: it is asked of the ends only).
    """

    where: str
    places: tuple[Local, ...]
    ends: tuple[Local, Local]
    condition: Core
    text: str
    cites: tuple[str, ...]
    span: Span


class SightDef(NodeBase):
    """`tie` is a policy name, or (option id, {member: policy}); `cites` those of all its lines."""

    id: str
    rows: tuple[SightRule, ...]
    tie: str | tuple[str, dict[str, str]]
    off_map_blocks: bool
    cites: tuple[str, ...]
    span: Span


class ArcsDef(NodeBase):
    """`parts`: directions 0..5 of a hex or ranges of degrees (low, high), both clockwise from the facing."""

    id: str
    kind: str
    facing: str
    parts: tuple[tuple[str, tuple[int, ...] | tuple[tuple[int, int], ...]], ...]
    border: str
    enum: str
    span: Span

    @property
    def in_degrees(self) -> bool:
        """Whether the parts are ranges of degrees."""
        return any(isinstance(each, tuple) for _, of in self.parts for each in of)


class WheneverDef(NodeBase):
    """What happens by itself while its condition holds."""

    id: str
    params: tuple[ParamDef, ...]
    during: str | None
    condition: Core
    body: tuple[AnyStmt, ...]
    cites: tuple[str, ...]
    span: Span


class EndingDef(NodeBase):
    """One row of an ending.  outcome: ("win", side) / ("draw",) / ("most", keys...) with `candidate` the side in the keys."""

    id: str
    during: str | None
    at_end_of: str | None
    each: Local | None
    domain: Core | None
    condition: Core
    outcome: tuple[Any, ...]
    candidate: Local | None
    cites: tuple[str, ...]
    span: Span
    text: str = ""
    """Why the game is over, in words for players."""


class MissionDef(NodeBase):
    """A condition for the side that holds it."""

    id: str
    name: str
    copies: int
    side: Local
    met: Core
    cites: tuple[str, ...]
    span: Span


class OptionDef(NodeBase):
    """What the players may set before the game."""

    id: str
    title: str
    sort: str
    low: int
    high: int
    values: tuple[str, ...]
    default: int | bool | str
    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    cites: tuple[str, ...]
    span: Span


class LayoutDef(NodeBase):
    """A joined map, `ground` is the GroundMap; `places`/`zones` named by the designer (indexes)."""

    id: str
    title: str
    ground: object
    names: dict[str, int]
    zones: dict[str, tuple[int, ...]]
    cites: tuple[str, ...]
    span: Span


class TableDef(NodeBase):
    """A table without a grid, in hundredths, with the points that have names and the areas that its layout lists."""

    id: str
    title: str
    width: int
    height: int
    names: dict[str, tuple[int, int]]
    areas: tuple[str, ...]
    cites: tuple[str, ...]
    span: Span


class InstanceDef(NodeBase):
    """A piece or card in a scenario; `pile` (id), `at` (place index) or on a table `point` (in hundredths) say where it starts."""

    id: str
    kind: str
    model: str
    name: str
    side: str | None
    at: int | None
    pile: str | None
    fields: dict[str, Core]
    span: Span | None = None
    point: tuple[int, int] | None = None
    misplaced: bool = False
    """The scenario names a place for it that is none, which is reported; it stands nowhere."""


class ScenarioDef(NodeBase):
    """A game that can be played: map, things, options, start."""

    id: str
    title: str
    layout: str | None
    instances: tuple[InstanceDef, ...]
    presets: dict[str, int | bool | str]
    game_fields: dict[str, Core]
    start: str
    cites: tuple[str, ...]
    span: Span
    claims: tuple[tuple[str, Span], ...] = ()
    """What its author says of it (`symmetric`, `fair`), with where that is said."""

    def claimed(self, claim: str) -> Span | None:
        """Where the author says something of it; None when that is not said."""
        return dict(self.claims).get(claim)


class CampaignDef(NodeBase):
    """Scenarios in order; `between` runs after each but the last and may read the locals `winner` (optional side) and `number` (from 1)."""

    id: str
    title: str
    battles: tuple[str, ...]
    winner: Local
    number: Local
    between: tuple[AnyStmt, ...]
    cites: tuple[str, ...]
    span: Span
