"""The plain evaluator of expressions: walks the tree, one function for each operator.

It is the definition that the fast evaluator is tested against, so it does nothing clever. Slots of a frame are
a list; an operator that binds a slot puts the old value back, so evaluation never changes a frame.
"""

from collections.abc import Callable, Iterator
from typing import Any

from tankdsl.engine import tabletop, values
from tankdsl.engine.errors import Trap
from tankdsl.engine.ground_queries import arc_of, sees
from tankdsl.engine.model import Conjunct, Node
from tankdsl.engine.paths import can_go, path_cost

Slots = list[Any]
Walk = Callable[[Any, Node, Slots], Any]


class Oracle:
    """Evaluates nodes against the arrays of one machine."""

    def __init__(self, machine: Any) -> None:
        self.m = machine

    def value(self, node: Node, slots: Slots) -> Any:
        """The value of a node in a frame."""
        return OPERATORS[node[0]](self, node, slots)

    def number(self, node: Node, slots: Slots) -> int:
        """The value of a node that must be a number."""
        found = self.value(node, slots)
        if type(found) is not int:
            raise Trap("a number was expected, and the value is " + ("absent" if found is None else "none"))
        return found

    def members(self, node: Node, slots: Slots) -> tuple[Any, ...]:
        """The value of a node that must be a set or list."""
        found = self.value(node, slots)
        if type(found) is not tuple:
            raise Trap("a set was expected")
        return found

    def bound(self, slot: int, value: Any, node: Node, slots: Slots) -> Any:
        """The value of a node while a slot has another value."""
        kept, slots[slot] = slots[slot], value
        found = self.value(node, slots)
        slots[slot] = kept
        return found

    def call(self, body: Node, count: int, args: list[Any]) -> Any:
        """The value of a body in a frame of its own."""
        return self.value(body, args + [None] * (count - len(args)))

    def holds(self, guard: int, args: list[Any]) -> bool:
        """Whether all conjuncts of a guard are met."""
        rule = self.m.game.guards[guard]
        return self.met(rule.conjuncts, args + [None] * (rule.slots - len(args)))

    def met(self, conjuncts: tuple[Conjunct, ...], slots: Slots) -> bool:
        """Whether conjuncts are met in a frame; `let` conjuncts leave their value in its slots."""
        return all(self.conjunct(conjunct, slots) for conjunct in conjuncts)

    def conjunct(self, conjunct: Conjunct, slots: Slots) -> bool:
        """Whether one conjunct is met."""
        match conjunct.form:
            case "require":
                return self.value(conjunct.node, slots) is True
            case "let":
                slots[conjunct.slot] = self.value(conjunct.node, slots)
                return slots[conjunct.slot] is not None
            case "guard":
                return self.holds(conjunct.callee, [self.value(arg, slots) for arg in conjunct.args])
        kept = slots[conjunct.slot]
        for member in self.members(conjunct.node, slots):
            slots[conjunct.slot] = member
            if not self.met(conjunct.parts, slots):
                slots[conjunct.slot] = kept
                return False
        slots[conjunct.slot] = kept
        return True


def _arithmetic(compute: Callable[[int, int], int]) -> Walk:
    def walk(o: Oracle, node: Node, slots: Slots) -> int:
        return values.int32(compute(o.number(node[1], slots), o.number(node[2], slots)))

    return walk


def _unary(compute: Callable[[int], int]) -> Walk:
    return lambda o, node, slots: values.int32(compute(o.number(node[1], slots)))


def _many(compute: Callable[[list[int]], int]) -> Walk:
    return lambda o, node, slots: compute([o.number(part, slots) for part in node[1:]])


def _compare(test: Callable[[Any, Any], bool]) -> Walk:
    def walk(o: Oracle, node: Node, slots: Slots) -> bool:
        left, right = node[1], node[2]
        a, b = OPERATORS[left[0]](o, left, slots), OPERATORS[right[0]](o, right, slots)
        return a is not None and b is not None and test(a, b)

    return walk


def _and(o: Oracle, node: Node, slots: Slots) -> bool:
    for part in node[1:]:  # noqa: SIM110 (half of all nodes are evaluated here; `all` of a generator takes twice as long)
        if OPERATORS[part[0]](o, part, slots) is not True:
            return False
    return True


def _or(o: Oracle, node: Node, slots: Slots) -> bool:
    for part in node[1:]:  # noqa: SIM110 (as above)
        if OPERATORS[part[0]](o, part, slots) is True:
            return True
    return False


