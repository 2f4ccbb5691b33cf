"""What each member of a group must meet by itself.

Ten units make 1,023 groups, and guards speak about whole groups. But most of what they say is an `each`
conjunct: it must hold for every member. A candidate that fails it alone is in no legal group, and leaving such
candidates out changes nothing but the number of groups to look at. The tests are found when the game is
loaded, also inside guards to which the group is handed on, and become expressions of their own, which an
evaluator may compile.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from tankdsl.engine.model import ActionParam, Conjunct, Game, MemberTest, Node, Root
from tankdsl.engine.reads import slots_of

Calls = tuple[tuple[int, tuple[Node, ...], frozenset[int]], ...]
"""For each guard on the way its number, its arguments, and those that are needed."""
Add = Callable[[Node], Root]
"""Makes an expression one that is evaluated on its own."""


def with_tests(
    params: tuple[ActionParam, ...], guards: tuple[Conjunct, ...], known: set[int], game: Game, add: Add
) -> tuple[ActionParam, ...]:
    """The parameters of an action with the tests of their members; `known` are the slots set before the first."""
    found = []
    for param in params:
        if param.some:
            tests = _tests(guards, param.slot, frozenset(known), (), game)
            param = replace(param, tests=tuple(_compiled(calls, conjunct, game, add) for calls, conjunct in tests))
        found.append(param)
        known = known | {param.slot}
    return tuple(found)


def _compiled(calls: Calls, conjunct: Conjunct, game: Game, add: Add) -> MemberTest:
    """A test of which all expressions are roots."""
    entered = tuple(
        (game.guards[callee].slots, tuple(add(arg) if i in needed else None for i, arg in enumerate(args)))
        for callee, args, needed in calls
    )
    return MemberTest(entered, conjunct.slot, add(_condition(conjunct.parts)))


def _condition(parts: tuple[Conjunct, ...]) -> Node:
    """Requirements as one expression; what a `let` finds stands in its slot for those behind it."""
    if not parts:
        return ("const", True)
    first, rest = parts[0], _condition(parts[1:])
    match first.form:
        case "let":
            return ("iflet", first.slot, first.node, rest, ("const", False))
        case "guard":
            return ("and", ("holds", first.callee, first.args), rest)
        case "each":
            return ("and", ("all", first.slot, first.node, _condition(first.parts)), rest)
    return ("and", first.node, rest)


def _tests(
    conjuncts: tuple[Conjunct, ...], group: int, known: frozenset[int], calls: Calls, game: Game
) -> Iterator[tuple[Calls, Conjunct]]:
    """Tests in a frame in which the group stands in a slot and others are known already."""
    for conjunct in conjuncts:
        if conjunct.form == "each" and conjunct.node == ("local", group):
            parts = _parts_about_one(conjunct, known)
            if parts:
                yield calls, replace(conjunct, parts=parts)
        elif conjunct.form == "guard":
            given = frozenset(i for i, arg in enumerate(conjunct.args) if slots_of(arg) <= known)
            for position, arg in enumerate(conjunct.args):
                if arg == ("local", group):
                    call = (conjunct.callee, conjunct.args, given | {position})
                    yield from _tests(game.guards[conjunct.callee].conjuncts, position, given, (*calls, call), game)


def _parts_about_one(conjunct: Conjunct, known: frozenset[int]) -> tuple[Conjunct, ...]:
    """The parts of an `each` conjunct that read nothing but the member, what is known, and what parts before them found."""
    readable, kept = {conjunct.slot, *known}, []
    for part in conjunct.parts:
        if slots_of(part) <= readable:
            kept.append(part)
            if part.form == "let":
                readable.add(part.slot)
        elif part.form == "let":
            readable.discard(part.slot)
    return tuple(kept)
