"""The units among the objects of a Tiled map: their models, sides and stats.

Units of one model and side are one row of the table. What the first of them says counts for all; what others say otherwise is told.
"""

from __future__ import annotations

from collections import Counter

from tankdsl.diagnostics import counted, quoted
from tankdsl.exchange.interface import Model, Notes, Piece, Value, too_large
from tankdsl.exchange.names import Names, kept, plain, said, side_id
from tankdsl.exchange.terrains import alike, stats_of
from tankdsl.exchange.tiled import parse as shape
from tankdsl.exchange.tiled.parse import Shape
from tankdsl.exchange.tiled.tilesets import TITLE, Tile, value_of
from tankdsl.ground.labels import Cell

MOST_VALUES = 200_000
"""Stats of all models together: a template of many would be as large as it is often used."""


class Units:
    """Collects the units of one map."""

    def __init__(self, names: Names, notes: Notes) -> None:
        self._names, self._notes = names, notes
        self._models: dict[tuple[str, str], Model] = {}
        """By the plain form of the model's name and by side; stats are still called as in the file."""
        self._pieces: list[Piece] = []
        self._turned = 0
        self._values_held = 0
        self._nameless: dict[str, None] = {}
        """Names of units that are called as their model."""
        self.sides: dict[str, tuple[str, str]] = {}
        """Id and name of a side by the plain form of its name."""

    def add(self, held: Shape, tile: Tile | None, cell: Cell, name: str, called: str, what: str) -> None:
        """Add an object as a unit; what it does not say it has from the tile that it shows. `called` is its class if that is no sort."""
        known = self._values(held, tile, what)
        word = str(known.pop("side", "")) or str(known.pop("owner", ""))
        side = self._side(word, what)
        given = str(known.pop("model", ""))
        title = str(known.pop(TITLE, ""))
        of_tile = tile.label if tile is not None and tile.stats else ""
        model = kept(given or name or title or called or of_tile or shape.class_of(held) or "unit", self._notes)
        key = (plain(model) or model, side)
        found = Model("", said(title) or model, side, tuple(known.items()))
        first = self._models.setdefault(key, found)
        if first is found:
            self._values_held += len(found.stats)
            if self._values_held > MOST_VALUES:
                raise too_large(f"the units of the map have more than {MOST_VALUES:,} properties together", shape.line_of(held))
        else:
            self._compare(found, first, bool(title), what, shape.line_of(held))
        if given and name and plain(name) not in (plain(given), plain(title), plain(f"{word}.{given}")):
            self._nameless[name] = None
        self._pieces.append(Piece(f"{key[0]}/{side}", side, cell, name))
        self._turned += bool(shape.number(held, "rotation", what) % 360)

    def _values(self, held: Shape, tile: Tile | None, what: str) -> dict[str, Value]:
        """The values of the properties, and those of the tile of which the object says nothing."""
        known: dict[str, Value] = {}
        if tile is not None:
            known = {**({TITLE: tile.title} if tile.title else {}), **dict(tile.stats)}
        for word, kind, value in shape.properties(held, what):
            found = value_of(kind, value, self._notes)
            if found is None:
                self._notes.dropped(f"the property `{said(word)}` of {what}", shape.line_of(held))
            else:
                known[word] = found
        return known

    def _compare(self, found: Model, first: Model, is_titled: bool, what: str, line: int | None) -> None:
        """Tell what a further unit of a model says otherwise than the first one, and what it has from that."""
        theirs = {name: (type(value), value) for name, value in first.stats}
        mine = {name: (type(value), value) for name, value in found.stats}
        if (is_titled and found.name != first.name) or any(theirs.get(name) != value for name, value in mine.items()):
            self._notes.dropped(f"the properties of {what}, which differ from those of the first `{first.name}`", line)
        elif lacking := [said(name) for name in theirs if name not in mine]:
            self._notes.assumed(f"{what} has {quoted(lacking, 'and')} of the first `{first.name}`", line)

    def _side(self, word: str, what: str) -> str:
        if not word:
            self._notes.assumed(f"{what} belongs to the first side, since it has no property `side`")
            word = next(iter(self.sides), "red")
        return side_id(word, self.sides, self._names, self._notes)

    def settled(self) -> tuple[tuple[Model, ...], tuple[Piece, ...]]:
        """Models with names of their own, and the pieces that are theirs; tells what is told of all units together."""
        uses = Counter(word for word, _ in self._models)
        stats = alike(stats_of([model.stats for model in self._models.values()], "property", self._notes), self._notes)
        ids: dict[str, str] = {}
        models = []
        for ((word, side), model), row in zip(self._models.items(), stats, strict=True):
            ids[f"{word}/{side}"] = id = self._names.new(f"{word}_{side}" if uses[word] > 1 else word, "unit")
            models.append(Model(id, model.name or id, side, row))
        if self._turned:
            turned = counted(self._turned, "unit is", "units are")
            self._notes.dropped(f"how {turned} turned: units face nowhere until their kind has a state for it")
        if self._nameless:
            shown = quoted(list(self._nameless)[:5], "and") + (" …" if len(self._nameless) > 5 else "")
            self._notes.dropped(f"the names {shown} of units, which are called as their `model`")
        return tuple(models), tuple(Piece(ids[piece.model], piece.side, piece.cell, piece.name) for piece in self._pieces)
