"""Makes large maps for measuring: the text of a game with three kinds of movers, and of a scenario with sixty pieces on a generated map.

The ground is like that of real maps: woods in patches, a river from top to bottom on the sides between hexes, with bridges, lakes that
nobody enters, hills. A third of the pieces is set up by the players in the first rows of their side, the others stand there already.
"""

from __future__ import annotations

from random import Random

PIECES = 60
LARGEST_BOARD = 100
"""Boards of so many columns and rows at most are laid side by side."""

RULES = """ruleset big "Big" {
    sides red "Red", blue "Blue"
    space hex flat
    main game
}

measure hex, hexes
measure action, actions

enum Drive { track, wheel, foot }

terrain kind Terrain {
    stat open: bool
    stat rough: bool
    stat wet: bool
    stat high: bool
}

terrains Terrain {
    | id    | name    | open | rough | wet | high |
    | grass | "grass" | yes  | no    | no  | no   |
    | wood  | "wood"  | no   | yes   | no  | no   |
    | lake  | "lake"  | no   | no    | yes | no   |
    | hill  | "hill"  | yes  | yes   | no  | yes  |
}

unit kind Unit {
    stat  drive: Drive
    stat  speed: 1..6 hexes
    track plates: 0..3 = 3
}

units Unit {
    | id    | name    | drive | speed   |
    | tank  | "Tank"  | track | 4 hexes |
    | car   | "Car"   | wheel | 6 hexes |
    | squad | "Squad" | foot  | 1 hex   |
}

checkpoint kind Camp { }

checkpoints Camp {
    | id   | name   |
    | camp | "Camp" |
}

placement standing(u: Unit, h: place) {
    require row(u.side, h) <= 6                                          "{h} is too far forward"
    require not terrain(h).wet                                           "{h} is water"
    require terrain(h).open or u.drive is foot                           "{h} is no ground for {u}"
    require unit(h) is none                                              "{h} is occupied"
}

movement marching of u: Unit from a to b {
    budget u.speed
    cost 1 hex
    first step always
    never when terrain(b).wet                                            "{b} is water"
    never when terrain(b).rough and u.drive is wheel                     "{b} is rough"
    never when terrain(b) is wood and u.drive is not foot                "{b} is wood"
    never when terrain(b).high and terrain(a) is wood                    "the bank is too steep"
    never when edge(a, b) is river and u.drive is not foot               "there is no bridge"
    never when unit(b) is not none                                       "{b} is occupied"
}

action march(by: Unit) {
    cost 1 action
    plot way for by using marching by by.side "Where to?"
    go by along way
}

action post(u: Unit in all units, h: place in places) as s {
    require u.side is s and u.at is none                                 "{u} is set up"
    standing(u, h)
    put u at h
}

action shoot(by: Unit, target: Unit) {
    cost 1 action
    require target.side is not by.side and distance(by, target) <= 3 hexes   "{target} is no target"
    if target.plates > 0 { target.plates -= 1 } else { remove target }
}

sequence game {
    each side s takes a turn { s plays post may pass }
    rounds at most 20 { each side s takes a turn { s plays march, shoot for 2 actions may pass } }
}

ending taken {
    each s in sides
    camps: win s when any c in camps where c.side is not s and unit(c.at).side is s
}
"""

MODELS = ("tank", "car", "squad")
SIDES = ("red", "blue")


def map_pack(size: int, pieces: int = PIECES) -> str:
    """The whole text for a map of `size` x `size` hexes; the same each time."""
    glyphs = _glyphs(size)
    boards = range(0, size, LARGEST_BOARD)
    text = [RULES]
    placings: list[str] = []
    for column in boards:
        for row in boards:
            across, down = min(LARGEST_BOARD, size - column), min(LARGEST_BOARD, size - row)
            side = SIDES[0] if row + down // 2 < size // 2 else SIDES[1]
            text.append(_board(f"b{column}_{row}", [line[column : column + across] for line in glyphs[row : row + down]]))
            placings.append(f"    board b{column}_{row} at ({column}, {row}) of {side}\n")
    rivers = "".join(_river(size))
    text.append(
        f'layout land "Land" {{\n{"".join(placings)}    red rows from top\n    blue rows from bottom\n{rivers}}}\n'
        f"{_scenario(size, pieces, glyphs)}"
    )
    return "".join(text)


def _glyphs(size: int) -> list[str]:
    """Rows of the ground: patches of wood, lakes and hills on grass."""
    random = Random(size)
    cells = [["."] * size for _ in range(size)]
    for _ in range(size * size // 60):
        glyph, reach = random.choice("TT~^"), random.randint(0, 2)
        middle, top = random.randrange(size), random.randrange(size)
        for row in range(max(0, top - reach), min(size, top + reach + 1)):
            for column in range(max(0, middle - reach), min(size, middle + reach + 1)):
                if random.random() < 0.7:
                    cells[row][column] = glyph
    return ["".join(row) for row in cells]


def _board(name: str, rows: list[str]) -> str:
    lines = "".join(f"        {' '.join(row)}\n" for row in rows)
    legend = "    legend . = grass, T = wood, ~ = lake, ^ = hill\n"
    return f"board {name} columns odd lower {len(rows[0])} x {len(rows)} {{\n{legend}    rows {{\n{lines}    }}\n}}\n"


def _river(size: int) -> list[str]:
    """Along the left sides of the hexes of a column, from top to bottom, with a bridge every nine rows."""
    column = 2 * (size // 4)
    rows = (row for row in range(size - 1) if row % 9 != 4)
    return [f"    edge river ({column - 1}, {row - (column - 1) // 2}) / ({column}, {row - column // 2})\n" for row in rows]


def _scenario(size: int, pieces: int, glyphs: list[str]) -> str:
    each = max(1, pieces // (2 * len(MODELS)))
    free = [(column, row) for row in range(size) for column in range(0, size, 2) if glyphs[row][column] == "."]
    zones = {SIDES[0]: [spot for spot in free if spot[1] < 6], SIDES[1]: [spot for spot in free if spot[1] >= size - 6]}
    given: list[str] = []
    for number, (side, model) in enumerate((side, model) for side in SIDES for model in MODELS):
        for copy in range(2 * each // 3):
            spots = zones[side]
            column, row = spots[(number % len(MODELS) * each + copy) * len(spots) // (each * len(MODELS))]
            given.append(f"{side}.{model} at ({column}, {row - column // 2})")
    for side, (column, row) in zip(SIDES, (free[len(free) // 3], free[len(free) // 2]), strict=True):
        given.append(f"{side}.camp at ({column}, {row - column // 2})")
    forces = "".join(f"    {side} {{ {', '.join(f'{each} {model}' for model in MODELS)}, camp }}\n" for side in SIDES)
    return f'scenario clash "Clash" {{\n    layout land\n{forces}    given {", ".join(given)}\n}}\n'
