"""An evaluator for games that somebody watches: it plays as the fast one does, and tells where totals come from.

Procedures that have to do with dice are run instruction by instruction; before a watched instruction runs (see `dice_flow`), its
expressions are walked with an account of what they add up (see `totals`). What is worth telling becomes an event:

    weighed    checks     comparisons, or a lookup, see `totals.Check`
               secrets    fields of entities that were read and are not for everybody, as pairs
    bonus      terms      of the bonus of the dice that are rolled next

Nothing is written, and no chance is taken: states and hashes are those of the other evaluators.
"""

from typing import Any

from tankdsl.engine.control import run_stepwise
from tankdsl.engine.dice_flow import DiceFlow
from tankdsl.engine.errors import Trap
from tankdsl.engine.evaluator import SIMPLE
from tankdsl.engine.fast import FastEvaluator
from tankdsl.engine.frames import Code
from tankdsl.engine.machine import Decision, Machine
from tankdsl.engine.model import Node
from tankdsl.engine.totals import Frame, Teller, Told

_FAULTS = (Trap, TypeError, IndexError, KeyError, AttributeError, RecursionError)
"""What an account may come to where the rules themselves will trap; the rules say so, not the account."""
MOST_KEPT = 64
"""Frames of which sums are remembered."""

Notes = dict[int, Told]


class TellingEvaluator(FastEvaluator):
    """Answers as the fast evaluator does, and tells."""

    name = "telling"

    def __init__(self, m: Machine) -> None:
        super().__init__(m)
        self.flow = DiceFlow.of(m.game)
        self.teller = Teller(m)
        self.notes: dict[int, tuple[Code, Notes]] = {}
        self.passed: Notes = {}
        """What a procedure that was just called gets, or the one that it returned to."""

    def run_code(self, m: Machine, frame: Code) -> Decision | None:
        """Run a procedure, one that is watched instruction by instruction; each frame is looked at anew, as the next may be watched."""
        if m.events is None:
            return super().run_code(m, frame)
        if self.flow.watched[frame.proc]:
            return run_stepwise(m, frame)
        self.passed = {}
        blocks, slots, pc = self.blocks[frame.proc], frame.slots, frame.pc
        while pc >= 0:
            pc = blocks[pc](slots, frame)
        found, self.asked = self.asked, None
        return found

    def simple(self, frame: Code) -> None:
        """Run simple instructions of a procedure that is watched up to a control instruction, telling what they do."""
        watched = self.flow.watched[frame.proc]
        passed, self.passed = self.passed, {}
        if passed:
            self._notes_of(frame).update(passed)
        code = self.m.game.procs[frame.proc].code
        while frame.pc < len(code):
            instruction = code[frame.pc]
            if frame.pc in watched:
                self._tell(frame, instruction)
            run = SIMPLE.get(instruction[0])
            if run is None:
                return
            run(self.m, frame, instruction)

    def _notes_of(self, frame: Code) -> Notes:
        found = self.notes.get(id(frame))
        if found is None or found[0] is not frame:
            if len(self.notes) >= MOST_KEPT:
                self.notes = {id(each): self.notes[id(each)] for each in self.m.frames if id(each) in self.notes}
            found = self.notes[id(frame)] = (frame, {})
        return found[1]

    def _tell(self, frame: Code, instruction: Node) -> None:
        try:
            self._account(frame, instruction)
        except _FAULTS:
            return

    def _account(self, frame: Code, instruction: Node) -> None:
        """Walk the expressions of an instruction, keep what goes into slots, and tell what is worth it."""
        notes, teller = self._notes_of(frame), self.teller
        teller.begin()
        scratch = Frame(list(frame.slots), notes, self.m.game.procs[frame.proc])
        told = [teller.walk(self.m.game.roots[root], scratch) for root in self.flow.roots(instruction)]
        match instruction:
            case ("set", dest, _):
                notes[dest] = told[0]
            case ("roll", dest, *_):
                notes[dest] = told[0]
                if any(term.amount for term in told[0].terms):
                    self.m.log("bonus", terms=told[0].terms)
            case ("call", *_):
                self.passed = _worth_keeping(enumerate(told))
            case ("return", *_):
                self.passed = self._returned(told)
        if found := teller.found():
            self.m.log("weighed", checks=tuple(found), secrets=frozenset(teller.secrets))

    def _returned(self, told: list[Told]) -> Notes:
        """The results of a procedure by the slots of the one below that get them."""
        below: Any = self.m.frames[-2] if len(self.m.frames) > 1 else None
        if not isinstance(below, Code):
            return {}
        call = self.m.game.procs[below.proc].code[below.pc - 1]
        return _worth_keeping(zip(call[3], told, strict=False)) if call[0] == "call" else {}


def _worth_keeping(pairs: Any) -> Notes:
    """What says more than the value alone: sums with dice, and pools with their bonus."""
    return {slot: told for slot, told in pairs if told.is_dice or type(told.value) is tuple}
