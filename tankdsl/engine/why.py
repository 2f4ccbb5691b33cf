"""Why an input is refused."""

from dataclasses import dataclass
from typing import Any

from tankdsl.engine.machine import Machine


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason for a refusal: id, words, rule numbers; `also` has further reasons that hold too."""

    rid: str
    text: str
    rules: tuple[str, ...] = ()
    also: tuple["Refusal", ...] = ()


def refusal(m: Machine, given: Any) -> Refusal:
    """The first reason, in reporting order, why an input is not legal."""
    if m.over is not None:
        return Refusal("game_over", "The game is over.")
    return Refusal("not_offered", "That is not offered now.")
