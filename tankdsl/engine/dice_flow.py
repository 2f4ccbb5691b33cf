"""Which instructions of a game have to do with dice: found once, without playing.

Dice fall into a slot. From there they go on into other slots, into procedures as arguments, and back as results. An
instruction that reads such a slot is *watched*: when somebody wants to know why a total is what it is, it is told before it
runs (see `telling`). So are the instructions that make what the dice are compared with or what is added to them.
"""

from collections.abc import Iterable
from typing import Any

from tankdsl.engine.model import Game, Node, Row
from tankdsl.engine.reads import slots_of

EXPRESSIONS: dict[str, tuple[int, ...]] = {"set": (2,), "unless": (1,), "assign": (3,), "roll": (1, 2, 3, 4), "call": (2,), "return": (1,)}
"""Where the roots of an instruction stand that may be told: `call` and `return` have a list of them."""
_OF_ROLL = (4,)
"""Of a roll only the bonus is told; its dice are told when they fall."""


class DiceFlow:
    """What is watched in each procedure: positions in its code."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.carry: list[set[int]] = [set() for _ in game.procs]
        """For each procedure the slots in which something may be that came from dice."""
        self.gives = [False] * len(game.procs)
        """Whether a procedure returns something that came from dice."""
        self._values: dict[tuple[int, frozenset[int]], bool] = {}
        while self._spread():
            pass
        self.watched = [self._watched(index) for index in range(len(game.procs))]

    @staticmethod
    def of(game: Game) -> "DiceFlow":
        """That of a game, made when first asked for."""
        found: DiceFlow = game.cache.get("dice_flow") or game.cache.setdefault("dice_flow", DiceFlow(game))
        return found

    def touches(self, node: Any, slots: Iterable[int]) -> bool:
        """Whether an expression reads one of these slots, itself or through a value that it gives them to."""
        if isinstance(node, Row):
            return self.touches(node.amount, slots) or self.touches(node.condition, slots)
        if not isinstance(node, tuple) or not node or node[0] == "const":
            return False
        if node[0] == "local":
            return node[1] in slots
        if node[0] == "call":
            given = frozenset(i for i, arg in enumerate(node[2]) if self.touches(arg, slots))
            return bool(given) and self._value(node[1], given)
        return any(self.touches(part, slots) for part in node)

    def _value(self, value: int, given: frozenset[int]) -> bool:
        """Whether a value has to do with those of its arguments."""
        if (value, given) not in self._values:
            self._values[value, given] = self.touches(self.game.values[value].body, given)
        return self._values[value, given]

    def roots(self, instruction: Node) -> list[int]:
        """The expressions of an instruction that may be told."""
        places = EXPRESSIONS.get(instruction[0], ())
        found: list[int] = []
        for place in _OF_ROLL if instruction[0] == "roll" else places:
            found += instruction[place] if isinstance(instruction[place], tuple) else [instruction[place]]
        return found

    def _spread(self) -> bool:
        """Follow the dice one step further; whether they came anywhere new."""
        before = sum(map(len, self.carry)) + sum(self.gives)
        for proc in self.game.procs:
            slots = self.carry[proc.index]
            for instruction in proc.code:
                match instruction:
                    case ("roll", dest, *_):
                        slots.add(dest)
                    case ("set", dest, root) if self.touches(self.game.roots[root], slots):
                        slots.add(dest)
                    case ("call", callee, args, results):
                        given = {i for i, arg in enumerate(args) if self.touches(self.game.roots[arg], slots)}
                        self.carry[callee] |= given
                        slots |= set(results) if self.gives[callee] else set()
                    case ("return", values) if any(self.touches(self.game.roots[value], slots) for value in values):
                        self.gives[proc.index] = True
        return sum(map(len, self.carry)) + sum(self.gives) > before

    def _watched(self, index: int) -> frozenset[int]:
        code, carry = self.game.procs[index].code, self.carry[index]
        found = {
            pc
            for pc, instruction in enumerate(code)
            if instruction[0] == "roll" or any(self.touches(self.game.roots[root], carry) for root in self.roots(instruction))
        }
        if not found:
            return frozenset()
        used, sets = set[int](), {pc: instruction for pc, instruction in enumerate(code) if instruction[0] == "set"}
        size = -1
        while len(used) != size:
            size = len(used)
            found |= {pc for pc, instruction in sets.items() if instruction[1] in used}
            used = slots_of(*(self.game.roots[root] for pc in found for root in self.roots(code[pc])))
        return frozenset(found)
