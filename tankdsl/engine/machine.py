"""The machine: arrays of state, a stack of frames, and the loop that runs until somebody must decide.

Everything in here is common to both evaluators. An evaluator (see `evaluator`) only says what expressions are
worth, runs the plain instructions between two control instructions, and searches for legal actions; when
something happens, to whom and in which order is decided by the handlers that this loop calls.

All arrays keep their identity for the life of a machine, so that generated code may refer to them directly.
"""

from collections.abc import Callable
from typing import Any

from tankdsl.engine import chance
from tankdsl.engine.errors import Trap
from tankdsl.engine.frames import Code, Frame, Play, Settle
from tankdsl.engine.model import Game

ALL_DIRTY = -1
"""Every bit set: everything may have been written."""
SEEDED, ASKED, FORCED = "seeded", "ask", "forced"
"""Where random numbers come from: the streams, inputs, or a queue of the driver and then inputs."""

Event = dict[str, Any]
FAULTS = (
    Trap, TypeError, IndexError, KeyError, ValueError, AttributeError, AssertionError, ZeroDivisionError, RecursionError,
)  # fmt: skip
"""What ends a game as a trap. Rules that were checked, and states that a machine made, raise none of them; a
document or state from elsewhere may, and must not bring the program down."""


class Decision:
    """What is asked. `options` are run-time values, found when first needed."""

    __slots__ = ("_options", "find", "kind", "machine", "may_done", "may_pass", "side")

    def __init__(
        self,
        kind: str,
        side: int | None,
        find: Callable[[], list[Any]],
        *,
        may_pass: bool = False,
        may_done: bool = False,
    ) -> None:
        self.kind = kind
        self.side = side
        self.may_pass = may_pass
        self.may_done = may_done
        self.find = find
        self.machine: Machine | None = None
        self._options: list[Any] | None = None

    @property
    def options(self) -> list[Any]:
        """Everything that may be answered, but pass and done, in its defined order.

        Rules that trap while options are looked for end the game like rules that trap elsewhere.
        """
        if self._options is None:
            try:
                self._options = self.find()
            except FAULTS as error:
                self._options = []
                if self.machine is not None:
                    self.machine.trap(str(error))
                    self.machine.decision = Over()
        return self._options


class Over(Decision):
    """Nothing is asked any more."""

    def __init__(self) -> None:
        super().__init__("over", None, list)


