"""`tankdsl survey`: what there is to know about the scenarios of a pack beside what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import click

from tankdsl.cli import arguments
from tankdsl.cli.console import fail, say, table
from tankdsl.cli.exits import CLEAN, FOUND

if TYPE_CHECKING:
    from tankdsl.check.tree import ScenarioDef
    from tankdsl.session import Session
    from tankdsl.survey import Section, Surveyed


@click.command(short_help="Say what there is to know about scenarios.")
@arguments.path
@click.option("--scenario", "scenario", metavar="ID", help="Only this scenario of the pack, which may be one of its tests.")
@arguments.text_or_json
def command(path: str, scenario: str | None, format: str) -> int:
    """Say what there is to know about scenarios.

    For each scenario of a pack, in chapters: what its ground and its forces are like,
    in numbers that a designer would otherwise count by hand. Nothing of it is a fault; faults are
    what `tankdsl check` finds. Scenarios that are there for tests are left out unless they are named.

    \b
    Example:
      tankdsl survey games/duel --scenario meeting
    """
    import json

    from tankdsl.cli.packs import one_pack, require_typed
    from tankdsl.cli.progress import Progress
    from tankdsl.rules import Game
    from tankdsl.survey import survey

    _require_pack(path)
    session = one_pack(path)
    require_typed(session)
    _require_known(session, path, scenario)
    left_out = () if scenario is not None else of_tests(session)
    wanted = [id for id in session.scenarios if id not in left_out] if scenario is None else [scenario]
    with Progress("surveying") as progress:
        found = survey(Game(session.program, as_printed=True), wanted, progress)
    if format == "json":
        say(json.dumps(as_json(found, left_out), ensure_ascii=False, indent=2) + "\n")
    else:
        say(as_text(found) + _left_out(left_out))
    return CLEAN


def _require_pack(path: str) -> None:
    """Leave the command for a file that is no source; a compiled one does not hold what a survey asks."""
    import os

    from tankdsl.cli.documents import is_compiled
    from tankdsl.diagnostics.registry import usage

    if os.path.isfile(path) and is_compiled(path):
        headline = f"`{path}` is no file of source, and only packs are surveyed"
        fail(usage.USAGE_NOT_UNDERSTOOD.at(None, headline, help="of a compiled file, survey the pack that it was built from"))


def of_tests(session: Session) -> tuple[str, ...]:
    """The scenarios that are there for tests.

    They are declared in a file with `test` blocks, or beside one in a folder that is not that of the rules. When all scenarios of a pack
    are like that, as in a pack of one file, none is.
    """
    from tankdsl.syntax import ast

    def path(node: ast.Decl | ScenarioDef) -> PurePosixPath:
        return PurePosixPath(session.sources[node.span.file].path)

    tests = {path(node) for node in session.declarations if isinstance(node, ast.Test)}
    rules = {path(node).parent for node in session.declarations if isinstance(node, ast.Ruleset)}
    folders = {file.parent for file in tests} - rules
    files = {id: path(session.program.scenarios[id]) for id in session.scenarios}
    found = tuple(id for id, file in files.items() if file in tests or file.parent in folders)
    return () if len(found) == len(files) else found


def _left_out(scenarios: tuple[str, ...]) -> str:
    """What was not surveyed, in a line."""
    from tankdsl.diagnostics import quoted

    return f"\nnot surveyed are scenarios of tests: {quoted(scenarios, 'and')}; `--scenario ID` surveys one\n" if scenarios else ""


def _require_known(session: Session, path: str, scenario: str | None) -> None:
    """Leave the command for a scenario that is not there, and for a pack without any."""
    from tankdsl.diagnostics import did_you_mean, quoted
    from tankdsl.diagnostics.registry import compiled, usage

    if not session.scenarios:
        headline = f"`{path}` declares no scenario, so there is nothing to survey"
        fail(compiled.COMPILED_NOT_PLAYABLE.at(None, headline, help='declare one: `scenario id "Title" { ... }`'), code=FOUND)
    if scenario is not None and scenario not in session.scenarios:
        headline = f"`{path}` has no scenario `{scenario}`; it has {quoted(session.scenarios, 'and')}"
        fail(usage.UNKNOWN_CHOICE.at(None, headline, help=did_you_mean(scenario, session.scenarios)))


def as_text(found: Sequence[Surveyed]) -> str:
    """Scenarios with their sections, for people."""
    return "\n".join(_scenario(each) for each in found)


def _scenario(surveyed: Surveyed) -> str:
    head = f"{surveyed.id}: {surveyed.title}\n"
    return head + "".join(f"\n{_section(section)}" for _, section in surveyed.sections)


def _section(section: Section) -> str:
    lines = "".join(f"  {line}\n" for line in section.lines)
    rows = table([section.columns, *section.rows]) if section.columns else ""
    gap = "\n" if lines and rows else ""
    return f"{section.title}\n{lines}{gap}" + "".join(f"  {row}\n" for row in rows.splitlines())


def as_json(found: Sequence[Surveyed], left_out: tuple[str, ...] = ()) -> dict[str, Any]:
    """The same for programs, with the ids of what was not surveyed."""
    return {
        "scenarios": [
            {"id": each.id, "title": each.title, "chapters": [_chapter(name, section) for name, section in each.sections]} for each in found
        ],
        "left_out": list(left_out),
    }


def _chapter(name: str, section: Section) -> dict[str, Any]:
    return {
        "name": name,
        "title": section.title,
        "lines": list(section.lines),
        "columns": list(section.columns),
        "rows": [list(row) for row in section.rows],
        "data": section.data,
    }
