"""Values at run time as the ids that people and programs use in requests and inputs, and back."""

from typing import Any

from tankdsl.engine.errors import InputError
from tankdsl.engine.model import Game
from tankdsl.engine.plain import ABSENT
from tankdsl.engine.tabletop import is_table
from tankdsl.engine.types import INT32_HIGH, INT32_LOW, PLACE, Type
from tankdsl.engine.values import die_values
from tankdsl.ground.hexes import DIRECTION_NAMES, Orientation
from tankdsl.ground.table_arcs import reduced


def show_value(game: Game, value: Any, type: Type) -> Any:
    """A value as JSON: instances, places, members, ... by their ids."""
    if value is None:
        return dict(ABSENT)
    match type.base:
        case "set":
            return [show_value(game, member, type.of or Type("int")) for member in value]
        case "path":
            return [show_value(game, place, PLACE) for place in value]
        case "pool":
            return die_values(value)
        case "int" | "bool" | "text":
            return value
        case "place" | "direction" if is_table(game.map):
            return list(value)
    return _table(game, type)[value]


def _table(game: Game, type: Type) -> tuple[str, ...]:
    """The ids of the values of a type that are numbered."""
    match type.base:
        case "place":
            return game.map.ids if game.map else ()
        case "direction":
            return DIRECTION_NAMES[Orientation(game.map.orientation)] if game.map else ()
        case "enum":
            return game.enums[type.index].members
        case "kind":
            return game.kinds[type.index].instances
        case "model":
            return game.kinds[type.index].models
    return ()


def read_value(game: Game, value: Any, type: Type) -> Any:
    """A value from JSON. Raises InputError when it is none of this type."""
    if value == ABSENT:
        return None
    if type.base in ("set", "path"):
        if not isinstance(value, list):
            raise InputError(f"expected a list, found {value!r}")
        inner = PLACE if type.base == "path" else type.of or Type("int")
        return tuple(read_value(game, member, inner) for member in value)
    if type.base == "place" and is_table(game.map):
        return _point(game, value)
    if type.base == "direction" and is_table(game.map):
        if not (isinstance(value, list) and len(value) == 2 and all(_is_number(number) for number in value) and value != [0, 0]):
            raise InputError(f"{value!r} is no direction")
        return reduced((value[0], value[1]))
    if type.base == "bool" and isinstance(value, bool):
        return value
    if type.base == "int" and not isinstance(value, bool) and isinstance(value, int):
        if INT32_LOW <= value <= INT32_HIGH:
            return value
    elif type.base == "text" and isinstance(value, str):
        return value
    elif isinstance(value, str) and type.base not in ("int", "bool"):
        return _find(game, value, type)
    raise InputError(f"`{value}` is no {type.base}")


def _point(game: Game, value: Any) -> tuple[int, int]:
    """A point of the table."""
    found = read_point(game, value)
    if not game.map.has(found):
        raise InputError(f"{value!r} is no point of the table")
    return found


def read_point(game: Game, value: Any) -> tuple[int, int]:
    """A point, on the table or beyond its edges: two numbers, `x,y`, or its name. Raises InputError when it is none."""
    found = tuple(value) if isinstance(value, list) else game.map.names.get(value) if isinstance(value, str) else None
    if isinstance(value, str) and found is None:
        found = tuple(int(part) for part in value.split(",") if part.isdecimal())
    if found is None or len(found) != 2 or not all(_is_number(number) for number in found):
        raise InputError(f"{value!r} is no point of the table")
    return (found[0], found[1])


def _find(game: Game, value: str, type: Type) -> int:
    if type.base == "place" and game.map is not None:
        found = game.map.index.get(value, game.map.names.get(value))
        if found is not None:
            return int(found)
    table = _table(game, type)
    if value not in table:
        raise InputError(f"there is no {_noun(game, type)} `{value}`")
    return table.index(value)


def _noun(game: Game, type: Type) -> str:
    if type.base == "kind":
        return game.kinds[type.index].id
    return f"{game.enums[type.index].id} member" if type.base == "enum" else type.base


def spoken(game: Game, value: Any, type: Type) -> str:
    """A value in words for people: display names where there are any."""
    if value is None:
        return "nothing"
    match type.base:
        case "kind":
            kind = game.kinds[type.index]
            return str(game.text.get(kind.names[value], "") or kind.instances[value])
        case "model":
            kind = game.kinds[type.index]
            return str(game.text.get(kind.model_names[value], "") or kind.models[value])
        case "enum":
            enum = game.enums[type.index]
            member = enum.members[value]
            return str(game.text.get(enum.names.get(member, ""), member))
        case "place" if is_table(game.map):
            return ", ".join(_decimal(number) for number in value)
        case "place":
            return str(game.map.labels[value])
        case "bool":
            return "yes" if value else "no"
        case "text":
            return str(game.text.get(value, value))
        case "set" | "path":
            inner = PLACE if type.base == "path" else type.of or Type("int")
            return ", ".join(spoken(game, member, inner) for member in value) or "nothing"
        case "pool":
            return ", ".join(str(number) for number in die_values(value)) or "no dice"
    return str(show_value(game, value, type))


def _decimal(number: int) -> str:
    """Hundredths as people write them."""
    whole, rest = divmod(number, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else str(whole)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