class Machine:
    """One game in play. Made by `setup.new_machine`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fields: list[list[Any]] = [[None] * len(game.kinds[field.root_kind].instances) for field in game.fields]
        self.ages: dict[int, list[int]] = {
            field.index: [0] * len(self.fields[field.index]) for field in game.fields if field.lifetime and field.lifetime.nth > 1
        }
        self.piles: list[list[int]] = [[] for _ in game.piles]
        self.terrain: list[int] = list(game.map.terrain) if game.map else []
        self.options: list[int | bool] = [option.default for option in game.options]
        self.scopes: list[tuple[int, int | None]] = []
        self.open_scopes = 0
        """A bit for each scope that is open."""
        self.places: list[list[Any]] = [self.fields[game.built_in(kind.index, "at")] for kind in game.kinds]
        """For each kind the column with the places of its things; of a kind without places any other."""
        self.has_anytime = any(action.anytime for action in game.actions)
        """Whether there are actions for any time, so that windows open between the actions of a play loop."""
        self.active: list[int | None] = [None]
        self.counters: dict[tuple[int, int | None, tuple[Any, ...]], int] = {}
        self.revealed: dict[tuple[int, int], list[int]] = {}
        """(field, entity) to the sides that were shown it; an empty list means everyone."""
        self.words: dict[int, list[int]] = {stream: [1, 0, 0, 0] for stream in chance.STREAM_NAMES}
        self.frames: list[Frame] = []
        self.over: dict[str, Any] | None = None
        self.fault = ""
        self.course: Any = None
        """How far the campaign has come (`campaign.Course`), if this is one of its battles."""
        self.walks: Any = None
        """A frame that lays a path, and what it can have laid by now; found again when it is missing."""
        self.hold = 0
        self.settling = 0
        self.dirty = ALL_DIRTY
        self.ticks = 0
        self.mode = SEEDED
        self.queue: dict[str, list[Any]] = {"dice": [], "draw": []}
        self.given: list[int] = []
        self.taken = 0
        self.pause_windows = False
        self.events: list[Event] | None = None
        self.decision: Decision = Over()
        self.E: list[Callable[[list[Any]], Any]] = []
        self.ev: Any = None

    # -- the loop

    def run(self) -> None:
        """Go on until somebody must decide, the game is over, or a rule traps."""
        self.ticks = 0
        frames, run_code = self.frames, self.ev.run_code
        try:
            while self.over is None:
                frame = frames[-1]
                kind = type(frame)
                decision = run_code(self, frame) if kind is Code else RUN[kind](self, frame)
                if decision is not None:
                    decision.machine = self
                    self.decision = decision
                    return
        except FAULTS as error:
            self.trap(str(error))
        self.decision = Over()

    def answer(self, verb: str, value: Any) -> None:
        """Take an answer that was checked to be legal, and run on."""
        frame = self.frames[-1]
        self.ticks = 0
        try:
            ANSWER[type(frame)](self, frame, verb, value)
        except FAULTS as error:
            self.trap(str(error))
        self.run()

    def trap(self, message: str) -> None:
        """Stop the game: a rule did something undefined."""
        self.fault = message
        self.stop({"trap": True})

    def stop(self, over: dict[str, Any]) -> None:
        """The game is over; nothing that was going on is finished."""
        self.over = over
        self.decision = Over()
        self.frames.clear()
        self.hold = self.settling = 0
        self.log("over", **over)

    def end(self, winner: int | None, ending: str) -> None:
        """End the game with a winner, or as a draw."""
        self.stop({"winner": winner, "ending": ending})

    def tick(self, by: int = 1) -> None:
        """Count a backward jump or a call towards the runaway limit, or something that takes as long as several of them."""
        self.ticks += by
        if self.ticks > self.game.runaway:
            raise Trap("the rules run without end")

    # -- frames

    def call(self, proc: int, args: list[Any]) -> None:
        """Run a procedure above everything that is going on."""
        self.ticks += 1
        if self.ticks > self.game.runaway:
            self.tick(0)
        rule = self.game.procs[proc]
        self.frames.append(Code(proc, 0, args + [None] * (rule.slots - len(args))))
        if self.events is not None:
            self.log("effect", proc=proc, args=tuple(args))

    def finish(self, frame: Code, results: list[Any]) -> None:
        """A procedure is over: its frame goes, and the frame below gets its results."""
        self.frames.pop()
        self.hold -= frame.held
        if not self.frames:
            self.end(None, "")
            return
        below = self.frames[-1]
        if not results and type(below) is Code:
            return
        handler = DELIVER.get(type(below))
        if handler is not None:
            handler(self, below, results)

    def play_frame(self) -> Play | None:
        """The innermost play loop."""
        for frame in reversed(self.frames):
            if type(frame) is Play:
                return frame
        return None

    def spent(self) -> int:
        """What was spent in the innermost play loop."""
        frame = self.frames[-1] if self.frames else None
        if type(frame) is not Play:
            frame = self.play_frame()
        return frame.spent if frame else 0

    def count_settling(self) -> None:
        """Make `settling` fit the frames, after they were loaded."""
        self.settling = sum(type(frame) is Settle for frame in self.frames)

    # -- counters

    def counted(self, limit: int, side: int | None, keys: tuple[Any, ...]) -> int:
        """How often a limit was counted, by that side if it is an `own` limit."""
        return self.counters.get((limit, side if self.game.limits[limit].own else None, keys), 0)

    def used(self, limit: int, keys: tuple[Any, ...]) -> int:
        """How often a limit was counted, by all sides together."""
        if not self.game.limits[limit].own:
            return self.counters.get((limit, None, keys), 0)
        return sum(n for (other, _, found), n in self.counters.items() if other == limit and found == keys)

    def count(self, limit: int, side: int | None, keys: tuple[Any, ...]) -> None:
        """Count a limit once."""
        key = (limit, side if self.game.limits[limit].own else None, keys)
        self.counters[key] = self.counters.get(key, 0) + 1
        self.dirty |= COUNTERS

    # -- chance

    def number(self, stream: int, n: int) -> int:
        """A number below `n` from a stream, or from whoever plays chance."""
        if self.mode == SEEDED:
            return chance.below(self.words[stream], n)
        if self.taken >= len(self.given):
            queue = self.queue[chance.STREAM_NAMES[stream]]
            if self.mode != FORCED or not queue:
                raise NeedNumber(stream, n)
            # A scripted die is what it shows, from 1.
            self.given.append(queue.pop(0) - (1 if stream == chance.DICE else 0))
        self.taken += 1
        found = self.given[self.taken - 1]
        if type(found) is not int or not 0 <= found < n:
            raise Trap(f"chance was given a number outside of its range of {n}")
        return found

    # -- the log

    def log(self, what: str, **data: Any) -> None:
        """Tell what happened; nothing depends on it."""
        if self.events is not None:
            self.events.append({"event": what, **data})


class NeedNumber(Exception):
    """Chance must be asked for a number below `n`. Never leaves the machine."""

    def __init__(self, stream: int, n: int) -> None:
        super().__init__(stream, n)
        self.stream = stream
        self.n = n


FIRST_FIELD = 4
TERRAIN, COUNTERS, SCOPES, PLAYED = 1, 2, 4, 8
"""Bits of what was written: terrain, limits, scopes, what a play loop spent. Fields and piles follow."""


def field_bit(field: int) -> int:
    """The bit of a field."""
    return 1 << (FIRST_FIELD + field)


def pile_bit(game: Game, pile: int) -> int:
    """The bit of a pile."""
    return 1 << (FIRST_FIELD + len(game.fields) + pile)


Runner = Callable[[Machine, Any], Decision | None]
RUN: dict[type, Runner] = {}
"""How each kind of frame goes on when it is on top, but procedures, which the evaluator runs. Filled by the modules of the frames."""
ANSWER: dict[type, Callable[[Machine, Any, str, Any], None]] = {}
"""How each kind of frame takes an answer."""
DELIVER: dict[type, Callable[[Machine, Any, list[Any]], None]] = {}
"""How each kind of frame takes the results of a procedure that ran above it."""
