"""`tankdsl play`: a game in the terminal, between people at one keyboard or between players who decide at random."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from tankdsl.cli import arguments
from tankdsl.cli.console import Colour, can_write, columns_of, fail, is_coloured, say
from tankdsl.cli.exits import CLEAN, FOUND

if TYPE_CHECKING:
    from tankdsl.engine import Game, Recorder

HIGHEST_SEED = 2**32 - 1
ARROWS = "↗→°"
"""What a terminal must be able to write to be shown arrows."""


@click.command(short_help="Play a game in the terminal.")
@click.argument("path", metavar="SCENARIO.json|PATH")
@click.option("--scenario", metavar="ID", help="Which scenario or campaign of a pack; the first scenario if it is not given.")
@click.option("--seed", type=click.IntRange(0, HIGHEST_SEED), metavar="N", help="The seed of all chance; a new one if it is not given.")
@click.option("--auto", is_flag=True, help="Let chance decide for all sides, and tell the game in short.")
@click.option("--verbose", "-v", is_flag=True, help="With --auto: tell the whole game.")
@click.option("--quiet", "-q", is_flag=True, help="With --auto: tell only how it ended.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game; may be repeated.")
@click.option("--record", "record_path", metavar="FILE", help="Write the record of the game when it ends or is left.")
@click.option("--resume", "resume_path", metavar="FILE", help="Go on with a record that was saved.")
@arguments.colour
def command(
    path: str,
    scenario: str | None,
    seed: int | None,
    auto: bool,
    verbose: bool,
    quiet: bool,
    options: tuple[str, ...],
    record_path: str | None,
    resume_path: str | None,
    colour: Colour,
) -> int:
    """Play a game in the terminal.

    SCENARIO.json is a scenario or campaign that `tankdsl build` wrote; a pack is compiled in memory. One
    person plays all sides, from numbered lists of what is legal; `help` says what else can be typed. The same
    seed, options and answers give the same game everywhere.

    \b
    Example:
      tankdsl play build/duel/meeting.json
      tankdsl play games/duel --scenario meeting --seed 7 --auto --record game.json
    """
    if (verbose or quiet) and not auto:
        raise click.UsageError("`--verbose` and `--quiet` go with `--auto`")
    if verbose and quiet:
        raise click.UsageError("`--verbose` and `--quiet` exclude each other")
    from tankdsl.cli.documents import loaded_game, playable
    from tankdsl.cli.playing.apart import told_apart
    from tankdsl.cli.playing.auto import play_auto, play_quietly
    from tankdsl.cli.playing.scene import Table

    document = playable(path, scenario)
    game = told_apart(loaded_game(document, path))
    recorder = _begun(game, document, options, seed, resume_path, told=not quiet)
    arrows, width = can_write(sys.stdout, ARROWS), columns_of(sys.stdout)
    view = Table(recorder.session.game, document, colour=is_coloured(colour, sys.stdout), plain=not arrows, width=width)
    if quiet:
        play_quietly(recorder, view, recorder.seed)
        return _end(recorder, path, record_path, auto)
    say(_title(document, recorder, auto))
    if auto:
        play_auto(recorder, view, recorder.seed, whole=verbose)
    else:
        from tankdsl.cli.playing.person import Person

        Person(recorder, view).play()
    return _end(recorder, path, record_path, auto)


def _end(recorder: Recorder, path: str, record_path: str | None, auto: bool) -> int:
    """Write the record, if one is wanted; the exit code."""
    if record_path is not None:
        from tankdsl.cli.records import save_record

        save_record(recorder, record_path, path)
    return _exit_code(recorder, auto)


def _begun(
    game: Game, document: dict[str, Any], options: tuple[str, ...], seed: int | None, resume_path: str | None, *, told: bool
) -> Recorder:
    """The game at its beginning, or where a record left it. A game that is told plays on the evaluator that says where totals come from."""
    from tankdsl.cli.playing.options import read_options, refused
    from tankdsl.cli.records import resumed
    from tankdsl.diagnostics import Diagnostic
    from tankdsl.engine import GameError, Recorder

    if resume_path is not None:
        if options or seed is not None:
            raise click.UsageError("a record that is resumed has its own seed and options")
        return resumed(game, resume_path)
    read = read_options(options, document["content"]["options"])
    if isinstance(read, Diagnostic):
        fail(read)
    try:
        return Recorder(game, read, _new_seed() if seed is None else seed, log=told, evaluator="telling" if told else "fast")
    except GameError as error:
        fail(refused(str(error)))


def _new_seed() -> int:
    import secrets

    return secrets.randbelow(1_000_000)


def _title(document: dict[str, Any], recorder: Recorder, auto: bool) -> str:
    """What is played, and what is needed to play it again."""
    title = document["text"].get(document["content"]["title"], document["id"])
    who = "chance decides for all sides" if auto else "type `help` to see what can be typed"
    return f"{title} ({document['id']} of {document['ruleset']}), seed {recorder.seed}; {who}\n"


def _exit_code(recorder: Recorder, auto: bool) -> int:
    """Rules that stop or never end are a finding; a game that a person leaves is none."""
    machine = recorder.session.machine
    if machine.fault:
        from tankdsl.cli.playing.faults import stopped

        fail(stopped(machine.fault, len(recorder.inputs)), code=FOUND)
    return FOUND if auto and machine.over is None else CLEAN
