"""The whole pack after checking."""

from __future__ import annotations

from tankdsl.check.tree.declarations import ActionDef, GuardDef, KindDef, PileDef, ProcDef, ValueDef
from tankdsl.check.tree.game import (
    ArcsDef,
    CampaignDef,
    EndingDef,
    LayoutDef,
    MissionDef,
    MovementDef,
    OptionDef,
    ScenarioDef,
    SightDef,
    TableDef,
    WheneverDef,
    WindowDef,
)
from tankdsl.state import State, field
from tankdsl.syntax import ast


class Program(State):
    """A pack after checking: everything by id, in declaration order of the sorted files."""

    id: str = ""
    title: str = ""
    sides: tuple[tuple[str, str], ...] = ()
    space: tuple[str, ...] = ()
    main: str = ""
    enums: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    measures: dict[str, tuple[str, str]] = field(default_factory=dict)
    kinds: dict[str, KindDef] = field(default_factory=dict)
    piles: dict[str, PileDef] = field(default_factory=dict)
    values: dict[str, ValueDef] = field(default_factory=dict)
    guards: dict[str, GuardDef] = field(default_factory=dict)
    procs: dict[str, ProcDef] = field(default_factory=dict)
    actions: dict[str, ActionDef] = field(default_factory=dict)
    windows: dict[str, WindowDef] = field(default_factory=dict)
    movements: dict[str, MovementDef] = field(default_factory=dict)
    sights: dict[str, SightDef] = field(default_factory=dict)
    arcs: dict[str, ArcsDef] = field(default_factory=dict)
    whenevers: dict[str, WheneverDef] = field(default_factory=dict)
    endings: list[EndingDef] = field(default_factory=list)
    missions: dict[str, MissionDef] = field(default_factory=dict)
    options: dict[str, OptionDef] = field(default_factory=dict)
    scopes: tuple[str, ...] = ()
    sequences: tuple[str, ...] = ()
    layouts: dict[str, LayoutDef] = field(default_factory=dict)
    tables: dict[str, TableDef] = field(default_factory=dict)
    scenarios: dict[str, ScenarioDef] = field(default_factory=dict)
    campaigns: dict[str, CampaignDef] = field(default_factory=dict)
    asks_columns: bool = False
    """Whether a rule asks for the column of a place; maps hold these numbers only then."""
    tests: list[object] = field(default_factory=list)
    declarations: tuple[ast.Decl, ...] = ()
