"""Makes large packs for measuring: the same kinds of declarations as a real rulebook, under numbered names.

A pack has one ruleset and as many *groups* as fit into the wanted number of lines, each with a kind of unit and what belongs to it: rows,
values, guards, a table, effects, an action, a card, a board and a test. Ten groups at a time share a *theatre*: a map of four of their
boards, a roster of their units and a scenario. Declarations call one another as real ones do.
"""

from __future__ import annotations

GROUPS_IN_THEATRE = 10

HEAD = """ruleset big "Big" {
    sides red "Red", blue "Blue"
    space hex flat
    main game
}

measure hex, hexes
measure action, actions

## What the ground is like: who stands there is seen or not, and what is tall hides what lies behind it.
terrain kind Terrain {
    stat open: bool
    stat tall: bool
}

terrains Terrain {
    | id    | name    | open | tall |
    | grass | "grass" | yes  | no   |
    | wood  | "wood"  | no   | yes  |
    | hill  | "hill"  | yes  | yes  |
    | road  | "road"  | yes  | no   |
    | town  | "town"  | no   | yes  |
}

card kind Order { stat weight: 1..6 }
deck order_deck of Order
side kind Side { pile hand of Order seen by owner }

# Only what is tall stands in the way, and a tie between two hexes needs both.
sight line {
    blocked at h when terrain(h).tall
    tie both
}

## A side plays two actions, one after the other, and may stop early; so do all sides for ten rounds.
sequence game {
    rounds at most 10 {
        each side s takes a turn { s plays %(actions)s for 2 actions may pass }
    }
}

ending last during game {
    # Nobody can hold so many orders: the game ends with its rounds.
    draw when any s in sides where count(s.hand) > %(most)d
}
"""

GROUP = """
unit kind Unit%(n)d {
    stat  strength: 1..6
    stat  range: hexes = strength as hexes
    stat  armour: 0..4
    track plates: 0..armour = armour
    state shaken = no
    state bonus: 0..3 = 0 until end of turn
}

units Unit%(n)d {
    | id        | name      | side | strength | armour |
    | a%(n)d    | "A %(n)d" | red  | 2        | 2      |
    | b%(n)d    | "B %(n)d" | blue | 3        | 1      |
    | c%(n)d    | "C %(n)d" | red  | 4        | 3      |
}

# What a shot is worth before anybody rolls.
value strength_%(n)d(by: Unit%(n)d, target: Unit%(n)d): int sum clamp 1..12 {
    base: by.strength
    +1 "in the open"  when terrain(target.at).open
    -1 "shaken"       when by.shaken and not target.shaken
    by.bonus "support" when distance(by, target) <= 2 hexes
}

## Near enough, and nothing tall between them.
value can_reach_%(n)d(by: Unit%(n)d, target: Unit%(n)d): bool = distance(by, target) <= by.range and line(by.at, target.at)

## How many of a side can still fight: for the effect below, and for whoever reads the state.
value fit_%(n)d(s: Side): int = count(u in s.unit%(n)ds where not u.shaken)

effect rally_%(n)d(s: Side) {
    if fit_%(n)d(s) < 2 {
        for each u in s.unit%(n)ds where u.shaken { u.shaken = no }
    }
}

# Who may shoot, and at whom.
guard can_fire_%(n)d(by: Unit%(n)d, target: Unit%(n)d) {
    require target.side is not by.side     "only enemies"
    require can_reach_%(n)d(by, target)    "{target} is out of reach"
    require not by.shaken                  "{by} is shaken"
}

## Plates go first; who has none left is taken off the map.
effect hurt_%(n)d(t: Unit%(n)d, times: 1..2) {
    repeat at most times {
        if t.plates > 0 { t.plates -= 1 } else { remove t }
    }
    t.shaken = any u in t.side.unit%(n)ds where distance(u, t) > 3 hexes
}

## The highest die of the pool decides.
table result_%(n)d(target: Unit%(n)d, roll: 1..6) by roll {
    miss: 1..3 => nothing
    hit:  4..5 => hurt_%(n)d(target, 1)
    kill: 6    => hurt_%(n)d(target, 2)
}

## The main action of the game: a pool of dice against one enemy.
action fire_%(n)d(by: Unit%(n)d, target: Unit%(n)d) {
    cost 1 action
    once per by per own turn "once a turn"
    require can_fire_%(n)d(by, target)
    roll pool = strength_%(n)d(by, target) d6 clamp 1..6
    result_%(n)d(target, highest(pool))
    by.bonus = 1
    rally_%(n)d(by.side)
}

## Over open ground only, and never through others.
movement driving_%(n)d of u: Unit%(n)d from a to b {
    budget u.range
    cost 1 hex
    never when terrain(b).tall             "{b} cannot be entered"
    never when unit%(n)d(b) is not u       "{b} is occupied"
}

# A drive is one decision: the whole way at once.
action drive_%(n)d(by: Unit%(n)d) {
    cost 1 action
    require not by.shaken                  "{by} is shaken"
    plot way for by using driving_%(n)d by by.side "Where to?"
    go by along way
}

card order_%(n)d "Order %(n)d" of Order {
    weight = 3
    plays as action as s with t: Unit%(n)d in s.unit%(n)ds {
        require t.shaken and self.weight > 1 "{t} is not shaken"
        t.shaken = no
    }
}

# A printed board of six columns and seven rows; the odd columns lie lower.
board board_%(n)d "Board %(n)d" columns odd lower 6 x 7 {
    legend . = grass, T = wood
    rows {
        . . . T . .
        . . . . . T
        . . . . . .
        . . T . . .
        . T . . . .
        . . . . . .
        . . . . T .
    }
}

test "firing %(n)d" {
    scenario theatre_%(theatre)d
    given a: a%(n)d at (0, %(row)d), b: b%(n)d at (2, %(row)d), c: c%(n)d at (5, 10)
    start game

    case a "an enemy in the open" {
        do fire_%(n)d(a, b) dice 5, 1, 2
        expect b.plates is 0 and not a.shaken
        case b "once a turn" { refuse fire_%(n)d(a, b) because "once a turn" }
    }
    case c "out of reach" { expect distance(c, b) > 3 hexes and not can_reach_%(n)d(c, b) }
}

test "driving %(n)d" {
    scenario theatre_%(theatre)d
    given a: a%(n)d at (2, 2), b: b%(n)d at (3, 2)
    start game

    case a "over open ground" {
        do drive_%(n)d(a) along (1, 2), (0, 2)
        expect a.at is (0, 2) and b.at is (3, 2)
    }
    case b "not through others" {
        refuse drive_%(n)d(a) along (3, 2) because "{b} is occupied"
        expect a.at is (2, 2)
    }
}
"""

