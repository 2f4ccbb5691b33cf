"""From a document to a `Game`, or to a clear `GameError`.

Names first, then plain data, then signatures, then expressions, so that every reference finds its target
whatever the order of declarations. The last step proves that no chain of values, guards, sights and missions
leads back to itself and that none is nested so deep that an evaluator could run out of stack.
"""

from typing import Any

from tankdsl.engine import load_actions, load_content, load_kinds, load_rules
from tankdsl.engine.errors import GameError
from tankdsl.engine.model import Conjunct, Game, Row
from tankdsl.engine.symbols import Names, Reader
from tankdsl.ir.hashing import game_hash

FORMAT = "tankdsl/1"
DEEPEST_CHAIN = 160
"""Nesting of expressions counted through everything they call."""
_SPACES = (
    "enum", "kind", "option", "pile", "holding", "place", "zone", "scope", "value", "guard", "proc", "action",
    "window", "movement", "sight", "arcs", "limit",
)  # fmt: skip


def load_game(document: Any, *, verify: bool = True) -> Game:
    """The game of a scenario document.

    Raises GameError for anything malformed: wrong shapes, unknown ids, bad slots and jumps, call cycles. With
    `verify` also when the document's hash (key `game`) does not fit its content; a document without that key
    is accepted, its hash is computed.
    """
    if type(document) is not dict:
        raise GameError("", "a compiled game is a JSON object")
    top = Reader(document, "")
    _check_head(top, verify)
    text = {key: value.text() for key, value in top.at("text").pairs()}
    content, rules = top.at("content"), top.at("rules")
    ruleset, title = top.opt("ruleset"), content.opt("title")
    game = Game(
        top.at("id").text(),
        ruleset.text() if ruleset else "",
        game_hash(document),
        title.text() if title else "",
        text,
    )
    names = {space: Names(space) for space in _SPACES}
    game.ids = {space: found.index for space, found in names.items()}
    _read_plain(content, rules, game, names)
    load_rules.read_signatures(rules, game, names)
    load_content.read_expressions(content, game, names)
    load_actions.read_limit_names(rules, game, names)
    load_rules.read_rules(rules, game, names)
    _read_starts(rules, game, names)
    _check_calls(game)
    return game


def _check_head(top: Reader, verify: bool) -> None:
    found = top.at("format").text()
    if found != FORMAT:
        raise top.at("format").fail(f"this engine plays `{FORMAT}`, the document is `{found}`")
    document = top.opt("document")
    if document is not None and document.value != "scenario":
        raise document.fail("only a scenario can be played, not a rule set")
    stated = top.opt("game")
    if verify and stated is not None and stated.text() != game_hash(top.value):
        raise stated.fail("the hash does not fit the content: the file is incomplete or was changed by hand")


def _read_plain(content: Reader, rules: Reader, game: Game, names: dict[str, Names]) -> None:
    load_kinds.read_names(content, names)
    load_rules.read_names(rules, names)
    game.scopes = tuple(names["scope"].index)
    load_kinds.read_enums(content, game)
    load_kinds.read_kinds(content, game, names)
    load_kinds.read_sides(content, game, names)
    load_kinds.read_fields(content, game, names)
    missions = [k.index for k in game.kinds if k.category == "mission" and k.root == k.index]
    if len(missions) > 1:
        raise content.at("kinds").fail("there is more than one kind of mission")
    game.mission_kind = missions[0] if missions else None
    load_content.read_options(content, game, names)
    load_content.read_map(content, game, names)
    load_content.read_piles(content, game, names)


