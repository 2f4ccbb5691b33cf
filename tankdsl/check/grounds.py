"""Places while compiling: where an expression on a board, a layout or a scenario points, and how a hex is called in messages.

What is written there is an ordinary expression, evaluated at once: `(3, 4)`, a printed label, the name of a place, and for zones
everything that gives a set of places and rests on nothing that the game changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import ItemsView, Iterator, Sequence
from itertools import islice
from typing import TypeVar, cast

from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import WRITTEN_LABELS, check_as
from tankdsl.check.static import UNKNOWN, World, evaluate, models_of
from tankdsl.check.tree import Core, LayoutDef
from tankdsl.check.types import PLACE, Poison, Set
from tankdsl.diagnostics import ends_of, in_circle
from tankdsl.diagnostics.collector import SHOWN_PLACES
from tankdsl.diagnostics.registry import analysis, names, types
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.frozen import contents_of, replaced
from tankdsl.ground.labels import LabelStyle
from tankdsl.ground.maps import GroundMap
from tankdsl.source import Span
from tankdsl.syntax import ast


def hex_name(ground: GroundMap, index: int) -> str:
    """What people call a hex: its printed label, or its coordinates on a map without labels."""
    hex_ = ground.hexes[index]
    return f"({hex_.q}, {hex_.r})" if ground.labels.style is LabelStyle.AXIAL else hex_.label


def extent(ground: GroundMap) -> str:
    """Which coordinates there are, for messages about those that are not."""
    qs, rs = [hex_.q for hex_ in ground.hexes], [hex_.r for hex_ in ground.hexes]
    text = f"q {min(qs)}..{max(qs)} and r {min(rs)}..{max(rs)}"
    if ground.labels.style is LabelStyle.AXIAL:
        return text
    return f"{text}; its labels run from {ground.hexes[0].label} to {ground.hexes[-1].label}"


def ground_env(layout: LayoutDef, node: ast.Expr | None = None) -> Env:
    """The environment of expressions about a map: names of places and zones stand for what they mean there.

    In an expression `node` that asks for them, so do the boards of the map.
    """
    env = Env("ground", aliases=_NamesOfMap(layout))
    if node is not None and any(isinstance(part, ast.Call) and part.name.text == "board" for part in nodes_in(node)):
        from tankdsl.check.builtins_ground import board_aliases

        env.aliases.update(board_aliases(layout.ground, layout.span))  # type: ignore[arg-type]
    return env


class _NamesOfMap(dict[str, Core]):
    """What the names of places and zones of a map stand for.

    It is made when it is asked for, since each of thousands of places and zones is read in such an environment.
    """

    def __init__(self, layout: LayoutDef) -> None:
        super().__init__()
        self.layout = layout

    def __missing__(self, name: str) -> Core:
        layout = self.layout
        if name in layout.zones:
            made = Core("zone", (name,), Set(PLACE), layout.span)
        else:
            made = Core("place", (layout.names[name],), PLACE, layout.span)
        self[name] = made
        return made

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.layout.zones or name in self.layout.names

    def get(self, name: str, default: Core | None = None) -> Core | None:  # type: ignore[override]
        """What a name stands for."""
        if name not in self:
            return default
        return self[name]

    def items(self) -> ItemsView[str, Core]:  # type: ignore[override]
        """All of them, to choose from."""
        for name in (*self.layout.names, *self.layout.zones):
            self[name]
        return dict(super().items()).items()

    def __iter__(self) -> Iterator[str]:
        return iter([name for name, _ in self.items()])


def world_of_layout(cx: Context, layout: LayoutDef) -> World:
    """What is known of a map alone."""
    return World(cx.program, models_of(cx.program), layout)


def read_place(cx: Context, layout: LayoutDef, node: ast.Expr, what: str) -> int | None:
    """The hex that an expression names; None when it names none (reported). `what` is the map in the designer's words."""
    written = _written_out(layout, node)
    if written is not None:
        return written
    if isinstance(node, ast.KindName) and _is_long_label(cx, layout, node):
        return None
    core = check_as(cx, ground_env(layout, node), node, PLACE)
    if isinstance(core.type, Poison):
        return None
    found = evaluate(world_of_layout(cx, layout), core)
    if found is UNKNOWN:
        not_constant(cx, node.span, "a place", "write `(q, r)`, a printed label, or the name of a place")
        return None
    if not isinstance(found, int):
        off_map(cx, layout, node, what)
        return None
    return found


