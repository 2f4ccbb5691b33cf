"""Actions: which are legal, how their parameters are asked for, and what it means to commit one.

An action is offered only if there is a complete legal choice of its parameters, and a value of a parameter
only if the rest can still be completed, so nobody is ever led into a dead end. Evaluators answer the question
"can it be completed from parameter `k` on?" (`ev.exists`); everything else is here.
"""

from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any, NamedTuple

from tankdsl.engine import settle
from tankdsl.engine.frames import Act, Code, Play, Stage, Window
from tankdsl.engine.machine import ANSWER, COUNTERS, DELIVER, PLAYED, RUN, Decision, Machine
from tankdsl.engine.model import Action, ActionParam, Game, MemberTest
from tankdsl.engine.paths import Walk, can_end, next_steps, walks
from tankdsl.engine.writes import take_out

Context = tuple[int, int, tuple[Any, ...]]
"""Acting side, window (`ANYTIME` between actions, `IN_PLAY` in a play loop), arguments of the window."""
IN_PLAY = -2


def offers(game: Game, window: int) -> tuple[int, ...]:
    """The actions that a window offers, in declaration order: its own, and those for any time."""
    table: dict[int, tuple[int, ...]] | None = game.cache.get("offers")
    if table is None:
        table = game.cache["offers"] = {}
    if window not in table:
        open_to_all = window < 0 or not game.windows[window].closed
        table[window] = tuple(action.index for action in game.actions if window in action.windows) + tuple(
            action.index for action in game.actions if action.anytime and open_to_all and window not in action.windows
        )
    return table[window]


def begin_action(m: Machine, index: int, side: int, window: int, args: tuple[Any, ...]) -> list[Any] | None:
    """The slots with which an action begins; None when its card is not there or the side may not do it."""
    action = m.game.actions[index]
    card = None
    if action.card is not None:
        card = find_card(m, action, side)
        if card is None:
            return None
    slots: list[Any] = [None] * action.slots
    slots[0] = side
    if window in action.windows:
        slots[1 : 1 + action.inherits] = args[: action.inherits]
    if action.card is not None:
        slots[action.card.slot] = card
    if action.by is not None and m.E[action.by](slots) is not True:
        return None
    return slots


def find_card(m: Machine, action: Action, side: int) -> int | None:
    """The first card of the model in the pile of the side; None when there is none."""
    assert action.card is not None
    pile = action.card.piles[side]
    if pile is None or not m.piles[pile]:
        return None
    models = m.fields[action.card.models]
    for card in m.piles[pile]:
        if models[card] == action.card.model:
            return card
    return None


IsOpen = Callable[[int, tuple[Any, ...], int | None, tuple[Any, ...], int | None], bool]
"""What says whether an action is open: for a side, arguments of the window, the card, fixed parameters, and what is left to spend."""


Row = tuple[int, int, IsOpen, int | None]
"""An action to be looked at: its place in the list, the action, whether it is open, and the card."""


class Deck(NamedTuple):
    """The actions whose cards must lie in one pile: by the model of the card the places of the actions in their list, and the actions."""

    pile: int
    models: int
    """The field with the models of the cards."""
    actions: dict[int, list[tuple[int, int, IsOpen]]]
    hands: dict[tuple[int, ...], tuple[Row, ...]]
    """What was found for some contents of the pile; the models of cards never change."""


class Openers(NamedTuple):
    """What is looked at to find the legal actions of a list: those without cards, and those with."""

    plain: tuple[Row, ...]
    decks: tuple[Deck, ...]


def openers(game: Game, actions: tuple[int, ...], side: int, is_open_of: Callable[[int], IsOpen | None]) -> Openers:
    """How to find the legal ones of some actions. An action whose card has no pile of this side is left out, and so are those for which
    `is_open_of` gives nothing."""
    plain, decks = [], dict[int, Deck]()
    for place, index in enumerate(actions):
        card, opens = game.actions[index].card, is_open_of(index)
        pile = None if card is None else card.piles[side]
        if card is None and opens is not None:
            plain.append((place, index, opens, None))
        elif card is not None and pile is not None and opens is not None:
            deck = decks.setdefault(pile, Deck(pile, card.models, {}, {}))
            deck.actions.setdefault(card.model, []).append((place, index, opens))
    return Openers(tuple(plain), tuple(decks.values()))


