"""Conjuncts: what guards and actions require, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable

from tankdsl.check.tree import Conjunct, Demand, DemandEach, DemandGuard, DemandLet, Reason
from tankdsl.lower.build import Json
from tankdsl.lower.expressions import lower_expr
from tankdsl.lower.frames import Frame
from tankdsl.lower.texts import words

Path = tuple[str | int, ...]


def lower_conjuncts(frame: Frame, conjuncts: Iterable[Conjunct], path: Path, *, first: bool = False, start: int = 0) -> list[Json]:
    """Conjuncts in written order.

    `path` is where their list stands in the document and `start` the index of the first of them there; `first` marks
    those that are looked at before the rest.
    """
    return [_conjunct(frame, one, (*path, index), first) for index, one in enumerate(conjuncts, start)]


def _conjunct(frame: Frame, conjunct: Conjunct, path: Path, first: bool) -> Json:
    """One conjunct."""
    mark = {"first": True} if first else {}
    match conjunct:
        case Demand(condition, reason, span):
            frame.build.origin(path, span, reason.cites)
            return {"require": lower_expr(frame, condition), **_reason(frame, reason), **mark}
        case DemandLet(bound, value, reason, span):
            frame.build.origin(path, span, reason.cites)
            be = lower_expr(frame, value)
            return {"let": frame.slots.of(bound), "be": be, **_reason(frame, reason), **mark}
        case DemandGuard(guard, args, cites, span):
            frame.build.origin(path, span, cites)
            return {"guard": guard, "args": [lower_expr(frame, arg) for arg in args], "cites": list(cites), **mark}
        case DemandEach(bound, domain, demands, span):
            frame.build.origin(path, span)
            members = lower_expr(frame, domain)
            inner = lower_conjuncts(frame, demands, (*path, "conjuncts"))
            return {"each": frame.slots.of(bound), "in": members, "conjuncts": inner, **mark}


def _reason(frame: Frame, reason: Reason) -> dict[str, Json]:
    return {"reason": reason_text(frame, reason.rid, reason.text), "rid": reason.rid, "cites": list(reason.cites)}


def reason_text(frame: Frame, rid: str, text: str) -> str:
    """The key of a reason. An id such as `can_shoot.2` says whose it is; a standard one gets the name of the declaration."""
    return frame.text(f"reason.{rid}" if "." in rid else f"reason.{frame.owner}.{rid}", text or words(rid))


def bound_by(conjuncts: Iterable[Conjunct]) -> list[DemandLet]:
    """The conjuncts that bind a local for what comes after them."""
    return [conjunct for conjunct in conjuncts if isinstance(conjunct, DemandLet)]
