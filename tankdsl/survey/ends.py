"""The chapter `ends`: every ending that is in force, in the order in which they count, where it comes from, and how soon it may be met."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.static import World
from tankdsl.check.tree import EndingDef
from tankdsl.check.types import SIDE
from tankdsl.rules.ends import unordered_pairs
from tankdsl.rules.foresight import Outlook, TooMuch, outlook_of
from tankdsl.rules.foresight.asking import Env, ask
from tankdsl.rules.foresight.clock import LONGEST, last_round
from tankdsl.rules.foresight.values import FOREVER, may_hold
from tankdsl.rules.game import Game
from tankdsl.survey.interface import Chapter, Section
from tankdsl.syntax import ast
from tankdsl.syntax.unparse_expressions import expression_text


def ends(game: Game, world: World) -> Section | None:
    """A row for each row of an ending; None for a game without any."""
    if world.scenario is None or not game.program.endings:
        return None
    outlook = outlook_of(game, world.scenario)
    rows: list[tuple[str, ...]] = []
    data: list[dict[str, object]] = []
    for number, ending in enumerate(game.program.endings, start=1):
        sides = _sides(outlook, ending)
        state = "never in this scenario" if not sides else _soonest(outlook, ending)
        text = _condition(game, ending)
        rows.append((str(number), ending.id, _looked_at(ending), _winner(game, ending), state, text))
        place = {"file": ending.span.file, "start": ending.span.start, "end": ending.span.end}
        data.append(
            {"id": ending.id, "looked_at": _looked_at(ending), "winner": _winner(game, ending), "for": list(sides), "when": state}
            | {"condition": text, "text": ending.text, "place": place}
        )
    columns = ("", "ending", "looked at", "gives", "earliest", "when")
    return Section("Ends", _notes(game, outlook), columns, tuple(rows), data)


def _notes(game: Game, outlook: Outlook) -> tuple[str, ...]:
    lines = ["the first that is met, in this order, ends the game"]
    both = [
        ending.id
        for ending in game.program.endings
        if ending.each is not None and ending.outcome[0] == "win" and len(_sides(outlook, ending)) > 1
    ]
    if both:
        lines.append(f"where both sides meet one of {', '.join(both)} at the same moment, the side that is asked first decides")
    return (*lines, *_by_file(game, outlook))


def _by_file(game: Game, outlook: Outlook) -> Iterator[str]:
    """What counts before endings of other files only because of the names of the files."""
    pairs = [(one, other) for one, other in unordered_pairs(game) if _sides(outlook, one) and _sides(outlook, other)]
    for first in dict.fromkeys(one.id for one, _ in pairs):
        others = [other.id for one, other in pairs if one.id == first]
        told = others[0] if len(others) == 1 else f"one of {', '.join(others)}"
        yield f"where {first} and {told} are met at the same moment, {first} counts only because its file comes first by name"


def _cases(outlook: Outlook, ending: EndingDef) -> dict[str, Env]:
    if ending.each is not None and ending.each.type == SIDE:
        return {side: {ending.each: frozenset({side})} for side in outlook.sides}
    return {"": {}}


def _sides(outlook: Outlook, ending: EndingDef) -> tuple[str, ...]:
    """For which sides an ending may be met at all; `""` for one that is about no side."""
    try:
        return tuple(side for side, env in _cases(outlook, ending).items() if may_hold(ask(outlook.anytime, dict(env), ending.condition)))
    except TooMuch:
        return tuple(_cases(outlook, ending))


def _soonest(outlook: Outlook, ending: EndingDef) -> str:
    try:
        last = last_round(outlook)
        limit = LONGEST if last is None else last.round
        found = {side: outlook.earliest(ending.condition, env, limit) for side, env in _cases(outlook, ending).items()}
    except TooMuch:
        return "not looked ahead"
    rounds = set(found.values())
    if len(rounds) == 1:
        return _round(ending, rounds.pop())
    possible = _sides(outlook, ending)
    return ", ".join(f"{side}: {_round(ending, round) if side in possible else 'never'}" for side, round in found.items())


def _round(ending: EndingDef, round: int) -> str:
    if round >= FOREVER:
        return "not in time"
    return "set-up" if round == 0 and ending.at_end_of is None else f"round {max(round, 1)}"


def _looked_at(ending: EndingDef) -> str:
    when = "whenever the game settles" if ending.at_end_of is None else f"at the end of each {ending.at_end_of}"
    return when if ending.during in (None, "game") else f"{when}, during {ending.during}"


def _row(game: Game, ending: EndingDef) -> ast.EndingRow | None:
    """A row as it is written; None for one that a change to the rules has put in."""
    endings = (node for node in game.program.declarations if isinstance(node, ast.Ending))
    return next((row for node in endings for row in node.rows if row.span == ending.span), None)


def _winner(game: Game, ending: EndingDef) -> str:
    row = _row(game, ending)
    match ending.outcome[0]:
        case "win":
            return "a win" if row is None or row.who is None else f"a win for {expression_text(row.who)}"
        case "draw":
            return "a draw"
        case _:
            keys = [] if row is None else [expression_text(key) for key in row.keys]
            return f"a win for most {', then most '.join(keys)}" if keys else "a win for who has most"


def _condition(game: Game, ending: EndingDef) -> str:
    row = _row(game, ending)
    return "" if row is None or row.condition is None else " ".join(expression_text(row.condition).split())


CHAPTER = Chapter("ends", ends)
