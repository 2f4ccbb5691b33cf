"""The state of a machine as plain JSON, and back.

A state has everything that play depends on, and nothing that follows from the rest: constants, indexes and the
decision that is due are found again. Values are numbers as at run time (see `plain`), ids stand only where
something is named: fields, piles, procedures, actions, options.
"""

from typing import Any

from tankdsl.engine import campaign, chance, frames
from tankdsl.engine.errors import GameError
from tankdsl.engine.frame_json import frame_from_json, frame_to_json
from tankdsl.engine.machine import ALL_DIRTY, Machine
from tankdsl.engine.plain import from_plain, to_plain
from tankdsl.engine.setup import fill_constants
from tankdsl.engine.symbols import Reader
from tankdsl.engine.tabletop import is_table
from tankdsl.engine.types import Type
from tankdsl.engine.writes import scopes_changed
from tankdsl.ground.table_arcs import reduced
from tankdsl.ir.hashing import hash_form, state_hash

FORMAT = "tankdsl-state/1"
State = dict[str, Any]
_PLAIN = frozenset({int, bool, str})


def dump(m: Machine) -> State:
    """The state as plain JSON; nothing in it is shared with the machine."""
    game = m.game
    state: State = {
        "format": FORMAT,
        "game": game.hash,
        "options": {o.id: value for o, value in zip(game.options, m.options, strict=True)},
        "fields": {key: _column(m.fields[index], members) for key, index, members in _columns(m)},
        "piles": {pile.id: list(m.piles[pile.index]) for pile in game.piles},
        "terrain": list(m.terrain),
        "scopes": [[game.scopes[scope], to_plain(owner)] for scope, owner in m.scopes],
        "limits": _limits(m),
        "hold": m.hold,
        "frames": [frame_to_json(game, frame) for frame in m.frames],
        "rng": {name: list(m.words[stream]) for stream, name in chance.STREAM_NAMES.items()},
        "over": to_plain(None) if m.over is None else {k: to_plain(v) for k, v in m.over.items()},
    }
    if m.course is not None:
        state["campaign"] = campaign.course_to_json(m, m.course)
    if m.ages:
        state["ages"] = {_key(m, index): list(ages) for index, ages in m.ages.items()}
    if m.revealed:
        state["revealed"] = [[_key(m, field), entity, list(sides)] for (field, entity), sides in sorted(m.revealed.items())]
    return state


def _column(values: list[Any], members: tuple[int, ...]) -> list[Any]:
    """The values of a field as JSON. Most fields hold nothing but numbers, which are JSON already."""
    found = [values[entity] for entity in members]
    return found if _PLAIN.issuperset(map(type, found)) else [to_plain(value) for value in found]


def hash_of(m: Machine) -> str:
    """The hash of the state of a machine."""
    return state_hash(dump(m))


def _key(m: Machine, index: int) -> str:
    field = m.game.fields[index]
    return f"{m.game.kinds[field.kind].id}.{field.id}"


def _columns(m: Machine) -> list[tuple[str, int, tuple[int, ...]]]:
    """Fields that are state: key, position, and the entities that have them."""
    table = m.game.cache.get("columns")
    if table is None:
        table = [(_key(m, field.index), field.index, m.game.kinds[field.kind].members) for field in m.game.fields if not field.is_constant]
        m.game.cache["columns"] = table
    found: list[tuple[str, int, tuple[int, ...]]] = table
    return found


def _limits(m: Machine) -> list[Any]:
    rows = [[m.game.limits[limit].id, to_plain(side), to_plain(keys), count] for (limit, side, keys), count in m.counters.items()]
    return sorted(rows, key=hash_form)


def load(m: Machine, state: Any) -> None:
    """Put a state into a machine and find the decision that is due.

    Raises GameError when it is no state of this game.
    """
    if type(state) is not dict:
        raise GameError("state", "a state is a JSON object")
    top = Reader(state, "state")
    if top.at("format").text() != FORMAT:
        raise top.at("format").fail(f"expected `{FORMAT}`")
    if top.at("game").text() != m.game.hash:
        raise top.at("game").fail("it belongs to another game")
    _load_options(m, top)
    _load_cells(m, top)
    _load_context(m, top)
    over = top.at("over")
    m.over = None if over.has("absent") else {k: from_plain(v.value, v.path) for k, v in over.pairs()}
    m.frames[:] = [frame_from_json(m.game, item) for item in top.at("frames").items()]
    m.course = None if m.game.campaign is None else campaign.course_from_json(m.game, state.get("campaign"))
    _check_stack(m, top)
    m.count_settling()
    m.dirty = ALL_DIRTY
    m.given = []
    m.ev.terrain_changed()
    m.run()


def _load_options(m: Machine, top: Reader) -> None:
    for i, option in enumerate(m.game.options):
        value = top.at("options").at(option.id)
        if option.sort == "switch":
            m.options[i] = value.flag()
        elif option.sort == "choice":
            m.options[i] = value.number(0, len(option.values) - 1)
        else:
            m.options[i] = value.number()
    m.ev.options_changed()
    fill_constants(m)


