"""Loading actions and the conjuncts of guards."""

from tankdsl.bounds import MOST_EACH, MOST_SLOTS
from tankdsl.engine.load_exprs import Expressions
from tankdsl.engine.load_kinds import read_type
from tankdsl.engine.member_tests import with_tests
from tankdsl.engine.model import (
    Action,
    ActionParam,
    CardOf,
    Conjunct,
    Game,
    Limit,
    LimitRule,
    PathSpec,
    Window,
)
from tankdsl.engine.symbols import Names, Reader


def read_conjuncts(items: list[Reader], read: Expressions, depth: int = 0) -> tuple[Conjunct, ...]:
    """A list of conjuncts in the frame of `read`."""
    return tuple(_conjunct(item, read, depth) for item in items)


def _conjunct(item: Reader, read: Expressions, depth: int) -> Conjunct:
    reason, rid, first = item.opt("reason"), item.opt("rid"), item.opt("first")
    text = read.text(reason) if reason else ""
    id, cites = rid.text() if rid else "", item.texts("cites")
    early = first.flag() if first else False
    if item.has("require"):
        node = read.node(item.at("require"))
        return Conjunct("require", node, reason=text, rid=id, cites=cites, first=early)
    if item.has("let"):
        node = read.node(item.at("be"))
        slot = read.slot(item.at("let"))
        return Conjunct("let", node, slot, reason=text, rid=id, cites=cites, first=early)
    if item.has("guard"):
        callee = read.names["guard"].find(item.at("guard"))
        args = tuple(read.node(arg) for arg in item.listed("args"))
        if len(args) != len(read.game.guards[callee].params):
            raise item.fail(f"guard `{read.game.guards[callee].id}` has another number of parameters")
        return Conjunct("guard", callee=callee, args=args, cites=cites, first=early)
    if item.has("each"):
        if depth >= MOST_EACH:
            raise item.fail("conjuncts are nested too deep")
        slot, node = read.slot(item.at("each")), read.node(item.at("in"))
        parts = read_conjuncts(item.listed("conjuncts"), read, depth + 1)
        return Conjunct("each", node, slot, parts=parts, first=early)
    raise item.fail("expected one of the keys `require`, `let`, `guard`, `each`")


def read_limit_names(rules: Reader, game: Game, names: dict[str, Names]) -> None:
    """Declare the counters: limits of one id, in actions or at `once`, share one."""
    for action in rules.listed("actions"):
        for item in action.listed("limits"):
            scope, own = item.opt("scope"), item.opt("own")
            _declare_limit(item.at("id"), scope, own.flag() if own else False, game, names)
    for proc in rules.listed("procs"):
        for item in proc.at("code").items():
            if type(item.value) is list and item.value[:1] == ["once"] and len(item.value) == 7:
                _, id, _, scope, owner, _, _ = item.items()
                _declare_limit(id, scope, owner.value != ["none"], game, names)


def _declare_limit(id: Reader, scope: Reader | None, own: bool, game: Game, names: dict[str, Names]) -> None:
    period = None if scope is None or scope.value == "game" else names["scope"].find(scope)
    rule = LimitRule(id.text(), period, own)
    known = names["limit"].index.get(rule.id)
    if known is None:
        names["limit"].add(id)
        game.limits.append(rule)
    elif game.limits[known] != rule:
        raise id.fail(f"limit `{rule.id}` is declared with another scope elsewhere")


def read_actions(rules: Reader, game: Game, names: dict[str, Names]) -> None:
    """All actions, in the order in which they are offered."""
    for item in rules.listed("actions"):
        game.actions.append(_action(item, game, names))


