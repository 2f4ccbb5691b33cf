"""Source that looks for legal actions: a nest of loops, one for each parameter.

The conjuncts of the guards are written at the outermost loop at which everything they read is known, so most candidates are rejected
early; this is allowed because every conjunct is total by itself (the reason that is reported is found elsewhere, in written order).
"""

from typing import Any

from tankdsl.engine.codegen import Emitter, Namer, Piece
from tankdsl.engine.emit_rules import Check, Inliner, write_check
from tankdsl.engine.emit_sets import open_loop
from tankdsl.engine.model import Action, MemberTest, Node
from tankdsl.engine.reads import slots_of


class Search:
    """The functions that look for legal values of the parameters of an action from the k-th on."""

    def __init__(self, namer: Namer, action: Action, k: int) -> None:
        self.e = Emitter(namer)
        self.action = action
        self.k = k
        inliner = Inliner(namer, action.slots)
        self.pending = inliner.checks(action.guards, 0)
        self.limits = list(range(len(action.limits)))
        self.has_cost = action.cost is not None
        self.known: set[int] = set()

    def source(self) -> tuple[Emitter, str]:
        """The function that says whether the action can be completed."""
        self._read_given()
        self._find()
        return self.e, f"def x{self.action.index}_{self.k}(L, left):"

    def open_source(self, *, own: bool) -> tuple[Emitter, str]:
        """The function that says whether the action is open, its first k parameters being fixed; `own`: in a window made for it."""
        e, action = self.e, self.action
        e.env = {slot: Piece("None", True) for slot in range(action.slots)}
        self._know(0, Piece("side", True, "?", False))
        for slot in range(1, 1 + action.inherits):
            if own:
                e.line(f"s{slot} = args[{slot - 1}]")
            self._know(slot, Piece(f"s{slot}" if own else "None", True))
        if action.card is not None:
            self._know(action.card.slot, Piece("card", True, "?", False))
        if action.by is not None:
            write_check(e, Check("require", e.game.roots[action.by]), "return False")
        for index, param in enumerate(action.params[: self.k]):
            e.line(f"s{param.slot} = fixed[{index}]")
            self._fixed(param)
        if any(param.path is not None or param.some for param in action.params[self.k :]):
            e.line(f"L = [{', '.join(e.env[slot].text for slot in range(action.slots))}]")
        self._find()
        return e, f"def open{action.index}_{2 * self.k + own}(side, args, card, fixed, left):"

    def _fixed(self, param: Any) -> None:
        """A parameter whose value was fixed: it must be one of those that may be picked."""
        e, roots, name = self.e, self.e.game.roots, f"s{param.slot}"
        self._know(param.slot, Piece(name, True, "?", False))
        if param.domain is None:
            e.line("return False")
            return
        e.line(f"if {name} is None or not {e.cond(('in', ('local', param.slot), roots[param.domain]))}: return False")
        if param.where is not None:
            e.line(f"if not {e.cond(roots[param.where])}: return False")
        if param.some:
            e.line(f"{name} = ({name},)")
            self._know(param.slot, Piece(name, True, "t", False))

    def _find(self) -> None:
        """Look for values of the parameters that are left."""
        self._begin("return False")
        for param in self.action.params[self.k :]:
            self._parameter(param)
        self.e.line("return True")
        self.e.indent = 1
        self.e.line("return False")

    def values_source(self) -> tuple[Emitter, str]:
        """The function that lists the values of the k-th parameter, no group and no path, with which the action can be completed."""
        e, param = self.e, self.action.params[self.k]
        self._read_given()
        self._begin("return []")
        e.line("found = []")
        self._parameter(param)
        member = e.env[param.slot].text
        if self.k + 1 < len(self.action.params):
            e.calls.add(("x", self.action.index, self.k + 1))
            e.line(f"L[{param.slot}] = {member}")
            e.line(f"if not x{self.action.index}_{self.k + 1}(L, left): continue")
        e.line(f"found.append({member})")
        e.indent = 1
        e.line("return found")
        return e, f"def values{self.action.index}_{self.k}(L, left):"

    def _read_given(self) -> None:
        """Take what is given out of the slots."""
        action = self.action
        given = {0, *range(1, 1 + action.inherits), *(p.slot for p in action.params[: self.k])}
        if action.card is not None:
            given.add(action.card.slot)
        for slot in sorted(given):
            self.e.line(f"s{slot} = L[{slot}]")
            self._know(slot, Piece(f"s{slot}", True, "?", slot != 0))

    def _begin(self, fail: str) -> None:
        """Check what can be checked with what is given. Slots that nothing sets are absent."""
        later = {p.slot for p in self.action.params} | {c.slot for c in self.pending if c.form == "let"}
        for slot in range(self.action.slots):
            if slot not in self.known and slot not in later:
                self._know(slot, Piece("None", True))
        self._checks(fail)

    def _know(self, slot: int, piece: Piece) -> None:
        self.e.env[slot] = piece
        self.known.add(slot)

    def _parameter(self, param: Any) -> None:
        e, roots = self.e, self.e.game.roots
        if param.path is not None or param.some:
            # These are enumerated by common code, which reads the parameters before in the list of slots.
            for before in self.action.params[self.k :]:
                if before.slot == param.slot:
                    break
                e.line(f"L[{before.slot}] = {e.env[before.slot].text}")
            name = e.temp()
            e.line(f"for {name} in complete_values(M, {e.namer.constant(param)}, L):")
            e.indent += 1
            self._know(param.slot, Piece(name, True, "t", False))
        else:
            self._know(param.slot, open_loop(e, roots[param.domain]))
            if param.where is not None:
                e.line(f"if not {e.cond(roots[param.where])}: continue")
        self._checks("continue")

    def _checks(self, fail: str) -> None:
        """Everything that can be checked now, in written order, cheap things first."""
        e, action = self.e, self.action
        for index in list(self.limits):
            limit = action.limits[index]
            keys = [e.game.roots[key] for key in limit.keys]
            if slots_of(*keys) <= self.known:
                self.limits.remove(index)
                side = e.env[0].text if e.game.limits[limit.index].own else "None"
                texts = "".join(f"{e.expr(key).text}, " for key in keys)
                e.line(f"if C.get(({limit.index}, {side}, ({texts})), 0) >= {limit.most}: {fail}")
        if self.has_cost and action.cost is not None and slots_of(e.game.roots[action.cost]) <= self.known:
            self.has_cost = False
            with e.block("if left is not None:"):
                e.line(f"if {e.not_below_0(e.game.roots[action.cost])} > left: {fail}")
        waiting = []
        for check in self.pending:
            if check.needs() <= self.known:
                write_check(e, check, fail)
                if check.form in ("let", "bind"):
                    self.known.add(check.slot)
            else:
                waiting.append(check)
                # What a binding that waits would set is not known either.
                self.known.discard(check.slot if check.form in ("let", "bind") else -1)
        self.pending = waiting


