"""The exit codes of all commands, and the one way to leave a command early."""

from __future__ import annotations

from typing import NoReturn

CLEAN = 0
"""Everything is as it should be."""
FOUND = 1
"""What was given is at fault: findings, a failing test, a record that does not replay, a rule that nothing carries out."""
MISUSED = 2
"""The call is at fault (an unknown option, a path that is not there, a folder that cannot be written), or tankdsl itself."""
INTERRUPTED = 130
"""Ctrl-C, as shells count it: 128 and the number of the signal."""
PIPE_CLOSED = 141
"""The reader of our output has gone away, as shells count it."""


class Leave(Exception):
    """Leave the command with this code; everything was said already. Caught in `app`."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def leave(code: int) -> NoReturn:
    """Leave the command."""
    raise Leave(code)
