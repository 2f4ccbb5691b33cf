"""Who calls whom among values, guards, sights and missions: no cycles, and no chains that are too deep.

Everything is followed with a list of what is still to look at, so that no document can exhaust the stack.
"""

from typing import Any

from tankdsl.engine.errors import GameError
from tankdsl.engine.model import Conjunct, Game, Row

DEEPEST_CHAIN = 160
"""Nesting of expressions counted through everything they call."""

Callee = tuple[str, int]


def check_calls(game: Game) -> None:
    """Refuse cycles, and chains that are too deep. Iterative over callees, so it cannot overflow itself."""
    depths: dict[Callee, int] = {}
    open_: set[Callee] = set()
    for start in _callables(game):
        stack = [start]
        while stack:
            here = stack[-1]
            if here in depths:
                stack.pop()
                continue
            depth, callees = _measure(bodies(game, here), depths, game)
            missing = [callee for callee in callees if callee not in depths]
            if missing:
                if any(callee in open_ or callee == here for callee in missing):
                    raise GameError("rules", f"{here[0]} `{_name(game, here)}` calls itself in the end")
                open_.add(here)
                stack.extend(missing)
            else:
                open_.discard(here)
                depths[here] = depth
                if depth > DEEPEST_CHAIN:
                    raise GameError("rules", f"{here[0]} `{_name(game, here)}` is nested too deep")
                stack.pop()
    for node in game.roots:
        if _measure((node,), depths, game)[0] > DEEPEST_CHAIN:
            raise GameError("rules", "expressions are nested too deep")


def _callables(game: Game) -> list[Callee]:
    return [
        *(("value", i) for i in range(len(game.values))),
        *(("guard", i) for i in range(len(game.guards))),
        *(("sight", i) for i in range(len(game.sights))),
        *(("mission", i) for i in game.missions),
    ]


def _name(game: Game, callee: Callee) -> str:
    space, index = callee
    if space == "mission":
        return game.kinds[game.mission_kind or 0].models[index]
    rows: Any = {"value": game.values, "guard": game.guards, "sight": game.sights}[space]
    return str(rows[index].id)


def bodies(game: Game, callee: Callee) -> tuple[Any, ...]:
    """The nodes and conjuncts of something that can be called."""
    space, index = callee
    if space == "value":
        return (game.values[index].body,)
    if space == "guard":
        return game.guards[index].conjuncts
    return game.sights[index].parts if space == "sight" else (game.missions[index].met,)


def _measure(parts: tuple[Any, ...], depths: dict[Callee, int], game: Game) -> tuple[int, list[Callee]]:
    """How deep the parts are nested, callees that are known included, and all callees in a fixed order."""
    deepest, callees = 0, []
    todo: list[tuple[Any, int]] = [(part, 1) for part in parts]
    while todo:
        part, depth = todo.pop()
        deepest = max(deepest, depth)
        for callee in called(part, game):
            callees.append(callee)
            deepest = max(deepest, depth + depths.get(callee, 0))
        if isinstance(part, Row):
            todo += [(part.amount, depth + 1), (part.condition, depth + 1)]
        elif isinstance(part, Conjunct):
            todo += [(item, depth + 1) for item in (part.node, *part.args, *part.parts)]
        elif isinstance(part, tuple) and part[:1] != ("const",):
            todo += [(item, depth + 1) for item in part if isinstance(item, (tuple, Row, Conjunct))]
    return deepest, callees


def called(part: Any, game: Game) -> list[Callee]:
    """What one node or conjunct calls by itself; `mission_met` may call every mission."""
    if isinstance(part, Conjunct):
        return [("guard", part.callee)] if part.form == "guard" else []
    if not isinstance(part, tuple) or not part:
        return []
    match part[0]:
        case "call":
            return [("value", part[1])]
        case "holds":
            return [("guard", part[1])]
        case "sight":
            return [("sight", part[1])]
        case "mission_met":
            return [("mission", model) for model in game.missions]
    return []
