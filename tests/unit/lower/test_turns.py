"""Scopes: what opens, who owns it, what closes it, and that both edges are settle points."""

import pytest

from tests.unit.lower.playing import code, document, play, trace, value, words
from tests.unit.lower.trees import (
    BLUE,
    BOOL,
    COUNT,
    GAME,
    INT,
    RED,
    SIDE,
    SPAN,
    TRACE,
    Int,
    Local,
    assign,
    call,
    compare,
    core,
    count_up,
    effect,
    field,
    get,
    kind,
    kinds,
    note,
    number,
    program,
    read,
    sequence,
    stop,
    t,
    when,
)

S = Local("s", SIDE)
ACTIVE = core("active", type=SIDE)


def is_red(side: t.Core) -> t.Core:
    return compare("==", side, RED)


def who(side: t.Core) -> t.IfElse:
    """Note 1 for red and 2 for blue."""
    return when(is_red(side), note(1), orelse=(note(2),))


def turns(*body: t.AnyStmt, start: t.Core | None = None) -> t.EachTurn:
    return t.EachTurn(SPAN, (), S, start, body)


def during(scope: str, *body: t.AnyStmt, owner: t.Core | None = None) -> t.During:
    return t.During(SPAN, (), scope, owner, body)


def test_every_side_takes_a_turn_in_the_order_of_the_rules() -> None:
    assert trace(play(program(turns(who(read(S)), who(ACTIVE))))) == "1122"


def test_turns_start_where_they_are_told() -> None:
    assert trace(play(program(turns(who(ACTIVE), start=BLUE)))) == "21"


def test_the_order_of_turns_is_fixed_at_the_start() -> None:
    first = core("if", compare("==", COUNT, number(0)), BLUE, RED, type=SIDE)
    assert trace(play(program(turns(count_up(), who(ACTIVE), start=first)))) == "21"


def test_alternation_goes_round_until_the_condition_holds() -> None:
    done = compare(">=", COUNT, number(5))
    session = play(program(t.Alternate(SPAN, (), S, BLUE, done, (count_up(), who(ACTIVE)))))
    assert trace(session) == "21212"


def test_alternation_that_is_over_at_once() -> None:
    assert trace(play(program(t.Alternate(SPAN, (), S, None, compare(">=", COUNT, number(0)), (note(1),))))) == "0"


def test_inner_scopes_without_owner_leave_the_active_side() -> None:
    assert trace(play(program(turns(during("fight", who(ACTIVE)))))) == "12"


def test_owner_of_a_phase_is_active() -> None:
    assert trace(play(program(turns(during("fight", who(ACTIVE), owner=BLUE), who(ACTIVE))))) == "2122"


def test_scopes_are_closed_again() -> None:
    session = play(program(turns(during("fight", note(1)))))
    assert session.state()["scopes"] == []
    assert words(program(during("fight", note(1)))) == ["open", "settle", "open", "settle", "assign", "close", "close"]


@pytest.mark.parametrize("condition", [None, compare("==", TRACE, number(1))])
def test_stop_closes_what_its_procedure_opened(condition: t.Core | None) -> None:
    inner = effect("inner", during("fight", during("round", note(1), stop(condition), note(9)), note(9)), note(9))
    # after the call the turn is the innermost scope again, so that its side is active
    session = play(program(turns(call("inner"), who(ACTIVE), stop()), procs=[inner]))
    assert trace(session) == "11"
    assert session.state()["scopes"] == []


def test_stop_that_does_not_happen_leaves_scopes_alone() -> None:
    never = compare("<", COUNT, number(0))
    inner = effect("inner", during("fight", stop(never), who(ACTIVE), owner=BLUE))
    assert trace(play(program(call("inner"), procs=[inner]))) == "2"


def test_states_fall_back_at_the_edges_of_their_scope() -> None:
    until_end = t.Lifetime("end", "fight", False, 1)
    until_own = t.Lifetime("start", "turn", True, 1)
    side = kind(
        "Side",
        "side",
        field("tired", "state", Int(0, 9), number(0), lifetime=until_end),
        field("fresh", "state", Int(0, 9), number(0), lifetime=until_own),
    )
    tired, fresh = get("Side", "tired", RED), get("Side", "fresh", RED)
    fight = during("fight", assign("Side", "tired", RED, number(4)), note(tired))
    set_fresh = when(is_red(read(S)), assign("Side", "fresh", RED, number(5)))
    rounds = t.Repeat(SPAN, (), number(2), None, "round", (turns(note(fresh), set_fresh),))
    session = play(program(fight, note(tired), rounds, kinds=kinds() | {"Side": side}))
    # 4 in the phase, 0 behind it; 0 in red's turn, 5 in blue's, and the same again
    assert trace(session) == "400505"


