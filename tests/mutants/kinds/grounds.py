"""Faults of the ground itself: what is shut in, flooded, cut off or taken away under somebody's feet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from tests.mutants.base import Base
from tests.mutants.ground import Hex, flood, near
from tests.mutants.kinds.boards import drawn
from tests.mutants.mutant import Mutant, change, kind
from tests.mutants.reading import LABEL, Place, Row, Scenario, Spot


def repainted(base: Base, hexes: Iterable[Hex], glyph_of: Mapping[str, str] | str) -> dict[Place, str]:
    """The rows in which some hexes are drawn with another glyph: one glyph, or the glyph of a terrain by the board's file and row."""
    rows = {row.at: row for board in base.boards.values() for row in board.rows}
    glyphs: dict[Place, list[str]] = {}
    for hex_ in hexes:
        line = glyphs.setdefault(hex_.at, list(rows[hex_.at].glyphs))
        line[hex_.index] = glyph_of if isinstance(glyph_of, str) else glyph_of[hex_.at.file + str(hex_.at.line)]
    return {at: drawn(base, Row(at, tuple(line)), line) for at, line in glyphs.items()}


def closing_glyphs(base: Base) -> dict[str, str]:
    """For each row of a board, a glyph of its legend that nobody can enter; rows of boards without one are left out."""
    found: dict[str, str] = {}
    for board in base.boards.values():
        glyph = next((glyph for glyph, terrain in board.legend.items() if terrain in base.facts.closed), None)
        if glyph is not None:
            found.update({row.at.file + str(row.at.line): glyph for row in board.rows})
    return found


def shared_by(base: Base, layout: str) -> set[Place]:
    """The declaration of a layout, and where scenarios take it: what a finding about its whole ground may name."""
    users = {scenario.layout_at for scenario in base.scenarios.values() if scenario.layout == layout}
    return {base.layouts[layout].at, *users}


def is_unit(spot: Spot) -> bool:
    """Whether a piece that is placed moves; the others are what units come to."""
    return not any(word in spot.piece for word in ("base", "middle", "forward", "near", "far", "prize", "mine"))


def naming(base: Base, hexes: Iterable[Hex]) -> set[Place]:
    """The lines that name hexes by their labels: those of layouts and boards, and of scenarios."""
    drawn_by = {(hex_.at, hex_.index) for hex_ in hexes}
    found: set[Place] = set()
    for layout in base.layouts.values():
        ground = base.ground(layout.id)
        labels = {label for label, hex_ in ground.items() if (hex_.at, hex_.index) in drawn_by}
        found |= {item.at for item in layout.items if labels & set(LABEL.findall(item.text))}
        found |= {spot.at for scenario, spot in base.spots() if scenario.layout == layout.id and spot.label in labels}
    return found


@kind
def hex_under_a_piece_taken(base: Base) -> Iterator[Mutant]:
    """A scenario places a piece on a hex that the map does not have any more."""
    for scenario, spot in base.spots():
        here = base.ground(scenario.layout)[spot.label]
        beside = frozenset({*naming(base, [here]), *shared_by(base, scenario.layout)})
        yield Mutant(f"no hex at {spot.label}", repainted(base, [here], "-"), beside)


@kind
def hex_under_a_piece_closed(base: Base) -> Iterator[Mutant]:
    """A piece starts, or waits to be taken, on ground that nobody can enter."""
    glyphs = closing_glyphs(base)
    for scenario, spot in base.spots():
        here = base.ground(scenario.layout)[spot.label]
        if glyphs and "mine" not in spot.piece:
            what = f"{spot.piece} at {spot.label} on closed ground"
            yield Mutant(what, repainted(base, [here], glyphs), frozenset({spot.at, *shared_by(base, scenario.layout)}))


def ringed(base: Base, units: bool) -> Iterator[tuple[Scenario, Spot, Mutant]]:
    """Rings of closed hexes around pieces that stand on no rim and have no other piece beside them."""
    glyphs = closing_glyphs(base)
    for scenario, spot in base.spots() if glyphs else []:
        ground, pushed = base.ground(scenario.layout), base.pushed(scenario.layout)
        around = near(ground, spot.label, pushed)
        taken = {other.label for owner, other in base.spots() if owner.layout == scenario.layout}
        if is_unit(spot) is not units or taken & set(around) or "mine" in spot.piece:
            continue
        edits = repainted(base, [ground[label] for label in around if not base.is_closed(scenario.layout, label)], glyphs)
        beside = frozenset({spot.at, *shared_by(base, scenario.layout)})
        yield scenario, spot, Mutant(f"a ring around {spot.piece} at {spot.label}", edits, beside)


@kind
def ring_around_a_unit(base: Base) -> Iterator[Mutant]:
    """All hexes around a unit are closed: it can never leave its place."""
    for _, _, mutant in ringed(base, units=True):
        yield mutant


