"""From a compiled scenario to a scene.

The document was read by `ir`, so its shape and its references are sound; what its texts say is anybody's.  Only what stands on the map at
the start is drawn; pieces that players place later are counted by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tankdsl.ground.hexes import DIRECTION_NAMES, Orientation
from tankdsl.ground.table_arcs import POINTS_OF_THE_COMPASS
from tankdsl.picture.codes import terrain_codes
from tankdsl.picture.scene import (
    Arc,
    Arcs,
    Area,
    Edge,
    HexScene,
    Named,
    NoPicture,
    Piece,
    Point,
    Scene,
    Spot,
    TableScene,
    Tile,
    Waiting,
    Zone,
)
from tankdsl.picture.signs import SORTS, piece_signs, plain_name

Json = Mapping[str, Any]

MOST_TILES = 20_000
"""Hexes of a map that is drawn; a picture of so many is about 5 MB."""
MOST_PIECES = 2_000
MOST_CORNERS = 20_000
"""Corners of all areas together."""
MOST_LETTERS = 60
"""Letters of a name; the rest is cut off."""


def scene_of(document: Json) -> Scene | NoPicture:
    """The scene of the document of a scenario."""
    map = document["content"].get("map")
    if map is None:
        return NoPicture("it has no map")
    return _Reader(document).hexes() if map["grid"] == "hex" else _Reader(document).table()


def edges_of(document: Json) -> tuple[tuple[Named, ...], tuple[Edge, ...]]:
    """The features of sides of a scenario on hexes that its map has, and the sides where they lie, of maps of any size."""
    return _Reader(document).edges()


def _short(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


class _Reader:
    """One document, with what is looked up in it more than once."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.content: Json = document["content"]
        self.map: Json = self.content["map"]
        self.texts: Mapping[str, str] = document["text"]
        self.kinds: dict[str, Json] = {kind["id"]: kind for kind in self.content["kinds"]}
        self.side_numbers = {id: number for number, id in enumerate(self.content["sides"])}

    def edges(self) -> tuple[tuple[Named, ...], tuple[Edge, ...]]:
        """The features of sides, and where they lie."""
        at = {place["id"]: index for index, place in enumerate(self.map["places"])}
        features = self._features()
        numbers = {feature.id: number for number, feature in enumerate(features)}
        edges = (Edge(at[edge["a"]], at[edge["b"]], numbers[edge["feature"]], bool(edge.get("leads"))) for edge in self.map["edges"])
        return features, tuple(edges)

    def hexes(self) -> HexScene | NoPicture:
        """The scene of a map of hexes."""
        places = self.map["places"]
        if len(places) > MOST_TILES:
            return NoPicture(f"its map has {len(places):,} hexes, and {MOST_TILES:,} is the most that is drawn")
        at = {place["id"]: index for index, place in enumerate(places)}
        pieces, waiting = self._pieces(at)
        if len(pieces) > MOST_PIECES:
            return _too_many(pieces)
        terrains = self._terrains()
        numbers = {terrain.id: number for number, terrain in enumerate(terrains)}
        features, edges = self.edges()
        return HexScene(
            id=self.document["id"],
            title=self._title(),
            orientation=Orientation(self.map["orientation"]),
            sides=self._sides(),
            terrains=terrains,
            tiles=tuple(self._tile(place, numbers) for place in places),
            features=features,
            edges=edges,
            zones=tuple(self._zones(at)),
            spots=tuple(Spot(_spoken(name), at[place]) for name, place in self.map["names"].items()),
            pieces=pieces,
            waiting=waiting,
        )

    def table(self) -> TableScene | NoPicture:
        """The scene of a table."""
        pieces, waiting = self._pieces({})
        areas = tuple(self._areas())
        if len(pieces) > MOST_PIECES:
            return _too_many(pieces)
        if sum(len(area.outline) for area in areas) > MOST_CORNERS:
            return NoPicture(f"its areas have more than {MOST_CORNERS:,} corners")
        return TableScene(
            id=self.document["id"],
            title=self._title(),
            width=self.map["width"],
            height=self.map["height"],
            sides=self._sides(),
            areas=areas,
            spots=tuple(Spot(_spoken(name), (x, y)) for name, (x, y) in self.map["names"].items()),
            pieces=pieces,
            waiting=waiting,
            arcs=tuple(self._arcs()),
        )

    # ------------------------------------------------------------------------------------------------------ names

    def _text(self, key: str, otherwise: str) -> str:
        return _short(self.texts.get(key, "") or otherwise)

    def _title(self) -> str:
        return self._text(self.content["title"], self.document["id"])

    def _sides(self) -> tuple[Named, ...]:
        names = {model["id"]: model["name"] for kind in self.kinds.values() if kind["category"] == "side" for model in kind["models"]}
        return tuple(Named(id, self._text(names.get(id, ""), id)) for id in self.content["sides"])

    def _terrains(self) -> tuple[Named, ...]:
        rows = [model for kind in self.kinds.values() if kind["category"] == "terrain" for model in kind["models"]]
        names = {row["id"]: self._text(row["name"], row["id"]) for row in rows}
        codes = terrain_codes(names, ())
        return tuple(Named(id, name, codes[id]) for id, name in names.items())

    def _features(self) -> tuple[Named, ...]:
        """The features that are on this map, in the order of the rules."""
        used = {edge["feature"] for edge in self.map["edges"]}
        enum: Json = next((enum for enum in self.content["enums"] if enum["id"] == "edges"), {"members": sorted(used), "names": {}})
        return tuple(Named(id, self._text(enum["names"].get(id, ""), _spoken(id))) for id in enum["members"] if id in used)

    # ----------------------------------------------------------------------------------------------------- ground

    def _tile(self, place: Json, terrains: Mapping[str, int]) -> Tile:
        territory = self.side_numbers.get(place.get("territory", ""))
        half = bool(place.get("half"))
        return Tile(_short(place["label"]), place["q"], place["r"], terrains[place["terrain"]], half, territory, place.get("level", 0))

    def _zones(self, at: Mapping[str, int]) -> Iterator[Zone]:
        for id, side in self.side_numbers.items():
            tiles = tuple(at[place["id"]] for place in self.map["places"] if place.get("territory") == id)
            if tiles:
                yield Zone(self._sides()[side].name, tiles, side)
        for name, zone in self.map["zones"].items():
            if zone:
                yield Zone(_spoken(name), tuple(sorted(at[place] for place in zone)))

    def _areas(self) -> Iterator[Area]:
        looks: dict[tuple[str, ...], int] = {}
        for kind in self.kinds.values():
            if kind["category"] != "area":
                continue
            models = {model["id"]: model for model in kind["models"]}
            for one in kind["instances"]:
                model = models[one["model"]]
                outline = tuple((x, y) for x, y in model["stats"].get("outline", ()))
                tags = tuple(_spoken(name) for name, value in model["stats"].items() if value is True)
                if outline:
                    yield Area(self._text(one["name"], one["id"]), outline, tags, looks.setdefault(tags, len(looks)))

    def _arcs(self) -> Iterator[Arcs]:
        for arcs in self.document["rules"].get("arcs", ()):
            facings = [field["id"] for field in self._fields(arcs["kind"]) if _is_direction(field["type"])]
            parts = tuple(
                Arc(_spoken(part["id"]), tuple((low, high) for low, high in part["degrees"])) for part in arcs["parts"] if "degrees" in part
            )
            if arcs["facing"] in facings and parts:
                yield Arcs(arcs["id"], arcs["kind"], facings.index(arcs["facing"]), parts)

    # ----------------------------------------------------------------------------------------------------- pieces

    def _pieces(self, at: Mapping[str, int]) -> tuple[tuple[Piece, ...], tuple[Waiting, ...]]:
        found: list[tuple[Json, Json, int | Point]] = []
        waiting: Counter[tuple[int | None, str]] = Counter()
        for sort in SORTS:
            for kind in self.kinds.values():
                for one in kind["instances"] if kind["category"] == sort else ():
                    start = one.get("start", {})
                    if "at" in start and start["at"] in at:
                        found.append((kind, one, at[start["at"]]))
                    elif "point" in start:
                        found.append((kind, one, (start["point"][0], start["point"][1])))
                    elif sort == "unit":
                        waiting[self._side(kind, one), self._plain_name(one)] += 1
        codes = piece_signs(self.content, self.texts)
        pieces = tuple(self._piece(kind, one, where, codes[self._lineage(kind["id"])[-1]["id"], one["id"]]) for kind, one, where in found)
        return pieces, tuple(Waiting(side, name, count) for (side, name), count in waiting.items())

    def _piece(self, kind: Json, one: Json, where: int | Point, code: str) -> Piece:
        facings = tuple(self._facings(kind, one))
        base = self._stat(kind, one, "base")
        return Piece(
            one["id"],
            self._text(one["name"], one["id"]),
            code,
            kind["category"],
            self._side(kind, one),
            where,
            facings,
            base if isinstance(base, int) and base > 0 else 0,
            tuple(each["id"] for each in self._lineage(kind["id"])),
        )

    def _side(self, kind: Json, one: Json) -> int | None:
        side = one.get("side") or self._model(kind, one).get("side")
        return self.side_numbers.get(side) if side else None

    def _plain_name(self, one: Json) -> str:
        """The display name without the number of the copy."""
        return plain_name(self._text(one["name"], one["id"]), one["id"])

    def _facings(self, kind: Json, one: Json) -> Iterator[int | Point]:
        fields = one.get("start", {}).get("fields", {})
        for field in self._fields(kind["id"]):
            if _is_direction(field["type"]):
                facing = self._direction(fields.get(field["id"], field.get("default")))
                if facing is not None:
                    yield facing

    def _direction(self, value: Any) -> int | Point | None:
        if self.map["grid"] == "hex":
            names = DIRECTION_NAMES[Orientation(self.map["orientation"])]
            return names.index(value) if isinstance(value, str) and value in names else None
        if isinstance(value, str):
            return POINTS_OF_THE_COMPASS.get(value)
        if isinstance(value, list) and len(value) == 2 and all(isinstance(each, int) for each in value) and any(value):
            return (value[0], value[1])
        return None

    def _model(self, kind: Json, one: Json) -> Json:
        found: Json = next((model for each in self._lineage(kind["id"]) for model in each["models"] if model["id"] == one["model"]), {})
        return found

    def _stat(self, kind: Json, one: Json, name: str) -> Any:
        default = next((field.get("default") for field in self._fields(kind["id"]) if field["id"] == name), None)
        return self._model(kind, one).get("stats", {}).get(name, default)

    def _fields(self, kind: str) -> list[Json]:
        return [field for each in reversed(self._lineage(kind)) for field in each["fields"]]

    def _lineage(self, kind: str) -> list[Json]:
        """A kind and those above it."""
        found: list[Json] = []
        while kind in self.kinds and self.kinds[kind] not in found:
            found.append(self.kinds[kind])
            kind = self.kinds[kind].get("parent", "")
        return found


def _is_direction(type: Any) -> bool:
    return type in ("direction", {"optional": "direction"})


def _too_many(pieces: tuple[Piece, ...]) -> NoPicture:
    return NoPicture(f"{len(pieces):,} pieces stand on it, and {MOST_PIECES:,} is the most that is drawn")


def _spoken(id: str) -> str:
    return _short(id.replace("_", " "))
