"""Writing state: fields with their bounds and lifetimes, places, removal, scopes.

Every write marks its cell dirty, so that triggers and endings which do not read it need not be looked at.
"""

from typing import Any

from tankdsl.engine.machine import FIRST_FIELD, SCOPES, TERRAIN, Machine, pile_bit
from tankdsl.engine.model import Field, Game


def assign(m: Machine, index: int, entity: int | None, value: Any) -> None:
    """Write a field. A track saturates at its bounds; nothing happens without an entity."""
    if entity is None:
        return
    field = m.game.fields[index]
    if field.role == "track":
        value = saturated(m, field, entity, value)
    write(m, index, entity, value)
    if index in m.ages:
        assert field.lifetime is not None
        m.ages[index][entity] = field.lifetime.nth


def saturated(m: Machine, field: Field, entity: int, value: Any) -> Any:
    """The value of a track kept within its bounds."""
    if field.low is not None:
        value = max(value, m.E[field.low]([entity] + [None] * 63))
    if field.high is not None:
        value = min(value, m.E[field.high]([entity] + [None] * 63))
    return value


def write(m: Machine, index: int, entity: int, value: Any) -> None:
    """Write one cell, forget that it was revealed, and tell the log."""
    cells = m.fields[index]
    if m.events is not None and cells[entity] != value:
        m.log("assign", field=index, entity=entity, old=cells[entity], new=value)
    cells[entity] = value
    m.dirty |= 1 << (FIRST_FIELD + index)
    if m.revealed:
        m.revealed.pop((index, entity), None)


def put(m: Machine, kind: int, entity: int | None, place: int | None) -> None:
    """Put an entity on a place, which brings a removed one back, or off the map."""
    if entity is None:
        return
    write(m, m.game.built_in(kind, "at"), entity, place)
    if place is not None:
        if m.game.carried and m.game.kinds[kind].root in m.game.carried:
            take_out(m, m.game.kinds[kind].root, entity)
        removed = m.game.built_in(kind, "removed")
        if m.fields[removed][entity]:
            write(m, removed, entity, False)


def remove(m: Machine, kind: int, entity: int | None) -> None:
    """Take an entity out of the game: off the map and out of its pile, marked as removed."""
    if entity is None:
        return
    at = m.game.built_in(kind, "at")
    if at >= 0 and m.fields[at][entity] is not None:
        write(m, at, entity, None)
    take_out(m, m.game.kinds[kind].root, entity)
    write(m, m.game.built_in(kind, "removed"), entity, True)


def take_out(m: Machine, root_kind: int, thing: int) -> None:
    """Take a thing out of the pile in which it lies, if any."""
    for pile in m.game.piles:
        if m.game.kinds[pile.kind].root == root_kind and thing in m.piles[pile.index]:
            m.piles[pile.index].remove(thing)
            touch_pile(m, pile.index)
            return


def touch_pile(m: Machine, pile: int) -> None:
    """Mark a pile as written."""
    m.dirty |= pile_bit(m.game, pile)


def set_terrain(m: Machine, place: int | None, terrain: int | None) -> None:
    """Change the ground of a place."""
    if place is None or terrain is None:
        return
    if m.events is not None:
        m.log("terrain", place=place, terrain=terrain)
    m.terrain[place] = terrain
    m.dirty |= TERRAIN
    m.ev.terrain_changed()


def open_scope(m: Machine, scope: int, owner: int | None) -> None:
    """Open a scope: expire what lasts until its start, and begin its limits anew."""
    m.scopes.append((scope, owner))
    scopes_changed(m)
    if m.events is not None:
        m.log("open", scope=scope, owner=owner)
    expire(m, True, scope, owner)
    limits = m.game.limits
    for key in list(m.counters):
        rule = limits[key[0]]
        if rule.scope == scope and (not rule.own or key[1] == owner):
            del m.counters[key]


def close_scope(m: Machine, scope: int) -> None:
    """Close a scope: expire what lasts until its end. Endings at its close are looked at before."""
    position = len(m.scopes) - 1
    while m.scopes[position][0] != scope:
        position -= 1
    owner = m.scopes[position][1]
    expire(m, False, scope, owner)
    del m.scopes[position]
    scopes_changed(m)
    if m.events is not None:
        m.log("close", scope=scope, owner=owner)


def scopes_changed(m: Machine) -> None:
    """Find the active side again: the owner of the innermost scope that has one."""
    active, mask = None, 0
    for scope, owner in m.scopes:
        mask |= 1 << scope
        if owner is not None:
            active = owner
    m.active[0], m.open_scopes = active, mask
    m.dirty |= SCOPES


def expire(m: Machine, at_start: bool, scope: int, owner: int | None) -> None:
    """Set everything to its default whose lifetime ends with this edge of the scope."""
    for field, side, own, constant in expiring(m.game, at_start, scope):
        values, aging = m.fields[field.index], field.index in m.ages
        if not aging and constant is not None and values.count(constant[0]) == len(values):
            continue
        if aging and not any(m.ages[field.index]):
            # Nothing counts down and nothing lasts any more.
            continue
        for entity in m.game.kinds[field.kind].members:
            if own and (side < 0 or m.fields[side][entity] != owner):
                continue
            if aging and not _is_over(m.ages[field.index], entity):
                continue
            default = default_of(m, field, entity) if constant is None else constant[0]
            if values[entity] != default:
                write(m, field.index, entity, default)


Expiring = tuple[Field, int, bool, tuple[Any] | None]


def expiring(game: Game, at_start: bool, scope: int) -> tuple[Expiring, ...]:
    """Fields whose lifetime ends with an edge of a scope, each with the field that says whose a thing of its kind is, whether it lasts to
    an edge of its own side only, and the value that it begins with when that is always the same."""
    table: dict[tuple[bool, int], tuple[Expiring, ...]] | None = game.cache.get("expiring")
    if table is None:
        table = game.cache["expiring"] = {}
    if (at_start, scope) not in table:
        table[at_start, scope] = tuple(
            (field, game.built_in(field.kind, "side"), field.lifetime.own, _constant(game, field))
            for field in game.fields
            if field.lifetime is not None and field.lifetime.at_start is at_start and field.lifetime.scope == scope
        )
    return table[at_start, scope]


def _is_over(ages: list[int], entity: int) -> bool:
    """Count an edge of the scope; whether it was the last one that the value lasts to."""
    age = ages[entity]
    ages[entity] = max(0, age - 1)
    return age == 1


def _constant(game: Game, field: Field) -> tuple[Any] | None:
    """The value that a field begins with when it is always the same."""
    if field.default is None:
        return (False if field.type.base == "bool" and not field.type.optional else None,)
    node = game.roots[field.default]
    return (node[1],) if node[0] == "const" else None


def default_of(m: Machine, field: Field, entity: int) -> Any:
    """The value that a field begins with; false or absent when none is declared."""
    constant = _constant(m.game, field)
    if constant is not None:
        return constant[0]
    assert field.default is not None
    return m.E[field.default]([entity] + [None] * 63)


def reveal(m: Machine, field: int, entity: int | None, side: int | None) -> None:
    """Show a field of an entity to a side, or to everyone, until it is written again."""
    if entity is None:
        return
    known = m.revealed.get((field, entity))
    if side is None:
        m.revealed[field, entity] = []
    elif known is None:
        m.revealed[field, entity] = [side]
    elif known and side not in known:
        m.revealed[field, entity] = sorted((*known, side))
    m.log("reveal", field=field, entity=entity, side=side, value=m.fields[field][entity])
