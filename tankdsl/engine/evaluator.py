"""What an evaluator must answer, and the plain evaluator that answers by walking trees.

`E` is a list of functions of slots, one for each root of the game. Besides, an evaluator runs simple
instructions, finds out whether an action can be completed, and which trigger or ending is due.
"""

from collections.abc import Callable
from typing import Any

from tankdsl.engine import writes
from tankdsl.engine.control import run_stepwise
from tankdsl.engine.errors import InputError, Trap
from tankdsl.engine.frames import Code
from tankdsl.engine.machine import Decision, Machine
from tankdsl.engine.model import ActionParam, Ending, Node, Whenever
from tankdsl.engine.naming import read_value
from tankdsl.engine.oracle import Oracle
from tankdsl.engine.paths import FactsOf, step
from tankdsl.engine.settle import is_considered, is_scope_open
from tankdsl.engine.staging import IsOpen, Openers, begin_action, commit_stepwise, complete_values, is_open, members, openers, within_limits
from tankdsl.engine.types import Type

Slots = list[Any]


class PlainEvaluator:
    """Walks trees and interprets instructions one by one. The fast evaluator must agree with it."""

    name = "oracle"

    def __init__(self, m: Machine) -> None:
        self.m = m
        self.oracle = Oracle(m)
        m.E = self.functions()
        m.ev = self

    def functions(self) -> list[Callable[[Slots], Any]]:
        """One function of slots for each root of the game."""
        return [self._root(node) for node in self.m.game.roots]

    def _root(self, node: Node) -> Callable[[Slots], Any]:
        value = self.oracle.value
        if node[0] == "const":
            return lambda slots: node[1]
        return lambda slots: value(node, slots)

    def options_changed(self) -> None:
        """The game has other options now."""

    def terrain_changed(self) -> None:
        """Something may have been remembered about the ground; nothing is, here."""

    # -- instructions

    def run_code(self, m: Machine, frame: Code) -> Decision | None:
        """Run a procedure until another frame is on top or a decision is needed."""
        return run_stepwise(m, frame)

    def bind(self, index: int, slots: Slots) -> None:
        """Keep in the slots of an action that is legal what its requirements bind."""
        self.oracle.met(self.m.game.actions[index].guards, slots)

    def commit(self, index: int, slots: Slots) -> None:
        """Count and pay for an action, and start its effect."""
        commit_stepwise(self.m, index, slots)

    def simple(self, frame: Code) -> None:
        """Run simple instructions until a control instruction or the end of the code."""
        code = self.m.game.procs[frame.proc].code
        while frame.pc < len(code):
            instruction = code[frame.pc]
            run = SIMPLE.get(instruction[0])
            if run is None:
                return
            run(self.m, frame, instruction)

    # -- actions

    def exists(self, index: int, k: int, slots: Slots, left: int | None) -> bool:
        """Whether parameters from the k-th on can be chosen so that the action is legal."""
        action = self.m.game.actions[index]
        if k >= len(action.params):
            return self.oracle.met(action.guards, slots) and within_limits(self.m, action, slots, left)
        param = action.params[k]
        for value in complete_values(self.m, param, slots):
            slots[param.slot] = value
            if self.exists(index, k + 1, slots, left):
                return True
        return False

    def openers(self, actions: tuple[int, ...], side: int, window: int, fixed: int) -> Openers:
        """What says of each action whether it is open, where a window or play loop offers it with so many fixed parameters."""
        return openers(self.m.game, actions, side, lambda index: self._opener(index, window))

    def _opener(self, index: int, window: int) -> IsOpen:
        def opens(side: int, args: tuple[Any, ...], card: int | None, fixed: tuple[Any, ...], left: int | None) -> bool:
            slots = begin_action(self.m, index, side, window, args)
            return slots is not None and is_open(self.m, index, slots, fixed, left)

        return opens

    def fits(self, index: int, k: int, slots: Slots) -> bool:
        """Whether the k-th parameter of an action may have the value that stands in its slot; never, for a path."""
        param, fits = self.m.game.actions[index].params[k], False
        if param.domain is not None:
            value, slots[param.slot] = slots[param.slot], None
            fits = value in self.m.E[param.domain](slots)
            slots[param.slot] = value
        return fits and (param.where is None or self.m.E[param.where](slots) is True)

    def members(self, param: ActionParam, slots: Slots, picked: tuple[Any, ...]) -> list[Any]:
        """The values that domain and `where` of a parameter allow; for a group those that can be its next members."""
        return members(self.m, param, slots, picked)

    def values(self, index: int, k: int, slots: Slots, left: int | None) -> list[Any]:
        """The values of the k-th parameter, no group and no path, with which an action can be completed."""
        param, found = self.m.game.actions[index].params[k], []
        for value in members(self.m, param, slots, ()):
            slots[param.slot] = value
            if self.exists(index, k + 1, slots, left):
                found.append(value)
        return found

    # -- movement

    def steps_of(self, movement: int) -> FactsOf:
        """What tells of the steps of a movement their facts, None for one that is forbidden (see `paths.step`)."""
        return lambda *given: step(self.m, movement, *given)

    # -- triggers

    def due_whenever(self) -> tuple[int, list[int]] | None:
        """The first trigger that is due, with its arguments."""
        for index, rule in enumerate(self.m.game.whenevers):
            if rule.during is not None and not is_scope_open(self.m, rule.during):
                continue
            found = self._binding(rule, 0, [None] * rule.slots)
            if found is not None:
                return index, found
        return None

    def _binding(self, rule: Whenever, k: int, slots: Slots) -> list[Any] | None:
        if k == len(rule.params):
            met = bool(rule.params) or self.oracle.value(rule.when, slots) is True
            return [slots[slot] for slot, _ in rule.params] if met else None
        slot, members = rule.params[k]
        last, value = k + 1 == len(rule.params), self.oracle.value
        for member in self.oracle.members(members, slots):
            slots[slot] = member
            if last and value(rule.when, slots) is not True:
                continue
            found = self._binding(rule, k + 1, slots)
            if found is not None:
                return found
        return None

    def met_ending(self, closing: int | None) -> tuple[Ending, Slots] | None:
        """The first ending that is met now, with its slots."""
        for ending in self.m.game.endings:
            if is_considered(self.m, ending, closing):
                slots = self.ending_slots(ending)
                if slots is not None:
                    return ending, slots
        return None

    def ending_slots(self, ending: Ending) -> Slots | None:
        """The slots of an ending that is met, None when it is not."""
        slots: Slots = [None] * ending.slots
        members = (None,) if ending.each is None else self.oracle.members(ending.each[1], slots)
        for member in members:
            if ending.each is not None:
                slots[ending.each[0]] = member
            if self.oracle.value(ending.when, slots) is True:
                return slots
        return None

    def key_of(self, ending: Ending, number: int, slots: Slots) -> Any:
        """One of the values of an ending by which the winner is found."""
        return self.oracle.value(ending.nodes[number], slots)

    def scripted(self, value: Any, members: tuple[Any, ...], type: Type) -> int:
        """The position of a member that a script names by its JSON value."""
        found = read_value(self.m.game, value, type)
        if found not in members:
            raise InputError(f"`{value}` is not among what can be drawn")
        return members.index(found)


