"""Source for whole functions: values, guards, sights, missions, roots, steps, triggers and endings.

Guards that are called by actions are written out in place, so that each of their conjuncts can be checked as early as possible (see
`emit_search`).
"""

from dataclasses import dataclass
from typing import Any

from tankdsl.engine.codegen import Emitter, Namer, Piece
from tankdsl.engine.emit_sets import know_place, loop, open_list, open_loop
from tankdsl.engine.geometry import OFF_MAP
from tankdsl.engine.machine import SCOPES
from tankdsl.engine.model import Conjunct, Ending, Node, Row, Sight, Whenever
from tankdsl.engine.reads import slots_of
from tankdsl.engine.tabletop import is_table

MOST_INLINED = 400
"""Conjuncts of one action that are written out; beyond that guards are called."""
MOST_IN_TRIGGER = 400
"""Nodes of a value that is written out in a trigger."""


def parameters(count: int) -> dict[int, Piece]:
    """Slots that are the parameters of a function."""
    return {slot: Piece(f"p{slot}", True) for slot in range(count)}


def head(name: str, count: int) -> str:
    """The first line of a function with so many parameters."""
    return f"def {name}({', '.join(f'p{i}' for i in range(count))}):"


def value_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """A value as a function of its parameters."""
    rule = namer.game.values[index]
    e = Emitter(namer, parameters(len(rule.params)))
    e.line(f"return {e.expr(rule.body).text}")
    return e, head(f"value{index}", len(rule.params))


def guard_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """A guard as a function of its parameters that says whether all conjuncts are met."""
    rule = namer.game.guards[index]
    e = Emitter(namer, parameters(len(rule.params)))
    for conjunct in rule.conjuncts:
        write_check(e, check_of(conjunct), "return False")
    e.line("return True")
    return e, head(f"guard{index}", len(rule.params))


def sight_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """A sight as a function of two places."""
    e = Emitter(namer)
    sight = namer.game.sights[index]
    parts = [("blocks", sight.blocks), ("across", sight.across), ("along", sight.along), ("ends", sight.ends)]
    while parts[-1][1] is None:
        parts.pop()
    e.calls.update((name, index, 0) for name, part in parts if part is not None)
    asked = ", ".join(f"{name}{index}" if part is not None else "None" for name, part in parts)
    e.line("if p0 is None or p1 is None: return False")
    rule = namer.constant(sight)
    if namer.game.map is not None and not is_table(namer.game.map) and asked == f"blocks{index}":
        _clear_line(e, f"return sees(M, {rule}, p0, p1, {asked})", sight)
        return e, head(f"sight{index}", 2)
    e.line(f"return sees(M, {rule}, p0, p1, {asked})")
    return e, head(f"sight{index}", 2)


def _clear_line(e: Emitter, otherwise: str, sight: Sight) -> None:
    """Whether nothing blocks a line through the middles of hexes; otherwise something else is run for lines along sides."""
    e.line("line = MAP.line(p0, p1)")
    e.line(f"if line.edges: {otherwise}")
    place = open_list(e, "line.inside")
    e.line(f"if {place.text} == {OFF_MAP}: {'return False' if sight.off_map_blocks else 'continue'}")
    e.env = {0: place, 1: Piece("p0", True, "?", False), 2: Piece("p1", True, "?", False)}
    condition = e.cond(sight.blocks)
    if condition != "False":
        e.line(f"if {condition}: return False")
    e.indent = 1
    e.line("return True")


def blocks_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """Whether a place blocks a line of sight."""
    return _part_of_sight(namer, f"blocks{index}", namer.game.sights[index].blocks, 3)


def across_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """Whether a side that a line of sight passes blocks it."""
    return _part_of_sight(namer, f"across{index}", namer.game.sights[index].across, 4)


def along_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """Whether a side along which a line of sight runs blocks it."""
    return _part_of_sight(namer, f"along{index}", namer.game.sights[index].along, 4)


def ends_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """Whether a line of sight is blocked as a whole."""
    return _part_of_sight(namer, f"ends{index}", namer.game.sights[index].ends, 2)


def _part_of_sight(namer: Namer, name: str, part: Node | None, count: int) -> tuple[Emitter, str]:
    """A condition on places that are all there."""
    e = Emitter(namer, {slot: Piece(f"p{slot}", True, "?", False) for slot in range(count)})
    e.line(f"return {e.cond(part if part is not None else ('const', False))}")
    return e, head(name, count)


def mission_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """Whether a mission is met for its owner."""
    e = Emitter(namer, parameters(1))
    e.line(f"return {e.cond(namer.game.missions[index].met)}")
    return e, head(f"mission{index}", 1)


def root_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """A root as a function of the slots of its frame."""
    node = namer.game.roots[index]
    e = Emitter(namer)
    for slot in sorted(slots_of(node)):
        e.line(f"s{slot} = L[{slot}]")
        e.env[slot] = Piece(f"s{slot}", True)
    e.line(f"return {e.expr(node).text}")
    return e, f"def root{index}(L):"


