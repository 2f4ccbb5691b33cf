"""Random well-typed expressions have the same value, or trap, on both evaluators."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tankdsl.engine import load_game
from tankdsl.engine.load_exprs import Expressions
from tankdsl.engine.machine import FAULTS
from tankdsl.engine.setup import begin, new_machine, resolve_options
from tankdsl.engine.symbols import Names, Reader
from tests.unit.engine.skirmish import skirmish

GAME = load_game(skirmish())
MACHINES = [new_machine(GAME, evaluator) for evaluator in ("oracle", "fast")]
for machine in MACHINES:
    begin(machine, resolve_options(GAME, {}), 1)
NAMES = {}
for space, index in GAME.ids.items():
    NAMES[space] = Names(space)
    NAMES[space].index = index

SLOTS = 24
POOL = (6, 1, 1, 6, (1, 6, 3), (False, True, False), 0)
TANKS, PLACES, SIDES = range(6), range(36), range(2)
Draw = st.DataObject


class Author:
    """Draws expressions of a wanted type. Slots 0..5 hold an int, place, tank, side, list of ints and a pool; the first
    four may be absent. Bound slots are counted up from 6."""

    def __init__(self, data: Draw) -> None:
        self.data = data
        self.bound: list[tuple[str, int]] = []

    def pick(self, *choices: Any) -> Any:
        return choices[self.data.draw(st.integers(0, len(choices) - 1))]

    def expr(self, type: str, depth: int) -> Any:
        slots = [["local", slot] for kind, slot in self.bound if kind == type]
        if depth <= 0 or (slots and self.data.draw(st.booleans())):
            return self.pick(*slots, *self.leaves(type))
        return getattr(self, type)(depth - 1)

    def leaves(self, type: str) -> list[Any]:
        return {
            "int": [0, 1, -2, 7, 2**31 - 1, -(2**31), ["local", 0], ["none"]],
            "bool": [True, False],
            "place": [["place", "2.2"], ["place", "0.0"], ["place", "5.5"], ["local", 1], ["none"]],
            "tank": [["ref", "Tank", "b1"], ["ref", "Tank", "r2"], ["local", 2]],
            "side": [["ref", "Side", "red"], ["ref", "Side", "blue"], ["local", 3], ["active"]],
            "ints": [["local", 4], ["list"], ["list", 3, 1, 2]],
            "places": [["places"], ["zone", "middle"], ["list"]],
            "tanks": [["things", "Tank", "placed"], ["things", "Tank", "all"]],
        }[type]

    def over(self, members: str, member: str, body: str, depth: int) -> tuple[int, Any, Any]:
        slot = 6 + len(self.bound)
        found = self.expr(members, depth)
        if slot >= SLOTS:
            return 6, found, self.leaves(body)[0]
        self.bound.append((member, slot))
        inner = self.expr(body, depth)
        self.bound.pop()
        return slot, found, inner

    def some_set(self) -> tuple[str, str]:
        return self.pick(("ints", "int"), ("places", "place"), ("tanks", "tank"))

    def int(self, depth: int) -> Any:
        e, members = (lambda t: self.expr(t, depth)), self.some_set()
        return self.pick(
            lambda: [self.pick("+", "-", "*", "div", "mod"), e("int"), e("int")], lambda: [self.pick("neg", "abs"), e("int")],
            lambda: [self.pick("min", "max"), e("int"), e("int"), *self.pick([], [e("int")])], lambda: ["clamp", e("int"), e("int"),
                e("int")],
            lambda: ["if", e("bool"), e("int"), e("int")], lambda: ["else", e("int"), e("int")], lambda: ["size", e(members[0])],
            lambda: ["get", "Tank", self.pick("power", "plates", "hits"), e("tank")], lambda: ["distance", e("place"), e("place")],
            lambda: ["count", *self.over(*members, "bool", depth)], lambda: ["sum", *self.over(*members, "int", depth)],
            lambda: [self.pick("minimum", "maximum"), *self.over(*members, "int", depth)],
            lambda: ["row", e("side"), e("place")], lambda: [self.pick("highest", "lowest", "total"), ["local", 5]],
            lambda: ["die", ["local", 5], e("int"), self.pick("value", "natural")], lambda: ["call", "reach", e("tank")],
            lambda: ["call", "bonus", e("tank"), e("tank")], lambda: ["first", e("ints")], lambda: ["at_index", e("ints"), e("int")],
            lambda: ["rows", self.pick("sum", "max", "min"), [[e("int"), e("bool"), "", []], [e("int"), e("bool"), "", []]], e("int"),
                ["none"]],
            lambda: self.letting("int", depth), lambda: ["best", *self.over("ints", "int", "int", depth), self.pick("least", "most")],
        )()  # fmt: skip

    def letting(self, type: str, depth: int) -> Any:
        slot, kind = 6 + len(self.bound), self.pick("int", "place", "tank")
        value = self.expr(kind, depth)
        if slot >= SLOTS:
            return self.leaves(type)[0]
        self.bound.append((kind, slot))
        inner = self.expr(type, depth)
        self.bound.pop()
        return ["iflet", slot, value, inner, self.expr(type, depth)] if self.data.draw(st.booleans()) else ["let", slot, value, inner]

    def bool(self, depth: int) -> Any:
        e, members = (lambda t: self.expr(t, depth)), self.some_set()
        return self.pick(
            lambda: [self.pick("<", "<=", ">", ">="), e("int"), e("int")], lambda: [self.pick("==", "!="), *[e(self.pick("int",
                "place"))] * 2],
            lambda: [self.pick("==", "!="), e("place"), e("place")], lambda: [self.pick("and", "or"), e("bool"), e("bool"), e("bool")],
            lambda: ["not", e("bool")], lambda: [self.pick("present", "absent"), e(self.pick("int", "place", "tank", "side"))],
            lambda: [self.pick("any", "all"), *self.over(*members, "bool", depth)], lambda: ["in", e(members[1]), e(members[0])],
            lambda: ["sight", "eye", e("place"), e("place")], lambda: ["holds", "can_shoot", e("tank"), e("tank")],
            lambda: ["get", "Tank", self.pick("moved", "dug", "removed"), e("tank")], lambda: ["if", e("bool"), e("bool"), e("bool")],
            lambda: ["rows", "every", [[e("bool"), e("bool"), "", []], [e("bool"), True, "", []]], ["none"], ["none"]],
            lambda: ["==", ["get", "Tank", "side", e("tank")], e("side")], lambda: self.letting("bool", depth),
            lambda: ["any", 23, ["things", "Tank", "placed"], ["==", ["get", "Tank", "at", ["local", 23]], e("place")]],
        )()  # fmt: skip

    def place(self, depth: int) -> Any:
        e = lambda t: self.expr(t, depth)
        return self.pick(
            lambda: ["get", "Tank", "at", e("tank")], lambda: ["step", e("place"), ["mod", e("int"), 6]], lambda: ["first", e("places")],
            lambda: ["hex", e("int"), e("int")], lambda: ["else", e("place"), e("place")], lambda: ["if", e("bool"), e("place"),
                e("place")],
            lambda: ["best", *self.over("places", "place", "int", depth), self.pick("least", "most")], lambda: ["last", e("places")],
        )()  # fmt: skip

    def tank(self, depth: int) -> Any:
        e = lambda t: self.expr(t, depth)
        return self.pick(
            lambda: ["at", "Tank", e("place")], lambda: ["first", e("tanks")], lambda: ["if", e("bool"), e("tank"), e("tank")],
            lambda: ["best", *self.over("tanks", "tank", "int", depth), "most"],
        )()  # fmt: skip

    def side(self, depth: int) -> Any:
        return self.pick(lambda: ["get", "Tank", "side", self.expr("tank", depth)], lambda: ["territory", self.expr("place", depth)])()

    def ints(self, depth: int) -> Any:
        e = lambda t: self.expr(t, depth)
        return self.pick(
            lambda: [self.pick("set", "list"), e("int"), e("int")], lambda: [self.pick("union", "minus", "intersect", "concat"),
                e("ints"), e("ints")],
            lambda: ["filter", *self.over("ints", "int", "bool", depth)], lambda: ["map", *self.over(*self.some_set(), "int", depth)],
            lambda: ["from", e("ints"), e("int")], lambda: ["dice", ["local", 5]],
        )()  # fmt: skip

    def places(self, depth: int) -> Any:
        e = lambda t: self.expr(t, depth)
        return self.pick(
            lambda: ["neighbours", e("place")], lambda: [self.pick("within", "ring"), e("place"), ["mod", e("int"), 5]],
            lambda: ["filter", *self.over("places", "place", "bool", depth)], lambda: ["ray", e("place"), ["mod", e("int"), 6], ["mod",
                e("int"), 7]],
            lambda: ["minus", e("places"), e("places")], lambda: ["connected", e("place"), e("places")],
        )()  # fmt: skip

    def tanks(self, depth: int) -> Any:
        return self.pick(
            lambda: ["filter", *self.over("tanks", "tank", "bool", depth)], lambda: ["owned", "Tank", self.expr("side", depth),
                self.pick("all", "placed")],
            lambda: ["minus", self.expr("tanks", depth), self.expr("tanks", depth)],
        )()  # fmt: skip


def outcome(m: Any, root: int, slots: list[Any]) -> Any:
    try:
        return m.E[root](slots) if m.ev.name == "oracle" else m.ev.function(("root", root, 0))(slots)
    except FAULTS:
        return "trap"


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    data=st.data(),
    slots=st.tuples(
        st.one_of(st.none(), st.integers(-9, 9)), st.one_of(st.none(), st.sampled_from(PLACES)), st.one_of(st.none(),
            st.sampled_from(TANKS)),
        st.one_of(st.none(), st.sampled_from(SIDES)), st.lists(st.integers(-3, 4), max_size=4).map(tuple), st.just(POOL),
    ),
)  # fmt: skip
def test_both_evaluators_agree(data: st.DataObject, slots: tuple[Any, ...]) -> None:
    author = Author(data)
    expression = author.expr(author.pick("int", "bool", "place", "tank", "ints", "places", "tanks"), 4)
    read = Expressions(GAME, NAMES, SLOTS)
    root = read.root(Reader(expression, "random"))
    plain, fast = MACHINES
    plain.E.append(plain.ev._root(GAME.roots[root]))
    values = [outcome(m, root, list(slots) + [None] * (SLOTS - len(slots))) for m in (plain, fast)]
    assert repr(values[0]) == repr(values[1]), expression
