"""A compiler, validator and engine for a language of tabletop tank wargames.

As a library:

    session = compile_pack("games/duel")            # reads, checks; nothing is raised for what a designer wrote
    print(render_findings(session))                 # what was found, as text
    game = load_game(session.scenario("meeting").document)
    play = Play(game).setup(seed=7)                 # a game in play; or `playout(game, seed=7)` for a random one

Everything else of the package may change between versions. Names are imported when they are first used, so that
`import tankdsl` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os

    from tankdsl.engine import Game, GameError, InputError, Refusal, Refused, Result, load_game, playout, replay
    from tankdsl.engine import Session as Play
    from tankdsl.ir.read import read_document, read_record
    from tankdsl.session import Compiled, Session

__version__ = "0.1.0"

__all__ = [
    "Compiled",
    "Game",
    "GameError",
    "InputError",
    "Play",
    "Refusal",
    "Refused",
    "Result",
    "Session",
    "compile_pack",
    "load_game",
    "playout",
    "read_document",
    "read_record",
    "render_findings",
    "replay",
]

_HOMES = {
    "tankdsl.session": ("Compiled", "Session"),
    "tankdsl.engine": ("Game", "GameError", "InputError", "Refusal", "Refused", "Result", "load_game", "playout", "replay"),
    "tankdsl.ir.read": ("read_document", "read_record"),
}


def compile_pack(path: str | os.PathLike[str]) -> Session:
    """The compile session of the pack at a path: a folder, or a file for itself.

    What the designer did wrong stands in its `findings`. Raises `ValueError` when the path means no pack, or several.
    """
    import os

    from tankdsl.session import Session
    from tankdsl.source import discover

    written = os.fspath(path)
    found = discover([written], os.getcwd())
    if len(found.packs) != 1:
        raise ValueError(f"expected one pack at {written!r}, found {len(found.packs)}")
    return Session(found.packs[0].bundle(), found.packs[0].files)


def render_findings(session: Session, format: str = "full") -> str:
    """The findings of a session as text: `full`, `concise` or `json`. `KeyError` for another format."""
    from tankdsl.diagnostics.render import FORMATS

    return FORMATS[format](session.findings, session.sources)


def __getattr__(name: str) -> Any:
    if name == "Play":
        return import_module("tankdsl.engine").Session
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
