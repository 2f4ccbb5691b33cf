"""Decisions: choices with their branches, questions, paths, sealed choices, windows that write back, and counters."""

from tankdsl.check.types import Die, Path, Pool
from tests.unit.lower.playing import code, document, play, trace, value
from tests.unit.lower.trees import (
    ALL_TANKS,
    BLUE,
    BOOL,
    COUNT,
    INT,
    PLACE,
    RED,
    SIDE,
    SIDES,
    SPAN,
    TANK,
    TANKS,
    YES,
    Int,
    Kind,
    Local,
    Set,
    action,
    call,
    compare,
    core,
    count_up,
    damage,
    effect,
    loop,
    note,
    number,
    optional,
    plays,
    program,
    read,
    t,
    tank,
    when,
)

X = Local("x", TANK)


def choose(domain: t.Core, *then: t.AnyStmt, orelse: tuple[t.AnyStmt, ...] = (), **more: object) -> t.Choose:
    given = {"where": None, "chooser": RED, "optional": False, "prompt": ""} | more
    return t.Choose(SPAN, (), local=X, candidate=X, domain=domain, then=then or None, orelse=orelse, **given)  # type: ignore[arg-type]


def test_choice_runs_its_block_with_what_was_chosen() -> None:
    session = play(program(choose(TANKS, note(damage(read(X))), orelse=(note(9),))), {"pick": "light.1"})
    assert trace(session) == "3"


def test_choice_of_nothing_runs_the_other_block() -> None:
    nothing = choose(TANKS, note(1), orelse=(note(9),), where=compare(">", damage(read(X)), number(50)))
    assert trace(play(program(nothing, note(2)))) == "92"


def test_declined_choice_runs_the_other_block() -> None:
    declined = choose(TANKS, note(1), orelse=(note(9),), optional=True)
    assert trace(play(program(declined, note(2)), {"pass": True})) == "92"


def test_choice_with_only_an_else() -> None:
    made = program(choose(TANKS, orelse=(note(9),), optional=True), note(2))
    assert trace(play(made, {"pass": True})) == "92"
    assert trace(play(made, {"pick": "light.1"})) == "2"


def test_choice_without_blocks_keeps_the_name() -> None:
    chosen = Local("chosen", optional(TANK))
    made = t.Choose(SPAN, (), chosen, X, TANKS, None, BLUE, False, "Which?", None, ())
    session = play(program(made, note(damage(read(chosen)))), {"pick": "heavy.1"})
    assert trace(session) == "2"


def test_single_candidate_is_taken_without_asking() -> None:
    lone = choose(TANKS, note(damage(read(X))), where=compare("==", damage(read(X)), number(1)))
    assert trace(play(program(lone))) == "1"


def test_choice_at_random_obeys_its_filter() -> None:
    drawn = choose(TANKS, note(damage(read(X))), chooser=None, where=compare(">", damage(read(X)), number(1)))
    assert trace(play(program(drawn), draw=("light.1",))) == "3"


def test_prompts_have_keys_and_their_placeholders_slots() -> None:
    again = choose(TANKS, note(1), prompt="Whom does {by} hit after {first}?")
    first = t.Choose(SPAN, (), Local("first", TANK), X, TANKS, None, RED, False, "", (again,), ())
    made = program(call("ask", tank("light.1")), procs=[effect("ask", first, params=[Local("by", TANK)])])
    lowered = next(proc for proc in document(made)["rules"]["procs"] if proc["id"] == "ask")
    choices = [one for one in lowered["code"] if one[0] == "choose"]
    assert [one[7] for one in choices] == ["prompt.choose", "prompt.ask.1"]
    assert document(made)["text"]["prompt.ask.1"] == "Whom does {by} hit after {first}?"
    # `by` is found by its parameter
    assert lowered["names"] == {"first": choices[0][1]}


def test_question() -> None:
    asked = t.Ask(SPAN, (), BLUE, "Really?", (note(1),), (note(2),))
    assert trace(play(program(asked), {"yes": True})) == "1"
    assert trace(play(program(asked), {"yes": False})) == "2"


def test_sealed_choices_are_made_together_and_carried_out_in_order() -> None:
    y = Local("y", TANK)
    red = choose(TANKS, note(damage(read(X))))
    blue = t.Choose(SPAN, (), y, y, TANKS, None, BLUE, False, "", (note(damage(read(y))),), ())
    answer = {"sealed": {"red": {"pick": "light.1"}, "blue": {"pick": "light.2"}}}
    assert trace(play(program(t.Sealed(SPAN, (), (red, blue))), answer)) == "31"


