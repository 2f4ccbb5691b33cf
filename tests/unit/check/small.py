"""A small game for tests of maps and scenarios, and what the compiler finds in it."""

from __future__ import annotations

from tankdsl.check.tree import Program
from tankdsl.diagnostics import Diagnostic
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

RULES = """
ruleset small "Small" {
    sides red "Red", blue "Blue"
    space hex flat
    main game
    state first_side: Side = red
    track turns: 0..9 = 0
}
measure hex, hexes

terrain kind Ground {
    stat open: bool
    stat enterable: bool
}
terrains Ground {
    | id    | name    | open | enterable |
    | grass | "grass" | yes  | yes       |
    | wood  | "wood"  | no   | yes       |
    | rock  | "rock"  | no   | no        |
}
unit kind Walker {
    stat speed: 1..9 hexes
    stat load: 0..3 = 1
    track wounds: 0..load = 0
    state loaded = no
}
units Walker {
    | id    | name    | side | speed   | load |
    | scout | "Scout" | red  | 4 hexes | 1    |
    | guard | "Guard" | blue | 2 hexes | 3    |
}
checkpoint kind Camp { stat line: 1..9 }
checkpoints Camp {
    | id   | name   | line |
    | near | "near" | 1    |
    | far  | "far"  | 4    |
}
card kind Order { stat weight: 0..9 flavour }
card storm "Storm" of Order copies 3 { weight = 1; plays as action as s { s.score += 1 } }
card truce "Truce" of Order { weight = 2; plays as action as s { s.score += 1 } }
mission hold "Hold" copies 2 { met for s when s.score > 3 }
side kind Side {
    track score: 0..9 = 0
    state goal: Mission?
    pile hand of Order seen by owner
}
deck orders of Order
pile waste of Order
deck goals of Mission

option hills "Hills count" = off
option weather "Weather" = off
option storms "Storms" = off needs weather
option calm "Calm" = off excludes storms
option pace "Pace" : 1..6 = 2
option light "Light" : day or night = day

value used(): bool = option.hills and option.weather and option.storms and option.calm and option.pace > 2 and option.light is day

movement marching of w: Walker from a to b {
    budget w.speed
    cost 1 hex
    never when not ground(b).enterable   "{b} cannot be entered"
    never when walker(b) is not w        "{b} is occupied"
}
action march(by: Walker) {
    cost 1
    require not by.loaded and by.wounds < 3 and ground(by.at).open and used() "no"
    plot way for by using marching by by.side "Where to?"
    go by along way
    by.wounds += 1
    by.loaded = yes
}
effect muster(w: Walker, h: place) { put w at h }
sequence game {
    rounds at most 9 { each side s takes a turn from first_side { s plays march, Order for 1 may pass } }
}
sequence short { turns += 1 }
ending points during game {
    each s in sides
    score: win s when s.score > 8 and turns > 3 and s.goal is none
    held:  win s when any c in all camps where c.line > 2 and c.at is not none
}
"""
"""Everything but maps and scenarios."""

MAPS = """
board north "North" axial 4 x 4 {
    legend . = grass, w = wood, # = rock
    rows {
        . . . .
        . w . .
        . . # .
        . . . .
    }
}
board south "South" axial 4 x 4 {
    legend . = grass, w = wood
    rows {
        . . . .
        . w . .
        . . . .
        . . . .
    }
}
layout tall "Tall" {
    board north at (0, 0) of red
    board south at (0, 4) turned of blue
    red rows from top
    blue rows from bottom
}
"""
FORCES = """
roster usual {
    red { 2 scout, near, far }
    blue { guard, near, far, truce }
}
"""
SCENARIO = """
scenario plain "Plain" {
    layout tall
    roster usual
}
"""


def session(text: str) -> Session:
    """A session over one file."""
    return Session(MemoryBundle({"game.tank": text}), ("game.tank",))


def checked(text: str) -> tuple[Diagnostic, ...]:
    """What parsing and checking find (the checks over the whole game left out)."""
    made = session(text)
    return (*made.loaded.found, *made.checked.found)


def program(text: str) -> Program:
    """The typed tree of a text without errors."""
    made = session(text)
    assert [finding.headline for finding in (*made.loaded.found, *made.checked.found) if finding.level == "error"] == []
    return made.program


def only(text: str, name: str) -> Diagnostic:
    """The single finding of a text, which has that name."""
    found = checked(text)
    assert [finding.name for finding in found] == [name], [finding.headline for finding in found]
    return found[0]


def at(text: str, finding: Diagnostic) -> str:
    """The words of the text that a finding points at."""
    assert finding.primary is not None
    return text[finding.primary.span.start : finding.primary.span.end]
