"""Types as they are written."""

from __future__ import annotations

from tankdsl.syntax.ast.base import Ident, Node


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


TypeExpr = TypeName | RangeType | OptionalType | SetType
