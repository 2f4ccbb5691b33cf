"""The fast evaluator: functions generated from the game, compiled when they are first needed.

Source and compiled code are kept with the game; each machine runs the code in a namespace of its own, in which
the names stand for the machine's arrays:

    M machine   F0, F1, ... fields   P0, P1, ... piles   T terrain   A active side   OPT options   C counters
    MAP map     NEAR neighbours      DIST distances    ARC0, ... arcs         SEEN0, ... remembered sight lines   K0, K1, ... constants

Functions call one another by name: valueN, guardN, sightN, blocksN, missionN. What cannot be compiled (source
nested deeper than the compiler of Python allows) falls back to the plain evaluator, function by function.
"""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from tankdsl.engine import tabletop, values, writes
from tankdsl.engine.codegen import Key
from tankdsl.engine.control import CONTROL, Changed
from tankdsl.engine.emit_code import AWAY, is_written
from tankdsl.engine.errors import Trap
from tankdsl.engine.evaluator import SIMPLE, PlainEvaluator, told
from tankdsl.engine.frames import Act, Code, Play
from tankdsl.engine.ground_queries import ArcTable, sees
from tankdsl.engine.library import MOST_OPTIONS, Library
from tankdsl.engine.machine import Decision, Machine
from tankdsl.engine.model import ActionParam, Ending
from tankdsl.engine.paths import FactsOf, can_go, path_cost
from tankdsl.engine.settle import check_endings, settle
from tankdsl.engine.staging import IN_PLAY, Openers, complete_values, openers
from tankdsl.ground import table

Slots = list[Any]
Block = Callable[[Slots, Code], int]
MOST_KEPT = 1 << 12
"""Combinations of what was written for which it is remembered what must be looked at."""


def overflow() -> NoReturn:
    """Trap because a number does not fit."""
    raise Trap("a result does not fit 32 bits")


_HELPERS: dict[str, Any] = {
    "overflow": overflow, "sees": sees, "told": told, "complete_values": complete_values,
    **{name: getattr(values, name) for name in (
        "int32", "quotient", "remainder", "highest", "lowest", "total", "dice", "die", "ascending", "present",
        "union", "minus", "intersect", "at_index", "turned", "steps",
    )},
    **tabletop.OPERATORS,
    **tabletop.WAYS,
    "path_cost": path_cost,
    "can_go": can_go,
    **{name: getattr(writes, name) for name in (
        "assign", "write", "put", "remove", "set_terrain", "reveal", "open_scope", "close_scope", "take_out",
    )},
    "leg": table.leg, "to_leg": table.to_leg, "Act": Act, "Play": Play,
    "settle": settle, "check_endings": check_endings,
}  # fmt: skip


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


class SeenTable(dict[tuple[Any, Any], bool]):
    """The sight lines between places that depend on the ground only, each found when it is first asked for."""

    def __init__(self, evaluator: "FastEvaluator", sight: int) -> None:
        super().__init__()
        self.evaluator = evaluator
        self.key = ("sight", sight, 0)

    def __missing__(self, places: tuple[Any, Any]) -> bool:
        found: bool = self.evaluator.function(self.key)(*places)
        self[places] = found
        return found


class _Opening:
    """What says whether an action with a card is open, where a window or play loop offers it; made when it is first asked."""

    __slots__ = ("evaluator", "found", "key")

    def __init__(self, evaluator: "FastEvaluator", key: Key) -> None:
        self.evaluator = evaluator
        self.key = key
        self.found: Any = None

    def __call__(self, side: int, args: tuple[Any, ...], card: int | None, fixed: tuple[Any, ...], left: int | None) -> bool:
        if self.found is None:
            self.found = self.evaluator.function(self.key)
        return bool(self.found(side, args, card, fixed, left))


