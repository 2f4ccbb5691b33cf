"""Why an input is refused.

The first reason in reporting order is given: the game is over; not your decision; not offered; the card is not
in hand; the kind's own guards; not yours; limit; cost; a value outside of its domain; guards in written order.
For a whole action all its arguments are known. For an action that is only named, and for a value after which
nothing completes the action, the parameters that are still open are tried: the reason of the first candidate
is given, those of the others are in `also`.
"""

from collections.abc import Iterator
from typing import Any

from tankdsl.engine import requests
from tankdsl.engine.frames import ANYTIME, Code, Path, Play, Stage, Window
from tankdsl.engine.loops import fixed_of, loop_of
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Action, ActionParam
from tankdsl.engine.naming import read_point
from tankdsl.engine.paths import Walk, walks
from tankdsl.engine.paths import walk_of as path_walk
from tankdsl.engine.reads import slots_of
from tankdsl.engine.reasons import ERRORS, Refusal, descend, failures, first, names_of, outside, standard
from tankdsl.engine.sealed import open_parts
from tankdsl.engine.staging import IN_PLAY, cost_of, find_card, left_of, members, offers, walk_of
from tankdsl.engine.types import PLACE
from tankdsl.engine.why_steps import step_refusal, stop_refusal

__all__ = ["Refusal", "action_refusal", "refusal"]

KINDS_OF_VERBS = {"pick": "pick", "step": "step", "point": "point", "yes": "yes_no", "sealed": "sealed", "chance": "chance"}
"""The kind of request that an input answers."""
MOST_TRIED = 48
"""Candidates that are tried for parameters which the input does not give."""


def refusal(m: Machine, given: Any, side: str | None = None) -> Refusal:
    """The first reason, in reporting order, why a well formed input is not legal."""
    verb, value = requests.verb_of(given)
    early = before_all(m, side)
    if early is not None:
        return early
    if verb == "play":
        return action_refusal(m, requests.action_index(m, value), {})
    kind = m.decision.kind
    if verb in KINDS_OF_VERBS and kind != KINDS_OF_VERBS[verb]:
        return standard(m, "wrong_form")
    if verb == "pass":
        return standard(m, "not_offered")
    if verb == "sealed":
        return standard(m, "not_in_domain")
    frame = m.frames[-1]
    if isinstance(frame, Stage):
        return _stage_refusal(m, frame, verb, value)
    if isinstance(frame, Path):
        code = m.frames[-2]
        assert isinstance(code, Code)
        walk = path_walk(m, code, tuple(frame.places))
        return _walk_refusal(m, walk, verb, value)
    if verb == "point" and isinstance(frame, Code):
        _, _, _, slot, condition, *_ = m.game.procs[frame.proc].code[frame.pc]
        slots = list(frame.slots)
        slots[slot] = read_point(m.game, value)
        if not m.game.map.has(slots[slot]):
            return standard(m, "not_in_domain")
        return descend(m, m.game.roots[condition], slots) or standard(m, "not_in_domain")
    if verb == "pick" and isinstance(frame, Code):
        _, _, _, candidates, _, _, type = m.game.procs[frame.proc].code[frame.pc]
        picked = requests.read_named(m, value, type)
        return outside(m, m.game.roots[candidates], picked, list(frame.slots)) or standard(m, "not_in_domain")
    return standard(m, "not_in_domain" if verb in ("pick", "chance") else "wrong_form")


def before_all(m: Machine, side: str | None) -> Refusal | None:
    """The reasons that come before everything else."""
    if m.over is not None:
        return standard(m, "game_over")
    asked = [requests.side_id(m, m.decision.side)]
    if m.decision.kind == "sealed":
        asked = [requests.side_id(m, part[1]) for part in open_parts(m)]
    if side is not None and m.decision.kind != "chance" and side not in asked:
        return standard(m, "not_your_decision")
    return None


# -- whole actions


def action_refusal(m: Machine, index: int, args: dict[str, Any]) -> Refusal:
    """Why an action is not legal with these arguments (run-time values by name; some or all may be missing)."""
    found = offered(m)
    if found is None or index not in found[0]:
        return standard(m, "not_offered")
    _, side, window, window_args, fixed, left = found
    action = m.game.actions[index]
    slots: list[Any] = [None] * action.slots
    slots[0] = side
    if window in action.windows:
        slots[1 : 1 + action.inherits] = window_args[: action.inherits]
    if action.card is not None:
        slots[action.card.slot] = find_card(m, action, side)
        if slots[action.card.slot] is None:
            return standard(m, "not_in_hand")
    known = {param.name: value for param, value in zip(action.params, fixed, strict=False)}
    if any(args.get(name, value) != value for name, value in known.items()):
        return standard(m, "not_in_domain")
    trial = _Trial(m, action, left)
    reasons = list(trial.reasons(slots, {**args, **known}))
    if not reasons:
        return standard(m, "not_offered")
    return reasons[0].with_also(reasons[1:])