def _is_long_label(cx: Context, layout: LayoutDef, node: ast.KindName) -> bool:
    """Whether a word is a printed label that the language has no word for (reported), such as `AAA1`."""
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    index = None if node.text in cx.kinds else ground.find(node.text)
    if index is None:
        return False
    hex_ = ground.hexes[index]
    headline = f"`{node.text}` cannot be written as a label: {WRITTEN_LABELS}"
    cx.report(names.WRONG_KIND_OF_NAME, node.span, headline, help=f"write `({hex_.q}, {hex_.r})`")
    return True


def _written_out(layout: LayoutDef, node: ast.Expr) -> int | None:
    """The hex of a printed label or of coordinates: maps have hundreds of thousands of these, so that they are looked up at once."""
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    match node:
        case ast.Label(text=text):
            return ground.find(text)
        case ast.Place(first=ast.Int(value=q, measure=None), second=ast.Int(value=r, measure=None)):
            return ground.index_of.get((q, r))
        case _:
            return None


def off_map(cx: Context, layout: LayoutDef, node: ast.Expr, what: str) -> None:
    """A place that the map does not have."""
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    printed = _printed(ground, node)
    if printed and _is_one_more(cx, node.span, what):
        return
    cx.report(
        kinds.OFF_MAP,
        node.span,
        f"{_shown(node)} is not on {what}",
        notes=f"{what} has {_extent_once(cx, ground, what)}",
        help=_swapped(ground, node) or printed,
    )


def _is_one_more(cx: Context, span: Span, what: str) -> bool:
    """Whether a label that a map does not print has its finding already: all of them have one cause, and are one finding."""
    places = cx.unlabelled.setdefault(what, {})
    places[span] = None
    first = next(iter(places))
    at = next((i for i, one in enumerate(cx.found) if one.code == kinds.OFF_MAP.code and one.primary and one.primary.span == first), None)
    if at is None or len(places) == 1:
        return at is not None
    headline = f"labels such as {_shown_at(cx.found[at].headline)} are not on {what}"
    cx.found[at] = replaced(cx.found[at], headline=headline, count=len(places), also=tuple(islice(places, 1, SHOWN_PLACES + 1)))
    return True


def _shown_at(headline: str) -> str:
    """The place that a headline names first, in its backquotes."""
    return f"`{headline.split('`')[1]}`"


def _extent_once(cx: Context, ground: GroundMap, what: str) -> str:
    """The extent, computed once for each map: it takes a look at every hex."""
    if what not in cx.extents:
        cx.extents[what] = extent(ground)
    return cx.extents[what]


def _shown(node: ast.Expr) -> str:
    match node:
        case ast.Label(text=text) | ast.Name(text=text):
            return f"`{text}`"
        case ast.Place(first=first, second=second):
            q, r = number_of(first), number_of(second)
            return "this hex" if q is None or r is None else f"`({q}, {r})`"
        case _:
            return "this place"


def _swapped(ground: GroundMap, node: ast.Expr) -> tuple[str, ...]:
    if isinstance(node, ast.Place):
        q, r = number_of(node.first), number_of(node.second)
        if q is not None and r is not None and (r, q) in ground.index_of:
            return (f"`({r}, {q})` is on it: column first, then row",)
    return ()


def _printed(ground: GroundMap, node: ast.Expr) -> tuple[str, ...]:
    """How the hexes of a map are called on which labels such as `C4` are not printed."""
    if not isinstance(node, ast.Label) or any(label[:1].isalpha() for label in ground.by_label):
        return ()
    first = next(iter(ground.by_label), "")
    return (f"the hexes of this map are called `{first}` and so on: write `(q, r)`, or add `labels letters` to it",)


def number_of(node: ast.Expr) -> int | None:
    """A number that is written out."""
    match node:
        case ast.Int(value=value):
            return value
        case ast.Unary(op="-", operand=ast.Int(value=value)):
            return -value
        case _:
            return None


def read_zone(cx: Context, layout: LayoutDef, node: ast.Expr) -> tuple[int, ...] | None:
    """The hexes of a zone, in ascending order; None when they cannot be known (reported)."""
    if isinstance(node, ast.ListOf) and node.items:
        written = {_written_out(layout, item) for item in node.items}
        if None not in written:
            return tuple(sorted(cast(set[int], written)))
    core = check_as(cx, ground_env(layout, node), node, Set(PLACE), "as a zone")
    if _is_at_fault(core):
        return None
    lost = names_what_is_off(cx, layout, node, f"the map `{layout.id}`")
    found = evaluate(world_of_layout(cx, layout), core)
    if not isinstance(found, tuple):
        help = "use lists of places, `within`, `ring`, rows, columns, territories, boards and terrain, with `+`, `-` and `common`"
        not_constant(cx, node.span, "a zone", help)
        return None
    return None if lost else tuple(sorted({place for place in found if isinstance(place, int)}))


