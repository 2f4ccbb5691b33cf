"""The options of a game as they are written on a command line: `victory_points=on`."""

from __future__ import annotations

from typing import Any

from tankdsl.diagnostics import Diagnostic, did_you_mean, quoted
from tankdsl.diagnostics.registry import compiled, usage

SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def read_options(written: tuple[str, ...], options: list[dict[str, Any]]) -> dict[str, Any] | Diagnostic:
    """The values of options by id, from `ID=VALUE`; `options` are those of the document. Or what is wrong."""
    known = {str(option["id"]): option for option in options}
    found: dict[str, Any] = {}
    for text in written:
        id, equals, value = text.partition("=")
        if not equals:
            return usage.USAGE_NOT_UNDERSTOOD.at(None, f"expected `NAME=VALUE` after `--option`, found `{text}`")
        if id not in known:
            there = quoted(known, "and") or "none"
            return usage.UNKNOWN_CHOICE.at(None, f"this game has no option `{id}`; it has {there}", help=did_you_mean(id, known))
        read = _value(known[id], value)
        if read is None:
            return compiled.OPTION_REFUSED.at(None, f"the option `{id}` cannot be `{value}`; it can be {_possible(known[id])}")
        found[id] = read
    return found


def refused(message: str) -> Diagnostic:
    """What the engine has against the options together."""
    return compiled.OPTION_REFUSED.at(None, message)


def _value(option: dict[str, Any], text: str) -> Any:
    match option["sort"]:
        case "switch":
            return SWITCH.get(text.lower())
        case "setting":
            is_number = text.removeprefix("-").isdecimal() and len(text) <= 11
            return int(text) if is_number and option["min"] <= int(text) <= option["max"] else None
    return text if text in option["values"] else None


def _possible(option: dict[str, Any]) -> str:
    match option["sort"]:
        case "switch":
            return "`on` or `off`"
        case "setting":
            return f"a number from {option['min']} to {option['max']}"
    return quoted(option["values"])
