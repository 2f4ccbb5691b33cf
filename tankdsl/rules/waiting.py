"""Endings and the pieces that are still to come: whether an ending is looked at while they wait and those that are there may be lost.

A piece that players bring in can wait as long as they like. One that a rule puts down by itself waits until that rule does; in the round
in which it may do so it is asked what comes first, the rule or anything that takes pieces off.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Literal

from tankdsl.check import tree
from tankdsl.check.tree import AnyStmt, EndingDef
from tankdsl.rules.calls import bodies_of, reached, touched
from tankdsl.rules.foresight import Outlook
from tankdsl.rules.foresight.arrivals import Mover, landings, movers_of
from tankdsl.rules.foresight.clock import is_open, is_sure, rounds_of
from tankdsl.rules.foresight.values import FOREVER
from tankdsl.rules.foresight.ways import Answers, Calls, Loose, Offers
from tankdsl.rules.scopes import opens
from tankdsl.rules.tempo import begins_with
from tankdsl.rules.walk import statements

Looked = Literal["always", "each round"]


def may_be_lost(outlook: Outlook, thing: str) -> bool:
    """Whether a rule may take a piece off the map."""
    return outlook.can_be_removed(thing) or outlook.can_be_piled(thing)


def may_be_too_early(outlook: Outlook, ending: EndingDef, thing: str) -> bool:
    """Whether an ending is surely looked at while a piece may wait, when all that stands on the map may have been lost."""
    if not 1 <= outlook.comes_in(thing) < FOREVER:
        return False
    looked = outlook.once(("looked", ending.during, ending.at_end_of), lambda: _looked(outlook, ending))
    if looked is None:
        return False
    round, movers = outlook.once(("by itself", outlook.class_of(thing)), lambda: _by_itself(outlook, thing))
    if looked == "each round":
        return round > 2
    return round > 1 or any(_is_late(outlook, mover, thing) for mover in movers)


def _looked(outlook: Outlook, ending: EndingDef) -> Looked | None:
    """When an ending is surely looked at: all the time from the first round on, or at some moment of every round; None if it may not be."""
    if ending.during is None and ending.at_end_of is None:
        return "always"
    found = rounds_of(outlook)
    if found is None:
        return None
    around = ending.during is None or is_open(found[1], ending.during)
    if ending.at_end_of in (None, "round") and around:
        return "always" if ending.at_end_of is None else "each round"
    scope = ending.at_end_of or ending.during
    for node, statement in outlook.game.statements:
        if opens(statement) == scope:
            for way in outlook.ways.to(node, statement) or ():
                inside = around or ending.during == scope or is_open(way, str(ending.during))
                if inside and outlook.is_in_rounds(way) and is_sure(outlook, node, way):
                    return "each round"
    return None


def _by_itself(outlook: Outlook, thing: str) -> tuple[int, tuple[Mover, ...]]:
    """The first round in which a piece may be put down without anybody's choice, and the ways on which that is; FOREVER if it never is."""
    movers, too_many = movers_of(outlook, thing)
    found = [
        (arrival.round, mover)
        for mover in movers
        if isinstance(mover.statement, tree.PlaceThing) and not _is_chosen(mover)
        for arrival in landings(outlook, mover, thing, None)
    ]
    round = 0 if too_many else min((round for round, _ in found), default=FOREVER)
    return round, tuple(dict.fromkeys(mover for each, mover in found if each == round)) if round == 1 else ()


def _is_chosen(mover: Mover) -> bool:
    """Whether somebody may leave it, or do something else instead."""
    for item in mover.way:
        match item:
            case Answers():
                return True
            case Offers(plays=plays) if plays.may_pass or len(plays.actions) > 1:
                return True
    return False


# ----------------------------------------------------------------------------------------------------- the order in a round


def _is_late(outlook: Outlook, mover: Mover, thing: str) -> bool:
    """Whether pieces may be taken off in a round before a rule puts another one down in it."""
    found = rounds_of(outlook)
    if found is None or any(isinstance(item, Loose) for item in mover.way):
        return False
    steps = {id(mover.statement), *(id(item.call) for item in mover.way if isinstance(item, Calls))}
    steps |= {id(item.plays) for item in mover.way if isinstance(item, Offers)}
    return _Order(outlook, frozenset(steps), outlook.side_of(thing)).is_late(found[0].body)


class _Order:
    """What comes first in a round: the steps by which a piece of a side is put down, or something that takes pieces off."""

    def __init__(self, outlook: Outlook, steps: frozenset[int], side: str | None) -> None:
        self._outlook = outlook
        self._game = outlook.game
        self._bodies = dict(bodies_of(outlook.program))
        self._steps = steps
        self._side = side
        self._by_triggers = any(_takes_off(each) for each in self._run_by([("whenever", id) for id in outlook.program.whenevers]))

    def is_late(self, body: tuple[AnyStmt, ...]) -> bool:
        """Whether something may take pieces off in a body before the steps."""
        for step in body:
            if self._steps.isdisjoint(map(id, statements((step,)))):
                if self._takes_off(step):
                    return True
                continue
            inner = self._bodies.get(("proc", step.proc), ()) if isinstance(step, tree.CallProc) else None
            parts = [inner] if inner is not None else [getattr(step, name, None) or () for name in ("body", "then", "orelse")]
            if any(self.is_late(part) for part in parts if not self._steps.isdisjoint(map(id, statements(part)))):
                return True
            # Those whose turn it is later may lose pieces before it.
            first = begins_with(self._game, self._outlook.scenario, step.start) if isinstance(step, tree.EachTurn) else self._side
            return isinstance(first, str) and first != self._side and self._takes_off(step)
        return False

    def _takes_off(self, step: AnyStmt) -> bool:
        ran = (*statements((step,)), *self._run_by(touched(self._game.program, step)))
        return any(_takes_off(each) or (self._by_triggers and isinstance(each, tree.Assign)) for each in ran)

    def _run_by(self, roots: Iterator[Hashable] | list[tuple[str, str]]) -> Iterator[AnyStmt]:
        nodes = dict.fromkeys(node for root in roots if root in self._game.calls for node in reached(self._game.calls, root))
        return (each for node in nodes for each in statements(self._bodies.get(node, ())))


def _takes_off(statement: AnyStmt) -> bool:
    return isinstance(statement, (tree.RemoveThing, tree.MoveThing))
