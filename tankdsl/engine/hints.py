"""A guess at the type of an expression, good enough to say its value in words.

Nothing depends on it but texts for people: where there is no guess, numbers are shown as numbers.
"""

from tankdsl.engine.model import Game, Node, Proc
from tankdsl.engine.types import BOOL, INT, PATH, PLACE, POOL, Type, set_of

_PLACES = ("near", "neighbours", "neighbours_from", "within", "ring", "ray", "connected")
_NUMBERS = (
    "+", "-", "*", "div", "mod", "neg", "abs", "min", "max", "clamp", "distance", "row", "column", "level", "size", "count", "sum", "spent",
    "used", "highest", "lowest", "total", "minimum", "maximum",
)  # fmt: skip
_TRUTHS = ("==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "any", "all", "in", "present", "absent", "holds", "sight")


def written_types(game: Game, proc: Proc) -> dict[int, Type | None]:
    """Types of the slots of a procedure, as far as the instructions that write them tell."""
    found: dict[int, Type | None] = {i: param.type for i, param in enumerate(proc.params)}
    for instruction in proc.code:
        match instruction:
            case ("set", slot, value):
                found.setdefault(slot, type_hint(game, game.roots[value], found))
            case ("choose", slot, *_, type) | ("random", slot, *_, type):
                found.setdefault(slot, type)
            case ("roll", slot, *_):
                found.setdefault(slot, POOL)
            case ("path", slot, *_):
                found.setdefault(slot, PATH)
            case ("ask", slot, *_):
                found.setdefault(slot, BOOL)
            case ("draw", slot, pile):
                index = pile[1] if pile[0] == "pile" else next(p for p in pile[1] if p is not None)
                found.setdefault(slot, Type("kind", game.kinds[game.piles[index].kind].root))
    return found


def type_hint(game: Game, node: Node, slots: dict[int, Type | None]) -> Type | None:
    """The type of a node, if it can be told easily; `slots` has what is known of its frame."""
    match node[0]:
        case "get":
            return game.fields[node[1]].type
        case "local":
            return slots.get(node[1])
        case "call":
            return game.values[node[1]].gives
        case "active" | "territory":
            return Type("kind", game.ids["kind"]["Side"])
        case "terrain":
            return Type("kind", game.ground().index)
        case "at" | "things" | "owned":
            thing = Type("kind", game.kinds[node[1]].root)
            return thing if node[0] == "at" else set_of(thing)
        case "step" | "hex":
            return PLACE
        case "direction" | "turn":
            return Type("direction")
        case "pile":
            return set_of(Type("kind", game.kinds[game.piles[node[1]].kind].root))
        case "arc":
            return Type("enum", game.arcs[node[1]].enum)
        case "first" | "last" | "at_index":
            inner = type_hint(game, node[1], slots)
            return inner.of if inner else None
        case "best" | "filter":
            inner = type_hint(game, node[2], slots)
            return inner.of if inner and node[0] == "best" else inner
        case "else" | "union" | "minus" | "intersect" | "from" | "concat":
            return type_hint(game, node[1], slots)
        case "let" | "iflet":
            return type_hint(game, node[3], {**slots, node[1]: type_hint(game, node[2], slots)})
        case "if":
            return type_hint(game, node[2], slots) or type_hint(game, node[3], slots)
    if node[0] in _PLACES:
        return set_of(PLACE)
    return INT if node[0] in _NUMBERS else BOOL if node[0] in _TRUTHS else None
