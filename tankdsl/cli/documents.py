"""Compiled files given to a command: read without trust, and what is wrong with them said in words."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING, Any

from tankdsl.cli.console import fail
from tankdsl.cli.exits import FOUND
from tankdsl.cli.packs import one_pack, require_no_errors, require_typed
from tankdsl.diagnostics import Diagnostic, did_you_mean, quoted
from tankdsl.diagnostics.registry import compiled, usage
from tankdsl.source import SUFFIX

if TYPE_CHECKING:
    from tankdsl.engine import Game
    from tankdsl.ir.problems import Problem
    from tankdsl.ir.read import Loaded
    from tankdsl.session import Session

MOST_SHOWN = 5
"""How many problems of a file are listed."""
_KINDS = {
    "bytes": compiled.COMPILED_UNREADABLE,
    "format": compiled.COMPILED_WRONG_FORMAT,
    "hash": compiled.COMPILED_CHANGED,
    "content": compiled.COMPILED_FAULTY,
}
_HELP = {
    "format": "`tankdsl build` writes the compiled form of a pack",
    "hash": "change the source and build it again; compiled files are not meant to be edited",
    "content": "build it again with this version of tankdsl",
}
_RECORD_HELP = {
    "format": "`tankdsl play --record FILE` and `save FILE` while playing write records",
    "hash": "records are not meant to be edited",
    "content": "play and record it again with this version of tankdsl",
}


def playable(path: str, scenario: str | None = None, session: Session | None = None) -> dict[str, Any]:
    """The document of a scenario or campaign: of a compiled file, or of a pack, which is compiled for it in memory.

    `session` is that of the pack when it is only looked at, so that errors of the checks after those of types are no hindrance.
    """
    if is_compiled(path):
        document = compiled_document(path)
        if scenario not in (None, document["id"]):
            known = f"`{path}` is the {document['document']} `{document['id']}` and holds no other"
            fail(usage.UNKNOWN_CHOICE.at(None, f"there is no scenario `{scenario}`", notes=known))
        return document
    if session is None:
        session = one_pack(path)
        require_no_errors(session)
    else:
        require_typed(session)
    chosen = _chosen(session, path, scenario)
    return dict((session.scenario(chosen) if chosen in session.scenarios else session.campaign(chosen)).document)


def is_compiled(path: str) -> bool:
    """Whether a path means a compiled file and not source: any file that does not end like source."""
    return not os.path.isdir(path) and not path.endswith(SUFFIX)


def compiled_document(path: str) -> dict[str, Any]:
    """The document of a compiled scenario or campaign; leaves the command when it is none."""
    from tankdsl.ir.read import read_document

    document = _document(path, read_document(_bytes(path)))
    if document["document"] == "ruleset":
        headline = f"`{path}` holds the rules of `{document['id']}` and no scenario, so it cannot be played"
        fail(compiled.COMPILED_NOT_PLAYABLE.at(None, headline, help="give the file of a scenario or a campaign"), code=FOUND)
    return document


def record_document(path: str) -> dict[str, Any]:
    """The record of a game; leaves the command when it is none."""
    from tankdsl.ir.read import read_record

    return _document(path, read_record(_bytes(path)), _RECORD_HELP)


def loaded_game(document: dict[str, Any], path: str) -> Game:
    """The game of a document; leaves the command when the engine does not take it."""
    from tankdsl.engine import GameError, load_game

    try:
        return load_game(document)
    except GameError as error:
        fail(compiled.COMPILED_FAULTY.at(None, f"`{path}` cannot be played", notes=str(error), help=_HELP["content"]), code=FOUND)


def _bytes(path: str) -> bytes:
    from tankdsl.ir.problems import Problem
    from tankdsl.ir.read import read_bytes

    _require_file(path)
    data = read_bytes(path)
    if isinstance(data, Problem):
        fail(compiled.COMPILED_UNREADABLE.at(None, f"`{path}`: {data.message}"), code=FOUND)
    return data


def _require_file(path: str) -> None:
    """Leave the command for what is not there or would be waited for without end."""
    try:
        status = os.stat(path)
    except (OSError, ValueError) as error:
        missing = isinstance(error, FileNotFoundError | NotADirectoryError)
        reason = "there is no file or folder" if missing else "cannot read"
        build = ("`tankdsl build` writes compiled files",) if missing and path.endswith(".json") else ()
        help = did_you_mean(os.path.basename(path), _beside(path)) or build
        fail(usage.PATH_NOT_FOUND.at(None, f"{reason} `{path}`", help=help))
    if not stat.S_ISREG(status.st_mode):
        fail(compiled.COMPILED_UNREADABLE.at(None, f"expected a file, but `{path}` is a pipe, a socket or a device"))


def _beside(path: str) -> list[str]:
    try:
        return sorted(os.listdir(os.path.dirname(path) or "."))
    except (OSError, ValueError):
        return []


def _document(path: str, loaded: Loaded, helps: dict[str, str] = _HELP) -> dict[str, Any]:
    if loaded.document is None:
        fail(_faulty(path, loaded, helps), code=FOUND)
    return loaded.document


def _faulty(path: str, loaded: Loaded, helps: dict[str, str]) -> Diagnostic:
    first, *rest = loaded.problems
    shown = [_line(problem) for problem in rest[: MOST_SHOWN - 1]]
    if len(rest) > len(shown):
        shown.append(f"and {len(rest) - len(shown)} more")
    return _KINDS[loaded.stage].at(None, f"`{path}`: {_line(first)}", notes=shown, help=helps.get(loaded.stage, ()))


def _line(problem: Problem) -> str:
    return f"{problem.message} (at `{problem.path}`)" if problem.path else problem.message


def _chosen(session: Session, path: str, scenario: str | None) -> str:
    """The scenario or campaign that was asked for, or the first scenario of the pack."""
    if not session.scenarios:
        headline = f"`{path}` declares no scenario, so there is nothing to play"
        fail(compiled.COMPILED_NOT_PLAYABLE.at(None, headline, help='declare one: `scenario id "Title" { ... }`'), code=FOUND)
    if scenario is None:
        return session.scenarios[0]
    known = (*session.scenarios, *session.campaigns)
    if scenario not in known:
        headline = f"`{path}` has no scenario `{scenario}`; it has {quoted(known, 'and')}"
        fail(usage.UNKNOWN_CHOICE.at(None, headline, help=did_you_mean(scenario, known)))
    return scenario
