"""The words for a command line that is not understood, and for faults that nobody foresaw."""

from __future__ import annotations

import shlex

import click

from tankdsl.diagnostics import Diagnostic, did_you_mean
from tankdsl.diagnostics.registry import usage

FORMS = {
    "--los": "it takes the labels of two hexes, such as `--los A1 C3`; the map that `tankdsl map` prints shows the labels",
    "--reach": "it takes the id of a unit and the label of a hex, such as `--reach red.scout@A1`",
}
"""What belongs behind options that take more than a word."""


def usage_help(error: click.ClickException) -> str | None:
    """The help text, if the fault is that no arguments were given at all."""
    return f"{error.format_message()}\n" if type(error).__name__ == "NoArgsIsHelpError" else None


def usage_diagnostic(error: click.ClickException) -> Diagnostic:
    """What click found wrong with the arguments, as one of our findings."""
    context = getattr(error, "ctx", None)
    help = [*_near(error, context)]
    if context is not None:
        help.append(f"`{context.command_path} --help` says how it is used")
    return usage.USAGE_NOT_UNDERSTOOD.at(None, _headline(error), help=help)


def fault_diagnostic(error: Exception, arguments: list[str]) -> Diagnostic:
    """A fault of the system around us, or of tankdsl itself."""
    if isinstance(error, OSError) and error.filename is None and error.strerror:
        return usage.OUTPUT_FAILED.at(None, f"cannot write the output: {error.strerror.lower()}")
    if isinstance(error, MemoryError):
        return usage.MEMORY_FULL.at(None, "there is not enough memory for this", help="give tankdsl more memory, or less to do")
    command = shlex.join(["tankdsl", *arguments])
    again = () if "--debug" in arguments else (f"`{shlex.join(['tankdsl', '--debug', *arguments])}` shows where it happened",)
    return usage.INTERNAL_ERROR.at(
        None,
        f"this is a bug in tankdsl: `{command}` failed with {type(error).__name__}",
        notes=str(error)[:400] or (),
        help=("please report it, with the smallest pack that shows it", *again),
    )


def _headline(error: click.ClickException) -> str:
    match error:
        case click.NoSuchOption(option_name=name):
            return f"there is no option `{name}`"
        case click.MissingParameter(param=click.Option() as option, ctx=click.Context() as context):
            return f"expected {_option(option)} after `{context.command_path}`"
        case click.MissingParameter(param=click.Argument() as argument, ctx=click.Context() as context):
            return f"expected {argument.human_readable_name} after `{context.command_path}`"
        case click.BadParameter(param=click.Parameter(type=click.IntRange(min=int() as low, max=int() as high)) as param):
            return f"{_option(param)} takes a whole number from {low} to {high}"
        case click.BadParameter(param=click.Parameter() as param):
            return f"{_option(param)}: {_sentence(error.message)}"
    return _sentence(error.format_message())


def _option(param: click.Parameter) -> str:
    return f"`{max(param.opts, key=len)}`" if isinstance(param, click.Option) else param.human_readable_name


def _sentence(text: str) -> str:
    """A message of click as a headline of ours: small letter at the start, no full stop, backquotes."""
    text = text.replace("'", "`").rstrip(".")
    return text[:1].lower() + text[1:]


def _near(error: click.ClickException, context: click.Context | None) -> tuple[str, ...]:
    if isinstance(error, click.BadOptionUsage) and error.option_name in FORMS:
        return (FORMS[error.option_name],)
    if isinstance(error, click.NoSuchOption) and context is not None and isinstance(context.command, click.Group):
        return ("options of a command stand behind its name: `tankdsl play --seed 7 games/duel`",)
    if isinstance(error, click.NoSuchOption) and context is not None:
        known = [name for param in context.command.params for name in param.opts if name.startswith("--")]
        return did_you_mean(error.option_name, known)
    if context is not None and isinstance(context.command, click.Group) and "No such command" in error.format_message():
        wanted = error.format_message().split("'")[1]
        return did_you_mean(wanted, context.command.list_commands(context))
    return ()
