"""Loading the rules layer: values, guards, procedures, actions and everything that happens by itself."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tankdsl.bounds import MOST_SLOTS
from tankdsl.engine.load_actions import read_actions, read_conjuncts, slot_names
from tankdsl.engine.load_code import Instructions
from tankdsl.engine.load_exprs import Expressions
from tankdsl.engine.load_kinds import read_type
from tankdsl.engine.model import (
    Arcs,
    Ending,
    Game,
    Guard,
    Mission,
    Movement,
    Node,
    Param,
    Proc,
    Sight,
    SightRow,
    ValueRule,
    When,
    Whenever,
    Window,
)
from tankdsl.engine.symbols import Names, Reader, head_of
from tankdsl.engine.tabletop import is_table
from tankdsl.engine.types import Type
from tankdsl.ir.operators import OUTCOMES

TIES = ("both", "either", "one_side_clear", "defender_choice", "never")
SPACES = (
    ("scope", "scopes"), ("value", "values"), ("guard", "guards"), ("proc", "procs"), ("action", "actions"),
    ("window", "windows"), ("movement", "movements"), ("sight", "sights"), ("arcs", "arcs"),
)  # fmt: skip


def read_names(rules: Reader, names: dict[str, Names]) -> None:
    """Declare the ids of everything in the rules."""
    for space, key in SPACES:
        for item in rules.listed(key):
            names[space].add(item.at("id"))


def read_params(reader: Reader, game: Game, names: dict[str, Names]) -> tuple[Param, ...]:
    """The parameters of a value, guard, procedure or window."""
    return tuple(Param(item.at("name").text(), read_type(item.at("type"), game, names)) for item in reader.listed("params"))


def read_slots(reader: Reader, params: int) -> int:
    """How many slots a frame has; at least one for each parameter."""
    slots = reader.at("slots").number(0, MOST_SLOTS)
    if slots < params:
        raise reader.at("slots").fail(f"there are {params} parameters and only {slots} slots")
    return slots


def read_rules(rules: Reader, game: Game, names: dict[str, Names]) -> None:
    """All of the rules layer but signatures, in an order in which each part finds what it needs."""
    for item in rules.listed("movements"):
        game.movements.append(_movement(item, game, names))
    for i, item in enumerate(rules.listed("values")):
        value = game.values[i]
        value.body = Expressions(game, names, value.slots).node(item.at("body"))
    for i, item in enumerate(rules.listed("guards")):
        guard = game.guards[i]
        read = Expressions(game, names, guard.slots)
        guard.conjuncts = read_conjuncts(item.listed("conjuncts"), read)
    for i, item in enumerate(rules.listed("procs")):
        proc = game.procs[i]
        proc.code = Instructions(game, names, proc.slots).code(item.at("code"))
    _read_ground(rules, game, names)
    read_actions(rules, game, names)
    _read_triggers(rules, game, names)


def read_signatures(rules: Reader, game: Game, names: dict[str, Names]) -> None:
    """Parameters, slots and results of everything that can be called."""
    for item in rules.listed("windows"):
        params = read_params(item, game, names)
        changes = tuple(c.number(0, len(params) - 1) for c in item.listed("changes"))
        text = item.opt("text")
        closed = item.opt("closed")
        words = text.text() if text else ""
        game.windows.append(Window(item.at("id").text(), len(game.windows), params, changes, words, closed is not None and closed.flag()))
    for item in rules.listed("values"):
        params = read_params(item, game, names)
        gives = read_type(item.at("gives"), game, names) if item.has("gives") else Type("int")
        slots = read_slots(item, len(params))
        game.values.append(ValueRule(item.at("id").text(), params, slots, (), gives, item.texts("cites"), slot_names(item)))
    for item in rules.listed("guards"):
        params = read_params(item, game, names)
        game.guards.append(Guard(item.at("id").text(), params, read_slots(item, len(params)), (), item.texts("cites"), slot_names(item)))
    for item in rules.listed("procs"):
        params = read_params(item, game, names)
        results, name = item.opt("results"), item.opt("name")
        id = item.at("id").text()
        game.procs.append(
            Proc(
                id, len(game.procs), name.text() if name else id, params, read_slots(item, len(params)),
                results.number(0, 100) if results else 0, (), item.texts("cites"), slot_names(item),
            )
        )  # fmt: skip


def _when(item: Reader, read: Expressions) -> When:
    reason, rid = item.opt("reason"), item.opt("rid")
    text = read.text(reason) if reason else ""
    return When(read.root(item.at("when")), text, rid.text() if rid else "", item.texts("cites"))


def _movement(item: Reader, game: Game, names: dict[str, Names]) -> Movement:
    slots = read_slots(item, 4)
    read = Expressions(game, names, slots)
    cost, bonus, always = item.at("cost"), item.opt("bonus"), item.opt("first_step_always")
    return Movement(
        item.at("id").text(),
        names["kind"].find(item.at("kind")),
        slots,
        read.root(item.at("budget")),
        read.add(read.rows(cost)),
        tuple(_when(row, read) for row in item.listed("never")),
        tuple(_when(row, read) for row in item.listed("stops")),
        tuple(_when(row, read) for row in item.listed("through")),
        always.flag() if always else False,
        read.optional_root(item.opt("first_step_when")),
        read.add(read.rows(bonus)) if bonus and bonus.value else None,
        slot_names(item),
    )


def _read_ground(rules: Reader, game: Game, names: dict[str, Names]) -> None:
    for item in rules.listed("sights"):
        game.sights.append(_sight(item, game, names))
    for item in rules.listed("arcs"):
        game.arcs.append(_arcs(item, game, names))


SIGHT_PARTS = ("blocks", "across", "along", "ends")


def _sight(item: Reader, game: Game, names: dict[str, Names]) -> Sight:
    slots = item.opt("slots")
    read = Expressions(game, names, slots.number(3, MOST_SLOTS) if slots else MOST_SLOTS)
    ties, option = _ties(item.at("tie"), game, names)
    off_map = item.opt("off_map_blocks")
    across, along, ends = (read.node(part) if part else None for part in map(item.opt, SIGHT_PARTS[1:]))
    return Sight(
        item.at("id").text(), _slots_used(item), read.node(item.at("blocks")), ties, option,
        off_map.flag() if off_map else False, *_areas(item, game, names), across, along, ends, tuple(_sight_rows(item, read)),
    )  # fmt: skip


def _sight_rows(item: Reader, read: Expressions) -> Iterator[SightRow]:
    """The rows as written, each with its own part of the expression that they are one of."""
    rows = item.listed("rows")
    for part in SIGHT_PARTS:
        own = [row for row in rows if row.at("of").text() == part]
        if not own:
            continue
        nodes = [item.at(part)] if len(own) == 1 else item.at(part).row(len(own) + 1)[1:]
        for row, node in zip(own, nodes, strict=True):
            text = row.opt("reason")
            yield SightRow(part, read.node(node), read.text(text) if text else "", row.texts("cites"))


def _areas(item: Reader, game: Game, names: dict[str, Names]) -> tuple[int, tuple[int, ...]]:
    """Field of outlines and areas that may lie in between; nothing on hexes."""
    found = item.opt("areas")
    if found is None:
        return -1, ()
    kind = names["kind"].find(found)
    outlines = game.field_index.get((kind, "outline"))
    if outlines is None:
        raise found.fail("things of this kind have no outline")
    return outlines, game.kinds[kind].members


def _slots_used(item: Reader) -> int:
    """How many slots the expressions of a sight bind; the format gives no number for it."""
    most, todo = 3, [part.value for part in map(item.opt, SIGHT_PARTS) if part is not None]
    while todo:
        value = todo.pop()
        if isinstance(value, list):
            todo.extend(value)
        elif type(value) is int and 0 <= value < 100:
            most = max(most, value)
    return most + 1


def _ties(reader: Reader, game: Game, names: dict[str, Names]) -> tuple[tuple[str, ...], int | None]:
    if isinstance(reader.value, str):
        return (_tie(reader),), None
    option = names["option"].find(reader.at("option"))
    table = dict(reader.at("values").pairs())
    if game.options[option].sort != "choice" or set(table) != set(game.options[option].values):
        raise reader.fail("expected a tie policy for each value of a choice")
    return tuple(_tie(table[value]) for value in game.options[option].values), option


def _tie(reader: Reader) -> str:
    if reader.value not in TIES:
        raise reader.fail(f"there is no tie policy `{reader.value}`")
    return str(reader.value)


def _arcs(item: Reader, game: Game, names: dict[str, Names]) -> Arcs:
    kind, enum = names["kind"].find(item.at("kind")), names["enum"].find(item.at("enum"))
    facing = game.field_index.get((kind, item.at("facing").text()))
    if facing is None or game.built_in(kind, "at") < 0:
        raise item.at("facing").fail("this kind has no such field, or does not stand on places")
    members, parts, order = game.enums[enum].members, [-1] * 6, []
    if is_table(game.map) or any("degrees" in part.value for part in item.at("parts").items()):
        return _turned(item, game, Arcs(item.at("id").text(), kind, facing, enum, (), ()))
    for part in item.at("parts").items():
        if part.at("id").text() not in members:
            raise part.at("id").fail(f"enum `{game.enums[enum].id}` has no member `{part.at('id').value}`")
        member = members.index(part.at("id").text())
        order.append(member)
        for direction in part.at("directions").items():
            if parts[direction.number(0, 5)] >= 0:
                raise direction.fail("this direction lies in two arcs")
            parts[direction.value] = member
    if -1 in parts:
        raise item.at("parts").fail("the six directions must all lie in an arc")
    return Arcs(item.at("id").text(), kind, facing, enum, tuple(parts), _border_rank(item.at("border"), order, members))


def _turned(item: Reader, game: Game, arcs: Arcs) -> Arcs:
    """Arcs as sectors between degrees."""
    members, starts, order = game.enums[arcs.enum].members, {}, []
    for part in item.at("parts").items():
        if part.at("id").text() not in members:
            raise part.at("id").fail(f"there is no such member of `{game.enums[arcs.enum].id}`")
        member = members.index(part.at("id").text())
        order.append(member)
        for span in part.at("degrees").items():
            low, high = (end.number(-360, 720) for end in span.row(2))
            if low >= high or any(end % 30 and end % 45 for end in (low, high)):
                raise span.fail("a range of degrees has ends that are multiples of 30 or 45")
            starts[low % 360] = member
    bounds = tuple(sorted(starts))
    if not bounds:
        raise item.at("parts").fail("there are no arcs")
    rank = _border_rank(item.at("border"), order, members)
    return replace(arcs, parts=tuple(starts[bound] for bound in bounds), bounds=bounds, rank=rank)


def _border_rank(reader: Reader, order: list[int], members: tuple[str, ...]) -> tuple[int, ...]:
    """Precedence of the arcs on a border: by position in `order`, reversed for `last`, one arc first if named."""
    word = reader.text()
    if word == "last":
        order = order[::-1]
    elif word in members and members.index(word) in order:
        named = members.index(word)
        order = [named, *(member for member in order if member != named)]
    elif word != "first":
        raise reader.fail(f"expected `first`, `last` or an arc, found `{word}`")
    return tuple(order.index(m) if m in order else len(members) for m in range(len(members)))


def _read_triggers(rules: Reader, game: Game, names: dict[str, Names]) -> None:
    for item in rules.listed("whenevers"):
        read = Expressions(game, names, read_slots(item, 0))
        params = tuple((read.slot(p.at("slot")), read.node(p.at("set"))) for p in item.listed("params"))
        proc, during = names["proc"].find(item.at("proc")), item.opt("during")
        if len(game.procs[proc].params) != len(params):
            raise item.at("proc").fail(f"procedure `{game.procs[proc].id}` has other parameters")
        game.whenevers.append(
            Whenever(
                item.at("id").text(), read.slots, params, read.node(item.at("when")), proc,
                names["scope"].find(during) if during else None, item.texts("cites"),
            )
        )  # fmt: skip
    endings = [_ending(item, game, names) for item in rules.listed("endings")]
    game.endings += [e for e in endings if e.outcome == "draw"] + [e for e in endings if e.outcome != "draw"]
    for item in rules.listed("missions"):
        model = item.at("model")
        models = game.kinds[game.mission_kind].models if game.mission_kind is not None else ()
        if model.text() not in models:
            raise model.fail(f"there is no mission `{model.value}`")
        slots = read_slots(item, 1)
        index = models.index(model.value)
        game.missions[index] = Mission(index, slots, Expressions(game, names, slots).node(item.at("met")))


def _ending(item: Reader, game: Game, names: dict[str, Names]) -> Ending:
    read = Expressions(game, names, read_slots(item, 0))
    during, at, each, text = item.opt("during"), item.opt("at"), item.opt("each"), item.opt("text")
    outcome = item.at("outcome")
    head = head_of(outcome)
    if head not in OUTCOMES:
        raise outcome.fail("expected an outcome: win, draw or most")
    args: list[Any] = read.arguments(outcome, OUTCOMES[head], 0)
    nodes: tuple[Node, ...] = tuple(args if head != "most" else args[1:])
    return Ending(
        item.at("id").text(),
        read.slots,
        names["scope"].find(during) if during and during.value != "" else None,
        names["scope"].find(at) if at and at.value != "settle" else None,
        (read.slot(each.at("slot")), read.node(each.at("set"))) if each else None,
        read.node(item.at("when")),
        head,
        args[0] if head == "most" else -1,
        nodes,
        read.text(text) if text else "",
        item.texts("cites"),
    )