MOST_HANDS = 1 << 10
_place = itemgetter(0)


def _playable(m: Machine, deck: Deck, cards: tuple[int, ...], others: tuple[Row, ...]) -> tuple[Row, ...]:
    """Other actions (always the same ones for a deck), and those for which there is a card among some, with the card; in their order."""
    found = deck.hands.get(cards)
    if found is None:
        # Of the many cards that there are a side holds few; of a model the first one counts.
        column, actions = m.fields[deck.models], deck.actions
        held = {column[card]: card for card in reversed(cards)}
        found = tuple(sorted([*others, *((*row, held[model]) for model in held if model in actions for row in actions[model])], key=_place))
        if len(deck.hands) < MOST_HANDS:
            deck.hands[cards] = found
    return found


def offered(
    m: Machine,
    actions: tuple[int, ...],
    context: Context,
    fixed: tuple[Any, ...] = (),
    left: int | None = None,
    *,
    may_pass: bool,
    always: bool = False,
) -> Decision | None:
    """The decision which of some actions to take, those that can be completed in their order; None when there is none, unless it is
    asked always. Only the first one is looked for at once, the others when options are asked for."""
    side, window, args = context
    rows, decks = m.ev.openers(actions, side, window, len(fixed))
    if len(decks) == 1:
        cards = m.piles[decks[0].pile]
        if cards:
            rows = _playable(m, decks[0], tuple(cards), rows)
    elif decks:
        for deck in decks:
            rows += _playable(m, deck, tuple(m.piles[deck.pile]), ())
        rows = tuple(sorted(rows, key=_place))
    for at, (_, first, opens, card) in enumerate(rows, 1):
        if opens(side, args, card, fixed, left):
            return Decision("play", side, _finder(first, rows, at, (side, args, fixed, left)), may_pass=may_pass)
    return Decision("play", side, list, may_pass=may_pass) if always else None


def _finder(first: int, rows: tuple[Row, ...], at: int, given: tuple[Any, ...]) -> Callable[[], list[int]]:
    """What finds all actions that can be completed: the first one and those of the rows from a position on."""
    side, args, fixed, left = given
    return lambda: [first, *[index for _, index, opens, card in rows[at:] if opens(side, args, card, fixed, left)]]


def is_open(m: Machine, index: int, slots: list[Any], fixed: tuple[Any, ...], left: int | None) -> bool:
    """Whether the action can be completed, its first parameters being fixed."""
    return fix(m, index, slots, fixed) and bool(m.ev.exists(index, len(fixed), slots, left))


def fix(m: Machine, index: int, slots: list[Any], fixed: tuple[Any, ...]) -> bool:
    """Set the fixed parameters. False when one of them may not have its value."""
    for k, (param, value) in enumerate(zip(m.game.actions[index].params, fixed, strict=False)):
        slots[param.slot] = value
        if value is None or not m.ev.fits(index, k, slots):
            return False
        if param.some:
            slots[param.slot] = (value,)
    return True


# -- completing an action


def members(m: Machine, param: ActionParam, slots: list[Any], picked: tuple[Any, ...], *, tested: bool = True) -> list[Any]:
    """The values that domain and `where` allow; for a group the next members, without those picked.

    With `tested` also without members that no group can have, or there were too many groups to look at.
    """
    assert param.domain is not None
    kept, found = slots[param.slot], []
    if param.so_far is not None:
        slots[param.so_far] = picked
    for value in m.E[param.domain](slots):
        slots[param.slot] = value
        if value not in picked and (param.where is None or m.E[param.where](slots) is True):
            found.append(value)
    slots[param.slot] = kept
    if tested and param.tests:
        found = [value for value in found if all(_passes(m, test, param.slot, slots, value) for test in param.tests)]
    return found


