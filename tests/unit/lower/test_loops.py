"""Loops, repetition and steps: what runs, in which order, and when it ends."""

from tankdsl.check.types import Path
from tests.unit.lower.playing import play, trace, value
from tests.unit.lower.trees import (
    ALL_TANKS,
    BOOL,
    COUNT,
    NO,
    PLACE,
    RED,
    SPAN,
    TANK,
    TANKS,
    TRACE,
    YES,
    Local,
    Set,
    assign,
    call,
    compare,
    core,
    count_up,
    damage,
    effect,
    get,
    loop,
    note,
    number,
    program,
    read,
    sequence,
    stop,
    t,
    tank,
    when,
)

X = Local("x", TANK)
REMOVED = get("Tank", "removed", read(X), BOOL)


def remove(of: str) -> t.RemoveThing:
    return t.RemoveThing(SPAN, (), tank(of))


def test_loop_goes_through_the_set_in_ascending_order() -> None:
    # heavy.1, light.1, light.2 are on the map
    assert trace(play(program(loop(X, TANKS, note(damage(read(X))))))) == "231"


def test_loop_over_nothing_does_nothing() -> None:
    assert trace(play(program(loop(X, core("set", type=Set(TANK)), note(1))))) == "0"


def test_loop_fixes_its_set_at_the_start() -> None:
    arrive = t.PlaceThing(SPAN, (), tank("heavy.2"), core("coordinates", number(3), number(0), type=PLACE))
    assert trace(play(program(loop(X, TANKS, arrive, note(1))))) == "111"


def test_removed_things_lose_their_turn() -> None:
    assert trace(play(program(loop(X, TANKS, note(damage(read(X))), remove("light.1"))))) == "21"


def test_removed_things_lose_their_turn_also_without_the_map() -> None:
    assert trace(play(program(loop(X, ALL_TANKS, remove("light.1"), note(damage(read(X))))))) == "201"


def test_filter_is_asked_again_when_the_turn_comes() -> None:
    hurt = compare(">", damage(read(X)), number(1))
    heal = assign("Tank", "damage", tank("light.1"), number(0))
    assert trace(play(program(loop(X, TANKS, note(damage(read(X))), heal, where=hurt)))) == "2"


def test_filter_is_asked_at_the_start_as_well() -> None:
    hurt = compare(">", damage(read(X)), number(1))
    harm = assign("Tank", "damage", tank("light.2"), number(9))
    assert trace(play(program(loop(X, TANKS, note(damage(read(X))), harm, where=hurt)))) == "23"


def test_lowest_first() -> None:
    assert trace(play(program(loop(X, TANKS, note(damage(read(X))), lowest=damage(read(X)))))) == "123"


def test_lowest_is_looked_for_among_those_that_remain() -> None:
    raised = assign("Tank", "damage", tank("heavy.1"), number(8))
    assert trace(play(program(loop(X, TANKS, note(damage(read(X))), raised, lowest=damage(read(X)))))) == "138"


def test_absent_keys_come_last() -> None:
    distance = core("distance", get("Tank", "at", read(X), PLACE), get("Tank", "at", tank("light.1"), PLACE))
    session = play(program(loop(X, ALL_TANKS, note(damage(read(X))), lowest=distance)))
    assert trace(session) == "3120"


def test_newcomers_join_the_queue_in_order() -> None:
    # The first tank hurts the last of all, which then has its turn once, behind those that were there.
    hurt = compare(">", damage(read(X)), number(0))
    spread = when(compare("==", read(X), tank("heavy.1")), assign("Tank", "damage", tank("heavy.2"), number(7)))
    session = play(program(loop(X, ALL_TANKS, note(damage(read(X))), spread, where=hurt, newcomers=True)))
    assert trace(session) == "2317"


def test_newcomers_of_an_ordered_loop() -> None:
    hurt = compare(">", damage(read(X)), number(0))
    spread = when(compare("==", read(X), tank("light.2")), assign("Tank", "damage", tank("heavy.2"), number(1)))
    session = play(program(loop(X, ALL_TANKS, note(damage(read(X))), spread, where=hurt, newcomers=True, lowest=damage(read(X)))))
    assert trace(session) == "1123"


def test_order_by_choice() -> None:
    asked = loop(X, TANKS, note(damage(read(X))), chooser=RED)
    session = play(program(asked), {"pick": "light.2"})
    assert trace(session) == "1"
    assert session.request["side"] == "red"
    assert session.request["options"] == ["heavy.1", "light.1"]
    session.answer({"pick": "light.1"})
    # the last one is taken without asking
    assert session.is_over and trace(session) == "132"


def test_chosen_order_among_the_lowest() -> None:
    tie = assign("Tank", "damage", tank("heavy.1"), number(1))
    asked = loop(X, TANKS, note(damage(read(X))), chooser=RED, lowest=damage(read(X)))
    session = play(program(tie, asked))
    assert session.request["options"] == ["heavy.1", "light.2"]
    session.answer({"pick": "light.2"})
    assert session.is_over and trace(session) == "113"


