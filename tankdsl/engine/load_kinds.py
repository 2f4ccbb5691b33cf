"""Loading the content layer, first half: enums, kinds with their models and instances, sides.

Only names and plain data are read here. Expressions inside the content (defaults, bounds, visibility) need
every name of the document, so they are read later, by `load_content.read_expressions`.
"""

from tankdsl.engine.content import Enum, Field, Kind, Lifetime
from tankdsl.engine.errors import GameError
from tankdsl.engine.model import Game
from tankdsl.engine.symbols import Names, Reader
from tankdsl.engine.types import BOOL, DIRECTION, INT, PATH, PLACE, POOL, TEXT, Type, set_of

PLACED = ("unit", "marker", "checkpoint", "thing")
"""Categories of kinds whose instances can stand on a place."""
REMOVABLE = (*PLACED, "part", "card")
"""Categories of kinds whose instances can be removed from the game."""
CATEGORIES = (*REMOVABLE, "side", "terrain", "mission", "area", "game")
_PLAIN = {
    "int": INT, "bool": BOOL, "text": TEXT, "place": PLACE, "direction": DIRECTION, "pool": POOL, "path": PATH,
}  # fmt: skip
_DEEPEST_TYPE = 8


def read_names(content: Reader, names: dict[str, Names]) -> None:
    """Declare the ids of everything in the content that may be mentioned before it is read."""
    for space, key in (("enum", "enums"), ("kind", "kinds"), ("option", "options"), ("pile", "piles")):
        for item in content.listed(key):
            names[space].add(item.at("id"))


def read_enums(content: Reader, game: Game) -> None:
    """The enums of the document."""
    for item in content.listed("enums"):
        members = Names("member")
        for member in item.at("members").items():
            members.add(member)
        shown = item.opt("names")
        texts = {key: text.text() for key, text in shown.pairs()} if shown else {}
        game.enums.append(Enum(item.at("id").text(), tuple(members.index), texts))


def read_type(reader: Reader, game: Game, names: dict[str, Names], depth: int = 0) -> Type:
    """A type of the compiled form."""
    if isinstance(reader.value, str):
        if reader.value not in _PLAIN:
            raise reader.fail(f"there is no type `{reader.value}`")
        return _PLAIN[reader.value]
    entries = list(reader.pairs())
    if len(entries) != 1 or depth > _DEEPEST_TYPE:
        raise reader.fail("expected a type")
    form, inner = entries[0]
    if form == "int":
        bounds = [item.number() for item in inner.items()]
        if len(bounds) != 2:
            raise inner.fail("expected the least and the greatest value")
        return Type("int", low=bounds[0], high=bounds[1])
    if form == "enum":
        return Type("enum", names["enum"].find(inner))
    if form in ("kind", "model"):
        return Type(form, game.kinds[names["kind"].find(inner)].root)
    if form == "measure":
        inner.text()
        return INT
    if form == "set":
        return set_of(read_type(inner, game, names, depth + 1))
    if form == "optional":
        return read_type(inner, game, names, depth + 1).as_optional()
    raise reader.fail(f"there is no type `{form}`")


def read_kinds(content: Reader, game: Game, names: dict[str, Names]) -> None:
    """Kinds as a forest; models and instances are collected at the roots."""
    items = content.at("kinds").items()
    for i, item in enumerate(items):
        category = item.at("category").text()
        if category not in CATEGORIES:
            raise item.at("category").fail(f"there is no category `{category}`")
        parent = item.opt("parent")
        game.kinds.append(Kind(item.at("id").text(), i, category, names["kind"].find(parent) if parent else None, i))
    for kind, item in zip(game.kinds, items, strict=True):
        kind.root = _root_of(kind, game, item)
    for kind in game.kinds:
        if kind.root == kind.index:
            _read_tree(kind, [(k, i) for k, i in zip(game.kinds, items, strict=True) if k.root == kind.index], game)


def _root_of(kind: Kind, game: Game, item: Reader) -> int:
    seen = [kind.index]
    while (parent := game.kinds[seen[-1]].parent) is not None:
        if parent in seen:
            raise item.fail(f"kind `{kind.id}` is its own ancestor")
        seen.append(parent)
    return seen[-1]


