"""Objects of a Tiled map together with what their templates and their tiles say.

A template says what an object does not say itself, property by property; an empty name, class or size says nothing. A tile of a template
counts among the tilesets of the template. What neither says, the tile of an object says: its class, and its properties.
"""

from __future__ import annotations

from tankdsl.exchange.interface import Fetch, Notes, Refusal, broken
from tankdsl.exchange.names import said
from tankdsl.exchange.tiled import parse as shape
from tankdsl.exchange.tiled.cells import FLAGS, tile_number
from tankdsl.exchange.tiled.figures import FORMS
from tankdsl.exchange.tiled.parse import Shape
from tankdsl.exchange.tiled.tilesets import Tile, Tiles, Tileset, beside_of, read_tileset
from tankdsl.frozen import FrozenValue

_OF_ONE = ("id", "x", "y", "template", shape.LINE)
"""What an object never has from its template."""


class Template(FrozenValue):
    """What a template says, and the tile that it shows, if its tileset could be read."""

    held: Shape
    tile: Tile | None


class Templates:
    """Completes the objects of one map. Each file is read once."""

    def __init__(self, tiles: Tiles, fetch: Fetch, notes: Notes) -> None:
        self._tiles, self._fetch, self._notes = tiles, fetch, notes
        self._found: dict[str, Template] = {}
        self._sets: dict[tuple[str, int], Tileset] = {}

    def whole(self, held: Shape, what: str) -> tuple[Shape, Tile | None]:
        """The object together with what its template says, and the tile that it shows, if any."""
        own = self._tile(held, self._tiles, what)
        if own is None:
            held = {key: value for key, value in held.items() if key != "gid"}
        source = shape.text(held, "template")
        if not source:
            return held, own
        if source not in self._found:
            try:
                self._found[source] = self._read(source)
            except Refusal as refusal:
                refusal.line = shape.line_of(held)  # its own counts in another file than the map
                raise
        template = self._found[source]
        return merged(template.held, held, what), own or template.tile

    def _read(self, source: str) -> Template:
        found = shape.without_lines(shape.parse_template(self._fetch(source), source))
        held = found.get("object")
        if not isinstance(held, dict):
            raise broken(f"the template `{source}` has no object")
        what = f"the template `{source}`"
        held = {key: value for key, value in held.items() if key not in _OF_ONE}
        try:
            sets = [self._tileset(found["tileset"], source)] if isinstance(found.get("tileset"), dict) else []
            return Template(held, self._tile(held, Tiles(sets), what))
        except Refusal as refusal:
            self._notes.dropped(f"what {what} has from its tile: {refusal.headline}")
            return Template(held, None)

    def _tileset(self, held: Shape, template: str) -> Tileset:
        """The tileset of a template; many templates have the same one."""
        source = shape.text(held, "source")
        key = (beside_of(source, template), shape.whole(held, "firstgid", "a tileset", 1))
        if source and key in self._sets:
            return self._sets[key]
        self._sets[key] = found = read_tileset({"firstgid": 1, **held}, template, self._fetch, self._notes)
        return found

    def _tile(self, held: Shape, tiles: Tiles, what: str) -> Tile | None:
        if not held.get("gid"):
            return None
        number = tile_number(held["gid"], what, shape.line_of(held)) & ~FLAGS
        return tiles.tile(number, what, shape.line_of(held)) if number else None


def merged(base: Shape, held: Shape, what: str) -> Shape:
    """An object with what its template says beside it, as Tiled merges them."""
    own = {key: value for key, value in held.items() if value not in ("", None)}
    if not (shape.number(held, "width", what) > 0 and shape.number(held, "height", what) > 0):
        own = {key: value for key, value in own.items() if key not in ("width", "height")}
    below = dict(base)
    if any(own.get(form) for form in FORMS):
        below = {key: value for key, value in below.items() if key not in FORMS}
    if shape.class_of(held):
        below = {key: value for key, value in below.items() if key not in ("class", "type")}
    said_of = {name: (kind, value) for one in (base, held) for name, kind, value in shape.properties(one, what)}
    properties = [{"name": name, "type": kind, "value": value} for name, (kind, value) in said_of.items()]
    return {**below, **own, "properties": properties}


def class_of(held: Shape, tile: Tile | None) -> str:
    """The class of an object, else that of its tile."""
    return said(shape.class_of(held)) or ("" if tile is None else said(tile.sort))
