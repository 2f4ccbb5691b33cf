"""Points: a path on a table laid leg by leg, and the choice of a point.

There are far too many points to list, so a request of kind `point` says where they may lie (the corners `low` and `high` of
a rectangle), and a point that is named is then found legal or not. A leg is legal under the same conditions as a step on
hexes (see `paths`), except that it leads to any other point of the table; a path may end at once, and has at most
`MOST_LEGS` legs.

Legal answers are sampled like this, with numbers ``below(n)`` of any stream, so that every program finds the same ones:

1. If the decision may also be ended or passed, ``below(2)``: 1 means that it is (by `done` where both are possible).
2. A shape: the whole table, or, when points of outlines are asked for, the one of them with the number ``below(count)``.
3. A point: of a line of two corners the point at the distance ``below(length + 1)`` from its start; else in the rectangle around the
   shape ``x = low.x + below(width + 1)``, then y in the same way.
4. While the point is not legal: on a path it is moved half way back to where the path has come (each coordinate cut off towards there), at
   most 24 times; elsewhere 2 and 3 are done again, at most 1,000 times.
5. If none was legal, the decision is ended or passed if it may be.
"""

from collections.abc import Callable
from typing import Any

from tankdsl.engine import chance
from tankdsl.engine.frames import Code, Path
from tankdsl.engine.machine import RUN, Decision, Machine
from tankdsl.engine.paths import Walk, can_end, run_path, stepped, walking
from tankdsl.engine.tabletop import is_table, rectangle
from tankdsl.ground import table

Point = tuple[int, int]
MOST_LEGS = 64
HALVINGS = 24
TRIALS = 1000


class PointDecision(Decision):
    """A point is asked for; `accepts` says whether one is legal, `origin` is where a path has come to, `shapes` are outlines in one of
    which it lies."""

    __slots__ = ("accepts", "origin", "shapes")

    def __init__(
        self,
        side: int | None,
        accepts: Callable[[Point], bool],
        origin: Point | None,
        shapes: tuple[table.Outline, ...] | None = None,
        *,
        may_pass: bool,
        may_done: bool,
    ) -> None:
        super().__init__("point", side, list, may_pass=may_pass, may_done=may_done)
        self.accepts = accepts
        self.origin = origin
        self.shapes = shapes


def run_trace(m: Machine, frame: Path) -> Decision | None:
    """Ask for the next corner of a path on a table; on hexes for the next step."""
    if not is_table(m.game.map):
        return run_path(m, frame)
    code = m.frames[-2]
    assert isinstance(code, Code)
    instruction = m.game.procs[code.proc].code[code.pc]
    walk = walking(m, code, frame)
    assert walk is not None

    def accepts(point: Point) -> bool:
        after = next_leg(m, walk, point)
        if after is None:
            return False
        m.walks = frame, (after,)
        return True

    return PointDecision(
        m.E[instruction[2]](code.slots),
        accepts,
        walk.here,
        may_pass=instruction[6] and not frame.places,
        may_done=not frame.places or can_end(walk),
    )


def next_leg(m: Machine, walk: Walk, point: Point) -> Walk | None:
    """The path one leg on, if the leg is legal."""
    if walk.stopped or point == walk.here or len(walk.places) >= MOST_LEGS or not m.game.map.has(point):
        return None
    after = stepped(m, walk, point)
    return after if after is not None and (can_end(after) or len(after.places) < MOST_LEGS) else None


def choose_point(m: Machine, frame: Code, instruction: Any) -> Decision | None:
    """A side chooses any point for which the condition holds; absent only when nobody is asked."""
    _, dest, who, slot, condition, optional, _, _, outlines = instruction
    side = m.E[who](frame.slots)
    if side is None:
        frame.slots[dest] = None
        frame.pc += 1
        return None

    shapes = None if outlines is None else tuple(shape for shape in m.E[outlines](frame.slots) if shape)

    def accepts(point: Point) -> bool:
        slots = list(frame.slots)
        slots[slot] = point
        lies = shapes is None or any(table.inside(shape, point) for shape in shapes)
        return lies and m.game.map.has(point) and m.E[condition](slots) is True

    return PointDecision(side, accepts, None, shapes, may_pass=optional, may_done=False)


# ------------------------------------------------------------------------------------------------------------ sampling


def sampled(m: Machine, decision: PointDecision, words: list[int]) -> tuple[str, Any]:
    """A legal answer as verb and value, by the procedure above; no verb when none was found and none is needed."""
    extra = "done" if decision.may_done else "pass" if decision.may_pass else ""
    if extra and chance.below(words, 2):
        return extra, None
    ground, shapes = m.game.map, decision.shapes
    origin, tries = decision.origin, TRIALS if decision.origin is None and shapes != () else int(shapes is None)
    whole = (0, 0), (ground.width, 0), (ground.width, ground.height)
    for _ in range(tries):
        point = _somewhere(whole if shapes is None else shapes[chance.below(words, len(shapes))], words)
        found = point if decision.accepts(point) else None
        if found is None and origin is not None:
            found = _pulled_in(decision, point, origin)
        if found is not None:
            return "point", found
    return extra, None


def _somewhere(shape: table.Outline, words: list[int]) -> Point:
    """A point of a line, or of the rectangle around an outline."""
    if len(shape) == 2:
        return table.along(shape, chance.below(words, table.length(shape) + 1))
    low_x, low_y, high_x, high_y = rectangle(shape)
    x = low_x + chance.below(words, high_x - low_x + 1)
    return x, low_y + chance.below(words, high_y - low_y + 1)


def _pulled_in(decision: PointDecision, point: Point, origin: Point) -> Point | None:
    for _ in range(HALVINGS):
        point = _half(point[0], origin[0]), _half(point[1], origin[1])
        if point == origin:
            return None
        if decision.accepts(point):
            return point
    return None


def _half(number: int, origin: int) -> int:
    span = number - origin
    return origin + (abs(span) // 2 if span >= 0 else -(abs(span) // 2))


RUN[Path] = run_trace
