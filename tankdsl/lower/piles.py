"""Piles: one for all, or one for each side under a common name."""

from __future__ import annotations

from tankdsl.check.tree import PileDef
from tankdsl.lower.build import Build, Json
from tankdsl.lower.expressions import lower_expr, root_of
from tankdsl.lower.frames import Frame
from tankdsl.lower.instances import Instances


def lower_piles(build: Build, instances: Instances) -> list[Json]:
    """All piles in the order of their declarations, those of the sides in the order of the sides."""
    return [one for pile in build.program.piles.values() for one in _pile(build, pile, instances)]


def _pile(build: Build, pile: PileDef, instances: Instances) -> list[Json]:
    if "." in pile.id:
        return _carried(build, pile, instances)
    if not pile.per_side:
        build.origin(("content", "piles", pile.id), pile.span, pile.cites)
        return [_one(build, pile, pile.id, {}, instances)]
    out = []
    for side, _ in build.program.sides:
        id = f"{side}.{pile.id}"
        build.origin(("content", "piles", id), pile.span, pile.cites)
        out.append(_one(build, pile, id, {"owner": side, "field": pile.id}, instances))
    return out


def _carried(build: Build, pile: PileDef, instances: Instances) -> list[Json]:
    """A pile that every thing of a kind has, such as what a carrier holds."""
    kind, _, name = pile.id.partition(".")
    out = []
    for holder in instances.ids_within(kind):
        id = f"{holder}.{name}"
        build.origin(("content", "piles", id), pile.span, pile.cites)
        out.append(_one(build, pile, id, {"carrier": {"kind": root_of(build, kind), "id": holder}, "field": pile.id}, instances))
    return out


def _one(build: Build, pile: PileDef, id: str, owner: dict[str, Json], instances: Instances) -> Json:
    out: dict[str, Json] = {"id": id, "of": pile.of, **owner, "ordered": pile.ordered}
    if pile.visible is not None:
        out["visible"] = lower_expr(Frame(build, pile.id, (pile.owner, pile.viewer)), pile.visible)
    if pile.holds is not None:
        out["holds"] = pile.holds
    out["initial"] = instances.in_pile(id)
    if pile.refill is not None:
        out["refill"] = f"refill.{pile.id}"
    return out
