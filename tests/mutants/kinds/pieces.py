"""Faults in where a scenario places its pieces and in what state."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.mutants.base import Base
from tests.mutants.ground import row_from
from tests.mutants.kinds.grounds import is_unit
from tests.mutants.mutant import Mutant, kind, with_line
from tests.mutants.reading import Place, Scenario, Spot


def standing_at(base: Base, spot: Spot, label: str) -> str:
    """The line of a piece with another label."""
    line = base.line(spot.at)
    return line[: spot.start] + label + line[spot.end :]


def fellows(scenario: Scenario, label: str) -> set[Place]:
    """Where the scenario places other pieces on a hex."""
    return {spot.at for spot in scenario.spots if spot.label == label}


@kind
def piece_beyond_the_last_row(base: Base) -> Iterator[Mutant]:
    """The map has no such row."""
    for _, spot in base.spots():
        label = f"{spot.label[0]}{int(spot.label[1:]) + 30}"
        yield with_line(base, spot.at, standing_at(base, spot, label), f"{spot.piece} at {label}")


@kind
def piece_beyond_the_last_column(base: Base) -> Iterator[Mutant]:
    """The map has no such column."""
    for _, spot in base.spots():
        label = f"Z{spot.label[1:]}"
        yield with_line(base, spot.at, standing_at(base, spot, label), f"{spot.piece} at {label}")


@kind
def digits_swapped(base: Base) -> Iterator[Mutant]:
    """The digits of a row are exchanged, and the map has no such row, or the hex is closed or taken."""
    for scenario, spot in base.spots():
        digits = spot.label[1:]
        label = f"{spot.label[0]}{digits[1]}{digits[0]}" if len(digits) == 2 and digits[0] != digits[1] else spot.label
        if label != spot.label and is_wrong(base, scenario, spot, label):
            yield with_line(base, spot.at, standing_at(base, spot, label), f"{spot.label} is {label}", fellows(scenario, label))


@kind
def digit_doubled(base: Base) -> Iterator[Mutant]:
    """A digit stands twice, and the map has no such row, or the hex is closed or taken."""
    for scenario, spot in base.spots():
        label = spot.label + spot.label[-1]
        if is_wrong(base, scenario, spot, label):
            yield with_line(base, spot.at, standing_at(base, spot, label), f"{spot.label} is {label}", fellows(scenario, label))


@kind
def neighbouring_key(base: Base) -> Iterator[Mutant]:
    """The column is the letter beside, and the hex is closed or taken by a piece of the same sort."""
    for scenario, spot in base.spots():
        for step in (-1, 1):
            label = chr(ord(spot.label[0]) + step) + spot.label[1:]
            if is_wrong(base, scenario, spot, label):
                yield with_line(base, spot.at, standing_at(base, spot, label), f"{spot.label} is {label}", fellows(scenario, label))


def is_wrong(base: Base, scenario: Scenario, spot: Spot, label: str) -> bool:
    """Whether a piece cannot be meant to stand on a hex: there is none, nobody can come there, or its like stands there."""
    if label not in base.ground(scenario.layout):
        return True
    if "mine" in spot.piece:
        return False
    like = any(other.label == label and is_unit(other) is is_unit(spot) and "mine" not in other.piece for other in scenario.spots)
    return like or base.is_closed(scenario.layout, label)


@kind
def unit_on_closed_ground(base: Base) -> Iterator[Mutant]:
    """A unit starts where no unit can ever come."""
    yield from onto_closed(base, units=True)


@kind
def objective_on_closed_ground(base: Base) -> Iterator[Mutant]:
    """An objective lies where nobody can come."""
    yield from onto_closed(base, units=False)


def onto_closed(base: Base, units: bool) -> Iterator[Mutant]:
    """Pieces that stand on closed hexes, some for each piece."""
    for number, (scenario, spot) in enumerate(base.spots()):
        closed = [label for label in base.ground(scenario.layout) if base.is_closed(scenario.layout, label)]
        if is_unit(spot) is units and "mine" not in spot.piece and closed:
            for label in (closed[number % len(closed)], closed[(7 * number + 3) % len(closed)]):
                yield with_line(base, spot.at, standing_at(base, spot, label), f"{spot.piece} at {label}")


@kind
def two_units_on_one_hex(base: Base) -> Iterator[Mutant]:
    """A hex holds one unit."""
    for scenario, spot in base.spots():
        for other in scenario.spots:
            if other.label != spot.label and is_unit(other) and is_unit(spot) and other.piece.split(".")[0] == spot.piece.split(".")[0]:
                text = standing_at(base, spot, other.label)
                yield with_line(base, spot.at, text, f"{spot.piece} at {other.label} of {other.piece}", {other.at})
                break


@kind
def two_enemies_on_one_hex(base: Base) -> Iterator[Mutant]:
    """A hex holds one unit, and certainly not one of each side."""
    for scenario, spot in base.spots():
        for other in reversed(scenario.spots):
            if other.label != spot.label and is_unit(other) and is_unit(spot) and other.at != spot.at:
                text = standing_at(base, spot, other.label)
                yield with_line(base, spot.at, text, f"{spot.piece} at {other.label} of {other.piece}", {other.at})
                break


# ----------------------------------------------------------------------------------------------------------- checkpoints


def camps(base: Base) -> Iterator[tuple[Scenario, Spot, str, int, str]]:
    """Checkpoints that a scenario places: the side, the row, and the edge of the side."""
    rows = dict(base.facts.lines)
    for scenario, spot in base.spots():
        side, _, name = spot.piece.partition(".")
        if name in rows:
            edge = next(item.text for item in base.layouts[scenario.layout].of("rows") if item.name == f"rows {side}")
            yield scenario, spot, side, rows[name], edge


@kind
def checkpoint_on_the_wrong_row(base: Base) -> Iterator[Mutant]:
    """The rules ask for another row."""
    for scenario, spot, side, row, edge in camps(base):
        ground = base.ground(scenario.layout)
        for step in (1, -1):
            label = f"{spot.label[0]}{int(spot.label[1:]) + step}"
            if label in ground and ground[label].side == side and row_from(ground, label, edge) != row:
                yield with_line(base, spot.at, standing_at(base, spot, label), f"{spot.piece} at {label}")


@kind
def checkpoint_at_the_enemy(base: Base) -> Iterator[Mutant]:
    """The rules ask for a hex in the territory of its side."""
    for scenario, spot, side, _, _ in camps(base):
        ground = base.ground(scenario.layout)
        foreign = [label for label, hex_ in ground.items() if hex_.side != side and hex_.terrain in base.facts.camp_ground]
        taken = {other.label for other in scenario.spots}
        label = next(label for label in foreign if label not in taken)
        yield with_line(base, spot.at, standing_at(base, spot, label), f"{spot.piece} at {label}")


@kind
def checkpoint_on_wrong_ground(base: Base) -> Iterator[Mutant]:
    """The rules ask for open ground; this is river, trees, a house or rock on the right row."""
    for scenario, spot, side, row, edge in camps(base):
        ground = base.ground(scenario.layout)
        for label, hex_ in ground.items():
            if hex_.side == side and hex_.terrain not in base.facts.camp_ground and row_from(ground, label, edge) == row:
                yield with_line(base, spot.at, standing_at(base, spot, label), f"{spot.piece} at {label}, {hex_.terrain}")


@kind
def two_checkpoints_on_one_hex(base: Base) -> Iterator[Mutant]:
    """A hex holds one checkpoint."""
    for scenario, spot, _, _, _ in camps(base):
        other = next(other for other in scenario.spots if not is_unit(other) and other.label != spot.label)
        yield with_line(base, spot.at, standing_at(base, spot, other.label), f"{spot.piece} at {other.label}", {other.at})


# ----------------------------------------------------------------------------------------------------------------- names


@kind
def piece_unknown(base: Base) -> Iterator[Mutant]:
    """There is no piece of that name."""
    for scenario in base.scenarios.values():
        for spot in scenario.spots:
            line = base.line(spot.at)
            start = line.rindex(spot.piece, 0, spot.start)
            wrong = spot.piece + "q"
            yield with_line(base, spot.at, line[:start] + wrong + line[start + len(spot.piece) :], f"{spot.piece} is {wrong}")


@kind
def piece_placed_once_too_often(base: Base) -> Iterator[Mutant]:
    """More pieces of a sort are placed than the forces have."""
    for scenario in base.scenarios.values():
        forces = base.forces(scenario)
        for spot in scenario.spots if forces and base.is_on_hexes else []:
            name = spot.piece.split(".")[-1]
            force = next((force for force in forces if re.search(rf"\b{name}\b", force.text)), None)
            found = re.search(rf"(\d+ )?\b{name}\b", force.text) if force else None
            placed = sum(other.piece == spot.piece for other in scenario.spots)
            if found is None or placed < int(found[1] or 1):
                continue
            label = next(label for label in base.ground(scenario.layout) if label not in {other.label for other in scenario.spots})
            line = base.line(spot.at)
            text = line[: spot.end] + f", {spot.piece} at {label}" + line[spot.end :]
            if not line[spot.end :].startswith(" {"):
                fellow = {other.at for other in scenario.spots if other.piece == spot.piece}
                yield with_line(base, spot.at, text, f"one {spot.piece} more", {*fellow, *(force.at for force in forces)})


@kind
def facing_unknown(base: Base) -> Iterator[Mutant]:
    """Hexes with flat tops have no neighbour in the east or in the west."""
    for at, found in base.find(r"(front|heading|turret) = (n|ne|se|s|sw|nw)\b") if base.is_on_hexes else []:
        if base.line(at).strip().startswith("given"):
            line = base.line(at)
            yield with_line(base, at, line[: found.start(2)] + "e" + line[found.end(2) :], f"{found[0]} is e")


@kind
def state_unknown(base: Base) -> Iterator[Mutant]:
    """The piece has no state of that name."""
    for at, found in base.find(r"[{;] (front|heading|turret|arrives|holder|entries|ace) ="):
        if base.line(at).strip().startswith("given"):
            line, wrong = base.line(at), found[1][:-1] + "z"
            yield with_line(base, at, line[: found.start(1)] + wrong + line[found.end(1) :], f"{found[1]} is {wrong}")
