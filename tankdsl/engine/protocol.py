"""The public interface of the engine.

Pure functions over plain JSON:

    game = load_game(document)
    state, request = setup(game, options, seed)
    state, request = step(game, state, input)

and a `Session`, the same thing in place: no copies, options found when asked for. An input that is not legal
raises `Refused`, which says why, and changes nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tankdsl.engine import campaign, requests, saving, views
from tankdsl.engine.errors import InputError
from tankdsl.engine.frames import Play
from tankdsl.engine.load import load_game
from tankdsl.engine.loops import fixed_of, loop_of
from tankdsl.engine.machine import ASKED, FORCED, SEEDED, Event, Machine
from tankdsl.engine.model import Game
from tankdsl.engine.reasons import standard
from tankdsl.engine.setup import begin, check_seed, new_machine, override, resolve_options, start_at
from tankdsl.engine.types import PATH
from tankdsl.engine.why import Refusal, action_refusal, before_all, refusal

Json = dict[str, Any]
State = Json
Request = Json
Input = Json
CHANCE = (SEEDED, ASKED, FORCED)

__all__ = [
    "CHANCE", "Game", "Input", "Refused", "Request", "Session", "State", "load_game", "setup", "start", "step",
    "view", "why_not",
]  # fmt: skip


class Refused(Exception):
    """A legal form of input that is not legal now. `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.rid}: {refusal.text}")
        self.refusal = refusal


class Session:
    """One game in play.

    `evaluator` is `fast`, `oracle`, or `telling`, which with `log` also tells where totals come from (see
    `telling`). `chance` is `seeded`; `ask`, which makes every random number a request of kind `chance`; or
    `forced`, which takes numbers from `force` first and asks when there are none, and in which shuffles
    without numbers keep the order. With `pause_windows` every window waits for every side that it asks, and a
    play loop that may be passed waits even when nothing is legal. With `log` everything that
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
        self.first = game
        """The game that was given: of a campaign, the battle with which it begins."""
        self.game = game
        """The game that is being played: of a campaign, the battle that has been reached."""
        self.evaluator = evaluator
        self.machine: Machine = new_machine(game, evaluator)
        self.machine.mode = chance
        self.machine.pause_windows = pause_windows
        self.machine.events = [] if log else None
        self.inputs: list[Input] | None = None
        """Inputs that were taken, one by one, if somebody set a list (see `record`)."""

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
        self.game = self.first
        old = self.machine
        if old.game is not self.game or old.course is not None:
            # Of a campaign the log may still speak of the machines of its battles.
            self.machine = new_machine(self.game, self.evaluator)
            self.machine.pause_windows, self.machine.mode = old.pause_windows, old.mode
            self.machine.events, self.machine.queue = old.events, old.queue
        begin(self.machine, resolve_options(self.game, options), check_seed(seed))
        campaign.begin_course(self.machine, options)
        override(self.machine, overrides or {})
        start_at(self.machine, entry, args)
        self.go_on()
        return self

    def go_on(self) -> Machine:
        """The machine that is asked now: after the battle of a campaign comes the next one, on a machine of its own.

        Only who answers a machine directly needs to call it.
        """
        if self.machine.course is not None:
            self.machine = campaign.go_on(self.machine)
            self.game = self.machine.game
        return self.machine

    def restore(self, state: State) -> "Session":
        """Go on from a state. Raises GameError when it is none of this game."""
        self._load(state)
        return self

    def _load(self, state: State) -> None:
        """Put a state in, on the machine of its battle."""
        battle = campaign.battle_of(self.game, state)
        if battle is not self.machine.game:
            old, self.machine = self.machine, new_machine(battle, self.evaluator)
            self.machine.mode, self.machine.pause_windows = old.mode, old.pause_windows
            self.machine.events, self.machine.queue = old.events, old.queue
            self.game = battle
        saving.load(self.machine, state)

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

    def view(self, side: str) -> Json:
        """What a side may see of the state (see `views`)."""
        return views.view(self.machine, self._side(side))

    def view_request(self, side: str) -> Request:
        """What a side may see of what is asked."""
        return views.request_for(self.machine, self._side(side))

    def _side(self, id: str) -> int:
        if id not in self.game.side_ids:
            raise InputError(f"there is no side `{id}`")
        return self.game.side_ids.index(id)

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

    def answer(self, given: Input, side: str | None = None) -> None:
        """Take an input, of that side if one is named.

        Raises InputError for what is no input, Refused for what is not legal now; then nothing has changed.
        Besides the inputs of the protocol ``{"do": action, "args": {parameter: value}}`` is taken: a whole
        action, all or nothing. A list stands for the members of a group and the steps of a path.
        """
        if isinstance(given, dict) and "do" in given:
            self._do(given, side)
            return
        answer = self._read(given, side)
        if isinstance(answer, Refusal):
            raise Refused(answer)
        self.take(*answer)
        if self.inputs is not None:
            self.inputs.append(given)

    def take(self, verb: str, value: Any) -> None:
        """Take an answer (a run-time value) that is among the options of the decision that is due."""
        self.machine.answer(verb, value)
        if self.machine.over is not None:
            self.go_on()

    def why_not(self, given: Input, side: str | None = None) -> Refusal | None:
        """Why an input would be refused; None when it is legal."""
        if isinstance(given, dict) and "do" in given:
            return self._trial(given, side)
        answer = self._read(given, side)
        return answer if isinstance(answer, Refusal) else None

    def _read(self, given: Input, side: str | None) -> tuple[str, Any] | Refusal:
        early = before_all(self.machine, side)
        if early is not None:
            requests.verb_of(given)
            return early
        try:
            return requests.read_input(self.machine, given)
        except requests.NotLegal:
            return refusal(self.machine, given, side)

    def force(self, *, dice: list[int] | None = None, draw: list[Any] | None = None) -> None:
        """Append to the numbers that chance will give (mode `forced`): dice as they fall, and for random
        choices the JSON values that come up (for shuffles numbers as `chance.shuffle` takes them)."""
        self.machine.queue["dice"] += dice or []
        self.machine.queue["draw"] += draw or []

    def unused(self) -> Json:
        """The numbers given by `force` that were not yet taken."""
        return {name: list(queue) for name, queue in self.machine.queue.items()}

    def _do(self, given: Input, side: str | None) -> None:
        """Answer with the parts of a whole action; go back to where it began if one is refused."""
        unfit = _unfit(self.machine, given, side)
        if unfit is not None:
            raise Refused(unfit)
        before = self._mark()
        try:
            for part in staged(self.machine, given):
                self.answer(part, side)
        except (Refused, InputError):
            self._back(before)
            reason = self._trial(given, side)
            if reason is None:
                raise
            raise Refused(reason) from None

    def _trial(self, given: Input, side: str | None) -> Refusal | None:
        """Why a whole action is not legal, all its arguments being known from the beginning."""
        m = self.machine
        index, args = whole_action(m, given)
        unfit = _unfit(m, given, side)
        if unfit is not None:
            return unfit
        before = self._mark()
        m.events = None
        try:
            parts = list(staged(m, given))
            for number, part in enumerate(parts, 1):
                reason = self.why_not(part, side)
                if reason is not None:
                    self._back(before)
                    m = self.machine
                    whole = action_refusal(m, index, args)
                    return reason if whole.rid == "not_offered" and reason.rid != "not_offered" else whole
                if number < len(parts):
                    self.answer(part, side)
            return None
        finally:
            self._back(before)

    def _mark(self) -> "_Mark":
        """Everything to come back to."""
        events = self.machine.events
        return self.state(), self.unused(), events, len(events or ()), len(self.inputs or ())

    def _back(self, mark: "_Mark") -> None:
        state, queue, events, length, inputs = mark
        if self.inputs is not None:
            del self.inputs[inputs:]
        for name, numbers in queue.items():
            self.machine.queue[name][:] = numbers
        self._load(state)
        if events is not None:
            del events[length:]
        self.machine.events = events


_Mark = tuple[State, Json, list[Event] | None, int, int]


def whole_action(m: Machine, given: Input) -> tuple[int, Json]:
    """Action and arguments (run-time values) of a whole action. Raises InputError when it has no such form."""
    found = given.get("args", {})
    if not isinstance(found, dict) or set(given) - {"do", "args"} or not isinstance(given["do"], str):
        raise InputError('a whole action is {"do": action, "args": {parameter: value}}')
    index = requests.action_index(m, given["do"])
    params = {param.name: param for param in m.game.actions[index].params}
    args = {}
    for name, value in found.items():
        if name not in params:
            raise InputError(f"action `{given['do']}` has no parameter `{name}`")
        param = params[name]
        type = PATH if param.path else param.member
        if param.some:
            listed = value if isinstance(value, list) else [value]
            args[name] = tuple(requests.read_named(m, member, type) for member in listed)
        else:
            args[name] = requests.read_named(m, value, type)
    return index, args


def staged(m: Machine, given: Input) -> Iterator[Input]:
    """The staged inputs of a whole action, one by one; each is answered before the next is asked for."""
    index, args = whole_action(m, given)
    fixed = _fixed(m, index)
    yield {"play": given["do"]}
    for param in m.game.actions[index].params[len(fixed) :]:
        if param.name not in args:
            continue
        value = given["args"][param.name]
        if not (param.some or param.path):
            yield {"pick": value}
            continue
        for member in value if isinstance(value, list) else [value]:
            yield {"step" if param.path else "pick": member}
        yield {"done": True}


def _fixed(m: Machine, action: int) -> tuple[Any, ...]:
    """The values of the first parameters of an action that are fixed where it is offered now: nothing asks for them."""
    if not m.frames or not isinstance(m.frames[-1], Play):
        return ()
    loop, code = loop_of(m, len(m.frames) - 1)
    return fixed_of(m, loop, code) if action in loop.actions else ()


def _unfit(m: Machine, given: Input, side: str | None) -> Refusal | None:
    """Why a whole action cannot be played before any of its parts is looked at: it names another thing than what is fixed, say."""
    index, args = whole_action(m, given)
    early = before_all(m, side)
    if early is not None:
        return early
    fixed = zip(m.game.actions[index].params, _fixed(m, index), strict=False)
    return standard(m, "not_in_domain") if any(args.get(param.name, value) != value for param, value in fixed) else None


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


@contextmanager
def borrowed(game: Game, **how: Any) -> Iterator[Session]:
    """A session in any state, taken from those that lie idle: making one costs more than many steps. `how` as for `Session`."""
    idle: dict[str, list[Session]] = game.cache.setdefault("idle", {})
    waiting = idle.setdefault(repr(sorted(how.items())), [])
    session = waiting.pop() if waiting else Session(game, **how)
    try:
        yield session
    finally:
        waiting.append(session)


@contextmanager
def _borrowed(game: Game, state: State, how: Json) -> Iterator[Session]:
    """A borrowed session in a state."""
    with borrowed(game, **how) as session:
        yield session.restore(state)


def step(game: Game, state: State, given: Input, side: str | None = None, **how: Any) -> tuple[State, Request]:
    """The state after an input, and what is asked in it. The given state is not changed.

    Raises Refused for an input that is not legal, InputError for what is none, GameError for a bad state.
    """
    with _borrowed(game, state, how) as session:
        session.answer(given, side)
        return session.state(), session.request


def why_not(game: Game, state: State, given: Input, side: str | None = None, **how: Any) -> Refusal | None:
    """Why an input would be refused in a state; None when it is legal."""
    with _borrowed(game, state, how) as session:
        return session.why_not(given, side)


def view(game: Game, state: State, side: str, **how: Any) -> tuple[Json, Request]:
    """What a side may see of a state, and of what is asked in it."""
    with _borrowed(game, state, how) as session:
        return session.view(side), session.view_request(side)
