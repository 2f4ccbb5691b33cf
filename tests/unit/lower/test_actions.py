"""Actions: frames, guards, limits, cards, and what their procedures are given."""

from typing import Any

import pytest

from tankdsl.engine import Refused
from tests.unit.lower.playing import code, document, play, trace, value
from tests.unit.lower.trees import (
    BLUE,
    COUNT,
    RED,
    SIDE,
    SIDES,
    SPAN,
    TANK,
    TANKS,
    Enum,
    Int,
    Kind,
    Local,
    Set,
    action,
    compare,
    core,
    count_up,
    damage,
    get,
    kind,
    kinds,
    model,
    note,
    number,
    optional,
    plays,
    program,
    read,
    reason,
    t,
    tank,
    when,
)

ME, TARGET = Local("s", SIDE), Local("target", TANK)
MINE = t.ParamDef(TARGET, False, TANKS)
CARD = Kind("Card")


def side_of(one: t.Core) -> t.Core:
    return get("Tank", "side", one, SIDE)


def only(program_: t.Program) -> Any:
    return document(program_)["rules"]["actions"][0]


def test_procedure_gets_what_it_mentions() -> None:
    shoot = action("shoot", note(damage(read(TARGET))), me=ME, params=(MINE,))
    made = program(plays(RED, "shoot", once=True), actions=[shoot])
    lowered = only(made)
    assert (lowered["proc"], lowered["args"], lowered["slots"]) == ("action.shoot", [["local", 1]], 2)
    assert lowered["params"] == [{"name": "target", "slot": 1, "type": {"kind": "Tank"}, "domain": ["things", "Tank", "placed"]}]
    assert trace(play(made, {"play": "shoot"}, {"pick": "light.1"})) == "3"


def test_what_guards_bind_is_handed_to_the_procedure() -> None:
    found = Local("found", TANK)
    there = core("first", core("filter", Local("x", TANK), TANKS, compare("==", number(1), number(1))), type=optional(TANK))
    shoot = action("shoot", note(damage(read(found))), me=ME, guards=(t.DemandLet(found, there, reason("shoot.1"), SPAN),))
    made = program(plays(RED, "shoot", once=True), actions=[shoot])
    assert only(made)["args"] == [["local", only(made)["guards"][0]["let"]]]
    assert trace(play(made, {"play": "shoot"})) == "2"


def test_reasons_keep_their_order_ids_and_texts() -> None:
    early = t.Demand(compare("==", read(ME), RED), reason("Card.1", "not your colour"), SPAN)
    guards = (
        t.Demand(compare("!=", side_of(read(TARGET)), read(ME)), reason("shoot.1", "{target} is yours"), SPAN),
        t.DemandGuard("weak", (read(TARGET),), ("XX-002",), SPAN),
    )
    is_weak = t.Demand(compare(">", damage(read(TARGET)), number(5)), reason("weak.1", "{target} is strong"), SPAN)
    weak = t.GuardDef("weak", (TARGET,), (is_weak,), False, (), SPAN)
    shoot = action("shoot", me=ME, params=(MINE,), first_guards=(early,), guards=guards)
    made = program(plays(RED, "shoot", may_pass=True), actions=[shoot], guards={"weak": weak})
    lowered = only(made)
    assert [guard.get("first") for guard in lowered["guards"]] == [True, None, None]
    assert lowered["guards"][1] | {"require": 0} == {
        "require": 0, "reason": "reason.shoot.1", "rid": "shoot.1", "cites": ["XX-001"],
    }  # fmt: skip
    assert document(made)["text"]["reason.weak.1"] == "{target} is strong"
    # nothing is legal, so the loop is left at once
    assert play(made).is_over


def test_refusals_name_their_reason() -> None:
    mine = t.Demand(compare("!=", side_of(read(TARGET)), read(ME)), reason("shoot.1", "it is yours"), SPAN)
    shoot = action("shoot", note(1), me=ME, params=(MINE,), guards=(mine,))
    session = play(program(plays(RED, "shoot", once=True), actions=[shoot]))
    refusal = session.why_not({"do": "shoot", "args": {"target": "light.1"}})
    assert refusal is not None and refusal.rid == "shoot.1"
    session.answer({"do": "shoot", "args": {"target": "heavy.1"}})
    assert trace(session) == "1"


def test_each_conjunct() -> None:
    x = Local("x", TANK)
    inner = (t.Demand(compare(">", damage(read(x)), number(1)), reason("a.1.1", "too little"), SPAN),)
    shoot = action("shoot", note(1), me=ME, guards=(t.DemandEach(x, TANKS, inner, SPAN),))
    made = program(plays(RED, "shoot"), actions=[shoot])
    assert only(made)["guards"][0]["conjuncts"][0]["rid"] == "a.1.1"
    assert trace(play(made)) == "0"


