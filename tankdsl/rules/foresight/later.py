"""What comes first in a round: counters that are raised only when something else in it is over, as the number of the turn at its end.

A moment is the end of a round; what happens earlier in it finds such a counter as the round before has left it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tankdsl.check import tree
from tankdsl.check.tree import AnyStmt, Program
from tankdsl.rules.foresight.passages import parts_of_item
from tankdsl.rules.foresight.ways import Calls, Loose, Offers, Times, Way
from tankdsl.rules.walk import fields_read, statements

if TYPE_CHECKING:
    from tankdsl.rules.foresight.outlook import Outlook

Fact = tuple[str, str]


def raised_later(outlook: Outlook, way: Way, end: AnyStmt) -> frozenset[Fact]:
    """The counters that a way to a statement asks and that nothing changes in a round before the way is over."""
    key = "raised later", id(way), id(end)
    return outlook.once(key, lambda: frozenset(fact for fact in _counters(outlook, way) if _is_later(outlook, fact, way, end)))


def _counters(outlook: Outlook, way: Way) -> list[Fact]:
    asked = fields_read(outlook.program, tuple(part for item in way for part in parts_of_item(item)))
    return [fact for fact in asked if outlook.writers(*fact) and outlook.is_counter(*fact)]


def _is_later(outlook: Outlook, fact: Fact, way: Way, end: AnyStmt) -> bool:
    """Whether all that sets a state in rounds comes after a way."""
    first = _in_round(way, end)
    if first is None:
        return False
    for node, assign in outlook.writers(*fact):
        ways = outlook.ways.to(node, assign)
        for other in ways or ():
            second = _in_round(other, assign) if outlook.is_in_rounds(other) else first
            if second is None or (second is not first and not _comes_first(outlook.program, first, second)):
                return False
        if ways is None:
            return False
    return True


def _in_round(way: Way, end: AnyStmt) -> list[AnyStmt] | None:
    """The statements by which a way goes, from the loop of rounds on; None where it is not gone once in each passage of a round."""
    found: list[AnyStmt] = []
    for item in way:
        match item:
            case Loose():
                return None
            case Times(statement=tree.Repeat(scope="round") as statement):
                if found:
                    return None
                found.append(statement)
            case Times(statement=statement) | Calls(call=statement) | Offers(plays=statement) if found:
                found.append(statement)
    return [*found, end] if found else None


def _comes_first(program: Program, first: list[AnyStmt], second: list[AnyStmt]) -> bool:
    """Whether the first of two ways is over before the second begins, each time."""
    if first[0] is not second[0]:
        return False
    body: tuple[AnyStmt, ...] = getattr(first[0], "body", ())
    for _ in range(len(first) + len(second)):
        one, other = _position(body, first), _position(body, second)
        if one is None or other is None or one != other:
            return one is not None and other is not None and one < other
        match body[one]:
            case tree.During(body=inner) | tree.Together(body=inner):
                body = inner
            case tree.CallProc(proc=id):
                body = program.procs[id].body
            case _:
                return False  # What a loop holds comes again and again.
    return False


def _position(body: tuple[AnyStmt, ...], way: list[AnyStmt]) -> int | None:
    """In which statement of a body a way goes on."""
    on_the_way = {id(statement) for statement in way}
    return next((at for at, each in enumerate(body) if any(id(inner) in on_the_way for inner in statements((each,)))), None)
