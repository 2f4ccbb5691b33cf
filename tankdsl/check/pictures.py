"""What checks say about the picture of a finding: which hexes of a map matter, and what they are.

What is drawn of the map is settled in `excerpts.py` when somebody looks at the finding, so a check pays for nothing but what it hands over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tankdsl.diagnostics.picture import Picture
from tankdsl.frozen import FrozenValue

if TYPE_CHECKING:
    from tankdsl.check.static import World
    from tankdsl.check.tree import LayoutDef, Program, TableDef
    from tankdsl.diagnostics.excerpt import Excerpt, Role
    from tankdsl.ground.table import Point


class Mark(FrozenValue):
    """Hexes that matter, and what they are: ``cut off``, ``shuts it in``."""

    role: Role
    text: str
    hexes: tuple[int, ...]


class TableMark(FrozenValue):
    """Areas (by id) and points that matter, and what they are."""

    role: Role
    text: str
    areas: tuple[str, ...] = ()
    points: tuple[Point, ...] = ()


def hex_picture(program: Program, layout: LayoutDef, *marks: Mark | Callable[[], Mark]) -> Picture:
    """The map around hexes that matter; what a hex is that has several marks is said by the first.

    A mark that takes time to find is given as a function, which is called when the picture is drawn.
    """

    def draw() -> Excerpt:
        from tankdsl.check.excerpts import hex_excerpt

        return hex_excerpt(program, layout, [mark if isinstance(mark, Mark) else mark() for mark in marks])

    return Picture(draw)


def table_picture(world: World, table: TableDef, *marks: TableMark) -> Picture:
    """A table with the areas and points that matter."""

    def draw() -> Excerpt:
        from tankdsl.check.excerpts import table_excerpt

        return table_excerpt(world, table, marks)

    return Picture(draw)
