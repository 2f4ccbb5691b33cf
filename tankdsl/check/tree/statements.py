"""Typed statements: still structured, so that the static checks see loops and branches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tankdsl.check.tree.expressions import Core, Local
from tankdsl.source import Span
from tankdsl.syntax.node import NodeBase

if TYPE_CHECKING:
    from tankdsl.check.tree.declarations import Limit


class Stmt(NodeBase):
    """A typed statement."""

    span: Span
    cites: tuple[str, ...]


class SetLocal(Stmt):
    """A local takes a value."""

    local: Local
    value: Core


class Assign(Stmt):
    """`entity.field = value` (kind declares the field)."""

    kind: str
    field: str
    entity: Core
    value: Core


class SetTerrain(Stmt):
    """The terrain of a place changes."""

    place: Core
    terrain: Core


class CallProc(Stmt):
    """Call of an effect, table or sequence; `results` are locals that take what it gives."""

    proc: str
    args: tuple[Core, ...]
    results: tuple[Local, ...]


class IfElse(Stmt):
    """`binding` is the local of `if let` (then `condition` is the optional value)."""

    binding: Local | None
    condition: Core
    then: tuple[AnyStmt, ...]
    orelse: tuple[AnyStmt, ...]


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
    body: tuple[AnyStmt, ...]


class Repeat(Stmt):
    """At most `most` times, until `until` holds (tested before each).  `most` None: without a bound (rounds)."""

    most: Core | None
    until: Core | None
    scope: str | None
    body: tuple[AnyStmt, ...]


class EachTurn(Stmt):
    """Each side in turn, from `start`, in the owned scope `turn`."""

    local: Local
    start: Core | None
    body: tuple[AnyStmt, ...]


class During(Stmt):
    """A scope around a block."""

    scope: str
    owner: Core | None
    body: tuple[AnyStmt, ...]


class Alternate(Stmt):
    """Sides in turn from `start` until `until` (tested before each); opens the owned scope `alternation`, so `active` is the side."""

    local: Local
    start: Core | None
    until: Core
    body: tuple[AnyStmt, ...]


class Plays(Stmt):
    """A play loop. `piece` fixes the first parameter of the actions."""

    who: Core
    actions: tuple[str, ...]
    piece: Core | None
    budget: Core | None
    once: bool
    may_pass: bool
    until: Core | None


class Choose(Stmt):
    """`local` takes the choice (optional type when it can be absent). `candidate` is bound in `where`. chooser None: at random."""

    local: Local
    candidate: Local
    domain: Core
    where: Core | None
    chooser: Core | None
    optional: bool
    prompt: str
    then: tuple[AnyStmt, ...] | None
    orelse: tuple[AnyStmt, ...]


class Ask(Stmt):
    """A side says yes or no."""

    who: Core
    prompt: str
    then: tuple[AnyStmt, ...]
    orelse: tuple[AnyStmt, ...]


class Plot(Stmt):
    """A side traces a path."""

    local: Local
    unit: Core
    movement: str
    budget: Core | None
    chooser: Core
    optional: bool
    prompt: str


class Roll(Stmt):
    """Dice are rolled into a pool."""

    local: Local
    count: Core
    sides: int
    bonus: Core | None
    low: Core | None
    high: Core | None
    owner: Core | None


class Reroll(Stmt):
    """All dice of `pool` for which `where` holds (`die` bound), or the one `index`."""

    pool: Local
    die: Local | None
    where: Core | None
    index: Core | None


class Draw(Stmt):
    """Draw the top of `pile` into `local` (optional) and, if `into` is given, put it there."""

    local: Local
    pile: Core
    into: Core | None


class Shuffle(Stmt):
    """The order of a pile is left to chance."""

    pile: Core


class Pour(Stmt):
    """All of `source` into `target`, on top, order kept."""

    source: Core
    target: Core


class MoveThing(Stmt):
    """Put a thing into a pile; end is "top" or "bottom"."""

    thing: Core
    pile: Core
    end: str


class PlaceThing(Stmt):
    """A piece is put on a place."""

    thing: Core
    place: Core


class RemoveThing(Stmt):
    """A piece is taken off for good."""

    thing: Core


class Go(Stmt):
    """Step along a path: at each place the piece is put there, `body` runs, a settle point follows; ends early if the piece is gone."""

    unit: Core
    route: Core
    body: tuple[AnyStmt, ...]


class Asked(NodeBase):
    """A side (local None), or each element of a set, whose side decides."""

    local: Local | None
    who: Core


class OpenWindow(Stmt):
    """`args` in parameter order; `changes` are the locals written back for the window's `var` parameters, in order."""

    window: str
    args: tuple[Core, ...]
    changes: tuple[Local, ...]
    asks: tuple[Asked, ...]


class Reveal(Stmt):
    """A hidden state is shown."""

    kind: str
    field: str
    entity: Core
    to: Core | None


class Tell(Stmt):
    """Players are told that a row has been reached. `key` is its name, if it has one; `shown` are what `{name}` in the text stands for."""

    key: str
    text: str
    shown: tuple[Local, ...]


class Stop(Stmt):
    """Return from the procedure when `condition` holds (None: always)."""

    condition: Core | None


class Give(Stmt):
    """An effect ends with a value."""

    value: Core


class Once(Stmt):
    """Body runs if the counter (limit id, keys) of the scope instance is below `most`; counts then."""

    limit: Limit
    body: tuple[AnyStmt, ...]


class Together(Stmt):
    """One event: triggers and endings look when all of it is done."""

    body: tuple[AnyStmt, ...]


class Sealed(Stmt):
    """Choices that are made at the same time."""

    choices: tuple[Choose, ...]


AnyStmt = (
    SetLocal
    | Assign
    | SetTerrain
    | CallProc
    | IfElse
    | Loop
    | Repeat
    | EachTurn
    | During
    | Alternate
    | Plays
    | Choose
    | Ask
    | Plot
    | Roll
    | Reroll
    | Draw
    | Shuffle
    | Pour
    | MoveThing
    | PlaceThing
    | RemoveThing
    | Go
    | OpenWindow
    | Reveal
    | Tell
    | Stop
    | Give
    | Once
    | Together
    | Sealed
)
