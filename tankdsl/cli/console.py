"""How the commands reach the terminal: text to the streams, whether it is coloured, how wide a line may be.

Everything goes through `write_text`, so no encoding of a terminal can make a command fail, and lines end in LF on every
system.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Literal, NoReturn, TextIO

from tankdsl.cli.exits import MISUSED, leave
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.render import render_full, write_text
from tankdsl.source import SourceSet

Colour = Literal["auto", "always", "never"]


def say(text: str) -> None:
    """Write to the standard output."""
    write_text(sys.stdout, text)


def say_aside(text: str) -> None:
    """Write to the standard error: remarks that are not the result of the command."""
    write_text(sys.stderr, text)


def fail(*diagnostics: Diagnostic, code: int = MISUSED) -> NoReturn:
    """Say what is wrong, of no place in a source file, and leave the command."""
    say_aside(render_full(diagnostics, SourceSet(), colour=is_coloured("auto", sys.stderr)))
    leave(code)


def is_coloured(choice: Colour, stream: TextIO) -> bool:
    """Whether to write colours: asked for, or to a terminal that is not told otherwise (https://no-color.org)."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(stream)


def is_terminal(stream: TextIO) -> bool:
    """Whether a stream is a terminal that people look at."""
    try:
        return stream.isatty()
    except ValueError:
        return False  # it was closed


def columns_of(stream: TextIO) -> int | None:
    """The columns of a terminal; nothing for what is no terminal, which has all the room that is needed."""
    if not is_terminal(stream):
        return None
    from shutil import get_terminal_size

    return max(20, get_terminal_size().columns)


def can_write(stream: TextIO, text: str) -> bool:
    """Whether the encoding of a stream has these characters."""
    try:
        text.encode(stream.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def table(rows: Sequence[Sequence[str]], *, gap: str = "  ") -> str:
    """Rows as lines with aligned columns; the last column is not padded."""
    widths = [max((len(row[i]) for row in rows if i < len(row)), default=0) for i in range(max(map(len, rows), default=0))]
    lines = [gap.join(cell.ljust(widths[i]) for i, cell in enumerate(row)).rstrip() for row in rows]
    return "".join(f"{line}\n" for line in lines)
