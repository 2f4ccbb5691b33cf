"""`tankdsl export`: the map of a scenario, with all that stands on it, as a file of another program."""

from __future__ import annotations

import os
from pathlib import Path

import click

from tankdsl.cli import arguments
from tankdsl.cli.console import fail, say, say_aside
from tankdsl.cli.exits import CLEAN, FOUND
from tankdsl.cli.outputs import force, require_free, write_output

FORMATS = ("tmx", "tmj")


@click.command(short_help="Write the map of a scenario for another program.")
@click.option("--to", "format", type=click.Choice(FORMATS), required=True, help="A hexagonal map of Tiled, as XML or as JSON.")
@arguments.path
@click.option("--scenario", "scenario", metavar="ID", help="Which scenario of the pack; without it the first one.")
@click.option("-o", "--output", "output", metavar="OUT", help="The file to write; without it the map goes to the standard output.")
@force
def command(format: str, path: str, scenario: str | None, output: str | None, force: bool) -> int:
    """Write the map of a scenario for another program.

    PATH is a pack, or the compiled file of a scenario. Terrains become the tiles of one tileset; zones,
    places, checkpoints, features of edges and units that the scenario places become objects. With -o a
    picture of the tiles is written beside OUT. What such a map has no place for is told.

    \b
    Example:
      tankdsl export --to tmx games/duel -o duel.tmx
    """
    from tankdsl.cli.documents import playable
    from tankdsl.diagnostics.registry import usage
    from tankdsl.exchange.compiled import CannotExport, field_of, lost_of
    from tankdsl.exchange.tiled.picture import tileset_image
    from tankdsl.exchange.tiled.write import pixels_of, write_tmj, write_tmx

    document = playable(path, scenario)
    found = field_of(document)
    if isinstance(found, CannotExport):
        fail(usage.EXPORT_IMPOSSIBLE.at(None, f"`{document['id']}` has no map of hexes: {found.reason}"), code=FOUND)
    lost = "".join(f"left out: {words}\n" for words in lost_of(document))
    write = write_tmx if format == "tmx" else write_tmj
    if output is None:
        say(write(found, f"{found.id}_tiles.png").decode())
        say_aside(lost)
        return CLEAN
    target = Path(output)
    require_free((target,), force)
    picture = target.with_name(f"{target.stem}_tiles.png")
    require_free((target, picture), force)
    write_output({target: write(found, picture.name), picture: tileset_image(found, pixels_of(found))}, force)
    say_aside(f"{lost}written: {target.as_posix()} and {os.path.relpath(picture, target.parent)} beside it\n")
    return CLEAN
