"""Piles and their room. Cargo that cannot be carried: piles of pieces, or of what belongs to a piece, into which nothing can ever come.

What players hold (cards in a hand) may be dealt by a scenario to come; what pieces carry is put there by rules or by the scenarios that
there are. And piles that may be full: a scenario that begins with too much in one, rules that put something in and never ask for room.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.context import PLACEABLE
from tankdsl.check.tree import PileDef
from tankdsl.check.types import SIDE
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import analysis, structure
from tankdsl.rules.calls import Node, parts_that_call
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import asked_by, walk


def check_cargo(game: Game) -> Iterator[Diagnostic]:
    """Piles without room, piles that nothing is put into, piles for things that no scenario has."""
    piles = game.program.piles
    filled = _filled(game) if any(_is_cargo(game, pile) for pile in piles.values()) else set()
    for pile in piles.values():
        name = pile.id.split(".")[-1]
        if pile.holds is not None and pile.holds < 1:
            yield _finding(pile, f"`{name}` holds nothing at all", "say how much it has room for, or leave `holds` out")
        elif pile.holds is not None and (over := _overfull(game, pile)) is not None:
            yield over
        elif not _is_cargo(game, pile):
            continue
        elif not _exists(game, pile.of):
            yield _finding(pile, f"`{name}` is for things of the kind `{pile.of}`, and no scenario has any", "field some, or drop the pile")
        elif filled.isdisjoint((pile.id, name)):
            help = f"write `put ... into x.{name}` in a rule, or let a scenario begin with something in it"
            yield _finding(pile, f"nothing is ever put into `{name}`", help)


def check_room(game: Game) -> Iterator[Diagnostic]:
    """Statements that put something into a pile with `holds`, where neither they nor what leads to them looks into the pile."""
    bounded = {pile.id: pile.holds for pile in game.program.piles.values() if pile.holds is not None and pile.holds > 0}
    if not bounded:
        return
    asking = _asking(game, frozenset(bounded))
    told: set[tuple[object, str]] = set()
    for node, statement in game.statements:
        target = _target(statement)
        if target is None or target.args[0] not in bounded or (node, target.args[0]) in told:
            continue
        if target.args[0] in asking.get(node, ()) or _can_hold_all(game, target.args[0], bounded[target.args[0]]):
            continue
        told.add((node, target.args[0]))
        name = target.args[0].split(".")[-1]
        headline = f"`{name}` may be full here: it has room for {bounded[target.args[0]]}, and nothing asks whether there is any left"
        help = f'ask before: `require count(x.{name}) < {bounded[target.args[0]]} "no room"`, or `if`'
        yield analysis.ROOM_UNASKED.at(target.span, headline, notes="what finds no room stays where it is", help=help)


def _target(statement: tree.AnyStmt) -> tree.Core | None:
    match statement:
        case tree.MoveThing(pile=target) | tree.Pour(target=target) | tree.Draw(into=tree.Core() as target):
            return target
    return None


def _asking(game: Game, piles: frozenset[str]) -> dict[Node, set[str]]:
    """For each part of the rules the piles into which it looks: itself, what it asks, or something that leads to it."""
    found: dict[Node, set[str]] = {}
    for node, _, body in parts_that_call(game.program):
        targets = {id(target) for part in walk(body) if (target := _target_of(part)) is not None}
        cores = (core for core in asked_by(game.program, body) if isinstance(core, tree.Core) and id(core) not in targets)
        found[node] = {core.args[0] for core in cores if core.op in ("pile", "pile_of") and core.args[0] in piles}
    todo = list(found)
    graph = game.calls
    while todo:
        caller = todo.pop()
        for edge in graph.get(caller, ()):
            if not found[caller] <= found.setdefault(edge.callee, set()):
                found[edge.callee] |= found[caller]
                todo.append(edge.callee)
    return found


def _target_of(part: object) -> tree.Core | None:
    return _target(part) if isinstance(part, tree.MoveThing | tree.Pour | tree.Draw) else None


def _can_hold_all(game: Game, pile: str, holds: int) -> bool:
    """Whether no scenario has more things of its kind than a pile has room for."""
    of = game.program.piles[pile].of
    kind = game.program.kinds.get(of)
    if kind is None or kind.category not in PLACEABLE:
        return False
    counts = [sum(of in game.lineage(thing.kind) for thing in one.instances) for one in game.program.scenarios.values()]
    return bool(counts) and max(counts) <= holds


def _overfull(game: Game, pile: PileDef) -> Diagnostic | None:
    """A scenario that begins with more in a pile than it has room for."""
    assert pile.holds is not None
    name = pile.id.split(".")[-1]
    for scenario in game.program.scenarios.values():
        counts = Counter(thing.pile for thing in scenario.instances if thing.pile is not None)
        for id, number in counts.items():
            mine = id == pile.id or (id.split(".")[-1] == name and (pile.per_side or "." in pile.id))
            if mine and number > pile.holds:
                headline = f"in the scenario `{scenario.id}` {number} things lie in `{id}`, which has room for {pile.holds}"
                return analysis.PILE_OVERFULL.at(game.scenario_span(scenario), headline, help="deal less, or make more room")
    return None


def _finding(pile: PileDef, headline: str, help: str) -> Diagnostic:
    return structure.PILE_ALWAYS_EMPTY.at(pile.span, headline, help=help)


def _is_cargo(game: Game, pile: PileDef) -> bool:
    """Whether a pile holds pieces, or belongs to something that is no side; judged only where there are scenarios."""
    of = game.program.kinds.get(pile.of)
    if of is None or pile.deck or not game.program.scenarios:
        return False
    return of.category in PLACEABLE or (pile.per_side and pile.owner.type != SIDE)


def _exists(game: Game, kind: str) -> bool:
    """Whether any scenario has a thing of a kind."""
    return any(kind in game.lineage(thing.kind) for scenario in game.program.scenarios.values() for thing in scenario.instances)


def _filled(game: Game) -> set[str]:
    """The piles into which a rule puts something, or in which something lies at the start of a scenario."""
    # There a pile is called after whose it is: `red.hand`.
    found = {(thing.pile or "").split(".")[-1] for scenario in game.program.scenarios.values() for thing in scenario.instances}
    for _, statement in game.statements:
        match statement:
            case tree.MoveThing(pile=target) | tree.Pour(target=target) | tree.Draw(into=tree.Core() as target):
                found.add(target.args[0])
    return found


CARGO = Check("cargo", check_cargo)
ROOM = Check("room", check_room)
