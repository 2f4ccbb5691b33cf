"""What one side may see.

    fields      a field is seen when it is public, when its `visible` holds for the viewer, or when it was revealed
    identity    a piece whose identity is hidden is called ``token@PLACE``; its model and stats are hidden with it
    piles       the number of things is public; the things are listed when `visible` holds for the viewer. Where a pile is hidden, so are
                things of its kind that lie nowhere, but for the viewer's own and those out of the game
    requests    options are shown to the side that is asked. Who is asked in a window is shown to nobody else:
                that somebody has a response is itself a secret

Hidden pieces come after all others, in the order of their places, so that no order betrays an id.
"""

from typing import Any

from tankdsl.engine import naming, requests
from tankdsl.engine.frames import Window
from tankdsl.engine.knowledge import SCRATCH, is_known, place_of, token
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Field, Kind
from tankdsl.engine.plain import ABSENT
from tankdsl.engine.types import Type

Json = dict[str, Any]


def can_see(m: Machine, field: Field, entity: int, side: int) -> bool:
    """Whether a side may see a field of an entity."""
    if field.role == "stat" or (field.role == "built_in" and field.id == "model"):
        return is_known(m, field.root_kind, entity, side)
    shown = m.revealed.get((field.index, entity))
    if field.visible is None or (shown is not None and (not shown or side in shown)):
        return True
    return m.E[field.visible]([entity, side] + [None] * SCRATCH) is True


def shown(m: Machine, value: Any, type: Type, side: int) -> Any:
    """A value as JSON, hidden pieces as tokens."""
    if value is None:
        return dict(ABSENT)
    if type.base == "set" and type.of is not None:
        return [shown(m, member, type.of, side) for member in in_open_order(m, value, type.of, side)]
    if type.base == "kind" and not is_known(m, type.index, value, side):
        return token(m, type.index, value)
    return naming.show_value(m.game, value, type)


def in_open_order(m: Machine, members: Any, type: Type, side: int) -> list[Any]:
    """Members with hidden pieces last, these in the order of their places."""
    if type.base != "kind":
        return list(members)

    def place(entity: int) -> int:
        found = place_of(m, type.index, entity)
        return -1 if found is None else found

    hidden = [e for e in members if not is_known(m, type.index, e, side)]
    return [e for e in members if e not in hidden] + sorted(hidden, key=place)


def view(m: Machine, side: int) -> Json:
    """The state as a side sees it."""
    game = m.game
    found: Json = {
        "side": game.side_ids[side],
        "active": requests.side_id(m, m.active[0]),
        "scopes": [[game.scopes[scope], requests.side_id(m, owner)] for scope, owner in m.scopes],
        "things": [thing for kind in game.kinds if kind.root == kind.index for thing in _things(m, kind, side)],
        "piles": {pile.id: _pile(m, pile.index, side) for pile in game.piles},
        "over": m.over is not None,
    }
    if m.course is not None and game.campaign is not None:
        scenario = game.campaign.scenarios[game.battle - 1]
        found["campaign"] = {"battle": game.battle, "scenario": scenario, "between": m.course.between, "battles": requests.battles_of(m)}
    if game.map is not None and m.terrain:
        rows = game.ground().instances
        found["terrain"] = {id: rows[m.terrain[p]] for p, id in enumerate(game.map.ids)}
    return found


def _things(m: Machine, kind: Kind, side: int) -> list[Json]:
    """The entities of a root kind that have any state."""
    fields = [f for f in m.game.fields if f.root_kind == kind.index and f.id not in ("model", "side")]
    if all(field.is_constant for field in fields):
        return []
    lying = _hidden_cards(m, kind, side)
    order = in_open_order(m, [e for e in range(len(kind.instances)) if e not in lying], Type("kind", kind.index), side)
    return [_thing(m, kind, entity, fields, side) for entity in order]


