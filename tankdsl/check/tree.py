"""The typed tree: the whole game after names and types are settled, before it is flattened into the compiled form.

Expressions use the operators of the compiled form one to one (`Core("distance", (a, b), ...)`), so that lowering is a rename of locals to
slots.  Statements stay structured: the static checks need loops and branches, and only lowering turns them into jumps.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from tankdsl.check.types import Type
from tankdsl.source import Span
from tankdsl.syntax import ast


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A local variable or parameter; lowering gives it a slot.  Compared by identity."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True, eq=False)
class Core:
    """A typed expression: an operator of the compiled form and its arguments (Core, Local, str, int, bool, or nested tuples of these)."""

    op: str
    args: tuple
    type: Type
    span: Span


# Literals are Core("int", (5,)) and Core("bool", (True,)); everything else has the operator's name in the compiled form.


@dataclass(frozen=True, slots=True, eq=False)
class Reason:
    """Why something is refused: a stable id within its declaration, the text, and the rules it rests on."""

    rid: str
    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Demand:
    """A conjunct: `condition` must hold."""

    condition: Core
    reason: Reason
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class DemandLet:
    """A conjunct: the optional `value` must be present and is bound to `local`."""

    local: Local
    value: Core
    reason: Reason
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class DemandGuard:
    """A conjunct: the named guard must hold for the arguments."""

    guard: str
    args: tuple[Core, ...]
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class DemandEach:
    """A conjunct: the inner ones must hold for each element."""

    local: Local
    domain: Core
    demands: tuple["Conjunct", ...]
    span: Span


Conjunct = Union[Demand, DemandLet, DemandGuard, DemandEach]


# ----------------------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True, eq=False)
class Stmt:
    """A typed statement."""

    span: Span
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SetLocal(Stmt):
    local: Local
    value: Core


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Stmt):
    """`entity.field = value` (kind declares the field)."""

    kind: str
    field: str
    entity: Core
    value: Core


@dataclass(frozen=True, slots=True, eq=False)
class SetTerrain(Stmt):
    place: Core
    terrain: Core


@dataclass(frozen=True, slots=True, eq=False)
class CallProc(Stmt):
    """Call of an effect, table or sequence; `results` are locals that take what it gives."""

    proc: str
    args: tuple[Core, ...]
    results: tuple[Local, ...]


@dataclass(frozen=True, slots=True, eq=False)
class IfElse(Stmt):
    """`binding` is the local of `if let` (then `condition` is the optional value)."""

    binding: Local | None
    condition: Core
    then: tuple["AnyStmt", ...]
    orelse: tuple["AnyStmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Loop(Stmt):
    """For each element of `domain` (fixed at the start; `where` tested again at each element's turn; removed pieces skipped).

    `lowest` orders by that key (uses `local`); `chooser` lets a side pick the order; `newcomers` makes it a queue.
    """

    local: Local
    domain: Core
    where: Core | None
    lowest: Core | None
    chooser: Core | None
    newcomers: bool
    body: tuple["AnyStmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Stmt):
    """At most `most` times, until `until` holds (tested before each).  `most` None: without a bound (rounds)."""

    most: Core | None
    until: Core | None
    scope: str | None
    body: tuple["AnyStmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class EachTurn(Stmt):
    """Each side in turn, from `start`, in the owned scope `turn`."""

    local: Local
    start: Core | None
    body: tuple["AnyStmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class During(Stmt):
    scope: str
    owner: Core | None
    body: tuple["AnyStmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Alternate(Stmt):
    """Sides in turn from `start` until `until` (tested before each); opens the owned scope `alternation`, so `active` is the side."""

    local: Local
    start: Core | None
    until: Core
    body: tuple["AnyStmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Plays(Stmt):
    """A play loop. `piece` fixes the first parameter of the actions."""

    who: Core
    actions: tuple[str, ...]
    piece: Core | None
    budget: Core | None
    once: bool
    may_pass: bool
    until: Core | None


@dataclass(frozen=True, slots=True, eq=False)
class Choose(Stmt):
    """`local` takes the choice (optional type when it can be absent). `candidate` is bound in `where`. chooser None: at random."""

    local: Local
    candidate: Local
    domain: Core
    where: Core | None
    chooser: Core | None
    optional: bool
    prompt: str
    then: tuple["AnyStmt", ...] | None
    orelse: tuple["AnyStmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ask(Stmt):
    who: Core
    prompt: str
    then: tuple["AnyStmt", ...]
    orelse: tuple["AnyStmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Plot(Stmt):
    local: Local
    unit: Core
    movement: str
    budget: Core | None
    chooser: Core
    optional: bool
    prompt: str


@dataclass(frozen=True, slots=True, eq=False)
class Roll(Stmt):
    local: Local
    count: Core
    sides: int
    bonus: Core | None
    low: Core | None
    high: Core | None
    owner: Core | None


@dataclass(frozen=True, slots=True, eq=False)
class Reroll(Stmt):
    """All dice of `pool` for which `where` holds (`die` bound), or the one `index`."""

    pool: Local
    die: Local | None
    where: Core | None
    index: Core | None


@dataclass(frozen=True, slots=True, eq=False)
class Draw(Stmt):
    """Draw the top of `pile` into `local` (optional) and, if `into` is given, put it there."""

    local: Local
    pile: Core
    into: Core | None


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle(Stmt):
    pile: Core


@dataclass(frozen=True, slots=True, eq=False)
class Pour(Stmt):
    """All of `source` into `target`, on top, order kept."""

    source: Core
    target: Core


@dataclass(frozen=True, slots=True, eq=False)
class MoveThing(Stmt):
    """Put a thing into a pile; end is "top" or "bottom"."""

    thing: Core
    pile: Core
    end: str


@dataclass(frozen=True, slots=True, eq=False)
class PlaceThing(Stmt):
    thing: Core
    place: Core


@dataclass(frozen=True, slots=True, eq=False)
class RemoveThing(Stmt):
    thing: Core


@dataclass(frozen=True, slots=True, eq=False)
class Go(Stmt):
    """Step along a path: at each place the piece is put there, `body` runs, a settle point follows; ends early if the piece is gone."""

    unit: Core
    route: Core
    body: tuple["AnyStmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A side (local None), or each element of a set, whose side decides."""

    local: Local | None
    who: Core


@dataclass(frozen=True, slots=True, eq=False)
class OpenWindow(Stmt):
    """`args` in parameter order; `changes` are the locals written back for the window's `var` parameters, in order."""

    window: str
    args: tuple[Core, ...]
    changes: tuple[Local, ...]
    asks: tuple[Asked, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Reveal(Stmt):
    kind: str
    field: str
    entity: Core
    to: Core | None


@dataclass(frozen=True, slots=True, eq=False)
class Stop(Stmt):
    """Return from the procedure when `condition` holds (None: always)."""

    condition: Core | None


@dataclass(frozen=True, slots=True, eq=False)
class Give(Stmt):
    value: Core


@dataclass(frozen=True, slots=True, eq=False)
class Once(Stmt):
    """Body runs if the counter (limit id, keys) of the scope instance is below `most`; counts then."""

    limit: "Limit"
    body: tuple["AnyStmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Together(Stmt):
    body: tuple["AnyStmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sealed(Stmt):
    choices: tuple[Choose, ...]


AnyStmt = Union[
    SetLocal, Assign, SetTerrain, CallProc, IfElse, Loop, Repeat, EachTurn, During, Alternate, Plays, Choose, Ask, Plot, Roll, Reroll, Draw,
    Shuffle, Pour, MoveThing, PlaceThing, RemoveThing, Go, OpenWindow, Reveal, Stop, Give, Once, Together, Sealed,
]


# --------------------------------------------------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """At most `most` per keys and instance of the scope ("game" for ever; own: instances owned by the acting side)."""

    id: str
    most: int
    keys: tuple[Core, ...]
    scope: str
    own: bool
    reason: Reason | None


@dataclass(frozen=True, slots=True, eq=False)
class Lifetime:
    edge: str
    scope: str
    own: bool
    nth: int


@dataclass(frozen=True, slots=True, eq=False)
class FieldDef:
    """A stat, state or track.  Expressions may use `this` (the instance) and, in `visible`, `viewer` (a side)."""

    id: str
    role: str
    type: Type
    default: Core | None
    low: Core | None
    high: Core | None
    visible: Core | None
    lifetime: Lifetime | None
    kept: bool
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ModelDef:
    id: str
    name: str
    side: str | None
    stats: dict[str, Core]
    copies: int
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class KindDef:
    """`this`/`viewer` are the locals that its expressions use."""

    id: str
    category: str
    parent: str | None
    this: Local
    viewer: Local
    fields: tuple[FieldDef, ...]
    models: tuple[ModelDef, ...]
    identity: Core | None
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class PileDef:
    """`field` piles exist once per side ("hand" of each).  `deck`: starts with all shared things of its kind."""

    id: str
    of: str
    per_side: bool
    ordered: bool
    deck: bool
    owner: Local
    viewer: Local
    visible: Core | None
    holds: int | None
    refill: tuple[AnyStmt, ...] | None
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ValueDef:
    id: str
    params: tuple[Local, ...]
    body: Core
    gives: Type
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class GuardDef:
    id: str
    params: tuple[Local, ...]
    demands: tuple[Conjunct, ...]
    placement: bool
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ProcDef:
    """An effect, a table's effect, a sequence, an action's body.  origin: "effect", "table", "sequence", "action", "card", "option", ..."""

    id: str
    name: str
    origin: str
    params: tuple[Local, ...]
    results: tuple[Type, ...]
    gives_locals: tuple[Local, ...]
    body: tuple[AnyStmt, ...]
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ParamDef:
    local: Local
    some: bool
    domain: Core


@dataclass(frozen=True, slots=True, eq=False)
class ActionDef:
    """One way to play something.  `me` is the acting side; `inherited` the window's parameters; `changes` those it may change.

    `kind_guards`/`kind_limits` come from the card kind's `to play`.  `card` = (kind, model, pile field), bound to `self_local`.
    """

    id: str
    name: str
    text: str
    me: Local
    inherited: tuple[Local, ...]
    changes: tuple[Local, ...]
    card: tuple[str, str, str] | None
    self_local: Local | None
    as_action: bool
    anytime: bool
    windows: tuple[str, ...]
    by: Core | None
    params: tuple[ParamDef, ...]
    first_guards: tuple[Conjunct, ...]
    guards: tuple[Conjunct, ...]
    limits: tuple[Limit, ...]
    cost: Core | None
    body: tuple[AnyStmt, ...]
    after: tuple[AnyStmt, ...] | None
    after_me: Local | None
    after_self: Local | None
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class WindowDef:
    id: str
    params: tuple[tuple[str, Type, bool], ...]
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class MoveRule:
    """word: budget cost bonus never stops passes first."""

    word: str
    amount: Core | None
    condition: Core | None
    reason: Reason | None
    label: str
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class MovementDef:
    id: str
    kind: str
    unit: Local
    origin: Local
    target: Local
    path: Local
    rules: tuple[MoveRule, ...]
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class SightDef:
    """`tie` is a policy name, or (option id, {member: policy})."""

    id: str
    between: Local
    ends: tuple[Local, Local]
    blocks: Core
    tie: str | tuple[str, dict[str, str]]
    off_map_blocks: bool
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class ArcsDef:
    id: str
    kind: str
    facing: str
    parts: tuple[tuple[str, tuple[int, ...]], ...]
    border: str
    enum: str
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class WheneverDef:
    id: str
    params: tuple[ParamDef, ...]
    during: str | None
    condition: Core
    body: tuple[AnyStmt, ...]
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class EndingDef:
    """One row of an ending.  outcome: ("win", side) / ("draw",) / ("most", keys...) with `candidate` the side in the keys."""

    id: str
    during: str | None
    at_end_of: str | None
    each: Local | None
    domain: Core | None
    condition: Core
    outcome: tuple
    candidate: Local | None
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class MissionDef:
    id: str
    name: str
    copies: int
    side: Local
    met: Core
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class OptionDef:
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


@dataclass(frozen=True, slots=True, eq=False)
class LayoutDef:
    """A joined map, `ground` is the GroundMap; `places`/`zones` named by the designer (indexes)."""

    id: str
    title: str
    ground: object
    names: dict[str, int]
    zones: dict[str, tuple[int, ...]]
    cites: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class InstanceDef:
    """A piece or card in a scenario; `pile` (id) or `at` (place index) say where it starts."""

    id: str
    kind: str
    model: str
    name: str
    side: str | None
    at: int | None
    pile: str | None
    fields: dict[str, Core]
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ScenarioDef:
    id: str
    title: str
    layout: str | None
    instances: tuple[InstanceDef, ...]
    presets: dict[str, int | bool | str]
    game_fields: dict[str, Core]
    start: str
    cites: tuple[str, ...]
    span: Span


@dataclass(slots=True)
class Program:
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
    scenarios: dict[str, ScenarioDef] = field(default_factory=dict)
    tests: list[object] = field(default_factory=list)
    declarations: tuple[ast.Decl, ...] = ()
