"""Loading the content layer, second half: options, map, piles, and the expressions inside the content."""

from dataclasses import replace
from typing import Any

from tankdsl.bounds import FARTHEST, HIGHEST, MOST_HEXES
from tankdsl.engine.errors import InputError
from tankdsl.engine.geometry import HexMap
from tankdsl.engine.load_exprs import Expressions
from tankdsl.engine.model import Game, Option, Pile
from tankdsl.engine.naming import read_value
from tankdsl.engine.symbols import Names, Reader
from tankdsl.engine.tabletop import TableMap, is_table
from tankdsl.engine.types import PLACE, Type
from tankdsl.ground.table import LARGEST


def read_options(content: Reader, game: Game, names: dict[str, Names]) -> None:
    """Options with their defaults, and the values that this scenario presets."""
    for item in content.listed("options"):
        game.options.append(_option(item, game, names))
    preset = content.opt("preset")
    for id, value in preset.pairs() if preset else ():
        if id not in names["option"].index:
            raise value.fail(f"there is no option `{id}`")
        game.preset[id] = option_value(value, game.options[names["option"].index[id]])


def _option(item: Reader, game: Game, names: dict[str, Names]) -> Option:
    id, sort = item.at("id").text(), item.at("sort").text()
    low, high, enum = item.opt("min"), item.opt("max"), -1
    values: tuple[str, ...] = ()
    if sort == "choice":
        enum = names["enum"].index.get(f"option.{id}", -1)
        values = item.texts("values") or (game.enums[enum].members if enum >= 0 else ())
        if enum >= 0 and game.enums[enum].members != values:
            raise item.fail(f"the enum `option.{id}` has other members")
    elif sort not in ("setting", "switch"):
        raise item.at("sort").fail(f"expected `setting`, `choice` or `switch`, found `{sort}`")
    option = Option(
        id, sort, False, low.number() if low else None, high.number() if high else None, values, enum,
        item.texts("needs"), item.texts("excludes"),
    )  # fmt: skip
    default = option_value(item.at("default"), option)
    return Option(id, sort, default, option.low, option.high, values, enum, option.needs, option.excludes)


def option_value(reader: Reader, option: Option) -> int | bool:
    """The run-time value of an option from JSON."""
    if option.sort == "switch":
        return reader.flag()
    if option.sort == "setting":
        return reader.number(*(b if b is not None else d for b, d in ((option.low, -(2**31)), (option.high, 2**31 - 1))))
    if reader.text() not in option.values:
        known = ", ".join(f"`{value}`" for value in option.values)
        raise reader.fail(f"option `{option.id}` has no value `{reader.value}`; it has {known}")
    return option.values.index(reader.text())


def read_map(content: Reader, game: Game, names: dict[str, Names]) -> None:
    """The hex map, if the document has one."""
    found = content.opt("map")
    if found is None:
        return
    if found.at("grid").text() == "table":
        game.map = _table(found)
        return
    if found.at("grid").text() != "hex":
        raise found.at("grid").fail("only maps of hexes and tables can be played")
    orientation = found.at("orientation").text()
    if orientation not in ("flat", "pointy"):
        raise found.at("orientation").fail("expected `flat` or `pointy`")
    rows = found.at("places").items()
    if len(rows) > MOST_HEXES:
        raise found.at("places").fail(f"a map has at most {MOST_HEXES} places")
    axial, seen = [], set()
    for row in rows:
        names["place"].add(row.at("id"))
        hex_ = (row.at("q").number(-FARTHEST, FARTHEST), row.at("r").number(-FARTHEST, FARTHEST))
        if hex_ in seen:
            raise row.fail(f"two places lie at q {hex_[0]}, r {hex_[1]}")
        seen.add(hex_)
        axial.append(hex_)
    game.map = HexMap(orientation, list(names["place"].index), axial)
    _read_places(rows, game, names)
    _read_zones(found, game, names)


def _table(found: Reader) -> TableMap:
    """A table without a grid."""
    made = TableMap(found.at("width").number(1), found.at("height").number(1))
    if made.width**2 + made.height**2 > LARGEST:
        raise found.fail(f"the square of the diagonal of a table is at most {LARGEST}")
    named = found.opt("names")
    for id, point in named.pairs() if named else ():
        x, y = (part.number(0) for part in point.row(2))
        if not made.has((x, y)):
            raise point.fail("this is no point of the table")
        made.names[id] = (x, y)
    return made