def _clamp(o: Oracle, node: Node, slots: Slots) -> int:
    value, low, high = (o.number(part, slots) for part in node[1:])
    return values.clamp(value, low, high)


def _else(o: Oracle, node: Node, slots: Slots) -> Any:
    found = o.value(node[1], slots)
    return o.value(node[2], slots) if found is None else found


def _let(o: Oracle, node: Node, slots: Slots) -> Any:
    return o.bound(node[1], o.value(node[2], slots), node[3], slots)


def _iflet(o: Oracle, node: Node, slots: Slots) -> Any:
    found = o.value(node[2], slots)
    return o.value(node[4], slots) if found is None else o.bound(node[1], found, node[3], slots)


def _if(o: Oracle, node: Node, slots: Slots) -> Any:
    return o.value(node[2] if o.value(node[1], slots) is True else node[3], slots)


def _get(o: Oracle, node: Node, slots: Slots) -> Any:
    part = node[2]
    entity = slots[part[1]] if part[0] == "local" else OPERATORS[part[0]](o, part, slots)
    return None if entity is None else o.m.fields[node[1]][entity]


def _stat(o: Oracle, node: Node, slots: Slots) -> Any:
    model = o.value(node[2], slots)
    return None if model is None else node[1][model]


def _used(o: Oracle, node: Node, slots: Slots) -> int:
    return int(o.m.used(node[1], tuple(o.value(key, slots) for key in node[2])))


def _things(o: Oracle, node: Node, slots: Slots) -> tuple[int, ...]:
    at = o.m.fields[o.m.game.built_in(node[1], "at")]
    return tuple(e for e in o.m.game.kinds[node[1]].members if at[e] is not None)


def _owned(o: Oracle, node: Node, slots: Slots) -> tuple[int, ...]:
    _, kind, who, placed = node
    side = o.value(who, slots)
    sides = o.m.fields[o.m.game.built_in(kind, "side")]
    at = o.m.fields[o.m.game.built_in(kind, "at")] if placed else ()
    return tuple(e for e in o.m.game.kinds[kind].members if side is not None and sides[e] == side and not (placed and at[e] is None))


def _pile_of(o: Oracle, node: Node, slots: Slots) -> tuple[int, ...]:
    side = o.value(node[2], slots)
    pile = None if side is None else node[1][side]
    return () if pile is None else tuple(o.m.piles[pile])


def _pairs(o: Oracle, node: Node, slots: Slots) -> Iterator[tuple[Any, Any]]:
    """Members of a set with the value of the bound expression for each, one by one."""
    for member in o.members(node[2], slots):
        yield member, o.bound(node[1], member, node[3], slots)


def _present(o: Oracle, node: Node, slots: Slots) -> list[tuple[Any, int]]:
    return [(member, value) for member, value in _pairs(o, node, slots) if value is not None]


def _best(o: Oracle, node: Node, slots: Slots) -> Any:
    pairs = _present(o, node, slots)
    if not pairs:
        return None
    keys = [key for _, key in pairs]
    return pairs[keys.index(min(keys) if node[4] == "least" else max(keys))][0]


def _sum(o: Oracle, node: Node, slots: Slots) -> int:
    total = 0
    for _, value in _pairs(o, node, slots):
        if type(value) is not int:
            raise Trap("a sum over something that is no number")
        total = values.int32(total + value)
    return total


def _in(o: Oracle, node: Node, slots: Slots) -> bool:
    member, members = o.value(node[1], slots), o.members(node[2], slots)
    return member is not None and member in members


def _first(o: Oracle, node: Node, slots: Slots) -> Any:
    return values.at_index(o.members(node[1], slots), 0)


def _last(o: Oracle, node: Node, slots: Slots) -> Any:
    members = o.members(node[1], slots)
    return members[-1] if members else None


def _neighbours(o: Oracle, node: Node, slots: Slots) -> tuple[int, ...]:
    place = o.value(node[1], slots)
    return () if place is None else o.m.game.map.neighbours[place]


def _ground(name: str) -> Walk:
    def walk(o: Oracle, node: Node, slots: Slots) -> Any:
        return getattr(o.m.game.map, name)(*(o.value(part, slots) for part in node[1:]))

    return walk


def _function(compute: Callable[..., Any]) -> Walk:
    return lambda o, node, slots: compute(*(o.value(part, slots) for part in node[1:]))


def _as_kind(members: tuple[int, ...], thing: int | None) -> int | None:
    return thing if thing in members else None


