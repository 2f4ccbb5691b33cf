"""The command line: one file for each command, and the only part that prints, asks or exits. See README.md beside this file."""

from __future__ import annotations

import gc

NEW_BEFORE_COLLECTING = 50_000
"""So many new containers before the collector of cyclic garbage looks at them; Python says 700."""


def main() -> None:
    """Run the command that the arguments of the process name, and leave with its exit code."""
    # Most commands are over before there is any garbage, and importing makes a great many things that stay.
    gc.set_threshold(NEW_BEFORE_COLLECTING)

    from tankdsl.cli.app import app

    try:
        app(prog_name="tankdsl")
    finally:
        gc.freeze()  # the process takes everything with it: leaving must not go through it all once more
