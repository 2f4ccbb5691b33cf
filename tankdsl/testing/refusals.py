"""Expected refusals: the input must be refused, for the expected reason, and must leave no trace."""

from __future__ import annotations

from collections import deque
from typing import Any

from tankdsl.check.cases import tree as tt
from tankdsl.engine.errors import InputError
from tankdsl.engine.protocol import Refused
from tankdsl.engine.why import Refusal
from tankdsl.testing.inputs import arguments, feed, offered_way, wait_for
from tankdsl.testing.stage import Broken, NeverAsked, Stage


def check_refusal(stage: Stage, refused: tt.Refused, *, here: bool = False) -> None:
    """Try the input on a copy of the game; the game itself stays as it is.

    It is tried at the next moment that it could be meant for; with `here` (a line of a script) at this very one.
    """
    before = stage.session.state()
    events = list(stage.session.events)
    try:
        if refused.put is not None and not here:
            wait_for(stage, refused.put)
        found = _refusal(stage, refused)
        which = _which(stage, refused, found)
    finally:
        stage.session.restore(before)
        stage.session.machine.events = events
    if found is None:
        raise Broken(refused.span, "this was accepted, and a refusal was expected", stage.story())
    _compare(refused, found, which)


def _which(stage: Stage, refused: tt.Refused, found: Refusal | None) -> tuple[str, ...]:
    """Which argument cannot be chosen, if that is the reason and another one was expected."""
    if found is None or found.rid != "not_in_domain" or refused.put is None or found.rid in refused.reasons:
        return ()
    from tankdsl.testing.domains import outside_of_domain

    way = offered_way(stage, refused.put.name, len(refused.put.args))
    return outside_of_domain(stage, {"do": way, "args": arguments(stage, refused.put, way)})


def _refusal(stage: Stage, refused: tt.Refused) -> Refusal | None:
    """The reason for which the input is refused; None when it is not."""
    if refused.picks:
        return _refused_picks(stage, refused)
    if refused.put is None:
        return _refused_answer(stage, {"pass": True}, refused.passing)
    if refused.put.side not in (None, stage.request.get("side")) and stage.request["kind"] != "over":
        return Refusal("not_your_decision", "It is not this side's decision.")
    way = offered_way(stage, refused.put.name, len(refused.put.args))
    reason = stage.session.why_not({"do": way, "args": arguments(stage, refused.put, way)})
    if reason is not None or not refused.script:
        return reason
    return _refused_on_the_way(stage, refused)


def _refused_picks(stage: Stage, refused: tt.Refused) -> Refusal | None:
    """Every one of the values must be refused; where nothing is to be picked, nothing can be."""
    if stage.request["kind"] not in ("pick", "step", "point"):
        return Refusal("not_offered", "Nothing is to be picked now.")
    for value in refused.picks:
        found = _refused_answer(stage, _pick(stage, value), refused.side)
        if found is None:
            return None
    return found


def _pick(stage: Stage, value: Any) -> dict[str, Any]:
    verb = stage.request["kind"]
    return {verb: stage.picked(value) if verb == "pick" else stage.json(value)}


def _refused_answer(stage: Stage, given: dict[str, Any], side: str | None) -> Refusal | None:
    if side is not None and stage.request.get("side") != side:
        return Refusal("not_your_decision", "It is not this side's decision.")
    return stage.session.why_not(given)


def _refused_on_the_way(stage: Stage, refused: tt.Refused) -> Refusal | None:
    """The action itself is legal, and its script (a path, a choice) must be refused at some point."""
    from tankdsl.testing.scripts import play_script

    assert refused.put is not None
    stage.keep_refusals = True
    try:
        feed(stage, refused.put)
        play_script(stage, deque(refused.script))
    except Refused as error:
        return error.refusal
    except InputError as error:
        return Refusal("wrong_form", str(error))
    except NeverAsked as error:
        return Refusal("not_offered", error.message)
    finally:
        stage.keep_refusals = False
    return None


def _compare(refused: tt.Refused, found: Refusal, which: tuple[str, ...]) -> None:
    """The first reason is the one reported; further ones must hold too. `which` says more about what was found."""
    if not refused.reasons:
        return
    first, *others = refused.reasons
    if first not in (found.rid, _template(found)):
        raise Broken(
            refused.span,
            f"refused for another reason: {found.text} ({found.rid})",
            (*which, f"expected: {first}", *(f"also: {reason.text} ({reason.rid})" for reason in found.also)),
        )
    known = {text for reason in found.also for text in (reason.rid, _template(reason))}
    missing = [reason for reason in others if reason not in known]
    if missing:
        raise Broken(refused.span, f"refused as expected, but not also because: {', '.join(missing)}")


def _template(reason: Refusal) -> str:
    """The text as the designer wrote it, with its `{names}`."""
    return reason.template or reason.text
