"""Long lines of the story, broken where one thing ends and the next begins, and else at words."""

from __future__ import annotations

import textwrap

WIDTH = 96
"""Columns of a line of the story, whatever the terminal: a transcript looks the same everywhere."""
BETWEEN = "; "


def wrapped(text: str, indent: str = "  ", width: int = WIDTH) -> str:
    """The text in lines, the later ones further in, with a line end."""
    lines: list[str] = []
    for part in text.split(BETWEEN):
        joined = f"{lines[-1]}{BETWEEN}{part}" if lines else indent + part
        if lines and len(joined) < width:
            lines[-1] = joined
            continue
        if lines:
            lines[-1] += BETWEEN.rstrip()
        further = indent + "  "
        lines += textwrap.wrap(
            part, width, initial_indent=further if lines else indent, subsequent_indent=further, break_on_hyphens=False
        ) or [indent]
    return "".join(f"{line}\n" for line in lines)
