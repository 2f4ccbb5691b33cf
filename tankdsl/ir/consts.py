"""Whether a constant is a value of a type."""

from typing import Any

from tankdsl.ir.names import Names
from tankdsl.ir.show import show


def const_problem(value: Any, type: Any, names: Names) -> str | None:
    """Why a constant of right shape is no value of a type; nothing when it is one."""
    if isinstance(type, str):
        return _plain(value, type, names)
    ((form, inner),) = type.items()
    match form:
        case "optional":
            return None if value == {"absent": True} else const_problem(value, inner, names)
        case "set":
            return _all(value, inner, names)
        case "int":
            if _is_int(value) and inner[0] <= value <= inner[1]:
                return None
            return f"expected a whole number from {inner[0]} to {inner[1]}, found {show(value)}"
        case "measure":
            return _plain(value, "int", names)
        case "enum":
            enum = names.find("enum", inner)
            known = enum is not None and isinstance(value, str) and value in enum["members"]
            return None if known else f"expected a member of the enum `{inner}`, found {show(value)}"
        case "kind":
            known = isinstance(value, str) and names.instance_of(inner, value) is not None
            return None if known else f"expected an instance of `{inner}`, found {show(value)}"
    known = isinstance(value, str) and names.model_of(inner, value) is not None
    return None if known else f"expected a model of `{inner}`, found {show(value)}"


def _plain(value: Any, type: str, names: Names) -> str | None:
    match type:
        case "int":
            return None if _is_int(value) else f"expected a whole number, found {show(value)}"
        case "bool":
            return None if isinstance(value, bool) else f"expected true or false, found {show(value)}"
        case "path":
            return _all(value, "place", names)
        case "pool":
            return "a pool of dice cannot be constant"
        case "direction" if isinstance(value, list):
            is_vector = len(value) == 2 and all(_is_int(number) for number in value) and value != [0, 0]
            return None if is_vector else f"expected a direction `[dx, dy]`, found {show(value)}"
        case "place" if isinstance(value, list):
            is_point = len(value) == 2 and all(_is_int(number) and number >= 0 for number in value)
            return None if is_point else f"expected a point `[x, y]`, found {show(value)}"
    known = isinstance(value, str) and names.has(type, value)
    return None if known else f"expected a {type}, found {show(value)}"


def _all(value: Any, member: Any, names: Names) -> str | None:
    if not isinstance(value, list):
        return f"expected a list, found {show(value)}"
    return next((problem for item in value if (problem := const_problem(item, member, names))), None)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