def test_chooser_is_not_offered_what_lost_its_turn() -> None:
    session = play(program(loop(X, TANKS, note(damage(read(X))), remove("light.1"), chooser=RED)), {"pick": "heavy.1"})
    assert session.is_over and trace(session) == "21"


def test_stop_leaves_the_procedure_from_inside_a_loop() -> None:
    first = effect("first", loop(X, TANKS, note(1), stop()), note(2))
    assert trace(play(program(call("first"), note(3), procs=[first]))) == "13"


def test_nested_loops() -> None:
    inner = Local("y", TANK)
    pairs = loop(X, TANKS, loop(inner, TANKS, when(compare("!=", read(X), read(inner)), count_up())))
    assert value(play(program(pairs)), "Game.count") == 6


def test_repeat_at_most() -> None:
    assert trace(play(program(t.Repeat(SPAN, (), number(3), None, None, (note(1),))))) == "111"


def test_repeat_fixes_its_number_at_the_start() -> None:
    twice = t.Repeat(SPAN, (), COUNT, None, None, (count_up(), note(1)))
    assert trace(play(program(count_up(), count_up(), twice))) == "11"


def test_repeat_until_is_tested_before_each() -> None:
    until = compare(">=", TRACE, number(10))
    assert trace(play(program(t.Repeat(SPAN, (), number(9), until, None, (note(1),))))) == "11"
    assert trace(play(program(t.Repeat(SPAN, (), number(9), YES, None, (note(1),))))) == "0"


def test_repeat_zero_times() -> None:
    assert trace(play(program(t.Repeat(SPAN, (), number(0), None, None, (note(1),))))) == "0"


def test_rounds_open_their_scope_each_time() -> None:
    limit = t.Limit("twice", 2, (), "round", False, None)
    once = t.Once(SPAN, (), limit, (note(1),))
    rounds = t.Repeat(SPAN, (), number(2), None, "round", (once, once, once, note(2)))
    assert trace(play(program(rounds))) == "112112"


def test_rounds_without_end_are_ended_by_an_ending() -> None:
    ending = t.EndingDef("enough", None, None, None, None, compare(">=", COUNT, number(3)), ("draw",), None, (), SPAN)
    rounds = t.Repeat(SPAN, (), None, None, "round", (count_up(),))
    session = play(program(rounds, endings=[ending]))
    assert session.is_over and value(session, "Game.count") == 3


# ------------------------------------------------------------------------------------------------------------ going

ROUTE = Local("route", Path())


def path(*columns: int) -> t.Core:
    places = (core("coordinates", number(q), number(0), type=PLACE) for q in columns)
    return core("list", *places, type=Path())


def go(who: str, *columns: int, body: tuple[t.AnyStmt, ...] = ()) -> t.Go:
    return t.Go(SPAN, (), tank(who), path(*columns), body)


AT = get("Tank", "at", tank("light.2"), PLACE)


def test_go_runs_its_body_at_each_place() -> None:
    where = core("distance", AT, get("Tank", "at", tank("light.1"), PLACE))
    session = play(program(go("light.2", 2, 3, body=(note(where),))))
    assert trace(session) == "23"
    assert value(session, "Tank.at", 3) == 3


def test_go_ends_when_the_piece_is_removed() -> None:
    mine = when(compare("==", AT, core("coordinates", number(2), number(0), type=PLACE)), remove("light.2"))
    session = play(program(go("light.2", 2, 3, body=(mine, note(1))), note(2)))
    assert trace(session) == "12"
    assert value(session, "Tank.at", 3) == {"absent": True}


def test_go_ends_when_the_piece_is_put_elsewhere() -> None:
    away = t.PlaceThing(SPAN, (), tank("light.2"), core("coordinates", number(0), number(0), type=PLACE))
    session = play(program(go("light.2", 2, 3, body=(away, note(1)))))
    assert trace(session) == "1"
    assert value(session, "Tank.at", 3) == 0


def test_go_settles_at_each_step() -> None:
    on_two = compare("==", AT, core("coordinates", number(2), number(0), type=PLACE))
    caught = t.WheneverDef("caught", (), None, core("and", on_two, compare("==", TRACE, number(1)), type=BOOL), (note(5),), (), SPAN)
    session = play(program(go("light.2", 2, 3, body=(note(1),)), whenevers={"caught": caught}))
    assert trace(session) == "151"


def test_go_without_a_path_does_not_move() -> None:
    nowhere = t.Go(SPAN, (), tank("light.2"), core("none", type=Path()), (note(1),))
    session = play(program(nowhere, note(2)))
    assert trace(session) == "2"
    assert value(session, "Tank.at", 3) == 1


def test_stop_inside_go_leaves_the_procedure() -> None:
    drive = effect("drive", go("light.2", 2, 3, body=(note(1), stop())), note(9))
    assert trace(play(program(call("drive"), note(2), procs=[drive]))) == "12"


def test_condition_that_never_holds_is_left_out() -> None:
    assert trace(play(program(when(NO, note(1), orelse=(note(2),)), when(YES, note(3), orelse=(note(4),))))) == "23"


def test_loop_in_a_sequence_that_is_called() -> None:
    assert trace(play(program(call("sequence.other"), note(4), procs=[sequence("other", loop(X, TANKS, note(1)))]))) == "1114"