def _read_places(rows: list[Reader], game: Game, names: dict[str, Names]) -> None:
    terrain = Names("terrain")
    if game.has_ground():
        terrain.index = {id: index for index, id in enumerate(game.ground().instances)}
    sides = _side_names(game)
    game.map.rows, game.map.columns = (_numbers(rows, word, sides, len(game.side_ids)) for word in ("rows", "columns"))
    game.map.terrain = tuple(terrain.find(row.at("terrain")) for row in rows)
    labels = [row.opt("label") for row in rows]
    game.map.labels = tuple(label.text() if label else id for label, id in zip(labels, game.map.ids, strict=True))
    owners = [row.opt("territory") for row in rows]
    game.map.territory = tuple(sides.find(owner) if owner else None for owner in owners)
    levels = [row.opt("level") for row in rows]
    game.map.levels = tuple(level.number(-HIGHEST, HIGHEST) if level else 0 for level in levels)


def _numbers(rows: list[Reader], word: str, sides: Names, count: int) -> tuple[tuple[int | None, ...], ...]:
    """For each side a number of each place."""
    numbers: list[list[int | None]] = [[None] * len(rows) for _ in range(count)]
    for p, row in enumerate(rows):
        counted = row.opt(word)
        for side, number in counted.pairs() if counted else ():
            numbers[sides.find(Reader(side, number.path))][p] = number.number()
    return tuple(tuple(row) for row in numbers)


def _side_names(game: Game) -> Names:
    sides = Names("side")
    sides.index = {id: i for i, id in enumerate(game.side_ids)}
    return sides


def _read_zones(found: Reader, game: Game, names: dict[str, Names]) -> None:
    zones, named = found.opt("zones"), found.opt("names")
    for id, members in zones.pairs() if zones else ():
        names["zone"].add(Reader(id, members.path))
        game.map.zones.append(tuple(sorted({names["place"].find(m) for m in members.items()})))
    game.map.zone_ids = tuple(names["zone"].index)
    for id, place in named.pairs() if named else ():
        game.map.names[id] = names["place"].find(place)
    features = next((enum.members for enum in game.enums if enum.id == "edges"), ())
    for edge in found.listed("edges"):
        a, b = names["place"].find(edge.at("a")), names["place"].find(edge.at("b"))
        if game.map.direction(a, b) is None:
            raise edge.fail("the two places of an edge must be neighbours")
        feature = edge.at("feature")
        if feature.text() not in features:
            raise feature.fail(f"the enum `edges` has no member `{feature.value}`")
        number = features.index(feature.value)
        for ends in ((a, b), (b, a)):
            game.map.edges.setdefault(ends, number)
            game.map.features[ends] = (*game.map.features.get(ends, ()), number)
        if edge.opt("leads"):
            game.map.leading[a, b] = (*game.map.leading.get((a, b), ()), number)


def read_piles(content: Reader, game: Game, names: dict[str, Names]) -> None:
    """Piles and what lies in them at first. The expressions in them are read later."""
    sides, lying = _side_names(game), {}
    holdings: dict[str, list[int | None]] = {}
    for i, item in enumerate(content.listed("piles")):
        kind = names["kind"].find(item.at("of"))
        owner, field, holds = item.opt("owner"), item.opt("field"), item.opt("holds")
        refill, ordered = item.opt("refill"), item.opt("ordered")
        initial = []
        for thing in item.listed("initial"):
            entity = _entity(thing, kind, game)
            if (game.kinds[kind].root, entity) in lying:
                raise thing.fail(f"`{thing.value}` lies in two piles")
            lying[game.kinds[kind].root, entity] = i
            initial.append(entity)
        pile = Pile(
            item.at("id").text(), i, kind, sides.find(owner) if owner else None,
            field.text() if field else None, ordered.flag() if ordered else True, None,
            holds.number(0) if holds else None, tuple(initial),
            names["proc"].find(refill) if refill else None, _carrier(item, game, names),
        )  # fmt: skip
        game.piles.append(pile)
        if pile.field is not None and pile.carrier is not None:
            carriers = game.entities(names["kind"].find(item.at("carrier").at("kind")))
            holdings.setdefault(pile.field, [None] * len(carriers))[pile.carrier] = i
        if pile.field is not None and pile.owner is not None:
            row = holdings.setdefault(pile.field, [None] * len(game.side_ids))
            if row[pile.owner] is not None:
                raise item.fail(f"side `{game.side_ids[pile.owner]}` has two piles `{pile.field}`")
            row[pile.owner] = i
    game.holdings = {name: tuple(row) for name, row in holdings.items()}
    roots = {game.kinds[pile.kind].root for pile in game.piles}
    game.carried = frozenset(root for root in roots if game.built_in(root, "at") >= 0)
    for name in game.holdings:
        names["holding"].add(Reader(name, content.path))


def _carrier(item: Reader, game: Game, names: dict[str, Names]) -> int | None:
    """The thing that carries a pile."""
    found = item.opt("carrier")
    return None if found is None else _entity(found.at("id"), names["kind"].find(found.at("kind")), game)


