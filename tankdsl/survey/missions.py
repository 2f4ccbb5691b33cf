"""The chapter `missions`: pieces without which somebody can no longer win, while no rule takes note that they are lost.

A condition that ends the game or fulfils a mission may ask for a piece on the map that only a few can be: the leader, a lorry, the only
gun. When such a piece can be removed, and no ending, mission or trigger asks whether it is gone, the game goes on to no purpose.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.static import Run, World
from tankdsl.check.tree import Core, InstanceDef, RemoveThing
from tankdsl.check.types import Kind
from tankdsl.diagnostics import quoted
from tankdsl.frozen import FrozenValue
from tankdsl.rules.game import Game
from tankdsl.rules.walk import expressions
from tankdsl.survey.interface import Chapter, Section

FEW = 3
"""So many pieces and fewer are named ones, more are a crowd."""
DEEPEST = 12
NEGATING = frozenset({"not", "all", "count", "minimum", "maximum", "sum", "==", "!=", "<", "<=", ">", ">="})
"""Operators inside of which a piece that is not there may be what is asked for."""


class Asked(FrozenValue):
    """A condition asks whether one of some pieces is there."""

    where: str
    """Which condition, in words."""
    pieces: tuple[str, ...]
    needed: bool
    """The condition cannot hold when all of them are gone."""
    notes_loss: bool
    """It may hold because one of them is gone."""


def missions(game: Game, world: World) -> Section | None:
    """What the conditions of a scenario rest on; None when nothing is to be said."""
    asked = list(_asked(game, world))
    noted = [set(each.pieces) for each in asked if each.notes_loss]
    found: dict[tuple[str, ...], list[str]] = {}
    for each in asked:
        if each.needed and _can_be_lost(game, world, each.pieces) and not any(pieces.intersection(each.pieces) for pieces in noted):
            found.setdefault(each.pieces, []).append(each.where)
    if not found:
        return None
    lines = tuple(_advice(pieces, list(dict.fromkeys(where))) for pieces, where in found.items())
    data = [{"pieces": list(pieces), "needed_by": list(dict.fromkeys(where))} for pieces, where in found.items()]
    return Section("Missions", lines, data=data)


def _advice(pieces: tuple[str, ...], where: list[str]) -> str:
    they, are = ("they", "are") if len(pieces) > 1 else ("it", "is")
    conditions = " and ".join(where)
    need = "need" if len(where) > 1 else "needs"
    return f"{conditions} {need} {quoted(pieces, 'or')}: {they} can be lost, and nothing asks whether {they} {are} gone"


def _asked(game: Game, world: World) -> Iterator[Asked]:
    for ending in game.program.endings:
        wins = ending.outcome[0] == "win"
        yield from _in_condition(game, world, f"the ending `{ending.id}`", ending.condition, wins)
    for mission in game.program.missions.values():
        yield from _in_condition(game, world, f"the mission `{mission.id}`", mission.met, True)
    for trigger in game.program.whenevers.values():
        yield from _in_condition(game, world, f"the trigger `{trigger.id}`", trigger.condition, False)


def _in_condition(game: Game, world: World, where: str, core: Core, wins: bool) -> Iterator[Asked]:
    for run, quantifier, positive in _quantifiers(game, Run(world), core, True):
        pieces = _candidates(game, run, quantifier)
        if pieces:
            body = quantifier.args[-1]
            removed = any(inner.op == "get" and inner.args[1] == "removed" for inner in expressions(body))
            needed = wins and positive and quantifier.op == "any" and _domain_op(quantifier) == "placed" and not removed
            yield Asked(where, pieces, needed, removed or not positive or quantifier.op != "any")


def _quantifiers(game: Game, run: Run, core: Core, positive: bool) -> Iterator[tuple[Run, Core, bool]]:
    """The questions about sets of things inside a condition, those of called values too; whether each makes it true when it is true."""
    if core.op == "call" and core.args[0] in game.program.values:
        value = game.program.values[core.args[0]]
        inner = run.called(value.params, run.values(core.args[1:])) if run.depth < DEEPEST else None
        if inner is not None:
            yield from _quantifiers(game, inner, value.body, positive)
        return
    if core.op in ("any", "all", "count", "filter"):
        yield run, core, positive
    for part in core.args:
        if isinstance(part, Core):
            yield from _quantifiers(game, run, part, positive and core.op not in NEGATING)


def _domain_op(quantifier: Core) -> str:
    """`placed` when only what stands on the map is asked for."""
    domain = quantifier.args[1]
    return "placed" if isinstance(domain, Core) and domain.op in ("things", "owned") and domain.args[-1] == "placed" else ""


def _candidates(game: Game, run: Run, quantifier: Core) -> tuple[str, ...]:
    """The pieces of which a question may hold, when these are a few of those that could be asked."""
    local, domain, body = quantifier.args
    if not isinstance(domain, Core) or domain.op not in ("things", "owned"):
        return ()
    all_of_them = [thing for thing in run.world.instances.values() if _is_piece(game, run.world, thing, str(domain.args[0]))]
    fitting = [thing for thing in all_of_them if Run(run.world, {**run.locals, local: thing.id}, run.depth).value(body) is not False]
    sides = {thing.side for thing in fitting}
    others = [thing for thing in all_of_them if thing.side in sides and thing not in fitting]
    return tuple(thing.id for thing in fitting) if others and len(fitting) <= FEW else ()


def _is_piece(game: Game, world: World, thing: InstanceDef, kind: str) -> bool:
    return world.is_a(thing.kind, kind) and game.program.kinds[thing.kind].category == "unit"


def _can_be_lost(game: Game, world: World, pieces: tuple[str, ...]) -> bool:
    """Whether some rule may remove one of the pieces."""
    kinds = {world.instances[piece].kind for piece in pieces}
    for _, statement in game.statements:
        if isinstance(statement, RemoveThing) and isinstance(statement.thing.type, Kind):
            removed = statement.thing.type.name
            if any(world.is_a(kind, removed) or world.is_a(removed, kind) for kind in kinds):
                return True
    return False


CHAPTER = Chapter("missions", missions)
