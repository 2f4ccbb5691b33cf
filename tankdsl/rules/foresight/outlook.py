"""What the rules let come about in a scenario, round by round: the game, its scenario, and all that is computed of it once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from tankdsl.check import tree
from tankdsl.check.static import UNKNOWN, Run, Value, World, evaluate
from tankdsl.check.static.things import stat_of
from tankdsl.check.tree import Core, EndingDef, FieldDef, InstanceDef, MissionDef, ScenarioDef
from tankdsl.check.types import BOOL, Int, Kind, required
from tankdsl.frozen import replaced
from tankdsl.rules.calls import Node
from tankdsl.rules.foresight.arrivals import Arrival, Mover, arrivals_of, comes_back, movers_of
from tankdsl.rules.foresight.asking import Env, Form, ask
from tankdsl.rules.foresight.before import is_before_rounds
from tankdsl.rules.foresight.clock import LONGEST, is_sure
from tankdsl.rules.foresight.moments import FEW_WAYS, Moment, step_of
from tankdsl.rules.foresight.passages import passages
from tankdsl.rules.foresight.reach import Reach
from tankdsl.rules.foresight.values import ABSENT, ANY, EITHER, FOREVER, NEVER, NOTHING, Outcome, Span, joined, may_hold
from tankdsl.rules.foresight.ways import Loose, Pick, Times, Way, Ways, on_the_way
from tankdsl.rules.game import Game
from tankdsl.rules.scopes import is_looked_at, opens, walk_scopes

if TYPE_CHECKING:
    from tankdsl.rules.foresight.mobility import Mobility

Result = TypeVar("Result")


MOST_QUESTIONS = 250_000
"""Questions after which a scenario is too much to look ahead in."""
FEW_QUESTIONS = 10_000
"""So many are asked for one finding while a pack is checked."""


class TooMuch(Exception):
    """A scenario has more possibilities than can be looked at."""


class Outlook:
    """The foresight for one scenario."""

    def __init__(self, game: Game, scenario: ScenarioDef, world: World) -> None:
        self.game = game
        self.scenario = scenario
        self.world = world
        self.program = game.program
        self.ways: Ways = game.remember(("ways", scenario.start), lambda: Ways(game, scenario.start))
        self.reach = Reach(self)
        self._memory: dict[object, object] = {}
        self._under_way: set[str] = set()
        self._questions = 0
        self._most = MOST_QUESTIONS
        self.is_under_way = False
        """What comes into piles is being looked at; asked meanwhile, it may be anything."""
        self.forms: dict[int, Form] = {}
        """Expressions taken apart, by identity."""
        self._anytime = Moment(self, FOREVER, counts=False)

    def spend(self) -> None:
        """Count a question; TooMuch when there were too many."""
        self._questions += 1
        if self._questions > self._most:
            raise TooMuch

    def briefly(self, question: Callable[[], Result], otherwise: Result) -> Result:
        """The answer to a question if that takes few questions more."""
        before = self._most
        self._most = min(before, self._questions + FEW_QUESTIONS)
        try:
            return question()
        except TooMuch:
            if self._most == before:
                raise
            return otherwise
        finally:
            self._most = before

    def once(self, key: object, compute: Callable[[], Result]) -> Result:
        """What was computed for a key."""
        if key not in self._memory:
            self._memory[key] = compute()
        return self._memory[key]  # type: ignore[return-value]

    # ------------------------------------------------------------------------------------------------------------ moments

    def moment(self, round: int) -> Moment:
        """The end of a round."""
        return self.once(("moment", round), lambda: Moment(self, round))

    @property
    def anytime(self) -> Moment:
        """Whatever may be at some moment, states that rules change being open."""
        return self._anytime

    def at_end(self, round: int, fact: tuple[str, str]) -> dict[str, Outcome]:
        """What a state of each thing may be at the end of a round."""
        things = self.of_kind(fact[0]) or (("game",) if fact[0] == "Game" else ())
        moment = self.moment(round)
        return {thing: moment.settled(lambda thing=thing: moment.field(*fact, thing)) for thing in things}  # type: ignore[misc]

    def is_possible(self, core: Core) -> bool:
        """Whether a condition may hold at some moment, of whatever it speaks."""
        return may_hold(ask(self._anytime, {}, core))

    def may(self, round: int, core: Core, env: Env) -> bool:
        """Whether a condition may hold at some moment up to the end of a round."""
        moment = self.moment(round)
        return moment.settled(lambda: may_hold(ask(moment, env, core)))

    def earliest(self, core: Core, env: Env, last: int = LONGEST) -> int:
        """The first round in which a condition may hold, 0 being the set-up; FOREVER when it cannot up to the end of the last."""
        if self.may(0, core, env):
            return 0
        if not self.may(last, core, env):
            return FOREVER
        low, high = 0, last
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.may(middle, core, env) else (middle, high)
        return high

    # ------------------------------------------------------------------------------------------------------------- things

    @cached_property
    def endings(self) -> tuple[EndingDef, ...]:
        """The endings that are looked at somewhere in the scenario, and that its options do not rule out."""
        scopes = self.game.remember(("scopes", self.scenario.start), lambda: walk_scopes(self.program, [self.scenario.start]))
        looked_at = (ending for ending in self.program.endings if is_looked_at(scopes, ending))
        return tuple(ending for ending in looked_at if evaluate(self.world, ending.condition) is not False)

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """All sides."""
        return tuple(id for id, _ in self.program.sides)

    def of_kind(self, kind: str) -> tuple[str, ...] | None:
        """All things of a kind; None for what is no thing of the scenario."""
        return self.once(("kind", kind), lambda: self._of_kind(kind))

    def _of_kind(self, kind: str) -> tuple[str, ...] | None:
        declared = self.program.kinds.get(kind)
        if kind == "Side":
            return self.sides
        if kind == "Mission":
            return tuple(self.program.missions)
        if declared is None or declared.category in ("terrain", "area", "game"):
            return None
        return tuple(sorted(thing.id for thing in self.world.instances.values() if self.world.is_a(thing.kind, kind)))

    def declared(self, kind: str, field: str) -> FieldDef | None:
        """A field as its kind declares it."""
        found = self.program.kinds.get(kind)
        return None if found is None else next((each for each in found.fields if each.id == field), None)

    def given(self, field: str, thing: str) -> Outcome:
        """Side or model of a thing."""
        instance = self.world.instances.get(thing)
        if field == "side":
            return frozenset({self.side_of(thing) or ABSENT})
        return NOTHING if instance is None else frozenset({instance.model})

    def side_of(self, thing: str) -> str | None:
        """The side of a thing."""
        instance = self.world.instances.get(thing)
        return None if instance is None else instance.side

    def setting(self, thing: str, field: str) -> Core | None:
        """What the scenario sets a state of a thing, a side or the game to."""
        if thing == "game":
            return self.scenario.game_fields.get(field)
        instance = self.world.instances.get(thing)
        return None if instance is None else instance.fields.get(field)

    def brought(self, fact: tuple[str, str], thing: str) -> Outcome | None:
        """What a state may begin with that a campaign brings along from the battle before; None where it begins as the scenario says.

        That may be whatever its type allows, as battles and what is done between them change it; if nothing ever does, it is what one of
        the battles before began with.
        """
        declared = self.declared(*fact)
        if declared is None or not self.game.is_brought(self.scenario, declared, thing):
            return None
        if not self.writers(*fact) and fact not in self.game.between:
            return self.once(("brought", fact, thing), lambda: self._begun(fact, thing))
        if declared.type == BOOL:
            return EITHER
        return Span(declared.type.low, declared.type.high) if isinstance(declared.type, Int) else ANY

    def _begun(self, fact: tuple[str, str], thing: str) -> Outcome:
        """What a state begins with in a scenario and in all battles that may come before it."""
        found: Outcome = NEVER
        for scenario in self.game.up_to(self.scenario):
            value = stat_of(Run(replaced(self.game.world(scenario), at_start=True)), *fact, thing)
            found = joined(found, ANY if value is UNKNOWN else frozenset({value}))
        return found

    def mission(self, id: object) -> MissionDef | None:
        """A mission."""
        instance = self.world.instances.get(str(id))
        return self.program.missions.get(str(id) if instance is None else instance.model)

    def writers(self, kind: str, field: str) -> list[tuple[Node, tree.Assign]]:
        """All that sets a state."""
        return self._writers.get((kind, field), [])

    def loosely(self, fact: tuple[str, str], thing: str) -> Outcome:
        """What a state may ever be, as far as that is simple to see."""
        key = ("loosely", fact)
        if key not in self._memory:
            self._memory[key] = None
            try:
                self._memory[key] = Moment(self, FOREVER, counts=False).loose_values(fact)
            except TooMuch:
                del self._memory[key]
                raise
        known: dict[str, Outcome] | None = self._memory[key]  # type: ignore[assignment]
        return ANY if known is None else known.get(thing, ANY)

    def _written(self, field: str) -> bool:
        return any(name == field for _, name in self._writers)

    def is_prepared(self, fact: tuple[str, str]) -> bool:
        """Whether the set-up sets a state of every thing before the first round, whatever is played."""
        return self.once(("prepared", fact), lambda: self._is_prepared(*fact))

    def _is_prepared(self, kind: str, field: str) -> bool:
        for node, assign in self.writers(kind, field):
            for way in self.ways.to(node, assign) or ():
                if step_of(assign) is None and self.is_set_up(way, assign) and is_sure(self, node, way) and _is_of_all(kind, assign, way):
                    return True
        return False

    def is_in_rounds(self, way: Way) -> bool:
        """Whether a way is gone in rounds only, or at some time that is not known."""
        return self.once(("in rounds", id(way)), lambda: any(_is_round(item) for item in way))

    def is_set_up(self, way: Way, target: tree.AnyStmt) -> bool:
        """Whether a way to a statement is surely gone before the first round."""
        return not self.is_in_rounds(way) and self.once(("set up", id(way)), lambda: is_before_rounds(self.game, way, target))

    def is_counter(self, kind: str, field: str) -> bool:
        """Whether a state is a number of the game or of the sides that only sequences raise."""
        return self.once(("counter", kind, field), lambda: self._is_counter(kind, field))

    def _is_counter(self, kind: str, field: str) -> bool:
        found = self.writers(kind, field)
        return kind in ("Game", "Side") and all(id.startswith("sequence.") and step_of(assign) is not None for (_, id), assign in found)

    @cached_property
    def _writers(self) -> dict[tuple[str, str], list[tuple[Node, tree.Assign]]]:
        return self.game.remember("foresight writers", lambda: _writers(self.game))

    def _touched(self, sort: type) -> frozenset[str]:
        """The kinds of the things that some statement of a sort is about."""
        return self.game.remember(("foresight touched", sort.__name__), lambda: _touched(self.game, sort))

    def _may_be(self, thing: str, kinds: frozenset[str]) -> bool:
        instance = self.world.instances[thing]
        return any(self.world.is_a(instance.kind, kind) or self.world.is_a(kind, instance.kind) for kind in kinds)

    def can_be_removed(self, thing: str) -> bool:
        """Whether a rule may take a piece out of the game."""
        return self._may_be(thing, self._touched(tree.RemoveThing))

    def can_be_piled(self, thing: str) -> bool:
        """Whether a rule may put a piece from the map into a pile."""
        return self._may_be(thing, self._touched(tree.MoveThing))

    def put_into(self, pile: str) -> frozenset[tuple[object, object]] | None:
        """What may come into the piles of a name, each with the owner of the pile; None where that is not simple to see."""
        self.is_under_way = True
        try:
            return self.once(("pile", pile), lambda: _put_into(self, pile))
        finally:
            self.is_under_way = False

    # ---------------------------------------------------------------------------------------------------------- positions

    def start_of(self, thing: str) -> Value | None:
        """Where a piece stands when the game begins."""
        instance = self.world.instances[thing]
        return instance.point if instance.at is None else instance.at

    def waits(self, thing: str) -> bool:
        """Whether a piece stands nowhere when the game begins."""
        return self.start_of(thing) is None

    def first_place(self, thing: str) -> Value | None:
        """Where a piece stands as the first round begins; None if it waits, or may be moved before."""
        start = self.start_of(thing)
        if start is None:
            return None
        kind = self.world.instances[thing].kind
        return start if self.once(("left alone", kind), lambda: self._is_left_alone(thing)) else None

    def _is_left_alone(self, thing: str) -> bool:
        """Whether no rule moves pieces of a kind, or takes them off, before the first round."""
        movers, too_many = movers_of(self, thing)
        return not too_many and all(self.is_in_rounds(mover.way) for mover in movers) and not self._is_taken_before(thing)

    def _is_taken_before(self, thing: str) -> bool:
        """Whether a rule may take pieces of a kind off the map before the first round."""
        for node, statement in self.game.statements:
            if isinstance(statement, (tree.RemoveThing, tree.MoveThing)) and self._may_be(thing, _kinds_in((statement,))):
                ways = self.ways.to(node, statement)
                if ways is None or not all(map(self.is_in_rounds, ways)):
                    return True
        return False

    def is_over(self, mover: Mover, thing: str) -> bool:
        """Whether a way that sets pieces down is gone before the first round, and no piece of a kind can have been taken off till then."""
        if self.game.follows(self.scenario) or not self.is_set_up(mover.way, mover.statement):
            return False
        kind = self.world.instances[thing].kind
        return not self.once(("taken before", kind), lambda: self._is_taken_before(thing))

    def arrivals(self, thing: str) -> tuple[Arrival, ...]:
        """When and where a piece may come to stand without a move of its own."""
        if thing in self._under_way:
            return (Arrival(0, None),)
        self._under_way.add(thing)
        try:
            start = self.start_of(thing)
            key = ("arrivals", self.class_of(thing), start is None)
            found = self.once(key, lambda: arrivals_of(self, thing))
            return found if start is None else (Arrival(0, frozenset({start})), *found)
        finally:
            self._under_way.discard(thing)

    def is_being_asked(self, thing: str) -> bool:
        """Whether it is just being found out where a piece, or one that may carry it, comes to stand: until then that may be anywhere."""
        under_way = self._under_way
        return bool(under_way) and (thing in under_way or not under_way.isdisjoint(self.mobility(thing).carriers))

    def comes_in(self, thing: str) -> int:
        """The first round in which a piece may stand somewhere."""
        if not self.waits(thing):
            return 0
        return min((arrival.round for arrival in self.arrivals(thing)), default=FOREVER)

    def comes_back(self, thing: str) -> bool:
        """Whether a piece may come back after it was removed."""
        key = ("back", self.class_of(thing))
        return self.can_be_removed(thing) and self.once(key, lambda: comes_back(self, thing))

    def fixed_places(self, things: frozenset[str]) -> frozenset[Value] | None:
        """Every place on which pieces may stand that never move; None if one may move, or may stand anywhere."""
        found: set[Value] = set()
        for thing in things:
            arrivals = self.arrivals(thing)
            moves = self.mobility(thing)
            if moves.parts or moves.carriers or any(arrival.places is None for arrival in arrivals):
                return None
            found.update(*(arrival.places for arrival in arrivals if arrival.places is not None))
        return frozenset(found)

    def mobility(self, thing: str) -> Mobility:
        """How far a piece may go in a round."""
        from tankdsl.rules.foresight.mobility import mobility_of

        return self.once(("mobility", self.class_of(thing)), lambda: mobility_of(self, thing))

    def class_of(self, thing: str) -> object:
        """What is the same for things between which no rule tells before play."""
        return self.once(("class", thing), lambda: self._class_of(self.world.instances[thing]))

    def _class_of(self, instance: InstanceDef) -> object:
        own = tuple(
            (name, _said(core))
            for name, core in instance.fields.items()
            if not self._written(name) and not isinstance(required(core.type), Kind)
        )
        brought = self._brought_by(instance) if self.game.follows(self.scenario) else ()
        return instance.kind, instance.model, instance.side, own, brought

    def _brought_by(self, instance: InstanceDef) -> tuple[Outcome | None, ...]:
        """What a thing brings along from the battle before."""
        kinds = (self.program.kinds[kind] for kind in self.world.lineage(instance.kind))
        return tuple(self.brought((kind.id, field.id), instance.id) for kind in kinds for field in kind.fields if field.kept)

    def rounds_to(self, thing: str, places: frozenset[Value], near: int) -> int:
        """The first round at whose end a piece may stand so near to one of several places; FOREVER if it never can."""
        return self.reach.rounds(thing, places, near)

    def closings_in_a_row(self, scope: str, needed: int) -> tuple[int, bool]:
        """For how many rounds before the last one it takes that so many of a scope close in a row; and whether any round is needed."""
        each, beside = self.once(("closings", scope), lambda: _closings(self, scope))
        left = needed - beside
        return (-(-left // each) - 1 if each and left > 0 else 0), bool(each) and left > 0


def _said(core: Core) -> tuple[object, ...]:
    """An expression without its place in the source."""
    return core.op, *(_said(arg) if isinstance(arg, Core) else repr(arg) for arg in core.args)


def _put_into(outlook: Outlook, pile: str) -> frozenset[tuple[object, object]] | None:
    found: set[tuple[object, object]] = set()
    for thing in outlook.world.instances.values():
        if thing.pile is not None and thing.pile.split(":")[0].split(".")[-1] == pile.split(".")[-1]:
            return None
    for node, statement in outlook.game.statements:
        match statement:
            case tree.Draw(into=Core(args=(name, *_))) | tree.Pour(target=Core(args=(name, *_))) if name == pile:
                return None
            case tree.MoveThing(thing=whom, pile=Core(op="pile_of", args=(name, owner))) if name == pile:
                ways = outlook.ways.to(node, statement)
                if ways is None or len(ways) > FEW_WAYS:
                    return None
                for way in ways:
                    for passage in passages(outlook.anytime, way, {}, on_the_way(way, whom, owner)):
                        moved, owners = ask(outlook.anytime, passage.env, whom), ask(outlook.anytime, passage.env, owner)
                        if not isinstance(moved, frozenset) or not isinstance(owners, frozenset):
                            return None
                        found.update((one, other) for one in moved for other in owners)
            case tree.MoveThing(pile=pile_core) if pile_core.op != "pile" and (pile_core.op != "pile_of" or not pile_core.args):
                return None
    return frozenset(found)


def _is_of_all(kind: str, assign: tree.Assign, way: Way) -> bool:
    """Whether a way sets a state of the game, or of every side."""
    if kind == "Game":
        return True
    local = assign.entity.args[0] if assign.entity.op == "local" else None
    return kind == "Side" and any(isinstance(item, Pick) and item.local is local and item.sort in ("turn", "loop") for item in way)


def _is_round(item: object) -> bool:
    return isinstance(item, Loose) or (
        isinstance(item, Times) and isinstance(item.statement, tree.Repeat) and item.statement.scope == "round"
    )


def _writers(game: Game) -> dict[tuple[str, str], list[tuple[Node, tree.Assign]]]:
    found: dict[tuple[str, str], list[tuple[Node, tree.Assign]]] = {}
    for node, statement in game.statements:
        if isinstance(statement, tree.Assign):
            found.setdefault((statement.kind, statement.field), []).append((node, statement))
    return found


def _touched(game: Game, sort: type) -> frozenset[str]:
    return _kinds_in(tuple(statement for _, statement in game.statements if type(statement) is sort))


def _kinds_in(found: tuple[tree.AnyStmt, ...]) -> frozenset[str]:
    """The kinds of the things that statements take off the map."""
    kinds = (required(statement.thing.type) for statement in found if isinstance(statement, (tree.RemoveThing, tree.MoveThing)))
    return frozenset(kind.name for kind in kinds if isinstance(kind, Kind))


def _closings(outlook: Outlook, scope: str) -> tuple[int, int]:
    """How often a scope closes in a round at most, and how often beside the rounds, before them or after."""
    if scope in ("round", "game"):
        return 1, 0
    total = beside = 0
    for node, statement in outlook.game.statements:
        if opens(statement) != scope:
            continue
        ways = outlook.ways.to(node, statement)
        each = len(outlook.sides) if isinstance(statement, tree.EachTurn) else 1
        gone = [passage for way in ways or () for passage in passages(outlook.anytime, way, {}, frozenset())]
        total += FOREVER if ways is None else sum(passage.times for passage in gone if passage.in_rounds) * each
        beside += FOREVER if ways is None else sum(passage.times for passage in gone if not passage.in_rounds) * each
    return min(total, FOREVER), min(beside, FOREVER)


__all__ = ["LONGEST", "Outlook"]