def step_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """The facts of a step of a movement as a function of the slots of its frame (see `paths.step`)."""
    rule, roots = namer.game.movements[index], namer.game.roots
    forbids = [roots[row.when] for row in rule.never]
    # Unit, place, next place and the path so far are always there; other slots are scratch.
    given = {slot: Piece(f"p{slot}", True, "t" if slot == 3 else "?", False) for slot in range(4)}
    cost, stops, through = roots[rule.cost], [roots[row.when] for row in rule.stops], [roots[row.when] for row in rule.through]
    e = Emitter(namer, {slot: Piece("None", True) for slot in range(4, rule.slots)} | given)
    for node in forbids:
        e.line(f"if {e.cond(node)}: return None")
    facts = [e.held(Piece(e.not_below_0(cost))).text]
    facts += [" or ".join(e.held(Piece(e.cond(node))).text for node in rows) or "False" for rows in (stops, through)]
    e.line(f"return {', '.join(facts)}")
    return e, head(f"step{index}", 4)


# -- checks: conjuncts in the slots of one frame


@dataclass(frozen=True, slots=True)
class Check:
    """A conjunct with called guards written out. `bind` keeps an argument, `call` calls a guard after all,
    `code` is anything else: source that is true when the action must be refused."""

    form: str
    node: Node = ()
    slot: int = -1
    parts: "tuple[Check, ...]" = ()
    callee: int = -1
    args: tuple[Node, ...] = ()

    def needs(self) -> set[int]:
        """The slots that must be known."""
        found = slots_of(self.node, *self.args)
        known = {self.slot} if self.form == "each" else set()
        for part in self.parts:
            found |= part.needs() - known
            if part.form in ("let", "bind"):
                known.add(part.slot)
        return found


def check_of(conjunct: Conjunct) -> Check:
    """A conjunct as it stands, guards called."""
    if conjunct.form == "guard":
        return Check("call", callee=conjunct.callee, args=conjunct.args)
    return Check(conjunct.form, conjunct.node, conjunct.slot, tuple(check_of(part) for part in conjunct.parts))


class Inliner:
    """Writes called guards out in place, their slots moved to numbers that nothing else uses."""

    def __init__(self, namer: Namer, slots: int) -> None:
        self.game = namer.game
        self.free = slots
        self.count = 0

    def checks(self, conjuncts: tuple[Conjunct, ...], base: int) -> list[Check]:
        """Conjuncts of a frame whose slots begin at `base`."""
        found: list[Check] = []
        for conjunct in conjuncts:
            self.count += 1
            args = tuple(shifted(arg, base) for arg in conjunct.args)
            if conjunct.form == "guard" and self.count < MOST_INLINED:
                found += self._guard(conjunct.callee, args)
            elif conjunct.form == "guard":
                found.append(Check("call", callee=conjunct.callee, args=args))
            else:
                parts = tuple(self.checks(conjunct.parts, base))
                found.append(Check(conjunct.form, shifted(conjunct.node, base), base + conjunct.slot, parts))
        return found

    def _guard(self, callee: int, args: tuple[Node, ...]) -> list[Check]:
        rule = self.game.guards[callee]
        base = self.free
        self.free += rule.slots
        binds = [Check("bind", arg, base + i) for i, arg in enumerate(args)]
        return binds + self.checks(rule.conjuncts, base)


_BINDING = ("let", "iflet", "filter", "map", "any", "all", "count", "sum", "minimum", "maximum", "best")


def shifted(node: Any, base: int) -> Any:
    """A node with all its slots moved up."""
    if base == 0:
        return node
    if isinstance(node, Row):
        return Row(shifted(node.amount, base), shifted(node.condition, base), node.text, node.cites)
    if not isinstance(node, tuple) or not node or node[0] == "const":
        return node
    if node[0] == "local":
        return ("local", node[1] + base)
    if node[0] in _BINDING:
        return (node[0], node[1] + base, *(shifted(part, base) for part in node[2:]))
    if isinstance(node[0], str):
        return (node[0], *(shifted(part, base) for part in node[1:]))
    return tuple(shifted(part, base) for part in node)


def write_check(e: Emitter, check: Check, fail: str) -> None:
    """Statements that run `fail` unless the check is met."""
    match check.form:
        case "require":
            condition = e.cond(check.node)
            if condition != "True":
                e.line(fail if condition == "False" else f"if not {condition}: {fail}")
        case "let":
            held = e.held(e.expr(check.node))
            if held.may_be_absent:
                e.line(f"if {held.text} is None: {fail}")
            e.env[check.slot] = held._replace(may_be_absent=False)
        case "bind":
            e.env[check.slot] = e.held(e.expr(check.node))
        case "call":
            e.line(f"if not {e.call('guard', check.callee, [e.expr(a).text for a in check.args])}: {fail}")
        case "each":
            flag, kept = e.temp(), dict(e.env)
            e.line(f"{flag} = False")
            with loop(e, check.node) as member:
                e.env[check.slot] = member
                for part in check.parts:
                    _write_part(e, part, flag)
            e.env = kept
            e.line(f"if {flag}: {fail}")


