"""Reading compiled files that may come from anywhere: damaged, edited by hand, of another version, or hostile.

Every function gives the document or a list of problems, and raises nothing for a bad file. What is looked at, in this
order: size, encoding, nesting, JSON, format and version, kind of document, hash, and the whole of `ir.validate`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from typing import Any, Literal

from tankdsl.ir.hashing import game_hash
from tankdsl.ir.models.sourcemap import SourceMapFile
from tankdsl.ir.parse import parse
from tankdsl.ir.problems import Problem
from tankdsl.ir.shapecheck import check_shape
from tankdsl.ir.show import show
from tankdsl.ir.validate import validate, validate_record

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes."""

VERSION = 1
WHAT = {"tankdsl": "a compiled game", "tankdsl-record": "the record of a game", "tankdsl-map": "a source map"}
"""Names of the formats, and what messages call them."""

Stage = Literal["bytes", "format", "hash", "content"]
"""The steps of reading: a JSON text, of the right format and version, unchanged since it was written, without faults."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What reading gave: a document without problems, or problems and no document."""

    document: dict[str, Any] | None
    problems: tuple[Problem, ...] = ()
    stage: Stage = "content"
    """How far reading came when there are problems."""


def read_document(data: bytes) -> Loaded:
    """A scenario or rule set from the bytes of a file."""
    return _read(data, "tankdsl", validate)


def read_record(data: bytes) -> Loaded:
    """The record of a game from the bytes of a file."""
    return _read(data, "tankdsl-record", validate_record)


def read_sourcemap(data: bytes) -> Loaded:
    """A source map from the bytes of a file."""
    return _read(data, "tankdsl-map", lambda found: check_shape(found, SourceMapFile))


def read_bytes(path: str | PathLike[str]) -> bytes | Problem:
    """The bytes of a file, no more than `LARGEST_FILE`; a problem when it cannot be read."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        return Problem("", f"cannot be read: {error.strerror or type(error).__name__}")
    except ValueError:
        return Problem("", "cannot be read: this is no name of a file")
    return data if len(data) <= LARGEST_FILE else Problem("", _too_large(f"more than {LARGEST_FILE}"))


def _read(data: bytes, format: str, check: Callable[[dict[str, Any]], list[Problem]]) -> Loaded:
    if len(data) > LARGEST_FILE:
        return _failed("bytes", Problem("", _too_large(str(len(data)))))
    if not data.strip():
        return _failed("bytes", Problem("", "the file is empty"))
    value, problems = parse(data)
    if problems:
        return _failed("bytes", *problems)
    problem = _format_problem(value, format)
    if problem is not None:
        return _failed("format", problem)
    if (problem := _hash_problem(value, format)) is not None:
        return _failed("hash", problem)
    problems = check(value)
    return _failed("content", *problems) if problems else Loaded(value)


def _failed(stage: Stage, *problems: Problem) -> Loaded:
    return Loaded(None, problems, stage)


def _too_large(size: str) -> str:
    return f"the file has {size} bytes; at most {LARGEST_FILE} are read"


def _format_problem(value: Any, format: str) -> Problem | None:
    """Whether this is the format that was asked for, in the version that this program knows."""
    own = f"{format}/{VERSION}"
    if not isinstance(value, dict) or not isinstance(value.get("format"), str):
        return Problem("", f"this is not {WHAT[format]}: the key `format` with `{own}` is missing")
    match = re.fullmatch(r"([a-z-]+)/([0-9]{1,6})", value["format"])
    if match is None or match[1] not in WHAT:
        return Problem("/format", f"expected `{own}`, found {show(value['format'])}")
    if match[1] != format:
        return Problem("/format", f"this is {WHAT[match[1]]}; expected {WHAT[format]}")
    if int(match[2]) > VERSION:
        newer = f"`{value['format']}` is newer than `{own}`, which this program reads"
        return Problem("/format", f"{newer}: use a newer version of tankdsl")
    if value["format"] != own:
        return Problem("/format", f"`{value['format']}` is no version that was ever released; expected `{own}`")
    return None


def _hash_problem(document: dict[str, Any], format: str) -> Problem | None:
    """Before all else: who edits a compiled file by hand should hear that, and not what else broke."""
    if format == "tankdsl" and isinstance(document.get("game"), str) and document["game"] != game_hash(document):
        return Problem("/game", "the hash does not fit the content: this file was edited by hand or damaged; build it again")
    return None
