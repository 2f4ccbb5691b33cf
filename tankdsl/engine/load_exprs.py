"""Loading expressions: JSON arrays to nodes with every id resolved.

The table of operators (`tankdsl.ir.operators`) says what each argument is; this module resolves arguments by
their sort and then brings a few operators into a simpler form: everything that is constant becomes
``("const", value)``, fields become positions in `Game.fields`.
"""

from collections.abc import Callable
from typing import Any

from tankdsl.engine.errors import GameError
from tankdsl.engine.load_kinds import read_type
from tankdsl.engine.model import Game, Node, Root, Row
from tankdsl.engine.symbols import Names, Reader, shown
from tankdsl.engine.tabletop import is_table
from tankdsl.engine.types import INT32_HIGH, INT32_LOW
from tankdsl.ground.hexes import DIRECTION_NAMES, Orientation
from tankdsl.ground.table_arcs import POINTS_OF_THE_COMPASS
from tankdsl.ir.operators import EXPRESSIONS, Operator, Sort

DEEPEST = 100
"""Expressions may be nested so deep, so that no evaluator runs out of stack."""
ABSENT: Node = ("const", None)
EVERYWHERE: Node = ("everywhere",)
"""All points of a table: only what an instruction chooses from."""
SPACES = {
    Sort.ENUM: "enum", Sort.KIND: "kind", Sort.PLACE: "place", Sort.ZONE: "zone", Sort.OPTION: "option",
    Sort.STOCK: "pile", Sort.HOLDING: "holding", Sort.SIGHT: "sight", Sort.ARCS: "arcs",
    Sort.MOVEMENT: "movement", Sort.VALUE: "value", Sort.GUARD: "guard", Sort.LIMIT: "limit",
    Sort.PROC: "proc", Sort.ACTION: "action", Sort.WINDOW: "window", Sort.SCOPE: "scope",
}  # fmt: skip


