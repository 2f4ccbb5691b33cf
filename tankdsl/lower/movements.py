"""Movement, sight and arcs: rules about the ground that are data, so that they can be computed with."""

from __future__ import annotations

from tankdsl.check.tree import ArcsDef, MovementDef, MoveRule, SightDef, SightRule
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
    """When the line between two places is clear. Slots: what lies in between, then the two ends."""
    build.origin(("rules", "sights", sight.id), sight.span, sight.cites)
    tie: Json = sight.tie
    if isinstance(sight.tie, tuple):
        option, values = sight.tie
        tie = {"option": option, "values": dict(values)}
    out: dict[str, Json] = {"id": sight.id}
    between = next((place for row in sight.rows for place in row.places), None)
    if between is not None and isinstance(between.type, Kind):
        out["areas"] = between.type.name
    blocked = {key: _blocked(build, sight, where) for where, key in _PARTS.items()}
    out["blocks"] = False
    out.update({key: value for key, value in blocked.items() if value is not None})
    out.update({"tie": tie, "off_map_blocks": sight.off_map_blocks})
    if len(sight.rows) > 1 or any(row.text for row in sight.rows):
        out["rows"] = [_sight_row(build, sight, row) for row in sight.rows]
    return out


_PARTS = {"at": "blocks", "across": "across", "along": "along", "between": "ends"}
"""The sorts of rows of a sight, and the keys of their expressions."""


def _blocked(build: Build, sight: SightDef, where: str) -> Json | None:
    """The rows of one sort as one expression; None when there are none."""
    found: list[Json] = []
    for row in sight.rows:
        if row.where == where:
            frame = Frame(build, sight.id, (*row.places, *row.ends))
            found.append(lower_expr(frame, row.condition))
    return ["or", *found] if len(found) > 1 else found[0] if found else None


def _sight_row(build: Build, sight: SightDef, row: SightRule) -> Json:
    """What a person is told about a row."""
    text = {"reason": build.texts.add(f"reason.{sight.id}.{sight.rows.index(row) + 1}", row.text)} if row.text else {}
    return {"of": _PARTS[row.where], **text, "cites": list(row.cites)}


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
