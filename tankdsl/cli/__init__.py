"""The command line: one file for each command, and the only part that prints, asks or exits. See README.md beside this file."""

from __future__ import annotations


def main() -> None:
    """Run the command that the arguments of the process name, and leave with its exit code."""
    from tankdsl.cli.app import app

    app(prog_name="tankdsl")
