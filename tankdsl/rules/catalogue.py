"""All checks in the order in which they run, and for which games each is needed at all.

Who checks a small file waits for imports more than for anything else. So a check of something that few games have is imported only for
games that have it. `is_needed` must be cheap, and may say yes where the check then finds nothing to look at; never no where it would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

from tankdsl.check.context import PLACEABLE
from tankdsl.check.tree import Choose, Core, Loop, PlaceThing
from tankdsl.check.types import SIDE
from tankdsl.frozen import FrozenValue
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import asked_by
from tankdsl.syntax import ast


def _always(game: Game) -> bool:
    return True


class Entry(FrozenValue):
    """Checks of one module, by the names of their constants."""

    module: str
    checks: tuple[str, ...]
    is_needed: Callable[[Game], bool] = _always


def checks_of(game: Game) -> Iterator[Check]:
    """The checks that a game needs, each imported when its turn comes."""
    for entry in _WHATEVER if not game.can_be_followed else CATALOGUE:
        if entry.is_needed(game):
            module = import_module(f"tankdsl.rules.{entry.module}")
            for name in entry.checks:
                yield getattr(module, name)


def all_checks() -> tuple[Check, ...]:
    """Every check that there is, for lists of them."""
    return tuple(getattr(import_module(f"tankdsl.rules.{entry.module}"), name) for entry in CATALOGUE for name in entry.checks)


def _triggers(game: Game) -> bool:
    return bool(game.program.whenevers)


def _cascades(game: Game) -> bool:
    return any(isinstance(statement, Loop) and statement.newcomers for _, statement in game.statements)


def _cargo(game: Game) -> bool:
    """Piles that have so much room, hold pieces, or belong to something that is no side."""
    pieces = {id for id, kind in game.program.kinds.items() if kind.category in PLACEABLE}
    piles = game.program.piles.values()
    return any(pile.holds is not None or pile.of in pieces or (pile.per_side and pile.owner.type != SIDE) for pile in piles)


def _waiting(game: Game) -> bool:
    """Pieces that do not stand anywhere when the game begins."""
    return any(thing.at is None and game.is_placeable(thing) for scenario in game.mapped for thing in scenario.instances)


def _set_up(game: Game) -> bool:
    """Pieces that do not stand anywhere, and a rule that says where they may be put."""
    return any(guard.placement for guard in game.program.guards.values()) and _waiting(game)


def _brought_on(game: Game) -> bool:
    """Pieces that do not stand anywhere, and a rule that puts some onto the map."""
    return any(isinstance(statement, PlaceThing) for _, statement in game.statements) and _waiting(game)


def _checkpoints(game: Game) -> bool:
    return any(kind.category == "checkpoint" for kind in game.program.kinds.values())


def _forgotten(game: Game) -> bool:
    """Checkpoints that do not stand anywhere when the game begins."""
    found = {id for id, kind in game.program.kinds.items() if kind.category == "checkpoint"}
    return bool(found) and any(thing.kind in found and thing.at is None for scenario in game.mapped for thing in scenario.instances)


def _maps(game: Game) -> bool:
    return bool(game.mapped)


def _zones(game: Game) -> bool:
    return any(game.layout(scenario).zones or game.layout(scenario).names for scenario in game.mapped)


def _aims(game: Game) -> bool:
    """Endings that may ask for a place; those of what is in hands ask for none."""
    return _zones(game) and any(isinstance(core, Core) and core.op in ("zone", "place") for core in asked_by(game.program, _endings(game)))


def _endings(game: Game) -> tuple[object, ...]:
    return tuple(ending.condition for ending in game.program.endings)


def _random_places(game: Game) -> bool:
    return bool(game.mapped) and any(isinstance(statement, Choose) and statement.chooser is None for _, statement in game.statements)


def _tables(game: Game) -> bool:
    return bool(game.program.tables)


def _levels(game: Game) -> bool:
    return any(isinstance(node, ast.Board) and node.levels is not None for node in game.program.declarations)


def _claims(claim: str) -> Callable[[Game], bool]:
    return lambda game: any(said == claim for scenario in game.program.scenarios.values() for said, _ in scenario.claims)


def _harm(game: Game) -> bool:
    return any(proc.harms for proc in game.program.procs.values())


_OF_HANDS = frozenset(
    {"any", "all", "sides", "enemy", "local", "int", "bool", "option", "size", "pile_of", "and", "or", "not", ">", ">=", "==", "!="}
)
"""What an ending may ask that looks at hands and other piles of the sides only: no ground, no time, no state."""


def _foreseen(game: Game) -> bool:
    """Something to be had in time: missions, checkpoints, or endings that ask for more than what is in piles."""
    program = game.program
    if not program.scenarios or not program.endings:
        return False
    asked = asked_by(program, tuple(program.endings))
    return bool(program.missions) or _checkpoints(game) or any(isinstance(core, Core) and core.op not in _OF_HANDS for core in asked)


def _ends(game: Game) -> bool:
    """Endings that may stand in each other's way, triggers likewise, or endings for which pieces may come too late."""
    program = game.program
    return bool(program.scenarios and program.endings) and (len(program.endings) > 1 or bool(program.whenevers) or _brought_on(game))


