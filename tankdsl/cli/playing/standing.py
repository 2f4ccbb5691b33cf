"""How everything stands, in words: the pieces of each side, its cards, and what it has reached."""

from __future__ import annotations

from typing import Any

from tankdsl.cli.console import table
from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.scene import UNKNOWN, Table, owner_of
from tankdsl.engine.content import Field, Kind
from tankdsl.engine.machine import Machine
from tankdsl.engine.writes import default_of

OUT = "out"
"""Where a piece is that was removed."""


def standing(view: Table, machine: Machine, eyes: Eyes) -> str:
    """A block for each side, in the order of the rule set, and one for what belongs to nobody."""
    game = view.game
    blocks = [_side(view, machine, eyes, side) for side in game.sides]
    shared = _pieces(view, machine, eyes, None)
    if shared:
        blocks.append("Of no side\n" + shared)
    piles = _piles(view, machine, eyes, None)
    if piles:
        blocks.append(f"On the table\n{piles}")
    return "\n".join(blocks)


def _side(view: Table, machine: Machine, eyes: Eyes, side: int) -> str:
    kind = view.game.kind("Side")
    before, after = view.side_colour(side)
    facts = _facts(view, machine, eyes, kind, side)
    head = f"{before}{view.names.side(side)}{after}" + (f"  {facts}" if facts else "")
    return f"{head}\n{_pieces(view, machine, eyes, side)}{_piles(view, machine, eyes, side)}"


def _pieces(view: Table, machine: Machine, eyes: Eyes, side: int | None) -> str:
    known: list[tuple[Kind, int]] = []
    hidden: list[tuple[Kind, int]] = []
    for kind in view.kinds:
        for entity in range(len(kind.instances)):
            if owner_of(machine, kind.index, entity) == side:
                (known if eyes.knows(kind.index, entity) else hidden).append((kind, entity))
    rows = [_known_piece(view, machine, eyes, kind, entity) for kind, entity in known]
    # In an order that says nothing about which is which.
    return table(rows + sorted(_hidden_piece(view, machine, kind, entity) for kind, entity in hidden))


def _hidden_piece(view: Table, machine: Machine, kind: Kind, entity: int) -> list[str]:
    """Of a piece that is not known, only what it is and where."""
    return [f"  {UNKNOWN}", f"a hidden {view.names.kind(kind.index)}", _where(view, machine, kind, entity)]


def _known_piece(view: Table, machine: Machine, eyes: Eyes, kind: Kind, entity: int) -> list[str]:
    """Sign, name, place and state of a piece."""
    where = _where(view, machine, kind, entity)
    facts = "" if where == OUT else _facts(view, machine, eyes, kind, entity)
    return [f"  {view.code(kind.index, entity)}", view.names.entity(kind.index, entity), where, facts]


def _where(view: Table, machine: Machine, kind: Kind, entity: int) -> str:
    at, removed = view.game.built_in(kind.index, "at"), view.game.built_in(kind.index, "removed")
    if at >= 0 and machine.fields[at][entity] is not None:
        return view.names.place(machine.fields[at][entity])
    return OUT if removed >= 0 and machine.fields[removed][entity] else "-"


def _facts(view: Table, machine: Machine, eyes: Eyes, kind: Kind, entity: int) -> str:
    """Tracks with their highest value, and states; those that are nothing, or as they began, are left out."""
    words = []
    for field in _fields_of(view, kind, entity):
        if field.role not in ("state", "track") or not eyes.sees_field(field.index, entity):
            continue
        value, first = machine.fields[field.index][entity], default_of(machine, field, entity)
        if field.role == "track" and (value or first):
            words.append(f"{view.names.field(field.index)} {value}{_of_most(machine, field, entity)}")
        elif field.role == "state" and value is not None and value != first:
            words.append(_state(view, eyes, field, value))
    return ", ".join(words)


def _fields_of(view: Table, kind: Kind, entity: int) -> list[Field]:
    """The fields that an entity has, those of its kind's parents first."""
    game, found = view.game, []
    own: int | None = kind.entity_kinds[entity]
    while own is not None:
        found.append([field for field in game.fields if field.kind == own])
        own = game.kinds[own].parent
    return [field for fields in reversed(found) for field in fields]


def _of_most(machine: Machine, field: Field, entity: int) -> str:
    if field.high is None:
        return ""
    most: Any = machine.E[field.high]([entity] + [None] * 63)
    return f"/{most}" if isinstance(most, int) and most < 20 else ""


def _state(view: Table, eyes: Eyes, field: Field, value: Any) -> str:
    name = view.names.field(field.index)
    if field.type.base == "bool":
        return name if value else f"not {name}"
    return f"{name} {view.names.value(value, field.type, eyes)}"


def _piles(view: Table, machine: Machine, eyes: Eyes, side: int | None) -> str:
    lines = []
    for pile in view.game.piles:
        if pile.owner != side:
            continue
        things = machine.piles[pile.index]
        name = (pile.field or pile.id).replace("_", " ")
        if things and eyes.sees_pile(pile.index) and not (pile.ordered and eyes.side is None and side is None):
            lines.append(f"  {name}: {', '.join(view.names.entity(pile.kind, thing) for thing in things)}\n")
        elif things or side is not None:
            lines.append(f"  {name}: {len(things) or 'none'}\n")
    return "".join(lines)
