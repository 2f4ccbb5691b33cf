"""The ground of a compiled scenario, with all that stands on it at the start, as a field.

A compiled map knows hexes and no columns and rows. They are found again: of the two ways to stagger, the one that needs the smaller
rectangle, which for a map that was a rectangle is its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tankdsl.diagnostics import counted, quoted
from tankdsl.exchange.interface import MOST_CELLS, Edge, Field, Model, Piece, Stats, Terrain
from tankdsl.exchange.names import OBJECTIVES, SIDES
from tankdsl.frozen import FrozenValue
from tankdsl.ground.grids import Grid, GridKind
from tankdsl.ground.hexes import Axial, Orientation, Stagger
from tankdsl.ground.labels import Cell

Document = Mapping[str, Any]
_PIECES = ("unit", "marker")
"""The categories of kinds whose things are written as units."""


class CannotExport(FrozenValue):
    """Why a scenario has no map that could be written."""

    reason: str


def field_of(document: Document) -> Field | CannotExport:
    """The field of the document of a scenario."""
    content, texts = document["content"], document["text"]
    map = content.get("map")
    if map is None or map["grid"] != "hex":
        return CannotExport("its ground is a table without hexes" if map else "it has no map")
    orientation = Orientation(map["orientation"])
    axial = {place["id"]: (place["q"], place["r"]) for place in map["places"]}
    pushed, at = _laid_out(axial, orientation)
    columns, rows = (1 + max(cell[way] for cell in at.values()) for way in (0, 1))
    if columns * rows > MOST_CELLS:
        return CannotExport(f"its map needs a rectangle of {columns:,} x {rows:,} cells, and {MOST_CELLS:,} is the most")
    cells: list[list[str | None]] = [[None] * columns for _ in range(rows)]
    levels = [[0] * columns for _ in range(rows)]
    for place in map["places"]:
        column, row = at[place["id"]]
        cells[row][column], levels[row][column] = place["terrain"], place.get("level", 0)
    kind = GridKind.COLUMNS if orientation is Orientation.FLAT else GridKind.ROWS
    models, pieces, posts = _pieces(content["kinds"], texts, at)
    named = {name: at[place] for name, place in map["names"].items()}
    zones = {name: tuple(at[place] for place in zone) for name, zone in map["zones"].items()}
    wanted = _objectives(named, zones)
    return Field(
        id=document["id"],
        title=texts.get(content["title"], document["id"]),
        grid=Grid(kind, orientation, pushed),
        columns=columns,
        rows=rows,
        cells=tuple(tuple(row) for row in cells),
        terrains=tuple(_terrains(content["kinds"], texts)),
        levels=tuple(tuple(row) for row in levels) if any(any(row) for row in levels) else (),
        edges=tuple(Edge(at[edge["a"]], at[edge["b"]], edge["feature"], edge.get("leads", False)) for edge in map["edges"]),
        places=(*named.items(), *posts),
        zones=tuple(zones.items()),
        objectives=(*wanted, *(name for name, _ in posts)),
        models=models,
        pieces=pieces,
        sides=tuple(_sides(content, texts)),
        first=0,
    )


def lost_of(document: Document) -> tuple[str, ...]:
    """What a scenario with a map of hexes has and its field has not, each in a few words; the page on imports lists the same."""
    content, places = document["content"], document["content"]["map"]["places"]
    halves = sum(bool(place.get("half")) for place in places)
    starts = [one.get("start", {}) for kind in content["kinds"] if kind["category"] == "unit" for one in kind["instances"]]
    waiting = sum("at" not in start for start in starts)
    given = sum("at" in start and bool(start.get("fields")) for start in starts)
    zones = [name for name, zone in document["content"]["map"]["zones"].items() if not zone]
    markers = [
        one for kind in content["kinds"] if kind["category"] == "marker" for one in kind["instances"] if "at" in one.get("start", {})
    ]
    stats = list(_lost_stats(content["kinds"]))
    named = [name for id, name in _sides(content, document["text"]) if name != SIDES.get(id, id)]
    found = (
        (halves, f"that {counted(halves, 'hex is a half', 'hexes are halves')}: the map has whole ones in their place"),
        (any("territory" in place for place in places), "the territories of the sides"),
        (given, f"what {counted(given, 'unit')} on the map begin{'s' if given == 1 else ''} with, such as a facing"),
        (zones, f"zones without a hex: {quoted(zones, 'and')}"),
        (stats, f"lists and computed values of {quoted(stats, 'and')}"),
        (markers, f"that {counted(len(markers), 'piece is a marker', 'pieces are markers')}: the map has units in their place"),
        (named, f"what the sides are called: {quoted(named, 'and')}; their ids are written"),
        (waiting, f"{counted(waiting, 'unit')} that {'stands' if waiting == 1 else 'stand'} nowhere at the start"),
    )
    return tuple(words for is_there, words in found if is_there)


def _laid_out(axial: Mapping[str, Axial], orientation: Orientation) -> tuple[int, dict[str, Cell]]:
    """Which lines are pushed, counted from the first of the rectangle, and the cell of every place."""
    found = []
    for pushed in (1, 0):
        stagger = Stagger(orientation, pushed)
        at = {place: stagger.from_axial(hex_) for place, hex_ in axial.items()}
        left, top = (min(cell[way] for cell in at.values()) for way in (0, 1))
        columns, rows = (1 + max(cell[way] for cell in at.values()) for way in (0, 1))
        moved = (pushed + (left if orientation is Orientation.FLAT else top)) % 2
        size = (columns - left) * (rows - top)
        found.append((size, 1 - moved, moved, {place: (column - left, row - top) for place, (column, row) in at.items()}))
    _, _, pushed, cells = min(found, key=lambda one: one[:2])
    return pushed, cells


def _objectives(named: Mapping[str, Cell], zones: dict[str, tuple[Cell, ...]]) -> tuple[str, ...]:
    """The named places in the zone `objectives`, as an import writes it; the zone goes if it is nothing but these places."""
    marked = zones.get(OBJECTIVES, ())
    found = tuple(name for name, cell in named.items() if cell in marked)
    if found and {named[name] for name in found} == set(marked):
        del zones[OBJECTIVES]
    return found


def _terrains(kinds: Iterable[Document], texts: Mapping[str, str]) -> Iterator[Terrain]:
    for kind in kinds:
        if kind["category"] == "terrain":
            for model in kind["models"]:
                yield Terrain(model["id"], texts.get(model["name"], model["id"]), _stats(model, kind, texts))


def _stats(model: Document, kind: Document, texts: Mapping[str, str]) -> Stats:
    """What a row says, and plain defaults of what it does not say. Lists and computed values have no place in other programs."""
    fields = {field["id"]: field for field in kind["fields"] if field["role"] == "stat"}
    found = {id: _default(field.get("default")) for id, field in fields.items()}
    found.update({id: value for id, value in model["stats"].items() if isinstance(value, int | str)})
    for id, value in found.items():
        if isinstance(value, str) and fields[id]["type"] in ("text", {"optional": "text"}):
            found[id] = texts.get(value, value)
    return tuple((id, value) for id, value in found.items() if value is not None)


def _default(value: object) -> int | str | None:
    """A default as a row would say it; None for one that is computed or a list."""
    match value:
        case int():
            return value
        case ["enum", _, str(member)]:
            return member
        case ["text", str(key)]:
            return key
    return None


def _lost_stats(kinds: Iterable[Document]) -> Iterator[str]:
    """The stats of what stands on maps that have no plain value somewhere, each named with its kind."""
    for kind in kinds:
        if kind["category"] in ("terrain", *_PIECES) and kind["models"]:
            for field in kind["fields"]:
                values = [model["stats"][field["id"]] for model in kind["models"] if field["id"] in model["stats"]]
                plain = all(isinstance(value, int | str) for value in values)
                is_said = len(values) == len(kind["models"]) or _default(field.get("default")) is not None
                if field["role"] == "stat" and not (plain and (is_said or "default" not in field)):
                    yield f"{kind['id']}.{field['id']}"


def _sides(content: Document, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    names = {model["id"]: model["name"] for kind in content["kinds"] if kind["id"] == "Side" for model in kind["models"]}
    for id in content["sides"]:
        yield id, texts.get(names.get(id, ""), id)


def _pieces(
    kinds: Iterable[Document], texts: Mapping[str, str], at: Mapping[str, Cell]
) -> tuple[tuple[Model, ...], tuple[Piece, ...], list[tuple[str, Cell]]]:
    """Units and markers that stand on the map, and checkpoints as places."""
    models: list[Model] = []
    pieces: list[Piece] = []
    posts: list[tuple[str, Cell]] = []
    for kind in kinds:
        if kind["category"] not in (*_PIECES, "checkpoint"):
            continue
        known = {model["id"]: model for model in kind["models"]}
        placed = [one for one in kind["instances"] if "at" in one.get("start", {})]
        if kind["category"] == "checkpoint":
            posts += [(one["id"], at[one["start"]["at"]]) for one in placed]
            continue
        models += [Model(id, texts.get(model["name"], id), model.get("side"), _stats(model, kind, texts)) for id, model in known.items()]
        for one in placed:
            side = one.get("side") or known[one["model"]].get("side")
            pieces.append(Piece(one["model"], side, at[one["start"]["at"]], one["id"]))
    return tuple(models), tuple(pieces), posts
