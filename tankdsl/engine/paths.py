"""Laying a path step by step.

A step is legal if it leads to a neighbour, no `never` condition holds, its cost fits, and the path can still
come to a legal end. A path can end anywhere but on a place that may only be passed `through`; a place that
`stops` must be its end. A step fits when the cost of the path with it is at most budget plus the bonus that
the path with it has; the first one always fits if the movement says so. A step that costs nothing may only
enter a place that is new to the path, so every path is finite.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tankdsl.engine.frames import Code, Path
from tankdsl.engine.machine import ANSWER, Decision, Machine
from tankdsl.engine.model import Movement, When
from tankdsl.engine.tabletop import is_table
from tankdsl.engine.values import int32

Place = Any
"""A number, or on a table a point."""


@dataclass(slots=True)
class Walk:
    """A path so far. Never changed once made; frozen ones take three times as long to make."""

    movement: int
    unit: int
    budget: int
    start: Place
    places: tuple[Place, ...] = ()
    cost: int = 0
    stopped: bool = False
    only_passes: bool = False
    """Whether the last place may be passed but not be the end. Places that a path stands on are looked at as the last step saw them."""

    @property
    def here(self) -> Place:
        """Where the path has come to."""
        return self.places[-1] if self.places else self.start

    @staticmethod
    def begun(m: Machine, movement: int, unit: int | None, budget: int | None, places: tuple[int, ...]) -> "Walk | None":
        """A path along places that were found legal one by one; None for a unit that is not on the map."""
        rule = m.game.movements[movement]
        start = None if unit is None else m.places[rule.kind][unit]
        if unit is None or start is None:
            return None
        if budget is None:
            budget = m.E[rule.budget]([unit] + [None] * (rule.slots - 1))
        walk = Walk(movement, unit, 0 if budget is None else budget, start)
        for place in places:
            facts = m.ev.steps_of(movement)(unit, walk.here, place, walk.places)
            walk = _after(walk, place, facts or step_facts(m, rule, step_slots(m, walk, place)))
        return walk


Facts = tuple[int, bool, bool]
"""Of an allowed step: what it costs, whether the path must end with it, whether the path cannot end with it."""
FactsOf = Callable[[int, Place, Place, tuple[Place, ...]], Facts | None]
"""Tells of the step of a unit from a place to another, with the path before, its facts; None of one that is forbidden."""


def step_slots(m: Machine, walk: Walk, place: Place) -> list[Any]:
    """The frame in which the conditions of a step are evaluated."""
    slots: list[Any] = [None] * m.game.movements[walk.movement].slots
    slots[:4] = walk.unit, walk.here, place, walk.places
    return slots


def step_facts(m: Machine, rule: Movement, slots: list[Any]) -> Facts:
    """The facts of a step that nothing forbids."""
    return step_cost(m, rule, slots), _holds(m, rule.stops, slots), _holds(m, rule.through, slots)


def step(m: Machine, movement: int, unit: int, here: Place, place: Place, places: tuple[Place, ...]) -> Facts | None:
    """The facts of a step, None for one that is forbidden; what the plain evaluator says and the fast one must agree with."""
    rule = m.game.movements[movement]
    slots = [unit, here, place, places] + [None] * (rule.slots - 4)
    return None if forbidding(m, rule, slots) is not None else step_facts(m, rule, slots)


def step_cost(m: Machine, rule: Movement, slots: list[Any]) -> int:
    """What a step costs; never less than nothing."""
    return max(0, int(m.E[rule.cost](slots)))


def _holds(m: Machine, rows: tuple[When, ...], slots: list[Any]) -> bool:
    return any(m.E[row.when](slots) is True for row in rows)


def _after(walk: Walk, place: Place, facts: Facts) -> Walk:
    cost, stops, only_passes = facts
    return Walk(walk.movement, walk.unit, walk.budget, walk.start, (*walk.places, place), walk.cost + cost, stops, only_passes)


def path_cost(m: Machine, movement: int, unit: int | None, path: tuple[Place, ...] | None) -> int | None:
    """What a path costs a unit from where it stands; None without a unit on the map or a path."""
    walk = None if path is None else Walk.begun(m, movement, unit, 0, ())
    if walk is None or path is None:
        return None
    for place in path[1:] if is_table(m.game.map) else path:
        slots = step_slots(m, walk, place)
        cost = int32(walk.cost + step_cost(m, m.game.movements[movement], slots))
        walk = Walk(movement, walk.unit, 0, walk.start, (*walk.places, place), cost)
    return walk.cost


def can_go(m: Machine, movement: int, unit: int | None, budget: int | None) -> bool:
    """Whether a unit can lay any path on hexes; with the movement's own budget when none is given."""
    walk = Walk.begun(m, movement, unit, budget, ())
    if walk is None:
        return False
    if m.game.movements[movement].bonus is None:
        # Mostly the first place that is not forbidden will do.
        facts_of = m.ev.steps_of(movement)
        for place in m.game.map.neighbours[walk.start]:
            facts = facts_of(walk.unit, walk.start, place, ())
            if facts is not None:
                if 0 < facts[0] <= walk.budget and not facts[2]:
                    return True
                break
    return has_step(m, walk)


def allowance(m: Machine, walk: Walk) -> int:
    """Budget and bonus of a path."""
    rule = m.game.movements[walk.movement]
    if rule.bonus is None:
        return walk.budget
    slots: list[Any] = [None] * rule.slots
    slots[:4] = walk.unit, walk.start, walk.here, walk.places
    return int(walk.budget + m.E[rule.bonus](slots))


def forbidding(m: Machine, rule: Movement, slots: list[Any]) -> When | None:
    """The first condition that forbids a step."""
    for row in rule.never:
        if m.E[row.when](slots) is True:
            return row
    return None


