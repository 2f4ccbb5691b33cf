"""Write into ``docs/cli.md`` what ``--help`` of each command prints: the blocks that are marked `help COMMAND`."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from tankdsl.cli.app import app

PAGE = Path(__file__).resolve().parent.parent / "cli.md"
BLOCK = re.compile(r"(?ms)^```help (?P<command>[^\n]+)\n(?P<text>.*?)^```$")


def help_of(command: str) -> str:
    """The help of a command, in 80 columns."""
    result = CliRunner().invoke(app, [*command.split()[1:], "--help"], prog_name="tankdsl")
    return "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())


def page_text() -> str:
    """The page with all help texts brought up to date."""
    page = PAGE.read_text(encoding="utf-8")
    return BLOCK.sub(lambda block: f"```help {block['command']}\n{help_of(block['command'])}```", page)


if __name__ == "__main__":
    PAGE.write_text(page_text(), encoding="utf-8", newline="\n")
