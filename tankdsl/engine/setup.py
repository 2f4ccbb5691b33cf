"""Making machines: empty ones, and ones with the beginning of a game in them."""

from typing import Any

from tankdsl.engine import chance, control, loops, windows, writes
from tankdsl.engine.errors import GameError, InputError, Trap
from tankdsl.engine.evaluator import PlainEvaluator
from tankdsl.engine.fast import FastEvaluator
from tankdsl.engine.load_content import option_value
from tankdsl.engine.machine import ALL_DIRTY, Machine, Over
from tankdsl.engine.model import Game
from tankdsl.engine.naming import read_value
from tankdsl.engine.symbols import Reader
from tankdsl.engine.telling import TellingEvaluator
from tankdsl.engine.types import INT32_HIGH, INT32_LOW, Type

EVALUATORS: dict[str, type[PlainEvaluator]] = {"oracle": PlainEvaluator, "fast": FastEvaluator, "telling": TellingEvaluator}
"""Evaluators by the name by which a caller selects one."""
_HANDLERS = (control, loops, windows)
"""Modules that register how frames run; importing them is enough."""


def new_machine(game: Game, evaluator: str = "fast") -> Machine:
    """A machine without a state. Load one, or begin a game with `begin`."""
    if evaluator not in EVALUATORS:
        raise ValueError(f"there is no evaluator {evaluator!r}; there are {', '.join(EVALUATORS)}")
    m = Machine(game)
    EVALUATORS[evaluator](m)
    return m


def resolve_options(game: Game, given: dict[str, Any] | None) -> list[int | bool]:
    """The value of every option: given, preset by the scenario, or the default.

    Raises GameError for unknown options and values, and for switches that need or exclude one another.
    """
    found = [game.preset.get(option.id, option.default) for option in game.options]
    index = {option.id: i for i, option in enumerate(game.options)}
    for id, value in (given or {}).items():
        if id not in index:
            known = ", ".join(f"`{option}`" for option in index) or "none"
            raise GameError(f"options.{id}", f"there is no such option; there are {known}")
        found[index[id]] = option_value(Reader(value, f"options.{id}"), game.options[index[id]])
    on = {option.id for option, value in zip(game.options, found, strict=True) if value is True}
    for option in game.options:
        if option.id in on:
            for other in option.needs:
                if other not in on:
                    raise GameError(f"options.{option.id}", f"it needs the option `{other}`")
            for other in option.excludes:
                if other in on:
                    raise GameError(f"options.{option.id}", f"it excludes the option `{other}`")
    return found


def fill_constants(m: Machine) -> None:
    """Stats, models and sides: everything that depends on options only."""
    for field, entity, value in m.game.start:
        if m.game.fields[field].is_constant:
            m.fields[field][entity] = value
    given = set()
    for field, entity, value in m.game.stats:
        m.fields[field][entity] = value
        given.add((field, entity))
    for rule in m.game.fields:
        if rule.role == "stat":
            for entity in m.game.kinds[rule.kind].members:
                if (rule.index, entity) not in given:
                    m.fields[rule.index][entity] = writes.default_of(m, rule, entity)


def clear(m: Machine) -> None:
    """Forget the game that was played on a machine, but not how it is played (chance, log, pauses)."""
    m.scopes.clear()
    m.active[0], m.open_scopes = None, 0
    m.counters.clear()
    m.revealed.clear()
    m.frames.clear()
    for ages in m.ages.values():
        ages[:] = [0] * len(ages)
    for pile in m.piles:
        pile.clear()
    if m.game.map is not None and m.terrain != list(m.game.map.terrain):
        m.terrain[:] = m.game.map.terrain
        m.ev.terrain_changed()
    m.over, m.fault, m.course, m.decision, m.walks = None, "", None, Over(), None
    m.hold = m.settling = m.ticks = m.taken = 0
    m.given = []
    m.dirty = ALL_DIRTY


MOST_BEGINNINGS = 64
"""Of one game that are kept, each for other options."""


