"""`tankdsl replay`: plays a record again and says whether, and where, another state comes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tankdsl.cli.console import fail, say
from tankdsl.cli.exits import CLEAN, FOUND

MOST_CANDIDATES = 200
"""Compiled files beside a record that are looked at."""


@click.command(short_help="Play a record again and compare every state.")
@click.argument("record_path", metavar="FILE")
@click.option("--game", "game_path", metavar="SCENARIO.json|PATH", help="The game, if it is not a compiled file beside the record.")
def command(record_path: str, game_path: str | None) -> int:
    """Play a record again and compare every state.

    A record names its game by a hash. Without --game, the compiled files in the folder of the record
    and in the current folder are searched for it. Exit code: 0 when the same states come out, 1 when
    not, with the decision at which they part; 2 when the game is not found.

    \b
    Example:
      tankdsl replay build/duel/game.json
      tankdsl replay game.json --game games/duel
    """
    from tankdsl.cli.documents import loaded_game, record_document
    from tankdsl.cli.records import diverges
    from tankdsl.engine import GameError, replay

    record = record_document(record_path)
    document, found_in = _game_of(record, record_path, game_path)
    game = loaded_game(document, found_in)
    try:
        result = replay(game, record)
    except GameError as error:
        fail(diverges(record_path, str(error)), code=FOUND)
    if not result.ok:
        fail(diverges(record_path, f"{result.message}{_where(record, result.decision)}"), code=FOUND)
    say(f"{record_path}: the same states after {result.decisions:,} decisions of `{document['id']}` ({found_in})\n")
    return CLEAN


def _game_of(record: dict[str, Any], record_path: str, game_path: str | None) -> tuple[dict[str, Any], str]:
    """The document of the game of a record, and where it was found; leaves the command when there is none."""
    from tankdsl.cli.records import other_game
    from tankdsl.diagnostics.registry import compiled

    if game_path is None:
        folders = dict.fromkeys((Path(record_path).parent, Path()))
        files = (path for folder in folders for path in _compiled_files(folder))
        game_path = next((path.as_posix() for path in files if _says_game(path, record["game"])), None)
    if game_path is None:
        headline = f"no compiled file beside `{record_path}` is the game of this record"
        fail(compiled.RECORD_OF_OTHER_GAME.at(None, headline, help="say where it is: `--game SCENARIO.json` or `--game PATH`"))
    document = next((each for each in _documents(game_path) if each["game"] == record["game"]), None)
    if document is None:
        fail(other_game(record_path), code=FOUND)
    return document, game_path


def _documents(path: str) -> list[dict[str, Any]]:
    """The games that a path means: the one of a compiled file, or all scenarios and campaigns of a pack."""
    from tankdsl.cli.documents import compiled_document, is_compiled
    from tankdsl.cli.packs import one_pack, require_no_errors

    if is_compiled(path):
        return [compiled_document(path)]
    session = one_pack(path)
    require_no_errors(session)
    found = [*map(session.scenario, session.scenarios), *map(session.campaign, session.campaigns)]
    return [dict(compiled.document) for compiled in found]


def _compiled_files(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.glob("*.json") if path.is_file())[:MOST_CANDIDATES]
    except OSError:
        return []


def _says_game(path: Path, game: str) -> bool:
    """Whether a file begins like a compiled game of that hash: a look at its beginning is enough."""
    try:
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError:
        return False
    is_game = b'"document": "scenario"' in head or b'"document": "campaign"' in head
    return is_game and game.encode() in head


def _where(record: dict[str, Any], decision: int | None) -> str:
    """The input at which it failed, as it stands in the record."""
    inputs = record["inputs"]
    if decision is None or not 1 <= decision <= len(inputs):
        return ""
    import json

    return f"; input {decision} of {len(inputs)} is {json.dumps(inputs[decision - 1], ensure_ascii=False)}"
