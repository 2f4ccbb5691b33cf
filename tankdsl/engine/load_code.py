"""Loading procedures: instructions with every expression a root and every id a number.

An instruction is a tuple ``(operator, argument, ...)`` in the order of the operator table, except that

    assign, reveal   ("assign", field, entity, value)           without the kind
    place, remove    ("place", kind, entity, place)              kinds by number
    choose           ("choose", dest, who, candidates, optional, prompt, type)   one root for set and condition
    sealed           ("sealed", parts), each part as the arguments of choose
    window           ("window", window, asks, arguments, changes), an ask being (slot, members, side)
    play             ("play", PlayLoop)
    choose           ("choose_point", dest, who, slot, condition, optional, prompt, type, shapes)   when points of a table may be chosen:
                     all of them, or those that lie in one of the outlines that the root `shapes` gives
    a pile           ("pile", number) or ("pile_of", numbers for each side, side)
"""

from dataclasses import dataclass
from typing import Any

from tankdsl.bounds import LONGEST_CODE
from tankdsl.engine.load_exprs import EVERYWHERE, Expressions
from tankdsl.engine.model import Node, Root
from tankdsl.engine.symbols import Reader, head_of, shown
from tankdsl.ir.operators import ASKS, EXPRESSIONS, FORMS, INSTRUCTIONS, Sort

IN_INSTRUCTION = -1
"""The depth of the arguments of an instruction: expressions among them become roots."""


@dataclass(frozen=True, slots=True)
class PlayLoop:
    """A loop in which a side plays actions."""

    who: Root
    actions: tuple[int, ...]
    budget: Root | None
    may_pass: bool
    until: Root | None
    times: Root | None
    fixed: tuple[Root, ...]
    """Values of the first parameters of every action."""


class Instructions(Expressions):
    """Reads the instructions of one procedure."""

    length = 0

    def code(self, reader: Reader) -> tuple[Node, ...]:
        """A whole procedure."""
        items = reader.items()
        self.length = len(items)
        if self.length > LONGEST_CODE:
            raise reader.fail("too many instructions")
        return tuple(self.instruction(item) for item in items)

    def instruction(self, reader: Reader) -> Node:
        """One instruction."""
        value = reader.value
        if type(value) is not list or not value or type(value[0]) is not str:
            raise reader.fail(f"expected an instruction, found {shown(value)}")
        operator = INSTRUCTIONS.get(value[0])
        if operator is None:
            raise reader.fail(f"there is no instruction `{value[0]}`")
        args = self.arguments(reader, operator, IN_INSTRUCTION)
        return self._finish_instruction(reader, value[0], args)

    def argument(self, item: Reader, sort: Sort, last: int, depth: int) -> Any:
        """Arguments that only instructions have; expressions become roots."""
        if depth != IN_INSTRUCTION:
            return super().argument(item, sort, last, depth)
        match sort:
            case Sort.EXPR:
                return self.root(item)
            case Sort.EXPRS:
                return tuple(self.root(e) for e in item.items())
            case Sort.PC:
                return item.number(0, self.length)
            case Sort.PILE:
                return self.pile(item)
            case Sort.PICKS:
                return tuple(self._pick(e) for e in item.items())
            case Sort.ASKS:
                return tuple(self._ask(e) for e in item.items())
            case Sort.SHOWN:
                return tuple(self._shown(e) for e in item.items())
            case Sort.PLAY:
                return self._play(item)
        return super().argument(item, sort, last, depth)

    def pile(self, item: Reader) -> Node:
        """A pile that an instruction works on."""
        head = head_of(item)
        if head not in ("pile", "pile_of"):
            raise item.fail('expected ["pile", id] or ["pile_of", field, side]')
        args = self.arguments(item, EXPRESSIONS[head], IN_INSTRUCTION)
        if head == "pile":
            return ("pile", args[0])
        field = list(self.names["holding"].index)[args[0]]
        return ("pile_of", self.game.holdings[field], args[1])

    def _pick(self, item: Reader) -> tuple[Any, ...]:
        parts, form = item.items(), FORMS["pick"]
        if len(parts) != len(form):
            raise item.fail(f"expected [{', '.join(a.name for a in form)}]")
        bound: list[Any] = []
        for part, argument in zip(parts, form, strict=True):
            bound.append(self.argument(part, argument.sort, -1, IN_INSTRUCTION))
        return self.candidates(bound)

    def candidates(self, args: list[Any]) -> tuple[Any, ...]:
        """The arguments of a choice with set and condition made one expression."""
        dest, who, slot, members, condition, optional, prompt, type_ = args
        roots = self.game.roots
        node = ("filter", slot, roots[members], roots[condition])
        if roots[condition] == ("const", True):
            node = roots[members]
        return (dest, who, self.add(node), optional, prompt, type_)

    def _ask(self, item: Reader) -> tuple[int, Root, Root]:
        head = head_of(item)
        if head not in ASKS:
            raise item.fail('expected ["side", who] or ["each", slot, set, who]')
        args = self.arguments(item, ASKS[head], IN_INSTRUCTION)
        if head == "side":
            return (-1, -1, args[0])
        who = args[2] if len(args) > 2 else self.add(("local", args[0]))
        return (args[0], args[1], who)

    def _shown(self, item: Reader) -> tuple[Any, Root]:
        parts = item.items()
        if len(parts) != 2:
            raise item.fail("expected [type, expression]")
        return (super().argument(parts[0], Sort.TYPE, -1, 0), self.root(parts[1]))

    def _play(self, item: Reader) -> PlayLoop:
        may_pass = item.opt("pass")
        return PlayLoop(
            self.root(item.at("who")),
            tuple(self.names["action"].find(a) for a in item.at("actions").items()),
            self.optional_root(item.opt("budget")),
            may_pass.flag() if may_pass else False,
            self.optional_root(item.opt("until")),
            self.optional_root(item.opt("times")),
            tuple(self.root(e) for e in item.listed("with")),
        )

    def _finish_instruction(self, reader: Reader, name: str, args: list[Any]) -> Node:
        match name:
            case "assign" | "reveal":
                if name == "assign" and self.game.fields[args[1]].role not in ("state", "track"):
                    raise reader.fail("only state can be assigned")
                return (name, *args[1:])
            case "place" | "remove":
                need = "at" if name == "place" else "removed"
                if self.game.built_in(args[0], need) < 0 or (name == "place" and self.game.map is None):
                    raise reader.fail(f"a {self.game.kinds[args[0]].id} cannot be the object of `{name}`")
            case "terrain":
                if self.game.map is None:
                    raise reader.fail("there is no map")
            case "choose":
                domain = self.game.roots[args[3]]
                if domain == EVERYWHERE or domain[0] == "points":
                    dest, who, slot, shapes, *rest = args
                    return ("choose_point", dest, who, slot, *rest, None if domain == EVERYWHERE else shapes)
                return (name, *self.candidates(args))
            case "path":
                # A budget that is always absent means the budget of the movement.
                args[4] = None if self.game.roots[args[4]] == ("const", None) else args[4]
            case "window":
                self._check_window(reader, args)
        return (name, *args)

    def _check_window(self, reader: Reader, args: list[Any]) -> None:
        window = self.game.windows[args[0]]
        if len(args[2]) != len(window.params) or len(args[3]) != len(window.changes):
            raise reader.fail(f"window `{window.id}` has other parameters or changes")
