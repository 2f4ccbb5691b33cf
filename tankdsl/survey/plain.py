"""Two pieces alone on open ground, so far from each other: what is known of everything that rules ask of them.

On hexes the places have no map: there are two of them, with a distance, the commonest terrain and its commonest level, and nothing lies on
sides of hexes.  On a table they are two points of an empty one.  States have the values with which the scenario begins, and what a body has
set since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tankdsl.check.static import ABSENT, UNKNOWN, Value, World
from tankdsl.check.static.evaluator import DEEPEST
from tankdsl.check.static.evaluator import OPERATORS as PLAIN
from tankdsl.check.tree import Core, Local
from tankdsl.frozen import Frozen
from tankdsl.rules.harm.bounds import WITH_RANGES, Answers, Bounds
from tankdsl.rules.harm.known import Known, exact, plain
from tankdsl.state import State, field

Fields = Mapping[tuple[str, str, Value], Known]
"""What fields of entities were set to; with `UNKNOWN` for the entity: the field is not known of anything."""


READING = frozenset({
    "get", "stat", "at", "territory", "row", "column", "zone", "place", "label", "near", "neighbours", "neighbours_from", "within", "ring",
    "ray", "step", "direction", "arc", "straight", "connected", "distance", "sees", "active", "spent", "points", "can_go", "path_cost",
    "pile", "pile_of", "running", "throughout", "mission_met",
})  # fmt: skip
"""What asks something of the game that may not be known."""

ANY = ""
"""Stands for every kind, where pieces of all kinds may have been moved."""


class Setting(State):
    """The ground between the two pieces."""

    apart: int
    terrain: str | None
    level: int = 0
    """The level on which both stand."""
    is_owned: bool = False
    """Whether hexes of the map belong to the territory of somebody; whether these two do is not known."""
    was_asked: bool = False
    """Whether anything asked how far it is."""
    unknown: dict[str, None] = field(default_factory=dict)
    """What was asked and is not known, as people read it."""
    misses: int = 0
    """How often that was."""


class Store(Frozen):
    """A moment: fields that were set, and what values that were asked then give."""

    fields: Fields
    answers: Answers


class Plain(Bounds):
    """An evaluation of which frames are never changed: each step makes a new one."""

    setting: Setting | None = None
    store: Store | None = None

    @staticmethod
    def operators() -> Mapping[str, Callable[..., Known]]:
        """Those that know a moment too."""
        return ON_PLAIN_GROUND

    def known(self, item: object) -> Known:
        """All that is known of an expression or local; what is asked of the game and is not known is noted."""
        setting = self.setting
        if setting is None or not isinstance(item, Core) or item.op not in READING:
            return super().known(item)
        before = setting.misses
        found = super().known(item)
        if plain(found) is UNKNOWN and setting.misses == before:
            setting.misses += 1
            setting.unknown.setdefault(spoken(item))
        return found

    def called(self, params: tuple[Local, ...], args: tuple[Any, ...]) -> Plain | None:
        """An evaluation of something that is called."""
        return None if self.depth >= DEEPEST or len(params) != len(args) else self.inside(dict(zip(params, args, strict=True)))

    def inside(self, locals: Mapping[Local, Known]) -> Plain:
        """A frame for something that is called."""
        return plain_frame(self.world, locals, self.setting, self.store, self.depth + 1)

    def with_local(self, local: Local, known: Known) -> Plain:
        """The frame with one local set."""
        return plain_frame(self.world, {**self.locals, local: known}, self.setting, self.store, self.depth)

    def without(self, locals: Iterable[Local]) -> Plain:
        """The frame with some locals forgotten."""
        left = {local: known for local, known in self.locals.items() if local not in set(locals)}
        return plain_frame(self.world, left, self.setting, self.store, self.depth)

    def with_field(self, kind: str, field: str, entity: Value, known: Known) -> Plain:
        """The frame with a field set; of an entity that is not known, nothing is known of the field any more."""
        before = {} if self.store is None else self.store.fields
        kept = {key: value for key, value in before.items() if entity is not UNKNOWN or key[:2] != (kind, field)}
        return plain_frame(self.world, self.locals, self.setting, Store({**kept, (kind, field, entity): known}, {}), self.depth)

    def with_pieces_moved(self) -> Plain:
        """The frame when pieces have been moved: where they are is not known any more."""
        return self.with_field(ANY, "at", UNKNOWN, UNKNOWN).with_field(ANY, "removed", UNKNOWN, UNKNOWN)

    def after(self, inner: Plain) -> Plain:
        """This frame when something that it called has changed the game."""
        return plain_frame(self.world, self.locals, self.setting, inner.store, self.depth)


def spoken(core: Core) -> str:
    """A question as people read it: `target.facing`, `row(red, target)`."""
    match core:
        case Core(op="local", args=(local,)):
            return str(local.name)
        case Core(op="get" | "stat", args=(_, field, Core(op="ref", args=("Game", _)))):
            return str(field)
        case Core(op="as_kind", args=(_, Core() as subject)) | Core(op="get", args=(_, "at", Core() as subject)):
            return spoken(subject)
        case Core(op="get" | "stat", args=(_, field, Core() as subject)):
            return f"{spoken(subject)}.{field}"
        case Core(op="zone" | "place" | "label" | "ref" | "enum" | "model" | "int", args=(*_, name)):
            return str(name)
        case _:
            return f"{core.op}({', '.join(spoken(arg) for arg in core.args if isinstance(arg, Core))})"


def plain_frame(world: World, locals: Mapping[Local, Known], setting: Setting | None, store: Store | None = None, depth: int = 0) -> Plain:
    """A frame on open ground."""
    store = store or Store({}, {})
    return Plain(world, dict(locals), depth, answers_of=store.answers, setting=setting, store=store)  # type: ignore[arg-type]


def _distance(run: Bounds, args: Any) -> Known:
    assert isinstance(run, Plain)
    if run.setting is not None:
        run.setting.was_asked = True
    if run.world.table is not None:
        return PLAIN["distance"](run, args)
    a, b = run.values(args)
    if ABSENT in (a, b):
        return ABSENT
    return UNKNOWN if UNKNOWN in (a, b) or run.setting is None else 0 if a == b else run.setting.apart


def _terrain(run: Bounds, args: Any) -> Known:
    assert isinstance(run, Plain)
    place = run.value(args[0])
    return place if place in (ABSENT, UNKNOWN) or run.setting is None else run.setting.terrain or UNKNOWN


def _sight(run: Bounds, args: Any) -> Known:
    return ABSENT not in run.values(args[1:])


def _level(run: Bounds, args: Any) -> Known:
    assert isinstance(run, Plain)
    place = run.value(args[0])
    return place if place in (ABSENT, UNKNOWN) or run.setting is None else run.setting.level


def _territory(run: Bounds, args: Any) -> Known:
    assert isinstance(run, Plain)
    return ABSENT if run.value(args[0]) is ABSENT or (run.setting is not None and not run.setting.is_owned) else UNKNOWN


def _edge(run: Bounds, args: Any) -> Known:
    return ABSENT


def _edges(run: Bounds, args: Any) -> Known:
    return ()


def _get(run: Bounds, args: Any) -> Known:
    assert isinstance(run, Plain)
    kind, field, subject = args
    if run.store is not None and run.store.fields:
        entity = run.value(subject)
        for key in ((kind, field, entity), (kind, field, UNKNOWN), (ANY, field, UNKNOWN)):
            if key in run.store.fields:
                return run.store.fields[key]
    return PLAIN["get"](run, args)


def _at(run: Bounds, args: Any) -> Known:
    assert isinstance(run, Plain)
    return UNKNOWN if run.store is not None and (ANY, "at", UNKNOWN) in run.store.fields else PLAIN["at"](run, args)


def _straight(run: Bounds, args: Any) -> Known:
    assert isinstance(run, Plain)
    if run.setting is not None:
        run.setting.was_asked = True
    return PLAIN["straight"](run, args)


def _die(run: Bounds, args: Any) -> Known:
    _, die, part = args
    return run.known(die) if part == "value" else UNKNOWN


def _of_pool(pick: Callable[[tuple[int, ...]], int], operator: str) -> Callable[[Bounds, Any], Known]:
    def ask(run: Bounds, args: Any) -> Known:
        pool: Any = run.known(args[0])
        if not isinstance(pool, tuple):
            return WITH_RANGES[operator](run, args)
        return exact(pick(pool), pick(pool)) if pool or operator == "total" else ABSENT

    return ask


ON_PLAIN_GROUND: dict[str, Callable[[Bounds, Any], Known]] = {
    **WITH_RANGES,
    "things": PLAIN["things"], "owned": PLAIN["owned"], "get": _get, "distance": _distance, "terrain": _terrain, "sight": _sight,
    "level": _level, "territory": _territory, "edge": _edge, "edges": _edges, "edges_from": _edges, "at": _at,
    "straight": _straight, "die": _die, "dice": lambda run, args: run.known(args[0]),
    "highest": _of_pool(max, "highest"), "lowest": _of_pool(min, "lowest"), "total": _of_pool(sum, "total"),
}  # fmt: skip
