"""The abstract syntax tree: what the designer wrote, with exact spans, before any name is looked up.

One class per construct, named as its grammar rule in CamelCase.  Nodes are immutable and compared by identity, so that later phases can
hang facts on them.  Every node carries `span` (its source text, exactly) and the nodes that a rule reference can attach to carry `cites`.
Nothing here knows Lark; nothing here knows types.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from tankdsl.source import Span


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Anything with a place in the source."""

    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Ident(Node):
    """A name as written (snake_case or CamelCase), or a dotted instance id in tests (`german.base`)."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Cite(Node):
    """A rule reference `@TC-042` or a range `@TC-021..TC-026`: prefix, first and last number (equal when single), as written.

    `letter` is "C" for cases (`@TC-C08`), else "".
    """

    prefix: str
    letter: str
    first: int
    last: int

    def ids(self) -> tuple[str, ...]:
        """The single rule ids, in order (`TC-021`, `TC-022`, ...)."""
        width = 2 if self.letter else 3
        return tuple(f"{self.prefix}-{self.letter}{n:0{width}d}" for n in range(self.first, self.last + 1))


# ---------------------------------------------------------------------------------------------------------------- types


@dataclass(frozen=True, slots=True, eq=False)
class TypeName(Node):
    """`Tank`, `bool`, `int`, `hexes`, `place`, `direction`, `text`, `dice`, `path`, `Side`."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class RangeType(Node):
    """`0..4`, `0..armour`, `1..6 hexes`: bounds are ints or names of stats; `measure` is the unit's name or None."""

    low: int
    high: Union[int, Ident]
    measure: Ident | None


@dataclass(frozen=True, slots=True, eq=False)
class OptionalType(Node):
    """`T?`"""

    of: "TypeExpr"


@dataclass(frozen=True, slots=True, eq=False)
class SetType(Node):
    """`set of T`"""

    of: "TypeExpr"


TypeExpr = Union[TypeName, RangeType, OptionalType, SetType]


# ---------------------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True, eq=False)
class Name(Node):
    """A lower-case name used as a value."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class KindName(Node):
    """A CamelCase name used as a value (`all Tank`, a card kind in a play list)."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Int(Node):
    """An integer literal; `measure` for `3 hexes`."""

    value: int
    measure: Ident | None


@dataclass(frozen=True, slots=True, eq=False)
class Text(Node):
    """A string literal; `value` has escapes resolved.  `{name}` inside is a slot for a value shown to people."""

    value: str


