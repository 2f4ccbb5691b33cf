"""What a piece is at the start of a scenario, as a value, and what it would be on the other side of a turn or mirror.

Two pieces are counterparts when they are of one kind, their stats are equal, and so are the states that they begin with: places turned
with the map, directions turned, sides exchanged. Names and texts may differ, and so may which rows of a table they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations

from tankdsl.check.static import Run, Value, World
from tankdsl.check.static.things import stat_of
from tankdsl.check.tree import InstanceDef
from tankdsl.check.types import Bool, Direction, Enum, Int, Kind, Optional, Per, Place, Set, Type
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.rules.game import Game


class Exchange(FrozenValue):
    """A turn or mirror of the ground together with an exchange of the sides."""

    name: str
    sides: Mapping[str, str]
    place: Callable[[Value], Value]
    """Where a hex or point comes to lie."""
    direction: Callable[[Value], Value]
    """What becomes of a direction."""

    def side(self, id: str | None) -> str | None:
        """The side that is in the place of another one."""
        return None if id is None else self.sides[id]

    def value(self, type: Type, value: Value) -> Value:
        """What becomes of a value of a type."""
        match type:
            case Optional(of=of):
                return self.value(of, value)
            case Kind(name="Side") if isinstance(value, str):
                return self.sides.get(value, value)
            case Place():
                return self.place(value)
            case Direction():
                return self.direction(value)
            case Set(of=of) | Per(of=of) if isinstance(value, tuple):
                found = tuple(self.value(of, one) for one in value)
                return tuple(sorted(found, key=repr)) if isinstance(type, Set) else found
        return value


class Form(FrozenValue):
    """A piece without its name and place."""

    kind: str
    side: str | None
    values: tuple[tuple[str, Type, Value], ...]
    """Stats and first states by name; what is not known is the same for all."""

    def exchanged(self, exchange: Exchange) -> Form:
        """Its counterpart."""
        values = tuple((name, type, exchange.value(type, value)) for name, type, value in self.values)
        return Form(self.kind, exchange.side(self.side), values)

    @property
    def compared(self) -> tuple[object, ...]:
        """What two forms have in common that are counterparts."""
        return (self.kind, self.side, tuple((name, value) for name, _, value in self.values))

    def differs(self, other: Form) -> tuple[str, ...]:
        """The names of the values in which two forms differ; `side` and `kind` come first."""
        mine, its = {name: value for name, _, value in self.values}, {name: value for name, _, value in other.values}
        head = [word for word, a, b in (("kind", self.kind, other.kind), ("side", self.side, other.side)) if a != b]
        return (*head, *(name for name in mine if mine[name] != its.get(name, mine[name])))


def form_of(game: Game, world: World, thing: InstanceDef) -> Form:
    """What a thing is when the scenario begins."""
    run = Run(replaced(world, at_start=True))
    return Form(thing.kind, thing.side, tuple(values_of(game, run, thing.kind, thing.id)))


def forms_of(game: Game, world: World) -> tuple[list[InstanceDef], dict[str, Form]]:
    """The things of a scenario without its sides and areas, and what they are."""
    kinds = game.program.kinds
    things = [thing for thing in world.instances.values() if kinds[thing.kind].category not in ("side", "area")]
    return things, {thing.id: form_of(game, world, thing) for thing in things}


def values_of(game: Game, run: Run, kind: str, thing: str) -> Iterator[tuple[str, Type, Value]]:
    """The stats and first states of a thing or area that are compared; sets in one order."""
    sides = frozenset(side for side, _ in game.program.sides)
    for above in game.lineage(kind):
        for field in game.program.kinds[above].fields:
            if _is_compared(field.type) and not _may_mean_sides(game, field.type, sides):
                value = stat_of(run, above, field.id, thing)
                is_set = _is_set(field.type) and isinstance(value, tuple)
                yield field.id, field.type, tuple(sorted(value, key=repr)) if is_set else value  # type: ignore[arg-type]


def _is_set(type: Type) -> bool:
    return isinstance(type.of if isinstance(type, Optional) else type, Set)


def _may_mean_sides(game: Game, type: Type, sides: frozenset[str]) -> bool:
    """Whether the members of an enum are called like sides: they may mean these, and be exchanged with them, or something else."""
    match type:
        case Optional(of=of) | Set(of=of) | Per(of=of):
            return _may_mean_sides(game, of, sides)
        case Enum(name=name):
            return not sides.isdisjoint(member for member, _ in game.program.enums.get(name, ()))
    return False


def _is_compared(type: Type) -> bool:
    """Numbers, yes and no, members of enums, places, directions and sides; texts and other things are names."""
    match type:
        case Optional(of=of) | Set(of=of) | Per(of=of):
            return _is_compared(of)
        case Kind(name=name):
            return name == "Side"
        case Bool() | Int() | Enum() | Place() | Direction():
            return True
    return False


def exchanges_of(sides: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    """All ways to put another side into the place of each; of more than four sides only those that move all of them on by some steps."""
    if len(sides) <= 4:
        orders = [order for order in permutations(sides) if all(a != b for a, b in zip(sides, order, strict=True))]
    else:
        orders = [(*sides[step:], *sides[:step]) for step in range(1, len(sides))]
    return tuple(dict(zip(sides, order, strict=True)) for order in orders)
