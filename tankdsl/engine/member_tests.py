"""What each member of a group must meet by itself.

Ten units make 1,023 groups, and guards speak about whole groups. But most of what they say is an `each`
conjunct: it must hold for every member. A candidate that fails it alone is in no legal group, and leaving such
candidates out changes nothing but the number of groups to look at. The tests are found when the game is
loaded, also inside guards to which the group is handed on.
"""

from collections.abc import Iterator
from dataclasses import replace

from tankdsl.engine.model import ActionParam, Conjunct, Game, MemberTest, Node
from tankdsl.engine.reads import slots_of

Calls = tuple[tuple[int, tuple[Node, ...], frozenset[int]], ...]


def with_tests(params: tuple[ActionParam, ...], guards: tuple[Conjunct, ...], known: set[int], game: Game) -> tuple[ActionParam, ...]:
    """The parameters of an action with the tests of their members; `known` are the slots set before the first."""
    found = []
    for param in params:
        if param.some:
            param = replace(param, tests=tuple(_tests(guards, param.slot, frozenset(known), (), game)))
        found.append(param)
        known = known | {param.slot}
    return tuple(found)


def _tests(conjuncts: tuple[Conjunct, ...], group: int, known: frozenset[int], calls: Calls, game: Game) -> Iterator[MemberTest]:
    """Tests in a frame in which the group stands in a slot and others are known already."""
    for conjunct in conjuncts:
        if conjunct.form == "each" and conjunct.node == ("local", group):
            if _needs(conjunct) <= known:
                yield MemberTest(calls, conjunct)
        elif conjunct.form == "guard":
            given = frozenset(i for i, arg in enumerate(conjunct.args) if slots_of(arg) <= known)
            for position, arg in enumerate(conjunct.args):
                if arg == ("local", group):
                    call = (conjunct.callee, conjunct.args, given | {position})
                    yield from _tests(game.guards[conjunct.callee].conjuncts, position, given, (*calls, call), game)


def _needs(conjunct: Conjunct) -> set[int]:
    """The slots that the parts of an `each` conjunct read, but for the member and what they bind themselves."""
    bound = {conjunct.slot} | {part.slot for part in conjunct.parts if part.form == "let"}
    return slots_of(*conjunct.parts) - bound
