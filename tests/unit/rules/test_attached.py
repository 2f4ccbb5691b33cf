"""Limits and lifetimes that hang on a scope which never comes, belongs to nobody, or is closed by then."""

import pytest

from tests.unit.rules.games import SMALL, findings, names, only

GAME = "    rounds at most 9 { each side s takes a turn from first_side { s plays march, Order for 1 may pass } }\n"
PHASED = "    rounds at most 9 { each side s takes a turn from first_side { during drill of s { s plays march, Order for 1 may pass } } }\n"
OPEN_DRILL = "    rounds at most 9 { each side s takes a turn from first_side { during drill { s plays march, Order for 1 may pass } } }\n"
ALTERNATE = "    alternate s from red until red.score > 3 { s.score += 1 }\n"
PARADE = "sequence parade { during drill of red { turns += 1 } }\n"
TEST = 'test "parade" { scenario plain; start parade; expect turns is 1 }\n'


def limited(limit: str, game: str = GAME, more: str = "", loaded: str = "") -> str:
    text = SMALL.replace(GAME, game).replace("    cost 1\n", f"    cost 1\n    {limit}\n" if limit else "    cost 1\n")
    return text.replace("    state loaded = no\n", f"    state loaded = no {loaded}\n") + more


QUIET = {
    "per turn": limited("once per by per own turn"),
    "per game": limited("once per by per game"),
    "per round": limited("once per by per round"),
    "per phase": limited("once per by per drill", PHASED),
    "per own phase": limited("once per by per own drill", PHASED),
    "per phase of nobody": limited("once per by per drill", OPEN_DRILL),
    "a lifetime": limited("", PHASED, loaded="until end of drill"),
    "an own lifetime": limited("", loaded="until start of own turn"),
    "a phase that a test starts": limited("", more=PARADE + TEST, loaded="until end of drill"),
    "a phase in an effect": limited(
        "",
        GAME.replace("s plays march", "exercise(s); s plays march"),
        "effect exercise(s: Side) { during drill of s { s.score += 1 } }\n",
        "until end of own drill",
    ),
    "alternation": limited("", GAME + ALTERNATE, loaded="until end of own alternation"),
    "offered twice": limited("once per by per drill", PHASED.replace("during drill", "s plays march for 1 may pass; during drill")),
}


@pytest.mark.parametrize("name", QUIET)
def test_scopes_that_open(name: str) -> None:
    assert names(QUIET[name]) == []


FOUND = [
    (limited("once per by per drill", more=PARADE), "a limit of `march` hangs on `drill`, and the game never comes to that"),
    (
        limited("", more=PARADE, loaded="until end of drill"),
        "how long `loaded` of `Walker` lasts hangs on `drill`, and the game never comes to that",
    ),
    (
        limited("", more=PARADE + "effect once_only(s: Side) { once per s per drill { s.score += 1 } }\n"),
        "a limit in `once_only` hangs on `drill`, and the game never comes to that",
    ),
    (
        limited("", more=PARADE + "whenever tired(w: Walker) during drill when w.loaded { w.loaded = no }\n"),
        "`tired` hangs on `drill`, and the game never comes to that",
    ),
    (limited("once per by per own round"), "a limit of `march` hangs on an own `round`, and no `round` belongs to a side"),
    (limited("once per by per own drill", OPEN_DRILL), "a limit of `march` hangs on an own `drill`, and no `drill` belongs to a side"),
    (
        limited("", loaded="until end of own round"),
        "how long `loaded` of `Walker` lasts hangs on an own `round`, and no `round` belongs to a side",
    ),
    (
        limited("once per by per drill", GAME.replace("from first_side {", "from first_side { during drill { turns += 1 }; ")),
        "a limit of `march` hangs on `drill`, which is never open where `march` is offered",
    ),
]


@pytest.mark.parametrize(("text", "headline"), FOUND)
def test_scopes_that_do_not(text: str, headline: str) -> None:
    finding = only(text, "unknown-scope")
    assert finding.level == "error" and finding.headline == headline


FLAG = """marker kind Flag { state raised = no until start of own turn }
markers Flag { | id | name |
               | pennant | "Pennant" | }
effect raise(f: Flag) { f.raised = not f.raised }
"""


def test_an_own_turn_of_what_has_no_side() -> None:
    finding = only(SMALL + FLAG, "unknown-scope")
    assert finding.headline == "`raised` lasts for an own `turn`, and no `Flag` has a side whose own that could be"
    assert names(SMALL.replace("blue { guard,", "blue { guard, pennant,") + FLAG) == []
    assert names(SMALL + FLAG.replace("own turn", "turn")) == []


def test_one_place_is_one_finding() -> None:
    text = limited("once per by per own round", loaded="until end of own round")
    assert [finding.name for finding in findings(text)] == ["unknown-scope", "unknown-scope"]
