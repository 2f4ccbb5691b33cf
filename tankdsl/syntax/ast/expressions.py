"""Expressions."""

from __future__ import annotations

from tankdsl.syntax.ast.base import Ident, Node


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


class Decimal(Node):
    """A length in hundredths, written with a decimal point: `7.5`, `0.25 inches`."""

    hundredths: int
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
    """op in: or and < <= > >= is `is not` in `not in` + - * div mod from .. .

    `a from b` starts a list at b; `a else b` replaces an absent a.
    """

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


Expr = (
    Name
    | KindName
    | Int
    | Decimal
    | Text
    | Label
    | Place
    | ListOf
    | Comprehension
    | Field
    | Index
    | Call
    | Fold
    | Quantifier
    | AllOf
    | Unary
    | Binary
    | As
    | If
    | Match
    | Throughout
    | Running
)
