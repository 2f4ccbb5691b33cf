"""Harm that pieces do although nothing that is played names both: a trigger between two of them, fire by itself in a sequence, a barrage.

For each way to a harm the pieces are noted that are named on it: by what is played, by the loops, choices and conditions around the calls,
and by what these are called with.  All but the one that is harmed may be who does it.  What cannot be told counts as another piece.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from tankdsl.check import tree
from tankdsl.check.tree import AnyStmt, Core, Local, ProcDef
from tankdsl.check.types import Kind, Set, Type, required
from tankdsl.frozen import FrozenValue
from tankdsl.rules.harm.marks import Harms, Root, Sort
from tankdsl.rules.harm.paths import may_be
from tankdsl.rules.harm.scene import Scene
from tankdsl.rules.walk import asked_by, statements

Named = frozenset[tuple[Hashable, str]]
"""Pieces by the local that holds them, or by where the expression stands that gives them, each with its kind."""


class Way(FrozenValue):
    """A way to a harm: the pieces that are named on it, and which of them is harmed (None: not known)."""

    pieces: Named
    victim: Hashable

    def attackers(self, but: frozenset[Hashable] = frozenset()) -> tuple[str, ...]:
        """The kinds of those that may do it, without some."""
        return tuple(sorted({kind for piece, kind in self.pieces if piece != self.victim and piece not in but}))


class Hands:
    """The ways to a harm that the bodies of a game have."""

    def __init__(self, harms: Harms) -> None:
        self._harms = harms
        self._program = harms.program
        self._later = harms.later or frozenset()
        self._inner: dict[str, tuple[Way, ...]] = {}
        self._same: dict[Local, Local] = {}
        self.by_themselves = tuple(sorted({kind for way in self._unplayed() for kind in way.attackers()}))
        """The kinds of pieces that may harm another in a sequence, a trigger or a refill."""
        self.of_roots = tuple((root, self._of_root(root)) for root in harms.roots)
        """For everything that can be played the kinds of pieces that may do the harm, those left out that it names."""
        plays = [each for _, each in harms.game.statements if isinstance(each, tree.Plays)]
        self.of_a_piece = frozenset(id for each in plays if each.piece is not None for id in each.actions) - frozenset(
            id for each in plays if each.piece is None for id in each.actions
        )
        """What can be played only by the piece whose turn it is, which is taken to be of the side that plays."""

    def _unplayed(self) -> Iterator[Way]:
        program = self._program
        for proc in program.procs.values():
            if proc.origin == "sequence":
                yield from self._ways(proc.body)
        for pile in program.piles.values():
            yield from self._ways(pile.refill or ())
        for trigger in program.whenevers.values():
            asked = self._pieces(trigger.condition)
            for param in trigger.params:
                asked |= self._of_domain(param.local, param.domain)
            for way in self._ways(trigger.body):
                yield Way(self._merged(way.pieces | asked), way.victim)

    def _of_root(self, root: Root) -> tuple[str, ...]:
        slots: frozenset[Hashable] = frozenset(slot.local for slot in root.slots)
        ways = self._ways((*root.action.body, *(root.action.after or ())))
        return tuple(sorted({kind for way in ways for kind in way.attackers(slots)}))

    def _ways(self, body: tuple[AnyStmt, ...]) -> tuple[Way, ...]:
        """The ways to a harm from a body."""
        settled = self._settled(body)
        return tuple(dict.fromkeys(Way(self._merged(way.pieces | settled), way.victim) for way in self._chains(body, frozenset())))

    def _chains(self, body: tuple[AnyStmt, ...], around: Named) -> Iterator[Way]:
        for statement in body:
            if isinstance(statement, tree.CallProc):
                proc = self._program.procs[statement.proc]
                if proc.id in self._harms.harmful or self._later:
                    yield from self._called(proc, statement, around | self._pieces(statement.args))
                continue
            if isinstance(statement, tree.Assign) and (statement.kind, statement.field) in self._later:
                # What harm by itself rests on later is as good as the harm.
                laid = statement.entity
                yield Way(around | self._pieces((laid, statement.value)), self._first(laid.args[0]) if laid.op == "local" else laid.span)
            inner = around | self._bound(statement)
            for part in ("body", "then", "orelse", "choices"):
                block: tuple[AnyStmt, ...] = getattr(statement, part, None) or ()
                yield from self._chains(block, inner)

    def _called(self, proc: ProcDef, call: tree.CallProc, around: Named) -> Iterator[Way]:
        """The ways to a harm inside a procedure, with its parameters replaced by what it is called with."""
        given: dict[Hashable, Hashable] = {}
        for param, arg in zip(proc.params, call.args, strict=True):
            given[param] = self._first(arg.args[0]) if arg.op == "local" else arg.span if self._kind(arg.type) else None
        for way in self._inside(proc):
            inner = ((given.get(piece, piece), kind) for piece, kind in way.pieces)
            yield Way(around | frozenset((piece, kind) for piece, kind in inner if piece is not None), given.get(way.victim, way.victim))

    def _inside(self, proc: ProcDef) -> tuple[Way, ...]:
        if proc.id not in self._inner:
            own = tuple(Way(frozenset(), proc.params[at]) for at in proc.harms)
            # Where procedures call each other in a circle, which another check reports, this ends it.
            self._inner[proc.id] = own
            self._inner[proc.id] = (*own, *self._ways(proc.body))
        return self._inner[proc.id]

    def _bound(self, statement: AnyStmt) -> Named:
        """The pieces that a statement names around its blocks: those that it binds, and those that its conditions ask."""
        match statement:
            case tree.Loop(local=local, domain=domain, where=where):
                return self._pieces(where) | self._of_domain(local, domain)
            case tree.Choose(local=local, candidate=candidate, domain=domain, where=where):
                self._same[candidate] = local
                return self._of_domain(local, domain) | self._pieces(where)
            case tree.IfElse(binding=local, condition=Core(op="as_kind", args=(_, Core(op="local", args=(whole,))))) if local is not None:
                self._same[local] = whole
                return self._local(local)
            case tree.IfElse(binding=local, condition=condition) if local is not None:
                return self._pieces(condition.args) | self._local(local)
            case tree.IfElse(condition=condition):
                return self._pieces(condition)
            case tree.Repeat(most=most, until=until):
                return self._pieces((most or (), until or ()))
            case tree.Go(unit=unit):
                return self._pieces(unit)
            case _:
                return frozenset()

    def _of_domain(self, local: Local, domain: Core) -> Named:
        """A local that is chosen from a set, with what the conditions of the set ask; its members in them are the same piece."""
        found = self._local(local)
        while domain.op == "filter":
            alias, domain, condition = domain.args
            self._same[alias] = local
            found |= self._pieces(condition)
        return found

    def _settled(self, body: tuple[AnyStmt, ...]) -> Named:
        """The pieces that are named where a body keeps a value for later, or ends."""
        found: Named = frozenset()
        for statement in statements(body):
            match statement:
                case tree.SetLocal(value=value):
                    found |= self._pieces(value)
                case tree.Stop(condition=condition) if condition is not None:
                    found |= self._pieces(condition)
                case tree.Roll(count=count, bonus=bonus):
                    found |= self._pieces((count, bonus or ()))
                case tree.CallProc(proc=id, args=args, results=results) if results:
                    proc = self._program.procs[id]
                    asked = self._pieces(proc.body)
                    found |= self._pieces(args) | frozenset(each for each in asked if each[0] not in proc.params)
                case _:
                    pass
        return found

    def _pieces(self, item: object) -> Named:
        """The pieces that something names, those of the values that it asks included."""
        found: set[tuple[Hashable, str]] = set()
        inner: set[Hashable] = set()
        for node in asked_by(self._program, item):
            if not isinstance(node, Core):
                continue
            if node.op in ("call", "holds"):
                asked = self._program.values if node.op == "call" else self._program.guards
                inner.update(asked[node.args[0]].params if node.args[0] in asked else ())
            locals = [arg for arg in node.args if isinstance(arg, Local)]
            kind = self._kind(node.type)
            for local in locals:
                found |= self._local(local)
            # Asking of which kind a piece is names no other one.
            if kind is not None and not locals and node.op != "as_kind":
                found.add((node.span, kind))
        return frozenset(each for each in found if each[0] not in inner)

    def _local(self, local: Local) -> Named:
        kind = self._kind(local.type)
        return frozenset() if kind is None else frozenset(((self._first(local), kind),))

    def _first(self, local: Local) -> Local:
        """The local that a local is another name of."""
        while local in self._same:
            local = self._same[local]
        return local

    def _kind(self, type: Type) -> str | None:
        inner = required(type)
        inner = required(inner.of) if isinstance(inner, Set) else inner
        return inner.name if isinstance(inner, Kind) and self._program.kinds[inner.name].category == "unit" else None

    def _merged(self, pieces: Named) -> Named:
        """Each piece once, with the narrowest of the kinds that it has on the way."""
        kinds: dict[Hashable, str] = {}
        for piece, kind in sorted(pieces, key=lambda each: each[1]):
            if piece not in kinds or kinds[piece] in self._harms.game.lineage(kind):
                kinds[piece] = kind
        return frozenset(kinds.items())


def is_behind(scene: Scene, sort: Sort, enemies: list[Sort]) -> bool:
    """Whether a piece may harm one of its enemies although nothing that is played names it."""
    hands = scene.harms.game.remember("hands in harm", lambda: Hands(scene.harms))
    if _is_one(scene, sort, hands.by_themselves):
        return True
    return any(_suffers(scene, hands, root, kinds, sort, enemy) for root, kinds in hands.of_roots for enemy in enemies)


def _suffers(scene: Scene, hands: Hands, root: Root, kinds: tuple[str, ...], sort: Sort, enemy: Sort) -> bool:
    """Whether what is played with none but an enemy and its friends may harm that enemy, with a hand of the piece in it.

    What a side plays without cards may stand for any of its pieces.
    """
    is_one, of_side = _is_one(scene, sort, kinds), root.action.card is None and root.action.id not in hands.of_a_piece
    if not is_one and not of_side:
        return False
    ways = scene.among_friends(root, enemy) if root.slots else scene.unfilled(root)
    harms = (harm for side, found in ways if is_one or side == sort.side for harm in found)
    return any(may_be(scene.world, harm.victim, enemy.thing.id) for harm in harms)


def _is_one(scene: Scene, sort: Sort, kinds: tuple[str, ...]) -> bool:
    return any(scene.world.is_a(sort.thing.kind, kind) for kind in kinds)
