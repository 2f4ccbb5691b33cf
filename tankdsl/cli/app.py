"""The command `tankdsl`: finds the commands, imports only the one that runs, and is the last to catch what goes wrong.

Whatever a person does wrong becomes a diagnostic on the standard error and exit code 2. Whatever we did wrong becomes
one too, which says that it is a bug; a traceback is shown only when it was asked for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from keyword import iskeyword
from typing import Any, NoReturn, TextIO

import click

from tankdsl import __version__
from tankdsl.cli.exits import INTERRUPTED, MISUSED, PIPE_CLOSED, Leave

COMMANDS = ("check", "build", "import", "export", "map", "survey", "test", "play", "replay", "trace", "explain", "schema")
"""In the order of the help. Each is the attribute `command` of the module of its name (`import_` for a name that Python keeps)."""
DEBUG_VARIABLE = "TANKDSL_DEBUG"
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class App(click.Group):
    """A group of commands that are imported when they are needed, with our way to end."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, if there is one."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(f"tankdsl.cli.{cmd_name}{'_' if iskeyword(cmd_name) else ''}").command
        return found

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a closed pipe is ours to handle, as click would count it as a finding."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _forget(sys.stdout, sys.stderr)
            raise Leave(PIPE_CLOSED) from None

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *more: Any, **extra: Any) -> NoReturn:
        """Run, and leave the process with the exit code of the command."""
        arguments = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        try:
            code = super().main(arguments, prog_name, *more, **extra)
            sys.stdout.flush()
        except Leave as left:
            code = left.code
        except click.ClickException as error:
            code = _usage(error)
        except (KeyboardInterrupt, click.Abort):
            code = INTERRUPTED
        except Exception as error:
            if isinstance(error, MemoryError):
                error = error.with_traceback(None)  # It holds on to all that was made.
            code = _fault(error, arguments)
        sys.exit(code if isinstance(code, int) else 0)


@click.group(cls=App, context_settings=CONTEXT)
@click.version_option(__version__, "-V", "--version", message="tankdsl %(version)s")
@click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of a fault of tankdsl itself.")
def app() -> None:
    """Compile, check, test and play tabletop tank wargames written as text.

    A PATH is a .tank file or a folder with such files; a folder in which one of them declares a
    `ruleset` is a pack, and is compiled as one. Exit codes: 0 all is well, 1 something was found in
    what was given, 2 the call was wrong or tankdsl failed.

    \b
    Example:
      tankdsl check games/duel
      tankdsl play games/duel --seed 7 --auto
    """


def _usage(error: click.ClickException) -> int:
    """Say what is wrong with the command line."""
    from tankdsl.cli.usage import usage_diagnostic, usage_help

    text = usage_help(error)
    if text is not None:
        return _say_aside(text, error.exit_code)
    from tankdsl.cli.console import is_coloured
    from tankdsl.diagnostics.render import render_full

    return _say_aside(render_full([usage_diagnostic(error)], {}, colour=is_coloured("auto", sys.stderr)), MISUSED)


def _fault(error: Exception, arguments: list[str]) -> int:
    """Say that this is our fault (or that of the system, if it says so)."""
    # By hand: the arguments may not have been read when it happened.
    if "--debug" in arguments or os.environ.get(DEBUG_VARIABLE):
        import traceback

        traceback.print_exception(error)
    from tankdsl.cli.console import is_coloured
    from tankdsl.cli.usage import fault_diagnostic
    from tankdsl.diagnostics.render import render_full

    found = fault_diagnostic(error, arguments)
    if isinstance(error, OSError):
        _forget(sys.stdout)
    return _say_aside(render_full([found], {}, colour=is_coloured("auto", sys.stderr)), MISUSED)


def _say_aside(text: str, code: int) -> int:
    from tankdsl.cli.console import say_aside

    try:
        say_aside(text)
    except OSError:
        _forget(sys.stderr)
    return code


def _forget(*streams: TextIO) -> None:
    """Keep the interpreter from complaining, when it ends, about a stream that takes nothing any more."""
    for stream in streams:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
