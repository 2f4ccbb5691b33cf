"""How everything stands, in words: the pieces of each side with their crews and cargo, its cards, and what it has reached."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import Any

from tankdsl.cli.playing.eyes import Eyes
from tankdsl.cli.playing.facings import fields_of
from tankdsl.cli.playing.names import plain_name
from tankdsl.cli.playing.scene import UNKNOWN, Table, owner_of
from tankdsl.cli.playing.wrap import WIDTH
from tankdsl.engine.content import Field, Kind, Pile
from tankdsl.engine.machine import Machine
from tankdsl.engine.writes import default_of

OUT = "out"
"""Where a piece is that was removed."""
NARROWEST = 12
"""Columns that the last column of the list has at least."""


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


def details(view: Table, machine: Machine, eyes: Eyes, kind: Kind, entity: int) -> str:
    """Everything about one piece that the eyes may see: what it is, what it can do, and how it stands."""
    owner, where = owner_of(machine, kind.index, entity), _where(view, machine, eyes, kind, entity)
    whose = view.names.side(owner) if owner is not None else "of no side"
    place = {OUT: "out of the game", "-": "not on the map"}.get(where, where if " " in where and view.ground is not None else f"at {where}")
    fields = [field for field in fields_of(view.game, kind, entity) if eyes.sees_field(field.index, entity)]
    stats = [_state(view, eyes, field, machine.fields[field.index][entity]) for field in fields if field.role == "stat"]
    states = [_plain_state(view, machine, eyes, field, entity) for field in fields if field.role in ("state", "track")]
    lines = [f"{view.names.entity(kind.index, entity)} ({view.code(kind.index, entity)}), {whose}, {place}"]
    lines += _wrapped(", ".join(filter(None, stats)), view.width or WIDTH, "  ")
    lines += [f"  {state}" for state in states if state]
    lines += [f"  {line}" for line in _crew(view, machine, eyes, kind, entity) + _cargo(view, machine, eyes, kind, entity)]
    return "".join(f"{line}\n" for line in lines)


# ------------------------------------------------------------------------------------------------------------------ pieces


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
            if owner_of(machine, kind.index, entity) == side and not is_in_piles(view, machine, eyes, kind, entity):
                (known if eyes.knows(kind.index, entity) else hidden).append((kind, entity))
    rows = [(kind, _known_piece(view, machine, eyes, kind, entity)) for kind, entity in known]
    shown = [row for kind, row in rows if not _is_aside(kind, row)]
    # In an order that says nothing about which is which.
    shown += sorted(_hidden_piece(view, machine, eyes, kind, entity) for kind, entity in hidden)
    placed = zip(known, (row for _, row in rows), strict=True)
    aside = [(plain_name(view.game, kind, entity), row[2]) for (kind, entity), row in placed if _is_aside(kind, row)]
    return _listed(shown, view.width or WIDTH) + _aside(view, aside)


def is_in_piles(view: Table, machine: Machine, eyes: Eyes, kind: Kind, entity: int) -> bool:
    """Whether a thing is told with the piles. One that came out of a pile and lies nowhere is a secret of somebody until it is back."""
    if kind.category != "thing":
        return False
    if any(_lies_in(view, machine, pile, kind, entity) for pile in view.game.piles):
        return True
    began = any(view.game.kinds[pile.kind].root == kind.index and entity in pile.initial for pile in view.game.piles)
    return began and eyes.side is not None and _where(view, machine, eyes, kind, entity) == "-"


def _is_aside(kind: Kind, row: list[str]) -> bool:
    """Whether something lies beside the map and there is nothing more to say of it: markers that are not used, and the like."""
    return kind.category != "unit" and row[2] in (OUT, "-") and not any(row[3:])


def _aside(view: Table, things: list[tuple[str, str]]) -> str:
    """What lies beside the map, in one line for each place: `off the map: 12 mine, smoke`."""
    lines = []
    for where, words in (("-", "off the map"), (OUT, OUT)):
        many = Counter(name for name, place in things if place == where)
        if many:
            names = ", ".join(f"{count} {name}" if count > 1 else name for name, count in many.items())
            lines += _wrapped(f"{words}: {names}", view.width or WIDTH, "  ")
    return "".join(f"{line}\n" for line in lines)


def _listed(rows: list[list[str]], width: int) -> str:
    """Rows of three columns and, behind them, as many lines as there are facts; facts are broken where the terminal ends."""
    columns = [max((len(row[i]) for row in rows), default=0) for i in range(3)]
    indent = sum(columns) + 6
    lines = []
    for row in rows:
        head = "  ".join(cell.ljust(column) for cell, column in zip(row, columns, strict=False)) + "  "
        facts = [line for fact in row[3:] for line in _broken(fact, max(NARROWEST, width - indent))]
        lines += [(head if i == 0 else " " * indent) + fact for i, fact in enumerate(facts or [""])]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _broken(text: str, width: int) -> list[str]:
    """A list of facts in lines, broken behind commas."""
    kept = ", ".join(part.replace(" ", "\u00a0") for part in text.split(", "))
    return [line.replace("\u00a0", " ") for line in textwrap.wrap(kept, width, break_on_hyphens=False)]


def _hidden_piece(view: Table, machine: Machine, eyes: Eyes, kind: Kind, entity: int) -> list[str]:
    """Of a piece that is not known, only what it is and where."""
    return [f"  {UNKNOWN}", f"a hidden {view.names.kind(kind.index)}", _where(view, machine, eyes, kind, entity)]


def _known_piece(view: Table, machine: Machine, eyes: Eyes, kind: Kind, entity: int) -> list[str]:
    """Sign, name, place and state of a piece, then its crew and what it carries."""
    where = _where(view, machine, eyes, kind, entity)
    row = [f"  {view.code(kind.index, entity)}", view.names.entity(kind.index, entity), where]
    if where == OUT:
        return row
    return [
        *row,
        _facts(view, machine, eyes, kind, entity),
        ", ".join(_crew(view, machine, eyes, kind, entity)),
        "; ".join(_cargo(view, machine, eyes, kind, entity)),
    ]


def _where(view: Table, machine: Machine, eyes: Eyes, kind: Kind, entity: int) -> str:
    at, removed = view.game.built_in(kind.index, "at"), view.game.built_in(kind.index, "removed")
    if at >= 0 and machine.fields[at][entity] is not None:
        return view.names.place(machine.fields[at][entity])
    if removed >= 0 and machine.fields[removed][entity]:
        return OUT
    pile = next((pile for pile in view.game.piles if _lies_in(view, machine, pile, kind, entity) and eyes.sees_pile(pile.index)), None)
    if pile is None:
        return "-"
    return _pile_name(pile) if pile.carrier is None else f"in {view.names.entity(view.carriers[pile.index], pile.carrier)}"


def _lies_in(view: Table, machine: Machine, pile: Pile, kind: Kind, entity: int) -> bool:
    return view.game.kinds[pile.kind].root == kind.index and entity in machine.piles[pile.index]


# ------------------------------------------------------------------------------------------------------------------- facts


def _facts(view: Table, machine: Machine, eyes: Eyes, kind: Kind, entity: int) -> str:
    """Tracks with their highest value, directions, and states; those that are nothing or as they began are left out."""
    words = []
    for field in fields_of(view.game, kind, entity):
        if field.role not in ("state", "track") or _is_part(view, field) or not eyes.sees_field(field.index, entity):
            continue
        value, first = machine.fields[field.index][entity], default_of(machine, field, entity)
        if field.role == "track" and (value or first):
            words.append(f"{view.names.field(field.index)} {value}{_of_most(machine, field, entity)}")
        elif field.role == "state" and value is not None and (value != first or field.type.base == "direction"):
            words.append(_state(view, eyes, field, value))
    return ", ".join(words)


def _crew(view: Table, machine: Machine, eyes: Eyes, kind: Kind, entity: int) -> list[str]:
    """The parts of a piece with how they are: `gunner wounded`."""
    found = []
    for field in fields_of(view.game, kind, entity):
        part = machine.fields[field.index][entity]
        if _is_part(view, field) and part is not None and eyes.sees_field(field.index, entity):
            root = view.game.kinds[view.game.kinds[field.type.index].root]
            found.append(f"{view.names.field(field.index)} {_condition(view, machine, eyes, root, part)}".rstrip())
    return found


def _condition(view: Table, machine: Machine, eyes: Eyes, kind: Kind, part: int) -> str:
    """How a part is: words of a list always, everything else when it is not as it began."""
    words = []
    for field in fields_of(view.game, kind, part):
        value, first = machine.fields[field.index][part], default_of(machine, field, part)
        if field.role not in ("state", "track") or value is None or not eyes.sees_field(field.index, part):
            continue
        if field.type.base == "enum":
            words.append(view.names.value(value, field.type, eyes))
        elif value != first:
            words.append(_state(view, eyes, field, value))
    return " and ".join(words)


def _cargo(view: Table, machine: Machine, eyes: Eyes, kind: Kind, entity: int) -> list[str]:
    """What a piece carries: `riders: Infantry 1`."""
    found = []
    for pile in view.game.piles:
        things = machine.piles[pile.index]
        if pile.carrier == entity and things and view.carriers[pile.index] == kind.index:
            seen = eyes.sees_pile(pile.index)
            names = ", ".join(view.names.entity(pile.kind, thing) for thing in things) if seen else str(len(things))
            found.append(f"{_pile_name(pile)}: {names}")
    return found


def _is_part(view: Table, field: Field) -> bool:
    return field.type.base == "kind" and view.game.kinds[field.type.index].category == "part" and field.id != "model"


def _of_most(machine: Machine, field: Field, entity: int) -> str:
    if field.high is None:
        return ""
    most: Any = machine.E[field.high]([entity] + [None] * 63)
    return f"/{most}" if isinstance(most, int) and most < 20 else ""


def _state(view: Table, eyes: Eyes, field: Field, value: Any) -> str:
    name = view.names.field(field.index)
    if value is None:
        return ""
    if field.type.base == "bool":
        return name if value else f"not {name}"
    return f"{name} {view.names.value(value, field.type, eyes)}"


def _plain_state(view: Table, machine: Machine, eyes: Eyes, field: Field, entity: int) -> str:
    """A state or track with its value whatever it is; parts are told apart."""
    value = machine.fields[field.index][entity]
    if _is_part(view, field):
        return ""
    if field.role == "track":
        return f"{view.names.field(field.index)} {value}{_of_most(machine, field, entity)}"
    return f"{view.names.field(field.index)}: {view.names.value(value, field.type, eyes)}"


# ------------------------------------------------------------------------------------------------------------------- piles


def _pile_name(pile: Pile) -> str:
    return (pile.field or pile.id).rpartition(".")[2].replace("_", " ")


def _piles(view: Table, machine: Machine, eyes: Eyes, side: int | None) -> str:
    lines = []
    for pile in view.game.piles:
        if pile.owner != side or pile.carrier is not None:
            continue
        things = machine.piles[pile.index]
        if things and eyes.sees_pile(pile.index) and not (pile.ordered and eyes.side is None and side is None):
            names = ", ".join(view.names.entity(pile.kind, thing) for thing in things)
            lines += _wrapped(f"{_pile_name(pile)}: {names}", view.width or WIDTH, "  ")
        elif things or side is not None:
            lines.append(f"  {_pile_name(pile)}: {len(things) or 'none'}")
    return "".join(f"{line}\n" for line in lines)


def _wrapped(text: str, width: int, indent: str) -> list[str]:
    room = max(NARROWEST, width)
    return textwrap.wrap(text, room, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False)
