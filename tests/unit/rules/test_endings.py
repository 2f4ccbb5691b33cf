"""Endings and sequences: the game can end, and every ending is looked at."""

from tests.unit.check.small import at
from tests.unit.rules.games import SMALL, findings, names, only

ENDINGS = SMALL[SMALL.index("ending points") : SMALL.index("board north")]
OPEN = SMALL.replace("rounds at most 9 {", "rounds {")


def with_endings(text: str, game: str = SMALL) -> str:
    return game.replace(ENDINGS, text + "\n")


def test_a_game_that_ends() -> None:
    assert names(SMALL) == names(OPEN) == []


def test_no_ending() -> None:
    text = with_endings("").replace("stat line: 1..9", "stat line: 1..9 flavour")
    finding = only(text, "no-ending")
    assert at(text, finding) == "small"


def test_scenario_that_switches_all_endings_off() -> None:
    text = SMALL.replace("score: win s when ", "score: win s when option.hills and (").replace("s.goal is none\n", "s.goal is none)\n")
    text = text.replace("held:  win s when", "held:  win s when option.pace > 3 and")
    assert only(text, "no-ending").headline == "in the scenario `plain` no ending can hold"
    assert names(text.replace("    roster usual\n}", "    roster usual\n    options pace = 4\n}")) == []


def test_ending_of_a_part_that_never_comes() -> None:
    text = SMALL.replace("ending points during game", "ending points during short")
    found = [finding for finding in findings(text) if finding.name == "ending-never-looked-at"]
    assert [finding.headline.split(":")[0] for finding in found] == [
        "the ending `points.score` is never looked at", "the ending `points.held` is never looked at",
    ]  # fmt: skip
    assert "never comes to `short`" in found[0].headline and "`game`, `round` and `turn`" in found[0].headline
    assert found[0].help == ("let what is played come to `short`, or name a part of the game that comes",)


def test_ending_at_the_end_of_what_is_not_in_its_part() -> None:
    text = SMALL.replace("ending points during game", "ending points during short at end of turn").replace(
        "sequence game {\n", "sequence game {\n    short()\n"
    )
    found = [finding for finding in findings(text) if finding.name == "ending-never-looked-at"]
    assert "no `turn` ends during `short`" in found[0].headline and "leave one of the two out" in found[0].help[0]
    assert names(SMALL.replace("ending points during game", "ending points during game at end of turn")) == []
    assert names(SMALL.replace("ending points during game", "ending points during turn at end of turn")) == []


def test_rounds_without_an_end() -> None:
    text = OPEN.replace("sequence short { turns += 1 }", "sequence short { turns += 1 }\nsequence finale { turns += 1 }")
    text = text.replace("ending points during game", "ending points during finale").replace("and turns > 3", "and turns > 0")
    whole = text.replace("may pass } }\n}", "may pass } }\n    finale()\n}")
    finding = only(whole, "endless-sequence")
    assert finding.headline == "the rounds of `game` go on for ever: no ending is in force during them"
    assert finding.notes == ("`points.score` and `points.held` are looked at elsewhere only",)
    assert names(whole.replace("rounds {", "rounds at most 9 {")) == []
    assert names(whole.replace("rounds {", "rounds until turns > 3 {")) == []
    assert names(whole.replace("during finale", "at end of turn")) == []


def test_rounds_inside_of_another_sequence() -> None:
    text = OPEN.replace("sequence game {\n    rounds {", "sequence game { inner() }\nsequence inner {\n    rounds {")
    assert names(text) == [], "the ending counts during `game`, inside of which `inner` runs"


def test_an_ending_that_the_set_up_fulfils() -> None:
    text = SMALL.replace("s.score > 8 and turns > 3 and s.goal is none", "s.score is 0 and s.goal is none")
    finding = only(text, "ending-at-once")
    assert finding.headline == "in the scenario `plain` the ending `points.score` holds as the game is set up"
    assert finding.notes == ("so the game may be over for `red` before anything is done",)
    assert names(text.replace("sequence game {\n", "sequence game {\n    for each s in sides { s.score = 1 }\n")) == []
    later = text.replace("s.score is 0 and", "s.score is 0 and turns > 0 and")
    assert names(later) == [], "what a state of the game begins with is left open"


def test_what_comes_after_the_first_turn_prepares_nothing() -> None:
    """The ending is looked at as the first round begins, long before scores are counted."""
    text = SMALL.replace("s.score > 8 and turns > 3 and s.goal is none", "s.score is 0 and s.goal is none")
    scored = "    for each s in sides { s.score = 1 }\n"
    whole = "s plays march, Order for 1 may pass } }\n"
    assert whole in text
    assert only(text.replace(whole, whole + scored), "ending-at-once").notes == (
        "so the game may be over for `red` before anything is done",
    )
    in_round = whole.replace("may pass } }\n", f"may pass }}\n{scored}    }}\n")
    assert only(text.replace(whole, in_round), "ending-at-once")
    first = text.replace("sequence game {\n", "sequence game {\n    prepare()\n") + f"effect prepare() {{\n{scored}}}\n"
    assert names(first) == []


def test_an_ending_that_holds_whatever_happened_in_the_first_round() -> None:
    text = with_endings("ending king at end of round { win most s.score }\n".replace("s.score", "score"))
    text = text.replace("stat line: 1..9", "stat line: 1..9 flavour")
    assert only(text, "ending-at-once").headline == "in the scenario `plain` the ending `king.1` holds at the end of the first round"
    assert "ending-at-once" not in names(text.replace("at end of round", "at end of game"))
    limited = text.replace("win most score", "win most score when turns > 3")
    assert "ending-at-once" not in names(limited)
