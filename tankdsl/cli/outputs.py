"""Files that a command writes where its user says: never over something that is there already, unless that is asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from tankdsl.cli.console import fail

force = click.option("--force", is_flag=True, help="Overwrite a file that is there already.")
"""`--force`."""


def require_free(paths: Iterable[Path], force: bool) -> None:
    """Leave the command if there is anything under one of the names."""
    from tankdsl.diagnostics.registry import usage

    for path in paths:
        if os.path.isdir(path) and force:
            fail(usage.OUTPUT_FAILED.at(None, f"cannot write `{path.as_posix()}`: it is a folder"))
        if os.path.lexists(path) and not force:
            headline = f"`{path.as_posix()}` is there already"
            fail(usage.OUTPUT_EXISTS.at(None, headline, help="choose another name, or add `--force` to overwrite it"))


def write_output(files: Mapping[Path, bytes], force: bool) -> None:
    """Write files of one folder, all or none; leaves the command when the system refuses."""
    from tankdsl.diagnostics.registry import usage
    from tankdsl.emit.write import NotWritten, write_files

    folder = next(iter(files)).parent
    written = write_files(folder, {path.name: data for path, data in files.items()}, lambda _: force)
    if isinstance(written, NotWritten):
        fail(usage.OUTPUT_FAILED.at(None, f"cannot write `{written.path.as_posix()}`: {written.message}"))