def _path_cost(o: Oracle, node: Node, slots: Slots) -> int | None:
    return path_cost(o.m, node[1], o.value(node[2], slots), o.value(node[3], slots))


def _can_go(o: Oracle, node: Node, slots: Slots) -> bool:
    return can_go(o.m, node[1], o.value(node[2], slots), o.value(node[3], slots))


def _row(o: Oracle, node: Node, slots: Slots) -> int | None:
    side, place = o.value(node[1], slots), o.value(node[2], slots)
    numbers = o.m.game.map.rows if node[0] == "row" else o.m.game.map.columns
    return None if side is None or place is None else numbers[side][place]


def _territory(o: Oracle, node: Node, slots: Slots) -> int | None:
    place = o.value(node[1], slots)
    return None if place is None else o.m.game.map.territory[place]


def _level(o: Oracle, node: Node, slots: Slots) -> int | None:
    place = o.value(node[1], slots)
    return None if place is None else o.m.game.map.levels[place]


def _terrain(o: Oracle, node: Node, slots: Slots) -> int | None:
    place = o.value(node[1], slots)
    return None if place is None else o.m.terrain[place]


def _at(o: Oracle, node: Node, slots: Slots) -> int | None:
    place = o.value(node[2], slots)
    at = o.m.fields[o.m.game.built_in(node[1], "at")]
    return next((e for e in o.m.game.kinds[node[1]].members if place is not None and at[e] == place), None)


def _sight(o: Oracle, node: Node, slots: Slots) -> bool:
    sight = o.m.game.sights[node[1]]

    def question(part: Node) -> Callable[..., bool]:
        return lambda *given: o.call(part, sight.slots, list(given)) is True

    sides = (None if part is None else question(part) for part in (sight.across, sight.along, sight.ends))
    return sees(o.m, sight, o.value(node[2], slots), o.value(node[3], slots), question(sight.blocks), *sides)


def _arc(o: Oracle, node: Node, slots: Slots) -> int | None:
    return arc_of(o.m, o.m.game.arcs[node[1]], *(o.value(arg, slots) for arg in node[2:]))


def _call(o: Oracle, node: Node, slots: Slots) -> Any:
    rule = o.m.game.values[node[1]]
    return o.call(rule.body, rule.slots, [o.value(arg, slots) for arg in node[2]])


def _rows(o: Oracle, node: Node, slots: Slots) -> int | bool:
    _, how, rows, low, high = node
    if how == "every":
        return all(o.value(row.amount, slots) is True for row in rows if o.value(row.condition, slots) is True)
    found = [o.number(row.amount, slots) for row in rows if o.value(row.condition, slots) is True]
    if how == "sum":
        result = 0
        for amount in found:
            result = values.int32(result + amount)
    else:
        result = (max if how == "max" else min)(found, default=0)
    return values.clamp(result, o.value(low, slots), o.value(high, slots))


def _mission_met(o: Oracle, node: Node, slots: Slots) -> bool:
    mission, owner = o.value(node[1], slots), o.value(node[2], slots)
    if mission is None or owner is None:
        return False
    game = o.m.game
    rule = game.missions.get(o.m.fields[game.built_in(game.mission_kind, "model")][mission])
    return rule is not None and o.call(rule.met, rule.slots, [owner]) is True


def _of_pool(compute: Callable[..., Any]) -> Walk:
    def walk(o: Oracle, node: Node, slots: Slots) -> Any:
        return compute(o.members(node[1], slots))

    return walk


def _die(o: Oracle, node: Node, slots: Slots) -> int | bool:
    return values.die(o.members(node[1], slots), o.number(node[2], slots), node[3])


def _way(name: str) -> Walk:
    return lambda o, node, slots: tabletop.WAYS[name](o.m.game.map, *(o.value(part, slots) for part in node[1:]))


