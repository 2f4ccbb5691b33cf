"""How far a piece may go in a round: every way of moving that the rules give it, how often it may be used, and what a step costs then.

Everything counts in favour of the piece: budgets at their most, costs at their least, no other piece in its way, every limit used up.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from tankdsl.check import tree
from tankdsl.check.tree import Core, Local, MovementDef, MoveRule
from tankdsl.frozen import Frozen, replaced
from tankdsl.ground.maps import GroundMap
from tankdsl.rules.asks import EDGE, Asked, asked_of, groups_of
from tankdsl.rules.costcases import cases_of, rows_of
from tankdsl.rules.foresight.arrivals import Mover, destination, goings, movers_of, pick_of
from tankdsl.rules.foresight.asking import Env, ask, plain_values
from tankdsl.rules.foresight.flags import held_on, names_of, resolved
from tankdsl.rules.foresight.moments import Moment
from tankdsl.rules.foresight.operators import parts_of
from tankdsl.rules.foresight.passages import Passage, onward, parts_of_item
from tankdsl.rules.foresight.values import FOREVER, Outcome, Where, may_fail, may_hold, span_of
from tankdsl.rules.foresight.ways import Pick, Way
from tankdsl.rules.movers import movements_of
from tankdsl.rules.walk import expressions, fields_read, same

if TYPE_CHECKING:
    from tankdsl.rules.foresight.outlook import Outlook


class Likeness(Frozen):
    """Which steps cost the same: those that begin on hexes of one group and end on hexes of one group, except at hexes `apart`."""

    of_start: Sequence[int]
    of_end: Sequence[int]
    apart: frozenset[int]
    """Ends of steps for which it also matters where exactly they begin."""


class Steps(Protocol):
    """What a step costs at least."""

    leaps: bool
    """A step that costs more than there is may be made all the same, and takes all of it."""
    likeness: Likeness

    def cost(self, a: int, b: int) -> int | None:
        """For a hex and its neighbour; None when the rules never allow it."""


class Part(Frozen):
    """One way of moving: what all steps of a round may cost together, and what a step costs at least (None: 1, whatever lies there)."""

    budget: int
    steps: tuple[Steps, ...]
    each: int = 1
    """What one use of it may cost, of those that make up the budget."""

    def likeness(self, size: int) -> Likeness:
        """Which steps cost the same on a map of so many hexes."""
        if len(self.steps) == 1:
            return self.steps[0].likeness
        alike: Sequence[int] = range(size) if self.steps else bytes(size)
        return Likeness(alike, alike, frozenset())

    def cost(self, a: int, b: int) -> int | None:
        """The least cost of a step; None when it is ruled out."""
        if not self.steps:
            return 1
        if len(self.steps) == 1:
            (only,) = self.steps
            cost = only.cost(a, b)
            return cost if cost is None or cost <= self.each else self.each if only.leaps else None
        best: int | None = None
        for steps in self.steps:
            cost = steps.cost(a, b)
            if cost is not None and cost > self.each:
                cost = self.each if steps.leaps else None
            if cost is not None and (best is None or cost < best):
                best = cost
        return best


class Mobility(Frozen):
    """All ways of moving of a piece, and the pieces that may carry it."""

    parts: tuple[Part, ...]
    carriers: frozenset[str] = frozenset()

    @cached_property
    def is_unbounded(self) -> bool:
        """Whether nothing bounds how far it goes in a round."""
        return any(part.budget >= FOREVER for part in self.parts)


def mobility_of(outlook: Outlook, thing: str) -> Mobility:
    """The mobility of a piece that stands somewhere."""
    movers, too_many = movers_of(outlook, thing)
    if too_many:
        return Mobility((Part(FOREVER, ()),))
    moment = Moment(outlook, FOREVER, counts=False)
    moment.gone[thing] = False
    found: dict[Hashable, dict[Hashable, Part]] = {}
    unrounded: dict[Hashable, dict[Hashable, int]] = {}
    carriers: set[str] = set()
    for mover in movers:
        for passage in goings(moment, mover, thing):
            part = _part(outlook, moment, mover, passage, thing)
            if isinstance(part, frozenset):
                carriers |= part
            elif part is not None:
                shared, use = _shares(passage, mover)
                uses = found.setdefault(shared, {})
                uses[use] = _both(uses[use], part) if use in uses else part
                budgets = unrounded.setdefault(shared, {})
                budgets[use] = min(FOREVER, budgets.get(use, 0) + _unrounded(moment, passage, part))
    parts = (_instead(uses, unrounded[shared]) for shared, uses in found.items())
    return Mobility(tuple(part for part in parts if part.budget > 0), frozenset(carriers))


def _shares(passage: Passage, mover: Mover) -> tuple[Hashable, Hashable]:
    """What ways of moving share, so that a round has only one of them or the other; and which one it is."""
    sort = passage.key[0] if isinstance(passage.key, tuple) else None
    action = None if passage.action is None else passage.action[1].id
    if sort == "flag":
        return passage.key, action  # One use has all moves of the action, wherever in its effects they stand.
    if sort == "plays":
        return (passage.key, _branch(passage)), action
    return (passage.key, id(mover.way), _branch(passage)), action


def _unrounded(moment: Moment, passage: Passage, part: Part) -> int:
    """The budget of a way of moving when what one action leaves of the budget of a play loop is spent on another one."""
    if passage.action is None or part.budget >= FOREVER or not passage.times:
        return part.budget
    plays, action, runs = passage.action
    most = None if plays.budget is None or plays.once else span_of(ask(moment, passage.env, plays.budget))
    cost = None if action.cost is None else span_of(ask(moment, passage.env, action.cost))
    if most is None or cost is None or cost.low < 1:
        return part.budget
    return min(FOREVER, max(part.budget, part.budget * most.high * runs // (cost.low * passage.times)))


def _instead(uses: dict[Hashable, Part], unrounded: dict[Hashable, int]) -> Part:
    """Several ways of moving of which a round has only one, or so much of each as leaves a share for the others."""
    parts = list(uses.values())
    steps = tuple(dict.fromkeys(steps for part in parts for steps in part.steps)) if all(part.steps for part in parts) else ()
    budget = parts[0].budget if len(parts) == 1 else max(unrounded.values())
    return Part(budget, steps, max(part.each for part in parts))


def _branch(passage: Passage) -> Hashable:
    """Tells passages of the same way apart by the sides that take part."""
    return tuple(sorted(str(value) for value in passage.env.values() if isinstance(value, frozenset) and len(value) == 1))


def _both(one: Part, other: Part) -> Part:
    """Two ways of moving that one use has both of."""
    steps = tuple(dict.fromkeys((*one.steps, *other.steps))) if one.steps and other.steps else ()
    return Part(min(FOREVER, one.budget + other.budget), steps, max(one.each, other.each))


def _part(outlook: Outlook, moment: Moment, mover: Mover, passage: Passage, thing: str) -> Part | frozenset[str] | None:
    times = min(passage.times, passage.in_all) if passage.in_rounds else FOREVER
    if isinstance(mover.statement, tree.Go):
        return _along_route(outlook, moment, mover.statement, mover.way, passage, thing, times)
    place = destination(moment, mover, passage)
    near = _own_step(outlook, moment, mover, passage, thing, place)
    if near is None:
        others = place.things - {thing} if isinstance(place, Where) else frozenset()
        if not others:
            return None  # Set down on given places, which is an arrival.
        return others if isinstance(place, Where) and place.near <= 1 and passage.times < FOREVER else Part(FOREVER, ())
    if near == 0:
        return None
    return _by_setting_down(outlook, moment, mover, passage, thing, near, times)


# ------------------------------------------------------------------------------------------------------------ by a route


def _along_route(outlook: Outlook, moment: Moment, go: tree.Go, way: Way, passage: Passage, thing: str, times: int) -> Part:
    route = resolved(go.route, names_of(way))
    while route.op == "stretch":
        route = resolved(route.args[0], names_of(way))
    plot = outlook.game.remember("plots", lambda: _plots(outlook)).get(route.args[0]) if route.op == "local" else None
    if plot is None:
        return Part(FOREVER, ())
    movement = outlook.program.movements[plot.movement]
    rules: Env = {movement.unit: frozenset({thing})}
    budget = _budget(moment, movement, rules, None if plot.budget is None else ask(moment, passage.env, plot.budget))
    if outlook.world.ground is None:
        exact = any(rule.word == "cost" and _is_length(movement, rule) for rule in movement.rules)
        return Part(min(FOREVER, budget * times) if exact else FOREVER, (), budget)
    rules_of_steps = tuple(
        rule for rule in movement.rules if rule.word in ("cost", "first") or (rule.word == "never" and not _is_open(rule))
    )
    states = any(
        (found := outlook.declared(*fact)) is None or found.role != "stat" for fact in fields_read(outlook.program, rules_of_steps)
    )
    setting = outlook.game.setting(outlook.world, ("steps", movement.id), rules_of_steps, outlook.world.instances[thing])
    key = (setting, outlook.class_of(thing) if states else None)
    steps = outlook.once(key, lambda: MovementSteps(outlook, moment, movement, thing, rules_of_steps))
    return Part(min(FOREVER, budget * times), (steps,), budget)


def full_move(outlook: Outlook, thing: str, moment: Moment | None = None) -> int:
    """What the movement of a piece lets one path cost at most (at some moment); 0 when it has none, or none that is bounded."""
    moment = moment or outlook.anytime
    instance = outlook.world.instances[thing]
    budgets = [_budget(moment, movement, {movement.unit: frozenset({thing})}, None) for movement in movements_of(outlook.world, instance)]
    return max((budget for budget in budgets if budget < FOREVER), default=0)


def _plots(outlook: Outlook) -> dict[Local, tree.Plot]:
    return {statement.local: statement for _, statement in outlook.game.statements if isinstance(statement, tree.Plot)}


def _budget(moment: Moment, movement: MovementDef, env: Env, given: Outcome | None) -> int:
    """The most that a path may cost: as the statement says, else by the first row whose condition holds; with every bonus."""
    outcomes = [given] if given is not None else [ask(moment, env, amount) for amount in _budgets(moment, movement, env)]
    spans = [span_of(outcome) for outcome in outcomes]
    if not spans or any(span is None for span in spans):
        return FOREVER
    most = max(span.high for span in spans if span is not None)
    for rule in movement.rules:
        if rule.word == "bonus" and rule.amount is not None and _may_apply(moment, env, rule):
            extra = span_of(ask(moment, env, rule.amount))
            most += FOREVER if extra is None else max(extra.high, 0)
    return min(max(most, 0), FOREVER)


def _budgets(moment: Moment, movement: MovementDef, env: Env) -> Iterator[Core]:
    """The budgets that may be the first whose condition holds."""
    for rule in movement.rules:
        applies = frozenset({True}) if rule.condition is None else ask(moment, env, rule.condition)
        if rule.word == "budget" and rule.amount is not None and may_hold(applies):
            yield rule.amount
            if not may_fail(applies):
                return


def _may_apply(moment: Moment, env: Env, rule: MoveRule) -> bool:
    return rule.condition is None or may_hold(ask(moment, env, rule.condition))


def _is_length(movement: MovementDef, rule: MoveRule) -> bool:
    """`cost distance(a, b)`, always."""
    ends = (movement.origin, movement.target)
    amount = rule.amount
    if rule.condition is not None or amount is None or amount.op != "distance":
        return False
    return tuple(arg.args[0] for arg in amount.args if isinstance(arg, Core) and arg.op == "local") in (ends, ends[::-1])


def _is_open(rule: MoveRule) -> bool:
    """Whether a rule asks what stands somewhere beside all else that it asks: that is never sure."""
    parts = () if rule.condition is None else parts_of(rule.condition)
    return any(part.op != "or" and any(core.op == "at" for core in expressions(part)) for part in parts)


class MovementSteps:
    """The steps of a movement for a piece; computed once for all hexes that are alike in what the rules ask of them.

    What the rules ask that does not depend on the step is answered once for all of them, so that no two rows are left out, or counted, that
    exclude each other.
    """

    def __init__(self, outlook: Outlook, moment: Moment, movement: MovementDef, thing: str, rules: tuple[MoveRule, ...]) -> None:
        self._outlook = outlook
        self._moment = moment
        self._ends = movement.origin, movement.target
        self._env: Env = {movement.unit: frozenset({thing})}
        rows = rows_of(outlook.game, movement, ("cost", "never"))
        self._rules = [rule for rule in rows.rules if rule.word == "cost" or not _is_open(rule)]
        self._cases = [
            {local: frozenset({value}) for local, value in case.items()}
            for case in cases_of(rows, lambda core: plain_values(ask(moment, self._env, core)))
        ]
        self.leaps = any(rule.word == "first" and _may_apply(moment, self._env, rule) for rule in rules)
        asked = self._asks(*self._ends), self._asks(*self._ends[::-1])
        ground = outlook.world.ground
        assert isinstance(ground, GroundMap)
        self._of_a, self._of_b = (groups_of(outlook.game, outlook.world, ground, one - EDGE).of for one in asked)
        self._sides = ground if "edge" in asked[0] and ground.edges else None
        """The map, if it matters what lies on the side between two hexes."""
        self.likeness = Likeness(self._of_a, self._of_b, frozenset(end for side in ground.edges for end in side if self._sides))
        self._known: dict[Hashable, int | None] = {}

    def _asks(self, end: Local, other: Local) -> Asked:
        """What the rules ask of an end of a step."""
        rules = tuple((rule.condition, rule.amount) for rule in self._rules)
        return asked_of(self._outlook.program, rules, end, other)

    def cost(self, a: int, b: int) -> int | None:
        """The least cost of a step; None when a rule surely forbids it."""
        key: Hashable = self._of_a[a], self._of_b[b]
        sides, known = self._sides, self._known
        if sides is None:
            if key in known:
                return known[key]
        elif features := sides.edges.get((a, b) if a < b else (b, a)):
            key = key, features, sides.leads.get((a, b)), sides.leads.get((b, a))
        if key not in known:
            env: Env = {**self._env, self._ends[0]: frozenset({a}), self._ends[1]: frozenset({b})}
            costs = [self._sum({**env, **case}) for case in self._cases]
            self._known[key] = min((cost for cost in costs if cost is not None), default=None)
        return self._known[key]

    def _sum(self, env: Env) -> int | None:
        """What a step costs at least, as far as it is known; None when a rule surely forbids it."""
        costs = [self._cost(rule, env) for rule in self._rules]
        return None if None in costs else max(sum(cost for cost in costs if cost is not None), 0)

    def _cost(self, rule: MoveRule, env: Env) -> int | None:
        """What a rule adds at least; None when it surely forbids the step."""
        applies = frozenset({True}) if rule.condition is None else ask(self._moment, env, rule.condition)
        if rule.word == "never":
            return 0 if may_fail(applies) else None
        if rule.amount is None or not may_hold(applies):
            return 0
        ends = span_of(ask(self._moment, env, rule.amount))
        low = 0 if ends is None else ends.low
        return min(low, 0) if may_fail(applies) else low


# ------------------------------------------------------------------------------------------------------- by setting down


def _own_step(outlook: Outlook, moment: Moment, mover: Mover, passage: Passage, thing: str, place: Outcome) -> int | None:
    """How many steps from where it stands a piece is set down at most; None when that is not said."""
    if isinstance(place, Where) and place.things == {thing}:
        return place.near
    names = names_of(mover.way)
    assert isinstance(mover.statement, tree.PlaceThing)
    here, there = resolved(mover.statement.thing, names), resolved(mover.statement.place, names)
    found: list[int] = []
    for held in held_on(outlook, mover.way):
        core = held.condition
        if held.holds and held.member is None and core.op in ("==", "<", "<=") and core.args[0].op == "distance":
            ends = [resolved(end, names) for end in core.args[0].args]
            bound = span_of(ask(moment, passage.env, core.args[1]))
            if bound is not None and _are(ends, here, there):
                found.append(bound.high - (core.op == "<"))
    return min(found) if found else None


def _are(ends: list[Core], piece: Core, place: Core) -> bool:
    """Whether the ends of a distance are a piece (or where it stands) and a place."""
    for one, other in (ends, ends[::-1]):
        stands = one.args[2] if one.op == "get" and one.args[1] == "at" else one
        if same(stands, piece) and same(other, place):
            return True
    return False


def _by_setting_down(outlook: Outlook, moment: Moment, mover: Mover, passage: Passage, thing: str, near: int, times: int) -> Part:
    budget = min(FOREVER, times * near)
    place = mover.statement.place if isinstance(mover.statement, tree.PlaceThing) else None
    target = None if place is None else resolved(place, names_of(mover.way))
    chosen = target.args[0] if target is not None and target.op == "local" else None
    if near > 1 or chosen is None or outlook.world.ground is None or not any(isinstance(i, Pick) and i.local is chosen for i in mover.way):
        return Part(budget, (), near) if outlook.world.ground is not None else Part(FOREVER, ())
    steps = PlacedSteps(outlook, moment, mover, thing, chosen, priced=False)
    if passage.action is not None:
        plays, action, runs = passage.action
        most = None if plays.budget is None else span_of(ask(moment, passage.env, plays.budget))
        if most is not None and action.cost is not None and min(FOREVER, most.high * runs) <= budget * _least(moment, passage, action):
            return Part(
                min(FOREVER, max(most.high, 0) * runs), (PlacedSteps(outlook, moment, mover, thing, chosen, priced=True),), most.high
            )
    return Part(budget, (steps,))


def _least(moment: Moment, passage: Passage, action: tree.ActionDef) -> int:
    found = None if action.cost is None else span_of(ask(moment, passage.env, action.cost))
    return 1 if found is None else max(found.low, 1)


class PlacedSteps:
    """The steps of a piece that an action sets down on a neighbour which somebody chooses; `priced`: they cost what the action costs."""

    def __init__(self, outlook: Outlook, moment: Moment, mover: Mover, thing: str, chosen: Local, *, priced: bool) -> None:
        self._outlook = outlook
        self._moment = moment
        self._way = mover.way
        self._at = pick_of(mover.way, chosen) or 0
        self._before = [*goings(moment, replaced(mover, way=mover.way[: self._at]), thing)]
        self._chosen = chosen
        self._priced = priced
        self.leaps = False
        asked = tuple(part for item in mover.way for part in parts_of_item(item))
        ground = outlook.world.ground
        assert isinstance(ground, GroundMap)
        self._of = groups_of(outlook.game, outlook.world, ground, asked_of(outlook.program, asked, chosen)).of
        self.likeness = Likeness(bytes(len(ground)), self._of, frozenset())
        self._known: dict[int, int | None] = {}

    def cost(self, a: int, b: int) -> int | None:
        """The least cost of setting the piece down on b; None when the rules never allow it."""
        group = self._of[b]
        if group not in self._known:
            self._known[group] = min(self._costs(b), default=None)
        return self._known[group]

    def _onward(self, before: Passage, b: int) -> Iterator[Passage]:
        return onward(self._moment, self._way, self._at, before, self._chosen, frozenset({b}))

    def _costs(self, b: int) -> Iterator[int]:
        for passage in (each for before in self._before for each in self._onward(before, b)):
            cost = None if passage.action is None else passage.action[1].cost
            ends = span_of(ask(self._moment, passage.env, cost)) if cost is not None and self._priced else None
            yield max(ends.low, 0) if ends is not None else 0 if self._priced else 1
