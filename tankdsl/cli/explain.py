"""`tankdsl explain`: the page of a diagnostic, or what a name of a pack stands for."""

from __future__ import annotations

import click

from tankdsl.cli.console import fail, say
from tankdsl.cli.exits import CLEAN


@click.command(short_help="Explain a diagnostic, or a name that a pack declares.")
@click.argument("name", metavar="CODE|NAME")
@click.option("--in", "path", metavar="PATH", help="Explain what NAME stands for in this pack.")
def command(name: str, path: str | None) -> int:
    """Explain a diagnostic, or a name that a pack declares.

    Diagnostics are known by their code and by their name. With --in, NAME is anything that the pack
    declares: what it is, where it is declared, what it says about itself, which rules it carries
    out, and which declarations mention it.

    \b
    Example:
      tankdsl explain TK4001
      tankdsl explain table-not-total
      tankdsl explain attack --in games/duel
    """
    say(_declared(name, path) if path is not None else _page(name))
    return CLEAN


def _page(name: str) -> str:
    from tankdsl.diagnostics import all_kinds, did_you_mean, kind_of
    from tankdsl.diagnostics.registry import usage
    from tankdsl.resources import resource_text

    kind = kind_of(name) or kind_of(name.upper()) or kind_of(name.lower())
    if kind is None:
        known = [key for each in all_kinds() for key in (each.code, each.name)]
        help = (*did_you_mean(name, known), "to explain a name of a pack, say which: `--in PATH`")
        fail(usage.UNKNOWN_CHOICE.at(None, f"there is no kind of finding `{name}`", help=help))
    return resource_text("diagnostics", f"{kind.code}.md")


def _declared(name: str, path: str) -> str:
    from tankdsl.cli.declared import describe, names_of
    from tankdsl.cli.packs import one_pack
    from tankdsl.diagnostics import did_you_mean
    from tankdsl.diagnostics.registry import usage

    session = one_pack(path)
    text = describe(session, name)
    if text is None:
        help = did_you_mean(name, names_of(session))
        fail(usage.UNKNOWN_CHOICE.at(None, f"nothing in `{path}` declares `{name}`", help=help))
    return text
