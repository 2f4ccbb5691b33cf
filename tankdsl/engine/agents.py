"""Players that are machines.

The uniformly random player numbers what may be answered in the order of `Session.legal` (options, then done,
then pass) and takes the one with the number ``below(n)`` of its own stream (`chance.AGENTS`), also when there
is only one. In a sealed request the open parts are answered one after the other in the same way, a part's pass
coming last.
"""

from dataclasses import dataclass, field
from typing import Any

from tankdsl.engine import chance
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Game
from tankdsl.engine.protocol import Session, borrowed
from tankdsl.engine.requests import battles_of
from tankdsl.engine.saving import hash_of
from tankdsl.engine.sealed import open_parts
from tankdsl.engine.tracing import PointDecision, sampled

_VERBS = {"play": "play", "pick": "pick", "step": "step", "yes_no": "yes", "chance": "chance"}


class RandomPlayer:
    """Answers for all sides, uniformly at random."""

    def __init__(self, seed: int) -> None:
        self.words = chance.seeded(seed, chance.AGENTS)

    def play(self, m: Machine) -> tuple[str, Any]:
        """Answer the decision that is due; what was answered, as verb and run-time value."""
        verb, value = self.choose(m)
        if m.over is None:
            m.answer(verb, value)
        return verb, value

    def choose(self, m: Machine) -> tuple[str, Any]:
        """The answer, without giving it; no verb when looking for one ended the game with a trap."""
        decision = m.decision
        if isinstance(decision, PointDecision):
            return self._point(m, decision)
        if decision.kind == "sealed":
            return "sealed", {index: self._pick(options, optional) for index, _, options, optional in open_parts(m)}
        options = decision.options
        if m.over is not None:
            return "", None
        count = len(options) + decision.may_done + decision.may_pass
        if not count:
            # Only a document that was never checked, or a damaged state, comes to this.
            m.trap("nothing can be answered")
            return "", None
        number = chance.below(self.words, count)
        if number < len(options):
            return _VERBS[decision.kind], options[number]
        return ("done" if decision.may_done and number == len(options) else "pass"), None

    def _point(self, m: Machine, decision: PointDecision) -> tuple[str, Any]:
        """A point, found as `tracing` says."""
        verb, point = sampled(m, decision, self.words)
        if not verb:
            m.trap("no legal point was found")
        return verb, point

    def _pick(self, options: tuple[Any, ...], optional: bool) -> Any:
        number = chance.below(self.words, len(options) + optional)
        return options[number] if number < len(options) else None


@dataclass(slots=True)
class Result:
    """How a playout went. `winner` and `ending` are empty for a draw, or when it was broken off.

    Of a campaign they are those of its last battle.
    """

    ended: bool
    winner: str
    ending: str
    decisions: int
    hashes: list[str] = field(default_factory=list)
    """The hash after each decision, the first state included, if they were asked for."""
    fault: str = ""
    """What the rules did wrong, if a trap ended the game."""
    battles: list[str] = field(default_factory=list)
    """Who won each battle of a campaign; empty for a draw."""


def playout(
    game: Game,
    seed: int,
    evaluator: str = "fast",
    max_decisions: int = 100_000,
    *,
    options: dict[str, Any] | None = None,
    hashes: bool = False,
) -> Result:
    """Play a game at random to its end, or for so many decisions."""
    with borrowed(game, evaluator=evaluator) as session:
        return _played(session.setup(options, seed), RandomPlayer(seed), max_decisions, hashes=hashes)


def _played(session: Session, player: RandomPlayer, max_decisions: int, *, hashes: bool) -> Result:
    m = session.machine
    found = [hash_of(m)] if hashes else []
    decisions = 0
    while m.over is None and decisions < max_decisions:
        player.play(m)
        if m.over is not None:
            m = session.go_on()
        decisions += 1
        if hashes:
            found.append(hash_of(m))
    over = m.over or {}
    winner = over.get("winner")
    battles = [] if m.course is None else [battle.get("winner", "") for battle in battles_of(m)]
    return Result(
        m.over is not None,
        "" if winner is None else m.game.side_ids[winner],
        over.get("ending") or "",
        decisions,
        found,
        m.fault,
        battles,
    )