def test_plot_and_go() -> None:
    route, unit, origin, target, so_far = Local("route", Path()), Local("u", TANK), Local("a", PLACE), Local("b", PLACE), Local("p", Path())
    taken = core("present", core("at", "Tank", read(target)), type=BOOL)
    rules = (
        t.MoveRule("budget", number(2), None, None, "", (), SPAN),
        t.MoveRule("cost", number(1), None, None, "a hex", (), SPAN),
        t.MoveRule("never", None, taken, t.Reason("driving.1", "{b} is taken", ()), "", (), SPAN),
    )
    driving = t.MovementDef("driving", "Tank", unit, origin, target, so_far, rules, (), SPAN)
    plot = t.Plot(SPAN, (), route, tank("light.2"), "driving", None, RED, False, "Where to?")
    go = t.Go(SPAN, (), tank("light.2"), read(route), (note(1),))
    made = program(plot, go, movements={"driving": driving})
    session = play(made, {"step": "h2.0"}, {"step": "h3.0"}, {"done": True})
    assert trace(session) == "11" and value(session, "Tank.at", 3) == 3
    movement = document(made)["rules"]["movements"][0]
    assert movement["never"][0]["rid"] == "driving.1"
    assert movement["names"] == {"b": 2}
    assert document(made)["text"]["reason.driving.1"] == "{b} is taken"


# -------------------------------------------------------------------------------------------------------------- windows

ME, W, N = Local("s", SIDE), Local("w", TANK), Local("n", Int(0, 9))


def window() -> dict[str, t.WindowDef]:
    return {"shot": t.WindowDef("shot", (("target", TANK, False), ("dice", Int(0, 9), True)), False, (), SPAN)}


def boost(by: int) -> t.ActionDef:
    body = (t.SetLocal(SPAN, (), N, core("+", read(N), number(by))),)
    return action("boost", *body, me=ME, inherited=(W, N), changes=(N,), as_action=False, windows=("shot",))


def test_window_writes_back_what_its_responders_change() -> None:
    dice = Local("dice", INT)
    shot = (
        t.SetLocal(SPAN, (), dice, number(2)),
        t.OpenWindow(SPAN, (), "shot", (tank("light.1"), read(dice)), (dice,), (t.Asked(None, RED), t.Asked(None, BLUE))),
        note(read(dice)),
    )
    made = program(*shot, windows=window(), actions=[boost(3)])
    session = play(made, {"play": "boost"})
    assert session.request["side"] == "blue"
    session.answer({"play": "boost"})
    assert trace(session) == "8"
    lowered = document(made)["rules"]["actions"][0]
    # the window's parameters stand in the slots 1 and 2; the procedure gets the one that it mentions
    assert (lowered["inherits"], lowered["args"], lowered["returns"]) == (2, [["local", 2]], [1])


def test_window_asks_the_sides_of_a_set_of_pieces() -> None:
    dice = Local("dice", INT)
    asked = t.Asked(X, TANKS)
    opened = t.OpenWindow(SPAN, (), "shot", (read(X), read(dice)), (dice,), (asked,))
    made = program(t.SetLocal(SPAN, (), dice, number(0)), opened, note(read(dice)), windows=window(), actions=[boost(1)])
    session = play(made)
    sides = []
    while not session.is_over:
        sides.append(session.request["side"])
        session.answer({"play": "boost"})
    assert sides == ["blue", "red", "red"] and trace(session) == "3"


def test_window_asks_each_side_of_a_set_of_sides() -> None:
    dice, side = Local("dice", INT), Local("each", SIDE)
    opened = t.OpenWindow(SPAN, (), "shot", (tank("light.1"), read(dice)), (dice,), (t.Asked(side, SIDES),))
    made = program(t.SetLocal(SPAN, (), dice, number(0)), opened, note(read(dice)), windows=window(), actions=[boost(1)])
    assert trace(play(made, {"play": "boost"}, {"play": "boost"})) == "2"