OPERATORS: dict[str, Walk] = {
    "const": lambda o, node, slots: node[1],
    "option": lambda o, node, slots: o.m.options[node[1]],
    "local": lambda o, node, slots: slots[node[1]],
    "let": _let,
    "get": _get,
    "stat": _stat,
    "active": lambda o, node, slots: o.m.active[0],
    "spent": lambda o, node, slots: o.m.spent(),
    "used": _used,
    "+": _arithmetic(lambda a, b: a + b),
    "-": _arithmetic(lambda a, b: a - b),
    "*": _arithmetic(lambda a, b: a * b),
    "div": _arithmetic(values.quotient),
    "mod": _arithmetic(values.remainder),
    "neg": _unary(lambda a: -a),
    "abs": _unary(abs),
    "min": _many(min),
    "max": _many(max),
    "clamp": _clamp,
    "==": _compare(lambda a, b: bool(a == b)),
    "!=": _compare(lambda a, b: bool(a != b)),
    "<": _compare(lambda a, b: bool(a < b)),
    "<=": _compare(lambda a, b: bool(a <= b)),
    ">": _compare(lambda a, b: bool(a > b)),
    ">=": _compare(lambda a, b: bool(a >= b)),
    "absent": lambda o, node, slots: o.value(node[1], slots) is None,
    "present": lambda o, node, slots: o.value(node[1], slots) is not None,
    "else": _else,
    "iflet": _iflet,
    "and": _and,
    "or": _or,
    "not": lambda o, node, slots: o.value(node[1], slots) is not True,
    "if": _if,
    "set": lambda o, node, slots: values.ascending(o.value(part, slots) for part in node[1:]),
    "list": lambda o, node, slots: values.present(o.value(part, slots) for part in node[1:]),
    "things": _things,
    "owned": _owned,
    "pile": lambda o, node, slots: tuple(o.m.piles[node[1]]),
    "pile_of": _pile_of,
    "filter": lambda o, node, slots: tuple(v for v, holds in _pairs(o, node, slots) if holds is True),
    "map": lambda o, node, slots: values.present(value for _, value in _pairs(o, node, slots)),
    "concat": lambda o, node, slots: o.members(node[1], slots) + o.members(node[2], slots),
    "from": lambda o, node, slots: values.turned(o.members(node[1], slots), o.value(node[2], slots)),
    "union": lambda o, node, slots: values.union(o.members(node[1], slots), o.members(node[2], slots)),
    "minus": lambda o, node, slots: values.minus(o.members(node[1], slots), o.members(node[2], slots)),
    "intersect": lambda o, node, slots: values.intersect(o.members(node[1], slots), o.members(node[2], slots)),
    "in": _in,
    "size": lambda o, node, slots: len(o.members(node[1], slots)),
    "first": _first,
    "last": _last,
    "at_index": lambda o, node, slots: values.at_index(o.members(node[1], slots), o.number(node[2], slots)),
    "any": lambda o, node, slots: any(holds is True for _, holds in _pairs(o, node, slots)),
    "all": lambda o, node, slots: all(holds is True for _, holds in _pairs(o, node, slots)),
    "count": lambda o, node, slots: sum(holds is True for _, holds in _pairs(o, node, slots)),
    "sum": _sum,
    "minimum": lambda o, node, slots: min((v for _, v in _present(o, node, slots)), default=None),
    "maximum": lambda o, node, slots: max((v for _, v in _present(o, node, slots)), default=None),
    "best": _best,
    "neighbours": _neighbours,
    "neighbours_from": _ground("neighbours_from"),
    "within": _ground("within"),
    "ring": _ground("ring"),
    "hex": _ground("hex"),
    "connected": _ground("connected"),
    "ray": _ground("ray"),
    "distance": _ground("distance"),
    "direction": _ground("direction"),
    "step": _ground("step"),
    "edge": _ground("edge"),
    "edges": _ground("edges_between"),
    "edges_from": _ground("edges_from"),
    "near": lambda o, node, slots: o.m.game.map.near(o.members(node[1], slots), o.value(node[2], slots)),
    "crossed": _ground("crossed"),
    "way_to_point": _way("way_to_point"),
    "way_to_area": _way("way_to_area"),
    "steps": _function(values.steps),
    "path_cost": _path_cost,
    "can_go": _can_go,
    "as_kind": lambda o, node, slots: _as_kind(o.m.game.kinds[node[1]].members, o.value(node[2], slots)),
    "sight": _sight,
    "arc": _arc,
    "row": _row,
    "column": _row,
    "territory": _territory,
    "terrain": _terrain,
    "level": _level,
    "at": _at,
    "turn": lambda o, node, slots: (o.number(node[1], slots) + o.number(node[2], slots)) % 6,
    "call": _call,
    "holds": lambda o, node, slots: o.holds(node[1], [o.value(arg, slots) for arg in node[2]]),
    "rows": _rows,
    "mission_met": _mission_met,
    **{name: _function(function) for name, function in tabletop.OPERATORS.items()},
    "highest": _of_pool(values.highest),
    "lowest": _of_pool(values.lowest),
    "total": _of_pool(values.total),
    "dice": _of_pool(values.dice),
    "die": _die,
}
"""How each operator of an expression is evaluated."""
