"""`tankdsl survey`: what there is to know about the scenarios of a pack beside what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tankdsl.cli import arguments
from tankdsl.cli.console import fail, say, table
from tankdsl.cli.exits import CLEAN, FOUND

if TYPE_CHECKING:
    from tankdsl.session import Session
    from tankdsl.survey import Section, Surveyed


@click.command(short_help="Say what there is to know about scenarios.")
@arguments.path
@click.option("--scenario", "scenario", metavar="ID", help="Only this scenario of the pack.")
@arguments.text_or_json
def command(path: str, scenario: str | None, format: str) -> int:
    """Say what there is to know about scenarios.

    For each scenario of a pack without errors, in chapters: what its ground and its forces are like,
    in numbers that a designer would otherwise count by hand. Nothing of it is a fault; faults are
    what `tankdsl check` finds.

    \b
    Example:
      tankdsl survey games/duel --scenario meeting
    """
    import json

    from tankdsl.cli.packs import one_pack, require_no_errors
    from tankdsl.rules import Game
    from tankdsl.survey import survey

    session = one_pack(path)
    require_no_errors(session)
    _require_known(session, path, scenario)
    found = [each for each in survey(Game(session.program), scenario) if scenario is not None or each.id in session.scenarios]
    say(json.dumps(as_json(found), ensure_ascii=False, indent=2) + "\n" if format == "json" else as_text(found))
    return CLEAN


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


def as_text(found: list[Surveyed]) -> str:
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


def as_json(found: list[Surveyed]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "scenarios": [
            {"id": each.id, "title": each.title, "chapters": [_chapter(name, section) for name, section in each.sections]} for each in found
        ]
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
