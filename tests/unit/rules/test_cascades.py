"""Cascades: what may join them, and that they end."""

import pytest

from tests.unit.rules.games import SMALL, names, only

LIT = SMALL.replace("    state loaded = no\n", "    state loaded = no\n    state lit = no\n    state heat: 0..9 = 0\n").replace(
    'used() "no"', 'used() and not by.lit and by.heat < 4 "no"'
)


def spread(body: str, domain: str = "walkers where w.lit", more: str = "") -> str:
    return LIT + f"effect spread() {{\n    for each w in {domain} newcomers too {{ {body} }}\n}}\n{more}"


ENDING = {
    "lights others": spread("for each o in walkers { o.lit = yes }"),
    "lights by an effect": spread("light(w)", more="effect light(w: Walker) { w.lit = yes }\n"),
    "through a value": spread("w.heat = 3", "walkers where hot(w)", "value hot(w: Walker): bool = w.heat > 2\n"),
    "moves pieces": spread("put w at (0, 0)", "walkers where walker((0, 0)) is w"),
    "takes pieces off": spread("remove w", "walkers where any o in walkers where o is not w and o.lit"),
    "draws": spread("draw from orders into w.side.hand", "walkers where count(w.side.hand) > 0"),
    "a few numbers": LIT + "effect climb(s: Side) { for each n in numbers(1, s.score) newcomers too { s.score += n } }\n",
    "a trigger may do it": spread("w.wounds += 1", more="whenever hot(w: Walker) when w.wounds > 2 { w.wounds = 0; w.lit = yes }\n"),
    "asks a player": spread('choose o from walkers by red "Whom?" { o.lit = yes } else { nothing }'),
    "a local": LIT + "effect climb(s: Side) { var most = 0\n for each w in walkers where w.heat > most newcomers too { most = 2 } }\n",
    "a plain loop": LIT + "effect plain(s: Side) { for each w in walkers where w.lit { s.score += 1 } }\n",
}


@pytest.mark.parametrize("name", ENDING)
def test_cascades_that_something_joins_and_that_end(name: str) -> None:
    assert names(ENDING[name]) == []


@pytest.mark.parametrize(
    "text",
    [
        spread("w.wounds += 1"),
        spread("w.heat = 3"),
        spread("tire(w)", more="effect tire(w: Walker) { w.loaded = yes }\n"),
        spread('choose n from numbers(1, 3) by red "How many?" { w.heat = n } else { nothing }'),
    ],
)
def test_cascades_that_nothing_joins(text: str) -> None:
    finding = only(text, "no-newcomers")
    assert finding.level == "warning"
    assert finding.headline == "nothing in this loop changes what it asks, so no newcomers can ever join"


def test_cascades_over_numbers_without_a_bound() -> None:
    text = LIT.replace("    track score: 0..9 = 0\n", "    track score: 0..9 = 0\n    track sum: 0..1000000 = 0\n")
    text += "effect climb(s: Side) { for each n in numbers(1, s.sum) newcomers too { s.sum += n } }\n"
    finding = only(text, "cascade-unbounded")
    assert finding.level == "error" and "as the range of `n` allows" in finding.headline