def _entity(reader: Reader, kind: int, game: Game) -> int:
    ids = game.entities(kind)
    id = reader.text()
    if id not in ids or ids.index(id) not in game.kinds[kind].members:
        raise reader.fail(f"there is no {game.kinds[kind].id} `{id}`")
    return ids.index(id)


def read_expressions(content: Reader, game: Game, names: dict[str, Names]) -> None:
    """Defaults, bounds and visibilities of fields, stats of models, and how instances begin."""
    for kind, item in zip(game.kinds, content.at("kinds").items(), strict=True):
        read = Expressions(game, names, 64)
        for row in item.listed("fields"):
            field = game.fields[game.field_index[kind.index, row.at("id").text()]]
            field.default = read.optional_root(row.opt("default"))
            field.low = read.optional_root(row.opt("low"))
            field.high = read.optional_root(row.opt("high"))
            field.visible = read.optional_root(row.opt("visible"))
        identity = item.opt("identity")
        if identity:
            kind.identity = read.root(identity.at("visible"))
    _read_entities(content, game, names)
    for i, item in enumerate(content.listed("piles")):
        visible = Expressions(game, names, 64).optional_root(item.opt("visible"))
        game.piles[i] = replace(game.piles[i], visible=visible)


def _read_entities(content: Reader, game: Game, names: dict[str, Names]) -> None:
    """Instances first, then models: stats go to all instances of a model, also those of subkinds."""
    items = content.at("kinds").items()
    sides: dict[tuple[int, str], Reader] = {}
    for kind, item in zip(game.kinds, items, strict=True):
        for model in item.listed("models"):
            side = model.opt("side")
            if side is not None:
                sides[kind.root, model.at("id").text()] = side
    for kind, item in zip(game.kinds, items, strict=True):
        _read_instances(kind.index, item, game, names, sides)
    for kind, item in zip(game.kinds, items, strict=True):
        _read_stats(kind.index, item, game)


def _read_instances(kind: int, item: Reader, game: Game, names: dict[str, Names], sides: dict[tuple[int, str], Reader]) -> None:
    root = game.kinds[game.kinds[kind].root]
    for row in item.listed("instances"):
        entity = root.instances.index(row.at("id").text())
        model = row.at("model").text()
        if model not in root.models:
            raise row.at("model").fail(f"there is no model `{model}` of `{root.id}`")
        game.start.append((game.built_in(kind, "model"), entity, root.models.index(model)))
        side = row.opt("side") or sides.get((root.index, model))
        if root.id == "Side":
            game.start.append((game.built_in(kind, "side"), entity, entity))
        elif side is not None:
            field = game.built_in(kind, "side")
            if field < 0:
                raise side.fail("no instance of this kind has a side")
            game.start.append((field, entity, _side_names(game).find(side)))
        _read_start(kind, entity, row, game, names)


def _read_start(kind: int, entity: int, row: Reader, game: Game, names: dict[str, Names]) -> None:
    start = row.opt("start")
    if start is None:
        return
    at = start.opt("at")
    if at is not None:
        field = game.built_in(kind, "at")
        if field < 0:
            raise at.fail("an instance of this kind cannot stand on a place")
        game.start.append((field, entity, names["place"].find(at)))
    point = start.opt("point")
    if point is not None:
        field = game.built_in(kind, "at")
        if field < 0 or not is_table(game.map):
            raise point.fail("an instance of this kind cannot stand on a point")
        game.start.append((field, entity, _const(point, PLACE, game)))
    fields = start.opt("fields")
    for id, value in fields.pairs() if fields else ():
        found = game.field_index.get((kind, id))
        if found is None or game.fields[found].is_constant:
            raise value.fail(f"`{game.kinds[kind].id}` has no state `{id}`")
        game.start.append((found, entity, _const(value, game.fields[found].type, game)))


def _read_stats(kind: int, item: Reader, game: Game) -> None:
    root = game.kinds[game.kinds[kind].root]
    by_model: dict[int, list[int]] = {}
    for field, entity, value in game.start:
        if field == game.built_in(kind, "model"):
            by_model.setdefault(value, []).append(entity)
    for model in item.listed("models"):
        id, stats = model.at("id").text(), model.opt("stats")
        for name, value in stats.pairs() if stats else ():
            found = game.field_index.get((kind, name))
            if found is None or game.fields[found].role != "stat":
                raise value.fail(f"`{game.kinds[kind].id}` has no stat `{name}`")
            index, const = root.models.index(id), _const(value, game.fields[found].type, game)
            game.model_stats.setdefault(found, [None] * len(root.models))[index] = const
            for entity in by_model.get(index, ()):
                game.stats.append((found, entity, const))


def _const(reader: Reader, type: Type, game: Game) -> Any:
    """A constant, written as values are in the protocol."""
    try:
        return read_value(game, reader.value, type)
    except InputError as error:
        raise reader.fail(str(error)) from None