def _action(item: Reader, game: Game, names: dict[str, Names]) -> Action:
    slots = item.at("slots").number(1, MOST_SLOTS)
    read = Expressions(game, names, slots)
    on, inherits = item.at("on"), item.opt("inherits")
    windows = tuple(names["window"].find(w) for w in on.listed("windows"))
    count = inherits.number(0, slots - 1) if inherits else 0
    card = _card(item, game, names, 1 + count)
    params = tuple(_param(p, read) for p in item.listed("params"))
    guards = read_conjuncts(item.listed("guards"), read)
    params = with_tests(params, guards, {0, *range(1, 1 + count)} | ({card.slot} if card else set()), game, read.add)
    proc, after, by = names["proc"].find(item.at("proc")), item.opt("after"), item.opt("by")
    args, cost, text = item.listed("args"), item.opt("cost"), item.opt("text")
    rid, by_text = item.opt("by_rid"), item.opt("by_text")
    if len(args) != len(game.procs[proc].params):
        raise item.at("proc").fail(f"procedure `{game.procs[proc].id}` has another number of parameters")
    for window in windows:
        if count > len(game.windows[window].params):
            raise item.at("inherits").fail(f"window `{game.windows[window].id}` has fewer parameters")
    by_root = read.optional_root(by)
    return Action(
        item.at("id").text(),
        len(game.actions),
        read.text(text) if text else "",
        slots,
        windows,
        on.has("play") and on.at("play").flag(),
        on.has("anytime") and on.at("anytime").flag(),
        count,
        card,
        by_root,
        game.roots[by_root] if by_root is not None else (),
        rid.text() if rid else "not_yours",
        read.text(by_text) if by_text else "",
        params,
        guards,
        _limits(item, read),
        read.optional_root(cost) if cost and cost.value != 0 else None,
        proc,
        tuple(read.root(arg) for arg in args),
        names["proc"].find(after) if after else None,
        _returns(item, proc, [game.windows[w] for w in windows], game),
        item.texts("cites"),
        any(_binds(conjunct) for conjunct in guards),
        slot_names(item),
    )


def slot_names(item: Reader) -> dict[str, int]:
    """The slots that the texts of a declaration call by name."""
    names = item.opt("names")
    return {name: slot.number(0, MOST_SLOTS) for name, slot in names.pairs()} if names else {}


def _binds(conjunct: Conjunct) -> bool:
    return conjunct.form == "let" or any(_binds(part) for part in conjunct.parts)


def _returns(item: Reader, proc: int, windows: list[Window], game: Game) -> tuple[int, ...]:
    found = tuple(r.number(0, MOST_SLOTS) for r in item.listed("returns"))
    if len(found) > game.procs[proc].results:
        raise item.at("returns").fail("the procedure has fewer results")
    for window in windows:
        if any(index not in window.changes for index in found):
            raise item.at("returns").fail(f"window `{window.id}` does not let these parameters be changed")
    return found


def _card(item: Reader, game: Game, names: dict[str, Names], slot: int) -> CardOf | None:
    card = item.opt("card")
    if card is None:
        return None
    kind = names["kind"].find(card.at("kind"))
    models = game.kinds[game.kinds[kind].root].models
    model, pile = card.at("model"), card.at("pile").text()
    if model.text() not in models:
        raise model.fail(f"kind `{game.kinds[kind].id}` has no model `{model.value}`")
    if pile not in game.holdings:
        raise card.at("pile").fail(f"sides have no pile `{pile}`")
    if item.at("slots").value <= slot:
        raise item.at("slots").fail(f"slot {slot} is needed for the card")
    for index in game.holdings[pile]:
        if index is not None and game.kinds[game.piles[index].kind].root != game.kinds[kind].root:
            raise card.at("pile").fail(f"pile `{pile}` holds things of another kind")
    return CardOf(game.kinds[kind].root, models.index(model.value), game.holdings[pile], slot, game.built_in(kind, "model"))


def _param(item: Reader, read: Expressions) -> ActionParam:
    type = read_type(item.at("type"), read.game, read.names)
    some, path, so_far = item.opt("some"), item.opt("path"), item.opt("so_far")
    group = some.flag() if some else False
    spec = None
    if path:
        if group:
            raise path.fail("a path parameter is no group")
        spec = PathSpec(
            read.names["movement"].find(path.at("movement")),
            read.root(path.at("unit")),
            _budget(path.opt("budget"), read),
        )
    return ActionParam(
        item.at("name").text(),
        read.slot(item.at("slot")),
        type,
        type.of if type.base == "set" and group and type.of else type,
        None if spec else read.root(item.at("domain")),
        read.optional_root(item.opt("where")),
        group,
        read.slot(so_far) if so_far else None,
        spec,
    )


def _budget(reader: Reader | None, read: Expressions) -> int | None:
    """The budget of a path; absent means the budget of the movement."""
    return None if reader is None or reader.value == ["none"] else read.root(reader)


def _limits(item: Reader, read: Expressions) -> tuple[Limit, ...]:
    found = []
    for limit in item.listed("limits"):
        most, reason = limit.opt("most"), limit.opt("reason")
        found.append(
            Limit(
                read.names["limit"].find(limit.at("id")),
                most.number(0) if most else 1,
                tuple(read.root(key) for key in limit.listed("keys")),
                read.text(reason) if reason else "",
                limit.texts("cites"),
            )
        )
    return tuple(found)
