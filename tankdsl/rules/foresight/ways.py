"""How the game comes to a statement: from the sequence that a scenario begins with, through everything that is called, to the statement.

A way is a list of what happens on it, in order: names that are bound, choices that are made, conditions that must hold, loops and scopes
that are entered.  No declaration calls itself, so each occurs once on a way, and its locals mean one thing there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tankdsl.check import tree
from tankdsl.check.tree import ActionDef, AnyStmt, Conjunct, Core, Local
from tankdsl.frozen import Frozen
from tankdsl.rules.calls import Node, bodies_of
from tankdsl.rules.game import Game
from tankdsl.rules.walk import expressions, statements

MOST_WAYS = 300
"""To what more ways lead than these nothing is said."""


class Item(Frozen):
    """Something that happens on a way."""


class Bind(Item):
    """A local takes a value; None: one that is not known."""

    local: Local
    value: Core | None
    present: bool = False
    """It must be there."""


class Pick(Item):
    """A local takes one of a set; `domain` None: a side. `where` speaks of `candidate`."""

    local: Local
    domain: Core | None
    where: Core | None
    candidate: Local
    sort: str
    """`loop`: every member once, `turn`: every side once, else `choice`."""


class Several(Item):
    """A local takes some of a set."""

    local: Local
    domain: Core


class Test(Item):
    """A condition that must hold, or must not."""

    condition: Core
    holds: bool = True


class Demands(Item):
    """A requirement that must be met."""

    demand: Conjunct


class Times(Item):
    """A statement that runs what is inside a number of times, or opens a scope around it."""

    statement: AnyStmt


class Calls(Item):
    """An effect or a sequence is called, by something in whose body the call stands."""

    call: tree.CallProc
    caller: Node


class Opens(Item):
    """A sequence opens its scope."""

    scope: str


class Offers(Item):
    """A play loop offers an action."""

    plays: tree.Plays
    action: ActionDef


class Answers(Item):
    """A window is answered with an action."""

    window: tree.OpenWindow
    action: ActionDef


class Loose(Item):
    """What follows happens by itself, so often as it may."""


class Sets(Item):
    """A bool state is set for good beside what follows: of a thing, or of all members of a set (a local of them is given)."""

    kind: str
    field: str
    entity: Core
    member: Local | None
    domain: Core | None


class Removes(Item):
    """A piece is taken off beside what follows."""

    thing: Core


Way = tuple[Item, ...]


def calls_on(way: Way) -> tuple[object, ...]:
    """By which calls, offers and windows a way goes: no two ways to a statement have the same."""
    found: list[object] = []
    for item in way:
        match item:
            case Calls(call=call):
                found.append(id(call))
            case Offers(plays=plays, action=action):
                found.append((id(plays), action.id))
            case Answers(window=window, action=action):
                found.append((id(window), action.id))
    return tuple(found)


class Ways:
    """The ways to the statements of a game that begins with a sequence."""

    def __init__(self, game: Game, start: str) -> None:
        self.game = game
        self.program = game.program
        self._start = f"sequence.{start}"
        self._known: dict[Node, tuple[Way, ...] | None] = {}
        self._whole: dict[tuple[Node, int], tuple[Way, ...]] = {}
        """Whole ways are kept, as what is known of one is found by its identity."""

    def to(self, node: Node, target: AnyStmt) -> tuple[Way, ...] | None:
        """The ways to a statement inside of something; None when there are too many to look at."""
        outer = self.into(node)
        inner = self.game.remember(("ways down", node, id(target)), lambda: list(self._down(node, target)))
        if outer is None or len(outer) * len(inner) > MOST_WAYS:
            return None
        key = node, id(target)
        if key not in self._whole:
            self._whole[key] = tuple((*first, *rest) for first in outer for rest in inner)
        return self._whole[key]

    def into(self, node: Node) -> tuple[Way, ...] | None:
        """The ways to where something begins."""
        if node not in self._known:
            self._known[node] = None
            found: list[Way] = []
            for part in self._callers(node):
                if part is None or len(found) + len(part) > MOST_WAYS:
                    return None
                found += part
            self._known[node] = tuple(found)
        return self._known[node]

    def _callers(self, node: Node) -> Iterator[list[Way] | None]:
        sort, id = node
        if sort == "whenever":
            trigger = self.program.whenevers[id]
            picks = [Pick(param.local, param.domain, None, param.local, "choice") for param in trigger.params]
            yield [(Loose(), *picks, Test(trigger.condition))]
        elif sort == "pile":
            yield [(Loose(),)]
        elif sort == "action":
            yield from self._offers(self.program.actions[id])
        elif id == self._start:
            yield [(Opens(self.program.procs[id].name),)]
        else:
            yield from self._calls(id)

    def _calls(self, id: str) -> Iterator[list[Way] | None]:
        proc = self.program.procs[id]
        entered: Way = (Opens(proc.name),) if proc.origin == "sequence" else ()
        for caller, call in self._index.get(("proc", id), ()):
            ways = self.to(caller, call)
            assert isinstance(call, tree.CallProc)
            binds = tuple(Bind(local, arg) for local, arg in zip(proc.params, call.args, strict=False))
            called = Calls(call, caller)
            yield None if ways is None else [(*way, called, *binds, *entered) for way in ways]

    def _offers(self, action: ActionDef) -> Iterator[list[Way] | None]:
        offered = [*self._index.get(("plays", action.id), ()), *(self._index.get(("plays", "*"), ()) if action.anytime else ())]
        for caller, plays in offered:
            assert isinstance(plays, tree.Plays)
            ways = self.to(caller, plays)
            yield None if ways is None else [(*way, Bind(action.me, plays.who), *_played(action, plays)) for way in ways]
        opened = self._index.get(("window", "*"), ()) if action.anytime else ()
        for caller, window in [*opened, *(each for name in action.windows for each in self._index.get(("window", name), ()))]:
            assert isinstance(window, tree.OpenWindow)
            ways = self.to(caller, window)
            yield None if ways is None else [(*way, *_answered(action, window)) for way in ways]

    @cached_property
    def _index(self) -> dict[tuple[str, str], list[tuple[Node, AnyStmt]]]:
        """Where effects are called, actions offered, windows opened."""
        found: dict[tuple[str, str], list[tuple[Node, AnyStmt]]] = {}
        for node, statement in self.game.statements:
            match statement:
                case tree.CallProc(proc=id):
                    keys = [("proc", id)]
                case tree.Plays(actions=actions):
                    keys = [("plays", "*"), *(("plays", id) for id in actions)]
                case tree.OpenWindow(window=id):
                    keys = [("window", id), *([] if self.program.windows[id].closed else [("window", "*")])]
                case _:
                    continue
            for key in keys:
                found.setdefault(key, []).append((node, statement))
        return found

    # --------------------------------------------------------------------------------------------------- inside of bodies

    @cached_property
    def _bodies(self) -> dict[Node, tuple[AnyStmt, ...]]:
        return dict(bodies_of(self.program))

    def _down(self, node: Node, target: AnyStmt) -> Iterator[Way]:
        body = self._bodies[node]
        assigned: dict[Local, int] = {}
        for statement in statements(body):
            for local in _assigned_by(statement):
                assigned[local] = assigned.get(local, 0) + 1
        yield from _find(body, target, frozenset(local for local, times in assigned.items() if times > 1))


def _assigned_by(statement: AnyStmt) -> tuple[Local, ...]:
    match statement:
        case tree.SetLocal(local=local):
            return (local,)
        case tree.CallProc(results=results):
            return results
        case tree.OpenWindow(changes=changes):
            return (*changes, *changes)
        case _:
            return ()


def _played(action: ActionDef, plays: tree.Plays) -> Way:
    params: list[Item] = []
    for number, param in enumerate(action.params):
        if number == 0 and plays.piece is not None:
            params.append(Bind(param.local, plays.piece))
        elif param.some:
            params.append(Several(param.local, param.domain))
        else:
            params.append(Pick(param.local, param.domain, None, param.local, "choice"))
    return (*params, Offers(plays, action), *map(_demand, (*action.first_guards, *action.guards)))


def _answered(action: ActionDef, window: tree.OpenWindow) -> Way:
    who: Item = Pick(action.me, None, None, action.me, "choice") if action.by is None else Bind(action.me, action.by)
    told = [Bind(local, arg) for local, arg in zip(action.inherited, window.args, strict=False)]
    params: list[Item] = [
        Several(param.local, param.domain) if param.some else Pick(param.local, param.domain, None, param.local, "choice")
        for param in action.params
    ]
    return (*told, who, *params, Answers(window, action), *map(_demand, (*action.first_guards, *action.guards)))


def _demand(demand: Conjunct) -> Item:
    return Bind(demand.local, demand.value, present=True) if isinstance(demand, tree.DemandLet) else Demands(demand)


def _find(body: tuple[AnyStmt, ...], target: AnyStmt, changing: frozenset[Local]) -> Iterator[Way]:
    for index, statement in enumerate(body):
        inner: list[Way] = [()] if statement is target else []
        for part, entered in _parts(statement):
            inner += [(*entered, *way) for way in _find(part, target, changing)]
        if inner:
            before = [item for earlier in body[:index] for item in _passed(earlier, changing)]
            after = [item for later in _unstopped(body[index + 1 :]) for item in _beside(later)]
            yield from ((*before, *after, *way) for way in inner)
        if isinstance(statement, (tree.Stop, tree.Give)) and getattr(statement, "condition", None) is None:
            return


def _parts(statement: AnyStmt) -> Iterator[tuple[tuple[AnyStmt, ...], Way]]:
    """The bodies inside of a statement, with what happens on the way into each."""
    match statement:
        case tree.IfElse(binding=None, condition=condition, then=then, orelse=orelse):
            yield then, (Test(condition),)
            yield orelse, (Test(condition, False),)
        case tree.IfElse(binding=Local() as local, condition=value, then=then, orelse=orelse):
            yield then, (Bind(local, value, present=True),)
            yield orelse, ()
        case tree.Loop(local=local, domain=domain, where=where, body=body):
            yield body, (Pick(local, domain, where, local, "loop"), Times(statement))
        case tree.EachTurn(local=local, body=body) | tree.Alternate(local=local, body=body):
            yield body, (Pick(local, None, None, local, "turn"), Times(statement))
        case tree.Repeat(body=body) | tree.During(body=body) | tree.Once(body=body):
            yield body, (Times(statement),)
        case tree.Choose(then=then, orelse=orelse):
            yield then or (), (_picked(statement),)
            yield orelse, ()
        case tree.Ask(then=then, orelse=orelse):
            yield then, ()
            yield orelse, ()
        case tree.Together(body=body) | tree.Go(body=body):
            yield body, ()


def _picked(choice: tree.Choose) -> Pick:
    return Pick(choice.local, choice.domain, choice.where, choice.candidate, "choice")


def _passed(statement: AnyStmt, changing: frozenset[Local]) -> Iterator[Item]:
    """What a statement that is over has left behind."""
    match statement:
        case tree.SetLocal(local=local, value=value):
            yield Bind(local, None if local in changing else value)
        case tree.Choose(then=None):
            yield _picked(statement)
        case tree.Stop(condition=Core() as condition):
            yield Test(condition, False)
    yield from _beside(statement)


def _beside(statement: AnyStmt) -> Iterator[Item]:
    """What a statement does for sure before or after the others of its block."""
    match statement:
        case tree.Assign(kind=kind, field=field, entity=entity, value=Core(op="bool", args=(True,))):
            yield Sets(kind, field, entity, None, None)
        case tree.RemoveThing(thing=thing):
            yield Removes(thing)
        case tree.Loop(local=local, domain=domain, where=None, body=body):
            for inner in body:
                for item in _beside(inner):
                    if isinstance(item, Sets) and item.domain is None:
                        yield Sets(item.kind, item.field, item.entity, local, domain)


def _unstopped(body: tuple[AnyStmt, ...]) -> Iterator[AnyStmt]:
    """The statements that surely follow."""
    for statement in body:
        if any(isinstance(inner, (tree.Stop, tree.Give)) for inner in statements((statement,))):
            return
        yield statement


__all__ = [
    "Answers", "Bind", "Calls", "Demands", "Item", "Loose", "Offers", "Opens", "Pick", "Removes", "Sets", "Several", "Test", "Times",
    "Way", "Ways", "calls_on",
]  # fmt: skip


def on_the_way(way: Way, *cores: Core) -> frozenset[Local]:
    """The picks that expressions rest on, through all names of a way."""
    wanted = {core.args[0] for core in cores for core in expressions(core) if core.op == "local"}
    for item in reversed(way):
        if isinstance(item, Bind) and item.local in wanted and item.value is not None:
            wanted |= {core.args[0] for core in expressions(item.value) if core.op == "local"}
        elif isinstance(item, (Pick, Several)) and item.local in wanted and item.domain is not None:
            wanted |= {core.args[0] for core in expressions(item.domain) if core.op == "local"}
    return frozenset(wanted)