def _load_cells(m: Machine, top: Reader) -> None:
    for key, index, members in _columns(m):
        column = top.at("fields").at(key)
        items = column.items()
        if len(items) != len(members):
            raise column.fail(f"expected {len(members)} values")
        for entity, item in zip(members, items, strict=True):
            m.fields[index][entity] = _fitting(m, item, m.game.fields[index].type)
    if m.ages:
        for index, ages in m.ages.items():
            found = [item.number(0) for item in top.at("ages").at(_key(m, index)).items()]
            if len(found) != len(ages):
                raise top.at("ages").fail(f"expected {len(ages)} values")
            ages[:] = found
    places = top.at("terrain").items()
    if len(places) != len(m.terrain):
        raise top.at("terrain").fail(f"expected {len(m.terrain)} values")
    rows = len(m.game.ground().instances) if m.game.has_ground() else 0
    m.terrain[:] = [item.number(0, rows - 1) for item in places]
    for pile in m.game.piles:
        count = len(m.game.entities(pile.kind))
        m.piles[pile.index][:] = [item.number(0, count - 1) for item in top.at("piles").at(pile.id).items()]


def _fitting(m: Machine, item: Reader, type: Type) -> Any:
    """A value that a field of this type can have."""
    value = from_plain(item.value, item.path)
    if type.base == "place" and is_table(m.game.map):
        if value is not None and not m.game.map.has(value):
            raise item.fail("expected a point of the table")
        return value
    if type.base == "direction" and is_table(m.game.map):
        if value is not None and not (isinstance(value, tuple) and len(value) == 2 and all(isinstance(number, int) for number in value)):
            raise item.fail("expected a direction")
        if value is not None and (value == (0, 0) or reduced(value) != value):
            raise item.fail("expected a direction, as a vector without a common divisor")
        return value
    bounds = {
        "place": len(m.game.map.ids) if m.game.map else 0,
        "direction": 6,
        "enum": len(m.game.enums[type.index].members) if type.base == "enum" else 0,
        "kind": len(m.game.kinds[type.index].instances) if type.base == "kind" else 0,
        "model": len(m.game.kinds[type.index].models) if type.base == "model" else 0,
    }
    if value is not None and type.base in bounds:
        item.number(0, bounds[type.base] - 1)
    if value is not None and type.base in ("int", "bool") and (type_name(value) != type.base):
        raise item.fail(f"expected a value of type {type.base}")
    return value


def type_name(value: Any) -> str:
    """`int` or `bool` for such values, else another word."""
    return type(value).__name__


def _load_context(m: Machine, top: Reader) -> None:
    scopes = {id: i for i, id in enumerate(m.game.scopes)}
    m.scopes.clear()
    for item in top.at("scopes").items():
        id, owner = item.row(2)
        if id.value not in scopes:
            raise id.fail("there is no such scope")
        m.scopes.append((scopes[id.value], from_plain(owner.value, owner.path)))
    limits = {rule.id: i for i, rule in enumerate(m.game.limits)}
    m.counters.clear()
    for item in top.at("limits").items():
        id, side, keys, count = item.row(4)
        if id.value not in limits:
            raise id.fail("there is no such limit")
        key = (limits[id.value], from_plain(side.value, side.path), from_plain(keys.value, keys.path))
        m.counters[key] = count.number(0)
    m.revealed.clear()
    keys_of = {_key(m, field.index): field.index for field in m.game.fields}
    for item in top.listed("revealed"):
        field, entity, sides = item.row(3)
        if field.value not in keys_of:
            raise field.fail("there is no such field")
        m.revealed[keys_of[field.value], entity.number(0)] = [s.number(0) for s in sides.items()]
    m.hold = top.at("hold").number(0)
    for stream, name in chance.STREAM_NAMES.items():
        words = [item.number(0, chance.MASK) for item in top.at("rng").at(name).items()]
        if len(words) != 4:
            raise top.at("rng").at(name).fail("expected four words")
        m.words[stream][:] = words
    scopes_changed(m)


_BELOW: dict[type, tuple[tuple[type, ...], str | None]] = {
    frames.Window: ((frames.Code, frames.Play), "window"),
    frames.Play: ((frames.Code,), "play"),
    frames.Stage: ((frames.Window, frames.Play), None),
    frames.Act: ((frames.Window, frames.Play), None),
    frames.Path: ((frames.Code,), "path"),
    frames.Sealed: ((frames.Code,), "sealed"),
    frames.Refill: ((frames.Code,), "draw"),
    frames.Numbers: ((frames.Code,), None),
}
"""What lies below each kind of frame, and at which instruction a Code below it stands."""


def _check_stack(m: Machine, top: Reader) -> None:
    """Refuse stacks that no machine can have."""
    if bool(m.frames) == (m.over is not None):
        raise top.at("frames").fail("a game has frames until it is over")
    if m.frames and not isinstance(m.frames[0], frames.Code):
        raise top.at("frames").fail("the first frame must be a procedure")
    for below, frame in zip(m.frames, m.frames[1:], strict=False):
        allowed, instruction = _BELOW.get(type(frame), ((object,), None))
        if not isinstance(below, allowed):
            raise top.at("frames").fail(f"a {type(frame).__name__} cannot lie on a {type(below).__name__}")
        if isinstance(below, frames.Code) and instruction is not None:
            code = m.game.procs[below.proc].code
            if below.pc >= len(code) or code[below.pc][0] != instruction:
                raise top.at("frames").fail(f"a procedure does not stand at `{instruction}`")
