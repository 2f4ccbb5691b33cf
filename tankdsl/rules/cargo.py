"""Cargo that cannot be carried: piles of pieces, or of what belongs to a piece, into which nothing can ever come.

What players hold (cards in a hand) may be dealt by a scenario to come; what pieces carry is put there by rules or by the scenarios that
there are.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.context import PLACEABLE
from tankdsl.check.tree import PileDef
from tankdsl.check.types import SIDE
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import structure
from tankdsl.rules.calls import parts_that_call
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.walk import walk


def check_cargo(game: Game) -> Iterator[Diagnostic]:
    """Piles without room, piles that nothing is put into, piles for things that no scenario has."""
    piles = game.program.piles
    filled = _filled(game) if any(_is_cargo(game, pile) for pile in piles.values()) else set()
    for pile in piles.values():
        name = pile.id.split(".")[-1]
        if pile.holds is not None and pile.holds < 1:
            yield _finding(pile, f"`{name}` holds nothing at all", "say how much it has room for, or leave `holds` out")
        elif not _is_cargo(game, pile):
            continue
        elif not _exists(game, pile.of):
            yield _finding(pile, f"`{name}` is for things of the kind `{pile.of}`, and no scenario has any", "field some, or drop the pile")
        elif pile.id not in filled:
            help = f"write `put ... into x.{name}` in a rule, or let a scenario begin with something in it"
            yield _finding(pile, f"nothing is ever put into `{name}`", help)


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
    found = {thing.pile for scenario in game.program.scenarios.values() for thing in scenario.instances if thing.pile is not None}
    for _, _, body in parts_that_call(game.program):
        for node in walk(body):
            match node:
                case tree.MoveThing(pile=target) | tree.Pour(target=target) | tree.Draw(into=tree.Core() as target):
                    found.add(target.args[0])
    return found


CARGO = Check("cargo", check_cargo)