class Expressions:
    """Reads the expressions of one frame, whose slots are numbered from 0 to `slots - 1`."""

    def __init__(self, game: Game, names: dict[str, Names], slots: int) -> None:
        self.game = game
        self.names = names
        self.slots = slots

    def root(self, reader: Reader) -> Root:
        """Read an expression that is evaluated on its own."""
        return self.add(self.node(reader))

    def add(self, node: Node) -> Root:
        """Make a node a root."""
        self.game.roots.append(node)
        return len(self.game.roots) - 1

    def optional_root(self, reader: Reader | None) -> Root | None:
        """A root for an expression that may be missing."""
        return None if reader is None else self.root(reader)

    def node(self, reader: Reader, depth: int = 0) -> Node:
        """Read one expression."""
        value = reader.value
        if type(value) is bool:
            return ("const", value)
        if type(value) is int:
            if not INT32_LOW <= value <= INT32_HIGH:
                raise reader.fail(f"{value} does not fit 32 bits")
            return ("const", value)
        if depth > DEEPEST:
            raise reader.fail(f"expressions are nested more than {DEEPEST} deep")
        if type(value) is not list or not value or type(value[0]) is not str:
            raise reader.fail(f"expected an expression, found {shown(value)}")
        operator = EXPRESSIONS.get(value[0])
        if operator is None:
            raise reader.fail(f"there is no operator `{value[0]}`")
        return self._finish(reader, operator, self.arguments(reader, operator, depth))

    def arguments(self, reader: Reader, operator: Operator, depth: int) -> list[Any]:
        """The resolved arguments of an expression or an instruction."""
        items = reader.items()[1:]
        if len(items) < operator.least:
            raise reader.fail(f"expected {operator.usage}")
        found: list[Any] = []
        last = -1
        for position, item in enumerate(items):
            argument = operator.argument(position)
            if argument is None:
                raise reader.fail(f"expected {operator.usage}")
            if argument.sort is Sort.WORD:
                found.append(self._word(item, argument.words))
                continue
            found.append(self.argument(item, argument.sort, last, depth))
            if argument.sort in (Sort.KIND, Sort.ENUM):
                last = found[-1]
        return found

    def argument(self, item: Reader, sort: Sort, last: int, depth: int) -> Any:
        """One resolved argument. `last` is the kind or enum that was named just before it."""
        if sort in SPACES:
            return self.names[SPACES[sort]].find(item)
        match sort:
            case Sort.EXPR:
                return self.node(item, depth + 1)
            case Sort.EXPRS:
                return tuple(self.node(e, depth + 1) for e in item.items())
            case Sort.SLOT | Sort.BIND:
                return self.slot(item)
            case Sort.SLOTS:
                return tuple(self.slot(e) for e in item.items())
            case Sort.FLAG:
                return item.flag()
            case Sort.TEXT | Sort.LABEL:
                return self.text(item)
            case Sort.DIRECTION:
                return self._direction(item)
            case Sort.FIELD | Sort.INSTANCE | Sort.MODEL | Sort.MEMBER:
                return self._part(item, sort, last)
            case Sort.TYPE:
                return read_type(item, self.game, self.names)
            case Sort.NUMBER:
                return item.number(1)
            case Sort.PERIOD:
                return None if item.value == "game" else self.names["scope"].find(item)
            case Sort.ROWS:
                return tuple(self._row(e, depth + 1) for e in item.items())
        raise item.fail(f"an argument of sort {sort} cannot stand here")

    def slot(self, item: Reader) -> int:
        """A slot of the frame."""
        if type(item.value) is not int or not 0 <= item.value < self.slots:
            raise item.fail(f"expected a slot from 0 to {self.slots - 1}, found {shown(item.value)}")
        return int(item.value)

    def text(self, item: Reader) -> str:
        """A text key; the empty one stands for no text."""
        key = item.text()
        if key and key not in self.game.text:
            raise item.fail(f"there is no text `{key}`")
        return key

    def _word(self, item: Reader, words: tuple[str, ...]) -> str:
        if item.value not in words:
            raise item.fail(f"expected {' or '.join(f'`{word}`' for word in words)}, found {shown(item.value)}")
        return str(item.value)

    def _direction(self, item: Reader) -> Any:
        if self.game.map is None:
            raise item.fail("there are no directions without a map")
        if is_table(self.game.map):
            if item.text() not in POINTS_OF_THE_COMPASS:
                raise item.fail(f"there is no direction `{item.value}` on a table")
            return POINTS_OF_THE_COMPASS[item.text()]
        names = DIRECTION_NAMES[Orientation(self.game.map.orientation)]
        if item.text() not in names:
            raise item.fail(f"there is no direction `{item.value}` on this map")
        return names.index(item.text())

    def _part(self, item: Reader, sort: Sort, last: int) -> int:
        """A field, instance or model of the kind before it, or a member of the enum."""
        game, id = self.game, item.text()
        if sort is Sort.MEMBER:
            enum = game.enums[last]
            if id not in enum.members:
                raise item.fail(f"enum `{enum.id}` has no member `{id}`")
            return enum.members.index(id)
        kind = game.kinds[last]
        root = game.kinds[kind.root]
        if sort is Sort.FIELD:
            if (last, id) not in game.field_index:
                raise item.fail(f"kind `{kind.id}` has no field `{id}`")
            return game.field_index[last, id]
        known = root.instances if sort is Sort.INSTANCE else root.models
        if id not in known:
            raise item.fail(f"kind `{kind.id}` has no {sort.value} `{id}`")
        return known.index(id)

    def _row(self, item: Reader, depth: int) -> Row:
        parts = item.items()
        if len(parts) not in (3, 4):
            raise item.fail("expected a row [amount, condition, text, cites]")
        cites = tuple(c.text() for c in parts[3].items()) if len(parts) == 4 else ()
        return Row(self.node(parts[0], depth), self.node(parts[1], depth), self.text(parts[2]), cites)

    def rows(self, reader: Reader) -> Node:
        """A list of rows on its own: the sum of those that apply."""
        rows = tuple(self._row(item, 0) for item in reader.items())
        return ("rows", "sum", rows, ABSENT, ABSENT)

    def _finish(self, reader: Reader, operator: Operator, args: list[Any]) -> Node:
        finish = _FINISH.get(operator.name)
        try:
            return finish(self, args) if finish else (operator.name, *args)
        except GameError as error:
            raise reader.fail(error.message) from None