THEATRE = """
layout map_%(theatre)d "Map %(theatre)d" {
    board board_%(first)d at (0, 0) of red
    board board_%(second)d at (6, 0) of red
    board board_%(third)d at (0, 7) turned of blue
    board board_%(fourth)d at (6, 7) turned of blue
    labels letters
    red rows from top
    blue rows from bottom
}

roster forces_%(theatre)d {
    red { %(red)s }
    blue { %(blue)s }
}

scenario theatre_%(theatre)d "Theatre %(theatre)d" {
    layout map_%(theatre)d
    roster forces_%(theatre)d
    start game
}
"""


def project_of(lines: int) -> dict[str, str]:
    """A pack of about so many lines: the text of each of its files by its name."""
    size = GROUP.count("\n") + THEATRE.count("\n") / GROUPS_IN_THEATRE
    groups = max(1, round((lines - HEAD.count("\n")) / size))
    actions = ", ".join(["Order", *(f"{verb}_{n}" for n in range(groups) for verb in ("fire", "drive"))])
    files = {"ruleset.tank": HEAD % {"actions": actions, "most": groups}}
    for theatre, first in enumerate(range(0, groups, GROUPS_IN_THEATRE)):
        files[f"theatre_{theatre:03d}.tank"] = _theatre(theatre, range(first, min(first + GROUPS_IN_THEATRE, groups)))
    return files


def pack_of(lines: int) -> str:
    """The same in one file."""
    return "".join(project_of(lines).values())


def _theatre(theatre: int, groups: range) -> str:
    boards = {name: groups[place % len(groups)] for place, name in enumerate(("first", "second", "third", "fourth"))}
    red = ", ".join(f"a{n}, c{n}, order_{n}" for n in groups)
    blue = ", ".join(f"b{n}, order_{n}" for n in groups)
    described = THEATRE % {"theatre": theatre, "red": red, "blue": blue, **boards}
    return "".join(GROUP % {"n": n, "theatre": theatre, "row": n % 7} for n in groups).lstrip() + described


if __name__ == "__main__":
    import sys

    sys.stdout.write(pack_of(int(sys.argv[1])))