def _hidden_cards(m: Machine, kind: Kind, side: int) -> set[int]:
    """Things whose whereabouts are hidden, and so what they are like: those in piles that the side may not look into.

    Where there is such a pile, things of others that lie nowhere are hidden too. Else the one that was drawn in secret could be told from
    those that are left.
    """
    own_piles = [pile for pile in m.game.piles if m.game.kinds[pile.kind].root == kind.index]
    closed = [pile for pile in own_piles if not sees_pile(m, pile.index, side)]
    if not closed:
        return set()
    lying = {thing for pile in own_piles for thing in m.piles[pile.index]}
    nowhere = {thing for thing in range(len(kind.instances)) if thing not in lying and _is_away(m, kind, thing, side)}
    return nowhere.union(*(m.piles[pile.index] for pile in closed))


def _is_away(m: Machine, kind: Kind, thing: int, side: int) -> bool:
    """Whether a thing is neither the side's own, nor on the map, nor out of the game."""
    at, owner, removed = (m.game.built_in(kind.index, name) for name in ("at", "side", "removed"))
    return not (
        (owner >= 0 and m.fields[owner][thing] == side)
        or (at >= 0 and m.fields[at][thing] is not None)
        or (removed >= 0 and m.fields[removed][thing] is True)
    )


def _thing(m: Machine, kind: Kind, entity: int, fields: list[Field], side: int) -> Json:
    found: Json = {"kind": kind.id, "id": shown(m, entity, Type("kind", kind.index), side)}
    if is_known(m, kind.index, entity, side):
        found["name"] = m.game.text.get(kind.names[entity], "")
        model = m.fields[m.game.built_in(kind.index, "model")][entity]
        found["model"] = kind.models[model]
    owner = m.game.built_in(kind.index, "side")
    if owner >= 0:
        found["side"] = requests.side_id(m, m.fields[owner][entity])
    found["fields"] = {
        field.id: shown(m, m.fields[field.index][entity], field.type, side)
        for field in fields
        if entity in m.game.kinds[field.kind].members and can_see(m, field, entity, side)
    }
    return found


def sees_pile(m: Machine, pile: int, side: int) -> bool:
    """Whether a side may look into a pile."""
    rule = m.game.piles[pile]
    holder = rule.owner if rule.carrier is None else rule.carrier
    return rule.visible is None or m.E[rule.visible]([holder, side] + [None] * SCRATCH) is True


def _pile(m: Machine, pile: int, side: int) -> Json:
    found: Json = {"size": len(m.piles[pile])}
    if sees_pile(m, pile, side):
        rule = m.game.piles[pile]
        type = Type("kind", m.game.kinds[rule.kind].root)
        things = m.piles[pile] if rule.ordered else sorted(m.piles[pile])
        found["things"] = [shown(m, thing, type, side) for thing in things]
    return found


# -- requests


def request_for(m: Machine, side: int) -> Json:
    """What is asked, as a side sees it: kind `wait` when it is not asked."""
    decision = m.decision
    if decision.kind == "over":
        return requests.request_of(m)
    if decision.kind == "sealed":
        request = requests.request_of(m)
        parts = [part for part in request["parts"] if part["side"] == m.game.side_ids[side]]
        return {"kind": "sealed", "parts": parts} if parts else {"kind": "wait", "prompt": ""}
    if decision.side != side:
        waiting: Json = {"kind": "wait", "prompt": ""}
        if decision.side is not None and not any(isinstance(frame, Window) for frame in m.frames):
            waiting["side"] = requests.side_id(m, decision.side)
        return waiting
    return _own_request(m, side)


def _own_request(m: Machine, side: int) -> Json:
    """The request with hidden pieces as tokens, which inputs may name as well."""
    request, decision = requests.request_of(m), m.decision
    if "prompt" in request and decision.kind != "over":
        request["prompt"] = requests.prompt(m, side)
    if decision.kind == "pick":
        type = requests.option_type(m)
        options = in_open_order(m, decision.options, type, side)
        request["options"] = [shown(m, value, type, side) for value in options]
        if "picked" in request:
            frame: Any = m.frames[-1]
            request["picked"] = [shown(m, value, type, side) for value in frame.picked]
    elif decision.kind == "step":
        kind, unit = requests.moving_unit(m)
        request["unit"] = shown(m, unit, Type("kind", kind), side)
    return request