def _read_starts(rules: Reader, game: Game, names: dict[str, Names]) -> None:
    game.main = names["proc"].find(rules.at("main"))
    if game.procs[game.main].params:
        raise rules.at("main").fail("the main procedure has no parameters")
    entries = rules.opt("entries")
    for id, proc in entries.pairs() if entries else ():
        game.entries[id] = names["proc"].find(proc)
    runaway = rules.opt("runaway")
    if runaway:
        game.runaway = runaway.number(1)
    for i, pile in enumerate(game.piles):
        if pile.refill is not None and game.procs[pile.refill].params:
            raise rules.fail(f"the refill of pile `{game.piles[i].id}` must not have parameters")
    for rule in game.procs:
        for instruction in rule.code:
            if instruction[0] == "call" and len(instruction[2]) != len(game.procs[instruction[1]].params):
                callee = game.procs[instruction[1]].id
                raise GameError(f"rules.procs `{rule.id}`", f"wrong number of arguments for `{callee}`")
    for action in game.actions:
        if action.after is not None and len(game.procs[action.after].params) != 2:
            raise GameError(f"rules.actions `{action.id}`", "the procedure `after` must take the side and the card")


Callee = tuple[str, int]


def _check_calls(game: Game) -> None:
    """Refuse cycles, and chains that are too deep. Iterative over callees, so it cannot overflow itself."""
    depths: dict[Callee, int] = {}
    open_: set[Callee] = set()
    for start in _callables(game):
        stack = [start]
        while stack:
            here = stack[-1]
            if here in depths:
                stack.pop()
                continue
            depth, callees = _measure(_bodies(game, here), depths, game)
            missing = [callee for callee in callees if callee not in depths]
            if missing:
                if any(callee in open_ or callee == here for callee in missing):
                    raise GameError("rules", f"{here[0]} `{_name(game, here)}` calls itself in the end")
                open_.add(here)
                stack.extend(missing)
            else:
                open_.discard(here)
                depths[here] = depth
                if depth > DEEPEST_CHAIN:
                    raise GameError("rules", f"{here[0]} `{_name(game, here)}` is nested too deep")
                stack.pop()
    for node in game.roots:
        if _measure((node,), depths, game)[0] > DEEPEST_CHAIN:
            raise GameError("rules", "expressions are nested too deep")


def _callables(game: Game) -> list[Callee]:
    return [
        *(("value", i) for i in range(len(game.values))),
        *(("guard", i) for i in range(len(game.guards))),
        *(("sight", i) for i in range(len(game.sights))),
        *(("mission", i) for i in game.missions),
    ]


def _name(game: Game, callee: Callee) -> str:
    space, index = callee
    if space == "mission":
        return game.kinds[game.mission_kind or 0].models[index]
    rows: Any = {"value": game.values, "guard": game.guards, "sight": game.sights}[space]
    return str(rows[index].id)


def _bodies(game: Game, callee: Callee) -> tuple[Any, ...]:
    space, index = callee
    if space == "value":
        return (game.values[index].body,)
    if space == "guard":
        return game.guards[index].conjuncts
    return (game.sights[index].blocks,) if space == "sight" else (game.missions[index].met,)


def _measure(parts: tuple[Any, ...], depths: dict[Callee, int], game: Game) -> tuple[int, list[Callee]]:
    """How deep the parts are nested, callees that are known included, and all callees in a fixed order."""
    deepest, callees = 0, []
    todo: list[tuple[Any, int]] = [(part, 1) for part in parts]
    while todo:
        part, depth = todo.pop()
        deepest = max(deepest, depth)
        for callee in called(part, game):
            callees.append(callee)
            deepest = max(deepest, depth + depths.get(callee, 0))
        if isinstance(part, Row):
            todo += [(part.amount, depth + 1), (part.condition, depth + 1)]
        elif isinstance(part, Conjunct):
            todo += [(item, depth + 1) for item in (part.node, *part.args, *part.parts)]
        elif isinstance(part, tuple) and part[:1] != ("const",):
            todo += [(item, depth + 1) for item in part if isinstance(item, (tuple, Row))]
    return deepest, callees


def called(part: Any, game: Game) -> list[Callee]:
    """What one node or conjunct calls by itself; `mission_met` may call every mission."""
    if isinstance(part, Conjunct):
        return [("guard", part.callee)] if part.form == "guard" else []
    if not isinstance(part, tuple) or not part:
        return []
    match part[0]:
        case "call":
            return [("value", part[1])]
        case "holds":
            return [("guard", part[1])]
        case "sight":
            return [("sight", part[1])]
        case "mission_met":
            return [("mission", model) for model in game.missions]
    return []