def _read_tree(root: Kind, tree: list[tuple[Kind, Reader]], game: Game) -> None:
    """Models and instances of a root kind and its subkinds."""
    models, instances = Names("model"), Names("instance")
    rows: dict[str, tuple[str, Kind, str]] = {}
    model_names: dict[str, str] = {}
    for kind, item in tree:
        for model in item.listed("models"):
            models.add(model.at("id"))
            name = model.opt("name")
            model_names[model.at("id").text()] = name.text() if name else ""
        for row in item.listed("instances"):
            instances.add(row.at("id"))
            name = row.opt("name")
            rows[row.at("id").text()] = (row.at("id").text(), kind, name.text() if name else "")
    root.models = tuple(sorted(models.index))
    root.model_names = tuple(model_names[id] for id in root.models)
    ordered = [rows[id] for id in sorted(rows)]
    root.instances = tuple(id for id, _, _ in ordered)
    root.names = tuple(name for _, _, name in ordered)
    root.entity_kinds = tuple(kind.index for _, kind, _ in ordered)
    for kind, _ in tree:
        kind.members = tuple(e for e, (_, owner, _) in enumerate(ordered) if _is_within(owner, kind, game))


def _is_within(kind: Kind, ancestor: Kind, game: Game) -> bool:
    here: int | None = kind.index
    while here is not None:
        if here == ancestor.index:
            return True
        here = game.kinds[here].parent
    return False


def read_sides(content: Reader, game: Game, names: dict[str, Names]) -> None:
    """The sides: instances of the kind `Side`, and their order in the rule set."""
    kind = game.kinds[names["kind"].index["Side"]] if "Side" in names["kind"].index else None
    if kind is None or kind.category != "side":
        raise content.at("kinds").fail("the kind `Side` of category `side` is missing")
    game.side_ids = kind.instances
    order = []
    for item in content.at("sides").items():
        if item.text() not in kind.instances:
            raise item.fail(f"there is no side `{item.text()}`")
        order.append(kind.instances.index(item.text()))
    if sorted(order) != list(range(len(kind.instances))):
        raise content.at("sides").fail("every side must be listed once")
    game.sides = tuple(order)


def read_fields(content: Reader, game: Game, names: dict[str, Names]) -> None:
    """Fields of all kinds, built-in ones first; the expressions in them are read later."""
    items = content.at("kinds").items()
    for kind in game.kinds:
        if kind.root == kind.index:
            has_side = kind.id == "Side" or any(
                row.has("side")
                for k, i in zip(game.kinds, items, strict=True)
                if k.root == kind.index
                for row in i.listed("instances") + i.listed("models")
            )
            _add_built_ins(kind, game, names, has_side)
    for kind, item in zip(game.kinds, items, strict=True):
        for row in item.listed("fields"):
            _add_field(kind, row, game, names)


def _add_built_ins(kind: Kind, game: Game, names: dict[str, Names], has_side: bool) -> None:
    built: list[tuple[str, Type]] = [("model", Type("model", kind.index))]
    if kind.category in PLACED:
        built.append(("at", PLACE.as_optional()))
    if kind.category in REMOVABLE:
        built.append(("removed", BOOL))
    if has_side:
        side = Type("kind", names["kind"].index["Side"])
        built.append(("side", side.as_optional()))
    for id, type in built:
        _declare(Field(len(game.fields), id, kind.index, kind.index, "built_in", type), game)


def _add_field(kind: Kind, row: Reader, game: Game, names: dict[str, Names]) -> None:
    id, role = row.at("id").text(), row.at("role").text()
    if role not in ("stat", "state", "track"):
        raise row.at("role").fail(f"expected `stat`, `state` or `track`, found `{role}`")
    if (kind.index, id) in game.field_index:
        raise row.at("id").fail(f"kind `{kind.id}` has two fields `{id}`")
    field = Field(len(game.fields), id, kind.index, kind.root, role, read_type(row.at("type"), game, names))
    name, lifetime = row.opt("name"), row.opt("lifetime")
    field.name = name.text() if name else ""
    if lifetime:
        field.lifetime = _lifetime(lifetime, names)
    try:
        _declare(field, game)
    except GameError as error:
        raise row.at("id").fail(error.message) from error


def _lifetime(reader: Reader, names: dict[str, Names]) -> Lifetime:
    edge, own, nth = reader.at("edge").text(), reader.opt("own"), reader.opt("nth")
    if edge not in ("start", "end"):
        raise reader.at("edge").fail(f"expected `start` or `end`, found `{edge}`")
    return Lifetime(
        edge == "start",
        names["scope"].find(reader.at("scope")),
        own.flag() if own else False,
        nth.number(1, 1000) if nth else 1,
    )


def _declare(field: Field, game: Game) -> None:
    """Make a field known by name in its kind and all kinds below."""
    for kind in game.kinds:
        if _is_within(kind, game.kinds[field.kind], game):
            if (kind.index, field.id) in game.field_index:
                raise GameError("", f"kind `{kind.id}` has two fields `{field.id}`")
            game.field_index[kind.index, field.id] = field.index
    game.fields.append(field)
