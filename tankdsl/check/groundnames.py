"""Names that boards and layouts give: single places, zones, features of edges.

In rules a place or zone is known by name only; which hexes are meant is a matter of the scenario's map.  A place that some layout does not
have may be absent there, and so may one of a board of which a layout has only a part; a zone that a layout does not have is empty there.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.context import Context
from tankdsl.check.tree import Core
from tankdsl.check.types import PLACE, Set, Type, optional
from tankdsl.source import Span
from tankdsl.syntax import ast


def boards(cx: Context) -> Iterator[tuple[str, ast.Board]]:
    """All boards by name."""
    for name, declaration in cx.symbols.space("board").items():
        assert isinstance(declaration, ast.Board)
        yield name, declaration


def layouts(cx: Context) -> Iterator[tuple[str, ast.Layout]]:
    """All layouts by name."""
    for name, declaration in cx.symbols.space("layout").items():
        assert isinstance(declaration, ast.Layout)
        yield name, declaration


def places_of(cx: Context, layout: ast.Layout) -> dict[str, int]:
    """How often each named place is on the map of a layout: one that is there several times is a zone."""
    known = dict(boards(cx))
    laid = [place for placing in layout.placings if placing.board.text in known for place in known[placing.board.text].places]
    counts: dict[str, int] = {}
    for place in (*laid, *layout.places):
        counts[place.name.text] = counts.get(place.name.text, 0) + 1
    return counts


def _sure_places(cx: Context, layout: ast.Layout) -> set[str]:
    """The named places that are on the map of a layout in any case: its own, and those of boards that are laid whole."""
    known = dict(boards(cx))
    whole = [known[placing.board.text] for placing in layout.placings if placing.board.text in known and not placing.part]
    return {place.name.text for places in (*(board.places for board in whole), layout.places) for place in places}


def zone_names(cx: Context) -> dict[str, None]:
    """The zones of all layouts, and the places that are several hexes on some map."""
    found: dict[str, None] = {}
    for _, layout in layouts(cx):
        found.update({zone.name.text: None for zone in layout.zones})
        found.update({name: None for name, count in places_of(cx, layout).items() if count > 1})
    return found


def ground_name(cx: Context, text: str, span: Span) -> Core | None:
    """A name of the ground in a rule: a place, or a zone as the set of its hexes; None when no map has it."""
    found = ground_names(cx).get(text)
    return None if found is None else Core("zone" if isinstance(found, Set) else "place", (text,), found, span)


def ground_names(cx: Context) -> dict[str, Type]:
    """All names of places and zones with what they are in rules."""
    if cx.ground_names is None:
        places = [_sure_places(cx, layout) for _, layout in layouts(cx)]
        named = dict.fromkeys(name for _, layout in layouts(cx) for name in places_of(cx, layout))
        zones: dict[str, Type] = dict.fromkeys(zone_names(cx), Set(PLACE))
        everywhere = {name: PLACE if all(name in there for there in places) else optional(PLACE) for name in named}
        cx.ground_names = {**everywhere, **zones}
    return cx.ground_names


def edge_features(cx: Context) -> dict[str, Span]:
    """What lies on the edges of any board or layout, each with the place where it is first written."""
    found: dict[str, Span] = {}
    edges = [edge for _, board in boards(cx) for edge in board.edges] + [edge for _, layout in layouts(cx) for edge in layout.edges]
    for edge in edges:
        found.setdefault(edge.feature.text, edge.feature.span)
    return found
