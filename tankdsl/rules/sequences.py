"""Sequences that can never be left: rounds without a bound while no ending is in force."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.tree import EndingDef
from tankdsl.diagnostics import Diagnostic, quoted
from tankdsl.diagnostics.registry import analysis
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.scopes import Round, roots_of, walk_scopes


def check_sequences(game: Game) -> Iterator[Diagnostic]:
    """Unbounded rounds during which nothing can end the game (a game without endings has its own finding)."""
    program = game.program
    reported: set[int] = set()
    for rounds in walk_scopes(program, roots_of(program)).rounds:
        if not program.endings or id(rounds.loop) in reported or any(_ends(rounds, ending) for ending in program.endings):
            continue
        reported.add(id(rounds.loop))
        name = rounds.proc.removeprefix("sequence.")
        waiting = [ending.id for ending in program.endings]
        yield analysis.ENDLESS_SEQUENCE.at(
            rounds.loop.span,
            f"the rounds of `{name}` go on for ever: no ending is in force during them",
            notes=f"{quoted(waiting, 'and')} {'is' if len(waiting) == 1 else 'are'} looked at elsewhere only",
            help=f"write `rounds at most n` or `rounds until condition`, or let an ending count `during {name}`",
        )


def _ends(rounds: Round, ending: EndingDef) -> bool:
    """Whether an ending is looked at while the rounds go on."""
    if ending.during not in (None, "game", *rounds.outside) and ending.during not in rounds.inside:
        return False
    return ending.at_end_of is None or ending.at_end_of in rounds.inside


SEQUENCES = Check("sequences", check_sequences)
