"""The abstract syntax tree: what the designer wrote, with exact spans, before any name is looked up.

One class per construct, named as its grammar rule in CamelCase.  Nodes are immutable and compared by identity, so that later phases can
hang facts on them: each class behaves like a frozen, slotted dataclass without equality (see `node.py`; no decorator is needed).  Every
node carries `span` (its source text, exactly) and the nodes that a rule reference can attach to carry `cites`.
Nothing here knows Lark; nothing here knows types.
"""

from __future__ import annotations

from typing import Union

from tankdsl.source import Span
from tankdsl.syntax.node import NodeBase


class Node(NodeBase):
    """Anything with a place in the source."""

    span: Span


class Ident(Node):
    """A name as written (snake_case or CamelCase), or a dotted instance id in tests (`german.base`)."""

    text: str


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


class TypeName(Node):
    """`Tank`, `bool`, `int`, `hexes`, `place`, `direction`, `text`, `dice`, `path`, `Side`."""

    name: str


class RangeType(Node):
    """`0..4`, `0..armour`, `1..6 hexes`: bounds are ints or names of stats; `measure` is the unit's name or None."""

    low: int
    high: int | Ident
    measure: Ident | None


class OptionalType(Node):
    """`T?`"""

    of: TypeExpr


class SetType(Node):
    """`set of T`"""

    of: TypeExpr


TypeExpr = Union[TypeName, RangeType, OptionalType, SetType]


# ---------------------------------------------------------------------------------------------------------- expressions


class Name(Node):
    """A lower-case name used as a value."""

    text: str


class KindName(Node):
    """A CamelCase name used as a value (`all Tank`, a card kind in a play list)."""

    text: str


class Int(Node):
    """An integer literal; `measure` for `3 hexes`."""

    value: int
    measure: Ident | None


class Text(Node):
    """A string literal; `value` has escapes resolved.  `{name}` inside is a slot for a value shown to people."""

    value: str


class Label(Node):
    """A map label `A1`, `AA12`, `board/A1`, or digits written `hex 0101`: always text."""

    text: str


class Place(Node):
    """`(q, r)`"""

    first: Expr
    second: Expr


class ListOf(Node):
    """`[a, b, c]`"""

    items: tuple[Expr, ...]


class Comprehension(Node):
    """`[t in tanks where t.ace]` a filtered set; with `each` `[t.at for t in tanks where ...]` a mapped one."""

    each: Expr | None
    var: Ident
    domain: Expr
    where: Expr | None


class Field(Node):
    """`subject.name`"""

    subject: Expr
    name: Ident


class Index(Node):
    """`subject[key]`"""

    subject: Expr
    key: Expr


class Call(Node):
    """`name(args)`: a value, guard, table, effect or built-in function."""

    name: Ident
    args: tuple[Expr, ...]


class Fold(Node):
    """`count(x in S where c)`, `sum(x.f for x in S where c)`, `min(...)`, `max(...)`, and `least(x in S by key)`, `most(...)`.

    `op` is the function's name; `each` the summed or compared expression (None for count); `key` for least/most.
    """

    op: Ident
    each: Expr | None
    var: Ident
    domain: Expr
    where: Expr | None
    key: Expr | None


class Quantifier(Node):
    """`any x in S where c` / `all x in S where c` (`all` means: c holds for every x)."""

    all: bool
    var: Ident
    domain: Expr
    where: Expr


class AllOf(Node):
    """`all tanks`: the unplaced and removed ones too."""

    name: Ident


class Unary(Node):
    """`not a`, `-a`, `+a`; op as written."""

    op: str
    operand: Expr


class Binary(Node):
    """op in: or and < <= > >= is `is not` in `not in` + - * div mod from .. ; `a from b` starts a list at b; `a else b` replaces an absent a."""

    op: str
    left: Expr
    right: Expr


class As(Node):
    """`x as hexes`, `x as int`; `u as Vehicle` (a kind: absent if u is none of it)"""

    operand: Expr
    measure: Ident


class If(Node):
    """`if c { a } else { b }` as a value; `let` for `if let x = optional { } else { }`."""

    let: Ident | None
    condition: Expr
    then: Expr
    orelse: Expr


class Pattern(Node):
    """One alternative cell: a value expression, a range, `any`, `none`, or (otherwise=True)."""

    value: Expr | None
    any: bool = False


