"""From a document to a `Game`, or to a clear `GameError`.

Names first, then plain data, then signatures, then expressions, so that every reference finds its target
whatever the order of declarations. The last step proves that no chain of values, guards, sights and missions
leads back to itself and that none is nested so deep that an evaluator could run out of stack.
"""

from typing import Any

from tankdsl.engine import load_actions, load_content, load_kinds, load_rules
from tankdsl.engine.calls import check_calls
from tankdsl.engine.errors import GameError
from tankdsl.engine.model import Campaign, Game
from tankdsl.engine.symbols import Names, Reader
from tankdsl.ir.campaigns import battle_document, battle_problems, is_campaign
from tankdsl.ir.hashing import game_hash
from tankdsl.ir.models.campaign import CampaignDocument
from tankdsl.ir.shapecheck import check_shape

FORMAT = "tankdsl/1"
_SPACES = (
    "enum", "kind", "option", "pile", "holding", "place", "zone", "scope", "value", "guard", "proc", "action",
    "window", "movement", "sight", "arcs", "limit",
)  # fmt: skip


def load_game(document: Any, *, verify: bool = True) -> Game:
    """The game of a scenario document, or the first battle of a campaign with the others hanging on it.

    Raises GameError for anything malformed: wrong shapes, unknown ids, bad slots and jumps, call cycles. With
    `verify` also when the document's hash (key `game`) does not fit its content; a document without that key
    is accepted, its hash is computed.
    """
    if type(document) is not dict:
        raise GameError("", "a compiled game is a JSON object")
    if is_campaign(document):
        return _load_campaign(document, verify)
    return _load_scenario(document, verify)


def _load_campaign(document: dict[str, Any], verify: bool) -> Game:
    """The first battle of a campaign; the others hang on it."""
    _check_format(Reader(document, ""), verify)
    problems = check_shape(document, CampaignDocument) or battle_problems(document)
    if problems:
        raise GameError(problems[0].path, problems[0].message)
    found = document["campaign"]
    kept = tuple((each["kind"], each["field"]) for each in found["kept"])
    scenarios = tuple(battle["scenario"] for battle in found["battles"])
    campaign = Campaign(found["title"], found.get("between"), kept, scenarios)
    for number in range(len(scenarios)):
        game = _load_scenario(battle_document(document, number), False)
        game.hash, game.campaign, game.battle = game_hash(document), campaign, number + 1
        campaign.battles.append(game)
    return campaign.battles[0]


def _load_scenario(document: dict[str, Any], verify: bool) -> Game:
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
    check_calls(game)
    return game


def _check_head(top: Reader, verify: bool) -> None:
    _check_format(top, verify)
    document = top.opt("document")
    if document is not None and document.value != "scenario":
        raise document.fail("only a scenario or a campaign can be played, not a rule set")


def _check_format(top: Reader, verify: bool) -> None:
    found = top.at("format").text()
    if found != FORMAT:
        raise top.at("format").fail(f"this engine plays `{FORMAT}`, the document is `{found}`")
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
