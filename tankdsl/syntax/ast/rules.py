"""Declarations of rules: values, tables, guards, effects, actions, cards, windows, triggers, endings."""

from __future__ import annotations

from tankdsl.syntax.ast.base import Cite, Ident, Node
from tankdsl.syntax.ast.expressions import Expr, Text
from tankdsl.syntax.ast.kinds import Declaration, Row
from tankdsl.syntax.ast.statements import Arm, Block
from tankdsl.syntax.ast.typeforms import TypeExpr


class Param(Node):
    """`by: Tank`, `group: some Tank`, `t: Tank in s.reserves`, `var bonus: int` (windows)."""

    name: Ident
    type: TypeExpr
    some: bool
    domain: Expr | None
    var: bool


class ValueRow(Node):
    """`[name:] expr ["text"] [when c]`, or `for each x in S { rows }` (then `rows` is set and `amount` is None)."""

    name: Ident | None
    amount: Expr | None
    label: Text | None
    condition: Expr | None
    var: Ident | None
    domain: Expr | None
    rows: tuple[ValueRow, ...]
    cites: tuple[Cite, ...]


class Value(Declaration):
    """`value f(x: T): R = expr` (combine is None) or `value f(x: T): R sum|max|min|every [clamp a..b] { rows }`"""

    params: tuple[Param, ...]
    type: TypeExpr | None
    body: Expr | None
    combine: str | None
    low: Expr | None
    high: Expr | None
    rows: tuple[ValueRow, ...]


class Table(Declaration):
    """Arms form: `table result(by: Tank, roll: 1..6) by roll { 6 => ... }`.  Grid form: header and rows; last header cell may be `gives`.

    `gives` type only for tables that yield a value (arms then hold a single Give).  `ordered`: what its author says of its outcomes.
    """

    params: tuple[Param, ...]
    gives: TypeExpr | None
    by: tuple[Ident, ...]
    arms: tuple[Arm, ...]
    header: tuple[Ident, ...]
    rows: tuple[Row, ...]
    ordered: Ordered | None = None


class Ordered(Node):
    """`ordered best|worst first [by high|low roll]`: in which order the outcomes stand, and which end of which parameter is the better."""

    best_first: bool
    low_is_better: bool
    roll: Ident | None


class Guard(Declaration):
    """`guard g(params) { require ... }`; placement=True for `placement g(thing, place) { ... }`."""

    params: tuple[Param, ...]
    body: Block
    placement: bool


class Effect(Declaration):
    """`effect e(params) [gives T] [harms t] { }`; harms: the parameters that it does harm to."""

    params: tuple[Param, ...]
    gives: TypeExpr | None
    body: Block
    harms: tuple[Ident, ...] = ()


class Action(Declaration):
    """`action a(params) [as s] { cost, limits, guards, then statements }`"""

    params: tuple[Param, ...]
    player: Ident | None
    body: Block


class Reaction(Declaration):
    """`reaction r in window_name [by expr] [as s] [with params] [when c] { ... }`: an action whose occasion is a window."""

    windows: tuple[Ident, ...]
    by: Expr | None
    player: Ident | None
    params: tuple[Param, ...]
    when: Expr | None
    body: Block


class PlayClause(Node):
    """`plays (in w1, w2 | anytime | as action) [by e] [as s] [with params] [when c] { body }` of a card."""

    windows: tuple[Ident, ...]
    anytime: bool
    as_action: bool
    by: Expr | None
    player: Ident | None
    params: tuple[Param, ...]
    when: Expr | None
    body: Block
    cites: tuple[Cite, ...]


class CardStat(Node):
    """`suit = blue`"""

    name: Ident
    value: Expr
    cites: tuple[Cite, ...]


class DrawClause(Node):
    """`on draw for v: Tank { }`: what a drawn card does (called by `resolve(card, v)`)."""

    var: Ident
    type: TypeExpr
    body: Block
    cites: tuple[Cite, ...]


class Card(Declaration):
    """`card deflect "Deflect" of MoraleCard [copies 2] { suit = blue; plays ... }`"""

    title: Text
    of: Ident
    copies: int
    stats: tuple[CardStat, ...]
    plays: tuple[PlayClause, ...]
    draws: tuple[DrawClause, ...]


class Mission(Declaration):
    """`mission kill_ace "Kill the ace" [copies 2] { met for s when expr }`"""

    title: Text
    copies: int
    var: Ident
    condition: Expr


class Window(Declaration):
    """`window before_roll(by: Tank, target: Tank, var dice: int) [closed]`; closed: what is played at any time is not played here."""

    params: tuple[Param, ...]
    closed: bool


class Whenever(Declaration):
    """`whenever spotting(a: Tank, b: Tank) [during battle] when c { }`"""

    params: tuple[Param, ...]
    during: Ident | None
    condition: Expr
    body: Block


class After(Declaration):
    """`after lose_plate(t: Tank) { }`; name.text is the effect (or step, arrival); params bind its arguments by position."""

    params: tuple[Param, ...]
    body: Block


class EndingRow(Node):
    """`[name:] win s ["why"] when c`, `[name:] draw when c`, `win most e, then most e [when c]`; outcome: "win", "draw", "most"."""

    name: Ident | None
    outcome: str
    who: Expr | None
    keys: tuple[Expr, ...]
    condition: Expr | None
    cites: tuple[Cite, ...]
    label: Text | None = None


class Ending(Declaration):
    """`ending goals [during battle] [at end of round] { [each s in sides from active] rows }`"""

    during: Ident | None
    at_end_of: Ident | None
    var: Ident | None
    domain: Expr | None
    rows: tuple[EndingRow, ...]
