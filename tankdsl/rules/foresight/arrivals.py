"""When and where a piece may come to stand other than by moving from where it stands: at the set-up, as a reinforcement, from a vehicle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tankdsl.check import tree
from tankdsl.check.static import Value
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import Kind, required
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.asks import asked_of, groups_of
from tankdsl.rules.calls import Node
from tankdsl.rules.foresight.asking import Env, ask
from tankdsl.rules.foresight.flags import first_local
from tankdsl.rules.foresight.later import raised_later
from tankdsl.rules.foresight.moments import Moment
from tankdsl.rules.foresight.passages import Passage, onward, parts_of_item, passages
from tankdsl.rules.foresight.values import FOREVER, NOTHING, Group, Outcome, Where
from tankdsl.rules.foresight.ways import Demands, Pick, Way
from tankdsl.rules.legal import placings
from tankdsl.rules.placement import sieves_of

if TYPE_CHECKING:
    from tankdsl.rules.foresight.outlook import Outlook

HORIZON = 64
"""Rounds in which an arrival is looked for."""
MOST_ASKED = 1_000
"""Of so many hexes each sort is asked about; of more of them mostly only that is known which placements say."""
_FEW_SORTS = frozenset({"terrain", "territory", "level", "at"})
"""What is asked of a place so that there are few sorts of hexes, however large the map is."""


class Arrival(FrozenValue):
    """From a round on a piece may stand on one of several places; None: anywhere."""

    round: int
    places: frozenset[Value] | None


class Mover(FrozenValue):
    """A way to a statement that moves a piece, with the locals that the piece may be called by."""

    node: Node
    statement: tree.PlaceThing | tree.Go
    way: Way
    caller: Local | None
    """The local that is the piece; None when it comes from elsewhere."""
    is_of_placed: bool
    """The piece is picked from those that stand somewhere."""


def movers_of(outlook: Outlook, thing: str) -> tuple[tuple[Mover, ...], bool]:
    """The ways on which a piece may be moved; and whether there are too many to look at."""
    kind = outlook.world.instances[thing].kind
    return outlook.once(("movers", kind), lambda: _movers(outlook, kind))


def _movers(outlook: Outlook, kind: str) -> tuple[tuple[Mover, ...], bool]:
    found: list[Mover] = []
    for node, statement in outlook.game.statements:
        if not isinstance(statement, (tree.PlaceThing, tree.Go)):
            continue
        core = moved_by(statement)
        type = required(core.type)
        if not isinstance(type, Kind) or not (outlook.world.is_a(kind, type.name) or outlook.world.is_a(type.name, kind)):
            continue
        ways = outlook.ways.to(node, statement)
        if ways is None:
            return (), True
        for way in ways:
            caller = first_local(core, way)
            found.append(Mover(node, statement, way, caller, _is_of_placed(way, caller)))
    return tuple(found), False


def _is_of_placed(way: Way, caller: Local | None) -> bool:
    for item in way:
        if isinstance(item, Pick) and item.local is caller and item.domain is not None:
            return item.domain.op in ("things", "owned") and item.domain.args[-1] == "placed"
    return False


def moved_by(statement: tree.PlaceThing | tree.Go) -> Core:
    """The piece that a statement moves."""
    return statement.unit if isinstance(statement, tree.Go) else statement.thing


def goings(moment: Moment, mover: Mover, thing: str) -> Iterator[Passage]:
    """The passages of a way on which it is a piece that is moved."""
    if mover.is_of_placed and moment.gone.get(thing, False) is not False:
        return
    given: Env = {} if mover.caller is None else {mover.caller: frozenset({thing})}
    for passage in passages(moment, mover.way, given, frozenset()):
        whom = ask(moment, passage.env, moved_by(mover.statement))
        if not isinstance(whom, frozenset) or thing in whom:
            yield passage


def destination(moment: Moment, mover: Mover, passage: Passage) -> Outcome:
    """Where a statement puts a piece."""
    assert isinstance(mover.statement, tree.PlaceThing)
    return ask(moment, passage.env, mover.statement.place)


def arrivals_of(outlook: Outlook, thing: str) -> tuple[Arrival, ...]:
    """When and where a piece may be set down."""
    found: list[Arrival] = []
    waits = outlook.waits(thing)
    movers, too_many = movers_of(outlook, thing)
    if too_many:
        return (Arrival(0, None),)
    placing = [mover for mover in movers if isinstance(mover.statement, tree.PlaceThing)]
    if waits:
        found += [arrival for mover in placing for arrival in landings(outlook, mover, thing, None)]
    if waits and not found:
        return (Arrival(0, None),)  # No rule puts it anywhere: it is set up by hand.
    first = min((arrival.round for arrival in found), default=FOREVER) if waits else 0
    if first < FOREVER:
        later = [arrival for mover in placing for arrival in landings(outlook, mover, thing, False)]
        if outlook.comes_back(thing):
            again = (mover for mover in placing if not outlook.is_over(mover, thing))
            later += [arrival for mover in again for arrival in landings(outlook, mover, thing, True)]
        found += [Arrival(max(arrival.round, first), arrival.places) for arrival in later]
    return tuple(dict.fromkeys(found))


def landings(outlook: Outlook, mover: Mover, thing: str, gone: bool | None) -> Iterator[Arrival]:
    """Where a way sets a piece down that has not come in yet (None), that stands somewhere (False), or that was taken off (True)."""

    def there(round: int) -> bool:
        moment = Moment(outlook, round, follows=False)
        moment.gone[thing] = gone
        for fact in raised_later(outlook, mover.way, mover.statement):
            moment.now[fact] = outlook.at_end(round - 1, fact)
        return moment.settled(lambda: any(going.in_rounds <= round for going in goings(moment, mover, thing)))

    loose = Moment(outlook, FOREVER, counts=False)
    loose.gone[thing] = gone
    for passage in goings(loose, mover, thing):
        place = destination(loose, mover, passage)
        if place == NOTHING or (isinstance(place, Where) and (place.things == {thing} or gone is False)):
            continue  # That is a step of its own, or one that mobility counts.
        round = (_first(there) if gone is None else 1) if passage.in_rounds else 0
        if round < FOREVER:
            yield Arrival(round, _legal(outlook, loose, mover, thing, _places(place)))


def _first(there: Callable[[int], bool]) -> int:
    """The first round in which something happens."""
    if there(1):
        return 1
    if not there(HORIZON):
        return FOREVER
    low, high = 1, HORIZON
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if there(middle) else (middle, high)
    return high


def _places(place: Outcome) -> frozenset[Value] | None:
    if isinstance(place, Group):
        return place.members
    return place - NOTHING if isinstance(place, frozenset) else None


def _legal(outlook: Outlook, loose: Moment, mover: Mover, thing: str, places: frozenset[Value] | None) -> frozenset[Value] | None:
    """Those of several hexes on which the way really ends: asked once for all that are alike in what is asked of them."""
    assert isinstance(mover.statement, tree.PlaceThing)
    chosen = first_local(mover.statement.place, mover.way)
    ground = outlook.world.ground
    if places is None or chosen is None or ground is None or len(places) < 2:
        return places
    at = pick_of(mover.way, chosen)
    if at is None:
        return places
    asked = asked_of(outlook.program, tuple(part for item in mover.way for part in parts_of_item(item)), chosen)
    if len(places) > MOST_ASKED and not asked <= _FEW_SORTS:
        return _allowed(outlook, mover, thing, places)
    of = groups_of(outlook.game, outlook.world, ground, asked).of
    first: dict[int, int] = {}
    for place in sorted(place for place in places if isinstance(place, int)):
        first.setdefault(of[place], place)
    before = [*goings(loose, replaced(mover, way=mover.way[:at]), thing)]
    good = {
        sort
        for sort, place in first.items()
        if any(True for passage in before for _ in onward(loose, mover.way, at, passage, chosen, frozenset({place})))
    }
    return frozenset(place for place in places if isinstance(place, int) and of[place] in good)


def _allowed(outlook: Outlook, mover: Mover, thing: str, places: frozenset[Value]) -> frozenset[Value]:
    """Those of many hexes that the placements allow which the way asks."""
    asked: set[str] = set()
    for item in mover.way:
        if isinstance(item, Demands):
            match item.demand:
                case tree.DemandGuard(guard=guard) | tree.Demand(condition=Core(op="holds", args=(guard, *_))):
                    asked.add(guard)
    instance, world = outlook.world.instances[thing], outlook.game.worlds[outlook.scenario.id]
    for placing in placings(outlook.game):
        if placing.guard.id in asked and world.is_a(instance.kind, placing.kind):
            places &= frozenset(sieves_of(outlook.game, world, placing, [instance])[thing].places)
    return places


def pick_of(way: Way, local: Local) -> int | None:
    """Where on a way a local is picked."""
    return next((index for index, item in enumerate(way) if isinstance(item, Pick) and item.local is local), None)


def comes_back(outlook: Outlook, thing: str) -> bool:
    """Whether a piece that was removed may be set down again."""
    movers, too_many = movers_of(outlook, thing)
    moment = Moment(outlook, FOREVER, counts=False)
    moment.gone[thing] = True
    placing = (mover for mover in movers if isinstance(mover.statement, tree.PlaceThing) and not outlook.is_over(mover, thing))
    return too_many or any(True for mover in placing for _ in goings(moment, mover, thing))