def test_reroll_in_a_reaction_changes_the_pool_of_the_shooter() -> None:
    pool, inner, die = Local("pool", Pool(1, 6)), Local("pool", Pool(1, 6)), Local("die", Die(1, 6))
    windows = {"after": t.WindowDef("after", (("pool", Pool(1, 6), True),), False, (), SPAN)}
    high = compare(">=", core("die", read(inner), read(die), "value"), number(5))
    deflect = action(
        "deflect", t.Reroll(SPAN, (), inner, die, high, None),
        me=ME, inherited=(inner,), changes=(inner,), as_action=False, windows=("after",),
    )  # fmt: skip
    body = (
        t.Roll(SPAN, (), pool, number(3), 6, None, None, None, RED),
        t.OpenWindow(SPAN, (), "after", (read(pool),), (pool,), (t.Asked(None, BLUE),)),
        note(core("highest", read(pool))),
    )
    session = play(program(*body, windows=windows, actions=[deflect]), {"play": "deflect"}, dice=(6, 2, 5, 1, 3))
    assert trace(session) == "3"


# -------------------------------------------------------------------------------------------------------------- dice


def test_roll_with_bonus_and_bounds() -> None:
    pool = Local("pool", Pool(1, 6))
    roll = t.Roll(SPAN, (), pool, number(2), 6, number(2), number(1), number(6), None)
    total = core("total", read(pool))
    assert trace(play(program(roll, note(total)), dice=(5, 1))) == "9"


def test_reroll_of_all_and_of_one_die() -> None:
    pool, chosen = Local("pool", Pool(1, 6)), Local("d", Die(1, 6))
    roll = t.Roll(SPAN, (), pool, number(2), 6, None, None, None, None)
    every = t.Reroll(SPAN, (), pool, None, None, None)
    pick = t.Choose(
        SPAN, (), chosen, chosen, core("dice", read(pool), type=Set(Die(1, 6))), None, RED, False, "",
        (t.Reroll(SPAN, (), pool, None, None, read(chosen)),), (),
    )  # fmt: skip
    session = play(program(roll, every, pick, note(core("total", read(pool)))), {"pick": 1}, dice=(1, 1, 2, 2, 6))
    assert trace(session) == "8"


# ------------------------------------------------------------------------------------------------------------- counters


def once(*keys: t.Core, scope: str = "game", most: int = 1, own: bool = False) -> t.Once:
    return t.Once(SPAN, (), t.Limit("counter", most, keys, scope, own, None), (note(1),))


def test_once_counts_by_its_keys() -> None:
    lines = loop(X, TANKS, once(read(X)), once(read(X)), note(2))
    assert trace(play(program(lines))) == "121212"


def test_once_begins_anew_with_its_scope() -> None:
    body = (once(scope="fight"), once(scope="fight"))
    fights = t.Repeat(SPAN, (), number(2), None, None, (t.During(SPAN, (), "fight", None, body), note(2)))
    assert trace(play(program(fights))) == "1212"


def test_own_counters_begin_anew_with_the_turn_of_their_side() -> None:
    side = Local("s", SIDE)
    turn = t.EachTurn(SPAN, (), side, None, (once(tank("light.1"), scope="turn", own=True), note(2)))
    rounds = t.Repeat(SPAN, (), number(2), None, None, (turn,))
    # counted in red's turn; blue's turn does not begin a new count; red's next does
    assert trace(play(program(rounds))) == "122122"


def test_owner_of_an_own_counter() -> None:
    def owner(*keys: t.Core) -> t.Core:
        return next(one for one in code(program(once(*keys, scope="turn", own=True))) if one[0] == "once")[4]

    assert owner(tank("light.1")) == ["get", "Tank", "side", ["ref", "Tank", "light.1"]]
    assert owner(number(1), RED) == ["ref", "Side", "red"]
    assert owner() == ["active"]


# ---------------------------------------------------------------------------------------------------------------- plays


def test_play_loop_with_everything() -> None:
    target = t.ParamDef(Local("target", TANK), False, TANKS)
    shoot = action("shoot", note(damage(read(target.local))), me=ME, params=(target,), cost=number(1))
    loop_ = plays(RED, "shoot", budget=number(2), may_pass=True, until=compare(">=", COUNT, number(1)), piece=tank("light.1"))
    made = program(loop_, actions=[shoot])
    assert code(made)[2] == [
        "play",
        {
            "who": ["ref", "Side", "red"], "actions": ["shoot"], "pass": True, "budget": 2,
            "until": [">=", ["get", "Game", "count", ["ref", "Game", "game"]], 1], "with": [["ref", "Tank", "light.1"]],
        },
    ]  # fmt: skip
    session = play(made, {"play": "shoot"}, {"play": "shoot"})
    assert session.is_over and trace(session) == "33"