def test_together_puts_off_what_is_due() -> None:
    due = compare("==", get("Game", "count", GAME), number(1))
    answer = t.WheneverDef("answer", (), None, due, (count_up(), note(7)), (), SPAN)
    bump = effect("bump", count_up())
    together = t.Together(SPAN, (), (call("bump"), note(1)))
    apart = (call("bump"), note(1))
    whenevers = {"answer": answer}
    assert trace(play(program(together, procs=[bump], whenevers=whenevers))) == "17"
    assert trace(play(program(*apart, procs=[bump], whenevers=whenevers))) == "71"


def test_stop_inside_together_settles() -> None:
    due = compare("==", COUNT, number(1))
    answer = t.WheneverDef("answer", (), None, due, (count_up(), note(7)), (), SPAN)
    inner = effect("inner", t.Together(SPAN, (), (count_up(), note(1), stop(), note(9))), note(9))
    session = play(program(call("inner"), note(2), procs=[inner], whenevers={"answer": answer}))
    assert trace(session) == "172"
    assert session.state()["hold"] == 0


def test_stop_inside_together_inside_a_scope_unwinds_from_within() -> None:
    inner = effect("inner", during("fight", t.Together(SPAN, (), (note(1), stop()))), note(9))
    assert words(program(call("inner"), procs=[inner]), "inner") == [
        "open", "settle", "hold", "assign", "release", "close",
    ]  # fmt: skip


def test_return_of_an_effect_is_a_settle_point() -> None:
    due = compare("==", COUNT, number(1))
    answer = t.WheneverDef("answer", (), None, due, (count_up(), note(7)), (), SPAN)
    bump = effect("bump", count_up(), note(1))
    assert trace(play(program(call("bump"), note(2), procs=[bump], whenevers={"answer": answer}))) == "172"


def test_a_procedure_that_ends_in_a_call_does_not_settle_twice() -> None:
    made = program(call("outer"), procs=[effect("outer", call("inner")), effect("inner", note(1))])
    assert words(made, "outer") == ["call"]
    assert words(made, "inner") == ["assign", "settle"]


def test_whenever_may_be_bound_to_a_scope() -> None:
    answer = t.WheneverDef("answer", (), "fight", compare("<", COUNT, number(3)), (count_up(), note(7)), (), SPAN)
    bump = effect("bump", note(1))
    session = play(program(call("bump"), during("fight", note(2)), call("bump"), procs=[bump], whenevers={"answer": answer}))
    # three times when the phase opens; neither before nor behind it
    assert trace(session) == "177721"


def test_sequence_is_a_scope_of_its_name() -> None:
    made = program(call("sequence.battle"), procs=[sequence("battle", note(1))])
    assert code(made, "sequence.battle")[0] == ["open", "battle", ["none"]]
    assert [scope["id"] for scope in document_scopes(made)] == ["main", "turn", "round", "battle"]
    assert trace(play(made, main="battle")) == "1"


def document_scopes(made: t.Program) -> list[dict[str, str]]:
    found: list[dict[str, str]] = document(made)["rules"]["scopes"]
    return found


def test_results_survive_what_settling_does() -> None:
    due = compare("==", COUNT, number(1))
    answer = t.WheneverDef("answer", (), None, due, (count_up(),), (), SPAN)
    counted = effect("counted", count_up(), t.Give(SPAN, (), COUNT), results=[INT])
    got = Local("got", INT)
    session = play(program(call("counted", results=(got,)), note(read(got)), procs=[counted], whenevers={"answer": answer}))
    assert trace(session) == "1" and value(session, "Game.count") == 2


def test_give_in_branches_and_unused_results() -> None:
    sign = Local("n", INT)
    chosen = when(compare(">", read(sign), number(0)), t.Give(SPAN, (), number(1)), orelse=(t.Give(SPAN, (), number(2)),))
    pick = effect("pick", chosen, params=[sign], results=[INT])
    got = Local("got", INT)
    calls = (call("pick", number(5), results=(got,)), note(read(got)), call("pick", number(-5), results=(got,)), note(read(got)))
    assert trace(play(program(*calls, call("pick", number(1)), procs=[pick]))) == "12"


def test_give_closes_what_is_open() -> None:
    inner = effect("inner", during("fight", t.Give(SPAN, (), core("==", ACTIVE, BLUE, type=BOOL)), owner=BLUE), results=[BOOL])
    got = Local("got", BOOL)
    session = play(program(call("inner", results=(got,)), when(read(got), note(1)), procs=[inner]))
    assert trace(session) == "1" and session.state()["scopes"] == []
