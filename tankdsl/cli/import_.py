"""`tankdsl import`: a map or a list of units of another program as source."""

from __future__ import annotations

import os
from pathlib import Path

import click

from tankdsl.cli.console import fail, say, say_aside
from tankdsl.cli.exits import CLEAN, FOUND
from tankdsl.cli.outputs import force, require_free, write_output


@click.command(name="import", short_help="Make source of a map or a list of units of another program.")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", "output", metavar="OUT.tank", help="The file to write; without it the text goes to the standard output.")
@force
def command(file: str, output: str | None, force: bool) -> int:
    """Make source of a map or a list of units of another program.

    The ending of FILE says what it is: .tmx, .tmj or .json a hexagonal map of Tiled, .board a board of
    MegaMek, .map a map of Battle for Wesnoth, .csv a list of units. What comes out is a small pack
    that checks; what was assumed and left out stands at its top and on the standard error.

    \b
    Example:
      tankdsl import ridge.tmx -o games/ridge/ridge.tank
    """
    from tankdsl.cli.report import Part, show_findings
    from tankdsl.exchange.formats import read_file
    from tankdsl.exchange.tank_text import tank_text
    from tankdsl.source import DiskBundle

    _require_there(file)
    if output is not None:
        require_free((Path(output),), force)
    real = Path(os.path.realpath(file))
    outcome = read_file(DiskBundle(real.parent, os.path.dirname(file)), real.name)
    if outcome.findings:
        show_findings([Part(outcome.findings, outcome.sources)], aside=True)
    if outcome.imported is None:
        return FOUND
    text = tank_text(outcome.imported, os.path.basename(file))
    if output is None:
        say(text)
        return CLEAN
    write_output({Path(output): text.encode()}, force)
    say_aside(f"written: {Path(output).as_posix()}\n")
    return CLEAN


def _require_there(file: str) -> None:
    """Leave the command for a file that is not there."""
    from tankdsl.diagnostics import did_you_mean
    from tankdsl.diagnostics.registry import usage

    if not os.path.exists(file):
        folder = os.path.dirname(file) or "."
        near = sorted(os.listdir(folder))[:500] if os.path.isdir(folder) else []
        fail(usage.PATH_NOT_FOUND.at(None, f"there is no file `{file}`", help=did_you_mean(os.path.basename(file), near)))
