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
card vast "Vast" of Order { weight = 6 }
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
    (
        (
            "action act(by: Gun) as s { require not any c in s.enemy.hand where c is vast "
            '"strong"; by.hidden = by.range > 1; by.ready = no; by.plan = 1 }'
        ),
        "`hand`",
    ),
    (
        (
            "value eager(g: Gun): bool = g.plan > 3\n"
            'action act(by: Gun, t: Gun) { require eager(t) "no"; by.plan = by.range; by.ready = t.hidden }'
        ),
        "`plan` of `Gun`",
    ),
    (
        (
            'guard keen(g: Gun) { require g.plan > 3 "no" }\n'
            "action act(by: Gun, t: Gun) { require keen(t); by.plan = by.range; by.ready = t.hidden }"
        ),
        "`plan` of `Gun`",
    ),
    (
        (
            "action act(by: Gun) as s { by.plan = by.range; by.ready = by.hidden; "
            'choose g from s.enemy.guns where g.plan > 2 by s "which?" { g.ready = no } else { nothing } }'
        ),
        "`plan` of `Gun`",
    ),
]


BODY = "by.plan = by.range; by.ready = by.hidden;"
"""So that nothing is declared in vain."""
PICK = 'effect pick(s: Side, n: 0..9) { choose g from s.guns where g.plan < n by s "?" { g.ready = no } else { nothing } }\n'
WINDOW = "window seen(g: Gun)\neffect show(g: Gun) { window seen(g) asks %s }\n"
MOVE = """measure hex, hexes
terrain kind Ground { stat open: bool }
terrains Ground { | id | name | open |
                  | grass | "grass" | yes | }
movement rolling of g: Gun from a to b {
    budget 2 hexes
    cost 1 hex
    never when %s or not ground(b).open "no"
}
action act(by: Gun) { plot way for by using rolling by by.side "?"; go by along way; by.plan = by.range; by.ready = by.hidden }
"""
TOKEN = "unit kind Token { state worth: 0..9 = 0 seen by enemy }\naction act(t: Token, by: Gun) as s { %s; t.worth = by.plan; " + BODY + "}"

CHOICE = 'choose g from by.side.guns where g.range > p by by.side "?" { g.ready = no } else { nothing } }'

OPEN += [
    'action act(by: Gun) as s { require count(s.enemy.hand) < 2 and first(orders) is not none "none left"; ' + BODY + "}",
    f'action act(by: Gun) {{ let p = by.plan; {BODY} ask by.side "The plan is {{p}}. Go?" {{ by.ready = no }} }}',
    f'action act(by: Gun, t: Gun) {{ let p = t.plan; reveal t.plan to everyone; {BODY} ask by.side "Against {{p}}?" {{ by.ready = no }} }}',
    f'action act(by: Gun, t: Gun) {{ let p = t.plan; {BODY} if p > 2 {{ ask by.side "Go?" {{ by.ready = no }} }} }}',
    PICK + f"action act(by: Gun) as s {{ {BODY} pick(s, by.plan) }}",
    PICK + f"action act(by: Gun, t: Gun) as s {{ {BODY} pick(t.side, t.plan) }}",
    WINDOW % "g.side" + f"reaction answer in seen by g.side when g.plan > 2 {{ g.ready = no }}\naction act(by: Gun) {{ {BODY} show(by) }}",
    MOVE % "g.plan > 2",
    MOVE % "gun(b) is not none",
    f"action act(by: Gun) as s {{ {BODY} for each g in s.guns where g.plan > 2 by choice of s {{ g.ready = no }} }}",
    TOKEN % 'require t.side is not s and t.worth > 2 "no"',
    TOKEN % 'choose o from s.enemy.tokens where o.worth > 2 by s "?" { o.worth = 1 } else { nothing }',
]
SECRET += [
    ('action act(by: Gun) as s { require first(orders) is vast "no"; ' + BODY + "}", "`orders`"),
    (f'action act(by: Gun, t: Gun) {{ let p = t.plan; {BODY} ask by.side "Against {{p}}?" {{ by.ready = no }} }}', "a question in `act`"),
    (f'action act(by: Gun, t: Gun) {{ var p = 1; p = t.plan; {BODY} ask by.side "To {{p}}?" {{ by.ready = no }} }}', "`plan` of `Gun`"),
    (
        f"action act(by: Gun, t: Gun) {{ let p = t.plan; {BODY} " + CHOICE,
        "a choice in `act`",
    ),
    (PICK + f"action act(by: Gun, t: Gun) as s {{ {BODY} pick(s, t.plan) }}", "a choice in `pick`"),
    (
        WINDOW % "g.side.enemy"
        + f"reaction answer in seen by g.side.enemy when g.plan > 2 {{ g.ready = no }}\naction act(by: Gun) {{ {BODY} show(by) }}",
        "whether `answer` can be played",
    ),
    (MOVE % "gun(b).plan > 2", "a way laid in `act`"),
    (
        f"action act(by: Gun) as s {{ {BODY} for each g in s.enemy.guns where g.plan > 2 by choice of s {{ g.ready = no }} }}",
        "an order chosen in `act`",
    ),
    (TOKEN % 'require t.side is s and t.worth > 2 "no"', "`worth` of `Token`"),
    (TOKEN % 'require t.worth > 2 "no"', "`worth` of `Token`"),
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
