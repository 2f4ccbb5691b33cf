"""Source for runs of instructions.

A block begins where control can arrive (the start, a jump target, behind an instruction that was left to its handler) and follows the
code, also over jumps, until it comes to an instruction of which it has written the source already or to one that is left to its handler.
It is a function of the slots that returns where to go on, or `AWAY` when another frame may be on top. Jumps to its own beginning make
a loop of it.
"""

from typing import Any

from tankdsl.engine.codegen import Emitter, Namer, Piece
from tankdsl.engine.evaluator import SIMPLE
from tankdsl.engine.machine import COUNTERS, PLAYED, field_bit
from tankdsl.engine.model import Action, Field, Game, Node, Proc, Root

JUMPS = {"jump": 1, "unless": 2, "once": 6}
"""Instructions with a target, and where it stands."""


AWAY = -1
"""What a block returns instead of a position when another frame may be on top, or the game is over."""
STAYING = ("settle", "release", "open", "close")
LEAVING = ("call", "return", "end")
"""Control instructions that are written out: those after which the frame mostly stays on top, and the others."""
LONGEST = 60
"""Instructions of a block: without a bound a procedure could be written out once for each of its instructions."""


def is_written(instruction: Node) -> bool:
    """Whether an instruction becomes source; all others are left to their handlers."""
    return instruction[0] in SIMPLE or instruction[0] in STAYING or instruction[0] in LEAVING


def block_source(namer: Namer, proc: Proc, pc: int) -> tuple[Emitter, str]:
    """The block that begins at an instruction."""
    block = Block(namer, proc, pc)
    name = f"def block{proc.index}_{pc}(L, frame):"
    seen: set[int] = set()
    here: int | None = pc
    while here is not None:
        if here in seen or len(seen) >= LONGEST or here >= len(proc.code) or not is_written(proc.code[here]):
            block.go_on(here)
            break
        seen.add(here)
        here = block.instruction(here)
    block.close()
    return block.e, name


def commit_source(namer: Namer, action: Action) -> tuple[Emitter, str]:
    """What happens when an action is committed (see `staging.commit_stepwise`), as a function of its slots."""
    e, roots = Emitter(namer), namer.game.roots

    def listed(parts: tuple[Root, ...]) -> str:
        return "".join(f"{e.expr(roots[part]).text}, " for part in parts)

    for limit in action.limits:
        e.line(f"M.count({limit.index}, L[0], ({listed(limit.keys)}))")
    e.line("below = M.frames[-1]")
    with e.block("if type(below) is Play:"):
        if action.cost is not None:
            e.line(f"below.spent += {e.not_below_0(roots[action.cost])}")
        e.line("below.times += 1")
        e.line(f"M.dirty |= {PLAYED | COUNTERS}")
    if action.card is not None:
        e.line(f"take_out(M, {action.card.kind}, L[{action.card.slot}])")
    e.line(f'if M.events is not None: M.log("action", action={action.index}, side=L[0], slots=tuple(L))')
    e.line(f"M.frames.append(Act({action.index}, L))")
    e.line(f"M.call({action.proc}, [{listed(action.args)}])")
    return e, f"def commit{action.index}(L):"


class Block:
    """Writes the instructions of one block; what they make dirty is marked once, at the end."""

    def __init__(self, namer: Namer, proc: Proc, start: int) -> None:
        self.e = Emitter(namer)
        self.e.indent = 2
        self.game: Game = namer.game
        self.proc = proc
        self.start = start
        self.is_loop = False
        """Whether the block jumps to its own beginning."""
        self.dirty = 0

    def instruction(self, pc: int) -> int | None:
        """Write one instruction; where the block goes on, None when it is left."""
        instruction = self.proc.code[pc]
        if instruction[0] in LEAVING:
            self.leave(instruction, pc)
            return None
        if instruction[0] in JUMPS:
            return self.jump(instruction, pc)
        if instruction[0] in STAYING:
            self.stay(instruction, pc)
        else:
            self.write(instruction)
        return pc + 1

    def go_on(self, pc: int) -> None:
        """Leave the block, or begin it again."""
        self._mark()
        self.is_loop |= pc == self.start
        self.e.line("continue" if pc == self.start else f"return {pc}")

    def close(self) -> None:
        """A block that is no loop needs no head of one."""
        lines = self.e.lines
        lines[:] = [(1, "while True:"), *lines] if self.is_loop else [(indent - 1, text) for indent, text in lines]

    def jump(self, instruction: Node, pc: int) -> int:
        """Jump, or go on behind; jumps backwards count as steps. Where the block goes on."""
        target = instruction[JUMPS[instruction[0]]]
        self._mark()
        match instruction:
            case ("unless", condition, _):
                head = f"if not {self._cond(condition)}:"
            case ("once", limit, most, _, owner, keys, _):
                texts = "".join(f"{self._expr(key).text}, " for key in keys)
                side, found = self.e.temp(), self.e.temp()
                self.e.line(f"{side} = {self._expr(owner).text}")
                self.e.line(f"{found} = ({texts})")
                with self.e.block(f"if M.counted({limit}, {side}, {found}) < {most}:"):
                    self.e.line(f"M.count({limit}, {side}, {found})")
                head = "else:"
            case _:
                self._tick(target, pc)
                return int(target)
        with self.e.block(head):
            self._tick(target, pc)
            self.go_on(target)
        return pc + 1

    def _tick(self, target: int, pc: int) -> None:
        if target <= pc:
            self.e.line(f"M.ticks += 1; M.ticks > {self.game.runaway} and M.tick(0)")

    def _mark(self) -> None:
        if self.dirty:
            self.e.line(f"M.dirty |= {self.dirty}")
            self.dirty = 0

    def leave(self, instruction: Node, pc: int) -> None:
        """An instruction that ends the block with another frame on top."""
        e = self.e
        self._mark()
        match instruction:
            case ("call", callee, args, _):
                texts = [self._expr(arg).text for arg in args]
                e.line(f"frame.pc = {pc + 1}")
                e.line(f"M.call({callee}, [{', '.join(texts)}])")
            case ("return", results):
                e.line(f"M.finish(frame, [{', '.join(self._expr(value).text for value in results)}])")
            case ("end", winner):
                e.line(f'M.end({self._expr(winner).text}, "")')
        e.line(f"return {AWAY}")

    def stay(self, instruction: Node, pc: int) -> None:
        """An instruction after which the frame is still on top, unless something is due."""
        e = self.e
        self._mark()
        match instruction:
            case ("open", scope, owner):
                e.line(f"open_scope(M, {scope}, {self._expr(owner).text})")
                return
            case ("close", scope):
                e.line(f"if check_endings(M, {scope}): return {AWAY}")
                e.line(f"close_scope(M, {scope})")
            case ("release",):
                e.line("frame.held -= 1; M.hold -= 1")
        e.line(f"frame.pc = {pc + 1}")
        e.line(f"if M.dirty and settle(M): return {AWAY}")

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
