"""The one spelling of every file: the same value gives the same bytes, on any machine, in any order of its keys.

Made to be read and compared by people: keys of records in the order of the model, keys that are data sorted by code
point, two blanks for each level, and one line for each expression, instruction, row, constant and small record. UTF-8
without escapes that JSON does not ask for, LF, a line end behind the last line. What the format does not hold
(fractions, null, halves of surrogate pairs) cannot be written.

Hashes are not taken over these bytes but over the shorter `hash_form`, which is easier to follow elsewhere.
"""

import json
from typing import Any

from tankdsl.ir.hashing import game_hash, hash_form
from tankdsl.ir.marks import DEEPEST
from tankdsl.ir.models.code import PlayLoop
from tankdsl.ir.models.document import FORMAT
from tankdsl.ir.models.record import RECORD_FORMAT, Record
from tankdsl.ir.models.sourcemap import MAP_FORMAT, SourceMapFile
from tankdsl.ir.paths import Trail, render
from tankdsl.ir.shape import Choice, Here, Listing, Mapping, RecordShape, Shape, shape_of
from tankdsl.ir.validate import document_model

__all__ = ["CanonicalError", "canonical_bytes", "finish_document", "game_hash", "hash_form"]

INDENT = "  "


class CanonicalError(ValueError):
    """A value that no file of the format can hold: a fault of the program that made it, with the path of the value."""


def canonical_bytes(value: Any, model: Any = None) -> bytes:
    """The bytes of the file that holds a value. The model follows from the key `format` unless it is given.

    Keys that the model does not know come last, in order of code points. Raises `CanonicalError`.
    """
    _refuse_impossible(value)
    shape = None if model is None and (model := _model_of(value)) is None else shape_of(model)
    return (_written(_ordered(value, shape), shape, "") + "\n").encode("utf-8")


def finish_document(document: dict[str, Any]) -> dict[str, Any]:
    """A lowered document with its last key, `game`: the hash of everything else. Nothing else changes."""
    return {**document, "game": game_hash(document)}


def _model_of(value: Any) -> Any:
    match value:
        case {"format": str(format)} if format == FORMAT:
            return document_model(value)
        case {"format": str(format)} if format == RECORD_FORMAT:
            return Record
        case {"format": str(format)} if format == MAP_FORMAT:
            return SourceMapFile
    return None


def _ordered(value: Any, shape: Shape | None) -> Any:
    """The same value with the keys of every object in their order."""
    if isinstance(value, dict):
        record = shape_of(PlayLoop) if isinstance(shape, Here) else _chosen(shape, value)
        known = list(record.keys) if isinstance(record, RecordShape) else []
        keys = [key for key in known if key in value] + sorted(key for key in value if key not in known)
        return {key: _ordered(value[key], _inner(record, key)) for key in keys}
    if isinstance(value, list):
        member = shape.member if isinstance(shape, Listing) else shape if isinstance(shape, Here) else None
        return [_ordered(item, member) for item in value]
    return value


def _chosen(shape: Shape | None, value: Any) -> Shape | None:
    """The shape that a value means to be, of those it might be."""
    if not isinstance(shape, Choice):
        return shape
    if isinstance(value, dict):
        return shape.record_for(value)
    return shape.plain_for(value) if shape.plain else None


def _inner(shape: Shape | None, key: str) -> Shape | None:
    match shape:
        case RecordShape() if key in shape.keys:
            return shape.keys[key].shape
        case Mapping(_, inner):
            return inner
    return None


def _written(value: Any, shape: Shape | None, indent: str) -> str:
    shape = _chosen(shape, value)
    if not value or _is_one_line(value, shape):
        return _inline(value)
    deeper = indent + INDENT
    if isinstance(value, dict):
        lines = [f"{_inline(key)}: {_written(item, _inner(shape, key), deeper)}" for key, item in value.items()]
        opening, closing = "{}"
    else:
        member = shape.member if isinstance(shape, Listing) else None
        lines = [_written(item, member, deeper) for item in value]
        opening, closing = "[]"
    between = ",\n" + deeper
    return f"{opening}\n{deeper}{between.join(lines)}\n{indent}{closing}"


def _is_one_line(value: Any, shape: Shape | None) -> bool:
    match shape:
        case _ if not isinstance(value, (dict, list)):
            return True
        case RecordShape():
            return shape.one_line
        case Mapping(_, inner):
            return isinstance(inner, Here)
        case Listing(member, _):
            return not isinstance(member, (Here, RecordShape, Choice))
        case None:
            return isinstance(value, list) and not any(isinstance(item, dict) for item in value)
    return True


def _inline(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)


def _refuse_impossible(root: Any) -> None:
    """Raise for the first thing that JSON of this format does not hold."""
    todo: list[tuple[Any, Trail | None, int]] = [(root, None, 0)]
    while todo:
        value, trail, depth = todo.pop()
        problem = _impossible(value, depth)
        if problem:
            raise CanonicalError(f"{render(root, trail.steps() if trail else [])}: {problem}")
        if isinstance(value, dict):
            todo += [(item, Trail(trail, key), depth + 1) for key, item in value.items()]
        elif isinstance(value, list):
            todo += [(item, Trail(trail, index), depth + 1) for index, item in enumerate(value)]


def _impossible(value: Any, depth: int) -> str | None:
    if depth > DEEPEST:
        return f"nested deeper than {DEEPEST} levels"
    match value:
        case bool() | int():
            return None
        case str():
            return None if _is_text(value) else "half of a surrogate pair"
        case list():
            return None
        case dict():
            return None if all(isinstance(key, str) and _is_text(key) for key in value) else "a key that is no text"
    return f"a {type(value).__name__} is no value of this format"


def _is_text(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)
