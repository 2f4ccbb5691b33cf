"""Flat code: instructions with jumps to labels, which become positions when the code is finished."""

from __future__ import annotations

from dataclasses import dataclass, field

from tankdsl.check.tree import Stmt
from tankdsl.lower.build import Json
from tankdsl.lower.expressions import negated
from tankdsl.source import Span

_LEAVES = ("jump", "return")
_SETTLED = ("settle", "close", "release", "call")
"""Instructions behind which nothing is due: a procedure that was called has settled before it returned."""


@dataclass(eq=False, slots=True)
class Label:
    """A place in the code to which jumps lead; -1 until it is bound."""

    at: int = -1
    jumps: int = 0
    """How many instructions lead there."""


@dataclass(slots=True)
class Code:
    """The instructions of one procedure, in order, each with its piece of the source."""

    span: Span
    """What is being lowered: where the next instructions come from."""
    instructions: list[list[Json]] = field(default_factory=list)
    sources: list[tuple[Span, tuple[str, ...]]] = field(default_factory=list)
    _targets: set[int] = field(default_factory=set)
    _cites: tuple[str, ...] = ()

    def begin(self, stmt: Stmt) -> Span:
        """From here on instructions come from a statement; the first one carries its rules. Gives what was lowered before."""
        before, self.span, self._cites = self.span, stmt.span, stmt.cites
        return before

    def resume(self, span: Span) -> None:
        """The statement is done: instructions come from what is around it."""
        self.span, self._cites = span, ()

    def emit(self, *instruction: Json) -> None:
        """Add an instruction; `Label` objects in it stand for positions."""
        for part in instruction:
            if isinstance(part, Label):
                part.jumps += 1
        self.instructions.append(list(instruction))
        self.sources.append((self.span, self._cites))
        self._cites = ()

    def top(self) -> Label:
        """A label here, to which jumps from further on will lead."""
        label = Label(len(self.instructions))
        self._targets.add(label.at)
        return label

    def bind(self, label: Label) -> None:
        """The jumps to a label that came before lead here. One just before that leads here too is dropped."""
        if not self._is_target:
            match self.instructions[-2:]:
                case [*_, ["jump", last]] if last is label:
                    self._drop(label)
                case [["unless", condition, last], ["jump", to]] if last is label and len(self.instructions) - 1 not in self._targets:
                    # A jump that is jumped over: one jump under the opposite condition.
                    self._drop(label)
                    self.instructions[-1] = ["unless", negated(condition), to]
        label.at = len(self.instructions)
        if label.jumps:
            self._targets.add(label.at)

    def _drop(self, label: Label) -> None:
        """Take back the last instruction, which leads to the label or makes another one do so no more."""
        self.instructions.pop()
        self.sources.pop()
        label.jumps -= 1

    @property
    def _is_target(self) -> bool:
        return len(self.instructions) in self._targets

    def jump(self, label: Label) -> None:
        """Go on at a label, unless this point cannot be reached."""
        if self.is_reachable:
            self.emit("jump", label)

    def unless(self, condition: Json, label: Label) -> None:
        """Go on at a label when a condition is false."""
        if condition is False:
            self.jump(label)
        elif condition is not True:
            self.emit("unless", condition, label)

    def when(self, condition: Json, label: Label) -> None:
        """Go on at a label when a condition is true."""
        self.unless(negated(condition), label)

    @property
    def is_reachable(self) -> bool:
        """Whether the next instruction can ever run."""
        return not self.instructions or self.instructions[-1][0] not in _LEAVES or self._is_target

    @property
    def is_settled(self) -> bool:
        """Whether nothing can be due here: the only way to this point is an instruction that settles."""
        return bool(self.instructions) and self.instructions[-1][0] in _SETTLED and not self._is_target

    def settle(self) -> None:
        """A settle point."""
        if self.is_reachable and not self.is_settled:
            self.emit("settle")

    def finished(self) -> list[list[Json]]:
        """The instructions with positions in place of labels."""
        return [[part.at if isinstance(part, Label) else part for part in one] for one in self.instructions]
