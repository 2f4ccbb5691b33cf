"""Declarations of the vocabulary: files, the rule set, enums, measures, kinds and their things, piles."""

from __future__ import annotations

from tankdsl.source import Span
from tankdsl.syntax.ast.base import Cite, Ident, Node
from tankdsl.syntax.ast.expressions import Expr, Text
from tankdsl.syntax.ast.statements import Block
from tankdsl.syntax.ast.typeforms import TypeExpr


class Declaration(Node):
    """Common part: documentation comment (`##` lines above, joined) and rule references."""

    name: Ident
    doc: str
    cites: tuple[Cite, ...]


class Use(Declaration):
    """`use "maps/boards.tank"`; `name.text` is the path."""


class SideDecl(Node):
    """`red "Red army"`: a side of the game."""

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


KindMember = Member | PileMember | IdentityMember | PlayMember


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
    """`medium "medium tank"`"""

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
    """`pile morale of MoraleCard [ordered] [seen by nobody] [= expr] [{ when empty { } }]`; `deck` and `bag` have other defaults."""

    word: str
    of: Ident
    visibility: tuple[Visibility, ...]
    holds: int | None
    ordered: bool
    initial: Expr | None
    when_empty: Block | None
