"""Actions: what a side may decide to do, when, with what, and the procedure that does it.

The frame of an action holds the acting side, what the window hands over, the card, the parameters, and what its guards
bind. The procedure gets those of them that it mentions, so that nothing is computed twice; what it changes for the
window it returns.
"""

from __future__ import annotations

from tankdsl.check.tree import ActionDef, Limit, Local, ParamDef
from tankdsl.check.types import SIDE, Bool, Kind, required
from tankdsl.lower.build import Build, Json
from tankdsl.lower.conjuncts import bound_by, lower_conjuncts
from tankdsl.lower.expressions import local, lower_expr
from tankdsl.lower.frames import Frame
from tankdsl.lower.free import locals_in
from tankdsl.lower.procs import lower_proc, make_proc
from tankdsl.lower.texts import words
from tankdsl.lower.types import lower_type


class Actions:
    """Lowers the actions of a program one by one, and collects the procedures that they need."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.procs: list[Json] = []
        self._afters: dict[str, Json] = {}
        """For each kind of cards the procedure that most of them run afterwards."""

    def lower(self, action: ActionDef) -> Json:
        """One action."""
        frame = self._frame(action)
        path = ("rules", "actions", action.id)
        self.build.origin(path, action.span, action.cites)
        params = [self._param(frame, param) for param in action.params]
        early = lower_conjuncts(frame, action.first_guards, (*path, "guards"), first=True)
        late = lower_conjuncts(frame, action.guards, (*path, "guards"), start=len(early))
        out: dict[str, Json] = {
            "id": action.id,
            "text": self.build.texts.add(f"action.{action.id}", action.text or words(action.name)),
            "slots": 0,
            "on": _occasion(action),
            "inherits": len(action.inherited) if action.windows else 0,
            **_card(action),
            **_by(frame, action),
            "params": params,
            "guards": [*early, *late],
            "limits": [self._limit(frame, limit) for limit in action.limits],
            "cost": 0 if action.cost is None else lower_expr(frame, action.cost),
            **self._effect(frame, action),
            **self._after(action),
            **frame.names(param.local.name for param in action.params),
            "cites": list(action.cites),
        }
        out["slots"] = frame.slots.count
        return out

    def _frame(self, action: ActionDef) -> Frame:
        given = [action.me, *(action.inherited if action.windows else ())]
        frame = Frame(self.build, action.id, given)
        if action.card is not None:
            # The engine puts the card into the slot behind the inherited ones, whether the action names it or not.
            frame.slots.of(action.self_local or Local("self", Kind(action.card[0])))
        for param in action.params:
            frame.slots.of(param.local)
        return frame

    def _param(self, frame: Frame, param: ParamDef) -> Json:
        bound = param.local
        out: dict[str, Json] = {
            "name": bound.name,
            "slot": frame.slots.of(bound),
            "type": lower_type(self.build.program, bound.type),
            "domain": lower_expr(frame, param.domain),
        }
        if param.some:
            out["some"] = True
        return out

    def _limit(self, frame: Frame, limit: Limit) -> Json:
        if limit.scope != "game":
            self.build.scopes.setdefault(limit.scope)
        out: dict[str, Json] = {
            "id": limit.id,
            "most": limit.most,
            "keys": [lower_expr(frame, key) for key in limit.keys],
            "scope": limit.scope,
            "own": limit.own,
        }
        if limit.reason is not None and limit.reason.text:
            out["reason"] = frame.text(f"limit.{limit.id}", limit.reason.text)
            out["cites"] = list(limit.reason.cites)
        return out

    def _effect(self, frame: Frame, action: ActionDef) -> dict[str, Json]:
        """The procedure with the locals it mentions as its parameters."""
        mentioned = set(locals_in(action.body))
        lets = [let.local for let in bound_by((*action.first_guards, *action.guards))]
        own = [param.local for param in action.params]
        card = [action.self_local] if action.self_local else []
        passed = [one for one in (action.me, *action.inherited, *card, *own, *lets) if one in mentioned]
        changed = [one for one in action.changes if one in mentioned] if action.windows else []
        proc = make_proc(f"action.{action.id}", "action", passed, action.body, action.span, changed, action.id)
        self.procs.append(lower_proc(self.build, proc))
        out: dict[str, Json] = {"proc": proc.id, "args": [local(frame, one) for one in passed]}
        if changed:
            out["returns"] = [action.inherited.index(one) for one in changed]
        return out

    def _after(self, action: ActionDef) -> dict[str, Json]:
        """What is done with the card afterwards. What all cards of a kind have in common is one procedure."""
        if action.after is None or action.card is None:
            return {}
        kind, mark = action.card[0], len(self.build.origins)
        proc = self._after_proc(action, f"after.{kind}")
        if kind not in self._afters:
            self._afters[kind] = proc
            self.procs.append(proc)
            return {"after": proc["id"]}
        del self.build.origins[mark:]
        if self._afters[kind] != proc:
            proc = self._after_proc(action, f"after.{action.id}")
            self.procs.append(proc)
        return {"after": proc["id"]}

    def _after_proc(self, action: ActionDef, id: str) -> Json:
        kind = action.card[0] if action.card else ""
        side, card = action.after_me or Local("side", SIDE), action.after_self or Local("card", Kind(kind))
        return lower_proc(self.build, make_proc(id, "after", (side, card), action.after or (), action.span))


def _occasion(action: ActionDef) -> Json:
    on: dict[str, Json] = {}
    if action.as_action:
        on["play"] = True
    if action.windows:
        on["windows"] = list(action.windows)
    if action.anytime:
        on["anytime"] = True
    return on


def _card(action: ActionDef) -> dict[str, Json]:
    if action.card is None:
        return {}
    kind, model, pile = action.card
    return {"card": {"kind": kind, "model": model, "pile": pile}}


def _by(frame: Frame, action: ActionDef) -> dict[str, Json]:
    """Who may do it: a condition, or the side itself."""
    if action.by is None:
        return {}
    by = lower_expr(frame, action.by)
    return {"by": by if isinstance(required(action.by.type), Bool) else ["==", local(frame, action.me), by]}
