"""Things: sides, pieces and what stands where; stats are known, states are not."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from tankdsl.check.static.places import terrains_of
from tankdsl.check.static.values import ABSENT, UNKNOWN, Args, Value
from tankdsl.check.tree import FieldDef, KindDef
from tankdsl.check.types import BOOL

if TYPE_CHECKING:
    from tankdsl.check.static.evaluator import Run


def _get(run: Run, args: Args) -> Value:
    kind, field, subject = args
    thing = run.value(subject)
    if not isinstance(thing, str):
        return ABSENT if thing is ABSENT else _of_any_terrain(run, kind, field, subject)
    match field:
        case "at":
            return run.world.place_of(thing)
        case "side":
            return _side(run, thing)
        case "removed" if run.world.at_start:
            return False
        case "model":
            found = run.world.model_of(thing)
            return UNKNOWN if found is None else found[1].id
        case _:
            return stat_of(run, kind, field, thing)


def _side(run: Run, thing: str) -> Value:
    instance = run.world.instances.get(thing)
    if instance is not None:
        return instance.side or ABSENT
    found = run.world.models.get(thing)
    return found[1].side or UNKNOWN if found is not None else UNKNOWN


def stat_of(run: Run, kind: str, field: str, thing: str) -> Value:
    """A stat of an instance, a terrain or a model: as its row says, else by the default of its kind.  States are unknown."""
    declared = _field(run, kind, field)
    found = run.world.model_of(thing)
    if declared is not None and declared.role != "stat" and (run.world.at_start or (kind, field) in run.world.lasting):
        return _first_value(run, kind, declared, thing)
    if declared is None or declared.role != "stat" or found is None:
        return UNKNOWN
    given = found[1].stats.get(field)
    if given is not None:
        return run.value(given)
    if declared.default is None:
        return ABSENT
    inner = run.called((run.world.program.kinds[kind].this,), (thing,))
    return UNKNOWN if inner is None else inner.value(declared.default)


def _first_value(run: Run, kind: str, field: FieldDef, thing: str) -> Value:
    """What a state or track of a piece, a side or the game begins with: as the scenario sets it, else its default."""
    if run.world.program.kinds[kind].category == "game":
        if run.world.scenario is None:
            return UNKNOWN
        given = run.world.scenario.game_fields
    else:
        instance = run.world.instances.get(thing)
        given = {} if instance is None else instance.fields
    first = given.get(field.id, field.default)
    if first is None:
        return False if field.type == BOOL else ABSENT
    inner = run.called((run.world.program.kinds[kind].this,), (thing,))
    return UNKNOWN if inner is None else inner.value(first)


def _of_any_terrain(run: Run, kind: str, field: str, subject: object) -> Value:
    """A stat of the terrain of a place that may change: known where it is the same for all that it may be."""
    found = {stat_of(run, kind, field, terrain) for terrain in terrains_of(run, subject)}
    return found.pop() if len(found) == 1 else UNKNOWN


def _field(run: Run, kind: str, name: str) -> FieldDef | None:
    found = run.world.program.kinds.get(kind)
    return None if found is None else _fields_of(found).get(name)


@lru_cache(maxsize=64)
def _fields_of(kind: KindDef) -> dict[str, FieldDef]:
    """The fields of a kind by name; of two with one name, which is reported, the first."""
    return {field.id: field for field in reversed(kind.fields)}


def _stat(run: Run, args: Args) -> Value:
    kind, field, model = args
    thing = run.value(model)
    if not isinstance(thing, str):
        return ABSENT if thing is ABSENT else _of_any_terrain(run, kind, field, model)
    return stat_of(run, kind, field, thing)


def _as_kind(run: Run, args: Args) -> Value:
    """The thing if it is of a kind or of one below it; absent for another."""
    kind, subject = args
    thing = run.value(subject)
    found = run.world.instances.get(thing) if isinstance(thing, str) else None
    if found is None:
        return ABSENT if thing is ABSENT else UNKNOWN
    return thing if run.world.is_a(found.kind, kind) else ABSENT


def _sides(run: Run, args: Args) -> Value:
    return tuple(id for id, _ in run.world.program.sides)


def _enemy(run: Run, args: Args) -> Value:
    side = run.value(args[0])
    if not isinstance(side, str):
        return ABSENT if side is ABSENT else UNKNOWN
    others = [id for id, _ in run.world.program.sides if id != side]
    return others[0] if len(others) == 1 else UNKNOWN


def _things(run: Run, args: Args) -> Value:
    kind, which = args
    declared = run.world.program.kinds.get(kind)
    if declared is not None and declared.category == "terrain":
        return tuple(sorted(model.id for model in declared.models))
    if declared is not None and declared.category == "area":
        from tankdsl.check.static.tables import areas_of

        return areas_of(run.world, kind)
    return run.world.things(kind, placed=which == "placed")


def _owned(run: Run, args: Args) -> Value:
    kind, side, which = args
    owner = run.value(side)
    found = run.world.things(kind, placed=which == "placed")
    if owner is ABSENT:
        return ()
    if owner is UNKNOWN or not isinstance(found, tuple):
        return UNKNOWN
    return tuple(thing for thing in found if _side(run, str(thing)) == owner)


def _at(run: Run, args: Args) -> Value:
    """The first thing of a kind on a place."""
    kind, place = args
    where = run.value(place)
    if not isinstance(where, int):
        return ABSENT if where is ABSENT else UNKNOWN
    there = [thing for thing, at in run.world.standing.items() if at == where and run.world.is_a(run.world.instances[thing].kind, kind)]
    if there:
        return min(there)
    return ABSENT if run.world.nothing_else else UNKNOWN


OPERATORS: dict[str, Callable[[Run, Args], Value]] = {
    "get": _get, "stat": _stat, "sides": _sides, "enemy": _enemy, "things": _things, "owned": _owned, "at": _at,
    "as_kind": _as_kind,
}  # fmt: skip