def offered(m: Machine) -> tuple[tuple[int, ...], int, int, tuple[Any, ...], tuple[Any, ...], int | None] | None:
    """Actions that are on offer, legal or not: with side, window, its arguments, fixed values, what is left."""
    frame = m.frames[-1]
    side = m.decision.side
    if isinstance(frame, Window) and side is not None:
        args = () if frame.window == ANYTIME else frame.args
        return offers(m.game, frame.window), side, frame.window, args, (), None
    if isinstance(frame, Play) and side is not None:
        loop, code = loop_of(m, len(m.frames) - 1)
        return loop.actions, side, IN_PLAY, (), fixed_of(m, loop, code), left_of(m, len(m.frames) - 1)
    return None


class _Trial:
    """One action that is tried with arguments."""

    def __init__(self, m: Machine, action: Action, left: int | None) -> None:
        self.m = m
        self.action = action
        self.left = left
        self.names = names_of(m, action)
        self.tried = 0

    def reasons(self, slots: list[Any], args: dict[str, Any]) -> Iterator[Refusal]:
        """Reasons in reporting order; the arguments are set in the slots first."""
        m, action = self.m, self.action
        own = tuple(c for c in action.guards if c.first)
        known = {0, *range(1, 1 + action.inherits)} | ({action.card.slot} if action.card else set())
        for param in action.params:
            if param.name in args:
                slots[param.slot] = args[param.name]
                known.add(param.slot)
        yield from failures(m, tuple(c for c in own if slots_of(c) <= known | _lets(own)), slots, self.names)
        if action.by is not None and m.E[action.by](slots) is not True:
            yield standard(m, action.by_rid, m.game.text.get(action.by_text, ""))
        yield from self._limits(slots, known)
        yield from self._params(slots, args, 0, known)

    def _limits(self, slots: list[Any], known: set[int]) -> Iterator[Refusal]:
        """Limits and cost, as far as they depend on what is known."""
        m, action = self.m, self.action
        for limit in action.limits:
            if slots_of(*(m.game.roots[key] for key in limit.keys)) <= known:
                keys = tuple(m.E[key](slots) for key in limit.keys)
                if m.counted(limit.index, slots[0], keys) >= limit.most:
                    yield standard(m, "limit_reached", m.game.text.get(limit.reason, ""), limit.cites)
        cost = () if action.cost is None else m.game.roots[action.cost]
        if self.left is not None and slots_of(cost) <= known and self._costs(slots) > self.left:
            yield standard(m, "cannot_pay")

    def _costs(self, slots: list[Any]) -> int:
        """The cost; nothing where arguments outside of their domains have none."""
        try:
            return cost_of(self.m, self.action, slots)
        except ERRORS:
            return 0

    def _params(self, slots: list[Any], args: dict[str, Any], k: int, known: set[int]) -> Iterator[Refusal]:
        """Domains of the given arguments from left to right, the others being tried; guards at the end."""
        if k == len(self.action.params):
            self.tried += 1
            frame = list(slots)
            if len(args) < len(self.action.params):
                yield from self._limits(frame, known | {p.slot for p in self.action.params})
            yield from failures(self.m, self.action.guards, frame, self.names)
            return
        param = self.action.params[k]
        if param.name in args:
            inside = value_refusal(self.m, param, list(slots), args[param.name])
            if inside is not None:
                yield inside
            yield from self._params(slots, args, k + 1, known)
            return
        candidates = list(self._candidates(param, slots))
        if not candidates:
            yield from self._nothing(param, slots)
        for value in candidates:
            if self.tried < MOST_TRIED:
                slots[param.slot] = value
                yield from self._params(slots, args, k + 1, known)
        slots[param.slot] = None

    def _candidates(self, param: ActionParam, slots: list[Any]) -> Iterator[Any]:
        try:
            if param.path is not None:
                walk = walk_of(self.m, param, slots, ())
                for _, path in zip(range(MOST_TRIED), walks(self.m, walk) if walk else (), strict=False):
                    yield path
                return
            found = members(self.m, param, slots, (), tested=False)
            if param.some:
                yield from ((value,) for value in found)
                found = [tuple(sorted(found))] if len(found) > 1 else []
            yield from found
        except ERRORS:
            return

    def _nothing(self, param: ActionParam, slots: list[Any]) -> Iterator[Refusal]:
        """Why there is no candidate: the reasons of everything that the domain has before its conditions."""
        if param.path is not None or param.domain is None:
            yield standard(self.m, "not_in_domain")
            return
        domain = self.m.game.roots[param.domain]
        while domain[0] == "filter":
            domain = domain[2]
        reasons = []
        for value in self.m.ev.oracle.value(domain, slots)[:MOST_TRIED]:
            found = value_refusal(self.m, param, list(slots), (value,) if param.some else value)
            reasons += [found] if found else []
        reasons.sort(key=lambda reason: reason.rid == "not_in_domain")
        yield reasons[0].with_also(reasons[1:]) if reasons else standard(self.m, "not_in_domain")


