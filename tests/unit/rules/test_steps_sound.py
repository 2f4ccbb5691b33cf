"""Steps that cost too much: what is played is not called impossible, and the neighbour with the fault is found."""

from __future__ import annotations

from tests.field_faults.trying import DUEL, compiled, shown
from tests.unit.rules.neighbours import changed, codes, found, without_tests

CROSSING = f"""{DUEL}
terrains Terrain {{
    | id  | name  | open |
    | mud | "mud" | yes  |
}}
unit kind Cart {{
    stat  teams: 1..4 hexes
    state tired = no
}}
units Cart {{
    | id   | name   | teams   |
    | cart | "Cart" | 3 hexes |
}}
movement rolling of m: Cart from a to b {{
    budget 1 hex
    cost 1 hex
    cost 2 hexes when terrain(b) is mud
}}
action roll_on(m: Cart) {{
    cost 1 action
    require not m.tired or m.teams >= 2 hexes "too tired"
    plot route for m using rolling by m.side "Where?"
    go m along route
}}
action force(m: Cart) {{
    cost 1 action
    plot route for m using rolling within 3 hexes by m.side "Where?"
    go m along route
    m.tired = not m.tired
}}
sequence war {{ rounds at most 9 {{ each side s takes a turn {{ s plays roll_on, force for 3 actions may pass }} }} }}
board vale "The vale" axial 4 x 7 {{
    legend . = grass, ~ = mud
    rows {{
        . . . .
        . . . .
        . . . .
        ~ ~ ~ ~
        . . . .
        . . . .
        . . . .
    }}
}}
layout banks "Both banks" {{
    board vale at (0, 0)
    place fort = (3, 5)
}}
ending landed {{
    each s in sides
    win s when any m in s.carts where m.at is fort
}}
scenario crossing "The crossing" {{
    layout banks
    red  {{ cart, scout }}
    blue {{ cart, scout }}
    given red.cart at (2, 2), blue.cart at (0, 0), red.scout at (3, 0), blue.scout at (3, 6)
    start war
}}
test "forced" {{
    scenario crossing
    start war
    do force(red.cart) along (2, 3)
    do force(red.cart) along (2, 4), (2, 5), (3, 5)
    expect over and winner is red
}}
"""
SHUT = ["TK5030", "TK5031"]


def test_a_path_that_is_laid_with_a_budget_of_its_own() -> None:
    assert codes(CROSSING) == []
    assert found(CROSSING, ("within 3 hexes", "within 2 hexes")) == SHUT
    assert found(CROSSING, (" within 3 hexes", "")) == SHUT
    assert found(CROSSING, ("within 3 hexes", "within m.teams")) == []
    assert found(CROSSING, ("within 3 hexes", "within m.teams"), ('"Cart" | 3', '"Cart" | 2')) == SHUT
    assert found(CROSSING, ("within 3 hexes", "within (if m.tired { 1 hex } else { 3 hexes })")) == []
    assert found(CROSSING, ("within 3 hexes", "within (if m.tired { 1 hex } else { 2 hexes })")) == SHUT


def test_a_path_with_a_budget_of_its_own_for_pieces_of_another_kind() -> None:
    units = 'units Sledge {\n    | id     | name     | teams   |\n    | sledge | "Sledge" | 3 hexes |\n}\n'
    sledges = ("movement rolling", f"unit kind Sledge is Cart {{ }}\n{units}movement rolling")
    only = ("action force(m: Cart)", "action force(m: Sledge)")
    assert found(CROSSING, sledges, only) == SHUT
    led = ("any m in s.carts where m.at is fort", "any m in s.sledges where m.at is fort")
    red = ("red  { cart, scout }", "red  { cart, scout, sledge }")
    given = ("given red.cart at (2, 2)", "given red.cart at (2, 2), red.sledge at (1, 2)")
    assert found(CROSSING, sledges, only, led, red, given) == ["TK5030"], "the sledge of red comes there"


def test_a_budget_that_may_bound_nothing() -> None:
    at_rest = ("    budget 1 hex\n", "    budget 1 hex when m.tired\n")
    assert found(CROSSING, (" within 3 hexes", ""), at_rest) == [], "one that is not tired goes as far as it likes"
    both = ("    budget 1 hex\n", "    budget 1 hex when m.tired\n    budget 2 hexes\n")
    assert found(CROSSING, (" within 3 hexes", ""), both) == SHUT
    either = ("    budget 1 hex\n", "    budget 3 hexes when m.tired\n    budget 2 hexes\n")
    assert found(CROSSING, (" within 3 hexes", ""), either) == []


def test_a_row_of_cost_that_asks_a_state() -> None:
    """It adds to the cost, or makes the step cheaper: what it costs at the least counts."""
    tired = ("    cost 2 hexes when", "    cost 1 hex when m.tired\n    cost 2 hexes when")
    assert found(CROSSING, tired, (" within 3 hexes", "")) == SHUT
    assert found(CROSSING, tired) == []
    fresh = ("    cost 2 hexes when", "    cost -2 hexes when m.tired\n    cost 2 hexes when")
    assert found(CROSSING, fresh, (" within 3 hexes", "")) == []
    either = ("    cost 2 hexes when terrain(b) is mud", "    cost (if m.tired { 1 hex } else { 2 hexes }) when terrain(b) is mud")
    assert found(CROSSING, either, ("within 3 hexes", "within 2 hexes")) == []
    assert found(CROSSING, either, (" within 3 hexes", "")) == SHUT
    text = changed(without_tests(CROSSING), tired, (" within 3 hexes", ""))
    session = compiled(text)
    told = " ".join(shown(session, finding) for finding in session.findings)
    assert "the step costs at least 3, and a move has 1 at most" in told
