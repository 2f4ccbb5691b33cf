"""Colours, or none: the full format asks for a style by its role and never knows an escape sequence."""

from __future__ import annotations

from typing import Literal

from tankdsl.diagnostics.diagnostic import Level

Role = Literal["error", "warning", "info", "headline", "frame", "secondary"]

_CODES: dict[Role, str] = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "headline": "1",
    "frame": "1;34",
    "secondary": "36",
}
_ROLES: dict[Level, Role] = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "info"}


def paint(text: str, role: Role, colour: bool) -> str:
    """The text in the style of a role if ``colour``, else as it is; empty text stays empty."""
    return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if colour and text else text


def role_of(level: Level) -> Role:
    """The style of findings of a level."""
    return _ROLES[level]
