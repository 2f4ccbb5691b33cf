"""Endings: that there are any, that one of them can hold in every scenario, and that each is looked at somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check import tree
from tankdsl.check.static import World, evaluate
from tankdsl.check.tree import Core, EndingDef, Program, ScenarioDef
from tankdsl.check.types import SIDE
from tankdsl.diagnostics import Diagnostic, quoted
from tankdsl.diagnostics.registry import analysis
from tankdsl.frozen import replaced
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.scopes import Scopes, is_looked_at, roots_of, walk_scopes
from tankdsl.rules.walk import asked_by, expressions, fields_read
from tankdsl.source import Span
from tankdsl.syntax import ast

_OF_PLACES = frozenset({"things", "owned", "at", "neighbours"})
"""What is asked of the pieces that stand on places."""


_REPEATED = ("round", "turn")
"""Periods of which a game has many."""


def check_endings(game: Game) -> Iterator[Diagnostic]:
    """A game without an ending; scenarios in which none can hold; endings that nothing ever looks at."""
    program = game.program
    if not program.endings:
        help = "add `ending name { win s when ... }`; a limit of turns is an ending too"
        yield analysis.NO_ENDING.at(_ruleset_span(program), "the game declares no ending", help=help)
        return
    yield from _never_in_force(program)
    yield from _none_can_hold(game)
    yield from _hold_at_once(game)


def _ruleset_span(program: Program) -> Span | None:
    return next((node.name.span for node in program.declarations if isinstance(node, ast.Ruleset)), None)


def _never_in_force(program: Program) -> Iterator[Diagnostic]:
    scopes = walk_scopes(program, roots_of(program))
    for ending in program.endings:
        if not is_looked_at(scopes, ending):
            headline = f"the ending `{ending.id}` is never looked at: {_why(scopes, ending)}"
            yield analysis.ENDING_NEVER_LOOKED_AT.at(ending.span, headline, help=_when_to_look(scopes, ending))


def _why(scopes: Scopes, ending: EndingDef) -> str:
    for scope in (ending.during, ending.at_end_of):
        if scope is not None and scope not in scopes.opened:
            return f"the game never comes to `{scope}` (it comes to {quoted(scopes.opened, 'and')})"
    return f"no `{ending.at_end_of}` ends during `{ending.during}`"


def _when_to_look(scopes: Scopes, ending: EndingDef) -> str:
    for scope in (ending.during, ending.at_end_of):
        if scope is not None and scope not in scopes.opened:
            return f"let what is played come to `{scope}`, or name a part of the game that comes"
    return "name a part of the game inside of which the other one ends, or leave one of the two out"


def _none_can_hold(game: Game) -> Iterator[Diagnostic]:
    """Scenarios whose options switch every ending off."""
    for scenario in game.program.scenarios.values():
        world = game.world(scenario)
        if all(_is_off(world, ending) for ending in game.program.endings):
            yield analysis.NO_ENDING.at(
                game.scenario_span(scenario),
                f"in the scenario `{scenario.id}` no ending can hold",
                notes="with its options each of them is off",
                help="set an option that ends the game",
            )


def _hold_at_once(game: Game) -> Iterator[Diagnostic]:
    """Endings that are met before anything happens: each once, at the first scenario in which it is so.

    One that is looked at when something has ended may be meant to be met then, whatever was played; but not with the first of many rounds
    or turns.
    """
    worlds = [(scenario, game.world(scenario)) for scenario in game.program.scenarios.values()]
    for ending in (ending for ending in game.program.endings if ending.at_end_of in (None, *_REPEATED)):
        for scenario, world in worlds:
            who = _met_by(world, ending) if _is_open_at_once(scenario, ending) else None
            if who is not None:
                why = "it asks nothing that the game changes" if not who else f"for `{who}` it asks nothing that the game changes"
                when = "from the beginning" if ending.at_end_of is None else f"at the end of the first {ending.at_end_of}"
                headline = f"in the scenario `{scenario.id}` the ending `{ending.id}` holds {when}"
                help = "ask for what is not there yet, or count that there was something to lose"
                yield analysis.ENDING_AT_ONCE.at(ending.span, headline, notes=why, help=help)
                break
        else:
            if ending.at_end_of is None:
                yield from _held_by_the_start(game, ending)


def _held_by_the_start(game: Game, ending: EndingDef) -> Iterator[Diagnostic]:
    """An ending that holds as a scenario is set up: with the pieces where they are placed and the states that they begin with.

    Only where it is in force from the beginning, and where no sequence changes what it asks before somebody decides.
    """
    for scenario in game.program.scenarios.values():
        if not _is_open_at_once(scenario, ending) or _asks_what_is_brought(game, scenario, ending):
            continue
        places = ((thing.id, thing.point if thing.at is None else thing.at) for thing in scenario.instances)
        placed = {id: place for id, place in places if place is not None}
        world = replaced(game.world(scenario), standing=placed, nothing_else=True, at_start=True)
        who = _met_by(world, ending)
        if who is not None and not _is_prepared(game.program, scenario.start, ending):
            why = f"so the game may be over{f' for `{who}`' if who else ''} before anything is done"
            headline = f"in the scenario `{scenario.id}` the ending `{ending.id}` holds as the game is set up"
            help = "let a phase open when it may count (`ending ... during battle`), or count that there was something to lose"
            yield analysis.ENDING_AT_ONCE.at(ending.span, headline, notes=why, help=help)
            return


def _is_open_at_once(scenario: ScenarioDef, ending: EndingDef) -> bool:
    """Whether an ending is in force when the game begins."""
    return ending.during in (None, scenario.start)


def _asks_what_is_brought(game: Game, scenario: ScenarioDef, ending: EndingDef) -> bool:
    """Whether a campaign may bring along from the battle before what an ending asks: who plays that begins otherwise than set up."""
    if not game.follows(scenario):
        return False
    asked = fields_read(game.program, (ending.domain, ending.condition))
    kinds = (game.program.kinds.get(kind) for kind, _ in asked)
    return any(field.kept for kind, (_, name) in zip(kinds, asked, strict=True) if kind for field in kind.fields if field.id == name)


def _is_prepared(program: Program, start: str, ending: EndingDef) -> bool:
    """Whether the sequence that a scenario starts with changes anything that an ending asks before a turn, a round or a decision begins.

    There endings are looked at for the first time, so what is changed behind that comes too late.
    """
    asked = set(fields_read(program, ending.condition))
    asks_pieces = any(name in ("at", "removed") for _, name in asked) or any(
        isinstance(node, Core) and node.op in _OF_PLACES for node in asked_by(program, ending.condition)
    )
    for statement in _at_first(program, f"sequence.{start}", set()):
        match statement:
            case tree.Assign(kind=kind, field=field) if (kind, field) in asked:
                return True
            case tree.PlaceThing() | tree.Go() | tree.RemoveThing() if asks_pieces:
                return True
    return False


_BEGINNINGS = (tree.EachTurn, tree.Alternate, tree.Plays, tree.Ask, tree.Plot, tree.OpenWindow, tree.Sealed)


def _at_first(program: Program, proc: str, seen: set[str]) -> Iterator[tree.AnyStmt | None]:
    """The statements of a sequence or effect, and of those that it calls, up to where a turn, a round or a decision begins: None."""
    if proc not in seen and proc in program.procs:
        seen.add(proc)
        yield from _till_a_beginning(program, program.procs[proc].body, seen)


def _till_a_beginning(program: Program, body: tuple[tree.AnyStmt, ...], seen: set[str]) -> Iterator[tree.AnyStmt | None]:
    for statement in body:
        if isinstance(statement, _BEGINNINGS) or (isinstance(statement, tree.Repeat) and statement.scope is not None):
            yield None
            return
        if isinstance(statement, tree.Choose) and statement.chooser is not None:
            yield None
            return
        yield statement
        parts = [getattr(statement, part, None) or () for part in ("body", "then", "orelse")]
        inside = [list(_till_a_beginning(program, part, seen)) for part in parts]
        if isinstance(statement, tree.CallProc):
            inside.append(list(_at_first(program, statement.proc, seen)))
        yield from (one for part in inside for one in part if one is not None)
        if any(None in part for part in inside) and not isinstance(statement, tree.IfElse | tree.Loop | tree.Repeat):
            yield None
            return


def _met_by(world: World, ending: EndingDef) -> str | None:
    """The side for which an ending surely holds; empty when it is about no side, and none when it may not hold."""
    if ending.each is None:
        return "" if evaluate(world, ending.condition) is True else None
    if ending.each.type != SIDE or any(core.op == "filter" for core in expressions(ending.domain)):
        return None
    for side, _ in world.program.sides:
        if evaluate(world, ending.condition, {ending.each: side}) is True:
            return side
    return None


def _is_off(world: World, ending: EndingDef) -> bool:
    return evaluate(world, ending.condition) is False


ENDINGS = Check("endings", check_endings)
