"""Colours and patterns that tell things apart for everybody, and in black and white too.

Fills are the light scheme of Paul Tol ("Colour schemes", SRON technical note, 2021), made lighter, which was chosen so that black text can
be read on every colour and so that people with any common colour blindness can tell them apart.  Each terrain has a pattern besides, and
its code in every hex.  A row of the table of terrains gets the look that a word in its id or name suggests (woods look like woods), if it
is free, else the next free one in order; so the looks depend on the rules only and are the same on all maps of a game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tankdsl.frozen import FrozenValue
from tankdsl.picture.svg import Sheet


class Look(FrozenValue):
    """How a ground is filled: a colour, and a pattern of lines in a darker one."""

    name: str
    fill: str
    ink: str
    lines: str
    """The path of one repeat of the pattern; empty for none."""
    repeat: int
    words: tuple[str, ...] = ()
    """Words that suggest it."""


LOOKS = (
    Look("plain", "#F5F1E1", "#CFC8AC", "", 8, ("clear", "grass", "open", "plain", "plains", "meadow", "steppe")),
    Look(
        "woods",
        "#A3D9BF",
        "#3F8F6B",
        "M4 9L7 3L10 9ZM13 18L16 12L19 18Z",
        20,
        ("wood", "woods", "forest", "trees", "tree", "jungle", "grove", "copse", "thicket", "orchard", "hedge"),
    ),
    Look(
        "water",
        "#A9CBEB",
        "#4477AA",
        "M0 5Q3 2 6 5T12 5M-6 11Q-3 8 0 11T6 11T12 11T18 11",
        12,
        ("water", "river", "sea", "lake", "pond", "stream", "ocean", "canal", "creek", "ford", "shallows", "deep"),
    ),
    Look(
        "way",
        "#DCD3C4",
        "#A2937B",
        "M0 4H5M8 9H13",
        13,
        ("road", "track", "path", "street", "highway", "trail", "pavement", "rail", "bridge"),
    ),
    Look(
        "town",
        "#F5B99B",
        "#B4552D",
        "M0 0H12M0 6H12M3 0V6M9 6V12",
        12,
        (
            "town",
            "city",
            "village",
            "building",
            "buildings",
            "house",
            "houses",
            "farm",
            "farmhouse",
            "barn",
            "hut",
            "bunker",
            "block",
            "urban",
            "yard",
        ),
    ),
    Look(
        "hill",
        "#F0DFA0",
        "#A68A2C",
        "M-2 12L12 -2M4 18L18 4",
        16,
        ("hill", "hills", "mountain", "mountains", "ridge", "height", "slope", "mound"),
    ),
    Look(
        "stones",
        "#DDDDDD",
        "#777777",
        "M2 3h2v2h-2zM8 8h2v2h-2zM9 1h1v1h-1zM3 9h1v1h-1z",
        12,
        ("rubble", "rough", "rocks", "rock", "rocky", "broken", "stones", "wall", "ruin", "ruins", "wreck", "crater", "craters", "fence"),
    ),
    Look("mud", "#CFCB7A", "#7A7720", "M0 4H6M7 10H13", 14, ("mud", "marsh", "swamp", "bog", "mire", "wet")),
    Look("field", "#DFE693", "#8B9A2E", "M3 0V10M8 0V10", 10, ("field", "fields", "crops", "wheat", "plough")),
    Look("sand", "#FFD9DF", "#B8667C", "M3 3h1v1h-1zM9 9h1v1h-1z", 12, ("sand", "desert", "beach", "dune", "dunes", "snow")),
    Look("cross", "#C2EBFA", "#3A8FB0", "M0 0L10 10M10 0L0 10", 10),
    Look("plus", "#E9D5EE", "#8A5A99", "M6 3V9M3 6H9", 12),
)


def looks_of(names: Sequence[tuple[str, str]]) -> tuple[Look, ...]:
    """A look for each terrain, given ids and names in the order of the rules. More terrains than looks share colours, not patterns too."""
    free = list(LOOKS)
    found: list[Look | None] = []
    for id, name in names:
        words = set(re.findall(r"[a-z]+", f"{id} {name}".lower()))
        look = next((look for look in free if words & set(look.words)), None)
        if look is not None:
            free.remove(look)
        found.append(look)
    more = 0
    out: list[Look] = []
    for known in found:
        if known is None and not free:
            more += 1
        out.append(known if known is not None else free.pop(0) if free else _mixed(more))
    return tuple(out)


def _mixed(number: int) -> Look:
    """A further look: the colour of one with the pattern of another."""
    round_, at = divmod(number - 1, len(LOOKS))
    colour, lines = LOOKS[at], LOOKS[1 + (at + round_ + 1) % (len(LOOKS) - 1)]
    return Look(f"{colour.name}-{lines.name}", colour.fill, lines.ink, lines.lines, lines.repeat)


def define(sheet: Sheet, id: str, look: Look) -> None:
    """The pattern of a look as a definition that fills refer to."""
    sheet.begin("pattern", id=id, width=look.repeat, height=look.repeat, patternUnits="userSpaceOnUse")
    sheet.add("rect", width=look.repeat, height=look.repeat, fill=look.fill)
    if look.lines:
        solid = look.ink if "h1v1" in look.lines else "none"
        sheet.add("path", d=look.lines, stroke=look.ink, stroke_width=0.8, fill=solid, stroke_opacity=0.7)
    sheet.end()


class Livery(FrozenValue):
    """The colours of a side: dark and light in turn, so that two sides differ in black and white."""

    fill: str
    ink: str
    rim: str


LIVERIES = (
    Livery("#0B4F8A", "#FFFFFF", "#05294A"),
    Livery("#FFC857", "#1A1A1A", "#7A4B00"),
    Livery("#7A1F4B", "#FFFFFF", "#400C25"),
    Livery("#BFE3C8", "#1A1A1A", "#1F6B3A"),
)
NOBODY = Livery("#FFFFFF", "#1A1A1A", "#4D4D4D")

ZONES = (("#882255", "9 4"), ("#117733", "3 3"), ("#332288", "12 4 3 4"), ("#AA4499", "6 2"), ("#996515", "2 5"), ("#225E6B", "14 3"))
"""Colours and dashes of zones (the muted scheme of the same source)."""


def livery(side: int | None) -> Livery:
    """The colours of a side, by its number."""
    return NOBODY if side is None else LIVERIES[side % len(LIVERIES)]