def _set(m: Machine, frame: Code, instruction: Node) -> None:
    frame.slots[instruction[1]] = m.E[instruction[2]](frame.slots)
    frame.pc += 1


def _jump_to(m: Machine, frame: Code, target: int) -> None:
    if target <= frame.pc:
        m.tick()
    frame.pc = target


def _jump(m: Machine, frame: Code, instruction: Node) -> None:
    _jump_to(m, frame, instruction[1])


def _unless(m: Machine, frame: Code, instruction: Node) -> None:
    if m.E[instruction[1]](frame.slots) is True:
        frame.pc += 1
    else:
        _jump_to(m, frame, instruction[2])


def _assign(m: Machine, frame: Code, instruction: Node) -> None:
    _, field, entity, value = instruction
    writes.assign(m, field, m.E[entity](frame.slots), m.E[value](frame.slots))
    frame.pc += 1


def _place(m: Machine, frame: Code, instruction: Node) -> None:
    _, kind, entity, place = instruction
    writes.put(m, kind, m.E[entity](frame.slots), m.E[place](frame.slots))
    frame.pc += 1


def _remove(m: Machine, frame: Code, instruction: Node) -> None:
    writes.remove(m, instruction[1], m.E[instruction[2]](frame.slots))
    frame.pc += 1


def _terrain(m: Machine, frame: Code, instruction: Node) -> None:
    writes.set_terrain(m, m.E[instruction[1]](frame.slots), m.E[instruction[2]](frame.slots))
    frame.pc += 1


def _hold(m: Machine, frame: Code, instruction: Node) -> None:
    frame.held += 1
    m.hold += 1
    frame.pc += 1


def _once(m: Machine, frame: Code, instruction: Node) -> None:
    _, limit, most, _, owner, keys, target = instruction
    side, found = m.E[owner](frame.slots), tuple(m.E[key](frame.slots) for key in keys)
    if m.counted(limit, side, found) < most:
        m.count(limit, side, found)
        frame.pc += 1
    else:
        _jump_to(m, frame, target)


def _reveal(m: Machine, frame: Code, instruction: Node) -> None:
    _, field, entity, side = instruction
    writes.reveal(m, field, m.E[entity](frame.slots), m.E[side](frame.slots))
    frame.pc += 1


def _log(m: Machine, frame: Code, instruction: Node) -> None:
    if m.events is not None:
        m.log("text", text=instruction[1], values=told(m, instruction[2], frame.slots))
    frame.pc += 1


def told(m: Machine, values: tuple[tuple[Type, int], ...], slots: Slots) -> tuple[tuple[Type, Any], ...]:
    """Types and values for a line of the log. A line must not disturb the game, so a trap tells nothing."""
    try:
        return tuple((type, m.E[value](slots)) for type, value in values)
    except (Trap, TypeError, IndexError):
        return ()


SIMPLE: dict[str, Callable[[Machine, Code, Node], None]] = {
    "set": _set,
    "jump": _jump,
    "unless": _unless,
    "assign": _assign,
    "place": _place,
    "remove": _remove,
    "terrain": _terrain,
    "hold": _hold,
    "once": _once,
    "reveal": _reveal,
    "log": _log,
}
"""Simple instructions: they never suspend, and never change which frames there are."""
