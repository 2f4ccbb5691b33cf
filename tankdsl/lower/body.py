"""A procedure while its statements are lowered: its frame, its code, and what is open around the statement at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tankdsl.check.tree import AnyStmt, Core, Local
from tankdsl.lower.build import Build, Json
from tankdsl.lower.code import Code, Label
from tankdsl.lower.expressions import NONE, condition, lower_expr, negated
from tankdsl.lower.frames import Frame

LowerStatement = Callable[["Body", AnyStmt], None]


@dataclass(slots=True)
class Body:
    """The state of lowering one procedure."""

    frame: Frame
    code: Code
    lower: LowerStatement
    """Lowers one statement; given from outside, since loops contain statements and statements contain loops."""
    results: list[int]
    """The slots of what the procedure returns."""
    exit: Label = field(default_factory=Label)
    """Where the procedure settles and returns."""
    open: list[list[list[Json]]] = field(default_factory=list)
    """Instructions that close what is open around here, outermost first."""

    @property
    def build(self) -> Build:
        """What all passes share."""
        return self.frame.build

    def block(self, statements: Iterable[AnyStmt]) -> None:
        """Statements one after the other; those behind a `stop` are never reached and left out."""
        for statement in statements:
            if not self.code.is_reachable:
                return
            before = self.code.begin(statement)
            self.lower(self, statement)
            self.code.resume(before)

    def branch(self, condition: Json, then: tuple[AnyStmt, ...], orelse: tuple[AnyStmt, ...]) -> None:
        """Either of two blocks."""
        if not then:
            condition, then, orelse = negated(condition), orelse, ()
        if not then:
            return
        otherwise, done = Label(), Label()
        self.code.unless(condition, otherwise)
        self.block(then)
        if orelse:
            self.code.jump(done)
        self.code.bind(otherwise)
        self.block(orelse)
        self.code.bind(done)

    def expr(self, core: Core | None) -> Json:
        """An expression; absent when there is none."""
        return lower_expr(self.frame, core)

    def test(self, core: Core | None) -> Json:
        """A condition; true when there is none."""
        return condition(self.frame, core)

    def slot(self, local: Local) -> int:
        """The slot of a local."""
        return self.frame.slots.of(local)

    def keep(self, value: Json) -> Json:
        """Evaluate now and keep in a slot of its own; gives the expression that reads it. Literals need no slot."""
        if not isinstance(value, list):
            return value
        slot = self.frame.slots.spare()
        self.code.emit("set", slot, value)
        return ["local", slot]

    def text(self, sort: str, text: str) -> str:
        """The key of a text of this procedure, or of the standard one when the designer gave none."""
        return self.frame.numbered("prompt", text) if text else self.build.texts.standard(f"prompt.{sort}")

    @contextmanager
    def scope(self, scope: str | None, owner: Json = NONE) -> Iterator[None]:
        """What is lowered inside runs in a scope; both its edges are settle points. Without a scope nothing is opened."""
        if scope is None:
            yield
            return
        self.build.scopes.setdefault(scope)
        self.code.emit("open", scope, owner)
        self.code.settle()
        with self.between([*self.build.closings.get(scope, ()), ["close", scope]]):
            yield

    @contextmanager
    def between(self, closing: list[list[Json]]) -> Iterator[None]:
        """What is lowered inside is followed by some instructions, also when the procedure is left from within."""
        self.open.append(closing)
        yield
        self.open.pop()
        if self.code.is_reachable:
            self._emit_all(closing)

    def leave(self) -> None:
        """Close what is open and leave the procedure."""
        for closing in reversed(self.open):
            self._emit_all(closing)
        self.code.jump(self.exit)

    def _emit_all(self, instructions: list[list[Json]]) -> None:
        for instruction in instructions:
            self.code.emit(*instruction)