@dataclass(frozen=True, slots=True, eq=False)
class Label(Node):
    """A map label `A1`, `AA12`, `board/A1`, or digits written `hex 0101`: always text."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Place(Node):
    """`(q, r)`"""

    first: "Expr"
    second: "Expr"


@dataclass(frozen=True, slots=True, eq=False)
class ListOf(Node):
    """`[a, b, c]`"""

    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension(Node):
    """`[t in tanks where t.ace]` a filtered set; with `each` `[t.at for t in tanks where ...]` a mapped one."""

    each: "Expr | None"
    var: Ident
    domain: "Expr"
    where: "Expr | None"


@dataclass(frozen=True, slots=True, eq=False)
class Field(Node):
    """`subject.name`"""

    subject: "Expr"
    name: Ident


@dataclass(frozen=True, slots=True, eq=False)
class Index(Node):
    """`subject[key]`"""

    subject: "Expr"
    key: "Expr"


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    """`name(args)`: a value, guard, table, effect or built-in function."""

    name: Ident
    args: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Fold(Node):
    """`count(x in S where c)`, `sum(x.f for x in S where c)`, `min(...)`, `max(...)`, and `least(x in S by key)`, `most(...)`.

    `op` is the function's name; `each` the summed or compared expression (None for count); `key` for least/most.
    """

    op: Ident
    each: "Expr | None"
    var: Ident
    domain: "Expr"
    where: "Expr | None"
    key: "Expr | None"


@dataclass(frozen=True, slots=True, eq=False)
class Quantifier(Node):
    """`any x in S where c` / `all x in S where c` (`all` means: c holds for every x)."""

    all: bool
    var: Ident
    domain: "Expr"
    where: "Expr"


@dataclass(frozen=True, slots=True, eq=False)
class AllOf(Node):
    """`all tanks`: the unplaced and removed ones too."""

    name: Ident


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Node):
    """`not a`, `-a`, `+a`; op as written."""

    op: str
    operand: "Expr"


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Node):
    """op in: or and < <= > >= is `is not` in `not in` + - * div mod from .. ; `a from b` starts a list at b; `a else b` replaces an absent a."""

    op: str
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True, eq=False)
class As(Node):
    """`x as hexes`, `x as int`"""

    operand: "Expr"
    measure: Ident


@dataclass(frozen=True, slots=True, eq=False)
class If(Node):
    """`if c { a } else { b }` as a value; `let` for `if let x = optional { } else { }`."""

    let: Ident | None
    condition: "Expr"
    then: "Expr"
    orelse: "Expr"


@dataclass(frozen=True, slots=True, eq=False)
class Pattern(Node):
    """One alternative cell: a value expression, a range, `any`, `none`, or (otherwise=True)."""

    value: "Expr | None"
    any: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class MatchArm(Node):
    """`a, b => value`; empty patterns = `otherwise`."""

    patterns: tuple[Pattern, ...]
    value: "Expr"


@dataclass(frozen=True, slots=True, eq=False)
class Match(Node):
    """`match x { a => v ... otherwise => w }` as a value."""

    subject: "Expr"
    arms: tuple[MatchArm, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Throughout(Node):
    """`throughout turn: c` (in endings): c held at every settle point of the scope."""

    scope: Ident
    condition: "Expr"


@dataclass(frozen=True, slots=True, eq=False)
class Running(Node):
    """`running turn >= n: c` (in endings): c has held for that many scopes in a row."""

    scope: Ident
    op: str
    count: "Expr"
    condition: "Expr"


Expr = Union[
    Name, KindName, Int, Text, Label, Place, ListOf, Comprehension, Field, Index, Call, Fold, Quantifier, AllOf, Unary, Binary, As, If, Match,
    Throughout, Running,
]


# ----------------------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True, eq=False)
class Block(Node):
    """`{ ... }`"""

    statements: tuple["Stmt", ...]


@dataclass(frozen=True, slots=True, eq=False)
class Statement(Node):
    """Common part of all statements."""

    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Let(Statement):
    """`let x = e`"""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Var(Statement):
    """`var x [: T] = e`"""

    name: Ident
    type: TypeExpr | None
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Statement):
    """`target = e`, `+=`, `-=`; op as written.  Target: a Name, Field, Index or Call (`terrain(h) = rubble`)."""

    target: Expr
    op: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Do(Statement):
    """A call as a statement."""

    call: Expr


@dataclass(frozen=True, slots=True, eq=False)
class IfStmt(Statement):
    """`if c { } else if ... else { }`; `let` for `if let x = e`."""

    let: Ident | None
    condition: Expr
    then: Block
    orelse: "Block | IfStmt | None"


@dataclass(frozen=True, slots=True, eq=False)
class Arm(Node):
    """`[name:] a, b ["text"] => statement-or-block [cites]`; empty patterns = otherwise."""

    name: Ident | None
    patterns: tuple[Pattern, ...]
    label: Text | None
    body: Block
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class MatchStmt(Statement):
    """`match x { ... }`"""

    subject: Expr
    arms: tuple[Arm, ...]


@dataclass(frozen=True, slots=True, eq=False)
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


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Statement):
    """`repeat at most n [until c] { }`"""

    most: Expr
    until: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Rounds(Statement):
    """`rounds [at most n] [until c] { }`: opens the scope `round` each time; without a bound the endings stop it."""

    most: Expr | None
    until: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class EachTurn(Statement):
    """`each side s takes a turn [from x] { }`: opens the scope `turn of s`."""

    var: Ident
    start: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class During(Statement):
    """`during phase [of s] { }`"""

    scope: Ident
    owner: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Alternate(Statement):
    """`alternate s from x until c { }`: sides in turn, starting at x, until c (tested before each)."""

    var: Ident
    start: Expr | None
    until: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Plays(Statement):
    """`s plays a, b, CardKind [with u] [for 2 actions] [once] [may pass] [until c]`"""

    who: Expr
    actions: tuple[Ident, ...]
    piece: Expr | None
    budget: Expr | None
    once: bool
    may_pass: bool
    until: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
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


@dataclass(frozen=True, slots=True, eq=False)
class Ask(Statement):
    """`ask s "text" { } [else { }]`"""

    who: Expr
    prompt: Text
    body: Block
    orelse: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class Plot(Statement):
    """`plot route for u using movement [within budget] [by s] ["prompt"] [optional]`: the player traces a path."""

    name: Ident
    unit: Expr
    movement: Ident
    budget: Expr | None
    chooser: Expr | None
    optional: bool
    prompt: Text | None


@dataclass(frozen=True, slots=True, eq=False)
class Roll(Statement):
    """`roll p = n d6 [each bonus] [clamp a..b] [by owner]`; sides of the die; count is Int for `2d6`."""

    name: Ident
    count: Expr
    sides: int
    bonus: Expr | None
    low: Expr | None
    high: Expr | None
    owner: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Reroll(Statement):
    """`reroll p`, `reroll p where die >= 5` (binds `die`), `reroll d` (a chosen die)."""

    target: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Draw(Statement):
    """`draw [c] from pile [into pile]`"""

    name: Ident | None
    pile: Expr
    into: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle(Statement):
    """`shuffle pile [into other]`: with `into`, all of it is put into the other, which is shuffled."""

    pile: Expr
    into: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Put(Statement):
    """`put x at place` / `put x into pile [on top | at bottom]`; where is "at", "into", "on top", "at bottom"."""

    thing: Expr
    where: str
    target: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Remove(Statement):
    """`remove x`: off the map for good."""

    thing: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Go(Statement):
    """`go u along route [{ at each step }]`"""

    unit: Expr
    route: Expr
    body: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class Asked(Node):
    """One member of a window's asks: a side or `each w in units` (its side decides, it is the responder `by`)."""

    var: Ident | None
    who: Expr


