"""Paths: the one way in which messages and source maps name a node of a document.

A path is the keys from the document downwards, each behind a `/`, the document itself being the empty path.  A member
of a list whose members have an `id` (or, without one, a `model`: missions) is named by it and not by its index:
`/rules/procs/attack/code/7`.  So a path stays true when something is added before the node.  Where ids are missing or
repeated, the index stands instead.
"""

from dataclasses import dataclass
from typing import Any

Step = str | int


@dataclass(frozen=True, slots=True)
class Trail:
    """Where a walk is: a step and what came before it. Cheap to extend, and only written out for a message."""

    before: "Trail | None"
    step: Step

    def steps(self) -> list[Step]:
        """All steps from the document to here."""
        found: list[Step] = []
        trail: Trail | None = self
        while trail is not None:
            found.append(trail.step)
            trail = trail.before
        return found[::-1]


def render(document: Any, steps: list[Step]) -> str:
    """The path of a node that is reached by these keys and indexes; steps that lead nowhere are written as they are."""
    written, node = "", document
    for step in steps:
        written += "/" + escape(_named(node, step))
        node = _child(node, step)
    return written


def find(document: Any, path: str) -> Any:
    """The node that a path names; `KeyError` with the path when there is none."""
    node = document
    for part in parts(path):
        node = _member(node, part, path)
    return node


def parts(path: str) -> list[str]:
    """The keys of a path, without their escapes; `KeyError` when it does not begin with a `/`."""
    if path and not path.startswith("/"):
        raise KeyError(path)
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")[1:]]


def escape(key: str) -> str:
    """A key as it is written in a path."""
    return key.replace("~", "~0").replace("/", "~1")


def _named(node: Any, step: Step) -> str:
    if isinstance(step, int) and isinstance(node, list) and 0 <= step < len(node):
        own = _id(node[step])
        if own is not None and sum(_id(member) == own for member in node) == 1:
            return own
    return str(step)


def _child(node: Any, step: Step) -> Any:
    if isinstance(node, list) and isinstance(step, int) and 0 <= step < len(node):
        return node[step]
    if isinstance(node, dict):
        return node.get(step)
    return None


def _member(node: Any, part: str, path: str) -> Any:
    if isinstance(node, dict) and part in node:
        return node[part]
    if isinstance(node, list):
        for member in node:
            if _id(member) == part:
                return member
        if part.isascii() and part.isdigit() and int(part) < len(node):
            return node[int(part)]
    raise KeyError(path)


def _id(node: Any) -> str | None:
    own = node.get("id", node.get("model")) if isinstance(node, dict) else None
    return own if isinstance(own, str) else None
