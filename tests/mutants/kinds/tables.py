"""Faults on tables without a grid: points, outlines, areas, pieces that stand where nothing can stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from tests.mutants.base import Base
from tests.mutants.mutant import Mutant, change, kind, with_line
from tests.mutants.reading import Place

POINT = r"\((\d+), (\d+)\)"


def tables(base: Base) -> list[tuple[Place, re.Match[str]]]:
    """The boards that are tables."""
    return base.find(r"^board \w+ .* table (\d+) x (\d+)")


def areas(base: Base) -> list[tuple[Place, re.Match[str]]]:
    """The rows of areas: the id and the outline."""
    return base.find(r"^    \| (\w+) +\| \"[^\"]*\" +\| (\[\(.*?\)\]|circle\(.*?inch\w*\)) +\|") if tables(base) else []


def listing(base: Base, area: str) -> set[Place]:
    """Where layouts list an area."""
    return {at for at, _ in base.find(rf"^    areas .*\b{area}\b")}


def placed(base: Base) -> Iterator[tuple[Place, re.Match[str]]]:
    """Pieces that a scenario places on a table."""
    for at, _ in base.find(r"^    given .* at \(") if tables(base) else []:
        for found in re.finditer(rf"([\w.]+) at {POINT}", base.line(at)):
            yield at, found


@kind
def table_too_small(base: Base) -> Iterator[Mutant]:
    """Named points, areas and pieces lie beyond the edge."""
    for at, found in tables(base):
        beyond = {place for place, _ in base.find(r"^    place |^    given .* at \(")} | {place for place, _ in areas(base)}
        old = f"{found[1]} x {found[2]}"
        for new in (f"20 x {found[2]}", f"{found[1]} x 20", "4 x 4"):
            yield change(base, at, old, new, f"{old} is {new}", beyond)


@kind
def table_point_beyond(base: Base) -> Iterator[Mutant]:
    """A named point lies beyond the edge of the table."""
    for at, found in base.find(rf"^    place \w+ = {POINT}") if tables(base) else []:
        yield change(base, at, f"({found[1]}, {found[2]})", f"({found[1]}, 148)", f"y of {found[2]} is 148")


@kind
def table_piece_beyond(base: Base) -> Iterator[Mutant]:
    """A piece stands beside the table."""
    for at, found in placed(base):
        line = base.line(at)
        for x, y in ((found[2] + "0", found[3]), (found[2], found[3] + "9")):
            text = line[: found.start()] + f"{found[1]} at ({x}, {y})" + line[found.end() :]
            yield with_line(base, at, text, f"{found[1]} at ({x}, {y})")


@kind
def tank_in_a_house(base: Base) -> Iterator[Mutant]:
    """A tank starts inside of something solid, in which no tank can be."""
    for at, found in placed(base):
        if "prize" not in found[1]:
            line = base.line(at)
            for name, spot in (("farm", "(30, 22)"), ("pond", "(40, 14)")):
                text = line[: found.start()] + f"{found[1]} at {spot}" + line[found.end() :]
                yield with_line(base, at, text, f"{found[1]} in the {name}", {place for place, row in areas(base) if row[1] == name})


@kind
def tank_on_a_tank(base: Base) -> Iterator[Mutant]:
    """Two tanks stand on one point."""
    spots = [(at, found) for at, found in placed(base) if "prize" not in found[1]]
    for (at, found), (other, twin) in pairwise(spots):
        line = base.line(at)
        text = line[: found.start()] + f"{found[1]} at ({twin[2]}, {twin[3]})" + line[found.end() :]
        yield with_line(base, at, text, f"{found[1]} on {twin[1]}", {other})


@kind
def outline_beyond(base: Base) -> Iterator[Mutant]:
    """A corner of an area lies beyond the edge of the table."""
    for at, found in areas(base):
        corner = re.search(POINT, found[2])
        assert corner is not None
        outline = found[2].replace(corner[0], f"({corner[1]}, 88)", 1)
        yield change(base, at, found[2], outline, f"{found[1]}: y is 88", listing(base, found[1]))


@kind
def outline_crossing_itself(base: Base) -> Iterator[Mutant]:
    """Two corners are exchanged, and the outline crosses itself."""
    for at, found in areas(base):
        corners = re.findall(r"\(\d+, \d+\)", found[2])
        if len(corners) == 4:
            corners[1], corners[2] = corners[2], corners[1]
            yield change(base, at, found[2], f"[{', '.join(corners)}]", f"{found[1]} crosses itself", listing(base, found[1]))


@kind
def outline_of_one_point(base: Base) -> Iterator[Mutant]:
    """An outline needs two points, a circle a radius."""
    for at, found in areas(base):
        corner = re.search(POINT, found[2])
        assert corner is not None
        outline = f"circle({corner[0]}, 0 inches)" if found[2].startswith("circle") else f"[{corner[0]}]"
        yield change(base, at, found[2], outline, f"{found[1]} is a point", listing(base, found[1]))


@kind
def outline_without_room(base: Base) -> Iterator[Mutant]:
    """All corners of an area lie on one line: it covers nothing."""
    for at, found in areas(base):
        corners = re.findall(POINT, found[2])
        if len(corners) >= 4:
            flat = ", ".join(f"({x}, {corners[0][1]})" for x, _ in sorted(set(corners)))
            yield change(base, at, found[2], f"[{flat}]", f"{found[1]} is flat", listing(base, found[1]))


@kind
def area_unknown(base: Base) -> Iterator[Mutant]:
    """A layout lists an area that is not declared."""
    for at, found in base.find(r"^    areas (\w+),"):
        yield change(base, at, found[1], found[1] + "s", f"{found[1]} is {found[1]}s")


@kind
def area_row_removed(base: Base) -> Iterator[Mutant]:
    """A layout lists an area that is not declared any more."""
    for at, found in areas(base):
        rules = {place for place, _ in base.find(rf"\b{found[1]}\b") if place != at}
        yield with_line(base, at, "", f"no {found[1]}", rules)


def inside(base: Base, low: tuple[int, int], high: tuple[int, int]) -> set[Place]:
    """Where pieces are placed in a rectangle."""
    corners = list(zip(low, high, strict=True))
    return {at for at, found in placed(base) if all(a <= int(n) <= b for n, (a, b) in zip(found.groups()[1:], corners, strict=True))}


def ambush(base: Base) -> set[Place]:
    """What the start zone of the convoy contradicts: the scenario, its map, its forces, and the rules of placing."""
    scenario = base.scenarios["convoy"]
    rules = {at for at, _ in base.find(r"^placement |^action deploy|^value in_zone|start_zone")}
    return {scenario.at, scenario.layout_at, base.layouts["road"].at, *(force.at for force in base.rosters["raid"]), *rules}


@kind
def start_zone_too_small(base: Base) -> Iterator[Mutant]:
    """The zone in which the ambushed have to be placed is smaller than a tank, or has room for one and not for three."""
    for at, found in areas(base):
        if found[1] == "start_zone":
            for side in ("20.01", "20.5", "21"):
                outline = f"[(20, 0), ({side}, 0), ({side}, {float(side) - 20:g}), (20, {float(side) - 20:g})]"
                yield change(base, at, found[2], outline, f"start_zone of {float(side) - 20:g} inches", ambush(base))


@kind
def start_zone_built_over(base: Base) -> Iterator[Mutant]:
    """Something solid covers the whole zone in which the ambushed have to be placed."""
    for at, found in areas(base):
        if found[1] in ("farm", "pond"):
            zone = {place for place, row in areas(base) if row[1] == "start_zone"}
            outline = "[(19, 0), (29, 0), (29, 17), (19, 17)]"
            beside = {*ambush(base), *zone, *inside(base, (19, 0), (29, 17))}
            yield change(base, at, found[2], outline, f"{found[1]} over the start zone", beside)


@kind
def start_zone_left_out(base: Base) -> Iterator[Mutant]:
    """The layout does not list the zone in which the ambushed have to be placed; it stands where other layouts list it."""
    for item in base.layouts["road"].of("areas") if "road" in base.layouts else []:
        yield change(base, item.at, ", start_zone", "", "no start_zone in the layout", ambush(base))


@kind
def objective_built_over(base: Base) -> Iterator[Mutant]:
    """Something solid covers the objective and all around it from where it is held: nobody can be placed, nobody can come."""
    scenario = base.scenarios.get("objective")
    for at, found in areas(base):
        if found[1] == "pond" and scenario is not None:
            rules = {place for place, _ in base.find(r"^placement |^action deploy|^value (in_zone|near|holds)|^ending (held|abandoned)")}
            forces = {force.at for force in base.rosters["siege"]}
            lines = {Place(scenario.at.file, number) for number, line in scenario.lines.items() if "prize" in line or "layout" in line}
            beside = {scenario.at, *lines, *rules, *forces, base.layouts["village"].at, *inside(base, (12, 14), (36, 46))}
            yield change(base, at, found[2], "circle((24, 30), 17 inches)", "the pond covers the objective", beside)


@kind
def table_too_many_tanks(base: Base) -> Iterator[Mutant]:
    """More tanks have to be placed than the zone of their side has room for."""
    for force in base.rosters.get("raid", []):
        if force.side == "one":
            yield change(base, force.at, "2 sherman", "400 sherman", "400 Shermans in the column", ambush(base))