def bind_source(namer: Namer, action: Action) -> tuple[Emitter, str]:
    """A function that keeps in the slots of a legal action what its requirements bind. The others need not be looked at again."""
    e = Emitter(namer)
    for conjunct in action.guards:
        if conjunct.form == "let":
            held = e.held(e.expr(conjunct.node))
            e.line(f"L[{conjunct.slot}] = {held.text}")
            e.env[conjunct.slot] = held._replace(may_be_absent=False)
    return e, f"def bind{action.index}(L):"


def members_source(namer: Namer, action: Action, k: int) -> tuple[Emitter, str]:
    """The function that lists what domain, `where` and tests of the k-th parameter allow, but for what was picked."""
    param, roots = action.params[k], namer.game.roots
    assert param.domain is not None
    e, needed = Emitter(namer), slots_of(roots[param.domain], *(() if param.where is None else (roots[param.where],)))
    for test in param.tests:
        args = [roots[arg] for arg in test.calls[0][1] if arg is not None] if test.calls else [roots[test.condition]]
        needed |= slots_of(*args) - (set() if test.calls else {test.slot})
    if param.so_far is not None:
        e.line(f"L[{param.so_far}] = picked")
    for slot in sorted(needed):
        e.line(f"s{slot} = L[{slot}]")
        e.env[slot] = Piece(f"s{slot}", True)
    e.line("found = []")
    member = open_loop(e, roots[param.domain])
    e.line(f"if {member.text} in picked: continue")
    e.env[param.slot] = member
    if param.where is not None:
        _require(e, roots[param.where])
    for test in param.tests:
        _write_test(e, test, param.slot, member)
    e.line(f"found.append({member.text})")
    e.indent = 1
    e.line("return found")
    return e, f"def members{action.index}_{k}(L, picked):"


def _write_test(e: Emitter, test: MemberTest, group: int, member: Piece) -> None:
    """Go on with the next member unless this one, as a group of its own, meets the test."""
    roots, kept = e.game.roots, e.env
    e.env = {**kept, group: Piece(f"({member.text},)", True, "t", False)}
    for size, args in test.calls:
        values = [Piece("None", True) if arg is None else e.held(e.expr(roots[arg])) for arg in args]
        e.env = dict(enumerate(values + [Piece("None", True)] * (size - len(values))))
    e.env[test.slot] = member
    _require(e, roots[test.condition])
    e.env = kept


def _require(e: Emitter, node: Node) -> None:
    """Go on with the next member unless a condition holds, of which the first parts are looked at first."""
    if node[0] == "and":
        for part in node[1:]:
            _require(e, part)
        return
    condition = e.cond(node)
    if condition != "True":
        e.line(f"if not {condition}: continue")


def fits_source(namer: Namer, action: Action, k: int) -> tuple[Emitter, str]:
    """Whether the k-th parameter of an action may have the value that stands in its slot, as a function of the slots."""
    param, roots = action.params[k], namer.game.roots
    e, head = Emitter(namer), f"def fits{action.index}_{k}(L):"
    if param.domain is None:
        e.line("return False")
        return e, head
    where = ("const", True) if param.where is None else roots[param.where]
    for slot in sorted(slots_of(roots[param.domain], where) | {param.slot}):
        e.line(f"s{slot} = L[{slot}]")
        e.env[slot] = Piece(f"s{slot}", True, "?", slot != param.slot)
    e.line(f"if not {e.cond(('in', ('local', param.slot), roots[param.domain]))}: return False")
    e.line(f"return {e.cond(where)}")
    return e, head