def _is_at_fault(core: object) -> bool:
    """Whether something in an expression is reported already."""
    if isinstance(core, tuple):
        return any(map(_is_at_fault, core))
    return isinstance(core, Core) and (isinstance(core.type, Poison) or _is_at_fault(core.args))


def names_what_is_off(cx: Context, layout: LayoutDef, node: ast.Expr, what: str) -> bool:
    """Report each written place that is not on the map `what`: a set would leave it out silently."""
    written = [part for part in nodes_in(node) if isinstance(part, ast.Label) or _is_written_out(part)]
    return None in [read_place(cx, layout, part, what) for part in written]


def _is_written_out(node: ast.Expr) -> bool:
    return isinstance(node, ast.Place) and None not in (number_of(node.first), number_of(node.second))


def nodes_in(node: object) -> Iterator[ast.Expr]:
    """An expression and all in it, in the order of writing."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += reversed(part)
        elif isinstance(part, ast.Node):
            yield part  # type: ignore[misc]
            if type(part) not in _WORDS:
                waiting += reversed(contents_of(part))


_WORDS = frozenset([ast.Name, ast.Label, ast.KindName, ast.Text])
"""Expressions that hold no others."""

Item = TypeVar("Item", ast.NamedPlace, ast.NamedPlace | ast.ZoneItem)


def in_order(cx: Context, items: Sequence[Item]) -> list[Item]:
    """Named places and zones such that each comes after those that it names; the order of writing does not matter.

    Those that name each other in a circle are reported and left out.
    """
    undone = Counter(item.name.text for item in items)
    needs = [names_in(_content(item)) & undone.keys() for item in items]
    naming: dict[str, list[int]] = {}
    for at, needed in enumerate(needs):
        for name in needed:
            naming.setdefault(name, []).append(at)
    missing = list(map(len, needs))
    ordered: list[Item] = []
    lost: set[str] = set()
    waiting = dict.fromkeys(range(len(items)))
    ready = [at for at in waiting if not missing[at]]
    while waiting:
        if not ready:
            left = [at for at in waiting if needs[at] & lost] or _report_circle(cx, items, list(waiting))
            lost.update(items[at].name.text for at in left)
            for at in left:
                del waiting[at]
            continue
        ordered += [items[at] for at in ready]
        following: list[int] = []
        for at in ready:
            del waiting[at]
            name = items[at].name.text
            undone[name] -= 1
            for other in naming.get(name, ()) if not undone[name] and name not in lost else ():
                missing[other] -= 1
                if not missing[other]:
                    following.append(other)
        ready = sorted(following)
    return ordered


def _report_circle(cx: Context, items: Sequence[Item], waiting: list[int]) -> list[int]:
    """Report the first circle among those that wait, by their numbers, and give the numbers of its members."""
    numbers = {id(items[at]): at for at in waiting}
    circle = _circle([items[at] for at in waiting])
    first, *rest = ends_of(circle)
    way = in_circle([item.name.text for item in circle])
    secondary = cx.labels(*((item.name.span, "and this leads on") for item in rest))
    cx.report(analysis.CALL_CYCLE, first.name.span, f"`{first.name.text}` is defined by itself: {way}", secondary=secondary)
    return [numbers[id(item)] for item in circle]


def _circle(waiting: list[Item]) -> list[Item]:
    """The first circle among places and zones that all wait for another."""
    by_name = {item.name.text: item for item in waiting}
    way = [waiting[0]]
    while True:
        needed = names_in(_content(way[-1]))
        following = next(item for name, item in by_name.items() if name in needed)
        if following in way:
            return way[way.index(following) :]
        way.append(following)


def _content(item: ast.NamedPlace | ast.ZoneItem) -> ast.Expr:
    return item.place if isinstance(item, ast.NamedPlace) else item.value


def names_in(node: object) -> set[str]:
    """All names in an expression."""
    return {part.text for part in nodes_in(node) if isinstance(part, ast.Name)}


def not_constant(cx: Context, span: Span, what: str, help: str) -> None:
    """Something that must be known while compiling is not."""
    cx.report(types.NOT_CONSTANT, span, f"{what} must be known before play, and this is not", help=help)
