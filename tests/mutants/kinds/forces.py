"""Faults in who takes part, and with how many."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.mutants.base import Base
from tests.mutants.kinds.grounds import shared_by
from tests.mutants.mutant import Mutant, change, kind, with_line
from tests.mutants.reading import Force, Place


def all_forces(base: Base) -> Iterator[Force]:
    """The forces of rosters and scenarios."""
    for forces in base.rosters.values():
        yield from forces
    for scenario in base.scenarios.values():
        yield from scenario.forces


def users_of(base: Base, force: Force) -> set[Place]:
    """Where scenarios take these forces: their names, their rosters, their maps, and where they place pieces of the side."""
    found: set[Place] = set()
    for scenario in base.scenarios.values():
        if force in base.forces(scenario):
            found |= {scenario.at, scenario.layout_at}
            found |= {Place(scenario.at.file, number) for number, line in scenario.lines.items() if line.strip().startswith("roster ")}
            found |= {spot.at for spot in scenario.spots}
    return found


def owner(base: Base, force: Force) -> Place:
    """The declaration of the roster or the scenario."""
    return base.find(rf"^(roster|scenario) {force.owner} ")[0][0]


def with_forces(base: Base, force: Force, text: str) -> str:
    """The line with other forces."""
    return base.line(force.at).replace(f"{{ {force.text}", f"{{ {text}", 1)


@kind
def side_unknown(base: Base) -> Iterator[Mutant]:
    """The game has no side of that name."""
    for force in all_forces(base):
        wrong = force.side + "x"
        beside = users_of(base, force)
        yield with_line(
            base, force.at, re.sub(rf"\b{force.side}\b", wrong, base.line(force.at), count=1), f"{force.side} is {wrong}", beside
        )


@kind
def forces_missing(base: Base) -> Iterator[Mutant]:
    """A side has no pieces."""
    for force in all_forces(base):
        yield with_line(base, force.at, "", f"nothing for {force.side}", {owner(base, force), *users_of(base, force)})


@kind
def forces_emptied(base: Base) -> Iterator[Mutant]:
    """A side has no pieces."""
    for force in all_forces(base):
        line = base.line(force.at)
        text = line.replace(f"{{ {force.text}", "{", 1)
        yield with_line(base, force.at, text, f"nothing for {force.side}", {owner(base, force), *users_of(base, force)})


@kind
def forces_unit_unknown(base: Base) -> Iterator[Mutant]:
    """There is no piece of that name."""
    for force in all_forces(base):
        for name in re.findall(r"[a-z_]+\w*", force.text)[:3]:
            wrong = name[:-1] + "w"
            text = re.sub(rf"\b{name}\b", wrong, force.text, count=1)
            yield with_line(base, force.at, with_forces(base, force, text), f"{name} is {wrong}", users_of(base, force))


@kind
def forces_of_the_enemy(base: Base) -> Iterator[Mutant]:
    """The pieces have a side by their own row, and it is the other one."""
    for force in all_forces(base):
        for name in re.findall(r"[a-z_]+\w*", force.text)[:4]:
            rows = [at for at, found in base.find(rf"\| {name} +\| \"[^\"]*\" +\| (\w+) ") if found[1] == force.side]
            foreign = [
                found[1]
                for _, found in base.find(r"^    \| (\w+) +\| \"[^\"]*\" +\| (\w+) ")
                if found[2] in sides_against(base, force.side)
            ]
            if rows and foreign:
                text = re.sub(rf"\b{name}\b", foreign[0], force.text, count=1)
                yield with_line(base, force.at, with_forces(base, force, text), f"{name} is {foreign[0]}", users_of(base, force))


def sides_against(base: Base, side: str) -> set[str]:
    """The other sides, as forces name them."""
    return {force.side for force in all_forces(base)} - {side}


@kind
def forces_beyond_their_zone(base: Base) -> Iterator[Mutant]:
    """More pieces have to be placed than there are hexes to place them on."""
    for name, zone, _ in base.facts.zones:
        scenario = base.scenarios[name]
        for force in base.forces(scenario):
            if force.side == zone.split("_")[0]:
                found = re.search(r"\d+ (\w+)", force.text)
                assert found is not None
                text = force.text.replace(found[0], f"150 {found[1]}", 1)
                rules = {at for at, _ in base.find(rf"\b{zone}\b|^placement standing|^action deploy")}
                beside = {*users_of(base, force), *rules, *shared_by(base, scenario.layout)}
                yield with_line(base, force.at, with_forces(base, force, text), f"150 {found[1]} in {zone}", beside)


@kind
def forces_beyond_their_territory(base: Base) -> Iterator[Mutant]:
    """More units have to be placed than the territory of their side has hexes that they can enter."""
    for scenario in base.scenarios.values():
        if not base.facts.lines or scenario.spots:
            continue
        for force in base.forces(scenario):
            found = re.search(r"\d+ (\w+)", force.text)
            assert found is not None
            ground = base.ground(scenario.layout)
            own = sum(hex_.side == force.side and hex_.terrain not in base.facts.closed for hex_ in ground.values())
            rules = {at for at, _ in base.find(r"^placement standing|^action deploy")}
            text = with_forces(base, force, force.text.replace(found[0], f"{own + 5} {found[1]}", 1))
            beside = {*users_of(base, force), *shared_by(base, scenario.layout), *rules}
            yield with_line(base, force.at, text, f"{own + 5} {found[1]} on {own} hexes", beside)


@kind
def checkpoints_beyond_their_row(base: Base) -> Iterator[Mutant]:
    """Far more checkpoints have to be placed on one row than it has hexes."""
    for force in all_forces(base):
        for name, _ in base.facts.lines:
            if re.search(rf"(?<!\d )\b{name}\b", force.text):
                rules = {at for at, _ in base.find(r"^placement (posting|camping)|^action (post|pitch)|\| " + name)}
                text = re.sub(rf"\b{name}\b", f"99 {name}", force.text, count=1)
                beside = {*users_of(base, force), *rules}
                yield with_line(base, force.at, with_forces(base, force, text), f"99 {name}", beside)


@kind
def roster_unknown(base: Base) -> Iterator[Mutant]:
    """There is no roster of that name."""
    for at, found in base.find(r"^    roster (\w+)"):
        yield change(base, at, found[0], f"{found[0]}s", f"{found[1]} is {found[1]}s", {at})


@kind
def unit_row_removed(base: Base) -> Iterator[Mutant]:
    """A unit that forces or scenarios name is not declared any more."""
    for force in all_forces(base):
        for name in re.findall(r"[a-z_]+\w*", force.text)[:2]:
            for at, _ in base.find(rf"^    \| {name} +\| "):
                lines = {place for place, _ in base.find(rf"\b{name}\b") if place != at}
                yield with_line(base, at, "", f"no row of {name}", lines)