def test_who_may_is_a_side_or_a_condition() -> None:
    for by in (BLUE, compare("==", read(ME), BLUE)):
        shoot = action("shoot", note(1), me=ME, by=by)
        made = program(plays(RED, "shoot"), plays(BLUE, "shoot", once=True), actions=[shoot])
        assert only(made)["by"] == ["==", ["local", 0], ["ref", "Side", "blue"]]
        assert play(made).request["side"] == "blue"


def test_limits() -> None:
    why = t.Reason("limit_reached", "once is enough", ("XX-003",))
    limit = t.Limit("shoot.1", 1, (read(TARGET),), "fight", True, why)
    shoot = action("shoot", note(1), me=ME, params=(MINE,), limits=(limit,))
    fight = t.During(SPAN, (), "fight", RED, (plays(RED, "shoot", may_pass=True),))
    made = program(fight, actions=[shoot])
    assert only(made)["limits"] == [
        {
            "id": "shoot.1", "most": 1, "keys": [["local", 1]], "scope": "fight", "own": True,
            "reason": "limit.shoot.1", "cites": ["XX-003"],
        }
    ]  # fmt: skip
    session = play(made, {"do": "shoot", "args": {"target": "light.1"}})
    with pytest.raises(Refused) as refused:
        session.answer({"do": "shoot", "args": {"target": "light.1"}})
    assert refused.value.refusal.rid == "limit_reached"


def test_groups() -> None:
    group = Local("group", Set(TANK))
    x = Local("x", TANK)
    total = core("sum", x, read(group), damage(read(x)))
    shoot = action("shoot", note(total), me=ME, params=(t.ParamDef(group, True, TANKS),))
    made = program(plays(RED, "shoot", once=True), actions=[shoot])
    assert only(made)["params"][0]["some"] is True
    assert trace(play(made, {"do": "shoot", "args": {"group": ["light.1", "light.2"]}})) == "4"


# ---------------------------------------------------------------------------------------------------------------- cards


def pile(id: str, *, deck: bool = False, per_side: bool = False, **more: Any) -> t.PileDef:
    given = {"visible": None, "holds": None, "refill": None} | more
    return t.PileDef(
        id=id, of="Card", per_side=per_side, ordered=True, deck=deck, owner=Local("owner", SIDE), viewer=Local("viewer", SIDE),
        cites=(), span=SPAN, **given,
    )  # fmt: skip


def cards(*actions: t.ActionDef, deal: tuple[t.AnyStmt, ...] = ()) -> t.Program:
    """A deck of two sorts of cards; red draws both at the start and may play until it passes."""
    card = kind("Card", "card", models=(model("bang", "Bang"), model("boom", "Boom", copies=2)))
    piles = (pile("deck", deck=True), pile("hand", per_side=True), pile("used"))
    drawn = Local("drawn", optional(CARD))
    hand = core("pile_of", "hand", RED)
    draw = t.Repeat(SPAN, (), number(2), None, None, (t.Draw(SPAN, (), drawn, core("pile", "deck"), hand),))
    loop = plays(RED, "*Card", may_pass=True)
    return program(draw, *deal, loop, actions=actions, kinds=kinds() | {"Card": card}, piles={one.id: one for one in piles})


SELF, OWN = Local("self", CARD), Local("p", SIDE)


def card_action(id: str, model_: str, *body: t.AnyStmt, **more: Any) -> t.ActionDef:
    return action(id, *body, me=ME, card=("Card", model_, "hand"), self_local=SELF, **more)


AFTER = (t.MoveThing(SPAN, (), read(SELF), core("pile", "used"), "top"), when(compare("==", read(OWN), RED), note(9)))


def test_cards_lie_in_the_deck_and_are_played_from_the_hand() -> None:
    after = {"after": AFTER, "after_me": OWN, "after_self": SELF}
    made = cards(card_action("bang", "bang", note(1), **after), card_action("boom", "boom", note(2), **after))
    piles = {one["id"]: one for one in document(made)["content"]["piles"]}
    assert piles["deck"]["initial"] == ["bang", "boom.1", "boom.2"]
    assert piles["red.hand"]["owner"] == "red" and piles["red.hand"]["field"] == "hand"
    session = play(made, {"play": "boom"}, {"play": "bang"})
    assert session.is_over and trace(session) == "2919"


def test_what_is_done_afterwards_is_said_once_for_a_kind() -> None:
    def afterwards() -> dict[str, Any]:
        side, card = Local("p", SIDE), Local("self", CARD)
        return {"after": (t.MoveThing(SPAN, (), read(card), core("pile", "used"), "top"),), "after_me": side, "after_self": card}

    made = cards(card_action("bang", "bang", **afterwards()), card_action("boom", "boom", **afterwards()))
    actions = document(made)["rules"]["actions"]
    assert [one["after"] for one in actions] == ["after.Card", "after.Card"]
    procs = [one for one in document(made)["rules"]["procs"] if one["id"].startswith("after.")]
    assert [[param["name"] for param in one["params"]] for one in procs] == [["p", "self"]]


