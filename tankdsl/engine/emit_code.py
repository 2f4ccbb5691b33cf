"""Source for runs of simple instructions.

A block begins where control can arrive (the start, a jump target, behind a control instruction) and goes up to
the next such place, jump or control instruction. It is a function of the slots that returns where to go on.
"""

from typing import Any

from tankdsl.engine.codegen import Emitter, Namer, Piece
from tankdsl.engine.evaluator import SIMPLE
from tankdsl.engine.machine import field_bit
from tankdsl.engine.model import Field, Game, Node, Proc

JUMPS = {"jump": 1, "unless": 2, "once": 6}
"""Instructions with a target, and where it stands."""


def leaders(proc: Proc) -> set[int]:
    """Where blocks begin."""
    found = {0}
    for pc, instruction in enumerate(proc.code):
        if instruction[0] in JUMPS:
            found |= {instruction[JUMPS[instruction[0]]], pc + 1}
        elif instruction[0] not in SIMPLE:
            found.add(pc + 1)
    return found


def block_source(namer: Namer, proc: Proc, pc: int) -> tuple[Emitter, str]:
    """The block that begins at an instruction."""
    name = f"def block{proc.index}_{pc}(L, frame):"
    block = Block(namer, proc)
    stops = leaders(proc)
    while True:
        instruction = proc.code[pc]
        if instruction[0] in JUMPS:
            block.jump(instruction, pc)
            break
        block.write(instruction)
        pc += 1
        if pc in stops or pc >= len(proc.code) or proc.code[pc][0] not in SIMPLE:
            block.go_on(pc)
            break
    return block.e, name


class Block:
    """Writes the instructions of one block; what they make dirty is marked once, at the end."""

    def __init__(self, namer: Namer, proc: Proc) -> None:
        self.e = Emitter(namer)
        self.game: Game = namer.game
        self.proc = proc
        self.dirty = 0

    def go_on(self, pc: int) -> None:
        """Leave the block."""
        self._mark()
        self.e.line(f"return {pc}")

    def jump(self, instruction: Node, pc: int) -> None:
        """The jump that ends the block; jumps backwards count as steps."""
        target = instruction[JUMPS[instruction[0]]]
        back = "M.tick(); " if target <= pc else ""
        self._mark()
        if instruction[0] == "unless":
            self.e.line(f"if {self._cond(instruction[1])}: return {pc + 1}")
        elif instruction[0] == "once":
            _, limit, most, _, owner, keys, _ = instruction
            texts = "".join(f"{self._expr(key).text}, " for key in keys)
            side, found = self.e.temp(), self.e.temp()
            self.e.line(f"{side} = {self._expr(owner).text}")
            self.e.line(f"{found} = ({texts})")
            with self.e.block(f"if M.counted({limit}, {side}, {found}) < {most}:"):
                self.e.line(f"M.count({limit}, {side}, {found})")
                self.e.line(f"return {pc + 1}")
        self.e.line(f"{back}return {target}")

    def _mark(self) -> None:
        if self.dirty:
            self.e.line(f"M.dirty |= {self.dirty}")

    def _expr(self, root: int) -> Piece:
        return self.e.expr(self.game.roots[root])

    def _cond(self, root: int) -> str:
        return self.e.cond(self.game.roots[root])

    def write(self, instruction: Node) -> None:
        """One instruction that goes on to the next."""
        e = self.e
        match instruction:
            case ("set", slot, value):
                e.line(f"L[{slot}] = {self._expr(value).text}")
            case ("assign", field, entity, value):
                self._assign(self.game.fields[field], self._expr(entity), self._expr(value))
            case ("place", kind, entity, place):
                e.line(f"put(M, {kind}, {self._expr(entity).text}, {self._expr(place).text})")
            case ("remove", kind, entity):
                e.line(f"remove(M, {kind}, {self._expr(entity).text})")
            case ("terrain", place, terrain):
                e.line(f"set_terrain(M, {self._expr(place).text}, {self._expr(terrain).text})")
            case ("reveal", field, entity, side):
                e.line(f"reveal(M, {field}, {self._expr(entity).text}, {self._expr(side).text})")
            case ("hold",):
                e.line("frame.held += 1; M.hold += 1")
            case ("log", text, values):
                names = f"{e.namer.constant(text)}, values=told(M, {e.namer.constant(values)}, L)"
                e.line(f'if M.events is not None: M.log("text", text={names})')

    def _assign(self, field: Field, entity: Piece, value: Piece) -> None:
        e = self.e
        entity, value = e.held(entity), e.held(value)
        if field.lifetime is not None and field.lifetime.nth > 1:
            e.line(f"assign(M, {field.index}, {entity.text}, {value.text})")
            return
        guard = f"if {entity.text} is not None:" if entity.may_be_absent else "if True:"
        with e.block(guard):
            value = self._saturated(field, entity._replace(may_be_absent=False), value)
            with e.block("if M.events is None and not M.revealed:"):
                e.line(f"F{field.index}[{entity.text}] = {value.text}")
            with e.block("else:"):
                e.line(f"write(M, {field.index}, {entity.text}, {value.text})")
        self.dirty |= field_bit(field.index)

    def _saturated(self, field: Field, entity: Piece, value: Piece) -> Piece:
        if field.role != "track":
            return value
        for root, pick in ((field.low, ">"), (field.high, "<")):
            if root is not None:
                limit: Any = self.e.bound(0, entity, self.game.roots[root], self.e.expr)
                limit = self.e.held(limit)
                name = self.e.temp()
                self.e.line(f"{name} = {value.text} if {value.text} {pick} {limit.text} else {limit.text}")
                value = Piece(name, True, "i", False)
        return value
