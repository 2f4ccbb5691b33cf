"""The rules of a step as far as they are known before play: whether a piece may ever take it.

The `never` rules of a movement are read with the ground, the options and the kind of mover known, and everything else unknown.  A step is
ruled out only when a rule is sure to refuse it at every moment, or when it costs more at the least than a move has at the most; what stands
in the way for a while does not count.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from tankdsl.check.static import Run, Value, World
from tankdsl.check.tree import Core, InstanceDef, Local, MovementDef, MoveRule, Plot
from tankdsl.check.types import INT32_MAX, INT32_MIN, Int, Kind, required
from tankdsl.frozen import FrozenValue
from tankdsl.rules.asks import NOTHING, Asked, alike, asked_of
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.walk import uses


def _refuses_nothing(world: World, rule: MoveRule, known: dict[Local, Value]) -> bool:
    """Whether a rule can never refuse anything, wherever the step leads."""
    return rule.word in ("never", "passes") and rule.condition is not None and Run(world, dict(known)).value(rule.condition) is False


class Price(FrozenValue):
    """What a step costs at the least, and what a move has at the most."""

    cost: int
    budget: int
    is_exact: bool
    """Whether the step costs just that."""


def setting_of_steps(game: Game, world: World, movement: MovementDef, thing: InstanceDef) -> Hashable:
    """All that the steps of a thing with one of its movements can rest on before play."""
    plots = plots_of(game, movement)
    part = ("steps of", movement.id)
    asked = (movement.rules, tuple(plot.budget for plot in plots if plot.budget is not None))
    return game.setting(world, part, asked, thing), tuple(_may_be_of(world, plot, thing) for plot in plots)


def plots_of(game: Game, movement: MovementDef) -> tuple[Plot, ...]:
    """Where paths are laid by a movement."""

    def found() -> dict[str, list[Plot]]:
        plots: dict[str, list[Plot]] = {}
        for _, statement in game.statements:
            if isinstance(statement, Plot):
                plots.setdefault(statement.movement, []).append(statement)
        return plots

    return tuple(game.remember("plots by movement", found).get(movement.id, ()))


def _may_be_of(world: World, plot: Plot, thing: InstanceDef) -> bool:
    """Whether a path may be for a thing, as far as its kind says."""
    kind = required(plot.unit.type)
    return not isinstance(kind, Kind) or world.is_a(thing.kind, kind.name)


def _bounds(amount: Core | None) -> tuple[int, int]:
    """The least and the most that an amount may be, by its type."""
    type = None if amount is None else required(amount.type)
    return (type.low, type.high) if isinstance(type, Int) else (INT32_MIN, INT32_MAX)


class StepRules:
    """The rules of one movement for one mover. An answer is computed once for all hexes that are alike in what the rule asks of them."""

    def __init__(self, world: World, movement: MovementDef, thing: InstanceDef, game: Game) -> None:
        assert world.layout is not None
        self.world = world
        self.movement = movement
        self._ground = ground_of(world.layout)
        self._thing = thing.id
        # A rule that is about other movers, or that an option has switched off, is left out for all hexes at once.
        alone: dict[Local, Value] = {movement.unit: thing.id}
        numbered = [(n, rule) for n, rule in enumerate(movement.rules) if not _refuses_nothing(world, rule, alone)]
        self._asked = game.remember(("asked by steps", movement.id), self._asks_of_rules)
        self._closing = [(n, rule) for n, rule in numbered if rule.word == "never" and self._asked[n][0] == NOTHING]
        self._barring = [(n, rule) for n, rule in numbered if rule.word == "never" and self._asked[n][0] != NOTHING]
        self._passing = [(n, rule) for n, rule in numbered if rule.word == "passes"]
        self._budgets = [(n, rule) for n, rule in numbered if rule.word == "budget"]
        self._costs = [(n, rule) for n, rule in numbered if rule.word == "cost"]
        self._given = self._given_budget([plot for plot in plots_of(game, movement) if _may_be_of(world, plot, thing)])
        self._bounded = not any(rule.word in ("first", "bonus") for rule in movement.rules) and bool(self._budgets and self._costs)
        priced = (*self._budgets, *self._costs)
        self._priced_by_start = any(self._asked[n][0] != NOTHING for n, _ in priced)
        by_start = self._bounded and self._priced_by_start
        self.always_lets_in = not self._barring and not by_start
        """Whether no rule refuses a step for what lies where it begins or on the side that it crosses."""
        by_target = priced if self._bounded and not self._priced_by_start else ()
        self.asked_by_closing = self._together((*self._closing, *by_target))[1]
        """What is asked of a hex to know whether it is closed."""
        self.asked_by_barring = self._together((*self._barring, *(priced if by_start else ())))
        """What is asked of the ends of a step to know whether it lets a piece in."""
        self.asked_by_passing = self._together(self._passing) if self._passing else None
        """The same to know whether a move may not end with it; None if all moves may."""
        self._closed: dict[Hashable, bool] = {}
        self._known: dict[tuple[int, Hashable, Hashable, Hashable], Value] = {}
        self._keys: dict[tuple[int, Asked], Hashable] = {}
        self._prepared: dict[int, Core | None] = {}
        self._sets: dict[Local, Value] = {}
        """Sets of hexes that are the same for all steps."""

    def _asks_of_rules(self) -> list[tuple[Asked, Asked]]:
        """What each rule asks of where a step begins and of where it ends: the same for all movers on all maps."""
        ends = (self.movement.origin, self.movement.target)
        return [(self._asks(rule, *ends), self._asks(rule, *ends[::-1])) for rule in self.movement.rules]

    def _asks(self, rule: MoveRule, end: Local, other: Local) -> Asked:
        return asked_of(self.world.program, (rule.condition, rule.amount), end, other)

    def _together(self, rules: Sequence[tuple[int, MoveRule]]) -> tuple[Asked, Asked]:
        """What rules ask of where a step begins and of where it ends."""
        none: Asked = frozenset()
        return none.union(*(self._asked[n][0] for n, _ in rules)), none.union(*(self._asked[n][1] for n, _ in rules))

    def is_closed(self, b: int) -> bool:
        """Whether a hex can never be entered, from wherever: a rule that does not ask where the step begins refuses it."""
        key = self._alike(b, self.asked_by_closing)
        if key not in self._closed:
            refused = any(self._answer(number, rule.condition, b, b) is True for number, rule in self._closing)
            self._closed[key] = refused or (not self._priced_by_start and self._too_far(b, b))
        return self._closed[key]

    def why_closed(self, b: int) -> str:
        """What a player reads who would enter a closed hex, with `it` for the piece and `the hex` for the place; may be empty."""
        return self._spoken(rule for number, rule in self._closing if self._answer(number, rule.condition, b, b) is True)

    def why_barred(self, a: int, b: int) -> str:
        """The same of a step into a hex that is not closed; empty where nothing refuses it."""
        return self._spoken((rule for number, rule in self._barring if self._answer(number, rule.condition, a, b) is True), "there")

    def why_too_dear(self, a: int, b: int) -> str:
        """The same of a step that costs more than any budget; empty if it does not, or if that is not sure."""
        price = self._price(a, b)
        if price is None or price.cost <= price.budget:
            return ""
        least = "" if price.is_exact else "at least "
        return f"the step costs {least}{price.cost}, and a move has {price.budget} at most"

    def _spoken(self, refusing: Iterable[MoveRule], origin: str = "the hex") -> str:
        """The reason of the first of some rules."""
        rule = next(iter(refusing), None)
        if rule is None or rule.reason is None:
            return ""
        text = rule.reason.text
        for local, word in ((self.movement.unit, "it"), (self.movement.origin, origin), (self.movement.target, "the hex")):
            text = text.replace("{" + local.name + "}", word)
        return text

    def lets_in(self, a: int, b: int) -> bool:
        """Whether the step from a neighbour into a hex that is not closed may ever be taken."""
        if any(self._answer(number, rule.condition, a, b) is True for number, rule in self._barring):
            return False
        return not self._priced_by_start or not self._too_far(a, b)

    def refuses(self, a: int, b: int) -> bool:
        """Whether a rule is sure to refuse the step from a to b."""
        return self.is_closed(b) or not self.lets_in(a, b)

    def may_end(self, a: int, b: int) -> bool:
        """Whether a move may ever end with this step."""
        return not self.only_passes(a, b)

    def only_passes(self, a: int, b: int) -> bool:
        """Whether a move is sure not to end with this step."""
        return any(self._answer(number, rule.condition, a, b) is True for number, rule in self._passing)

    def _too_far(self, a: int, b: int) -> bool:
        """Whether a step costs more than any budget, whatever is not known of both, and no rule helps."""
        price = self._price(a, b)
        return price is not None and price.cost > price.budget

    def _price(self, a: int, b: int) -> Price | None:
        """The least that a step costs and the greatest budget; None when one of them is not known."""
        budget = max(self._budget(a, b), self._given) if self._bounded else INT32_MAX
        if budget >= INT32_MAX:
            return None
        cost, is_exact = 0, True
        for number, rule in self._costs:
            applies = True if rule.condition is None else self._answer(number, rule.condition, a, b)
            if applies is False:
                continue
            amount = self._answer(-number - 1, rule.amount, a, b)
            is_known = isinstance(amount, int)
            least = int(amount) if isinstance(amount, int) else _bounds(rule.amount)[0]
            cost += least if applies is True else min(0, least)
            is_exact = is_exact and is_known and applies is True
        return Price(cost, budget, is_exact)

    def _budget(self, a: int, b: int) -> int:
        """The most that the first budget whose condition holds may be; none bounds a move where none of them is sure to hold."""
        most = 0
        for number, rule in self._budgets:
            applies = True if rule.condition is None else self._answer(number, rule.condition, a, b)
            if applies is not False:
                amount = self._answer(-number - 1, rule.amount, a, b)
                most = max(most, int(amount) if isinstance(amount, int) else _bounds(rule.amount)[1])
            if applies is True:
                return most
        return INT32_MAX

    def _given_budget(self, plots: Sequence[Plot]) -> int:
        """The most that paths may cost which have a budget of their own, in place of that of the movement."""
        most = 0
        for plot in plots:
            if plot.budget is not None:
                known: dict[Local, Value] = {plot.unit.args[0]: self._thing} if plot.unit.op == "local" else {}
                amount = Run(self.world, known).value(plot.budget)
                most = max(most, int(amount) if isinstance(amount, int) else _bounds(plot.budget)[1])
        return most

    def _answer(self, key: int, core: Core | None, a: int, b: int) -> Value:
        """The value of a condition (its rule's number) or of an amount (below 0) for a step."""
        of_a, of_b = self._asked[key if key >= 0 else -key - 1]
        ground = self._ground
        between = (ground.features_between(a, b), ground.leads.get((a, b)), ground.leads.get((b, a))) if "edge" in of_a | of_b else None
        at = (key, self._alike(a, of_a), self._alike(b, of_b), between)
        if at not in self._known:
            if key not in self._prepared:
                self._prepared[key] = None if core is None else self._with_sets(core)
            known: dict[Local, Value] = {self.movement.unit: self._thing, self.movement.origin: a, self.movement.target: b, **self._sets}
            self._known[at] = Run(self.world, known).value(self._prepared[key])
        return self._known[at]

    def _with_sets(self, core: Core) -> Core:
        """A condition in which the sets that no end of a step is asked for are computed already."""
        if core.op in ("and", "or", "not"):
            return Core(core.op, tuple(map(self._with_sets, core.args)), core.type, core.span)
        if core.op != "in" or any(uses(core.args[1], end) for end in (self.movement.origin, self.movement.target)):
            return core
        member, domain = core.args
        found = Run(self.world, {self.movement.unit: self._thing}).value(domain)
        if not isinstance(found, tuple):
            return core
        local = Local("places", domain.type)
        self._sets[local] = found
        return Core("in", (member, Core("local", (local,), domain.type, domain.span)), core.type, core.span)

    def _alike(self, index: int, asked: Asked) -> Hashable:
        if not asked:
            return None
        key = (index, asked)
        if key not in self._keys:
            self._keys[key] = alike(self.world, self._ground, index, asked)
        return self._keys[key]