def test_what_a_kind_of_cards_requires_is_worded_once() -> None:
    early = (t.Demand(compare("==", read(ME), RED), reason("Card.1", "not your colour"), SPAN),)
    own = (t.Demand(compare("==", read(ME), RED), reason("not_offered", "not now"), SPAN),)
    made = cards(card_action("bang", "bang", first_guards=early), card_action("boom", "boom", first_guards=early, guards=own))
    reasons = [guard["reason"] for action in document(made)["rules"]["actions"] for guard in action["guards"]]
    assert reasons == ["reason.Card.1", "reason.Card.1", "reason.boom.not_offered"]


def test_afterwards_may_differ() -> None:
    other = (note(5),)
    made = cards(
        card_action("bang", "bang", after=AFTER, after_me=OWN, after_self=SELF),
        card_action("boom", "boom", after=other, after_me=OWN, after_self=SELF),
    )
    assert [one["after"] for one in document(made)["rules"]["actions"]] == ["after.Card", "after.boom"]


def test_card_stands_behind_the_inherited_slots() -> None:
    w = Local("w", TANK)
    windows = {"shot": t.WindowDef("shot", (("target", TANK, False),), False, (), SPAN)}
    bang = card_action("bang", "bang", note(damage(read(w))), inherited=(w,), as_action=False, windows=("shot",), params=(MINE,))
    unnamed = action("boom", note(3), me=ME, card=("Card", "boom", "hand"), params=(MINE,))
    opened = t.OpenWindow(SPAN, (), "shot", (tank("light.1"),), (), (t.Asked(None, RED),))
    made = cards(bang, unnamed, deal=(opened,))
    made.windows = windows
    lowered = document(made)["rules"]["actions"]
    assert [one["params"][0]["slot"] for one in lowered] == [3, 2]
    assert [one["inherits"] for one in lowered] == [1, 0]
    session = play(made, {"do": "bang", "args": {"target": "light.1"}})
    assert trace(session) == "3"


def test_kind_of_cards_in_a_play_list_means_those_that_are_played_as_actions() -> None:
    bang = card_action("bang", "bang", as_action=False, anytime=True)
    boom = card_action("boom", "boom")
    loop = next(one for one in code(cards(bang, boom)) if one[0] == "play")
    assert loop[1]["actions"] == ["boom"]
    assert [one["on"] for one in document(cards(bang, boom))["rules"]["actions"]] == [{"anytime": True}, {"play": True}]


def test_refill_of_a_deck_runs_when_a_draw_fails() -> None:
    refill = (t.Pour(SPAN, (), core("pile", "used"), core("pile", "deck")), count_up())
    made = cards(card_action("boom", "boom"))
    drawn = Local("again", optional(CARD))
    made.piles["deck"] = pile("deck", deck=True, refill=refill)
    draw = t.Repeat(SPAN, (), number(3), None, None, (t.Draw(SPAN, (), drawn, core("pile", "deck"), core("pile", "used")),))
    body = (*made.procs["sequence.main"].body[:1], draw)
    made.procs["sequence.main"] = t.ProcDef("sequence.main", "main", "sequence", (), (), (), body, (), SPAN)
    session = play(made)
    # one card was left; both later draws find an empty deck that is filled again
    assert value(session, "Game.count") == 2
    assert document(made)["content"]["piles"][0]["refill"] == "refill.deck"


def test_enums_and_sets_of_sides_may_be_parameters() -> None:
    mood, side = Local("mood", Enum("Mood")), Local("whom", SIDE)
    calm, wild = (core("enum", "Mood", word, type=Enum("Mood")) for word in ("calm", "wild"))
    moods = core("list", calm, wild, type=Set(Enum("Mood")))
    is_wild = compare("==", read(mood), wild)
    body = (when(is_wild, note(1)), when(compare("==", read(side), BLUE), note(2)))
    shout = action("shout", *body, me=ME, params=(t.ParamDef(mood, False, moods), t.ParamDef(side, False, SIDES)))
    made = program(plays(RED, "shout", once=True), actions=[shout], enums={"Mood": (("calm", "Calm"), ("wild", ""))})
    assert trace(play(made, {"do": "shout", "args": {"mood": "wild", "whom": "blue"}})) == "12"
    assert document(made)["content"]["enums"] == [{"id": "Mood", "members": ["calm", "wild"], "names": {"calm": "enum.Mood.calm"}}]


def test_costs_are_expressions() -> None:
    shoot = action("shoot", count_up(), me=ME, cost=core("+", COUNT, number(1), type=Int(0, 9)))
    made = program(plays(RED, "shoot", budget=number(4)), actions=[shoot])
    # one, then two; three more than are left
    assert value(play(made, {"play": "shoot"}, {"play": "shoot"}), "Game.count") == 2


def test_placeholders_of_an_action_know_the_acting_side() -> None:
    mine = t.Demand(compare("==", read(ME), RED), reason("shoot.1", "{s} may not, nor {target}"), SPAN)
    shoot = action("shoot", me=ME, params=(MINE,), guards=(mine,))
    assert only(program(plays(RED, "shoot"), actions=[shoot]))["names"] == {"s": 0}
