"""The JSON schemas (2020-12) of everything that tankdsl writes, made from the models and the table of operators.

`python -m tankdsl.emit.schema schemas/` writes them again; a test compares them with the models byte by byte. What
pydantic makes of the models is brought into a form that does not depend on its version: no titles, keywords in one
order, and common parts (ids, types, lists of rules) as definitions.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tankdsl.emit.codeschema import code_definitions, ref
from tankdsl.ir.marks import CITE_PATTERN, CODE_HERE, ID_PATTERN

Json = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
KEYWORDS = (
    "$schema", "$id", "title", "$ref", "description", "type", "const", "enum", "pattern", "minLength", "maxLength",
    "minimum", "maximum", "anyOf", "if", "then", "else", "properties", "propertyNames", "required",
    "additionalProperties", "minItems", "maxItems", "uniqueItems", "prefixItems", "items", "allOf", "$defs",
)  # fmt: skip
"""The order of keywords in the files. pydantic uses no others for these models."""

SHARED = ("Id", "Cite", "Cites", "Type")
"""Definitions that stand wherever the models say the same."""


def schemas() -> dict[str, bytes]:
    """Every schema by the name of its file."""
    found = {f"{name}.schema.json": _bytes(schema_of(name)) for name in _models()}
    return {**found, "diagnostics.schema.json": _bytes(_diagnostics())}


def schema_of(name: str) -> Json:
    """The schema of `scenario`, `campaign`, `ruleset`, `record`, `request`, `input` or `sourcemap`; `KeyError` for other names."""
    from tankdsl.ir.models import adapter

    model, title = _models()[name]
    raw = adapter(model).json_schema()
    definitions = {**_plain_definitions(), **raw.pop("$defs", {})}
    return _finished(name, title, raw, definitions)


def _models() -> Mapping[str, tuple[Any, str]]:
    from tankdsl.ir import models

    return {
        "scenario": (models.ScenarioDocument, "A compiled scenario"),
        "campaign": (models.CampaignDocument, "A compiled campaign"),
        "ruleset": (models.RulesetDocument, "A compiled rule set"),
        "record": (models.Record, "The record of a game"),
        "request": (models.Request, "A request of an engine"),
        "input": (models.Input, "An input to an engine"),
        "sourcemap": (models.SourceMapFile, "A source map"),
    }


def _plain_definitions() -> dict[str, Json]:
    """Types and the play loop, which code refers to even where no model does, and the code itself."""
    from tankdsl.ir.models import adapter
    from tankdsl.ir.models.code import PlayLoop
    from tankdsl.ir.models.types import Type

    types = adapter(Type).json_schema()
    loop = adapter(PlayLoop).json_schema()
    inner = {**types.pop("$defs"), **loop.pop("$defs", {})}
    return {**code_definitions(), **inner, "Type": types, "PlayLoop": loop}


def _finished(name: str, title: str, raw: Json, definitions: dict[str, Json]) -> Json:
    shared = definitions.get("Type", {}).get("anyOf")
    cleaned = {key: _clean(value, shared, top=key in SHARED) for key, value in definitions.items()}
    root = _clean(raw, shared, top=True)
    head = {"$schema": DIALECT, "$id": f"urn:tankdsl:1:{name}", "title": title}
    used = _reachable(root, cleaned)
    body = {**head, **root}
    if used:
        body["$defs"] = {key: cleaned[key] for key in sorted(used)}
    ordered: Json = _in_order(body)
    return ordered


def _clean(schema: Any, type_options: Any, *, top: bool = False) -> Any:
    """A schema of pydantic without titles, with placeholders and common parts turned into references."""
    if isinstance(schema, list):
        return [_clean(item, type_options) for item in schema]
    if not isinstance(schema, dict):
        return schema
    rest = {key: value for key, value in schema.items() if key != "title" or not isinstance(value, str)}
    if "patternProperties" in rest:
        rest = _closed_keys(rest)
    name = _shared_name(rest, type_options)
    if name is not None and not top:
        kept = {"description": rest["description"]} if "description" in rest else {}
        return {**ref(name), **kept}
    if rest.get("minItems") == 0:
        del rest["minItems"]
    return {key: _clean_keyword(key, value, type_options) for key, value in rest.items()}


def _closed_keys(schema: Json) -> Json:
    """An object whose keys are data: pydantic lets keys of another form through, here they are refused."""
    rest = dict(schema)
    ((pattern, value),) = rest.pop("patternProperties").items()
    return {**rest, "propertyNames": {"type": "string", **rest["propertyNames"], "pattern": pattern}, "additionalProperties": value}


def _clean_keyword(key: str, value: Any, type_options: Any) -> Any:
    if key in ("properties", "$defs"):
        return {name: _clean(inner, type_options) for name, inner in value.items()}
    return value if key in ("const", "enum", "required") else _clean(value, type_options)


def _shared_name(schema: Json, type_options: Any) -> str | None:
    """The definition that says the same as a schema."""
    if CODE_HERE in schema:
        return str(schema[CODE_HERE])
    if schema.get("pattern") == ID_PATTERN:
        return "Id"
    if schema.get("pattern") == CITE_PATTERN:
        return "Cite"
    items = schema.get("items")
    if isinstance(items, dict) and items.get("pattern") == CITE_PATTERN:
        return "Cites"
    return "Type" if type_options and schema.get("anyOf") == type_options else None


def _reachable(root: Json, definitions: Mapping[str, Json]) -> set[str]:
    found: set[str] = set()
    todo: list[Any] = [root]
    while todo:
        node = todo.pop()
        if isinstance(node, dict):
            name = str(node.get("$ref", "")).removeprefix("#/$defs/")
            if name in definitions and name not in found:
                found.add(name)
                todo.append(definitions[name])
            todo += node.values()
        elif isinstance(node, list):
            todo += node
    return found


def _in_order(schema: Any) -> Any:
    """The same schema with its keywords in the order of `KEYWORDS`."""
    if isinstance(schema, list):
        return [_in_order(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {}
    for key in sorted(schema, key=KEYWORDS.index):
        value = schema[key]
        named = key in ("properties", "$defs")
        found[key] = {name: _in_order(inner) for name, inner in value.items()} if named else _in_order(value)
    return found


def _bytes(schema: Json) -> bytes:
    return (json.dumps(schema, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def _diagnostics() -> Json:
    """The output of `--format json`, which has no model: its renderer writes it key by key."""
    text: Json = {"type": "string"}
    count: Json = {"type": "integer", "minimum": 0}
    place = _record(line={"type": "integer", "minimum": 1}, column={"type": "integer", "minimum": 1}, offset=count)
    span: Json = {"file": text, "start": ref("Place"), "end": ref("Place")}
    edit = _record(**span, replacement=text)
    fix = _record(title=text, safety={"enum": ["safe", "unsafe", "display"]}, edits={"type": "array", "items": edit})
    none: Json = {"type": "null"}
    finding = _record(
        code={"type": "string", "pattern": "^TK[0-9]{4}$"},
        name={"type": "string", "pattern": "^[a-z0-9-]+$"},
        level={"enum": ["error", "warning", "info"]},
        headline=text,
        page=text,
        primary={"anyOf": [ref("Label"), none]},
        secondary={"type": "array", "items": ref("Label")},
        notes={"type": "array", "items": text},
        help={"type": "array", "items": text},
        fix={"anyOf": [ref("Fix"), none]},
        count={"type": "integer", "minimum": 1},
        also={"type": "array", "items": ref("Span")},
    )
    body = _record(
        format={"const": 1},
        diagnostics={"type": "array", "items": finding},
        summary=_record(errors=count, warnings=count, infos=count),
    )
    definitions = {"Fix": fix, "Label": _record(**span, text=text), "Place": place, "Span": _record(**span)}
    head = {"$schema": DIALECT, "$id": "urn:tankdsl:1:diagnostics", "title": "The findings of a check"}
    ordered: Json = _in_order({**head, **body, "$defs": definitions})
    return ordered


def _record(**keys: Json) -> Json:
    return {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}


def main(arguments: list[str]) -> int | str:
    """Write all schemas into a folder: `python -m tankdsl.emit.schema schemas/`. Gives 0, or what went wrong."""
    from tankdsl.emit.write import NotWritten, write_files

    if len(arguments) != 1:
        return "usage: python -m tankdsl.emit.schema FOLDER"
    result = write_files(Path(arguments[0]), schemas(), lambda head: DIALECT.encode() in head)
    return f"{result.path}: {result.message}" if isinstance(result, NotWritten) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