@dataclass(frozen=True, slots=True, eq=False)
class OpenWindow(Statement):
    """`window before_roll(by, target, dice) asks by.side, then target.side`"""

    name: Ident
    args: tuple[Expr, ...]
    asks: tuple[Asked, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Reveal(Statement):
    """`reveal x.f to s` / `to everyone`"""

    what: Expr
    to: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Stop(Statement):
    """`stop`, `stop if c`, `stop unless c`; word is "", "if", "unless"."""

    word: str
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Give(Statement):
    """`give e`"""

    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Nothing(Statement):
    """`nothing`"""


@dataclass(frozen=True, slots=True, eq=False)
class Otherwise(Statement):
    """`otherwise` inside a `replace`: what the replaced declaration did."""


@dataclass(frozen=True, slots=True, eq=False)
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


@dataclass(frozen=True, slots=True, eq=False)
class Cost(Statement):
    """`cost e`"""

    amount: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Require(Statement):
    """`require e "reason"`, `require let x = optional "reason"`"""

    let: Ident | None
    condition: Expr
    reason: Text | None


@dataclass(frozen=True, slots=True, eq=False)
class Together(Statement):
    """`together { }`: one event; endings and `whenever` look when all of it is done."""

    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Sealed(Statement):
    """`sealed { choose ... by a; choose ... by b }`: asked at the same time, shown together."""

    choices: tuple[Choose, ...]


Stmt = Union[
    Let, Var, Assign, Do, IfStmt, MatchStmt, ForEach, Repeat, Rounds, EachTurn, During, Alternate, Plays, Choose, Ask, Plot, Roll, Reroll, Draw,
    Shuffle, Put, Remove, Go, OpenWindow, Reveal, Stop, Give, Nothing, Otherwise, Limit, Cost, Require, Together, Sealed,
]


# --------------------------------------------------------------------------------------------------------- declarations


@dataclass(frozen=True, slots=True, eq=False)
class Declaration(Node):
    """Common part: documentation comment (`##` lines above, joined) and rule references."""

    name: Ident
    doc: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Use(Declaration):
    """`use "maps/boards.tank"`; `name.text` is the path."""


@dataclass(frozen=True, slots=True, eq=False)
class SideDecl(Node):
    name: Ident
    title: Text | None
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lifetime(Node):
    """`until start|end of [2nd] [own] turn`"""

    edge: str
    nth: int
    own: bool
    scope: Ident


@dataclass(frozen=True, slots=True, eq=False)
class Visibility(Node):
    """`seen by X [while c]` (hidden=False) or `hidden from X [while c]` (hidden=True)."""

    hidden: bool
    who: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Member(Node):
    """A field of a kind.  role: stat, state, track, part.  Names share type and modifiers."""

    role: str
    names: tuple[Ident, ...]
    per: Ident | None
    type: TypeExpr | None
    default: Expr | None
    visibility: tuple[Visibility, ...]
    lifetime: Lifetime | None
    kept: bool
    flavour: bool
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PileMember(Node):
    """`pile hand of MoraleCard [seen by owner] [holds 3] [ordered]` in a kind; same shape at top level (see Pile)."""

    name: Ident
    of: Ident
    visibility: tuple[Visibility, ...]
    holds: int | None
    ordered: bool
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class IdentityMember(Node):
    """`identity hidden from enemy while concealed`"""

    visibility: Visibility
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PlayMember(Node):
    """`to play as s { guards and limits }` (after=False) / `after play as s { statements }` (after=True) of a card kind."""

    after: bool
    player: Ident
    body: Block
    cites: tuple[Cite, ...]


KindMember = Union[Member, PileMember, IdentityMember, PlayMember]


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset(Declaration):
    """`ruleset id "Title" { sides a "A", b "B"; space hex flat; main game; state ...; track ... }`

    `space`: words after `space` (`hex flat`, `hex pointy`, `table inches`).
    """

    title: Text
    sides: tuple[SideDecl, ...]
    space: tuple[Ident, ...]
    main: Ident | None
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EnumMember(Node):
    name: Ident
    title: Text | None
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Enum(Declaration):
    """`enum Role { medium "medium tank", heavy, destroyer }`"""

    members: tuple[EnumMember, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Measure(Declaration):
    """`measure hex, hexes`: name.text is the singular."""

    plural: Ident


@dataclass(frozen=True, slots=True, eq=False)
class Kind(Declaration):
    """`unit kind Tank [is Parent] { ... }`; category: unit part card marker checkpoint terrain area side thing."""

    category: str
    parent: Ident | None
    members: tuple[KindMember, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Row(Node):
    """A line of a table: cells are lists of expressions (usually one); an empty cell is ()."""

    cells: tuple[tuple[Expr, ...], ...]
    cell_spans: tuple[Span, ...]
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Things(Declaration):
    """`units Tank { | id | name | ... | }` or `units Tank from "units.csv"`; `name.text` is the kind, `word` the plural keyword used."""

    word: str
    header: tuple[Ident, ...]
    rows: tuple[Row, ...]
    csv: Text | None


@dataclass(frozen=True, slots=True, eq=False)
class Pile(Declaration):
    """`pile morale of MoraleCard [ordered] [seen by nobody] [= expr] [{ when empty { } }]`; keywords deck, bag are the same with other defaults."""

    word: str
    of: Ident
    visibility: tuple[Visibility, ...]
    holds: int | None
    ordered: bool
    initial: Expr | None
    when_empty: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class Param(Node):
    """`by: Tank`, `group: some Tank`, `t: Tank in s.reserves`, `var bonus: int` (windows)."""

    name: Ident
    type: TypeExpr
    some: bool
    domain: Expr | None
    var: bool


@dataclass(frozen=True, slots=True, eq=False)
class ValueRow(Node):
    """`[name:] expr ["text"] [when c]`, or `for each x in S { rows }` (then `rows` is set and `amount` is None)."""

    name: Ident | None
    amount: Expr | None
    label: Text | None
    condition: Expr | None
    var: Ident | None
    domain: Expr | None
    rows: tuple["ValueRow", ...]
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Value(Declaration):
    """`value f(x: T): R = expr` (combine is None) or `value f(x: T): R sum|max|min|every [clamp a..b] { rows }`"""

    params: tuple[Param, ...]
    type: TypeExpr | None
    body: Expr | None
    combine: str | None
    low: Expr | None
    high: Expr | None
    rows: tuple[ValueRow, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Table(Declaration):
    """Arms form: `table result(by: Tank, roll: 1..6) by roll { 6 => ... }`.  Grid form: header and rows; last header cell may be `gives`.

    `gives` type only for tables that yield a value (arms then hold a single Give).
    """

    params: tuple[Param, ...]
    gives: TypeExpr | None
    by: tuple[Ident, ...]
    arms: tuple[Arm, ...]
    header: tuple[Ident, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Guard(Declaration):
    """`guard g(params) { require ... }`; placement=True for `placement g(thing, place) { ... }`."""

    params: tuple[Param, ...]
    body: Block
    placement: bool


@dataclass(frozen=True, slots=True, eq=False)
class Effect(Declaration):
    """`effect e(params) [gives T] { }`"""

    params: tuple[Param, ...]
    gives: TypeExpr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Action(Declaration):
    """`action a(params) [as s] { cost, limits, guards, then statements }`"""

    params: tuple[Param, ...]
    player: Ident | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Reaction(Declaration):
    """`reaction r in window_name [by expr] [as s] [with params] [when c] { ... }`: an action whose occasion is a window."""

    windows: tuple[Ident, ...]
    by: Expr | None
    player: Ident | None
    params: tuple[Param, ...]
    when: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
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


@dataclass(frozen=True, slots=True, eq=False)
class CardStat(Node):
    """`suit = blue`"""

    name: Ident
    value: Expr
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DrawClause(Node):
    """`on draw for v { }`: what a drawn card does (called by `resolve(card, v)`)."""

    var: Ident
    body: Block
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Card(Declaration):
    """`card deflect "Deflect" of MoraleCard [copies 2] { suit = blue; plays ... }`"""

    title: Text
    of: Ident
    copies: int
    stats: tuple[CardStat, ...]
    plays: tuple[PlayClause, ...]
    draws: tuple[DrawClause, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Mission(Declaration):
    """`mission kill_ace "Kill the ace" [copies 2] { met for s when expr }`"""

    title: Text
    copies: int
    var: Ident
    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Window(Declaration):
    """`window before_roll(by: Tank, target: Tank, var dice: int, var bonus: int)`"""

    params: tuple[Param, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Whenever(Declaration):
    """`whenever spotting(a: Tank, b: Tank) [during battle] when c { }`"""

    params: tuple[Param, ...]
    during: Ident | None
    condition: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class After(Declaration):
    """`after lose_plate(t: Tank) { }`; name.text is the effect (or step, arrival); params bind its arguments by position."""

    params: tuple[Param, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class EndingRow(Node):
    """`[name:] win s when c`, `[name:] draw when c`, `win most e, then most e [when c]`; outcome: "win", "draw", "most"."""

    name: Ident | None
    outcome: str
    who: Expr | None
    keys: tuple[Expr, ...]
    condition: Expr | None
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ending(Declaration):
    """`ending goals [during battle] [at end of round] { [each s in sides from active] rows }`"""

    during: Ident | None
    at_end_of: Ident | None
    var: Ident | None
    domain: Expr | None
    rows: tuple[EndingRow, ...]


@dataclass(frozen=True, slots=True, eq=False)
class MoveRow(Node):
    """word: budget, cost, bonus (amount, label, condition); never, stops, passes (condition, label); first (no content)."""

    word: str
    name: Ident | None
    amount: Expr | None
    label: Text | None
    condition: Expr | None
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Movement(Declaration):
    """`movement driving of u: Tank from a to b { budget ..; cost ..; never when .. "why"; stops when ..; passes when .. "why"; first step always }`

    `path` names the whole path in `bonus`.
    """

    unit: Param
    origin: Ident
    target: Ident
    rows: tuple[MoveRow, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sight(Declaration):
    """`sight line { blocked at h [between a, b] when c; tie both; off map blocks }`"""

    var: Ident
    ends: tuple[Ident, ...]
    condition: Expr
    tie: Expr | None
    off_map_blocks: bool
    row_cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ArcPart(Node):
    """`front: ahead, ahead_left` (words) or `front: -45 .. 45` (degree ranges, space table)."""

    name: Ident
    items: tuple[Expr, ...]
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Arcs(Declaration):
    """`arcs quarter of Tank by hull { front: ...; border: front }`"""

    kind: Ident
    facing: Ident
    parts: tuple[ArcPart, ...]
    border: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Change(Node):
    """word: replace, add (declaration given) or remove (target names it: `remove row critical of attack_result`, `remove ending x`)."""

    word: str
    declaration: "Decl | None"
    what: Ident | None
    target: Ident | None
    of: Ident | None
    row: "ValueRow | Arm | EndingRow | None"
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Option(Declaration):
    """sort: "setting" (low, high, default Int), "choice" (values, default Name), "switch" (default yes/no)."""

    title: Text
    sort: str
    low: int
    high: int
    values: tuple[Ident, ...]
    default: Expr
    needs: tuple[Ident, ...]
    excludes: tuple[Ident, ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sequence(Declaration):
    """`sequence battle { ... }`; the sequence is itself a scope of that name."""

    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class LegendEntry(Node):
    """`. = grass`"""

    glyph: str
    terrain: Ident


@dataclass(frozen=True, slots=True, eq=False)
class RawRows(Node):
    """The raw text lines between `rows {` and `}`: (offset of the line's first character, text without line end)."""

    lines: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, eq=False)
class EdgeItem(Node):
    """`edge river (1, 2) / (2, 2)` on a board or layout."""

    feature: Ident
    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True, eq=False)
class NamedPlace(Node):
    """`place crossroads = (3, 4)`"""

    name: Ident
    place: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ZoneItem(Node):
    """`zone beach = expr`"""

    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Board(Declaration):
    """`board meadow "Meadow" axial 5 x 7 { legend . = grass, T = trees; rows { ... }; edge ...; place ... }`

    grid: words (`axial`, `columns odd higher`, `columns odd lower`); `half` columns: "odd", "even" or "".
    """

    title: Text | None
    grid: tuple[str, ...]
    columns: int
    height: int
    half: str
    legend: tuple[LegendEntry, ...]
    rows: RawRows
    edges: tuple[EdgeItem, ...]
    places: tuple[NamedPlace, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Placing(Node):
    """`board meadow at (0, 0) [turned] of german`"""

    board: Ident
    column: int
    row: int
    turned: bool
    side: Ident | None


@dataclass(frozen=True, slots=True, eq=False)
class RowsFrom(Node):
    """`german rows from top`"""

    side: Ident
    edge: str


@dataclass(frozen=True, slots=True, eq=False)
class Layout(Declaration):
    """`layout square "..." { board a at (0,0) of german ...; german rows from top; seam of american; labels column_row; place x = ..; zone z = .. }`"""

    title: Text | None
    placings: tuple[Placing, ...]
    rows_from: tuple[RowsFrom, ...]
    seam: Ident | None
    labels: Ident | None
    edges: tuple[EdgeItem, ...]
    places: tuple[NamedPlace, ...]
    zones: tuple[ZoneItem, ...]
    cites_inner: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Force(Node):
    """`3 panzer_iv`"""

    count: int
    model: Ident


@dataclass(frozen=True, slots=True, eq=False)
class SideForces(Node):
    """`german { 3 panzer_iv, tiger_i }`"""

    side: Ident
    forces: tuple[Force, ...]
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Roster(Declaration):
    """`roster standard { german { ... } american { ... } }`"""

    sides: tuple[SideForces, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Setting(Node):
    """`target = value` in scenarios, `given` and blocks."""

    target: Expr
    value: Expr
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Given(Node):
    """`[alias:] unit [at place] [{ field = value; ... }]`; `unit` is a model (next unused instance) or a dotted instance id."""

    alias: Ident | None
    unit: Ident
    place: Expr | None
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Scenario(Declaration):
    """`scenario meeting "Meeting" { layout square; roster standard; options a = on, b = 3; given ...; start setup }`"""

    title: Text
    base: Ident | None
    layout: Ident | None
    roster: Ident | None
    forces: tuple[SideForces, ...]
    options: tuple[Setting, ...]
    units: tuple[Given, ...]
    settings: tuple[Setting, ...]
    start: Ident | None


@dataclass(frozen=True, slots=True, eq=False)
class Campaign(Declaration):
    """`campaign c "Title" { battles a, b; between { statements } }`"""

    title: Text
    battles: tuple[Ident, ...]
    between: Block | None


# ---------------------------------------------------------------------------------------------------------------- tests


@dataclass(frozen=True, slots=True, eq=False)
class PlayInput(Node):
    """`[side plays] name(args)`: `side` None when the pending side is meant."""

    side: Ident | None
    name: Ident
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ScriptLine(Node):
    """What happens while an input runs.  word: dice, draws, along (values); plays (input); passes, picks, answers (side, values);
    refuse (refusal); expect (values[0])."""

    word: str
    side: Ident | None
    values: tuple[Expr, ...]
    input: PlayInput | None
    refusal: "Refuse | None"


@dataclass(frozen=True, slots=True, eq=False)
class TestDo(Node):
    """`do name(args) [script]`"""

    input: PlayInput
    script: tuple[ScriptLine, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TestPass(Node):
    """`pass side`: ends what the side may pass (its turn)."""

    side: Ident
    script: tuple[ScriptLine, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Refuse(Node):
    """`refuse [side plays] name(args) [at window] [script] because reason [also reason]`; a reason is Text or a standard reason's Name."""

    input: PlayInput | None
    passing: Ident | None
    picks: tuple[Expr, ...]
    script: tuple[ScriptLine, ...]
    reasons: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Expect(Node):
    """`expect e`; `finding` set for `expect finding "name"`."""

    condition: Expr | None
    finding: Text | None


@dataclass(frozen=True, slots=True, eq=False)
class TestGiven(Node):
    """`given unit..., setting...`"""

    units: tuple[Given, ...]
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TestStart(Node):
    """`start sequence [script]`"""

    sequence: Ident
    script: tuple[ScriptLine, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TestOptions(Node):
    """`options a = on, b = 3`"""

    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TestCase(Node):
    """`case a ["text"] { ... }`: continues the block it stands in, as a branch of its own."""

    name: Ident
    title: Text | None
    parts: tuple["TestPart", ...]
    cites: tuple[Cite, ...]


TestPart = Union[TestDo, TestPass, Refuse, Expect, TestGiven, TestStart, TestOptions, TestCase]


@dataclass(frozen=True, slots=True, eq=False)
class Test(Declaration):
    """`test "armour and damage" @TC-C08 { scenario s; given ...; start battle; case a { ... } | rows | }`; name.text is the title."""

    scenario: Ident | None
    parts: tuple[TestPart, ...]
    header: tuple[Ident, ...]
    rows: tuple[Row, ...]


Decl = Union[
    Use, Ruleset, Enum, Measure, Kind, Things, Pile, Value, Table, Guard, Effect, Action, Reaction, Card, Mission, Window, Whenever, After, Ending,
    Movement, Sight, Arcs, Option, Sequence, Board, Layout, Roster, Scenario, Campaign, Test,
]


@dataclass(frozen=True, slots=True, eq=False)
class Comment(Node):
    """A `#` comment, for the formatter; text includes the `#`."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Module(Node):
    """One file: declarations in order, and all comments."""

    declarations: tuple[Decl, ...]
    comments: tuple[Comment, ...] = field(default=())
