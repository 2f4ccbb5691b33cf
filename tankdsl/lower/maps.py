"""The map of a scenario: places with coordinates, ground and owner, in the order that all sets of places have."""

from __future__ import annotations

from typing import cast

from tankdsl.check.tree import LayoutDef, TableDef
from tankdsl.ground.maps import GroundMap
from tankdsl.lower.build import Json
from tankdsl.lower.grounds import Ground


def lower_map(ground: Ground, *, columns: bool = False) -> Json:
    """The map of the document; with the numbers of columns for games that ask for them."""
    layout, map, ids = ground.layout, ground.map, ground.ids
    return {
        "grid": "hex",
        "orientation": str(map.grid.orientation),
        "places": [_place(ground, index, columns) for index in range(len(map.hexes))],
        "names": {name: ids[index] for name, index in layout.names.items()},
        "zones": {name: [ids[index] for index in members] for name, members in layout.zones.items()},
        "edges": [_edge(ground, a, b, feature) for (a, b), features in map.edges.items() for feature in features],
    }


def lower_table(table: TableDef) -> Json:
    """The table of the document."""
    names = {name: list(point) for name, point in table.names.items()}
    return {"grid": "table", "width": table.width, "height": table.height, "names": names}


def _place(ground: Ground, index: int, columns: bool) -> Json:
    hex_ = ground.map.hexes[index]
    out: dict[str, Json] = {
        "id": ground.ids[index],
        "q": hex_.q,
        "r": hex_.r,
        "label": hex_.label,
        "terrain": hex_.terrain,
    }
    if hex_.level:
        out["level"] = hex_.level
    if hex_.territory is not None:
        out["territory"] = hex_.territory
    if ground.map.rows:
        out["rows"] = {side: rows[index] for side, rows in ground.map.rows.items()}
    if columns and ground.map.columns:
        out["columns"] = {side: numbers[index] for side, numbers in ground.map.columns.items()}
    if hex_.half:
        out["half"] = True
    if hex_.board:
        out["board"] = _board_id(hex_.board)
    return out


def _edge(ground: Ground, a: int, b: int, feature: str) -> Json:
    """A feature between two places; the first of them is where it leads from, if it leads anywhere."""
    leads = ground.map.leads
    if feature in leads.get((b, a), ()):
        a, b = b, a
    edge: dict[str, Json] = {"a": ground.ids[a], "b": ground.ids[b], "feature": feature}
    if feature in leads.get((a, b), ()):
        edge["leads"] = True
    return edge


def _board_id(name: str) -> str:
    """The second use of a board is called `ford#2` by the ground; in the document it is `ford.2`."""
    return name.replace("#", ".")


def features_of(layout: LayoutDef) -> set[str]:
    """What is on the edges of a map."""
    return {feature for features in cast(GroundMap, layout.ground).edges.values() for feature in features}
