"""Movement, sight and arcs: rules about the ground that are data, so that they can be computed with."""

from __future__ import annotations

from tankdsl.check.tree import ArcsDef, MovementDef, MoveRule, SightDef
from tankdsl.check.types import Kind
from tankdsl.lower.build import Build, Json
from tankdsl.lower.conjuncts import reason_text
from tankdsl.lower.expressions import condition, lower_expr, lower_row
from tankdsl.lower.frames import Frame

BOUNDLESS = 1_000_000
"""The budget of a movement that names none: longer than any path, and far from overflow when something is added."""


def lower_movement(build: Build, movement: MovementDef) -> Json:
    """Which paths a unit may lay. Slots: the unit, from, to, the path so far."""
    given = (movement.unit, movement.origin, movement.target, movement.path)
    frame = Frame(build, movement.id, given)
    build.origin(("rules", "movements", movement.id), movement.span, movement.cites)
    out: dict[str, Json] = {
        "id": movement.id,
        "kind": movement.kind,
        "slots": 0,
        "budget": _budget(frame, _of(movement, "budget")),
        "cost": _rows(frame, _of(movement, "cost")),
        "never": _never(frame, movement),
        "stops": [{"when": condition(frame, rule.condition)} for rule in _of(movement, "stops")],
        "through": [_through(frame, rule) for rule in _of(movement, "passes")],
        "first_step_always": bool(_of(movement, "first")),
        "bonus": _rows(frame, _of(movement, "bonus")),
        **frame.names(),
    }
    first = next(iter(_of(movement, "first")), None)
    if first is not None and first.condition is not None:
        out["first_step_when"] = condition(frame, first.condition)
    out["slots"] = frame.slots.count
    return out


def _of(movement: MovementDef, word: str) -> list[MoveRule]:
    return [rule for rule in movement.rules if rule.word == word]


def _budget(frame: Frame, rules: list[MoveRule]) -> Json:
    """The first budget whose condition holds."""
    budget: Json = BOUNDLESS
    for rule in reversed(rules):
        amount, when = lower_expr(frame, rule.amount), condition(frame, rule.condition)
        budget = amount if when is True else ["if", when, amount, budget]
    return budget


def _rows(frame: Frame, rules: list[MoveRule]) -> list[Json]:
    return [lower_row(frame, rule.amount, rule.condition, rule.label, rule.cites) for rule in rules if rule.amount is not None]


def _never(frame: Frame, movement: MovementDef) -> list[Json]:
    out: list[Json] = []
    for at, rule in enumerate(_of(movement, "never")):
        frame.build.origin(("rules", "movements", movement.id, "never", at), rule.span, rule.cites)
        rid = rule.reason.rid if rule.reason else f"{movement.id}.never.{at + 1}"
        out.append(
            {
                "when": condition(frame, rule.condition),
                "reason": _reason(frame, rule, rid),
                "rid": rid,
                "cites": list(rule.cites),
            }
        )
    return out


def _through(frame: Frame, rule: MoveRule) -> Json:
    rid = rule.reason.rid if rule.reason else "passes"
    return {"when": condition(frame, rule.condition), "reason": _reason(frame, rule, rid)}


def _reason(frame: Frame, rule: MoveRule, rid: str) -> str:
    """The key of what people are told; the text stands in the reason or, where there is none, in the label."""
    text = (rule.reason.text if rule.reason else "") or rule.label
    return reason_text(frame, rid, text)


def lower_sight(build: Build, sight: SightDef) -> Json:
    """When the line between two places is clear. Slots: the place in between, the two ends."""
    frame = Frame(build, sight.id, (sight.between, *sight.ends))
    build.origin(("rules", "sights", sight.id), sight.span, sight.cites)
    tie: Json = sight.tie
    if isinstance(sight.tie, tuple):
        option, values = sight.tie
        tie = {"option": option, "values": dict(values)}
    out: dict[str, Json] = {"id": sight.id}
    if isinstance(sight.between.type, Kind):
        out["areas"] = sight.between.type.name
    return {**out, "blocks": lower_expr(frame, sight.blocks), "tie": tie, "off_map_blocks": sight.off_map_blocks}


def lower_arcs(build: Build, arcs: ArcsDef) -> Json:
    """How the surroundings of a unit are divided."""
    build.origin(("rules", "arcs", arcs.id), arcs.span)
    key = "degrees" if arcs.in_degrees else "directions"
    return {
        "id": arcs.id,
        "kind": arcs.kind,
        "facing": arcs.facing,
        "enum": arcs.enum,
        "parts": [{"id": id, key: [list(each) if isinstance(each, tuple) else each for each in of]} for id, of in arcs.parts],
        "border": arcs.border,
    }