def _write_part(e: Emitter, part: Check, flag: str) -> None:
    """A check inside a loop: failing sets the flag and leaves the loop."""
    if part.form in ("require", "call", "let"):
        write_check(e, part, f"{flag} = True; break")
    elif part.form == "bind":
        write_check(e, part, "")
    else:
        inner = e.temp()
        e.line(f"{inner} = False")
        kept = dict(e.env)
        with loop(e, part.node) as member:
            e.env[part.slot] = member
            for piece in part.parts:
                _write_part(e, piece, inner)
        e.env = kept
        e.line(f"if {inner}: {flag} = True; break")


# -- triggers and endings


def whenever_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """The arguments of a trigger that is due, or None."""
    rule: Whenever = namer.game.whenevers[index]
    e = Emitter(namer, {slot: Piece("None", True) for slot in range(rule.slots)})
    # What is asked of pairs of things is asked many times.
    e.most_inlined = MOST_IN_TRIGGER
    parts = list(rule.when[1:]) if rule.when[0] == "and" else [rule.when]
    waiting = {slot for slot, _ in rule.params}
    _leading(e, parts, waiting, "return None")
    lists = {slot: _candidates(e, slot, members, parts, waiting) for slot, members in rule.params}
    for slot, members in rule.params:
        kept = lists[slot]
        e.env[slot] = member = open_loop(e, members) if kept is None else open_list(e, kept)
        if kept is not None and members[0] == "things":
            know_place(e, members[1], member)
        waiting.discard(slot)
        _leading(e, parts, waiting, "continue")
    e.line(f"return [{', '.join(e.env[slot].text for slot, _ in rule.params)}]")
    e.indent = 1
    e.line("return None")
    return e, f"def when{index}():"


_CANNOT_TRAP = frozenset({"local", "const", "get", "==", "!=", "not", "and", "or", "absent", "present", "option", "enum", "ref", "dir"})


def _cannot_trap(node: Any) -> bool:
    """Whether a node only reads and compares, so that it can be evaluated earlier than it is written."""
    if not isinstance(node, tuple) or not node or not isinstance(node[0], str):
        return True
    return node[0] == "const" or (node[0] in _CANNOT_TRAP and all(_cannot_trap(part) for part in node[1:]))


def _candidates(e: Emitter, slot: int, members: Node, parts: list[Node], waiting: set[int]) -> str | None:
    """A list of the members for which those parts hold that are about this member alone; they leave `parts`.

    None when there is no such part, or the members depend on others. Without members nothing is due.
    """
    own = [part for part in parts if slots_of(part) & waiting == {slot} and _cannot_trap(part)]
    if not own or slots_of(members) & waiting:
        return None
    name, depth, kept = e.temp(), e.indent, dict(e.env)
    e.line(f"{name} = []")
    e.env[slot] = member = open_loop(e, members)
    for part in own:
        parts.remove(part)
        e.line(f"if not {e.cond(part)}: continue")
    e.line(f"{name}.append({member.text})")
    e.indent, e.env = depth, kept
    e.line(f"if not {name}: return None")
    return name


def _leading(e: Emitter, parts: list[Node], waiting: set[int], fail: str) -> None:
    """Write those first parts of a conjunction that read nothing unknown. Their order is kept."""
    while parts and not slots_of(parts[0]) & waiting:
        write_check(e, Check("require", parts.pop(0)), fail)


def ending_source(namer: Namer, index: int) -> tuple[Emitter, str]:
    """The slots of an ending that is met, or None."""
    rule: Ending = namer.game.endings[index]
    e = Emitter(namer, {slot: Piece("None", True) for slot in range(rule.slots)})
    if rule.each is None:
        e.line(f"if {e.cond(rule.when)}: return [None] * {rule.slots}")
        if e.lines[-1][1].startswith("if False:"):
            e.lines.clear()
        e.line("return None")
        return e, f"def ending{index}():"
    slot, members = rule.each
    mark = len(e.lines)
    with loop(e, members) as member:
        e.env[slot] = member
        condition = e.cond(rule.when)
        e.line(f"if not {condition}: continue")
        before, after = ["None"] * slot, ["None"] * (rule.slots - slot - 1)
        e.line(f"return [{', '.join([*before, member.text, *after])}]")
    if condition == "False" and e.is_quiet(mark):
        del e.lines[mark:]
    e.line("return None")
    return e, f"def ending{index}():"


def key_source(namer: Namer, index: int, number: int) -> tuple[Emitter, str]:
    """One of the values of an ending by which the winner is found, as a function of its slots."""
    e = Emitter(namer)
    e.line(f"return {e.expr(namer.game.endings[index].nodes[number]).text}")
    return e, f"def key{index}_{number}(L):"


def mask_with_scope(mask: int, during: int | None) -> int:
    """What a trigger reads, the scope that it waits for included. Reading nothing means looking always."""
    mask |= SCOPES if during is not None else 0
    return mask or -1
