"""Makes large packs for measuring: the same kinds of declarations as a real rulebook, under numbered names.

A pack of n lines has one ruleset and about n / 60 groups of declarations, each group with rows of units, values, guards, tables, effects,
actions, cards and tests of its own, calling one another as real ones do.
"""

from __future__ import annotations

HEAD = """ruleset big "Big" {
    sides red "Red", blue "Blue"
    space hex flat
    main game
}

measure hex, hexes
measure action, actions

terrain kind Terrain {
    stat open: bool
    stat tall: bool
}

terrains Terrain {
    | id    | name    | open | tall |
    | grass | "grass" | yes  | no   |
    | wood  | "wood"  | no   | yes  |
}

card kind Order { stat weight: 1..6 }
deck orders of Order
side kind Side { pile hand of Order seen by owner }

sight line {
    blocked at h when terrain(h).tall
    tie both
}

sequence game {
    rounds at most 10 {
        each side s takes a turn { s plays %(actions)s for 2 actions may pass }
    }
}

ending last during game {
    draw when not any s in sides where count(s.hand) > %(most)d
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

value strength_%(n)d(by: Unit%(n)d, target: Unit%(n)d): int sum clamp 1..12 {
    base: by.strength
    +1 "in the open"  when terrain(target.at).open
    -1 "shaken"       when by.shaken and not target.shaken
    by.bonus "support" when distance(by, target) <= 2 hexes
}

value can_reach_%(n)d(by: Unit%(n)d, target: Unit%(n)d): bool = distance(by, target) <= by.range and line(by.at, target.at)

guard can_fire_%(n)d(by: Unit%(n)d, target: Unit%(n)d) {
    require target.side is not by.side     "only enemies"
    require can_reach_%(n)d(by, target)    "{target} is out of reach"
    require not by.shaken                  "{by} is shaken"
}

effect hurt_%(n)d(t: Unit%(n)d, times: 1..2) {
    repeat at most times {
        if t.plates > 0 { t.plates -= 1 } else { remove t }
    }
    t.shaken = any u in t.side.unit%(n)ds where distance(u, t) > 3 hexes
}

table result_%(n)d(target: Unit%(n)d, roll: 1..6) by roll {
    miss: 1..3 => nothing
    hit:  4..5 => hurt_%(n)d(target, 1)
    kill: 6    => hurt_%(n)d(target, 2)
}

action fire_%(n)d(by: Unit%(n)d, target: Unit%(n)d) {
    cost 1 action
    once per by per own turn "once a turn"
    require can_fire_%(n)d(by, target)
    roll pool = strength_%(n)d(by, target) d6 clamp 1..6
    result_%(n)d(target, highest(pool))
    by.bonus = 1
}

card order_%(n)d "Order %(n)d" of Order {
    weight = 3
    plays as action as s with t: Unit%(n)d in s.unit%(n)ds {
        require t.shaken and self.weight > 1 "{t} is not shaken"
        t.shaken = no
    }
}
"""


def pack_of(lines: int) -> str:
    """A pack of about so many lines."""
    size = GROUP.count("\n")
    groups = max(1, (lines - HEAD.count("\n")) // size)
    actions = ", ".join(["Order", *(f"fire_{n}" for n in range(groups))])
    return HEAD % {"actions": actions, "most": groups} + "".join(GROUP % {"n": n} for n in range(groups))


if __name__ == "__main__":
    import sys

    sys.stdout.write(pack_of(int(sys.argv[1])))
