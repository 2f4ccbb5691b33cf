"""The arguments and options that several commands share, so that they are called the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., object])

paths = click.argument("paths", metavar="PATH...", nargs=-1, required=True)
"""Files and folders, given to the command as `paths`."""
path = click.argument("path", metavar="PATH")
"""One file or folder, given to the command as `path`."""
findings_format = click.option(
    "--format",
    "format",
    type=click.Choice(["full", "concise", "json"]),
    default="full",
    show_default=True,
    help="How findings are written: for people, one a line, or for programs.",
)
"""`--format` of findings."""
colour = click.option(
    "--colour",
    "--color",
    "colour",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Whether to use colours; auto: on a terminal, unless NO_COLOR is set.",
)
"""`--colour` of everything that is coloured."""


def text_or_json(function: Command) -> Command:
    """`--format text|json` of commands whose result is no list of findings."""
    option = click.option(
        "--format", "format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="For people or for programs."
    )
    return option(function)
