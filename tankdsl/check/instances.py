"""The things of a scenario: every copy of every model that takes part, with an id that never changes.

| what                                           | its ids                                                   |
|------------------------------------------------|-----------------------------------------------------------|
| a model with a side, fielded once / n times    | `spotter` / `spotter.1` .. `spotter.n`                    |
| a model without a side, dealt to `red`         | `red.camp` / `red.camp.1` ..                              |
| a card or counter that nobody is dealt         | `storm` / `storm.1` .. by its `copies`                    |
| a part of a piece                              | the piece's id and the name of the part: `spotter.driver` |

Cards that a side is dealt start in the first pile of that side that holds their kind, all others in the deck of their kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, islice

from tankdsl.check.context import PLACEABLE, Context, FieldInfo
from tankdsl.check.limits import MOST_THINGS
from tankdsl.check.rosters import DEALABLE
from tankdsl.check.static import models_of
from tankdsl.check.tree import Core, InstanceDef, ModelDef
from tankdsl.check.types import Kind
from tankdsl.diagnostics.registry import structure
from tankdsl.resolve.builtins import snake
from tankdsl.source import Span
from tankdsl.syntax.node import replaced

Forces = Mapping[str, Mapping[str, int]]
"""How many of each model each side fields."""


def make_instances(cx: Context, forces: Forces, dealt: frozenset[str], span: Span) -> list[InstanceDef]:
    """All things of a scenario: what the sides field (sides in the order of the ruleset), then what is shared, then parts."""
    fielded = (thing for side in cx.symbols.sides for thing in _fielded(cx, side, forces.get(side, {})))
    made = (part for thing in chain(fielded, _shared(cx, dealt)) for part in _with_parts(cx, thing, span))
    found = list(islice(made, MOST_THINGS + 1))
    if len(found) > MOST_THINGS:
        headline = f"this scenario has more than {MOST_THINGS:,} things"
        cx.report(structure.TOO_LARGE, span, headline, help="field fewer of them, or make fewer copies of cards and counters")
    return found[:MOST_THINGS]


def _fielded(cx: Context, side: str, models: Mapping[str, int]) -> Iterable[InstanceDef]:
    known = models_of(cx.program)
    for id, count in models.items():
        if id not in known:
            continue
        kind, model = known[id]
        stem = id if model.side is not None else f"{side}.{id}"
        pile = None if kind.category in PLACEABLE else _own_pile(cx, side, kind.id) or _deck(cx, kind.id)
        yield from _copies(kind.id, model, stem, count, side, pile)


def _shared(cx: Context, dealt: frozenset[str]) -> Iterable[InstanceDef]:
    """Cards, missions and counters of the common stock, and all areas."""
    for kind in cx.program.kinds.values():
        if kind.category not in (DEALABLE - PLACEABLE) | {"marker", "area"}:
            continue
        for model in kind.models:
            if model.id not in dealt and model.side is None:
                pile = None if kind.category in ("marker", "area") else _deck(cx, kind.id)
                yield from _copies(kind.id, model, model.id, model.copies, None, pile)


def _copies(kind: str, model: ModelDef, stem: str, count: int, side: str | None, pile: str | None) -> Iterable[InstanceDef]:
    if count == 1:
        yield InstanceDef(stem, kind, model.id, model.name, side, None, pile, {})
        return
    for number in range(1, count + 1):
        yield InstanceDef(f"{stem}.{number}", kind, model.id, f"{model.name} {number}", side, None, pile, {})


def _own_pile(cx: Context, side: str, kind: str) -> str | None:
    """The pile of a side that its cards start in: the first that holds their kind."""
    found = [name for name, holds in cx.kinds["Side"].piles.items() if cx.is_a(kind, holds)]
    return f"{side}.{found[0]}" if found else None


def _deck(cx: Context, kind: str) -> str | None:
    """The deck that starts with all shared things of a kind."""
    found = [pile.id for pile in cx.program.piles.values() if pile.deck and cx.is_a(kind, pile.of)]
    return found[0] if found else None


def _with_parts(cx: Context, thing: InstanceDef, span: Span) -> list[InstanceDef]:
    """A thing and its parts (a crew member, a turret): the field of each part holds it. A part that may be absent starts absent."""
    parts: list[InstanceDef] = []
    fields = dict(thing.fields)
    for info in _part_fields(cx, thing.kind):
        assert isinstance(info.type, Kind)
        of = info.type.name
        id = f"{thing.id}.{info.name}"
        parts.append(InstanceDef(id, of, _part_model(cx, of, info.name), info.name.replace("_", " "), thing.side, None, None, {}))
        fields[info.name] = Core("ref", (cx.root_of(of), id), info.type, span)
    return [replaced(thing, fields=fields), *parts]


def _part_fields(cx: Context, kind: str) -> list[FieldInfo]:
    infos = [cx.field_of(kind, name) for name in dict.fromkeys(cx.field_names(kind))]
    return [info for info in infos if info is not None and info.role == "part" and isinstance(info.type, Kind)]


def _part_model(cx: Context, kind: str, field: str) -> str:
    """The row that a part is a copy of: the one called like the field, the only one, or the kind itself when it has no rows."""
    rows = [model.id for model in cx.program.kinds[kind].models]
    if field in rows:
        return field
    return rows[0] if rows else snake(kind)
