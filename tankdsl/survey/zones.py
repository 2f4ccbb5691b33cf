"""The zones of a map with their sizes: two that should be equal, and rings around a hex of which a part lies off the map."""

from __future__ import annotations

from tankdsl.check.tree import LayoutDef
from tankdsl.frozen import FrozenValue
from tankdsl.rules.game import Game
from tankdsl.syntax import ast


class Size(FrozenValue):
    """The size of a zone in hexes."""

    zone: str
    hexes: int
    whole: int | None = None
    """How large it were on a map without end, when it is all within a distance of one hex or at it."""

    @property
    def spoken(self) -> str:
        """The name and the size; what is off the map too."""
        cut = "" if self.whole is None or self.whole <= self.hexes else f" of {self.whole}, the others are off the map"
        return f"`{self.zone}` {self.hexes}{cut}"


def sizes(game: Game, layout: LayoutDef) -> tuple[Size, ...]:
    """The sizes of all zones that a layout has, in order of declaration; those of other layouts of the pack are empty here."""
    declared = (node for node in game.program.declarations if isinstance(node, ast.Layout) and node.name.text == layout.id.split(".")[0])
    values = {item.name.text: item.value for node in declared for item in node.zones}
    own = ((name, hexes) for name, hexes in layout.zones.items() if hexes or name in values)
    return tuple(Size(name, len(hexes), _whole(layout, values.get(name))) for name, hexes in own)


def _whole(layout: LayoutDef, value: ast.Expr | None) -> int | None:
    """The size of `within(h, n)` and `ring(h, n)` around one hex."""
    match value:
        case ast.Call(name=ast.Ident(text="within" | "ring" as word), args=(middle, ast.Int(value=reach))) if _is_hex(layout, middle):
            return 1 + 3 * reach * (reach + 1) if word == "within" else 6 * reach
        case _:
            return None


def _is_hex(layout: LayoutDef, middle: object) -> bool:
    return isinstance(middle, (ast.Place, ast.Label)) or (isinstance(middle, ast.Name) and middle.text in layout.names)


def spoken_sizes(found: tuple[Size, ...]) -> tuple[str, ...]:
    """A line with all zones; none when there are no zones."""
    return (f"zones and how many hexes they have: {'; '.join(size.spoken for size in found)}",) if found else ()