def is_free(m: Machine, rule: Movement, slots: list[Any]) -> bool:
    """Whether a first step fits whatever it costs, for a movement that says so."""
    return rule.first_step_when is None or m.E[rule.first_step_when](slots) is True


def stepped(m: Machine, walk: Walk, place: Place) -> Walk | None:
    """The path one step on, if the step is allowed and fits, whether or not the path could end."""
    facts = m.ev.steps_of(walk.movement)(walk.unit, walk.here, place, walk.places)
    return None if facts is None else _fitting(m, walk, place, facts)


def _fitting(m: Machine, walk: Walk, place: Place, facts: Facts) -> Walk | None:
    """The path with a step that nothing forbids, if it fits."""
    if facts[0] == 0 and (place == walk.start or place in walk.places):
        return None
    after = _after(walk, place, facts)
    return after if after.cost <= allowance(m, after) or _is_first_always(m, walk, place) else None


def _is_first_always(m: Machine, walk: Walk, place: Place) -> bool:
    """Whether a step is the first and fits whatever it costs."""
    rule = m.game.movements[walk.movement]
    return rule.first_step_always and not walk.places and is_free(m, rule, step_slots(m, walk, place))


def can_end(walk: Walk) -> bool:
    """Whether the path may end where it is."""
    return bool(walk.places) and not walk.only_passes


def passing(m: Machine, walk: Walk) -> When | None:
    """The condition by which the last place may only be passed."""
    before = Walk(walk.movement, walk.unit, walk.budget, walk.start, walk.places[:-1])
    slots = step_slots(m, before, walk.here)
    for row in m.game.movements[walk.movement].through:
        if m.E[row.when](slots) is True:
            return row
    return None


def _next_steps(m: Machine, walk: Walk) -> Iterator[Walk]:
    if walk.stopped:
        return
    facts_of, here, places = m.ev.steps_of(walk.movement), walk.here, walk.places
    has_bonus = m.game.movements[walk.movement].bonus is not None
    unit = walk.unit
    for place in m.game.map.neighbours[here]:
        facts = facts_of(unit, here, place, places)
        if facts is None or (facts[0] == 0 and (place == walk.start or place in places)):
            continue
        cost = walk.cost + facts[0]
        if not has_bonus and cost > walk.budget and not _is_first_always(m, walk, place):
            continue
        after = Walk(walk.movement, unit, walk.budget, walk.start, (*places, place), cost, facts[1], facts[2])
        if has_bonus and cost > allowance(m, after) and not _is_first_always(m, walk, place):
            continue
        if not facts[2] or has_step(m, after):
            yield after


def has_step(m: Machine, walk: Walk) -> bool:
    """Whether there is a legal step on from here."""
    for _ in _next_steps(m, walk):
        return True
    return False


def next_steps(m: Machine, walk: Walk) -> list[Walk]:
    """The paths one legal step on, in the order of directions."""
    return list(_next_steps(m, walk))


def walks(m: Machine, walk: Walk) -> Iterator[tuple[int, ...]]:
    """Every legal end of a path, itself first, then depth first."""
    if can_end(walk):
        yield walk.places
    for after in _next_steps(m, walk):
        yield from walks(m, after)


# -- the instruction


def begin_path(m: Machine, frame: Code, instruction: Any) -> Path | None:
    """The frame with which a path begins; None when the instruction has nobody to ask or no path to lay."""
    side = m.E[instruction[2]](frame.slots)
    walk = walk_of(m, frame, ())
    if side is None or walk is None or not (is_table(m.game.map) or has_step(m, walk)):
        return None
    laid = Path()
    m.walks = laid, (walk,)
    return laid


def walking(m: Machine, code: Code, frame: Path) -> Walk | None:
    """The path of a frame as far as it was laid: as it was when its last step was found legal, or laid anew. Nothing is written
    meanwhile."""
    places = tuple(frame.places)
    kept: tuple[Path, tuple[Walk, ...]] | None = m.walks
    if kept is not None and kept[0] is frame:
        for walk in kept[1]:
            if walk.places == places:
                return walk
    return walk_of(m, code, places)


def walk_of(m: Machine, frame: Code, places: tuple[int, ...]) -> Walk | None:
    """The path of the instruction at which a frame stands."""
    _, _, _, movement, unit, budget, _, _ = m.game.procs[frame.proc].code[frame.pc]
    given = None if budget is None else m.E[budget](frame.slots)
    return Walk.begun(m, movement, m.E[unit](frame.slots), given, places)


def run_path(m: Machine, frame: Path) -> Decision | None:
    """Ask for the next step (on hexes; see `tracing` for a table)."""
    code: Any = m.frames[-2]
    instruction = m.game.procs[code.proc].code[code.pc]
    walk = walking(m, code, frame)
    assert walk is not None

    def find() -> list[Place]:
        steps = next_steps(m, walk)
        m.walks = frame, tuple(steps)
        return [after.here for after in steps]

    return Decision(
        "step",
        m.E[instruction[2]](code.slots),
        find,
        may_pass=instruction[6] and not frame.places,
        may_done=can_end(walk),
    )


def _answer(m: Machine, frame: Path, verb: str, value: Any) -> None:
    if verb in ("step", "point"):
        frame.places.append(value)
        return
    m.frames.pop()
    code = m.frames[-1]
    assert isinstance(code, Code)
    laid = tuple(frame.places)
    if verb == "done" and is_table(m.game.map):
        # On a table a path begins with its start.
        walk = walk_of(m, code, ())
        assert walk is not None
        laid = (walk.start, *laid)
    code.slots[m.game.procs[code.proc].code[code.pc][1]] = laid if verb == "done" else None
    code.pc += 1


ANSWER[Path] = _answer
