"""What names mean at one place of one body: locals, the acting side, the thing being declared.

An `Env` is made anew for each body (an action, a value, a guard ...).  Blocks open scopes; a name may be bound once in a body, so that a
reader never has to ask which `t` is meant.  Variables keep the range that their current value can have; branches are joined.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tankdsl.check.tree import Core, Local
from tankdsl.check.types import Type, join
from tankdsl.source import Span
from tankdsl.state import State, field


class Binding(State):
    """A name of this body: a local, whether it may be assigned, where it was declared, whether anything read it."""

    local: Local
    mutable: bool
    span: Span
    read: bool = False
    window: bool = False
    """A parameter of the window that is being answered: changes are checked where the window is opened."""


class Env(State):
    """The names of one body."""

    origin: str
    """What is being checked: "value", "guard", "effect", "action", "sequence", "field", "test" ... decides what may stand here."""
    this: Local | None = None
    this_kind: str | None = None
    viewer: Local | None = None
    me: Local | None = None
    gives: Type | None = None
    replaced: tuple[str, tuple[Local, ...]] | None = None
    """In a `replace`: the procedure or value that `otherwise` stands for, and the parameters to pass on."""
    in_test: bool = False
    doubtful: bool = False
    """In a test: the pack has errors, so what its scenario lacks may be missing because of them."""
    scopes: list[dict[str, Binding]] = field(default_factory=lambda: [{}])
    ranges: dict[Local, Type] = field(default_factory=dict)
    calls: list[tuple[str, Span]] = field(default_factory=list)
    dice: dict[Local, Core] = field(default_factory=dict)
    """For a local that stands for a die: the pool it lies in."""
    incomplete: bool = False
    """Whether names are missing whose lack is reported already (those that an unknown window passes on)."""
    reaching: list[str] = field(default_factory=list)
    """The quantifiers around an expression (`any g`) whose condition is joined by `and` or `or`: they may reach further than meant."""
    aliases: dict[str, Core] = field(default_factory=dict)
    """Names that stand for an expression (pieces named in a test, columns of its rows)."""

    def lookup(self, name: str) -> Binding | None:
        """The binding of a name, innermost scope first."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def bind(self, name: str, type: Type, span: Span, *, mutable: bool = False, window: bool = False) -> Local:
        """Bind a new local in the innermost scope (the caller has checked that the name is free)."""
        local = Local(name, type)
        self.scopes[-1][name] = Binding(local, mutable, span, window=window)
        self.ranges[local] = type
        return local

    def current(self, local: Local) -> Type:
        """The type of the value that a local holds here: its declared type, narrowed by what was assigned."""
        return self.ranges.get(local, local.type)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """A block: names bound inside end with it."""
        self.scopes.append({})
        try:
            yield
        finally:
            self.scopes.pop()

    def fork(self) -> dict[Local, Type]:
        """The ranges at the start of a branch."""
        return dict(self.ranges)

    def merge(self, branches: list[dict[Local, Type]]) -> None:
        """After branches: each variable has the union of what it can be."""
        merged = dict(branches[0])
        for other in branches[1:]:
            for local, type in other.items():
                known = merged.get(local)
                merged[local] = type if known is None else (join(known, type) or local.type)
        self.ranges = merged

    def names(self) -> list[str]:
        """All names that can be used here, for suggestions."""
        return [name for scope in self.scopes for name in scope]


def constant(value: int | bool, type: Type, span: Span) -> Core:
    """A literal."""
    return Core("bool" if isinstance(value, bool) else "int", (value,), type, span)