class MatchArm(Node):
    """`a, b => value`; empty patterns = `otherwise`."""

    patterns: tuple[Pattern, ...]
    value: Expr


class Match(Node):
    """`match x { a => v ... otherwise => w }` as a value."""

    subject: Expr
    arms: tuple[MatchArm, ...]


class Throughout(Node):
    """`throughout turn: c` (in endings): c held at every settle point of the scope."""

    scope: Ident
    condition: Expr


class Running(Node):
    """`running turn >= n: c` (in endings): c has held for that many scopes in a row."""

    scope: Ident
    op: str
    count: Expr
    condition: Expr


Expr = Union[
    Name,
    KindName,
    Int,
    Text,
    Label,
    Place,
    ListOf,
    Comprehension,
    Field,
    Index,
    Call,
    Fold,
    Quantifier,
    AllOf,
    Unary,
    Binary,
    As,
    If,
    Match,
    Throughout,
    Running,
]


# ----------------------------------------------------------------------------------------------------------- statements


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


Stmt = Union[
    Let,
    Var,
    Assign,
    Do,
    IfStmt,
    MatchStmt,
    ForEach,
    Repeat,
    Rounds,
    EachTurn,
    During,
    Alternate,
    Plays,
    Choose,
    Ask,
    Plot,
    Roll,
    Reroll,
    Draw,
    Shuffle,
    Put,
    Remove,
    Go,
    OpenWindow,
    Reveal,
    Stop,
    Give,
    Nothing,
    Otherwise,
    Limit,
    Cost,
    Require,
    Together,
    Sealed,
]


# --------------------------------------------------------------------------------------------------------- declarations


class Declaration(Node):
    """Common part: documentation comment (`##` lines above, joined) and rule references."""

    name: Ident
    doc: str
    cites: tuple[Cite, ...]


class Use(Declaration):
    """`use "maps/boards.tank"`; `name.text` is the path."""


class SideDecl(Node):
    name: Ident
    title: Text | None
    cites: tuple[Cite, ...]


class Lifetime(Node):
    """`until start|end of [2nd] [own] turn`"""

    edge: str
    nth: int
    own: bool
    scope: Ident


class Visibility(Node):
    """`seen by X [while c]` (hidden=False) or `hidden from X [while c]` (hidden=True)."""

    hidden: bool
    who: Expr
    condition: Expr | None


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


class PileMember(Node):
    """`pile hand of MoraleCard [seen by owner] [holds 3] [ordered]` in a kind; same shape at top level (see Pile)."""

    name: Ident
    of: Ident
    visibility: tuple[Visibility, ...]
    holds: int | None
    ordered: bool
    cites: tuple[Cite, ...]


class IdentityMember(Node):
    """`identity hidden from enemy while concealed`"""

    visibility: Visibility
    cites: tuple[Cite, ...]


class PlayMember(Node):
    """`to play as s { guards and limits }` (after=False) / `after play as s { statements }` (after=True) of a card kind."""

    after: bool
    player: Ident
    body: Block
    cites: tuple[Cite, ...]


KindMember = Union[Member, PileMember, IdentityMember, PlayMember]


class Ruleset(Declaration):
    """`ruleset id "Title" { sides a "A", b "B"; space hex flat; main game; state ...; track ... }`

    `space`: words after `space` (`hex flat`, `hex pointy`, `table inches`).
    """

    title: Text
    sides: tuple[SideDecl, ...]
    space: tuple[Ident, ...]
    main: Ident | None
    members: tuple[Member, ...]


class EnumMember(Node):
    name: Ident
    title: Text | None
    cites: tuple[Cite, ...]


class Enum(Declaration):
    """`enum Role { medium "medium tank", heavy, destroyer }`"""

    members: tuple[EnumMember, ...]


class Measure(Declaration):
    """`measure hex, hexes`: name.text is the singular."""

    plural: Ident


class Kind(Declaration):
    """`unit kind Tank [is Parent] { ... }`; category: unit part card marker checkpoint terrain area side thing."""

    category: str
    parent: Ident | None
    members: tuple[KindMember, ...]


class Row(Node):
    """A line of a table: cells are lists of expressions (usually one); an empty cell is ()."""

    cells: tuple[tuple[Expr, ...], ...]
    cell_spans: tuple[Span, ...]
    cites: tuple[Cite, ...]


