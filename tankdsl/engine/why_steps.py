"""Why a step of a path, or its end, is refused."""

from dataclasses import replace
from typing import Any

from tankdsl.engine.machine import Machine
from tankdsl.engine.paths import (
    Walk,
    can_end,
    forbidding,
    next_steps,
    passing,
    step_slots,
    stepped,
)
from tankdsl.engine.reasons import Refusal, filled, names_of, standard
from tankdsl.engine.tabletop import is_table


def step_refusal(m: Machine, walk: Walk, place: Any) -> Refusal | Walk:
    """Why a step (on a table a leg) is not legal, or the path after it. First of: not adjacent, the path ends here, a
    condition that forbids it, too far, and that no legal end can be reached."""
    rule, on_table = m.game.movements[walk.movement], is_table(m.game.map)
    if on_table and (not m.game.map.has(place) or place == walk.here):
        return standard(m, "not_in_domain")
    if not on_table and (place is None or place not in m.game.map.neighbours[walk.here]):
        return standard(m, "not_adjacent")
    if walk.stopped:
        return standard(m, "must_stop")
    slots = step_slots(m, walk, place)
    row = forbidding(m, rule, slots)
    if row is not None:
        text = filled(m, row.reason, names_of(m, rule), slots)
        return Refusal(row.rid or "not_in_domain", text, row.cites, template=m.game.text.get(row.reason, ""))
    after = stepped(m, walk, place)
    if after is None:
        return standard(m, "too_far")
    if not on_table and not can_end(after) and not next_steps(m, after):
        return _stuck(m, after)
    return after


def stop_refusal(m: Machine, walk: Walk) -> Refusal | None:
    """Why a path may not end where it is; None when it may."""
    if not walk.places:
        return standard(m, "cannot_stop")
    return None if can_end(walk) else _stuck(m, walk)


def _stuck(m: Machine, walk: Walk) -> Refusal:
    row = passing(m, walk)
    rule = m.game.movements[walk.movement]
    text = filled(m, row.reason, names_of(m, rule), step_slots(m, walk, walk.here)) if row and row.reason else ""
    found = standard(m, (row.rid if row else "") or "cannot_stop", text, row.cites if row else ())
    return replace(found, template=m.game.text.get(row.reason, "")) if row and row.reason else found
