"""Faults in scenarios that claim to be symmetric: one side has something that the other has not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.mutants.base import Base
from tests.mutants.ground import near
from tests.mutants.kinds.grounds import is_unit, repainted, shared_by
from tests.mutants.kinds.pieces import standing_at
from tests.mutants.mutant import Mutant, kind, with_line
from tests.mutants.reading import Place, Scenario


def claiming(base: Base) -> Iterator[tuple[Scenario, set[Place]]]:
    """The scenarios that claim to be symmetric, with where they say so and the declarations of their maps."""
    for scenario in base.scenarios.values():
        claims = {Place(scenario.at.file, number) for number, line in scenario.lines.items() if re.match(r"\s+claims .*symmetric", line)}
        if claims:
            yield scenario, {scenario.at, *claims, *shared_by(base, scenario.layout)}


@kind
def symmetry_broken_by_a_hex(base: Base) -> Iterator[Mutant]:
    """Half a turn lays the map upon itself, all but one hex, which is not in its middle."""
    for scenario, beside in claiming(base):
        ground = base.ground(scenario.layout)
        columns = [hex_.cell[0] for hex_ in ground.values()]
        rows = [hex_.cell[1] for hex_ in ground.values()]
        middle = (max(columns) // 2, max(rows) // 2)
        for label, hex_ in ground.items():
            if abs(hex_.cell[0] - middle[0]) > 1 and not any(spot.label == label for spot in scenario.spots):
                board = next(board for board in base.boards.values() if any(row.at == hex_.at for row in board.rows))
                glyph = next(glyph for glyph, terrain in board.legend.items() if terrain != hex_.terrain)
                yield Mutant(f"{label} is {board.legend[glyph]}", repainted(base, [hex_], glyph), frozenset(beside))


@kind
def symmetry_broken_by_a_step(base: Base) -> Iterator[Mutant]:
    """One piece stands a hex away from where its counterpart stands."""
    for scenario, beside in claiming(base):
        ground, pushed = base.ground(scenario.layout), base.pushed(scenario.layout)
        taken = {spot.label for spot in scenario.spots}
        for spot in scenario.spots:
            label = next(label for label in near(ground, spot.label, pushed) if label not in taken)
            yield with_line(base, spot.at, standing_at(base, spot, label), f"{spot.piece} at {label}", beside)


@kind
def symmetry_broken_by_a_piece(base: Base) -> Iterator[Mutant]:
    """One side has a piece less than the other."""
    for scenario, beside in claiming(base):
        for spot in scenario.spots:
            line = base.line(spot.at)
            text = re.sub(rf"(?:, )?\b{re.escape(spot.piece)} at {spot.label}(?: \{{[^}}]*\}})?", "", line, count=1)
            if is_unit(spot) and text != line:
                yield with_line(base, spot.at, text.replace("given , ", "given "), f"no {spot.piece} at {spot.label}", beside)