class Things(Declaration):
    """`units Tank { | id | name | ... | }` or `units Tank from "units.csv"`; `name.text` is the kind, `word` the plural keyword used."""

    word: str
    header: tuple[Ident, ...]
    rows: tuple[Row, ...]
    csv: Text | None


class Pile(Declaration):
    """`pile morale of MoraleCard [ordered] [seen by nobody] [= expr] [{ when empty { } }]`; keywords deck, bag are the same with other defaults."""

    word: str
    of: Ident
    visibility: tuple[Visibility, ...]
    holds: int | None
    ordered: bool
    initial: Expr | None
    when_empty: Block | None


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

    `gives` type only for tables that yield a value (arms then hold a single Give).
    """

    params: tuple[Param, ...]
    gives: TypeExpr | None
    by: tuple[Ident, ...]
    arms: tuple[Arm, ...]
    header: tuple[Ident, ...]
    rows: tuple[Row, ...]


class Guard(Declaration):
    """`guard g(params) { require ... }`; placement=True for `placement g(thing, place) { ... }`."""

    params: tuple[Param, ...]
    body: Block
    placement: bool


class Effect(Declaration):
    """`effect e(params) [gives T] { }`"""

    params: tuple[Param, ...]
    gives: TypeExpr | None
    body: Block


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
    """`window before_roll(by: Tank, target: Tank, var dice: int, var bonus: int)`"""

    params: tuple[Param, ...]


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
    """`[name:] win s when c`, `[name:] draw when c`, `win most e, then most e [when c]`; outcome: "win", "draw", "most"."""

    name: Ident | None
    outcome: str
    who: Expr | None
    keys: tuple[Expr, ...]
    condition: Expr | None
    cites: tuple[Cite, ...]


class Ending(Declaration):
    """`ending goals [during battle] [at end of round] { [each s in sides from active] rows }`"""

    during: Ident | None
    at_end_of: Ident | None
    var: Ident | None
    domain: Expr | None
    rows: tuple[EndingRow, ...]


class MoveRow(Node):
    """word: budget, cost, bonus (amount, label, condition); never, stops, passes (condition, label); first (condition)."""

    word: str
    name: Ident | None
    amount: Expr | None
    label: Text | None
    condition: Expr | None
    cites: tuple[Cite, ...]


class Movement(Declaration):
    """`movement driving of u: Tank from a to b { budget ..; cost ..; never when .. "why"; stops when ..; passes when .. "why"; first step always }`

    `path` names the whole path in `bonus`.
    """

    unit: Param
    origin: Ident
    target: Ident
    rows: tuple[MoveRow, ...]


class Sight(Declaration):
    """`sight line { blocked at h [between a, b] when c; tie both; off map blocks }`"""

    var: Ident
    ends: tuple[Ident, ...]
    condition: Expr
    tie: Expr | None
    off_map_blocks: bool
    row_cites: tuple[Cite, ...]


class ArcPart(Node):
    """`front: ahead, ahead_left` (words) or `front: -45 .. 45` (degree ranges, space table)."""

    name: Ident
    items: tuple[Expr, ...]
    cites: tuple[Cite, ...]


class Arcs(Declaration):
    """`arcs quarter of Tank by hull { front: ...; border: front }`"""

    kind: Ident
    facing: Ident
    parts: tuple[ArcPart, ...]
    border: Expr | None


class Change(Node):
    """word: replace, add (declaration given) or remove (target names it: `remove row critical of attack_result`, `remove ending x`)."""

    word: str
    declaration: Decl | None
    what: Ident | None
    target: Ident | None
    of: Ident | None
    row: ValueRow | Arm | EndingRow | None
    cites: tuple[Cite, ...]


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


class Sequence(Declaration):
    """`sequence battle { ... }`; the sequence is itself a scope of that name."""

    body: Block


class LegendEntry(Node):
    """`. = grass`"""

    glyph: str
    terrain: Ident


class RawRows(Node):
    """The raw text lines between `rows {` and `}`: (offset of the line's first character, text without line end)."""

    lines: tuple[tuple[int, str], ...]


class EdgeItem(Node):
    """`edge river (1, 2) / (2, 2)` on a board or layout."""

    feature: Ident
    first: Expr
    second: Expr


class NamedPlace(Node):
    """`place crossroads = (3, 4)`"""

    name: Ident
    place: Expr


class ZoneItem(Node):
    """`zone beach = expr`"""

    name: Ident
    value: Expr


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


class Placing(Node):
    """`board meadow at (0, 0) [turned] of german`"""

    board: Ident
    column: int
    row: int
    turned: bool
    side: Ident | None


class RowsFrom(Node):
    """`german rows from top`"""

    side: Ident
    edge: str


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


class Force(Node):
    """`3 panzer_iv`"""

    count: int
    model: Ident


class SideForces(Node):
    """`german { 3 panzer_iv, tiger_i }`"""

    side: Ident
    forces: tuple[Force, ...]
    cites: tuple[Cite, ...]


class Roster(Declaration):
    """`roster standard { german { ... } american { ... } }`"""

    sides: tuple[SideForces, ...]


class Setting(Node):
    """`target = value` in scenarios, `given` and blocks."""

    target: Expr
    value: Expr
    cites: tuple[Cite, ...]


class Given(Node):
    """`[alias:] unit [at place] [{ field = value; ... }]`; `unit` is a model (next unused instance) or a dotted instance id."""

    alias: Ident | None
    unit: Ident
    place: Expr | None
    settings: tuple[Setting, ...]


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


class Campaign(Declaration):
    """`campaign c "Title" { battles a, b; between { statements } }`"""

    title: Text
    battles: tuple[Ident, ...]
    between: Block | None


# ---------------------------------------------------------------------------------------------------------------- tests


class PlayInput(Node):
    """`[side plays] name(args)`: `side` None when the pending side is meant."""

    side: Ident | None
    name: Ident
    args: tuple[Expr, ...]


class ScriptLine(Node):
    """What happens while an input runs.  word: dice, draws, along (values); plays (input); passes, picks, answers (side, values);
    refuse (refusal); expect (values[0])."""

    word: str
    side: Ident | None
    values: tuple[Expr, ...]
    input: PlayInput | None
    refusal: Refuse | None


class TestDo(Node):
    """`do name(args) [script]`"""

    input: PlayInput
    script: tuple[ScriptLine, ...]


class TestPass(Node):
    """`pass side`: ends what the side may pass (its turn)."""

    side: Ident
    script: tuple[ScriptLine, ...]


class Refuse(Node):
    """`refuse [side plays] name(args) [at window] [script] because reason [also reason]`; a reason is Text or a standard reason's Name."""

    input: PlayInput | None
    passing: Ident | None
    picks: tuple[Expr, ...]
    script: tuple[ScriptLine, ...]
    reasons: tuple[Expr, ...]


class Expect(Node):
    """`expect e`; `finding` set for `expect finding "name"`."""

    condition: Expr | None
    finding: Text | None


class TestGiven(Node):
    """`given unit..., setting...`"""

    units: tuple[Given, ...]
    settings: tuple[Setting, ...]


class TestStart(Node):
    """`start sequence [script]`"""

    sequence: Ident
    script: tuple[ScriptLine, ...]


class TestOptions(Node):
    """`options a = on, b = 3`"""

    settings: tuple[Setting, ...]


class TestCase(Node):
    """`case a ["text"] { ... }`: continues the block it stands in, as a branch of its own."""

    name: Ident
    title: Text | None
    parts: tuple[TestPart, ...]
    cites: tuple[Cite, ...]


TestPart = Union[TestDo, TestPass, Refuse, Expect, TestGiven, TestStart, TestOptions, TestCase]


class Test(Declaration):
    """`test "armour and damage" @TC-C08 { scenario s; given ...; start battle; case a { ... } | rows | }`; name.text is the title."""

    scenario: Ident | None
    parts: tuple[TestPart, ...]
    header: tuple[Ident, ...]
    rows: tuple[Row, ...]


Decl = Union[
    Use,
    Ruleset,
    Enum,
    Measure,
    Kind,
    Things,
    Pile,
    Value,
    Table,
    Guard,
    Effect,
    Action,
    Reaction,
    Card,
    Mission,
    Window,
    Whenever,
    After,
    Ending,
    Movement,
    Sight,
    Arcs,
    Option,
    Sequence,
    Board,
    Layout,
    Roster,
    Scenario,
    Campaign,
    Test,
]


class Comment(Node):
    """A `#` comment, for the formatter; text includes the `#`."""

    text: str


class Module(Node):
    """One file: declarations in order, and all comments."""

    declarations: tuple[Decl, ...]
    comments: tuple[Comment, ...] = ()
