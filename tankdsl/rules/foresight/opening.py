"""What may change between the set-up of a scenario and its first round: by what the sequence does before its rounds, and by triggers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tankdsl.check import tree
from tankdsl.check.tree import AnyStmt, Core
from tankdsl.rules.foresight.moments import Moment
from tankdsl.rules.foresight.passages import passages
from tankdsl.rules.foresight.ways import Loose, Way
from tankdsl.rules.walk import fields_read

if TYPE_CHECKING:
    from tankdsl.rules.foresight.outlook import Outlook

CHANGES = (tree.RemoveThing, tree.PlaceThing, tree.Go, tree.MoveThing, tree.Draw, tree.Pour, tree.SetTerrain)
"""What changes where things are; any question may rest on that."""


def may_change_at_once(outlook: Outlook, condition: Core) -> bool:
    """Whether something that happens before the first round may change what a condition asks."""
    if not outlook.once("stirred", lambda: _is_stirred(outlook)):
        return False
    read = fields_read(outlook.program, condition)
    found = [(node, each) for node, each in outlook.game.statements if isinstance(each, CHANGES) or _written(each) in read]
    return any(_may_be_gone(outlook.anytime, way) for node, each in found for way in _early(outlook, node, each))


def _is_stirred(outlook: Outlook) -> bool:
    """Whether anything at all may happen before the first round; triggers have to be met by the set-up, if nothing else changes it."""
    changing = [(node, each) for node, each in outlook.game.statements if isinstance(each, (*CHANGES, tree.Assign))]
    early = [way for node, each in changing for way in _early(outlook, node, each)]
    start = outlook.moment(0)
    return any(_may_be_gone(start if way and isinstance(way[0], Loose) else outlook.anytime, way) for way in early)


def _written(statement: AnyStmt) -> tuple[str, str] | None:
    return (statement.kind, statement.field) if isinstance(statement, tree.Assign) else None


def _early(outlook: Outlook, node: tuple[str, str], statement: AnyStmt) -> Iterator[Way]:
    """The ways to a statement that may be gone before the first round; one that nothing bars where there are too many."""
    ways = outlook.ways.to(node, statement)
    yield from ((),) if ways is None else (way for way in ways if isinstance(way[0], Loose) or not outlook.is_in_rounds(way))


def _may_be_gone(moment: Moment, way: Way) -> bool:
    return moment.settled(lambda: any(True for _ in passages(moment, way, {}, frozenset())))
