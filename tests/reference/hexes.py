"""The figures that need no file: distances, neighbours, sight lines, and what a turn or a mirror does to a board.

All of them are computed by the functions of `tankdsl.ground` that the compiler and the engine use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from tankdsl.ground.grids import Grid, GridKind, Lie, columns_grid, rows_grid
from tankdsl.ground.hexes import DIRECTIONS, add, direction_between, distance, is_adjacent
from tankdsl.ground.sight import crossed
from tests.reference import expected
from tests.reference.expected import Hex
from tests.reference.table import Line

EVEN_HIGHER = columns_grid("lower", first=0)
Move = Callable[[Hex], Hex]
Adjacency = frozenset[frozenset[Hex]]


def distances() -> Iterator[Line]:
    """Steps between hexes of a map whose even columns, counted from 0, lie higher; and the neighbours of its first hex."""
    for a, b, steps in expected.DISTANCES:
        yield Line(f"distance {a} to {b}", distance(EVEN_HIGHER.axial(a), EVEN_HIGHER.axial(b)), steps)
    near = tuple(EVEN_HIGHER.cell(add(EVEN_HIGHER.axial((0, 0)), step)) for step in DIRECTIONS)
    yield Line("neighbours of (0, 0)", near, expected.NEIGHBOURS_OF_THE_FIRST)


def sight_lines() -> Iterator[Line]:
    """What the line from (0, 0) to each target meets, and that it is the same with the ends exchanged."""
    for target, figures in expected.LINES.items():
        yield Line(f"{target} distance", distance((0, 0), target), figures.distance)
        there = _met(target)
        for name, here, elsewhere in zip(("inside", "edge", "corner"), there, figures[1:], strict=True):
            yield Line(f"{target} {name}", here, elsewhere)
        back = tuple(tuple(sorted(add(hex_, target) for hex_ in part)) for part in _met((-target[0], -target[1])))
        yield Line(f"{target} ends exchanged", back == there, True)


def _met(target: Hex) -> tuple[tuple[Hex, ...], ...]:
    line = crossed(*target)
    beside = [hex_ for pair in line.edges for hex_ in pair]
    return tuple(tuple(sorted(part)) for part in (line.inside, beside, line.corners))


# ----------------------------------------------------------------------------------------------------- turns and mirrors


def turns(smallest: int = 2, largest: int = 5) -> Iterator[Line]:
    """Whether the stagger stays, for boards of all sizes in a range, staggered by columns and by rows, each pushed either way."""
    for name in expected.KEEPS:
        for parity, word in enumerate(("even", "odd")):
            for by_rows in (False, True):
                keeps = {
                    _keeps(name, grid, (columns, rows))
                    for grid in _grids(by_rows)
                    for columns, rows in product(range(smallest, largest + 1), repeat=2)
                    if (rows if by_rows else columns) % 2 == parity
                }
                here = keeps.pop() if len(keeps) == 1 else "it depends"
                lines = "rows" if by_rows else "columns"
                yield Line(f"{name}, {word} number of {lines}: stays", here, expected.KEEPS[name][parity])


def _keeps(name: str, grid: Grid, size: Hex) -> bool | str | None:
    """Whether the stagger stays; for a turn or mirror also what the compiler itself makes of a board that lies so."""
    keeps = keeps_stagger(name, grid, size)
    lie = _lie(name, grid)
    if lie is not None and (grid.laid(size, lie) == grid) != keeps:
        return "not what `Grid.laid` says"
    return keeps


def _grids(by_rows: bool) -> tuple[Grid, Grid]:
    if by_rows:
        return rows_grid("right", first=0), rows_grid("left", first=0)
    return columns_grid("lower", first=0), columns_grid("higher", first=0)


def keeps_stagger(name: str, grid: Grid, size: Hex) -> bool | None:
    """Whether a board keeps its adjacency after a move if its lines stay pushed as they were; None if no stagger keeps it."""
    moved = _move(name, grid, size)
    cells = list(product(range(size[0]), range(size[1])))
    wanted = frozenset(frozenset(map(moved, pair)) for pair in _adjacent(grid, cells))
    fitting = [other for other in _both(grid) if _adjacent(other, list(map(moved, cells))) == wanted]
    return fitting[0] == grid if len(fitting) == 1 else None


def _both(grid: Grid) -> tuple[Grid, Grid]:
    return Grid(grid.kind, grid.orientation, 0), Grid(grid.kind, grid.orientation, 1)


def _adjacent(grid: Grid, cells: list[Hex]) -> Adjacency:
    places = [(cell, grid.axial(cell)) for cell in cells]
    return frozenset(frozenset((a, b)) for a, at in places for b, other in places if is_adjacent(at, other))


def _lie(name: str, grid: Grid) -> Lie | None:
    """How a board lies after a move; None if it lies as before. Lines are columns, or rows of a grid that is staggered by rows."""
    by_rows = grid.kind is GridKind.ROWS
    lies = {
        "turned": Lie.TURNED,
        "mirrored along the lines' numbers": Lie.TOP_BOTTOM if by_rows else Lie.LEFT_RIGHT,
        "mirrored across the lines": Lie.LEFT_RIGHT if by_rows else Lie.TOP_BOTTOM,
    }
    return lies.get(name)


def _move(name: str, grid: Grid, size: Hex) -> Move:
    """Where the cells of a board come to lie."""
    lie = _lie(name, grid)
    if lie is not None:
        return lambda cell: grid.laid_cell(cell, size, lie)
    columns, rows = (0, size[1]) if grid.kind is GridKind.ROWS else (size[0], 0)
    return lambda cell: (cell[0] + columns, cell[1] + rows)


def facings() -> Iterator[Line]:
    """Where the six directions point after a turn or a mirror, seen from a hex in the middle of a board with flat tops."""
    for name, elsewhere in expected.FACINGS.items():
        yield Line(f"{name}: directions", facings_after(name, columns_grid("lower", first=0)), elsewhere)


def facings_after(name: str, grid: Grid) -> tuple[int | None, ...]:
    """The number of each direction after a move, found from where the neighbours of a hex come to lie."""
    size = (5, 5)
    moved = _move(name, grid, size)
    keeps = keeps_stagger(name, grid, size)
    after = next(other for other in _both(grid) if (other == grid) == keeps)
    middle = (2, 2)
    near = [grid.cell(add(grid.axial(middle), step)) for step in DIRECTIONS]
    here = after.axial(moved(middle))
    return tuple(direction_between(here, after.axial(moved(cell))) for cell in near)
