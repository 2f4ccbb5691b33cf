"""Going through the typed tree: every expression, statement and requirement inside something, in written order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from tankdsl.check.tree import AnyStmt, Core, DemandGuard, Lifetime, Local, Program, Reason
from tankdsl.check.types import Type
from tankdsl.frozen import FrozenValue, contents_of
from tankdsl.source import Span
from tankdsl.syntax.node import NodeBase

_LEAVES = (Local, Type, Span, Reason, Lifetime)


def walk(item: Any) -> Iterator[object]:
    """The nodes of the tree inside `item` (a node or tuples of nodes), itself included, parents before children."""
    todo = [item]
    while todo:
        item = todo.pop()
        # By the type itself, since `isinstance` is slow for classes with a metaclass.
        if type(item) is tuple:
            todo += item[::-1]
        elif type(item) is Core:
            yield item
            todo += item.args[::-1]
        elif _has_parts(item.__class__):
            yield item
            todo += contents_of(item)[::-1]


@cache
def _has_parts(sort: Any) -> bool:
    return issubclass(sort, NodeBase) and not issubclass(sort, _LEAVES)


def statements(body: tuple[AnyStmt, ...]) -> Iterator[AnyStmt]:
    """The statements of a body, those inside of others included, in written order; much quicker than `walk`."""
    for statement in body:
        yield statement
        for part in ("body", "then", "orelse", "choices"):
            inner = getattr(statement, part, None)
            if inner:
                yield from statements(inner)


def expressions(item: object) -> Iterator[Core]:
    """All expressions inside."""
    return (node for node in walk(item) if isinstance(node, Core))


def uses(item: object, local: Local) -> bool:
    """Whether an expression reads a local."""
    return any(core.op == "local" and core.args[0] is local for core in expressions(item))


def asked_by(program: Program, item: object) -> Iterator[object]:
    """The nodes inside `item` and inside every value, guard, sight and mission that it asks, each once."""
    seen: set[tuple[str, str]] = set()
    todo = [item]
    while todo:
        for node in walk(todo.pop()):
            yield node
            found = _asked(program, node)
            if found is not None and found[0] not in seen:
                seen.add(found[0])
                todo.append(found[1])


def _asked(program: Program, node: object) -> tuple[tuple[str, str], object] | None:
    match node:
        case Core(op="call", args=(id, *_)) if id in program.values:
            return ("value", id), program.values[id].body
        case Core(op="holds", args=(id, *_)) | DemandGuard(guard=id) if id in program.guards:
            return ("guard", id), program.guards[id].demands
        case Core(op="sight", args=(id, *_)) if id in program.sights:
            return ("sight", id), program.sights[id].rows
        case Core(op="mission_met"):
            return ("mission", "*"), tuple(mission.met for mission in program.missions.values())
        case _:
            return None


class Read(FrozenValue):
    """What something rests on that is known before play or changes in it."""

    options: tuple[str, ...]
    """In alphabetical order."""
    fields: tuple[tuple[str, str], ...]
    """The kind and the name of each, in alphabetical order."""
    asks_side: bool
    """Whether it asks whose a thing is."""
    asks_kind: bool = False
    """Whether it asks of what kind a thing is."""


def read_by(program: Program, item: object) -> Read:
    """What something rests on, with every value, guard, sight and mission that it asks."""
    options: set[str] = set()
    fields: set[tuple[str, str]] = set()
    owned = of_kind = False
    for node in asked_by(program, item):
        if type(node) is Core:
            if node.op == "get" or node.op == "stat":
                fields.add((node.args[0], node.args[1]))
            elif node.op == "option":
                options.add(node.args[0])
            elif node.op == "owned":
                owned = True
            elif node.op == "as_kind":
                of_kind = True
    return Read(tuple(sorted(options)), tuple(sorted(fields)), owned or any(name == "side" for _, name in fields), of_kind)


def options_read(program: Program, item: object) -> tuple[str, ...]:
    """The options that something rests on, in alphabetical order."""
    return read_by(program, item).options


def fields_read(program: Program, item: object) -> tuple[tuple[str, str], ...]:
    """Kind and name of every field that something rests on, in alphabetical order."""
    return read_by(program, item).fields


def same(left: object, right: object) -> bool:
    """Whether two expressions are written alike: places in the source, ranges, and the names of locals that they bind themselves aside."""
    return _same(left, right, {})


def _same(left: object, right: object, renamed: dict[Local, Local]) -> bool:
    if isinstance(left, Core) and isinstance(right, Core):
        if left.op != right.op or len(left.args) != len(right.args):
            return False
        if left.op == "local":
            return renamed.get(left.args[0], left.args[0]) is right.args[0]
        return all(_same(one, other, renamed) for one, other in zip(left.args, right.args, strict=True))
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(_same(one, other, renamed) for one, other in zip(left, right, strict=True))
    if isinstance(left, Local) and isinstance(right, Local):
        # Beside expressions stand only locals that are bound here (`any t in ...`).
        renamed[left] = right
        return left.type == right.type
    return left == right


def substituted(item: object, old: Core, new: Core) -> object:
    """An expression with one of its parts replaced wherever it stands."""
    if isinstance(item, tuple):
        return tuple(substituted(part, old, new) for part in item)
    if not isinstance(item, Core):
        return item
    if same(item, old):
        return new
    return Core(item.op, tuple(substituted(part, old, new) for part in item.args), item.type, item.span)
