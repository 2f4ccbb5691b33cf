"""`tankdsl trace`: which nodes of a pack carry out which rule of the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tankdsl.cli import arguments
from tankdsl.cli.console import say
from tankdsl.cli.exits import CLEAN, FOUND, MISUSED, leave

if TYPE_CHECKING:
    from tankdsl.cli.citations import Cited
    from tankdsl.cli.register import Register


@click.command(short_help="Say which part of a game carries out which rule.")
@arguments.path
@click.option("--register", "register_path", metavar="CSV", help="The rules of the book: a table with the columns id and kind.")
@arguments.text_or_json
def command(path: str, register_path: str | None, format: str) -> int:
    """Say which part of a game carries out which rule.

    Rules are known by the numbers that the source cites. With a register, every rule in it must be
    cited by some node outside of tests; for those of the kind `example` a test will do, and those of
    the kinds `flavour` and `component` need nothing. Exit code: 0 when that is so, 1 when a rule is
    missing, 2 when the register cannot be used.

    \b
    Example:
      tankdsl trace games/duel
      tankdsl trace games/duel --register games/duel/rules.csv
    """
    import json

    from tankdsl.cli.citations import as_json, citations, uncited, unknown
    from tankdsl.cli.packs import one_pack, require_no_errors
    from tankdsl.cli.report import Part, show_findings

    register = None if register_path is None else _register(register_path)
    session = one_pack(path)
    require_no_errors(session)
    found = citations(session)
    missing = [] if register is None else uncited(register, found)
    strange = [] if register is None else unknown(register, found)
    if format == "json":
        say(json.dumps(as_json(register, found), ensure_ascii=False, indent=2) + "\n")
    else:
        say(_listing(register, found) or f"nothing in {path} says which rule it carries out: no number such as `@AB-042` stands there\n")
        if register is not None:
            parts = [Part(tuple(strange), session.sources), Part(tuple(missing), register.sources)]
            show_findings(parts, "concise")
            say(_summary(register, len(missing), len(strange)))
    return FOUND if missing else CLEAN


def _register(path: str) -> Register:
    from tankdsl.cli.register import read_register
    from tankdsl.cli.report import Part, show_findings

    register = read_register(path)
    if register.found:
        show_findings([Part(register.found, register.sources)], aside=True)
        leave(MISUSED)
    return register


def _listing(register: Register | None, found: dict[str, Cited]) -> str:
    """Every rule with its nodes, in the order of the register, then what else is cited."""
    rules = {} if register is None else register.rules
    lines = []
    for id in dict.fromkeys([*rules, *found]):
        lines.append(f"{id}  {rules[id].kind}" if id in rules else id)
        if id in found:
            lines += [f"    {p.file}:{p.line}:{p.column}  {p.within}: {p.reads}" for p in found[id].nodes]
            lines += [f"    {p.file}:{p.line}:{p.column}  tested in {p.within}" for p in found[id].tests]
    return "".join(f"{line}\n" for line in lines)


def _summary(register: Register, missing: int, strange: int) -> str:
    from tankdsl.diagnostics import counted

    needed = sum(not rule.is_exempt for rule in register.rules.values())
    text = f"{needed - missing} of {counted(needed, 'rule')} are carried out"
    exempt = len(register.rules) - needed
    if exempt:
        text += f", {exempt} more need nothing"
    if strange:
        text += f"; {counted(strange, 'number')} cited that the register does not have"
    return f"\n{text}\n"