@kind
def ring_around_an_objective(base: Base) -> Iterator[Mutant]:
    """All hexes around an objective are closed, so that nobody can come to it."""
    for scenario, spot, mutant in ringed(base, units=False):
        others = {other.label for other in scenario.spots if other.label in base.ground(scenario.layout) and is_unit(other)}
        if spot.label not in others:
            yield mutant


@kind
def wall_across(base: Base) -> Iterator[Mutant]:
    """A row of closed hexes from rim to rim: the sides cannot come to each other. (A straight row shuts staggered columns.)"""
    glyphs = closing_glyphs(base)
    for layout in base.layouts.values() if glyphs else []:
        users = [scenario for scenario in base.scenarios.values() if scenario.layout == layout.id]
        ground, pushed = base.ground(layout.id), base.pushed(layout.id)
        rows = defaultdict(list)
        for label, hex_ in ground.items():
            rows[hex_.cell[1]].append(label)
        taken = {spot.label for scenario in users for spot in scenario.spots}
        for labels in list(rows.values())[2:-2]:
            closed = set(labels)
            if taken & closed or not users:
                continue
            open = [label for label in ground if label not in closed and not base.is_closed(layout.id, label)]
            part = flood(ground, open[:1], pushed, lambda label: label in open)  # noqa: B023
            if 5 < len(part) < len(open) - 5:
                edits = repainted(base, [ground[label] for label in labels if not base.is_closed(layout.id, label)], glyphs)
                yield Mutant(f"a wall through {labels[0]}", edits, frozenset(shared_by(base, layout.id)))


@kind
def bridge_flooded(base: Base) -> Iterator[Mutant]:
    """The only bridge of a river is river: nobody comes to the other side any more."""
    layout = base.layouts.get("over_the_river")
    if layout is not None:
        ground = base.ground(layout.id)
        edits = repainted(base, [ground["C5"]], "~")
        yield Mutant("the bridge C5 is river", edits, frozenset(shared_by(base, layout.id)))


@kind
def bridge_removed(base: Base) -> Iterator[Mutant]:
    """The only bridge over a river of edges is river: the shores are cut off from each other."""
    for layout in base.layouts.values():
        bridges = [item for item in layout.of("edge") if item.name == "edge bridge"]
        rivers = {frozenset(item.text.split(" / ")) for item in layout.of("edge") if item.name == f"edge {base.facts.barrier}"}
        for item in bridges:
            ground, shut = base.ground(layout.id), {*rivers, frozenset(item.text.split(" / "))}
            open = {label for label in ground if not base.is_closed(layout.id, label)}
            part = flood(ground, [min(open)], base.pushed(layout.id), open.__contains__, shut)
            if len(part) < len(open) - 5:
                yield change(base, item.at, "edge bridge", "edge river", "the bridge is river", shared_by(base, layout.id))


@kind
def map_split_by_holes(base: Base) -> Iterator[Mutant]:
    """A column without hexes splits the map into two islands."""
    for board in base.boards.values():
        layouts = [one for one in base.layouts.values() if [placing.board for placing in one.placings] == [board.id]]
        for column in range(2, board.columns - 2):
            edits = {row.at: drawn(base, row, [*row.glyphs[:column], "-", *row.glyphs[column + 1 :]]) for row in board.rows}
            beside = {place for one in layouts for place in (*shared_by(base, one.id), *(placing.at for placing in one.placings))}
            rows = {row.at for row in board.rows}
            gone = [hex_ for one in layouts for hex_ in base.ground(one.id).values() if hex_.at in rows and hex_.index == column]
            beside |= naming(base, gone)
            if layouts:
                yield Mutant(f"column {column + 1} is empty", edits, frozenset({*beside, board.at}))


@kind
def pocket_around_a_place(base: Base) -> Iterator[Mutant]:
    """Closed hexes shut in open ground of a few hexes in which nobody stands: it can be entered and not reached."""
    glyphs = closing_glyphs(base)
    for layout in base.layouts.values() if glyphs else []:
        if not any(scenario.layout == layout.id for scenario in base.scenarios.values()):
            continue
        ground, pushed = base.ground(layout.id), base.pushed(layout.id)
        taken = {spot.label for scenario in base.scenarios.values() if scenario.layout == layout.id for spot in scenario.spots}
        for label in list(ground)[::7]:
            around = near(ground, label, pushed)
            if len(around) < 6 or base.is_closed(layout.id, label) or taken & {label, *around}:
                continue
            edits = repainted(base, [ground[one] for one in around if not base.is_closed(layout.id, one)], glyphs)
            yield Mutant(f"a pocket around {label}", edits, frozenset(shared_by(base, layout.id)))