def _boxes(game: Game) -> bool:
    return any(model.in_box is not None for _, model in game.models.values())


_WHATEVER: tuple[Entry, ...] = (
    Entry("call_cycles", ("CALL_CYCLES",)),
    Entry("nesting", ("NESTING",)),
    Entry("triggers", ("TRIGGERS",), _triggers),
    Entry("cascades", ("CASCADES",), _cascades),
    Entry("endings", ("ENDINGS",)),
    Entry("sequences", ("SEQUENCES",)),
    Entry("attached", ("ATTACHED",)),
    Entry("paying", ("PAYING",)),
    Entry("budgets", ("BUDGETS",)),
    Entry("cargo", ("CARGO", "ROOM"), _cargo),
    Entry("edges", ("EDGES",)),
    Entry("secrets", ("SECRETS",)),
)
_LOOKING_AHEAD: tuple[Entry, ...] = (
    Entry("connectivity", ("CONNECTIVITY",), _maps),
    Entry("placement", ("PLACEMENT",), _maps),
    Entry("starts", ("STARTS",), _maps),
    Entry("reinforcements", ("REINFORCEMENTS",), _waiting),
    Entry("forgotten", ("FORGOTTEN",), _forgotten),
    Entry("crowded", ("CROWDED",), _set_up),
    Entry("objectives", ("OBJECTIVES",), _checkpoints),
    Entry("aims", ("AIMS",), _aims),
    Entry("traps", ("TRAPS",), _maps),
    Entry("rivals", ("RIVALS",), _set_up),
    Entry("entries", ("ENTRIES",), _brought_on),
    Entry("enemy_entries", ("ENEMY_ENTRIES",), _waiting),
    Entry("exits", ("EXITS",), _zones),
    Entry("random_places", ("RANDOM_PLACES",), _random_places),
    Entry("table_outlines", ("TABLE_OUTLINES",), _tables),
    Entry("table_starts", ("TABLE_STARTS",), _tables),
    Entry("table_reach", ("TABLE_REACH",), _tables),
    Entry("table_zones", ("TABLE_ZONES",), _tables),
    Entry("table_setup", ("TABLE_SETUP",), _tables),
    Entry("levels", ("LEVELS",), _levels),
    Entry("symmetric", ("SYMMETRIC",), _claims("symmetric")),
    Entry("fairness", ("FAIRNESS",), _claims("fair")),
    Entry("harm", ("HARM",), _harm),
    Entry("box", ("BOX",), _boxes),
    Entry("feasibility", ("FEASIBILITY",), _foreseen),
    Entry("ends", ("ENDS",), _ends),
)
CATALOGUE = (*_WHATEVER, *_LOOKING_AHEAD)
"""All checks. Those that look ahead follow what rules call: they are left out where that has no end or is too deep, which is reported."""
