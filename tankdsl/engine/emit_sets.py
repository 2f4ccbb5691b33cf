"""Source for sets, lists, quantifiers and the ground. Every loop over a set is a `for` statement.

A set that is only looped over is not built: `loop` writes the conditions of `filter`, `things` and `owned` into
the loop itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from tankdsl.engine.codegen import Emitter, Piece, bool_, emits, int_, tuple_
from tankdsl.engine.machine import TERRAIN
from tankdsl.engine.model import Game, Node
from tankdsl.engine.reads import reads, slots_of
from tankdsl.engine.tabletop import is_table


@contextmanager
def loop(e: Emitter, members: Node) -> Iterator[Piece]:
    """A `for` over the members of a set; gives the piece of the member. `continue` goes to the next member."""
    depth = e.indent
    yield open_loop(e, members)
    e.line("pass")
    e.indent = depth


def open_loop(e: Emitter, node: Node) -> Piece:
    """Begin a `for` that the caller ends by setting the indentation back."""
    match node[0]:
        case "filter":
            member = open_loop(e, node[2])
            condition = e.bound(node[1], member, node[3], e.cond)
            if condition != "True":
                e.line(f"if not {condition}: continue")
            return member
        case "call" if is_looped(e, node):
            called: Piece = e.inlined(node, lambda body: open_loop(e, body))
            return called
        case "list":
            pieces = _listed(e, node)
            member = open_list(e, _tuple_of(pieces))
            if any(piece.may_be_absent for piece in pieces):
                e.line(f"if {member.text} is None: continue")
            return member
        case "things":
            member = open_list(e, e.namer.constant(e.game.kinds[node[1]].members))
            _only_placed(e, node[1], member)
            return member
        case "owned":
            member = open_list(e, _owned_text(e, node))
            if node[3]:
                _only_placed(e, node[1], member)
            return member
    return open_list(e, e.members(node).text)


def _only_placed(e: Emitter, kind: int, member: Piece) -> None:
    """Go on with the next member unless this one has a place, and keep the place."""
    at, name = e.game.built_in(kind, "at"), e.temp()
    e.line(f"if ({name} := F{at}[{member.text}]) is None: continue")
    e.places[at, member.text] = Piece(name, True, "?", False)


def know_place(e: Emitter, kind: int, member: Piece) -> None:
    """Keep the place of a member that is known to have one."""
    at, name = e.game.built_in(kind, "at"), e.temp()
    e.line(f"{name} = F{at}[{member.text}]")
    e.places[at, member.text] = Piece(name, True, "?", False)


def is_looped(e: Emitter, node: Node) -> bool:
    """Whether a set that is looked at once need not be built."""
    while node[0] == "call":
        if not e.namer.is_inlined(node[1]):
            return False
        node = e.game.values[node[1]].body
    return node[0] in ("filter", "things", "owned", "list")


def _listed(e: Emitter, node: Node) -> list[Piece]:
    """The members of a list; those that are certainly absent are left out."""
    return [piece for piece in map(e.expr, node[1:]) if piece.text != "None"]


def _tuple_of(pieces: list[Piece]) -> str:
    return f"({''.join(f'{piece.text}, ' for piece in pieces)})"


def open_list(e: Emitter, text: str) -> Piece:
    """Begin a `for` over the members that source makes."""
    name = e.temp()
    e.line(f"for {name} in {text}:")
    e.indent += 1
    return Piece(name, True, "?", False)


def _owned_text(e: Emitter, node: Node) -> str:
    """The things of a side, from a table: sides never change."""
    table = e.namer.constant(owners(e.game, node[1]))
    return e.unless_absent([e.expr(node[2])], lambda side: f"{table}[{side}]", "()")


def owners(game: Game, kind: int) -> tuple[tuple[int, ...], ...]:
    """For each side the entities of a kind that belong to it."""
    field = game.built_in(kind, "side")
    sides = {entity: value for f, entity, value in game.start if f == field}
    return tuple(tuple(e for e in game.kinds[kind].members if sides.get(e) == side) for side in range(len(game.side_ids)))


# -- sets


@emits("set")
def _set(e: Emitter, node: Node) -> Piece:
    return tuple_(f"ascending(({''.join(f'{e.expr(part).text}, ' for part in node[1:])}))")


@emits("list")
def _list(e: Emitter, node: Node) -> Piece:
    pieces = _listed(e, node)
    listed = _tuple_of(pieces)
    return tuple_(f"present({listed})" if any(piece.may_be_absent for piece in pieces) else listed)


@emits("things", "owned", "filter")
def _built(e: Emitter, node: Node) -> Piece:
    if node[0] == "owned" and not node[3]:
        return tuple_(_owned_text(e, node))
    name = e.temp()
    e.line(f"{name} = []")
    with loop(e, node) as member:
        e.line(f"{name}.append({member.text})")
    return tuple_(f"tuple({name})")


@emits("map")
def _map(e: Emitter, node: Node) -> Piece:
    name = e.temp()
    e.line(f"{name} = []")
    with loop(e, node[2]) as member:
        value = e.bound(node[1], member, node[3], e.expr)
        first, later = e.named(value)
        e.line(f"if {first} is not None: {name}.append({later})" if value.may_be_absent else f"{name}.append({value.text})")
    return tuple_(f"tuple({name})")


@emits("pile")
def _pile(e: Emitter, node: Node) -> Piece:
    return tuple_(f"tuple(P{node[1]})")


@emits("pile_of")
def _pile_of(e: Emitter, node: Node) -> Piece:
    return tuple_(f"pile_of({e.namer.constant(node[1])}, {e.expr(node[2]).text})")


@emits("union", "minus", "intersect")
def _algebra(e: Emitter, node: Node) -> Piece:
    return tuple_(f"{node[0]}({e.members(node[1]).text}, {e.members(node[2]).text})")


@emits("concat")
def _concat(e: Emitter, node: Node) -> Piece:
    return tuple_(f"({e.members(node[1]).text} + {e.members(node[2]).text})")


@emits("from")
def _from(e: Emitter, node: Node) -> Piece:
    return tuple_(f"turned({e.members(node[1]).text}, {e.expr(node[2]).text})")


@emits("in")
def _in(e: Emitter, node: Node) -> Piece:
    if node[2][0] in ("things", "owned"):
        return _is_among(e, e.held(e.expr(node[1])), node[2])
    if node[2][0] in ("call", "filter") and is_looped(e, node[2]):
        found = _is_met(e, node)
        if found is not None:
            return found
    member, members = e.expr(node[1]), _unchanged(e, node[2])
    if member.may_be_absent and members.may_trap:
        member, members = e.held(member), e.held(members)
    return bool_(e.unless_absent([member], lambda x: f"({x} in {members.text})", "False"))


def _is_met(e: Emitter, node: Node) -> Piece | None:
    """Whether a member is met in a loop over a set; None when something in the loop could trap behind the member."""
    start = len(e.lines)
    member, name = e.held(e.expr(node[1])), e.temp()
    mark = len(e.lines)
    e.line(f"{name} = False")
    with e.block(f"if {member.text} is not None:" if member.may_be_absent else "if True:"), loop(e, node[2]) as other:
        e.line(f"if {other.text} == {member.text}: {name} = True; break")
    if e.is_quiet(mark):
        return Piece(name, True, "b", False)
    del e.lines[start:]
    return None


def _is_among(e: Emitter, member: Piece, node: Node) -> Piece:
    """Whether a thing is one of a kind, or of a side, without a list of them."""
    if node[0] == "things":
        among = f"{member.text} in {e.namer.constant(frozenset(e.game.kinds[node[1]].members))}"
    else:
        among = f"{member.text} in {_owned_text(e, node)}"
    if node[0] == "things" or node[3]:
        among += f" and F{e.game.built_in(node[1], 'at')}[{member.text}] is not None"
    return bool_(f"({member.text} is not None and {among})" if member.may_be_absent else f"({among})")


def _unchanged(e: Emitter, node: Node) -> Piece:
    """A set that is only looked at: of a pile the list itself, not a copy."""
    match node[0]:
        case "pile":
            return Piece(f"P{node[1]}", True, "t", False)
        case "pile_of":
            return tuple_(f"lying_in({e.namer.constant(node[1])}, {e.expr(node[2]).text})")
    return e.members(node)


@emits("size")
def _size(e: Emitter, node: Node) -> Piece:
    if node[1][0] != "list" and is_looped(e, node[1]):
        return _counted(e, node[1], None)
    return int_(f"len({_unchanged(e, node[1]).text})", 0, 1 << 20)


@emits("first")
def _first(e: Emitter, node: Node) -> Piece:
    if node[1][0] in ("filter", "things", "owned"):
        name = e.temp()
        e.line(f"{name} = None")
        with loop(e, node[1]) as member:
            e.line(f"{name} = {member.text}")
            e.line("break")
        return Piece(name, True)
    first, later = e.named(e.members(node[1]))
    return Piece(f"({later}[0] if {first} else None)")


@emits("last")
def _last(e: Emitter, node: Node) -> Piece:
    first, later = e.named(e.members(node[1]))
    return Piece(f"({later}[-1] if {first} else None)")


@emits("at_index")
def _at_index(e: Emitter, node: Node) -> Piece:
    members, index = e.members(node[1]), e.expr(node[2])
    if not (members.is_atom and index.is_atom):
        return Piece(f"at_index({members.text}, {index.text})")
    return Piece(f"({members.text}[{index.text}] if 0 <= {index.text} < len({members.text}) else None)")


# -- quantifiers


@emits("any", "all")
def _any(e: Emitter, node: Node) -> Piece:
    standing = _someone_on(e, node)
    if standing:
        return bool_(standing)
    name, is_any = e.temp(), node[0] == "any"
    e.line(f"{name} = {not is_any}")
    with loop(e, node[2]) as member:
        condition = e.bound(node[1], member, node[3], e.cond)
        with e.block(f"if {condition}:" if is_any else f"if not {condition}:"):
            e.line(f"{name} = {is_any}")
            e.line("break")
    return Piece(name, True, "b", False)


def _someone_on(e: Emitter, node: Node) -> str:
    """`any x in things where x.at == p`: whether the column of places has `p`; "" for anything else."""
    _, slot, members, condition = node
    if node[0] != "any" or members[0] != "things" or condition[0] != "==":
        return ""
    at = e.game.built_in(members[1], "at")
    if e.game.kinds[members[1]].root != members[1]:
        return ""
    for own, other in ((condition[1], condition[2]), (condition[2], condition[1])):
        if own == ("get", at, ("local", slot)) and slot not in slots_of(other):
            return e.unless_absent([e.expr(other)], lambda place: f"({place} in F{at})", "False")
    return ""


@emits("count")
def _count(e: Emitter, node: Node) -> Piece:
    return _counted(e, node[2], node)


def _counted(e: Emitter, members: Node, node: Node | None) -> Piece:
    name = e.temp()
    e.line(f"{name} = 0")
    with loop(e, members) as member:
        if node is None:
            e.line(f"{name} += 1")
        else:
            condition = e.bound(node[1], member, node[3], e.cond)
            e.line(f"if {condition}: {name} += 1")
    return int_(name, 0, 1 << 20, is_atom=True)


@emits("sum")
def _sum(e: Emitter, node: Node) -> Piece:
    name = e.temp()
    e.line(f"{name} = 0")
    with loop(e, node[2]) as member:
        value = e.bound(node[1], member, node[3], e.expr)
        e.line(f"{name} += {value.text}")
        e.line(f"if not -2147483648 <= {name} <= 2147483647: overflow()")
    return int_(name, is_atom=True)


@emits("minimum", "maximum")
def _extreme(e: Emitter, node: Node) -> Piece:
    name = e.temp()
    e.line(f"{name} = None")
    with loop(e, node[2]) as member:
        value = e.held(e.bound(node[1], member, node[3], e.expr))
        test = f"{value.text} {'<' if node[0] == 'minimum' else '>'} {name}"
        guard = f"{value.text} is not None and " if value.may_be_absent else ""
        e.line(f"if {guard}({name} is None or {test}): {name} = {value.text}")
    return Piece(name, True, "i", True)


@emits("best")
def _best(e: Emitter, node: Node) -> Piece:
    name, key = e.temp(), e.temp()
    e.line(f"{name} = {key} = None")
    with loop(e, node[2]) as member:
        value = e.held(e.bound(node[1], member, node[3], e.expr))
        test = f"{value.text} {'<' if node[4] == 'least' else '>'} {key}"
        guard = f"{value.text} is not None and " if value.may_be_absent else ""
        with e.block(f"if {guard}({key} is None or {test}):"):
            e.line(f"{key} = {value.text}")
            e.line(f"{name} = {member.text}")
    return Piece(name, True)


# -- the ground


@emits("neighbours")
def _neighbours(e: Emitter, node: Node) -> Piece:
    return tuple_(e.unless_absent([e.expr(node[1])], lambda place: f"NEAR[{place}]", "()"))


@emits("distance")
def _distance(e: Emitter, node: Node) -> Piece:
    a, b = e.expr(node[1]), e.expr(node[2])
    if is_table(e.game.map):
        if a.may_trap or b.may_trap:
            a, b = e.held(a), e.held(b)
        text = e.unless_absent([a, b], lambda x, y: f"leg({x}, {y})")
        return Piece(text, False, "i", a.may_be_absent or b.may_be_absent, 0, 1 << 20)
    text = e.unless_absent([a, b], lambda x, y: f"DIST[{x}][{y}]")
    return Piece(text, False, "i", a.may_be_absent or b.may_be_absent, 0, 1 << 20)


@emits("within", "ring", "ray", "connected", "neighbours_from")
def _places(e: Emitter, node: Node) -> Piece:
    return tuple_(f"MAP.{node[0]}({', '.join(e.expr(part).text for part in node[1:])})")


@emits("edges", "edges_from")
def _edges(e: Emitter, node: Node) -> Piece:
    name = "edges_between" if node[0] == "edges" else node[0]
    return tuple_(f"MAP.{name}({e.expr(node[1]).text}, {e.expr(node[2]).text})")


@emits("near")
def _near(e: Emitter, node: Node) -> Piece:
    return tuple_(f"MAP.near({e.members(node[1]).text}, {e.expr(node[2]).text})")


@emits("direction", "step", "edge", "hex")
def _by_map(e: Emitter, node: Node) -> Piece:
    return Piece(f"MAP.{node[0]}({', '.join(e.expr(part).text for part in node[1:])})")


@emits("crossed")
def _crossed(e: Emitter, node: Node) -> Piece:
    return tuple_(f"MAP.crossed({e.expr(node[1]).text}, {e.expr(node[2]).text})")


@emits("steps")
def _steps(e: Emitter, node: Node) -> Piece:
    return tuple_(f"steps({e.expr(node[1]).text}, {e.expr(node[2]).text})")


@emits("path_cost")
def _path_cost(e: Emitter, node: Node) -> Piece:
    return Piece(f"path_cost(M, {node[1]}, {e.expr(node[2]).text}, {e.expr(node[3]).text})", False, "i", True)


@emits("can_go")
def _can_go(e: Emitter, node: Node) -> Piece:
    return bool_(f"can_go(M, {node[1]}, {e.expr(node[2]).text}, {e.expr(node[3]).text})")


@emits("as_kind")
def _as_kind(e: Emitter, node: Node) -> Piece:
    # The condition of a conditional expression is evaluated first, so the value is named there.
    first, later = e.named(e.expr(node[2]))
    return Piece(f"({later} if {first} in {e.namer.constant(frozenset(e.game.kinds[node[1]].members))} else None)")


@emits("turn")
def _turn(e: Emitter, node: Node) -> Piece:
    return int_(f"(({e.expr(node[1]).text} + {e.expr(node[2]).text}) % 6)", 0, 5)


@emits("row", "column")
def _row(e: Emitter, node: Node) -> Piece:
    pieces = [e.expr(node[1]), e.expr(node[2])]
    return Piece(e.unless_absent(pieces, lambda side, place: f"MAP.{node[0]}s[{side}][{place}]"), False, "i", True)


@emits("territory", "terrain")
def _of_place(e: Emitter, node: Node) -> Piece:
    table = "MAP.territory" if node[0] == "territory" else "T"
    place = e.expr(node[1])
    text = e.unless_absent([place], lambda x: f"{table}[{x}]")
    return Piece(text, False, "?", place.may_be_absent or node[0] == "territory")


@emits("level")
def _level(e: Emitter, node: Node) -> Piece:
    place = e.expr(node[1])
    text = e.unless_absent([place], lambda x: f"MAP.levels[{x}]")
    if place.may_be_absent:
        return Piece(text, False, "i", True)
    levels = e.game.map.levels
    return int_(text, min(levels), max(levels))


@emits("at")
def _at(e: Emitter, node: Node) -> Piece:
    place = e.held(e.expr(node[2]))
    column = f"F{e.game.built_in(node[1], 'at')}"
    guard = f"{place.text} is not None and " if place.may_be_absent else ""
    if e.game.kinds[node[1]].root == node[1]:
        return Piece(f"({column}.index({place.text}) if {guard}{place.text} in {column} else None)")
    name = e.temp()
    e.line(f"{name} = None")
    with e.block(f"for {name}_ in {e.namer.constant(e.game.kinds[node[1]].members)}:"):
        e.line(f"if {guard}{column}[{name}_] == {place.text}: {name} = {name}_; break")
    return Piece(name, True)


@emits("sight")
def _sight(e: Emitter, node: Node) -> Piece:
    a, b = e.expr(node[2]).text, e.expr(node[3]).text
    if is_ground_only(e.game, node[1]) and not is_table(e.game.map):
        return bool_(f"SEEN{node[1]}[{a}, {b}]")
    return bool_(e.call("sight", node[1], [a, b]))


@emits("arc")
def _arc(e: Emitter, node: Node) -> Piece:
    arcs = e.game.arcs[node[1]]
    entity, place, *given = (e.held(e.expr(arg)) for arg in node[2:])
    facing = f"F{arcs.facing}[{entity.text}]"
    if given and given[0].may_be_absent:
        facing = f"({given[0].text} if {given[0].text} is not None else {facing})"
    elif given:
        facing = given[0].text
    at = f"F{e.game.built_in(arcs.kind, 'at')}[{entity.text}]"
    return Piece(e.unless_absent([entity], lambda _: f"ARC{node[1]}[{at}, {facing}, {place.text}]"))


def is_ground_only(game: Game, sight: int) -> bool:
    """Whether a sight line depends on nothing that changes but terrain, so that it may be remembered."""
    return reads(game, *game.sights[sight].parts) & ~TERRAIN == 0
