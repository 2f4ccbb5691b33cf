"""Long lines of the story, broken at words."""

from __future__ import annotations

import textwrap

WIDTH = 96
"""Columns of a line of the story, whatever the terminal: a transcript looks the same everywhere."""


def wrapped(text: str, indent: str = "  ") -> str:
    """The text in lines, the later ones further in, with a line end."""
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False) + "\n"
