"""Declarations of rosters, scenarios and campaigns."""

from __future__ import annotations

from tankdsl.syntax.ast.base import Cite, Ident, Node
from tankdsl.syntax.ast.expressions import Expr, Text
from tankdsl.syntax.ast.kinds import Declaration
from tankdsl.syntax.ast.statements import Block


class Force(Node):
    """`3 light_tank`"""

    count: int
    model: Ident


class SideForces(Node):
    """`red { 3 light_tank, gun }`"""

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
    claims: tuple[Ident, ...] = ()


class Campaign(Declaration):
    """`campaign c "Title" { battles a, b; between { statements } }`"""

    title: Text
    battles: tuple[Ident, ...]
    between: Block | None
