"""The public interface of the engine.

Pure functions over plain JSON:

    game = load_game(document)
    state, request = setup(game, options, seed)
    state, request = step(game, state, input)

and a `Session`, the same thing in place: no copies, options found when asked for. An input that is not legal
raises `Refused`, which says why, and changes nothing.
"""

from typing import Any

from tankdsl.engine import requests, saving
from tankdsl.engine.errors import InputError
from tankdsl.engine.load import load_game
from tankdsl.engine.machine import ASKED, FORCED, SEEDED, Event, Machine
from tankdsl.engine.model import Game
from tankdsl.engine.setup import begin, check_seed, new_machine, override, resolve_options, start_at
from tankdsl.engine.why import Refusal, refusal

Json = dict[str, Any]
State = Json
Request = Json
Input = Json
CHANCE = (SEEDED, ASKED, FORCED)

__all__ = [
    "CHANCE", "Game", "Input", "Refused", "Request", "Session", "State", "load_game", "setup", "start", "step",
    "why_not",
]  # fmt: skip


class Refused(Exception):
    """A legal form of input that is not legal now. `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.rid}: {refusal.text}")
        self.refusal = refusal


class Session:
    """One game in play.

    `evaluator` is `fast` or `oracle`. `chance` is `seeded`; `ask`, which makes every random number a request of
    kind `chance`; or `forced`, which takes numbers from `force` first and asks when there are none, and in
    which shuffles without numbers keep the order. With `pause_windows` every window waits for every side that
    it asks, and a play loop that may be passed waits even when nothing is legal. With `log` everything that
    happens is told in `events`.
    """

    def __init__(
        self,
        game: Game,
        *,
        evaluator: str = "fast",
        chance: str = SEEDED,
        pause_windows: bool = False,
        log: bool = False,
    ) -> None:
        if chance not in CHANCE:
            raise ValueError(f"there is no chance mode {chance!r}")
        self.game = game
        self.evaluator = evaluator
        self.machine: Machine = new_machine(game, evaluator)
        self.machine.mode = chance
        self.machine.pause_windows = pause_windows
        self.machine.events = [] if log else None

    # -- beginning

    def setup(self, options: Json | None = None, seed: int = 0) -> "Session":
        """Begin a game. Raises GameError for options that cannot be used. Returns itself."""
        return self.start(None, options, seed=seed)

    def start(
        self,
        entry: str | None,
        options: Json | None = None,
        overrides: Json | None = None,
        *,
        args: list[Any] | None = None,
        seed: int = 0,
    ) -> "Session":
        """Begin at a sequence or procedure (None: the main one), with fields, piles and terrain changed before."""
        pause, mode, events = self.machine.pause_windows, self.machine.mode, self.machine.events
        queue = self.machine.queue
        self.machine = new_machine(self.game, self.evaluator)
        self.machine.pause_windows, self.machine.mode = pause, mode
        self.machine.events, self.machine.queue = events, queue
        begin(self.machine, resolve_options(self.game, options), check_seed(seed))
        override(self.machine, overrides or {})
        start_at(self.machine, entry, args)
        return self

    def restore(self, state: State) -> "Session":
        """Go on from a state. Raises GameError when it is none of this game."""
        saving.load(self.machine, state)
        return self

    # -- looking

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.machine.over is not None

    @property
    def request(self) -> Request:
        """What is asked now."""
        return requests.request_of(self.machine)

    def legal(self) -> list[Input]:
        """Every legal input, in order. Empty for sealed requests, whose parts list their options."""
        return requests.legal_inputs(self.machine)

    def state(self) -> State:
        """A copy of the state as plain JSON."""
        return saving.dump(self.machine)

    def hash(self) -> str:
        """The hash of the state."""
        return saving.hash_of(self.machine)

    @property
    def events(self) -> list[Event]:
        """What happened since it was last emptied; run-time values, see `story` for words."""
        return self.machine.events if self.machine.events is not None else []

    # -- playing

    def answer(self, given: Input) -> None:
        """Take an input. Raises InputError for what is none, Refused for what is not legal now."""
        if isinstance(given, dict) and "do" in given:
            self._do(given)
            return
        try:
            verb, value = requests.read_input(self.machine, given)
        except requests.NotLegal:
            raise Refused(refusal(self.machine, given)) from None
        self.machine.answer(verb, value)

    def force(self, *, dice: list[int] | None = None, draw: list[Any] | None = None) -> None:
        """Append to the numbers that chance will give (mode `forced`): dice as they fall, and for random
        choices the JSON values that come up (for shuffles numbers as `chance.shuffle` takes them)."""
        self.machine.queue["dice"] += dice or []
        self.machine.queue["draw"] += draw or []

    def unused(self) -> Json:
        """The numbers given by `force` that were not yet taken."""
        return {name: list(queue) for name, queue in self.machine.queue.items()}

    def why_not(self, given: Input) -> Refusal | None:
        """Why an input would be refused; None when it is legal."""
        if isinstance(given, dict) and "do" in given:
            return self._why_not_do(given)
        try:
            requests.read_input(self.machine, given)
        except requests.NotLegal:
            return refusal(self.machine, given)
        return None

    def _do(self, given: Input) -> None:
        """A whole action at once: all of it, or nothing."""
        before = self.state()
        queue = {name: list(found) for name, found in self.machine.queue.items()}
        try:
            for part in staged(self, given):
                self.answer(part)
        except (Refused, InputError):
            self.machine.queue.update(queue)
            saving.load(self.machine, before)
            raise

    def _why_not_do(self, given: Input) -> Refusal | None:
        before = self.state()
        events, self.machine.events = self.machine.events, None
        queue = {name: list(found) for name, found in self.machine.queue.items()}
        try:
            for part in staged(self, given):
                reason = self.why_not(part)
                if reason is not None:
                    return reason
                self.answer(part)
            return None
        finally:
            self.machine.queue.update(queue)
            saving.load(self.machine, before)
            self.machine.events = events


def staged(session: Session, given: Input) -> Any:
    """The staged inputs of a whole action, one by one; each is answered before the next is asked for."""
    action, args = given["do"], given.get("args", {})
    if not isinstance(args, dict) or set(given) - {"do", "args"}:
        raise InputError('a whole action is {"do": action, "args": {parameter: value}}')
    yield {"play": action}
    if action not in session.game.ids["action"]:
        raise InputError(f"there is no action `{action}`")
    params = session.game.actions[session.game.ids["action"][action]].params
    unknown = set(args) - {param.name for param in params}
    if unknown:
        raise InputError(f"action `{action}` has no parameter `{sorted(unknown)[0]}`")
    for param in params:
        if param.name not in args:
            continue
        value = args[param.name]
        if not (param.some or param.path):
            yield {"pick": value}
            continue
        for member in value if isinstance(value, list) else [value]:
            yield {"step" if param.path else "pick": member}
        yield {"done": True}


def setup(game: Game, options: Json | None = None, seed: int = 0, **how: Any) -> tuple[State, Request]:
    """The first state of a game and what is asked in it. `how` as for `Session`."""
    session = Session(game, **how).setup(options, seed)
    return session.state(), session.request


def start(
    game: Game,
    entry: str | None,
    options: Json | None = None,
    overrides: Json | None = None,
    *,
    args: list[Any] | None = None,
    seed: int = 0,
    **how: Any,
) -> tuple[State, Request]:
    """The same, beginning at a sequence or procedure with parts of the state given."""
    session = Session(game, **how).start(entry, options, overrides, args=args, seed=seed)
    return session.state(), session.request


def step(game: Game, state: State, given: Input, **how: Any) -> tuple[State, Request]:
    """The state after an input, and what is asked in it. The given state is not changed.

    Raises Refused for an input that is not legal, InputError for what is none, GameError for a bad state.
    """
    session = Session(game, **how).restore(state)
    session.answer(given)
    return session.state(), session.request


def why_not(game: Game, state: State, given: Input, **how: Any) -> Refusal | None:
    """Why an input would be refused in a state; None when it is legal."""
    return Session(game, **how).restore(state).why_not(given)