def _lets(conjuncts: tuple[Any, ...]) -> set[int]:
    return {c.slot for c in conjuncts if c.form == "let"}


def value_refusal(m: Machine, param: ActionParam, slots: list[Any], value: Any) -> Refusal | None:
    """Why a value, or a member of a group, is not one that domain and `where` allow; None when it is."""
    if param.path is not None:
        return path_refusal(m, walk_of(m, param, slots, ()), value)
    if not param.some:
        return member_refusal(m, param, slots, value, ())
    if not value:
        return standard(m, "not_in_domain")
    for position, member in enumerate(value):
        found = member_refusal(m, param, slots, member, tuple(value[:position]))
        if found is not None:
            return found
    return None


def member_refusal(m: Machine, param: ActionParam, slots: list[Any], value: Any, picked: tuple[Any, ...]) -> Refusal | None:
    """Why one value may not be picked after others."""
    assert param.domain is not None
    if param.so_far is not None:
        slots[param.so_far] = picked
    slots[param.slot] = value
    if value in picked:
        return standard(m, "not_in_domain")
    found = outside(m, m.game.roots[param.domain], value, slots)
    if found is not None or param.where is None:
        return found
    try:
        if m.E[param.where](slots) is True:
            return None
        return descend(m, m.game.roots[param.where], slots) or standard(m, "not_in_domain")
    except ERRORS:
        return standard(m, "not_in_domain")


def path_refusal(m: Machine, walk: Walk | None, places: Any) -> Refusal | None:
    """Why a whole path is not legal; None when it is."""
    if walk is None:
        return standard(m, "not_in_domain")
    for place in places or ():
        found = step_refusal(m, walk, place)
        if isinstance(found, Refusal):
            return found
        walk = found
    return stop_refusal(m, walk)


# -- parameters that are being asked for


def _stage_refusal(m: Machine, frame: Stage, verb: str, value: Any) -> Refusal:
    action = m.game.actions[frame.action]
    param = action.params[frame.param]
    slots, left = list(frame.slots), left_of(m, len(m.frames) - 2)
    picked = tuple(frame.picked)
    if param.path is not None:
        found = _walk_refusal(m, walk_of(m, param, slots, picked), verb, value)
        if found.rid != "not_offered":
            return found
        picked = (*picked, requests.read_named(m, value, requests.option_type(m))) if verb == "step" else picked
        value = picked
    elif verb == "done":
        if not param.some or not picked:
            return standard(m, "wrong_form")
        value = tuple(sorted(picked))
    elif verb == "pick":
        chosen = requests.read_named(m, value, requests.option_type(m))
        found_member = member_refusal(m, param, list(slots), chosen, picked)
        if found_member is not None:
            return found_member
        value = tuple(sorted((*picked, chosen))) if param.some else chosen
    known = {p.name: slots[p.slot] for p in action.params[: frame.param]}
    reason = first(_Trial(m, action, left).reasons(slots, {**known, param.name: value}))
    return reason or standard(m, "not_in_domain")


def _walk_refusal(m: Machine, walk: Walk | None, verb: str, value: Any) -> Refusal:
    if walk is None or verb not in ("step", "point", "done"):
        return standard(m, "wrong_form")
    if verb == "done":
        return stop_refusal(m, walk) or standard(m, "not_offered")
    place = read_point(m.game, value) if verb == "point" else requests.read_named(m, value, PLACE)
    found = step_refusal(m, walk, place)
    return found if isinstance(found, Refusal) else standard(m, "not_offered")
