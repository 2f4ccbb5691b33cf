"""The schemas of expressions, instructions and the other code arrays, made from the table of operators.

An array of code is told from others by its first member, so each operator becomes one `if`/`then`: a checker looks at
the arguments of the operator that is meant, and never at ninety alternatives. The operators of large tables are first
told apart by their groups, which makes checkers several times as fast.
"""

from collections.abc import Mapping
from typing import Any

from tankdsl.bounds import LONGEST_CODE, LONGEST_ID
from tankdsl.ir.marks import CITE_PATTERN, ID_PATTERN, INT32_HIGH, INT32_LOW
from tankdsl.ir.operators import DIRECTION_NAMES, FORMS, IDS, TABLES, Argument, Operator, Sort

Json = dict[str, Any]

INT32: Json = {"type": "integer", "minimum": INT32_LOW, "maximum": INT32_HIGH}
SLOT: Json = {"type": "integer", "minimum": 0, "maximum": 9_999}
NO_TEXT: Json = {"const": ""}


def ref(name: str) -> Json:
    """A reference to a definition of the same schema."""
    return {"$ref": f"#/$defs/{name}"}


def _list(item: Json, least: int = 0) -> Json:
    return {"type": "array", "items": item, **({"minItems": least} if least else {})}


ARGUMENTS: Mapping[Sort, Json] = {
    **dict.fromkeys(IDS, ref("Id")),
    Sort.EXPR: ref("Expression"),
    Sort.EXPRS: _list(ref("Expression")),
    Sort.SLOT: SLOT,
    Sort.BIND: SLOT,
    Sort.SLOTS: _list(SLOT),
    Sort.FLAG: {"type": "boolean"},
    Sort.NUMBER: {"type": "integer", "minimum": 1, "maximum": INT32_HIGH},
    Sort.PC: {"type": "integer", "minimum": 0, "maximum": LONGEST_CODE},
    Sort.PERIOD: ref("Id"),
    Sort.ROWS: _list(ref("Row")),
    Sort.PICKS: _list(ref("Pick"), 1),
    Sort.SHOWN: _list(ref("Shown")),
    Sort.TYPE: ref("Type"),
    Sort.PILE: ref("PileName"),
    Sort.ASKS: _list(ref("Ask")),
    Sort.PLAY: ref("PlayLoop"),
    Sort.LABEL: {"anyOf": [ref("Id"), NO_TEXT]},
    Sort.CITES: ref("Cites"),
    Sort.DIRECTION: {"enum": list(DIRECTION_NAMES)},
}


CODE = {"pile": "PileName"}
"""Names of definitions that are not the name of the table, since a record has it."""


def code_definitions() -> dict[str, Json]:
    """The definitions that the placeholders in the schemas of the models stand for, by name."""
    definitions: dict[str, Json] = {}
    for kind, table in TABLES.items():
        definitions |= _table(CODE.get(kind, kind.capitalize()), kind, table)
    return {
        "Id": {"type": "string", "pattern": ID_PATTERN, "minLength": 1, "maxLength": LONGEST_ID},
        "Cite": {"type": "string", "pattern": CITE_PATTERN, "minLength": 1, "maxLength": LONGEST_ID},
        "Cites": {"type": "array", "items": ref("Cite"), "uniqueItems": True},
        **definitions,
        "Expression": _expression(definitions["Expression"]),
        **{name.capitalize(): _form(arguments) for name, arguments in FORMS.items()},
        "Const": _const(),
    }


def _expression(operation: Json) -> Json:
    return {
        "description": "A value that is computed: a number, true or false, or an operator with its arguments.",
        "if": {"type": "array"},
        "then": operation,
        "else": {"anyOf": [INT32, {"type": "boolean"}]},
    }


def _table(name: str, kind: str, table: Mapping[str, Operator]) -> dict[str, Json]:
    """The definition of a table, and those of its groups when there are several."""
    groups: dict[str, list[Operator]] = {}
    for operator in table.values():
        groups.setdefault(operator.group, []).append(operator)
    head: Json = {
        "description": f"{'An' if kind[0] in 'aeiou' else 'A'} {kind}: an operator with its arguments.",
        "type": "array",
        "minItems": 1,
        "prefixItems": [{"enum": list(table)}],
    }
    if len(groups) == 1:
        return {name: {**head, "allOf": [_operator(operator) for operator in table.values()]}}
    parts = {f"{name}{group.title().replace(' ', '')}": operators for group, operators in groups.items()}
    definitions = {part: {"allOf": [_operator(operator) for operator in parts[part]]} for part in parts}
    choice = [_when([operator.name for operator in operators], ref(part)) for part, operators in parts.items()]
    return {name: {**head, "allOf": choice}, **definitions}


def _when(names: list[str], then: Json) -> Json:
    """What holds for arrays that begin with one of these names."""
    return {"if": {"type": "array", "prefixItems": [{"enum": names} if len(names) > 1 else {"const": names[0]}]}, "then": then}


def _operator(operator: Operator) -> Json:
    arguments = [_argument(argument) for argument in operator.fixed]
    then: Json = {
        "description": f"{operator.usage} {operator.meaning}",
        "prefixItems": [{"const": operator.name}, *arguments],
        "items": _argument(operator.rest) if operator.rest else False,
    }
    if operator.least:
        then["minItems"] = operator.least + 1
    return _when([operator.name], then)


def _argument(argument: Argument) -> Json:
    return {"enum": list(argument.words)} if argument.sort is Sort.WORD else ARGUMENTS[argument.sort]


def _form(arguments: tuple[Argument, ...]) -> Json:
    return {
        "type": "array",
        "prefixItems": [_argument(argument) for argument in arguments],
        "items": False,
        "minItems": len(arguments),
    }


def _const() -> Json:
    absent: Json = {
        "type": "object", "properties": {"absent": {"const": True}}, "required": ["absent"], "additionalProperties": False,
    }  # fmt: skip
    name = {"type": "string", "pattern": "^[A-Za-z0-9_][A-Za-z0-9_./@-]*$", "maxLength": LONGEST_ID}
    return {
        "description": "A value as data. Absence is an object, since this format has no null.",
        "anyOf": [INT32, {"type": "boolean"}, name, _list(ref("Const")), absent],
    }