class FastEvaluator(PlainEvaluator):
    """Answers with generated functions."""

    name = "fast"

    library: Library
    space: dict[str, Any]
    made: dict[Key, Any]
    """The functions that the namespace has by now."""
    blocks: list[list[Block]]
    """For each instruction what runs from there, and behind the last one what ends the procedure; made when it is first run."""
    opening: dict[tuple[int, int, int, int], tuple[tuple[int, ...], Openers]]
    """By identity of a list of actions, which is kept, side, window and number of fixed parameters."""
    listers: dict[int, Callable[[Slots, tuple[Any, ...]], list[Any]]]
    """What lists the members of parameters, by the identity of these."""
    due: dict[tuple[int, int], list[tuple[int, Callable[[], list[int] | None]]]]
    met: dict[tuple[int | None, int, int], list[tuple[Ending, Callable[[], Slots | None]]]]
    """Triggers and endings to be looked at (endings also by the scope that closes), by what was written and the open scopes."""

    def __init__(self, m: Machine) -> None:
        self.seen = [SeenTable(self, sight) for sight in range(len(m.game.sights))]
        self.asked: Decision | None = None
        """The decision at which the procedure stopped that runs."""
        self.kept: dict[tuple[int | bool, ...], dict[str, Any]] = {}
        """All that is above, for the options with which games were played of late."""
        self.options: tuple[int | bool, ...] = ()
        super().__init__(m)
        self._enter(tuple(m.options))

    def functions(self) -> list[Callable[[Slots], Any]]:
        """Functions that are compiled when they are first called."""
        return [_Later(self, index) for index in range(len(self.m.game.roots))]

    def options_changed(self) -> None:
        """Go on with functions for the options that the machine has now."""
        options = tuple(self.m.options)
        if options != self.options:
            self._enter(options)
            self.terrain_changed()

    def _enter(self, options: tuple[int | bool, ...]) -> None:
        m = self.m
        if self.options in self.kept:
            self.kept[self.options]["roots"] = list(m.E)
        if options not in self.kept:
            if len(self.kept) >= MOST_OPTIONS:
                self.kept.clear()
            blocks = [[self._first(proc.index, pc) for pc in range(len(proc.code) + 1)] for proc in m.game.procs]
            self.kept[options] = {
                "library": Library.of(m.game, options), "space": self._namespace(), "made": {}, "blocks": blocks,
                "opening": {}, "due": {}, "met": {}, "listers": {}, "roots": self.functions(),
            }  # fmt: skip
        found = dict(self.kept[options])
        m.E[:] = found.pop("roots")
        self.__dict__.update(found)
        self.options = options

    def _namespace(self) -> dict[str, Any]:
        m = self.m
        space: dict[str, Any] = {
            "M": m, "T": m.terrain, "A": m.active, "OPT": m.options, "C": m.counters,
            **_HELPERS,
        }  # fmt: skip
        space |= {f"F{i}": column for i, column in enumerate(m.fields)}
        space |= {f"P{i}": pile for i, pile in enumerate(m.piles)}
        if m.game.map is not None:
            arcs = m.game.cache.setdefault("arcs", [ArcTable(m.game.map, rule) for rule in m.game.arcs])
            space |= {f"ARC{i}": table for i, table in enumerate(arcs)}
            space |= {f"SEEN{i}": table for i, table in enumerate(self.seen)}
            space |= {"MAP": m.game.map, "NEAR": m.game.map.neighbours, "DIST": getattr(m.game.map, "distance_rows", None)}

        def lying_in(piles: tuple[int | None, ...], holder: int | None) -> Sequence[int]:
            pile = None if holder is None else piles[holder]
            return () if pile is None else m.piles[pile]

        def pile_of(piles: tuple[int | None, ...], holder: int | None) -> tuple[int, ...]:
            return tuple(lying_in(piles, holder))

        models = m.fields[max(0, m.game.built_in(m.game.mission_kind or 0, "model"))] if m.fields else []
        missions: dict[Any, Any] = {}

        def mission_met(mission: int | None, owner: int | None) -> bool:
            if mission is None or owner is None:
                return False
            met = missions.get(models[mission])
            if met is None:
                # Its function is there by now if the model has one.
                met = space.get(f"mission{models[mission]}")
                if met is None:
                    return False
                missions[models[mission]] = met
            return met(owner) is True

        space |= {"lying_in": lying_in, "pile_of": pile_of, "mission_met": mission_met}
        return space

    def function(self, key: Key) -> Any:
        """A function of the namespace, with everything it calls."""
        found = self.made.get(key)
        if found is None:
            what, index, part = key
            name = f"{what}{index}_{part}" if what in ("x", "values", "open", "fits", "block", "key", "members") else f"{what}{index}"
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
            case "blocks" | "across" | "along" | "ends":
                sight = game.sights[index]
                part = getattr(sight, what)
                return lambda *args: oracle.call(part, sight.slots, list(args)) is True
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
                action = game.actions[index]
                window = action.windows[0] if part % 2 else IN_PLAY
                return PlainEvaluator._opener(self, index, window)
            case "key":
                return lambda slots: oracle.value(game.endings[index].nodes[part], slots)
            case "commit":
                return lambda slots: PlainEvaluator.commit(self, index, slots)
            case "bind":
                return lambda slots: oracle.met(game.actions[index].guards, slots)
            case "fits":
                return lambda slots: PlainEvaluator.fits(self, index, part, slots)
            case "members":
                param = game.actions[index].params[part]
                return lambda slots, picked: PlainEvaluator.members(self, param, slots, picked)
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
        if instruction[0] in SIMPLE:
            SIMPLE[instruction[0]](self.m, frame, instruction)
            return frame.pc
        return frame.pc if CONTROL[instruction[0]](self.m, frame, instruction) is None else AWAY

    # -- what the machine asks

    def terrain_changed(self) -> None:
        """Sight lines may have changed."""
        for seen in self.seen:
            seen.clear()

    def run_code(self, m: Machine, frame: Code) -> Decision | None:
        """Run a procedure until another frame is on top or a decision is needed."""
        frames, blocks_of = m.frames, self.blocks
        while True:
            blocks, slots, pc = blocks_of[frame.proc], frame.slots, frame.pc
            while pc >= 0:
                pc = blocks[pc](slots, frame)
            if self.asked is not None:
                found, self.asked = self.asked, None
                return found
            if not frames or type(frames[-1]) is not Code:
                return None
            frame = frames[-1]

    def _first(self, proc: int, pc: int) -> Block:
        """What makes a block when it is first run, and runs it."""

        def run(slots: Slots, frame: Code) -> int:
            block = self.blocks[proc][pc] = self._block(proc, pc)
            return block(slots, frame)

        return run

    def _block(self, proc: int, pc: int) -> Block:
        code, m = self.m.game.procs[proc].code, self.m
        if pc >= len(code):
            frames = m.frames

            def end(slots: Slots, frame: Code) -> int:
                if len(frames) > 1 and type(frames[-2]) is Code:
                    # Nothing is handed to the frame below.
                    frames.pop()
                    m.hold -= frame.held
                else:
                    m.finish(frame, [])
                return AWAY

            return end
        instruction = code[pc]
        if is_written(instruction):
            block: Block = self.function(("block", proc, pc))
            return block
        handler = CONTROL[instruction[0]]

        def handle(slots: Slots, frame: Code) -> int:
            frame.pc = pc
            outcome = handler(m, frame, instruction)
            if outcome is None:
                return frame.pc
            if not isinstance(outcome, Changed):
                self.asked = outcome
            return AWAY

        return handle

    def bind(self, index: int, slots: Slots) -> None:
        """Keep in the slots of an action that is legal what its requirements bind."""
        self.function(("bind", index, 0))(slots)

    def commit(self, index: int, slots: Slots) -> None:
        """Count and pay for an action, and start its effect."""
        self.function(("commit", index, 0))(slots)

    def openers(self, actions: tuple[int, ...], side: int, window: int, fixed: int) -> Openers:
        """What says of each action whether it is open, where a window or play loop offers it with so many fixed parameters."""
        key = (id(actions), side, window, fixed)
        found = self.opening.get(key)
        if found is None:
            found = self.opening[key] = actions, openers(self.m.game, actions, side, lambda index: self._open(index, window, fixed))
        return found[1]

    def _open(self, index: int, window: int, fixed: int) -> Any:
        action = self.m.game.actions[index]
        key = ("open", index, 2 * fixed + (window in action.windows))
        return self._unless_never(key) if action.card is None else _Opening(self, key)

    def exists(self, index: int, k: int, slots: Slots, left: int | None) -> bool:
        """Whether an action can be completed from its k-th parameter on."""
        return bool(self.function(("x", index, k))(slots, left))

    def fits(self, index: int, k: int, slots: Slots) -> bool:
        """Whether the k-th parameter of an action may have the value that stands in its slot."""
        return bool(self.function(("fits", index, k))(slots))

    def members(self, param: ActionParam, slots: Slots, picked: tuple[Any, ...]) -> list[Any]:
        """The values that domain and `where` of a parameter allow; for a group those that can be its next members."""
        lister = self.listers.get(id(param))
        if lister is None:
            key = self.library.places.get(id(param))
            if key is None:
                return super().members(param, slots, picked)
            lister = self.listers[id(param)] = self.function(key)
        found: list[Any] = lister(slots, picked)
        return found

    def values(self, index: int, k: int, slots: Slots, left: int | None) -> list[Any]:
        """The values of the k-th parameter with which an action can be completed."""
        found: list[Any] = self.function(("values", index, k))(slots, left)
        return found

    def steps_of(self, movement: int) -> FactsOf:
        """What tells of the steps of a movement their facts."""
        found: FactsOf = self.function(("step", movement, 0))
        return found

    def due_whenever(self) -> tuple[int, list[int]] | None:
        """The first trigger that is due; those that read nothing that was written are not looked at."""
        dirty = self.m.dirty & self.library.looked_at
        if not dirty:
            return None
        key = (dirty, self.m.open_scopes)
        triggers = self.due.get(key)
        if triggers is None:
            triggers = self._look_at(self.due, key, [
                (index, self._unless_never(("when", index, 0)))
                for index, mask, during in self.library.triggers
                if mask & dirty and (during is None or self.m.open_scopes >> during & 1)
            ])  # fmt: skip
        for index, when in triggers:
            found = when()
            if found is not None:
                return index, found
        return None

    def met_ending(self, closing: int | None) -> tuple[Ending, Slots] | None:
        """The first ending that is met; at settle points only those that read something that was written."""
        dirty = self.m.dirty if closing is None else 0
        if closing is None and not dirty:
            return None
        key = (closing, dirty, self.m.open_scopes)
        endings = self.met.get(key)
        if endings is None:
            endings = self._look_at(self.met, key, [
                (ending, self._unless_never(("ending", index, 0)))
                for index, mask, ending in self.library.ends.get(closing, ())
                if (closing is not None or mask & dirty) and (ending.during is None or self.m.open_scopes >> ending.during & 1)
            ])  # fmt: skip
        for ending, met in endings:
            slots = met()
            if slots is not None:
                return ending, slots
        return None

    def key_of(self, ending: Ending, number: int, slots: Slots) -> Any:
        """One of the values of an ending by which the winner is found."""
        return self.function(("key", self.library.endings[ending.id], number))(slots)

    def _look_at(self, table: dict[Any, Any], key: Any, found: list[Any]) -> list[Any]:
        found = [pair for pair in found if pair[1] is not None]
        if len(table) < MOST_KEPT:
            table[key] = found
        return found

    def _unless_never(self, key: Key) -> Any:
        """A function, None for one that always says no."""
        found = self.function(key)
        return None if key in self.library.never else found
