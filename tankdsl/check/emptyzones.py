"""Why a zone holds no hex: what its condition asks for and the map does not have."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.context import Context
from tankdsl.check.grounds import nodes_in
from tankdsl.check.levels import is_flat
from tankdsl.check.tree import LayoutDef
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.ground.maps import GroundMap
from tankdsl.resolve.symbols import Thing
from tankdsl.syntax import ast


def report_empty(cx: Context, layout: LayoutDef, zone: ast.ZoneItem) -> None:
    """A zone without any hex, with its causes; not where it asks for levels and no board has any, which is told by itself."""
    called = [node for node in nodes_in(zone.value) if isinstance(node, ast.Call)]
    if is_flat(cx) and any(call.name.text == "level" for call in called):
        return
    causes = list(_causes(cx, layout, zone, called))
    notes, help = tuple(note for note, _ in causes), tuple(dict.fromkeys(help for _, help in causes if help))
    help = help or ("change the condition, or remove the zone",)
    cx.report(kinds.ZONE_EMPTY, zone.span, f"the zone `{zone.name.text}` holds no hex", notes=notes, help=help)


def _causes(cx: Context, layout: LayoutDef, zone: ast.ZoneItem, called: list[ast.Call]) -> Iterator[tuple[str, str]]:
    """What the map lacks, and how to give it that."""
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    asked = {call.name.text for call in called}
    for side in dict.fromkeys(_sides_of_rows(called)):
        if side in cx.symbols.sides and side not in ground.rows:
            yield f"the map does not say from which edge the rows of `{side}` are counted", f"add `{side} rows from top` to the layout"
    for name in dict.fromkeys(node.text for node in nodes_in(zone.value) if isinstance(node, ast.Name)):
        thing = cx.symbols.values.get(name)
        if "territory" in asked and name in cx.symbols.sides and not ground.territory(name):
            yield f"no board of the map is territory of `{name}`", f"give it one: `board ... at (0, 0) of {name}`"
        elif isinstance(thing, Thing) and cx.category(thing.kind) == "terrain" and all(hex_.terrain != name for hex_ in ground.hexes):
            yield f"no hex of the map is `{name}`", ""
    if "level" in asked:
        levels = {hex_.level for hex_ in ground.hexes}
        run = f"run from {min(levels)} to {max(levels)}" if len(levels) > 1 else f"are all {min(levels)}"
        yield f"the levels of the map {run}", ""


def _sides_of_rows(called: list[ast.Call]) -> Iterator[str]:
    for call in called:
        if call.name.text == "row" and call.args and isinstance(call.args[0], ast.Name):
            yield call.args[0].text