def _passes(m: Machine, test: MemberTest, slot: int, slots: list[Any], value: Any) -> bool:
    """Whether a member meets a test, being a group of its own."""
    frame = list(slots)
    frame[slot] = (value,)
    for size, args in test.calls:
        values = [None if arg is None else m.E[arg](frame) for arg in args]
        frame = values + [None] * (size - len(values))
    frame[test.slot] = value
    return m.E[test.condition](frame) is True


def complete_values(m: Machine, param: ActionParam, slots: list[Any]) -> Iterator[Any]:
    """Every complete value of a parameter, one by one, in a fixed order."""
    if param.path is not None:
        walk = walk_of(m, param, slots, ())
        yield from walks(m, walk) if walk else ()
    elif param.some:
        yield from groups(m, param, slots, ())
    else:
        yield from m.ev.members(param, slots, ())


def groups(m: Machine, param: ActionParam, slots: list[Any], picked: tuple[Any, ...]) -> Iterator[Any]:
    """Every group that contains what was picked, as ascending sets; smaller ones before their supersets."""
    if picked:
        yield tuple(sorted(picked))
    if param.so_far is None:
        # Who may be in does not depend on who is.
        yield from _with_others(m.ev.members(param, slots, picked), picked, None)
    else:
        yield from _larger(m, param, slots, picked, None)


def _with_others(others: list[Any], picked: tuple[Any, ...], above: Any) -> Iterator[Any]:
    """Groups with at least one more member out of a list; the same ones as below."""
    for value in others:
        if (above is None or value > above) and value not in picked:
            yield tuple(sorted((*picked, value)))
            yield from _with_others(others, (*picked, value), value)


def _larger(m: Machine, param: ActionParam, slots: list[Any], picked: tuple[Any, ...], above: Any) -> Iterator[Any]:
    """Groups with at least one more member; members are added in ascending order, so none comes twice."""
    for value in m.ev.members(param, slots, picked):
        if above is None or value > above:
            yield tuple(sorted((*picked, value)))
            yield from _larger(m, param, slots, (*picked, value), value)


def walk_of(m: Machine, param: ActionParam, slots: list[Any], places: tuple[int, ...]) -> Walk | None:
    """The path of a parameter as far as it was laid."""
    assert param.path is not None
    budget = None if param.path.budget is None else m.E[param.path.budget](slots)
    return Walk.begun(m, param.path.movement, m.E[param.path.unit](slots), budget, places)


def next_values(m: Machine, frame: Stage, left: int | None) -> list[Any]:
    """What may be picked next for the parameter that is asked for, so that the action can be completed."""
    param = m.game.actions[frame.action].params[frame.param]
    slots, picked = list(frame.slots), tuple(frame.picked)

    def completes(value: Any) -> bool:
        slots[param.slot] = value
        return bool(m.ev.exists(frame.action, frame.param + 1, slots, left))

    if param.path is not None:
        walk = walk_of(m, param, slots, picked)
        return [after.here for after in (next_steps(m, walk) if walk else ()) if any(completes(path) for path in walks(m, after))]
    if param.some:
        return [
            value
            for value in m.ev.members(param, slots, picked)
            if any(completes(group) for group in groups(m, param, slots, (*picked, value)))
        ]
    found: list[Any] = m.ev.values(frame.action, frame.param, slots, left)
    return found


def may_be_done(m: Machine, frame: Stage, left: int | None) -> bool:
    """Whether the group or path as it is completes the action."""
    param, picked = m.game.actions[frame.action].params[frame.param], tuple(frame.picked)
    if not picked:
        return False
    slots = list(frame.slots)
    if param.path is not None:
        walk = walk_of(m, param, slots, picked)
        if walk is None or not can_end(walk):
            return False
        slots[param.slot] = picked
    else:
        slots[param.slot] = tuple(sorted(picked))
    return bool(m.ev.exists(frame.action, frame.param + 1, slots, left))


