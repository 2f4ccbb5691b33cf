"""Pieces of one name on both sides get the name of their side in front, in what the rules say too: reasons, questions, rows of totals.

The engine calls pieces by the texts of their document. Who plays in the terminal is given a game with texts that tell them apart.
"""

from __future__ import annotations

from tankdsl.cli.playing.names import ON_MAP, OWN, names_apart
from tankdsl.engine import Game


def told_apart(game: Game) -> Game:
    """The same game, of a campaign with all its battles, in which the names of pieces on the map differ as far as their sides differ."""
    for each in game.campaign.battles if game.campaign is not None else (game,):
        _rename(each)
    return game


def _rename(game: Game) -> None:
    texts = dict(game.text)
    for kind in game.kinds:
        if kind.root != kind.index or kind.category not in ON_MAP:
            continue
        keys = list(kind.names)
        for entity, (key, name) in enumerate(zip(kind.names, names_apart(game, kind), strict=True)):
            if name != (game.text.get(key, "") or kind.instances[entity]):
                keys[entity] = f"{key}{OWN}{kind.instances[entity]}"
                texts[keys[entity]] = name
        kind.names = tuple(keys)
    game.text = texts
