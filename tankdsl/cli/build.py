"""`tankdsl build`: the compiled form of a pack as files, all of them or none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tankdsl.cli import arguments
from tankdsl.cli.console import fail, say, table
from tankdsl.cli.exits import CLEAN, FOUND, leave

if TYPE_CHECKING:
    from tankdsl.diagnostics import Diagnostic
    from tankdsl.emit.write import NotWritten
    from tankdsl.session import Compiled, Session


@click.command(short_help="Write the compiled form of a game as JSON.")
@arguments.path
@click.option("-o", "--output", "folder", metavar="DIR", required=True, help="The folder to write into; it is made if it is not there.")
def command(path: str, folder: str) -> int:
    """Write the compiled form of a game as JSON.

    One file for the rule set, one for each scenario and each campaign that has everything an engine
    needs to play it, and a source map beside each. The same source gives the same bytes everywhere. When anything
    fails, DIR stays as it was; only files that tankdsl wrote are replaced.

    \b
    Example:
      tankdsl build games/duel -o build/duel
    """
    from tankdsl.cli.packs import one_pack, require_no_errors
    from tankdsl.diagnostics import counted
    from tankdsl.emit.write import NotWritten, write_files

    session = one_pack(path)
    require_no_errors(session, show_warnings=True)
    files = files_of(session)
    written = write_files(Path(folder), files)
    if isinstance(written, NotWritten):
        fail(_not_written(written))
    say(table([_row(Path(folder), compiled) for compiled in _documents(session)]))
    changed, unchanged = len(written.changed), len(written.unchanged)
    say(f"{counted(len(files), 'file')}, a source map beside each document: {changed} written, {unchanged} up to date\n")
    return CLEAN


def _row(folder: Path, compiled: Compiled) -> list[str]:
    """A document for the list of what was written: its file, what it is, and its title."""
    document: Any = compiled.document
    title = document["text"].get(document["content"]["title"], "")
    return [(folder / f"{compiled.name}.json").as_posix(), str(document["document"]), title]


def _documents(session: Session) -> list[Compiled]:
    """Everything that a build writes: the rule set, the scenarios, the campaigns."""
    return [session.ruleset, *map(session.scenario, session.scenarios), *map(session.campaign, session.campaigns)]


def files_of(session: Session) -> dict[str, bytes]:
    """All files of a build by name; leaves the command when two documents would have the same."""
    from tankdsl.emit.canonical import canonical_bytes
    from tankdsl.emit.sourcemap import map_name
    from tankdsl.ir.read import LARGEST_FILE

    files: dict[str, bytes] = {}
    for compiled in _documents(session):
        name = f"{compiled.name}.json"
        if name in files:
            fail(_collision(compiled.name), code=1)
        files[name] = canonical_bytes(compiled.document)
        if len(files[name]) > LARGEST_FILE:
            _refuse_size(session, compiled, len(files[name]))
        files[map_name(name)] = _source_map(session, compiled)
    return files


def _refuse_size(session: Session, compiled: Compiled, size: int) -> None:
    """Leave the command: nobody would read so large a file again."""
    from tankdsl.cli.report import Part, show_findings
    from tankdsl.diagnostics.registry import structure
    from tankdsl.ir.read import LARGEST_FILE

    program = session.program
    declared = program.scenarios.get(compiled.name) or program.campaigns.get(compiled.name)
    headline = f"the compiled form of `{compiled.name}` would have {size:,} bytes, and {LARGEST_FILE:,} is the most"
    help = "lay fewer hexes, or list fewer of them in zones and edges"
    found = structure.TOO_LARGE.at(None if declared is None else declared.span, headline, help=help)
    show_findings([Part((found,), session.sources)], aside=True)
    leave(FOUND)


def _source_map(session: Session, compiled: Compiled) -> bytes:
    from tankdsl.emit.sourcemap import SourceMap

    found = SourceMap()
    for origin in compiled.origins:
        found.add(origin.path, origin.span, origin.cites)
    return found.to_bytes(str(compiled.document["game"]), session.sources)


def _collision(name: str) -> Diagnostic:
    from tankdsl.diagnostics.registry import compiled

    return compiled.DOCUMENTS_COLLIDE.at(
        None,
        f"two of the rule set, its scenarios and its campaigns are called `{name}`, so both would be written into `{name}.json`",
        help="give one of them another name",
    )


def _not_written(problem: NotWritten) -> Diagnostic:
    from tankdsl.diagnostics.registry import usage

    return usage.OUTPUT_FAILED.at(None, f"cannot write `{problem.path.as_posix()}`: {problem.message}")
