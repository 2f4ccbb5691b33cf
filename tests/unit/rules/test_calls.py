"""Circles of calls: through values, effects, windows and their answers."""

from tankdsl.rules.calls import call_graph, chain_lengths, reached
from tankdsl.rules.cycles import knots, shortest_circle
from tests.unit.check.small import RULES, at, program
from tests.unit.rules.games import SMALL, names, only

WINDOWED = """
window aimed(by: Walker, target: Walker)
reaction answer in aimed by target.side { shoot(target, by) }
effect shoot(by: Walker, target: Walker) {
    window aimed(by, target) asks target.side
    hit(target)
}
effect hit(target: Walker) { target.wounds += 1 }
action fire(by: Walker, target: Walker) { shoot(by, target) }
"""
WITH_FIRE = SMALL.replace("s plays march,", "s plays march, fire,")


def test_no_circle() -> None:
    assert names(SMALL) == []


def test_answer_that_opens_its_own_window() -> None:
    text = WITH_FIRE + WINDOWED
    finding = only(text, "call-cycle")
    assert finding.headline == "`answer` needs itself: `answer` -> `shoot` -> `aimed` -> `answer`"
    assert finding.notes == ("`answer` calls `shoot`", "`shoot` opens the window `aimed`", "`aimed` is answered by `answer`")
    assert at(text, finding) == "shoot(target, by)"


def test_answer_that_calls_what_comes_after_the_window_is_fine() -> None:
    assert names(WITH_FIRE + WINDOWED.replace("shoot(target, by) }\neffect", "hit(by) }\neffect")) == []


def test_values_and_guards() -> None:
    values = "value one(n: 0..9): bool = two(n)\nvalue two(n: 0..9): bool = n > 3 or three(n)\n"
    text = SMALL + values + 'guard three(n: 0..9) { require one(n) "no" }\n'
    finding = only(text, "call-cycle")
    assert finding.headline == "`one` needs itself: `one` -> `two` -> `three` -> `one`"
    assert finding.notes == ("`one` needs `two`", "`two` asks `three`", "`three` needs `one`")


def test_of_a_long_circle_the_first_and_the_last_calls_are_told() -> None:
    chain = "".join(f"value v{n}(n: 0..9): bool = v{(n + 1) % 40}(n)\n" for n in range(40))
    finding = only(SMALL + chain, "call-cycle")
    assert finding.headline == "`v0` needs itself: `v0` -> `v1` -> `v2` -> `v3` -> `v4` -> 34 more -> `v39` -> `v0`"
    assert finding.notes[-2:] == ("`v39` needs `v0`", "and so on: 34 more calls are not shown")
    assert (len(finding.notes), len(finding.secondary)) == (7, 5)


def test_effect_that_calls_itself() -> None:
    assert only(SMALL + "effect again(n: 0..9) { again(n) }\n", "call-cycle").headline == "`again` calls itself"


def test_pile_that_draws_from_itself() -> None:
    text = SMALL.replace("deck goals of Mission", "deck goals of Mission {\n    when empty { draw g from goals }\n}")
    text = text.replace("sequence short { turns += 1 }", "sequence short { turns += 1; draw g from goals }")
    assert only(text, "call-cycle").headline == "`goals` calls itself"


def test_two_knots_are_two_findings() -> None:
    text = SMALL + "effect a() { b() }\neffect b() { a() }\neffect c() { c() }\n"
    assert names(text) == ["call-cycle", "call-cycle"]


def test_reached_goes_through_windows() -> None:
    windowed = WINDOWED.replace("shoot(target, by) }\neffect", "hit(by) }\neffect")
    graph = call_graph(program(RULES.replace("march, Order", "march, fire, Order") + windowed))
    assert ("proc", "hit") in reached(graph, ("action", "fire")) and ("action", "answer") in reached(graph, ("proc", "shoot"))
    assert reached(graph, ("action", "fire"))[0] == ("action", "fire")


def test_shortest_circle_is_found_in_the_same_order() -> None:
    graph = {"a": ["b", "c"], "b": ["c"], "c": ["d", "a"], "d": ["d"], "e": []}
    assert knots(graph) == [["a", "b", "c"], ["d"]]
    assert shortest_circle(graph, ["a", "b", "c"]) == ["a", "c"] and shortest_circle(graph, ["d"]) == ["d"]


# ------------------------------------------------------------------------------------------------------ what can be followed


def _chain(count: int) -> str:
    """So many effects that each call the next; an action begins the chain."""
    effects = "".join(f"effect e{number}(by: Walker) {{ e{number + 1}(by) }}\n" for number in range(1, count))
    return effects + f"effect e{count}(by: Walker) {{ by.wounds += 1 }}\naction fire(by: Walker) {{ e1(by) }}\n"


def test_calls_inside_of_one_another_are_bounded() -> None:
    assert names(WITH_FIRE + _chain(80)) == []
    finding = only(WITH_FIRE + _chain(150), "nested-too-deep")
    assert finding.headline == "`e50` begins a chain of 101 calls inside of one another, and 100 is the most"
    assert only(WITH_FIRE + _chain(3000), "nested-too-deep").headline.startswith("`e2900` begins")


def test_nothing_looks_ahead_along_a_circle() -> None:
    """The circle lies behind a counter that the main sequence raises; a check that followed it would not come back."""
    text = WITH_FIRE + "effect hit(by: Walker) { ping(by) }\neffect ping(by: Walker) { hit(by) }\naction fire(by: Walker) { hit(by) }\n"
    late = "    for each w in walkers { ping(w) }\n"
    text = text.replace("sequence game {\n", f"sequence game {{\n{late}", 1)
    assert late in text and names(text) == ["call-cycle"]


def test_lengths_of_chains() -> None:
    graph = call_graph(
        program(RULES + "effect a(w: Walker) { b(w); c(w) }\neffect b(w: Walker) { c(w) }\neffect c(w: Walker) { w.wounds += 1 }\n")
    )
    found = chain_lengths(graph)
    assert [found["proc", name] for name in "abc"] == [3, 2, 1]
    round_ = call_graph(
        program(RULES + "effect a(w: Walker) { b(w) }\neffect b(w: Walker) { b(w); c(w) }\neffect c(w: Walker) { w.wounds += 1 }\n")
    )
    assert ("proc", "a") not in chain_lengths(round_) and chain_lengths(round_)["proc", "c"] == 1