Finish = Callable[[Expressions, list[Any]], Node]


def _need_map(read: Expressions) -> Any:
    if read.game.map is None:
        raise GameError("", "this needs a map")
    return read.game.map


def _things(read: Expressions, args: list[Any]) -> Node:
    kind, which = args
    if which == "all":
        return ("const", read.game.kinds[kind].members)
    if read.game.built_in(kind, "at") < 0:
        raise GameError("", f"instances of `{read.game.kinds[kind].id}` do not stand on places")
    return ("things", kind)


def _owned(read: Expressions, args: list[Any]) -> Node:
    kind, side, which = args
    if read.game.built_in(kind, "side") < 0:
        raise GameError("", f"instances of `{read.game.kinds[kind].id}` have no side")
    if which == "placed":
        _things(read, [kind, which])
    return ("owned", kind, side, which == "placed")


def _stat(read: Expressions, args: list[Any]) -> Node:
    _, field, model = args
    rule = read.game.fields[field]
    if rule.role != "stat":
        raise GameError("", f"`{rule.id}` is no stat")
    none = [None] * len(read.game.kinds[rule.root_kind].models)
    return ("stat", tuple(read.game.model_stats.get(field, none)), model)


def _at(read: Expressions, args: list[Any]) -> Node:
    _things(read, [args[0], "placed"])
    _need_map(read)
    return ("at", *args)


def _call(read: Expressions, args: list[Any]) -> Node:
    value = read.game.values[args[0]]
    if len(args) - 1 != len(value.params):
        raise GameError("", f"value `{value.id}` has {len(value.params)} parameters, not {len(args) - 1}")
    return ("call", args[0], tuple(args[1:]))


def _holds(read: Expressions, args: list[Any]) -> Node:
    guard = read.game.guards[args[0]]
    if len(args) - 1 != len(guard.params):
        raise GameError("", f"guard `{guard.id}` has {len(guard.params)} parameters, not {len(args) - 1}")
    return ("holds", args[0], tuple(args[1:]))


def _used(read: Expressions, args: list[Any]) -> Node:
    return ("used", args[0], tuple(args[1:]))


def _zone(read: Expressions, args: list[Any]) -> Node:
    return ("const", _need_map(read).zones[args[0]])


def _mission(read: Expressions, args: list[Any]) -> Node:
    if read.game.mission_kind is None:
        raise GameError("", "there is no kind of category `mission`")
    return ("mission_met", *args)


def _ground(name: str) -> Finish:
    def finish(read: Expressions, args: list[Any]) -> Node:
        _need_map(read)
        return (name, *args)

    return finish


_FINISH: dict[str, Finish] = {
    "none": lambda read, args: ABSENT,
    "enum": lambda read, args: ("const", args[1]),
    "ref": lambda read, args: ("const", args[1]),
    "model": lambda read, args: ("const", args[1]),
    "place": lambda read, args: ("const", args[0]),
    "dir": lambda read, args: ("const", args[0]),
    "text": lambda read, args: ("const", args[0]),
    "get": lambda read, args: ("get", args[1], args[2]),
    "stat": _stat,
    "things": _things,
    "owned": _owned,
    "sides": lambda read, args: ("const", read.game.sides),
    "places": lambda read, args: EVERYWHERE if is_table(read.game.map) else ("const", _need_map(read).all),
    "directions": lambda read, args: ("const", tuple(POINTS_OF_THE_COMPASS.values()) if is_table(read.game.map) else (0, 1, 2, 3, 4, 5)),
    "zone": _zone,
    "at": _at,
    "pile_of": lambda read, args: (
        "pile_of", read.game.holdings[list(read.names["holding"].index)[args[0]]], args[1]
    ),
    "call": _call,
    "holds": _holds,
    "used": _used,
    "mission_met": _mission,
    **{
        name: _ground(name)
        for name in (
            "neighbours", "within", "ring", "ray", "distance", "sight", "arc", "row", "territory", "terrain", "level",
            "direction", "step", "edge", "edges", "edges_from", "near", "column", "connected", "crossed", "hex", "neighbours_from",
        )
    },
}  # fmt: skip
