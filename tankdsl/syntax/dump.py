"""The tree of a file as compact text, for tests and for people: `(Binary + (Name a) (Int 1 hex))`.

Places are left out, and so are fields that are empty (`None`, `False`, `()`, `""`). What remains is written in the order
of the fields; the name of a field stands before its value if a field in front of it was left out.
"""

from __future__ import annotations

import json
from typing import Any

from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.node import fields_of


def dump(value: Any) -> str:
    """A node, or any value inside of a tree, as one line of text. Equal texts mean equal trees, places aside."""
    match value:
        case ast.Cite():
            return "@" + "..".join(dict.fromkeys((value.ids()[0], value.ids()[-1])))
        case ast.Ident(text=text) | ast.TypeName(name=text):
            return text
        case ast.Text(value=text):
            return json.dumps(text, ensure_ascii=False)
        case ast.RawRows(lines=lines):
            return "(RawRows" + "".join(" " + json.dumps(line, ensure_ascii=False) for _, line in lines) + ")"
        case ast.Node():
            inside = " ".join(_fields(value))
            return f"({type(value).__name__} {inside})" if inside else f"({type(value).__name__})"
        case tuple():
            return "[" + " ".join(dump(item) for item in value) + "]"
        case bool():
            return "yes" if value else "no"
        case str() if " " in value or "\n" in value:
            return json.dumps(value, ensure_ascii=False)
    return str(value)


def dump_module(module: ast.Module) -> str:
    """The declarations of a file, one on a line."""
    return "".join(dump(declaration) + "\n" for declaration in module.declarations)


def _fields(node: ast.Node) -> list[str]:
    parts: list[str] = []
    named = False
    for name, value in fields_of(node):
        if isinstance(value, Span) or (isinstance(value, tuple) and value and isinstance(value[0], Span)):
            continue
        if value is None or value is False or value in ((), ""):
            named = True
            continue
        parts.append(f"{name}={dump(value)}" if named else dump(value))
    return parts