def test_play_once() -> None:
    made = program(plays(RED, "shoot", once=True), actions=[action("shoot", count_up(), me=ME)])
    assert value(play(made, {"play": "shoot"}), "Game.count") == 1


def test_drawing_from_a_pile() -> None:
    cards = Kind("Tank")
    piles = {"box": pile("box"), "bag": pile("bag", refill=(t.Pour(SPAN, (), core("pile", "box"), core("pile", "bag")),))}
    got = Local("got", optional(cards))
    box, bag = core("pile", "box"), core("pile", "bag")
    body = (
        t.MoveThing(SPAN, (), tank("heavy.1"), box, "top"),
        t.MoveThing(SPAN, (), tank("light.1"), box, "bottom"),
        t.Draw(SPAN, (), got, bag, None),
        note(damage(read(got))),
        t.Draw(SPAN, (), got, bag, box),
        t.Draw(SPAN, (), got, box, box),
        note(damage(read(got))),
        t.Draw(SPAN, (), got, bag, box),
        when(core("absent", read(got), type=BOOL), note(9)),
    )
    session = play(program(*body, piles=piles))
    # 2 is drawn first; 3 follows into the box and back to the bag by its refill, from where the last draw takes it
    assert trace(session).startswith("23")


def pile(id: str, refill: tuple[t.AnyStmt, ...] | None = None) -> t.PileDef:
    return t.PileDef(id, "Tank", False, True, False, Local("owner", SIDE), Local("viewer", SIDE), None, None, refill, (), SPAN)


def test_shuffle_and_reveal_and_terrain() -> None:
    here = core("coordinates", number(2), number(0), type=PLACE)
    open_ground = core("ref", "Terrain", "open", type=Kind("Terrain"))
    body = (
        t.Shuffle(SPAN, (), core("pile", "box")),
        t.SetTerrain(SPAN, (), here, open_ground),
        t.Reveal(SPAN, (), "Tank", "damage", tank("light.1"), BLUE),
        t.Reveal(SPAN, (), "Tank", "damage", tank("light.1"), None),
        when(compare("==", core("terrain", here), open_ground), note(1)),
    )
    made = program(*body, piles={"box": pile("box")})
    assert trace(play(made)) == "1"
    assert [one[-1] for one in code(made) if one[0] == "reveal"] == [["ref", "Side", "blue"], ["none"]]


def test_if_let_binds_what_is_there() -> None:
    found = Local("found", TANK)
    there = core("at", "Tank", core("coordinates", number(0), number(0), type=PLACE), type=optional(TANK))
    empty = core("at", "Tank", core("coordinates", number(2), number(0), type=PLACE), type=optional(TANK))
    tests = [t.IfElse(SPAN, (), found, value, (note(damage(read(found))),), (note(9),)) for value in (there, empty)]
    assert trace(play(program(*tests))) == "39"


def test_domain_may_be_everything() -> None:
    assert trace(play(program(choose(ALL_TANKS, note(1), where=YES)), {"pick": "heavy.2"})) == "1"


def test_types_of_members_are_written_with_the_choice() -> None:
    asked = next(one for one in code(program(choose(TANKS, note(1)))) if one[0] == "choose")
    assert asked[8] == {"kind": "Tank"}


def ladder(length: int) -> t.IfElse:
    """`if count is 0 { note 1 } else if count is 1 { ... } ... else { note 9 }`, so many steps."""
    step: tuple[t.AnyStmt, ...] = (note(9),)
    for index in range(length - 1, -1, -1):
        step = (when(compare("==", COUNT, number(index)), note(index % 7 + 1), orelse=step),)
    return step[0]  # type: ignore[return-value]


def test_long_ladders_of_conditions() -> None:
    made = effect("look", ladder(400))
    calls = (call("look"), count_up(), call("look"), t.Repeat(SPAN, (), number(397), None, None, (count_up(),)), call("look"))
    assert trace(play(program(*calls, count_up(), count_up(), call("look"), procs=[made]))) == f"12{398 % 7 + 1}9"


def test_ladder_that_ends_in_a_certain_step() -> None:
    certain = when(compare("==", COUNT, number(5)), note(1), orelse=(when(YES, note(2), orelse=(when(YES, note(3)),)),))
    assert trace(play(program(certain, note(4)))) == "24"
