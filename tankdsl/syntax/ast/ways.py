"""Declarations of movement, sight, arcs, options and sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tankdsl.syntax.ast.base import Cite, Ident, Node
from tankdsl.syntax.ast.expressions import Expr, Text
from tankdsl.syntax.ast.kinds import Declaration
from tankdsl.syntax.ast.rules import EndingRow, Param, ValueRow
from tankdsl.syntax.ast.scenarios import Setting
from tankdsl.syntax.ast.statements import Arm, Block, Require

if TYPE_CHECKING:
    from tankdsl.syntax.ast.module import Decl


class MoveRow(Node):
    """word: budget, cost, bonus (amount, label, condition); never, stops, passes (condition, label); first (condition)."""

    word: str
    name: Ident | None
    amount: Expr | None
    label: Text | None
    condition: Expr | None
    cites: tuple[Cite, ...]


class Movement(Declaration):
    """`movement driving of u: Tank from a to b { budget ..; cost ..; never when .. "why"; stops when ..; first step always }`

    `path` names the whole path in `bonus`.
    """

    unit: Param
    origin: Ident
    target: Ident
    rows: tuple[MoveRow, ...]


class SightRow(Node):
    """`blocked at h [between a, b] when c ["why"]`, `blocked across x, y ...`, `blocked along x, y ...`, `blocked between a, b ...`

    where: "at" (one name), "across" or "along" (two names), "between" (none); ends: two names or none.
    """

    where: str
    places: tuple[Ident, ...]
    ends: tuple[Ident, ...]
    condition: Expr
    label: Text | None
    cites: tuple[Cite, ...]


class Sight(Declaration):
    """`sight line { blocked at h [between a, b] when c; tie both; off map blocks }`"""

    rows: tuple[SightRow, ...]
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
    """word: replace, add (declaration given), remove (target names it: `remove row critical of attack_result`, `remove ending x`), change.

    `parts`: the requirements that are added, the settings of a changed row; `text`: the reason of a requirement; `value`: of an option.
    """

    word: str
    declaration: Decl | None
    what: Ident | None
    target: Ident | None
    of: Ident | None
    row: ValueRow | Arm | EndingRow | MoveRow | None
    cites: tuple[Cite, ...]
    parts: tuple[Require | Setting, ...] = ()
    text: Text | None = None
    value: Expr | None = None


class Variant(Declaration):
    """`variant winter "Winter" of "../duel" { changes }`: stands in place of a ruleset."""

    title: Text
    base: Text
    changes: tuple[Change, ...]


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
