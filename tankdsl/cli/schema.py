"""`tankdsl schema`: the JSON Schemas of everything that tankdsl writes."""

from __future__ import annotations

import click

from tankdsl.cli.console import fail, say
from tankdsl.cli.exits import CLEAN

SUFFIX = ".schema.json"


@click.command(short_help="Print the JSON Schema of a file format.")
@click.argument("name", required=False)
def command(name: str | None) -> int:
    """Print the JSON Schema of a file format, or without NAME the names of all of them.

    \b
    Example:
      tankdsl schema
      tankdsl schema scenario > scenario.schema.json
    """
    from tankdsl.resources import resource_names, resource_text

    names = [file.removesuffix(SUFFIX) for file in resource_names("schemas", SUFFIX)]
    if name is None:
        say("".join(f"{each}\n" for each in names))
        return CLEAN
    if name not in names:
        from tankdsl.diagnostics import did_you_mean
        from tankdsl.diagnostics.registry import usage

        known = ", ".join(f"`{each}`" for each in names)
        fail(usage.UNKNOWN_CHOICE.at(None, f"there is no schema `{name}`; there are {known}", help=did_you_mean(name, names)))
    say(resource_text("schemas", name + SUFFIX))
    return CLEAN
