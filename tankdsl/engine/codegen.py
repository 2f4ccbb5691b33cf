"""Python source from expressions.

An `Emitter` writes the body of one function. `expr` returns a piece of source for the value of a node, after
it has written the statements that the piece needs; loops are always statements. Every piece is pure, but it
must not be evaluated where the rules would not evaluate it: operators that evaluate an operand only sometimes
(`and`, `if`, ...) collect the statements of that operand and write them under a condition.

Source is made only of numbers, of names that this package invents, and of constants kept in the namespace
of the machine: no text of a document ever becomes source.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from tankdsl.engine.model import Game, Node, Row

LOW, HIGH = -(2**31), 2**31 - 1
MOST_INLINED = 90
"""Nodes of a value that is written out where it is called."""
WORK = re.compile(r"[a-z_0-9]\(|[-+*/%]")
"""Source that calls or calculates; all else that is written is indexing and comparing."""


Key = tuple[str, int, int]
"""What a function is, of which declaration, and a position in it (parameter or instruction, else 0)."""


class Piece(NamedTuple):
    """Source of a value. `is_atom`: it may be written twice. `kind`: b bool, i int, t tuple, ? unknown."""

    text: str
    is_atom: bool = False
    kind: str = "?"
    may_be_absent: bool = True
    low: int = LOW
    high: int = HIGH

    @property
    def may_trap(self) -> bool:
        """Whether its evaluation can fail, so that it must not be left out."""
        return WORK.search(self.text) is not None


def bool_(text: str) -> Piece:
    """A piece that is true or false."""
    return Piece(text, False, "b", False)


def int_(text: str, low: int = LOW, high: int = HIGH, *, is_atom: bool = False) -> Piece:
    """A piece that is a number within bounds."""
    return Piece(text, is_atom, "i", False, low, high)


def tuple_(text: str, *, is_atom: bool = False) -> Piece:
    """A piece that is a set or list."""
    return Piece(text, is_atom, "t", False)


Line = tuple[int, str]


class Namer:
    """What the functions of one game share: constants, and functions that call one another."""

    def __init__(self, game: Game, options: tuple[int | bool, ...] | None = None) -> None:
        self.game = game
        self.options = options
        """The values of the options, if the functions are for games with these only."""
        self.may_inline = True
        """Whether values are written out where they are called."""
        self._weights: dict[int, int] = {}
        self.constants: dict[str, Any] = {}
        self._known: dict[Any, str] = {}

    def is_inlined(self, value: int, most: int = MOST_INLINED) -> bool:
        """Whether a value is so small that it is written out where it is called."""
        return self.may_inline and self.weight(value) <= most

    def weight(self, value: int) -> int:
        """How many nodes a value has, with those of the values that are written out in it. No value calls itself."""
        if value not in self._weights:
            self._weights[value] = self._count(self.game.values[value].body)
        return self._weights[value]

    def _count(self, part: Any) -> int:
        if isinstance(part, Row):
            return self._count(part.amount) + self._count(part.condition) + 1
        if not isinstance(part, tuple) or not part or part[0] == "const":
            return 0
        found = 1 + sum(self._count(item) for item in part)
        if part[0] == "call" and type(part[1]) is int and self.weight(part[1]) <= MOST_INLINED:
            found += self.weight(part[1])
        return found

    def constant(self, value: Any) -> str:
        """The name of a constant in the namespace. The key keeps True apart from 1."""
        key = (type(value).__name__, repr(value))
        if key not in self._known:
            name = f"K{len(self._known)}"
            self._known[key] = name
            self.constants[name] = value
        return self._known[key]


class Emitter:
    """Writes one function. `env` maps slots to pieces; other slots are read from the list `L`."""

    def __init__(self, namer: Namer, env: dict[int, Piece] | None = None) -> None:
        self.namer = namer
        self.game = namer.game
        self.env = dict(env or {})
        self.lines: list[Line] = []
        self.indent = 1
        self.calls: set[Key] = set()
        """Functions of the namespace that this one calls: values, guards, sights, missions."""
        self.most_inlined = MOST_INLINED
        """Nodes of a value that is written out in this function."""
        self.places: dict[tuple[int, str], Piece] = {}
        """What is known of fields of members while a loop goes over them: by field and name of the member."""
        self._temps = 0

    # -- statements

    def line(self, text: str) -> None:
        """One statement."""
        self.lines.append((self.indent, text))

    def source(self, head: str) -> str:
        """The function under a head such as `def f(L):`."""
        body = self.lines or [(1, "pass")]
        return "\n".join([head, *(f"{' ' * indent}{text}" for indent, text in body), ""])

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """An indented block under `if ...:` or `for ...:`."""
        self.line(head)
        self.indent += 1
        mark = len(self.lines)
        yield
        if len(self.lines) == mark:
            self.line("pass")
        self.indent -= 1

    def temp(self) -> str:
        """A new local name."""
        self._temps += 1
        return f"t{self._temps}"

    def held(self, piece: Piece) -> Piece:
        """The same value under a name, so that it may be written twice."""
        if piece.is_atom:
            return piece
        name = self.temp()
        self.line(f"{name} = {piece.text}")
        return piece._replace(text=name, is_atom=True)

    def captured(self, node: Node, make: Callable[[Node], Any]) -> tuple[Any, list[Line]]:
        """What `make` returns for a node, and the statements it wrote, which are taken back."""
        mark = len(self.lines)
        piece = make(node)
        statements = self.lines[mark:]
        del self.lines[mark:]
        return piece, statements

    def replay(self, statements: list[Line]) -> None:
        """Write statements that were captured one level further out."""
        self.lines += [(indent + 1, text) for indent, text in statements]

    # -- expressions

    def is_quiet(self, mark: int) -> bool:
        """Whether no statement since the mark can trap."""
        return not any(WORK.search(text.replace("turned(K", "")) for _, text in self.lines[mark:])

    def inlined(self, node: Node, make: Callable[[Node], Any]) -> Any:
        """What `make` returns for the body of a value that is called, its arguments being evaluated before."""
        args = [self.held(self.expr(arg)) for arg in node[2]]
        kept, self.env = self.env, dict(enumerate(args))
        found = make(self.game.values[node[1]].body)
        self.env = kept
        return found

    def expr(self, node: Node) -> Piece:
        """The value of a node."""
        return EMIT[node[0]](self, node)

    def cond(self, node: Node) -> str:
        """The value of a node as a condition: a real bool."""
        piece = self.expr(node)
        if piece.kind == "b" and not piece.may_be_absent:
            return piece.text
        return f"({piece.text} is True)" if piece.text != "None" else "False"

    def number(self, node: Node) -> Piece:
        """The value of a node that is a number. What is absent fails by itself when it is used."""
        return self.expr(node)

    def not_below_0(self, node: Node) -> str:
        """A number, but at least 0."""
        piece = self.number(node)
        return piece.text if piece.low >= 0 and not piece.may_be_absent else f"max(0, {piece.text})"

    def members(self, node: Node) -> Piece:
        """The value of a node that is a set."""
        return self.expr(node)

    def bound(self, slot: int, piece: Piece, node: Node, make: Callable[[Node], Any]) -> Any:
        """What `make` returns for a node while a slot has another value."""
        kept = self.env.get(slot)
        self.env[slot] = piece
        found = make(node)
        if kept is None:
            del self.env[slot]
        else:
            self.env[slot] = kept
        return found

    def checked(self, text: str, low: int, high: int) -> Piece:
        """A number that traps if it does not fit, unless its bounds prove that it does."""
        if low >= LOW and high <= HIGH:
            return int_(f"({text})", low, high)
        name = self.temp()
        return int_(f"({name} if -2147483648 <= ({name} := {text}) <= 2147483647 else overflow())")

    def named(self, piece: Piece) -> tuple[str, str]:
        """Source for a first and for later uses of a value within one expression."""
        if piece.is_atom:
            return piece.text, piece.text
        name = self.temp()
        return f"({name} := {piece.text})", name

    def unless_absent(self, pieces: list[Piece], write: Callable[..., str], absent: str = "None") -> str:
        """Source of what `write` makes of the values, or of `absent` when one of them is absent."""
        if any(piece.may_trap for piece in pieces[1:]):
            # An operand that could trap is evaluated even when one before it is absent.
            pieces = [self.held(piece) for piece in pieces]
        tests, texts = [], []
        for piece in pieces:
            if piece.may_be_absent:
                first, later = self.named(piece)
                tests.append(f"{first} is None")
                texts.append(later)
            else:
                texts.append(piece.text)
        return f"({absent} if {' or '.join(tests)} else {write(*texts)})" if tests else write(*texts)

    def slot(self, slot: int) -> Piece:
        """The value of a slot."""
        return self.env.get(slot) or Piece(f"L[{slot}]", True)

    def call(self, space: str, index: int, args: list[str]) -> str:
        """A call of a function of the namespace."""
        self.calls.add((space, index, 0))
        return f"{space}{index}({', '.join(args)})"


Emit = Callable[[Emitter, Any], Piece]
EMIT: dict[str, Emit] = {}
"""How each operator becomes source. Filled by the modules `emit_*`."""


def emits(*names: str) -> Callable[[Emit], Emit]:
    """Register the emitter of operators."""

    def register(function: Emit) -> Emit:
        for name in names:
            EMIT[name] = function
        return function

    return register
