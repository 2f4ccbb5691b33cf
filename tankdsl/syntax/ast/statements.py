"""Statements."""

from __future__ import annotations

from tankdsl.syntax.ast.base import Cite, Ident, Node
from tankdsl.syntax.ast.expressions import Expr, Pattern, Text
from tankdsl.syntax.ast.typeforms import TypeExpr


class Block(Node):
    """`{ ... }`"""

    statements: tuple[Stmt, ...]


class Statement(Node):
    """Common part of all statements."""

    cites: tuple[Cite, ...]


class Let(Statement):
    """`let x = e`"""

    name: Ident
    value: Expr


class Var(Statement):
    """`var x [: T] = e`"""

    name: Ident
    type: TypeExpr | None
    value: Expr


class Assign(Statement):
    """`target = e`, `+=`, `-=`; op as written.  Target: a Name, Field, Index or Call (`terrain(h) = rubble`)."""

    target: Expr
    op: str
    value: Expr


class Do(Statement):
    """A call as a statement."""

    call: Expr


class IfStmt(Statement):
    """`if c { } else if ... else { }`; `let` for `if let x = e`."""

    let: Ident | None
    condition: Expr
    then: Block
    orelse: Block | IfStmt | None


class Arm(Node):
    """`[name:] a, b ["text"] => statement-or-block [cites]`; empty patterns = otherwise."""

    name: Ident | None
    patterns: tuple[Pattern, ...]
    label: Text | None
    body: Block
    cites: tuple[Cite, ...]


class MatchStmt(Statement):
    """`match x { ... }`"""

    subject: Expr
    arms: tuple[Arm, ...]


class ForEach(Statement):
    """`for each x in S [where c] [clockwise from d] [lowest e first] [by choice of P] [newcomers too] { }`"""

    var: Ident
    domain: Expr
    where: Expr | None
    clockwise: Expr | None
    lowest: Expr | None
    chooser: Expr | None
    newcomers: bool
    body: Block


class Repeat(Statement):
    """`repeat at most n [until c] { }`"""

    most: Expr
    until: Expr | None
    body: Block


class Rounds(Statement):
    """`rounds [at most n] [until c] { }`: opens the scope `round` each time; without a bound the endings stop it."""

    most: Expr | None
    until: Expr | None
    body: Block


class EachTurn(Statement):
    """`each side s takes a turn [from x] { }`: opens the scope `turn of s`."""

    var: Ident
    start: Expr | None
    body: Block


class During(Statement):
    """`during phase [of s] { }`"""

    scope: Ident
    owner: Expr | None
    body: Block


class Alternate(Statement):
    """`alternate s from x until c { }`: sides in turn, starting at x, until c (tested before each)."""

    var: Ident
    start: Expr | None
    until: Expr
    body: Block


class Plays(Statement):
    """`s plays a, b, CardKind [with u] [for 2 actions] [once] [may pass] [until c]`"""

    who: Expr
    actions: tuple[Ident, ...]
    piece: Expr | None
    budget: Expr | None
    once: bool
    may_pass: bool
    until: Expr | None


class Choose(Statement):
    """`choose x from S [where c] (by s | at random) ["prompt"] [optional] [{ } [else { }]]`"""

    name: Ident
    domain: Expr
    where: Expr | None
    chooser: Expr | None
    at_random: bool
    optional: bool
    prompt: Text | None
    body: Block | None
    orelse: Block | None


class Ask(Statement):
    """`ask s "text" { } [else { }]`"""

    who: Expr
    prompt: Text
    body: Block
    orelse: Block | None


class Plot(Statement):
    """`plot route for u using movement [within budget] [by s] ["prompt"] [optional]`: the player traces a path."""

    name: Ident
    unit: Expr
    movement: Ident
    budget: Expr | None
    chooser: Expr | None
    optional: bool
    prompt: Text | None


class Roll(Statement):
    """`roll p = n d6 [each bonus] [clamp a..b] [by owner]`; sides of the die; count is Int for `2d6`."""

    name: Ident
    count: Expr
    sides: int
    bonus: Expr | None
    low: Expr | None
    high: Expr | None
    owner: Expr | None


class Reroll(Statement):
    """`reroll p`, `reroll p where die >= 5` (binds `die`), `reroll d` (a chosen die)."""

    target: Expr
    where: Expr | None


class Draw(Statement):
    """`draw [c] from pile [into pile]`"""

    name: Ident | None
    pile: Expr
    into: Expr | None


class Shuffle(Statement):
    """`shuffle pile [into other]`: with `into`, all of it is put into the other, which is shuffled."""

    pile: Expr
    into: Expr | None


class Put(Statement):
    """`put x at place` / `put x into pile [on top | at bottom]`; where is "at", "into", "on top", "at bottom"."""

    thing: Expr
    where: str
    target: Expr


class Remove(Statement):
    """`remove x`: off the map for good."""

    thing: Expr


class Go(Statement):
    """`go u along route [{ at each step }]`"""

    unit: Expr
    route: Expr
    body: Block | None


class Asked(Node):
    """One member of a window's asks: a side or `each w in units` (its side decides, it is the responder `by`)."""

    var: Ident | None
    who: Expr


class OpenWindow(Statement):
    """`window before_roll(by, target, dice) asks by.side, then target.side`"""

    name: Ident
    args: tuple[Expr, ...]
    asks: tuple[Asked, ...]


class Reveal(Statement):
    """`reveal x.f to s` / `to everyone`"""

    what: Expr
    to: Expr


class Stop(Statement):
    """`stop`, `stop if c`, `stop unless c`; word is "", "if", "unless"."""

    word: str
    condition: Expr | None


class Give(Statement):
    """`give e`"""

    value: Expr


class Nothing(Statement):
    """`nothing`"""


class Otherwise(Statement):
    """`otherwise` inside a `replace`: what the replaced declaration did."""


class Limit(Statement):
    """`once per a, b per [own] turn ["reason"] [{ body }]`, `at most 2 per a per turn`; keys may be empty (`once per turn`).

    The last `per` names the scope (`turn`, `round`, `game`, a `during` or a sequence), those before it the keys.
    """

    most: int
    keys: tuple[Expr, ...]
    own: bool
    scope: Ident
    reason: Text | None
    body: Block | None


class Cost(Statement):
    """`cost e`"""

    amount: Expr


class Require(Statement):
    """`require e "reason"`, `require let x = optional "reason"`"""

    let: Ident | None
    condition: Expr
    reason: Text | None


class Together(Statement):
    """`together { }`: one event; endings and `whenever` look when all of it is done."""

    body: Block


class Sealed(Statement):
    """`sealed { choose ... by a; choose ... by b }`: asked at the same time, shown together."""

    choices: tuple[Choose, ...]


Stmt = (
    Let
    | Var
    | Assign
    | Do
    | IfStmt
    | MatchStmt
    | ForEach
    | Repeat
    | Rounds
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
    | Put
    | Remove
    | Go
    | OpenWindow
    | Reveal
    | Stop
    | Give
    | Nothing
    | Otherwise
    | Limit
    | Cost
    | Require
    | Together
    | Sealed
)
