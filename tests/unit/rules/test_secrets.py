"""Decisions must not depend on what is hidden from the side that decides."""

import pytest

from tankdsl.session import Session
from tankdsl.source import MemoryBundle

PACK = """
ruleset small "Small" {
    sides red "Red", blue "Blue"
    space hex flat
    main game
}
unit kind Gun {
    stat range: 1..6
    state ready = yes
    state plan: 0..9 = 0 hidden from enemy
    state hidden = no
    identity hidden from enemy while hidden
}
card kind Order { stat weight: 1..6 flavour }
deck orders of Order
side kind Side { pile hand of Order seen by owner   pile shown of Order }
sequence game { rounds at most 3 { each side s takes a turn { s plays act may pass } } }
ending last during game { draw when any g in guns where g.plan > 8 and g.hidden }
""".replace("seen by owner   pile", "seen by owner\n    pile")

OPEN = [
    'action act(by: Gun, target: Gun) { require by.range > 2 "short"; by.plan = 1; target.hidden = yes; by.ready = target.ready }',
    'action act(g: Gun in s.guns) as s { require g.plan < 3 "busy"; g.hidden = yes; g.ready = g.range > 1 }',
    'action act(g: Gun) as s { require g.side is s "not yours"; require g.plan < 3 "busy"; g.hidden = yes; g.ready = g.range > 1 }',
    'action act(by: Gun) as s { require count(s.hand) < 2 "full"; by.hidden = by.range > 1; by.ready = no; by.plan = 1 }',
    'action act(by: Gun, t: Gun) as s { require count(s.enemy.shown) < 2 "full"; by.hidden = by.range > t.plan; by.ready = no }',
]
SECRET = [
    ('action act(by: Gun, target: Gun) { require target.range > 2 "short"; by.plan = 1; by.ready = target.hidden }', "what a `Gun` is"),
    ('action act(by: Gun, target: Gun) { require target.plan > 2 "no"; by.plan = by.range; by.ready = target.hidden }', "`plan` of `Gun`"),
    ('action act(by: Gun) as s { require count(s.enemy.hand) < 2 "full"; by.hidden = by.range > 1; by.ready = no; by.plan = 1 }', "`hand`"),
    (
        ("value eager(g: Gun): bool = g.plan > 3\n"
        'action act(by: Gun, t: Gun) { require eager(t) "no"; by.plan = by.range; by.ready = t.hidden }'),
        "`plan` of `Gun`",
    ),
    (
        ('guard keen(g: Gun) { require g.plan > 3 "no" }\n'
        "action act(by: Gun, t: Gun) { require keen(t); by.plan = by.range; by.ready = t.hidden }"),
        "`plan` of `Gun`",
    ),
    (
        ("action act(by: Gun) as s { by.plan = by.range; by.ready = by.hidden; "
        'choose g from s.enemy.guns where g.plan > 2 by s "which?" { g.ready = no } else { nothing } }'),
        "`plan` of `Gun`",
    ),
]


def secrets(rules: str) -> list[str]:
    session = Session(MemoryBundle({"a.tank": PACK + rules + "\n"}), ("a.tank",))
    assert [finding.headline for finding in session.checked.found if finding.level == "error"] == []
    return [finding.headline for finding in session.findings if finding.name == "secret-read"]


@pytest.mark.parametrize("rules", OPEN)
def test_what_the_decider_sees_may_be_read(rules: str) -> None:
    assert secrets(rules) == []


@pytest.mark.parametrize(("rules", "what"), SECRET)
def test_what_is_hidden_from_the_decider_is_found_once(rules: str, what: str) -> None:
    found = secrets(rules)
    assert len(found) == 1
    assert what in found[0]
