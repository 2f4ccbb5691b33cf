"""`tankdsl check`: everything that is wrong with packs, in one run."""

from __future__ import annotations

import click

from tankdsl.cli import arguments
from tankdsl.cli.console import Colour, say
from tankdsl.cli.exits import CLEAN, FOUND


@click.command(short_help="Find what is wrong with the source of a game.")
@arguments.paths
@arguments.findings_format
@arguments.colour
@click.option("--pictures", metavar="DIR", help="Draw what is found about the ground, as SVG files in DIR named by code and number.")
@click.option("--force", is_flag=True, help="Overwrite pictures that are there already.")
def command(paths: tuple[str, ...], format: str, colour: Colour, pictures: str | None, force: bool) -> int:
    """Find what is wrong with the source of a game.

    All files of a pack are read, and everything found is reported in one run. Exit code: 0 when
    there is nothing or only an info, 1 for any error or warning, 2 when a path does not exist.

    \b
    Example:
      tankdsl check games/duel
      tankdsl check games --format concise
      tankdsl check games/duel --pictures findings
    """
    from tankdsl.cli.packs import packs_of
    from tankdsl.cli.report import show_findings, summary, tally_of

    parts = packs_of(paths).parts
    show_findings(parts, format, colour)
    if pictures is not None:
        from pathlib import Path

        from tankdsl.cli.pictures import write_pictures

        write_pictures(parts, Path(pictures), force)
    counts = tally_of(parts)
    if format == "full":
        lead = "\n" if any(part.findings for part in parts) else ""
        say(lead + summary(parts))
    return FOUND if counts.errors or counts.warnings else CLEAN
