"""Ends: rows that never count or that only files put in order, wins that come too early, triggers that use up what another one needs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations
from math import inf

from tankdsl.check import tree
from tankdsl.check.tree import Core, EndingDef, Local, ScenarioDef, WheneverDef
from tankdsl.check.types import SIDE
from tankdsl.diagnostics import Diagnostic, Label, quoted
from tankdsl.diagnostics.registry import analysis
from tankdsl.rules.foresight import Outlook, TooMuch, outlook_of
from tankdsl.rules.foresight.asking import Env, ask
from tankdsl.rules.foresight.moments import Moment
from tankdsl.rules.foresight.operators import parts_of
from tankdsl.rules.foresight.values import FOREVER, may_fail, may_hold
from tankdsl.rules.game import Game
from tankdsl.rules.interface import Check
from tankdsl.rules.waiting import may_be_lost, may_be_too_early
from tankdsl.rules.walk import options_read, same, statements, substituted


def check_ends(game: Game) -> Iterator[Diagnostic]:
    """Rows that never count or have no order, triggers that are used up, and endings that do not wait for reinforcements."""
    yield from _shadowed(game)
    yield from _used_up(game)
    seen: set[str] = set()
    judged: set[Hashable] = set()
    for scenario in game.program.scenarios.values():
        endings = tuple(ending for ending in game.program.endings if ending.id not in seen)
        try:
            for ending, finding in tuple(_too_early(game, scenario, endings, judged)):
                seen.add(ending)
                yield finding
        except TooMuch:
            continue


# -------------------------------------------------------------------------------------------------------------- shadowed


def _shadowed(game: Game) -> Iterator[Diagnostic]:
    """Rows whose condition holds only when that of an earlier row does, which then ends the game; and rows that only files put in order."""
    rows = game.program.endings
    always = _always_open(game)
    for number, later in enumerate(rows):
        earlier = next((row for row in rows[:number] if _comes_first(row, later, always)), None)
        if earlier is not None:
            yield _never_counts(earlier, later, is_alike=_comes_first(later, earlier, always))
            continue
        narrower = next((row for row in rows[:number] if _in_two_files(row, later) and _comes_first(later, row, always)), None)
        if narrower is not None and not _wins_alike(narrower, later):
            yield _unordered(narrower, later)


def _in_two_files(one: EndingDef, other: EndingDef) -> bool:
    return one.span.file != other.span.file


def _always_open(game: Game) -> frozenset[str]:
    """The scope that is open during every game: that of the sequence with which all scenarios begin, if it is one and the same."""
    starts = frozenset(scenario.start for scenario in game.program.scenarios.values()) or frozenset({game.program.main})
    return starts if len(starts) == 1 else frozenset()


def _never_counts(earlier: EndingDef, later: EndingDef, *, is_alike: bool) -> Diagnostic:
    other = "" if _wins_alike(earlier, later) else ", and names another winner"
    order = "endings are tried in the order in which they are written, and the first that is met ends the game"
    by_file = ("it comes first only because its file does, and files come in the order of their names",)
    apart = "let them ask for what tells them apart, or take one away"
    return analysis.ENDING_SHADOWED.at(
        later.span,
        f"the ending `{later.id}` never counts: whenever it is met, `{earlier.id}` is met too, comes first{other}",
        secondary=[Label(earlier.span, "this one comes first")],
        notes=(order, *(by_file if _in_two_files(earlier, later) else ())),
        help=apart if is_alike else "put the narrower one first, or let the first one ask for what tells them apart",
    )


def _unordered(narrow: EndingDef, broad: EndingDef) -> Diagnostic:
    return analysis.ENDINGS_UNORDERED.at(
        broad.span,
        f"only the names of their files put `{narrow.id}` before `{broad.id}`: whenever it is met, both are, and end differently",
        secondary=[Label(narrow.span, "this one comes first, since its file does")],
        notes="endings of one file are tried in the order in which they are written, those of several file after file by name",
        help="write them into one file, the one that counts first; or let them ask for what tells them apart",
    )


def unordered_pairs(game: Game) -> list[tuple[EndingDef, EndingDef]]:
    """Endings of different files that are looked at at the same moments, do not plainly exclude each other, and may name different winners.

    The first of a pair counts where both are met, since its file comes first.
    """
    return [(one, other) for one, other in combinations(game.program.endings, 2) if _in_two_files(one, other) and _may_conflict(one, other)]


def _may_conflict(one: EndingDef, other: EndingDef) -> bool:
    if one.at_end_of != other.at_end_of or _wins_alike(one, other):
        return False
    said = _said_of(other.condition, other.each, one.each)
    return not any(_excludes(part, wanted) for part in parts_of(one.condition) for wanted in parts_of(said))


def _excludes(part: Core, other: Core) -> bool:
    """Whether two parts of conditions never hold together, as far as their words tell."""
    for yes, no in ((part, other), (other, part)):
        if no.op == "not" and implies(yes, no.args[0]):
            return True
    if part.op == other.op == "==" and same(part.args[0], other.args[0]):
        return all(core.args[1].op in _CONSTANTS for core in (part, other)) and not same(part.args[1], other.args[1])
    spans = _span(part), _span(other)
    if None in spans or not same(part.args[0], other.args[0]):
        return False
    (low, high), (least, most) = (span for span in spans if span is not None)
    return high < least or most < low


_CONSTANTS = frozenset({"int", "enum", "ref"})


def _span(part: Core) -> tuple[float, float] | None:
    """Between which numbers the left side of a comparison with a number lies where it holds."""
    if len(part.args) != 2 or not isinstance(part.args[1], Core) or part.args[1].op != "int":
        return None
    number = part.args[1].args[0]
    spans = {"==": (number, number), ">=": (number, inf), ">": (number + 1, inf), "<=": (-inf, number), "<": (-inf, number - 1)}
    return spans.get(part.op)


def _comes_first(earlier: EndingDef, later: EndingDef, always: frozenset[str]) -> bool:
    if earlier.at_end_of != later.at_end_of or earlier.during not in (None, later.during, later.at_end_of, *always):
        return False
    if _is_always_so(earlier.condition) and earlier.each is None:
        return True
    if (earlier.each is None) != (later.each is None):
        return False
    if earlier.domain is not None and later.domain is not None and not _has(_in_any_order(earlier.domain), _in_any_order(later.domain)):
        return False
    return implies(later.condition, _said_of(earlier.condition, earlier.each, later.each))


def _is_always_so(condition: Core) -> bool:
    """Whether an ending has no condition."""
    return condition.op == "bool" and condition.args == (True,)


def _in_any_order(domain: Core) -> Core:
    """A set, from whichever of its members one begins."""
    while domain.op == "from" and isinstance(domain.args[0], Core):
        domain = domain.args[0]
    return domain


def _said_of(condition: Core, old: Local | None, new: Local | None) -> Core:
    if old is None or new is None:
        return condition
    said = substituted(condition, Core("local", (old,), old.type, condition.span), Core("local", (new,), new.type, condition.span))
    return said if isinstance(said, Core) else condition


def _wins_alike(one: EndingDef, other: EndingDef) -> bool:
    told = _said_of(one.outcome[1], one.each, other.each) if one.outcome[0] == "win" else None
    return one.outcome[0] == other.outcome[0] and (told is None or same(told, other.outcome[1]))


def implies(narrow: Core, broad: Core) -> bool:
    """Whether a condition holds only if another one does, as far as their words tell."""
    return all(any(_part_implies(part, wanted) for part in parts_of(narrow)) for wanted in parts_of(broad))


def _part_implies(part: Core, wanted: Core) -> bool:
    if same(part, wanted):
        return True
    if wanted.op == "or":
        return any(implies(part, each) for each in parts_of(wanted, "or"))
    if part.op == wanted.op == "not":
        return implies(wanted.args[0], part.args[0])
    if part.op == wanted.op and part.op in ("any", "all") and same(part.args[1], wanted.args[1]):
        return implies(part.args[2], _said_of(wanted.args[2], wanted.args[0], part.args[0]))
    if part.op == wanted.op and part.op in (">", ">=", "<", "<=") and same(part.args[0], wanted.args[0]):
        ends = [core.args[1].args[0] for core in (part, wanted) if core.args[1].op == "int"]
        return len(ends) == 2 and (ends[0] >= ends[1] if part.op in (">", ">=") else ends[0] <= ends[1])
    return False


# --------------------------------------------------------------------------------------------------------------- used up


def _used_up(game: Game) -> Iterator[Diagnostic]:
    """Triggers that happen once, and take the only occasion of a narrower one."""
    triggers = list(game.program.whenevers.values())
    for broad in triggers:
        for narrow in triggers:
            flag = None if narrow is broad else _flag_taken(game, broad, narrow)
            if flag is not None:
                when = "never runs" if triggers.index(broad) < triggers.index(narrow) else "runs only if it is the first"
                yield analysis.TRIGGER_USED_UP.at(
                    narrow.span,
                    f"`{narrow.id}` {when}: `{broad.id}` asks for less and sets `{flag}`, without which `{narrow.id}` cannot run",
                    secondary=[Label(broad.span, f"this sets `{flag}` for good")],
                    help=f"give `{narrow.id}` a state of its own, or let `{broad.id}` ask for as much",
                )


def _flag_taken(game: Game, broad: WheneverDef, narrow: WheneverDef) -> str | None:
    """The state that a trigger sets for good and that another one asks not to be set, whose condition is a narrower one."""
    if len(broad.params) != len(narrow.params) or broad.during not in (None, narrow.during, *_always_open(game)):
        return None
    names = [(ours.local, theirs.local) for ours, theirs in zip(broad.params, narrow.params, strict=True)]
    if not all(_has(_named(ours.domain, names), theirs.domain) for ours, theirs in zip(broad.params, narrow.params, strict=True)):
        return None
    condition = _named(broad.condition, names)
    if not implies(narrow.condition, condition) or implies(condition, narrow.condition):
        return None
    for statement in broad.body:
        if any(isinstance(each, tree.Stop) for each in statements((statement,))):
            return None
        if not isinstance(statement, tree.Assign) or statement.value.args != (True,) or not _is_for_good(game, statement):
            continue
        if _asks_unset(narrow.condition, statement, _named(statement.entity, names)):
            return statement.field
    return None


def _named(core: Core, names: list[tuple[Local, Local]]) -> Core:
    """An expression that speaks of the parameters of another trigger."""
    for ours, theirs in names:
        core = _said_of(core, ours, theirs)
    return core


def _has(broad: Core, narrow: Core) -> bool:
    """Whether a set has all members of another one, as far as their words tell."""
    if same(broad, narrow):
        return True
    if narrow.op == "filter":
        if broad.op == "filter" and _has(broad.args[1], narrow.args[1]):
            return implies(narrow.args[2], _said_of(broad.args[2], broad.args[0], narrow.args[0]))
        return _has(broad, narrow.args[1])
    if broad.op == "things" and narrow.op in ("things", "owned"):
        return bool(broad.args[0] == narrow.args[0] and broad.args[-1] in ("all", narrow.args[-1]))
    return False


def _asks_unset(condition: Core, assign: tree.Assign, entity: Core) -> bool:
    unset = (part.args[0] for part in parts_of(condition) if part.op == "not")
    return any(core.op == "get" and core.args[:2] == (assign.kind, assign.field) and same(core.args[2], entity) for core in unset)


def _is_for_good(game: Game, assign: tree.Assign) -> bool:
    """Whether a state has no lifetime and nothing sets it back."""
    kind = game.program.kinds[assign.kind]
    declared = next((field for field in kind.fields if field.id == assign.field), None)
    others = (
        each for _, each in game.statements if isinstance(each, tree.Assign) and (each.kind, each.field) == (assign.kind, assign.field)
    )
    return declared is not None and declared.lifetime is None and all(each.value.args == (True,) for each in others)


# ------------------------------------------------------------------------------------------------------------- too early


def _too_early(
    game: Game, scenario: ScenarioDef, endings: tuple[EndingDef, ...], judged: set[Hashable]
) -> Iterator[tuple[str, Diagnostic]]:
    """Endings that are met when all that stands on the map is lost, though more of the side is to come.

    First it is asked what would be if every piece came that does not stand on the map, once for all scenarios with the same pieces and
    options; only where that tells, when each comes.
    """
    units = [thing for thing in scenario.instances if game.program.kinds[thing.kind].category == "unit"]
    for side, _ in game.program.sides:
        if not any(thing.side == side and thing.at is None and thing.point is None for thing in units):
            continue
        outlook = outlook_of(game, scenario)
        own = [thing.id for thing in units if thing.side == side]
        off = [id for id in own if outlook.waits(id)]
        alike = side, _pieces(outlook), tuple(outlook.world.options.get(option) for option in _options(game))
        if alike in judged:
            continue
        without = _Without(outlook, own, off)
        suspects = [ending for ending in endings if without.wins(ending) is not None]
        if not suspects:
            judged.add(alike)
        for ending in suspects if all(may_be_lost(outlook, id) for id in own if id not in off) else ():
            waiting = [id for id in off if may_be_too_early(outlook, ending, id)]
            who = _Without(outlook, own, waiting).wins(ending) if waiting else None
            if who is not None:
                yield ending.id, _not_waiting(outlook, ending, side, who, waiting)


def _options(game: Game) -> tuple[str, ...]:
    """The options that endings ask."""
    conditions = tuple((ending.domain, ending.condition) for ending in game.program.endings)
    return game.remember("options of endings", lambda: options_read(game.program, conditions))


def _pieces(outlook: Outlook) -> frozenset[Hashable]:
    """Which things there are, and whether they stand somewhere: all that matters here while states are open."""
    things = [thing.id for thing in outlook.world.instances.values() if outlook.of_kind(thing.kind) is not None]
    return outlook.once("pieces", lambda: frozenset((id, outlook.class_of(id), outlook.waits(id)) for id in things))


def _not_waiting(outlook: Outlook, ending: EndingDef, side: str, who: str, waiting: list[str]) -> Diagnostic:
    first = outlook.world.instances[waiting[0]]
    return analysis.ENDS_BEFORE_ARRIVAL.at(
        ending.span,
        f"in the scenario `{outlook.scenario.id}` the ending `{ending.id}` does not wait for {quoted(waiting, 'and')} of `{side}`",
        secondary=[Label(outlook.game.thing_span(outlook.scenario, first), "this one comes later")],
        notes=f"it is met as soon as nothing of `{side}` stands on the map{f', and `{who}` has won' if who else ''}",
        help="ask for all pieces that are not removed (`all tanks`), not only for those on the map",
    )


class _Without:
    """A side without the pieces that stand on the map; and the same side with those that wait."""

    def __init__(self, outlook: Outlook, units: list[str], waiting: list[str]) -> None:
        self._outlook = outlook
        self._without, self._there = (Moment(outlook, FOREVER, counts=False) for _ in range(2))
        self._without.is_open = self._there.is_open = True
        self._without.gone = {id: None if id in waiting else True for id in units}
        self._there.gone = {id: id not in waiting for id in units}

    def wins(self, ending: EndingDef) -> str | None:
        """The side for which an ending is sure to be met without the pieces, and sure not to be if those to come were there."""
        cases: dict[str, Env] = {"": {}}
        if ending.each is not None:
            if ending.each.type != SIDE:
                return None
            cases = {side: {ending.each: frozenset({side})} for side in self._outlook.sides}
        for side, env in cases.items():
            met = not may_fail(ask(self._without, dict(env), ending.condition))
            if met and not may_hold(ask(self._there, dict(env), ending.condition)):
                return side
        return None


ENDS = Check("ends", check_ends)