def within_limits(m: Machine, action: Action, slots: list[Any], left: int | None) -> bool:
    """Whether limits and cost allow the action."""
    for limit in action.limits:
        keys = tuple(m.E[key](slots) for key in limit.keys)
        if m.counted(limit.index, slots[0], keys) >= limit.most:
            return False
    return left is None or cost_of(m, action, slots) <= left


def cost_of(m: Machine, action: Action, slots: list[Any]) -> int:
    """What the action costs with these parameters; never less than nothing."""
    return 0 if action.cost is None else max(0, m.E[action.cost](slots))


def left_of(m: Machine, below: int) -> int | None:
    """What is left to spend in the play loop at a position of the stack; None without a budget."""
    play = m.frames[below]
    if type(play) is not Play:
        return None
    code: Any = m.frames[below - 1]
    loop = m.game.procs[code.proc].code[code.pc][1]
    budget = None if loop.budget is None else m.E[loop.budget](code.slots)
    return None if budget is None else max(0, budget - play.spent)


# -- the frames


def run_stage(m: Machine, frame: Stage) -> Decision | None:
    """Ask for the next parameter, or commit."""
    action = m.game.actions[frame.action]
    if frame.param >= len(action.params):
        commit(m, frame)
        return None
    param, left = action.params[frame.param], left_of(m, len(m.frames) - 2)
    return Decision(
        "step" if param.path else "pick",
        frame.slots[0],
        lambda: next_values(m, frame, left),
        may_done=(param.some or param.path is not None) and may_be_done(m, frame, left),
    )


def _answer(m: Machine, frame: Stage, verb: str, value: Any) -> None:
    param = m.game.actions[frame.action].params[frame.param]
    if verb in ("pick", "step") and (param.some or param.path):
        frame.picked.append(value)
        return
    if verb == "done":
        value = tuple(frame.picked) if param.path else tuple(sorted(frame.picked))
    frame.slots[param.slot] = value
    frame.param += 1
    frame.picked = []


def commit(m: Machine, frame: Stage) -> None:
    """Keep what the requirements bind, and begin the action."""
    if m.game.actions[frame.action].binds:
        m.ev.bind(frame.action, frame.slots)
    m.frames.pop()
    m.ev.commit(frame.action, frame.slots)


def commit_stepwise(m: Machine, index: int, slots: list[Any]) -> None:
    """Count limits, pay, take the card out of its pile, and start the effect."""
    action = m.game.actions[index]
    for limit in action.limits:
        m.count(limit.index, slots[0], tuple(m.E[key](slots) for key in limit.keys))
    below = m.frames[-1]
    if isinstance(below, Play):
        below.spent += cost_of(m, action, slots)
        below.times += 1
        m.dirty |= PLAYED | COUNTERS
    if action.card is not None:
        take_out(m, action.card.kind, slots[action.card.slot])
    m.log("action", action=index, side=slots[0], slots=tuple(slots))
    m.frames.append(Act(index, slots))
    m.call(action.proc, [m.E[arg](slots) for arg in action.args])


def _effect_over(m: Machine, frame: Act, results: list[Any]) -> None:
    """The effect or the procedure for the card is over."""
    from tankdsl.engine.windows import write_back

    action = m.game.actions[frame.action]
    below = m.frames[-2]
    if not frame.ended:
        frame.ended = True
        if isinstance(below, Window) and action.returns and below.window in action.windows:
            code = m.frames[-3]
            assert isinstance(code, Code)
            write_back(m, below, code, action.returns, results)
        if action.after is not None and action.card is not None:
            m.call(action.after, [frame.slots[0], frame.slots[action.card.slot]])


def _run_act(m: Machine, frame: Act) -> Decision | None:
    """Nothing is left of the action: settle."""
    m.frames.pop()
    settle.settle(m)
    return None


RUN[Stage] = run_stage
RUN[Act] = _run_act
ANSWER[Stage] = _answer
DELIVER[Act] = _effect_over
