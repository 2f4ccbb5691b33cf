"""Faults in layouts: where boards lie, whose they are, rows, labels, zones, named places."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.mutants.base import Base
from tests.mutants.ground import ground_of, row_from
from tests.mutants.kinds.boards import laid
from tests.mutants.kinds.grounds import shared_by
from tests.mutants.mutant import Mutant, change, kind, with_line
from tests.mutants.reading import LABEL, Layout, Named, Place, Placing


def placings_of(base: Base, at_least: int = 1) -> Iterator[tuple[Layout, Placing]]:
    """Every board of every layout of so many boards."""
    for layout in base.layouts.values():
        if len(layout.placings) >= at_least:
            for placing in layout.placings:
                yield layout, placing


def others(layout: Layout, placing: Placing) -> set[Place]:
    """The other boards of a layout, and its name."""
    return {layout.at, *(one.at for one in layout.placings if one is not placing)}


def used(base: Base, layout: Layout) -> bool:
    """Whether a scenario is played there."""
    return any(scenario.layout == layout.id for scenario in base.scenarios.values())


def speakers(base: Base, layout: Layout) -> set[Place]:
    """The lines that name hexes of a layout by their labels: its own and those of its scenarios."""
    found = {item.at for item in layout.items if LABEL.search(item.text)}
    found |= {spot.at for scenario, spot in base.spots() if scenario.layout == layout.id}
    return found


@kind
def board_moved_by_a_column(base: Base) -> Iterator[Mutant]:
    """Beside other boards it leaves a gap or lies on one, and its staggered columns do not fit any more."""
    for layout, placing in placings_of(base, 2):
        for step in (1, -1):
            old, new = f"({placing.column}, {placing.row})", f"({placing.column + step}, {placing.row})"
            yield change(base, placing.at, old, new, f"{placing.board}: {old} is {new}", others(layout, placing))


@kind
def board_moved_by_a_row(base: Base) -> Iterator[Mutant]:
    """Two boards overlap, or there is a gap between them."""
    for layout, placing in placings_of(base, 2):
        for step in (1, -1):
            old, new = f"({placing.column}, {placing.row})", f"({placing.column}, {placing.row + step})"
            yield change(base, placing.at, old, new, f"{placing.board}: {old} is {new}", others(layout, placing))


@kind
def board_on_another(base: Base) -> Iterator[Mutant]:
    """Two boards lie in the same place."""
    for layout, placing in placings_of(base, 2):
        first = layout.placings[0] if placing is not layout.placings[0] else layout.placings[1]
        old, new = f"({placing.column}, {placing.row})", f"({first.column}, {first.row})"
        yield change(base, placing.at, old, new, f"{placing.board} lies on {first.board}", others(layout, placing))


@kind
def board_unknown(base: Base) -> Iterator[Mutant]:
    """There is no board of that name."""
    for _, placing in placings_of(base):
        wrong = placing.board[:-1]
        yield change(base, placing.at, f"board {placing.board} ", f"board {wrong} ", f"{placing.board} is {wrong}")


@kind
def board_turned(base: Base) -> Iterator[Mutant]:
    """The board lies the other way round: a piece comes to stand on closed ground, or staggered columns do not fit."""
    for layout, placing in placings_of(base):
        board = base.boards.get(placing.board)
        if board is None:
            continue
        turned = layout._replace(placings=tuple(one._replace(turned=not one.turned) if one is placing else one for one in layout.placings))
        ground = ground_of(turned, base.boards)
        hit = {
            spot.at
            for scenario, spot in base.spots()
            if scenario.layout == layout.id and (spot.label not in ground or ground[spot.label].terrain in base.facts.closed)
        }
        misfit = len(layout.placings) > 1 and board.columns % 2 == 1 and not board.half
        if (hit and not board.half) or misfit:
            line = base.line(placing.at)
            old = f"({placing.column}, {placing.row})"
            text = line.replace(" turned", "") if placing.turned else line.replace(old, f"{old} turned")
            yield with_line(base, placing.at, text, f"{placing.board} lies the other way round", {*hit, *others(layout, placing)})


@kind
def board_mirrored(base: Base) -> Iterator[Mutant]:
    """With top and bottom exchanged the other columns lie lower: the board does not fit beside those that lie as printed, or turned."""
    for layout, placing in placings_of(base, 2):
        if not base.boards[placing.board].half:
            line = base.line(placing.at).replace(" turned", "")
            old = f"({placing.column}, {placing.row})"
            text = line.replace(old, f"{old} mirrored top bottom")
            yield with_line(base, placing.at, text, f"{placing.board} is mirrored", others(layout, placing))


# ------------------------------------------------------------------------------------------------------- sides and rows


def lacks_lines(base: Base, layout: Layout) -> bool:
    """Whether a side has no place in its own territory for a checkpoint on its row."""
    ground = base.ground(layout.id) if layout.id in base.layouts and layout is base.layouts[layout.id] else ground_of(layout, base.boards)
    for item in layout.of("rows"):
        side, edge = item.name.split()[1], item.text
        own = [label for label, hex_ in ground.items() if hex_.side == side and hex_.terrain in base.facts.camp_ground]
        rows = {row_from(ground, label, edge) for label in own}
        if any(row not in rows for _, row in base.facts.lines):
            return True
    return False


def camps(base: Base) -> set[Place]:
    """Where the checkpoints of a pack are declared, and where forces name them."""
    found: set[Place] = set()
    for name, _ in base.facts.lines:
        found |= {at for at, _ in base.find(rf"\| {name} +\|")}
        found |= {at for at, _ in base.find(rf"^\s+\w+ +\{{.*\b{name}\b")}
    return found


def territorial(base: Base, layout: Layout) -> set[Place]:
    """What contradicts a territory: rows, boards of the layout, scenarios, the checkpoints and their places."""
    spots = {spot.at for scenario, spot in base.spots() if scenario.layout == layout.id}
    rows = {item.at for item in layout.of("rows")}
    return {*shared_by(base, layout.id), *rows, *spots, *camps(base), *(one.at for one in layout.placings)}


@kind
def owner_removed(base: Base) -> Iterator[Mutant]:
    """Nobody owns the board, and a side has no ground of its own for a checkpoint on one of its rows."""
    for layout, placing in placings_of(base):
        changed = layout._replace(placings=tuple(one._replace(side=None) if one is placing else one for one in layout.placings))
        if placing.side and used(base, layout) and lacks_lines(base, changed):
            what = f"{placing.board} belongs to nobody"
            yield change(base, placing.at, f" of {placing.side}", "", what, territorial(base, layout))


@kind
def owner_exchanged(base: Base) -> Iterator[Mutant]:
    """The board belongs to the enemy, and a side has no ground of its own for a checkpoint on one of its rows."""
    for layout, placing in placings_of(base):
        sides = [one.side for one in layout.placings if one.side not in (None, placing.side)]
        if not placing.side or not sides or not used(base, layout):
            continue
        changed = layout._replace(placings=tuple(one._replace(side=sides[0]) if one is placing else one for one in layout.placings))
        if lacks_lines(base, changed):
            what = f"{placing.board} belongs to {sides[0]}"
            yield change(base, placing.at, f" of {placing.side}", f" of {sides[0]}", what, territorial(base, layout))


@kind
def owner_unknown(base: Base) -> Iterator[Mutant]:
    """There is no side of that name."""
    for _, placing in placings_of(base):
        if placing.side:
            wrong = placing.side[:-1] + "s"
            yield change(base, placing.at, f" of {placing.side}", f" of {wrong}", f"{placing.side} is {wrong}")


@kind
def own_edge_exchanged(base: Base) -> Iterator[Mutant]:
    """Rows are counted from the wrong edge, so that those of the checkpoints lie in the territory of the enemy."""
    opposite = {"top": "bottom", "bottom": "top"}
    for layout in base.layouts.values():
        for item in layout.of("rows"):
            new = opposite[item.text]
            items = tuple(one._replace(text=new) if one is item else one for one in layout.items)
            if used(base, layout) and base.facts.lines and lacks_lines(base, layout._replace(items=items)):
                what = f"{item.name} from {new}"
                yield change(base, item.at, f"from {item.text}", f"from {new}", what, territorial(base, layout))


@kind
def own_edge_removed(base: Base) -> Iterator[Mutant]:
    """Rules or zones ask for rows of a side that has no edge of its own."""
    for layout in base.layouts.values():
        for item in layout.of("rows"):
            side = item.name.split()[1]
            asking = {zone.at for zone in layout.of("zone") if f"row({side}," in zone.text}
            if used(base, layout) and (asking or base.facts.lines):
                rules = {at for at, _ in base.find(r"\brow\(")}
                yield with_line(base, item.at, "", f"no edge of {side}", {layout.at, *asking, *rules, *territorial(base, layout)})


@kind
def own_edge_unknown(base: Base) -> Iterator[Mutant]:
    """A map has a top, a bottom, a left and a right edge."""
    for layout in base.layouts.values():
        for item in layout.of("rows"):
            yield change(base, item.at, f"from {item.text}", "from north", "from north")


@kind
def seam_removed(base: Base) -> Iterator[Mutant]:
    """Half hexes of two sides meet and belong to neither."""
    for layout in base.layouts.values():
        for item in layout.of("seam"):
            yield with_line(base, item.at, "", "no owner of the seam", {layout.at, *(one.at for one in layout.placings)})


@kind
def seam_of_a_stranger(base: Base) -> Iterator[Mutant]:
    """The seam belongs to a side that the game does not have."""
    for layout in base.layouts.values():
        for item in layout.of("seam"):
            yield change(base, item.at, f"seam of {item.text}", "seam of green", "seam of green")


# ---------------------------------------------------------------------------------------------------------------- labels


@kind
def labels_changed(base: Base) -> Iterator[Mutant]:
    """Other labels are printed on the hexes than those by which the layout and its scenarios name them."""
    for layout in base.layouts.values():
        for item in layout.of("labels"):
            lines = speakers(base, layout) - {item.at}
            for scheme in ("ccrr", "column_row") if lines else ():
                yield change(base, item.at, f"labels {item.text}", f"labels {scheme}", f"{item.text} is {scheme}", lines)


@kind
def labels_unknown(base: Base) -> Iterator[Mutant]:
    """There is no such scheme of labels."""
    for layout in base.layouts.values():
        for item in layout.of("labels"):
            yield change(base, item.at, f"labels {item.text}", "labels leters", "leters")


# ----------------------------------------------------------------------------------------------------- zones and places


def zones_of(base: Base) -> Iterator[tuple[Layout, Named]]:
    """The zones of layouts on which somebody plays; those that are empty on purpose are left out."""
    for layout in base.layouts.values():
        for item in layout.of("zone"):
            if used(base, layout) and item.text != "[]":
                yield layout, item


def with_zone(base: Base, item: Named, text: str) -> str:
    """The line of a zone with another expression."""
    return base.line(item.at).replace(f"= {item.text}", f"= {text}", 1)


@kind
def zone_emptied(base: Base) -> Iterator[Mutant]:
    """A zone without a hex is none."""
    for layout, item in zones_of(base):
        yield with_line(base, item.at, with_zone(base, item, "[]"), f"{item.name} is empty", {layout.at})


@kind
def zone_never(base: Base) -> Iterator[Mutant]:
    """No hex meets the condition of the zone."""
    for layout, item in zones_of(base):
        found = re.search(r"row\((\w+), h\) (?:<=|is|in) [^\]]+?\]?(?=\])", item.text)
        if found is not None:
            text = item.text.replace(found[0], f"row({found[1]}, h) >= 90")
            yield with_line(base, item.at, with_zone(base, item, text), f"{item.name}: row 90", {layout.at})


@kind
def zone_hex_unknown(base: Base) -> Iterator[Mutant]:
    """The zone names a hex that the map does not have."""
    for _, item in zones_of(base):
        for label in LABEL.findall(item.text):
            yield change(base, item.at, label, f"{label}77", f"{label} is {label}77")


@kind
def zone_shrunk(base: Base) -> Iterator[Mutant]:
    """The zone has fewer hexes than pieces have to be placed in it."""
    for name, zone, pieces in base.facts.zones:
        scenario = base.scenarios[name]
        layout = base.layouts[scenario.layout]
        item = next(item for item in layout.of("zone") if item.name == f"zone {zone}")
        labels = [label for label in base.ground(layout.id) if not base.is_closed(layout.id, label)]
        forces = {force.at for force in base.forces(scenario)}
        rules = {at for at, _ in base.find(rf"\b{zone}\b|^placement standing|^action deploy")}
        for size in range(1, pieces):
            few = ", ".join(labels[:size])
            yield with_line(base, item.at, with_zone(base, item, f"[{few}]"), f"{zone} has {size} of {pieces}", {
                *shared_by(base, layout.id), *forces, scenario.at, *rules,
            })  # fmt: skip


@kind
def zone_renamed(base: Base) -> Iterator[Mutant]:
    """The rules ask for a zone that the map of a scenario does not have any more, and the one that it has is asked for by nobody."""
    for name, zone, _ in base.facts.zones:
        scenario = base.scenarios[name]
        layout = base.layouts[scenario.layout]
        item = next(item for item in layout.of("zone") if item.name == f"zone {zone}")
        wrong = zone[:-1] + "s"
        rules = {at for at, _ in base.find(rf"\b{zone}\b|^placement standing|^action deploy")}
        forces = {force.at for force in base.forces(scenario)}
        beside = {*shared_by(base, layout.id), scenario.at, *rules, *forces}
        yield change(base, item.at, f"zone {zone} ", f"zone {wrong} ", f"{zone} is {wrong}", beside)


@kind
def zones_of_enemies_overlapping(base: Base) -> Iterator[Mutant]:
    """The zone of a side reaches into the one of its enemy, and both have hexes that the other has not: they do not start apart."""
    wider = {"within(E3, 3)": "within(E3, 14)", "within(D1, 2)": "within(D1, 8)", "within(D10, 2)": "within(D10, 8)"}
    for name, zone, _ in base.facts.zones:
        layout = base.layouts[base.scenarios[name].layout]
        item = next(item for item in layout.of("zone") if item.name == f"zone {zone}")
        other = next(other for n, other, _ in base.facts.zones if n == name and other != zone)
        twin = next(item for item in layout.of("zone") if item.name == f"zone {other}")
        rows = max(hex_.cell[1] for hex_ in base.ground(layout.id).values()) + 1
        text = wider.get(item.text, item.text.replace("<= 2", f"<= {rows - 1}"))
        if text != item.text:
            users = {spot.at for scenario, spot in base.spots() if scenario.layout == layout.id}
            beside = {*shared_by(base, layout.id), twin.at, *users}
            yield with_line(base, item.at, with_zone(base, item, text), f"{zone} reaches into {other}", beside)


@kind
def place_off_the_map(base: Base) -> Iterator[Mutant]:
    """A name is given to a hex that the map does not have."""
    for layout in base.layouts.values():
        for item in layout.of("place"):
            if LABEL.fullmatch(item.text):
                yield change(base, item.at, f"= {item.text}", f"= {item.text}5", f"{item.text} is {item.text}5", laid_at(base, layout))


def laid_at(base: Base, layout: Layout) -> set[Place]:
    """Where the boards of a layout are laid."""
    return {at for placing in layout.placings if placing.board in base.boards for at in laid(base, base.boards[placing.board])}


@kind
def place_on_closed_ground(base: Base) -> Iterator[Mutant]:
    """A place that has a name, and may be what the game is about, lies where nobody can come."""
    for layout in base.layouts.values():
        for item in layout.of("place"):
            closed = [label for label in base.ground(layout.id) if base.is_closed(layout.id, label)] if base.boards else []
            spots = {spot.at for scenario in base.scenarios.values() for spot in scenario.spots if spot.label == item.name.split()[1]}
            for label in closed[:6]:
                text = f"{item.name} = {label}"
                yield change(base, item.at, f"{item.name} = {item.text}", text, text, {*spots, *shared_by(base, layout.id)})
