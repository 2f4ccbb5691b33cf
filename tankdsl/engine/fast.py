"""The fast evaluator: functions generated from the game, compiled when they are first needed.

Source and compiled code are kept with the game; each machine runs the code in a namespace of its own, in which
the names stand for the machine's arrays:

    M machine   F0, F1, ... fields   P0, P1, ... piles   T terrain   A active side   OPT options   C counters
    MAP map     NEAR neighbours      SIGHTS remembered sight lines   K0, K1, ... constants

Functions call one another by name: valueN, guardN, sightN, blocksN, missionN. What cannot be compiled (source
nested deeper than the compiler of Python allows) falls back to the plain evaluator, function by function.
"""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from tankdsl.engine import emit_plain, emit_sets, emit_table, tabletop, values, writes
from tankdsl.engine.codegen import Emitter, Key, Namer
from tankdsl.engine.emit_code import block_source
from tankdsl.engine.emit_rules import (
    blocks_source,
    ending_source,
    guard_source,
    mask_with_scope,
    mission_source,
    root_source,
    sight_source,
    step_source,
    value_source,
    whenever_source,
)
from tankdsl.engine.emit_search import Search, fits_source
from tankdsl.engine.errors import Trap
from tankdsl.engine.evaluator import SIMPLE, PlainEvaluator, told
from tankdsl.engine.frames import Code
from tankdsl.engine.ground_queries import arc_of, sees
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Ending, Game
from tankdsl.engine.paths import Facts, can_go, path_cost
from tankdsl.engine.reads import reads
from tankdsl.engine.settle import is_scope_open
from tankdsl.engine.staging import complete_values

Slots = list[Any]
_EMITTERS = (emit_plain, emit_sets, emit_table)
"""Modules that register emitters; importing them is enough."""
TOO_DEEP = (SyntaxError, RecursionError, MemoryError, IndentationError)
"""What Python raises for source that is nested too deep."""


def overflow() -> NoReturn:
    """Trap because a number does not fit."""
    raise Trap("a result does not fit 32 bits")


_HELPERS: dict[str, Any] = {
    "overflow": overflow, "sees": sees, "arc_of": arc_of, "told": told, "complete_values": complete_values,
    **{name: getattr(values, name) for name in (
        "int32", "quotient", "remainder", "highest", "lowest", "total", "dice", "die", "ascending", "present",
        "union", "minus", "intersect", "at_index", "turned", "steps",
    )},
    **tabletop.OPERATORS,
    **tabletop.WAYS,
    "path_cost": path_cost,
    "can_go": can_go,
    **{name: getattr(writes, name) for name in ("assign", "write", "put", "remove", "set_terrain", "reveal")},
}  # fmt: skip

_SOURCES: dict[str, Callable[[Namer, int], tuple[Emitter, str]]] = {
    "value": value_source,
    "guard": guard_source,
    "sight": sight_source,
    "blocks": blocks_source,
    "mission": mission_source,
    "root": root_source,
    "step": step_source,
    "when": whenever_source,
    "ending": ending_source,
}


class Library:
    """The generated code of one game."""

    def __init__(self, game: Game) -> None:
        self.namer = Namer(game)
        self.code: dict[Key, tuple[Any, tuple[Key, ...]]] = {}
        """Compiled code (None when it is nested too deep) and the functions it calls."""
        self.triggers = [
            (i, mask_with_scope(reads(game, rule.when, *(members for _, members in rule.params)), rule.during), rule.during)
            for i, rule in enumerate(game.whenevers)
        ]
        """Triggers: position, what they read, the scope during which they are looked at."""
        self.looked_at = 0
        """What any trigger reads."""
        for _, mask, _ in self.triggers:
            self.looked_at |= mask
        self.ends: dict[int | None, list[tuple[int, int, Ending]]] = {}
        """Endings by the scope at whose close they are looked at, None for settle points."""
        for i, ending in enumerate(game.endings):
            mask = mask_with_scope(reads(game, ending.when, *(ending.each or ())), ending.during)
            self.ends.setdefault(ending.at_close, []).append((i, mask, ending))

    @staticmethod
    def of(game: Game) -> "Library":
        """The library of a game, made when first asked for."""
        if "library" not in game.cache:
            game.cache["library"] = Library(game)
        found: Library = game.cache["library"]
        return found

    def get(self, key: Key) -> tuple[Any, tuple[Key, ...]]:
        """Code and callees of a function."""
        if key not in self.code:
            try:
                emitter, head = self._emit(key)
                code = compile(emitter.source(head), f"<{key[0]} {key[1]}>", "exec")
                self.code[key] = code, tuple(sorted(emitter.calls))
            except TOO_DEEP:
                self.code[key] = None, ()
        return self.code[key]

    def source(self, key: Key) -> str:
        """The source of a function, for people who want to read it."""
        emitter, head = self._emit(key)
        return emitter.source(head)

    def _emit(self, key: Key) -> tuple[Emitter, str]:
        what, index, part = key
        game = self.namer.game
        if what in ("x", "values", "open"):
            search = Search(self.namer, game.actions[index], part)
            return {"x": search.source, "values": search.values_source, "open": search.open_source}[what]()
        if what == "fits":
            return fits_source(self.namer, game.actions[index], part)
        if what == "block":
            return block_source(self.namer, game.procs[index], part)
        return _SOURCES[what](self.namer, index)


