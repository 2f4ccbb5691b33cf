"""Rosters: which things each side fields.

A thing whose row names its side belongs to that side; one without a side (a base camp, a card) is dealt to every side that lists it.
What a roster or the forces of any scenario of the pack name is *dealt*: it exists where it is dealt and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tankdsl.check.context import PLACEABLE, Context
from tankdsl.check.layouts import is_side
from tankdsl.check.limits import MOST_COPIES
from tankdsl.check.static import models_of
from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.diagnostics.registry import names, structure
from tankdsl.resolve.symbols import Thing
from tankdsl.syntax import ast

DEALABLE = PLACEABLE | {"card", "mission", "thing"}
"""Categories whose things a side may field."""


def check_rosters(cx: Context) -> None:
    """Check every roster by itself; scenarios read them again."""
    for _, roster in rosters(cx):
        check_forces(cx, roster.sides)


def rosters(cx: Context) -> Iterator[tuple[str, ast.Roster]]:
    """All rosters by name."""
    for name, declaration in cx.symbols.space("roster").items():
        assert isinstance(declaration, ast.Roster)
        yield name, declaration


def check_forces(cx: Context, sides: Iterable[ast.SideForces]) -> None:
    """Report unknown sides and things, things of another side, empty counts, and a side that is listed twice."""
    seen: dict[str, ast.SideForces] = {}
    for forces in sides:
        if not is_side(cx, forces.side):
            continue
        earlier = seen.setdefault(forces.side.text, forces)
        if earlier is not forces:
            headline = f"the forces of `{forces.side.text}` are listed twice"
            cx.report(kinds.FORCES_WRONG, forces.side.span, headline, secondary=cx.labels((earlier.side.span, "listed first here")))
        for force in forces.forces:
            _check_force(cx, forces.side.text, force)


def _check_force(cx: Context, side: str, force: ast.Force) -> None:
    if force.count < 1:
        cx.report(kinds.FORCES_WRONG, force.span, f"{force.count} of `{force.model.text}`", help="leave it out, or write at least 1")
    elif force.count > MOST_COPIES:
        headline = f"`{side}` fields {force.count:,} of `{force.model.text}`, and {MOST_COPIES:,} is the most"
        cx.report(structure.TOO_LARGE, force.span, headline)
    check_model(cx, side, force.model)


def check_model(cx: Context, side: str, name: ast.Ident) -> bool:
    """Whether a side may field a thing; reported when not."""
    found = cx.symbols.values.get(name.text)
    if not isinstance(found, Thing):
        if found is None:
            cx.unknown(name.span, name.text, "thing to field", fieldable(cx))
        else:
            headline = f"`{name.text}` is nothing that a side fields"
            cx.report(names.WRONG_KIND_OF_NAME, name.span, headline, help="name rows of units or cards")
        return False
    category = cx.category(found.kind)
    if category not in DEALABLE:
        cx.report(kinds.FORCES_WRONG, name.span, f"`{name.text}` is {_said(category)}, and no side can field that")
        return False
    owner = _side_of(cx, name.text)
    if owner is not None and owner != side:
        others = [model for model in fieldable(cx) if _side_of(cx, model) in (None, side) and _kind_of(cx, model) == found.kind]
        cx.report(
            kinds.FORCES_WRONG,
            name.span,
            f"`{name.text}` belongs to `{owner}`, and `{side}` fields it",
            secondary=cx.labels((found.span, "its row is here")),
            help=f"`{side}` can field {quoted(others)}" if others else (),
        )
        return False
    return True


def _said(category: str) -> str:
    return f"a {category}" if category in ("terrain", "part", "side") else f"of the category `{category}`"


def _side_of(cx: Context, model: str) -> str | None:
    found = models_of(cx.program).get(model)
    return None if found is None else found[1].side


def _kind_of(cx: Context, model: str) -> str:
    found = cx.symbols.values.get(model)
    return found.kind if isinstance(found, Thing) else ""


def fieldable(cx: Context) -> list[str]:
    """Everything that some side may field, for suggestions."""
    return [thing.id for kind, things in cx.symbols.things.items() if cx.category(kind) in DEALABLE for thing in things]


def dealt_models(cx: Context) -> frozenset[str]:
    """The things that a roster, or a scenario's own forces, deal to a side somewhere in the pack."""
    lists = [forces for _, roster in rosters(cx) for forces in roster.sides]
    for scenario in cx.symbols.space("scenario").values():
        assert isinstance(scenario, ast.Scenario)
        lists += scenario.forces
    return frozenset(force.model.text for forces in lists for force in forces.forces)