def begin(m: Machine, options: list[int | bool], seed: int) -> None:
    """Put the beginning of a game into a machine. No procedure runs yet."""
    game = m.game
    clear(m)
    if m.options != options:
        m.options[:] = options
        m.ev.options_changed()
    known: dict[tuple[int | bool, ...], list[list[Any]]] = game.cache.setdefault("beginnings", {})
    columns = known.get(tuple(options))
    if columns is None:
        _fill(m)
        if len(known) < MOST_BEGINNINGS:
            known[tuple(options)] = [list(column) for column in m.fields]
    else:
        for column, values in zip(m.fields, columns, strict=True):
            column[:] = values
    for pile in game.piles:
        m.piles[pile.index][:] = pile.initial
    for stream in chance.STREAM_NAMES:
        m.words[stream][:] = chance.seeded(seed, stream)


def _fill(m: Machine) -> None:
    """Give all fields what they begin with; that depends on the options only."""
    game = m.game
    for column in m.fields:
        column[:] = [None] * len(column)
    try:
        fill_constants(m)
        for field in game.fields:
            if field.role in ("state", "track"):
                for entity in game.kinds[field.kind].members:
                    m.fields[field.index][entity] = writes.default_of(m, field, entity)
            elif field.id == "removed":
                m.fields[field.index][:] = [False] * len(m.fields[field.index])
    except (Trap, TypeError) as error:
        raise GameError("content", f"a default cannot be computed: {error}") from error
    for index, entity, value in game.start:
        m.fields[index][entity] = value


def override(m: Machine, overrides: dict[str, Any]) -> None:
    """Change the beginning of a game: `fields` {instance: {field: value}}, `piles` {pile: [instances]},
    `terrain` {place: terrain}. Raises InputError for anything unknown."""
    unknown = set(overrides) - {"fields", "piles", "terrain"}
    if unknown:
        raise InputError(f"there are no overrides `{sorted(unknown)[0]}`")
    for instance, fields in overrides.get("fields", {}).items():
        for name, value in fields.items():
            _override_field(m, instance, name, value)
    for pile, things in overrides.get("piles", {}).items():
        _override_pile(m, pile, things)
    terrain = m.game.ground().index if m.game.has_ground() else -1
    for place, value in overrides.get("terrain", {}).items():
        m.terrain[read_value(m.game, place, Type("place"))] = read_value(m.game, value, Type("kind", terrain))
    m.ev.terrain_changed()


def _override_field(m: Machine, instance: str, name: str, value: Any) -> None:
    """The kind may be given before the id of the instance: `Tank.m4`."""
    kind_id, _, rest = instance.partition(".")
    for kind in m.game.kinds:
        if kind.root != kind.index:
            continue
        id = rest if kind_id == kind.id and rest in kind.instances else instance
        if id in kind.instances:
            entity = kind.instances.index(id)
            field = m.game.field_index.get((kind.entity_kinds[entity], name))
            if field is not None and not m.game.fields[field].is_constant:
                m.fields[field][entity] = read_value(m.game, value, m.game.fields[field].type)
                return
    raise InputError(f"there is no `{instance}` with state `{name}`")


def _override_pile(m: Machine, id: str, things: list[str]) -> None:
    if id not in m.game.ids["pile"]:
        raise InputError(f"there is no pile `{id}`")
    pile = m.game.piles[m.game.ids["pile"][id]]
    root = m.game.kinds[pile.kind].root
    found = [read_value(m.game, thing, Type("kind", root)) for thing in things]
    if len(set(found)) < len(found):
        raise InputError(f"pile `{id}` would hold a thing twice")
    for entity in found:
        writes.take_out(m, root, entity)
    m.piles[pile.index][:] = found


def start_at(m: Machine, entry: str | None, args: list[Any] | None = None) -> None:
    """Begin to run: the main procedure, or an entry or procedure with arguments as JSON values."""
    game = m.game
    if entry is None:
        assert game.main is not None
        proc = game.main
    elif entry in game.entries:
        proc = game.entries[entry]
    elif entry in game.ids["proc"]:
        proc = game.ids["proc"][entry]
    else:
        raise InputError(f"there is no entry `{entry}`")
    params = game.procs[proc].params
    if len(params) != len(args or []):
        raise InputError(f"`{game.procs[proc].id}` takes {len(params)} arguments")
    values = [read_value(game, arg, param.type) for arg, param in zip(args or [], params, strict=True)]
    m.call(proc, values)
    m.run()


def check_seed(seed: int) -> int:
    """A seed is any whole number of 32 bits, signed or not."""
    if type(seed) is not int or not INT32_LOW <= seed <= 2 * INT32_HIGH + 1:
        raise InputError("a seed is a whole number of 32 bits")
    return seed
