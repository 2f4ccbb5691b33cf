"""Scopes: which are open where.  A game is walked from its sequences inwards, through everything that they call."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.tree import EndingDef, Program
from tankdsl.frozen import FrozenValue
from tankdsl.rules.walk import walk
from tankdsl.state import State, field

Open = tuple[str, ...]
"""The open scopes, the outermost first."""


class Round(FrozenValue):
    """A loop without a bound of its own, where it stands: what is open around it, and what opens (and closes) inside."""

    loop: tree.Repeat
    proc: str
    outside: Open
    inside: frozenset[str]


class Scopes(State):
    """What a walk has found."""

    opened: dict[str, set[Open]] = field(default_factory=dict)
    """Every scope that opens, with what is open around it each time."""
    owned: set[str] = field(default_factory=set)
    """The scopes that sometimes belong to a side."""
    rounds: list[Round] = field(default_factory=list)
    offers: dict[int, set[Open]] = field(default_factory=dict)
    """What is open around each play loop, each time; by `loop_key`."""


def roots_of(program: Program) -> list[str]:
    """The sequences with which a game can begin: of the scenarios, of the ruleset; in a pack without either, those that nothing runs."""
    starts = [program.main, *(scenario.start for scenario in program.scenarios.values())]
    named = [name for name in dict.fromkeys(starts) if f"sequence.{name}" in program.procs]
    if named:
        return named
    run = {node.proc for proc in program.procs.values() for node in walk(proc.body) if isinstance(node, tree.CallProc)}
    return [name for name in program.sequences if f"sequence.{name}" not in run]


def walk_scopes(program: Program, roots: list[str]) -> Scopes:
    """Every scope and unbounded loop that a game can come to from the given sequences."""
    found = Scopes()
    seen: set[tuple[str, Open]] = set()
    todo: list[tuple[str, Open]] = [(f"sequence.{name}", ()) for name in roots]
    while todo:
        id, outside = todo.pop(0)
        if (id, outside) in seen or id not in program.procs:
            continue
        seen.add((id, outside))
        proc = program.procs[id]
        if proc.origin == "sequence":
            found.opened.setdefault(proc.name, set()).add(outside)
            outside = _with(outside, proc.name)
        todo += _walk_body(program, found, id, proc.body, outside)
    return found


def is_looked_at(scopes: Scopes, ending: EndingDef) -> bool:
    """Whether the game ever comes to a point at which an ending is looked at."""
    if ending.at_end_of is None:
        return ending.during is None or ending.during in scopes.opened
    around = scopes.opened.get(ending.at_end_of, set())
    return any(ending.during in (None, ending.at_end_of, *outside) for outside in around)


def _with(outside: Open, scope: str) -> Open:
    return outside if scope in outside else (*outside, scope)


def _walk_body(program: Program, found: Scopes, proc: str, body: object, outside: Open) -> Iterator[tuple[str, Open]]:
    """Note what opens in a body; yields the procedures that it calls with what is open then."""
    for item in body if isinstance(body, tuple) else (body,):
        if isinstance(item, tree.CallProc):
            yield item.proc, outside
            continue
        if isinstance(item, tree.Repeat) and item.most is None and item.until is None:
            found.rounds.append(Round(item, proc, outside, frozenset(scopes_inside(program, item))))
        if isinstance(item, tree.Plays):
            found.offers.setdefault(loop_key(item), set()).add(outside)
        scope = opens(item)
        inner = outside
        if scope is not None:
            found.opened.setdefault(scope, set()).add(outside)
            if has_owner(item):
                found.owned.add(scope)
            inner = _with(outside, scope)
        for part in ("body", "then", "orelse"):
            yield from _walk_body(program, found, proc, getattr(item, part, None) or (), inner)


def opens(item: object) -> str | None:
    """The scope that a statement opens around its body."""
    match item:
        case tree.Repeat(scope=scope):
            return scope
        case tree.During(scope=scope):
            return scope
        case tree.EachTurn():
            return "turn"
        case tree.Alternate():
            return "alternation"
        case _:
            return None


def loop_key(loop: tree.Plays) -> int:
    """Tells play loops apart that are written alike."""
    return id(loop)


def has_owner(item: object) -> bool:
    """Whether the scope that a statement opens belongs to a side."""
    return isinstance(item, (tree.EachTurn, tree.Alternate)) or (isinstance(item, tree.During) and item.owner is not None)


def scopes_inside(program: Program, item: object) -> set[str]:
    """Every scope that opens in a statement, calls included."""
    found: set[str] = set()
    seen: set[str] = set()
    todo: list[object] = [item]
    while todo:
        for node in walk(todo.pop()):
            scope = opens(node)
            if scope is not None:
                found.add(scope)
            if isinstance(node, tree.CallProc) and node.proc not in seen and node.proc in program.procs:
                seen.add(node.proc)
                proc = program.procs[node.proc]
                found |= {proc.name} if proc.origin == "sequence" else set()
                todo.append(proc.body)
    return found