class _Later:
    """A root that is compiled when it is first evaluated, and then replaced by its function."""

    __slots__ = ("evaluator", "index")

    def __init__(self, evaluator: "FastEvaluator", index: int) -> None:
        self.evaluator = evaluator
        self.index = index

    def __call__(self, slots: Slots) -> Any:
        function = self.evaluator.function(("root", self.index, 0))
        self.evaluator.m.E[self.index] = function
        return function(slots)


class FastEvaluator(PlainEvaluator):
    """Answers with generated functions."""

    name = "fast"

    def __init__(self, m: Machine) -> None:
        self.library = Library.of(m.game)
        self.sights: dict[tuple[int, int, int], bool] = {}
        super().__init__(m)
        self.space = self._namespace()
        self.made: dict[Key, Any] = {}
        """The functions that the namespace has by now."""
        self.blocks: list[list[Any]] = [[0] * len(proc.code) + [None] for proc in m.game.procs]
        """For each instruction its block, 0 when it was not looked at, None for control instructions."""

    def functions(self) -> list[Callable[[Slots], Any]]:
        """Functions that are compiled when they are first called."""
        return [_Later(self, index) for index in range(len(self.m.game.roots))]

    def _namespace(self) -> dict[str, Any]:
        m = self.m
        space: dict[str, Any] = {
            "M": m, "T": m.terrain, "A": m.active, "OPT": m.options, "C": m.counters, "SIGHTS": self.sights,
            **_HELPERS,
        }  # fmt: skip
        space |= {f"F{i}": column for i, column in enumerate(m.fields)}
        space |= {f"P{i}": pile for i, pile in enumerate(m.piles)}
        if m.game.map is not None:
            space |= {"MAP": m.game.map, "NEAR": m.game.map.neighbours}

        def lying_in(piles: tuple[int | None, ...], holder: int | None) -> Sequence[int]:
            pile = None if holder is None else piles[holder]
            return () if pile is None else m.piles[pile]

        def pile_of(piles: tuple[int | None, ...], holder: int | None) -> tuple[int, ...]:
            return tuple(lying_in(piles, holder))

        def mission_met(mission: int | None, owner: int | None) -> bool:
            if mission is None or owner is None:
                return False
            models = m.fields[m.game.built_in(m.game.mission_kind or 0, "model")]
            met = self.space.get(f"mission{models[mission]}")
            return met is not None and met(owner) is True

        return {**space, "lying_in": lying_in, "pile_of": pile_of, "mission_met": mission_met}

    def function(self, key: Key) -> Any:
        """A function of the namespace, with everything it calls."""
        found = self.made.get(key)
        if found is None:
            what, index, part = key
            name = f"{what}{index}_{part}" if what in ("x", "values", "open", "fits", "block") else f"{what}{index}"
            code, callees = self.library.get(key)
            for callee in callees:
                self.function(callee)
            if code is None:
                self.space[name] = self._plain(key)
            else:
                self.space.update(self.library.namer.constants)
                exec(code, self.space)
            found = self.made[key] = self.space[name]
        return found

    def _plain(self, key: Key) -> Any:
        """The same function by the plain evaluator."""
        what, index, part = key
        game, oracle = self.m.game, self.oracle
        match what:
            case "value":
                rule = game.values[index]
                return lambda *args: oracle.call(rule.body, rule.slots, list(args))
            case "guard":
                return lambda *args: oracle.holds(index, list(args))
            case "sight":
                return lambda a, b: oracle.value(("sight", index, ("const", a), ("const", b)), [])
            case "blocks":
                sight = game.sights[index]
                return lambda *args: oracle.call(sight.blocks, sight.slots, list(args)) is True
            case "mission":
                mission = game.missions[index]
                return lambda owner: oracle.call(mission.met, mission.slots, [owner])
            case "root":
                return lambda slots: oracle.value(game.roots[index], slots)
            case "step":
                return PlainEvaluator.steps_of(self, index)
            case "x":
                return lambda slots, left: PlainEvaluator.exists(self, index, part, slots, left)
            case "open":
                return lambda side, fixed, left: PlainEvaluator.opens(self, index, side, fixed, left)
            case "fits":
                return lambda slots: PlainEvaluator.fits(self, index, part, slots)
            case "values":
                return lambda slots, left: PlainEvaluator.values(self, index, part, slots, left)
            case "when":
                when = game.whenevers[index]
                return lambda: self._binding(when, 0, [None] * when.slots)
            case "ending":
                return lambda: self.ending_slots(game.endings[index])
        return lambda slots, frame: self._one_instruction(index, part, frame)

    def _one_instruction(self, proc: int, pc: int, frame: Code) -> int:
        instruction = self.m.game.procs[proc].code[pc]
        frame.pc = pc
        SIMPLE[instruction[0]](self.m, frame, instruction)
        return frame.pc

    # -- what the machine asks

    def terrain_changed(self) -> None:
        """Sight lines may have changed."""
        self.sights.clear()

    def simple(self, frame: Code) -> None:
        """Run blocks up to a control instruction or the end of the code."""
        blocks, slots, pc = self.blocks[frame.proc], frame.slots, frame.pc
        while True:
            block = blocks[pc]
            if block is None:
                frame.pc = pc
                return
            if block == 0:
                block = blocks[pc] = self._block(frame.proc, pc)
                continue
            pc = block(slots, frame)

    def _block(self, proc: int, pc: int) -> Any:
        code = self.m.game.procs[proc].code
        if pc >= len(code) or code[pc][0] not in SIMPLE:
            return None
        return self.function(("block", proc, pc))

    def exists(self, index: int, k: int, slots: Slots, left: int | None) -> bool:
        """Whether an action can be completed from its k-th parameter on."""
        return bool(self.function(("x", index, k))(slots, left))

    def opens(self, index: int, side: int, fixed: tuple[Any, ...], left: int | None) -> bool:
        """Whether a play loop offers an action, its first parameters being fixed; for actions without a card."""
        return bool(self.function(("open", index, len(fixed)))(side, fixed, left))

    def fits(self, index: int, k: int, slots: Slots) -> bool:
        """Whether the k-th parameter of an action may have the value that stands in its slot."""
        return bool(self.function(("fits", index, k))(slots))

    def values(self, index: int, k: int, slots: Slots, left: int | None) -> list[Any]:
        """The values of the k-th parameter with which an action can be completed."""
        found: list[Any] = self.function(("values", index, k))(slots, left)
        return found

    def steps_of(self, movement: int) -> Callable[[Slots], Facts | None]:
        """What tells of the steps of a movement their facts."""
        found: Callable[[Slots], Facts | None] = self.function(("step", movement, 0))
        return found

    def due_whenever(self) -> tuple[int, list[int]] | None:
        """The first trigger that is due; those that read nothing that was written are not looked at."""
        dirty = self.m.dirty
        if not dirty & self.library.looked_at:
            return None
        for index, mask, during in self.library.triggers:
            if mask & dirty and (during is None or is_scope_open(self.m, during)):
                found = self.function(("when", index, 0))()
                if found is not None:
                    return index, found
        return None

    def met_ending(self, closing: int | None) -> tuple[Ending, Slots] | None:
        """The first ending that is met; at settle points only those that read something that was written."""
        dirty = self.m.dirty
        for index, mask, ending in self.library.ends.get(closing, ()):
            if (closing is not None or mask & dirty) and (ending.during is None or is_scope_open(self.m, ending.during)):
                slots = self.function(("ending", index, 0))()
                if slots is not None:
                    return ending, slots
        return None
