"""What an expression reads of the state, as a bit mask.

The bits are those of `machine`: a write marks its bit as dirty, and a condition that reads no dirty bit still
has the value that it had. Constants (stats, sides, models, the map, options) are no state.
"""

from typing import Any

from tankdsl.engine.calls import Callee, bodies, called
from tankdsl.engine.machine import ALL_DIRTY, COUNTERS, PLAYED, SCOPES, TERRAIN, field_bit, pile_bit
from tankdsl.engine.model import Conjunct, Game, Row


def reads(game: Game, *parts: Any) -> int:
    """The mask of everything that nodes or conjuncts may read, through all that they call."""
    mask = 0
    seen: set[Callee] = set()
    todo: list[Any] = list(parts)
    while todo:
        part = todo.pop()
        for callee in called(part, game):
            if callee not in seen:
                seen.add(callee)
                todo.append(bodies(game, callee))
        if isinstance(part, Row):
            todo += [part.amount, part.condition]
        elif isinstance(part, Conjunct):
            todo += [part.node, *part.args, *part.parts]
        elif isinstance(part, tuple) and part[:1] != ("const",):
            mask |= _own(game, part)
            todo += [item for item in part if isinstance(item, (tuple, Row, Conjunct))]
    return mask


def _own(game: Game, node: Any) -> int:
    """What one node reads by itself."""
    match node[0] if node else None:
        case "get":
            return 0 if game.fields[node[1]].is_constant else field_bit(node[1])
        case "things" | "at":
            return field_bit(game.built_in(node[1], "at"))
        case "owned":
            return field_bit(game.built_in(node[1], "at")) if node[3] else 0
        case "pile":
            return pile_bit(game, node[1])
        case "pile_of":
            mask = 0
            for pile in node[1]:
                mask |= 0 if pile is None else pile_bit(game, pile)
            return mask
        case "terrain":
            return TERRAIN
        case "arc":
            arcs = game.arcs[node[1]]
            return field_bit(arcs.facing) | field_bit(game.built_in(arcs.kind, "at"))
        case "active":
            return SCOPES
        case "spent":
            return PLAYED
        case "used":
            return COUNTERS
        case "path_cost" | "can_go":
            # The rows of a movement may read anything.
            return ALL_DIRTY
    return 0


def slots_of(*parts: Any) -> set[int]:
    """The slots that nodes or conjuncts read in their own frame, but those they bind themselves."""
    found: set[int] = set()
    for part in parts:
        _collect(part, frozenset(), found)
    return found


_BINDERS = {
    "let": (1, 3), "iflet": (1, 3), "filter": (1, 3), "map": (1, 3), "any": (1, 3), "all": (1, 3),
    "count": (1, 3), "sum": (1, 3), "minimum": (1, 3), "maximum": (1, 3), "best": (1, 3),
}  # fmt: skip
"""Positions of the bound slot and of the part in which it is bound."""


def _collect(part: Any, bound: frozenset[int], found: set[int]) -> None:
    if isinstance(part, Row):
        _collect(part.amount, bound, found)
        _collect(part.condition, bound, found)
    elif isinstance(part, Conjunct):
        for node in (part.node, *part.args):
            _collect(node, bound, found)
        inner = bound | {part.slot} if part.form == "each" else bound
        for piece in part.parts:
            _collect(piece, inner, found)
            inner = inner | {piece.slot} if piece.form == "let" else inner
    elif isinstance(part, tuple) and part and part[0] != "const":
        if part[0] == "local":
            if part[1] not in bound:
                found.add(part[1])
            return
        binder = _BINDERS.get(part[0]) if isinstance(part[0], str) else None
        for position, item in enumerate(part):
            if isinstance(item, (tuple, Row, Conjunct)):
                inside = binder is not None and position == binder[1]
                _collect(item, bound | {part[1]} if inside else bound, found)
