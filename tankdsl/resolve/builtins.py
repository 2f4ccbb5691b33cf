"""The names that the language has itself; a pack may not declare them again."""

from __future__ import annotations

BUILTIN_TYPES = frozenset({"int", "bool", "text", "place", "direction", "dice", "path", "point", "angle"})
BUILTIN_KINDS = frozenset({"Game", "Mission"})
"""Kinds that every pack has without declaring them (`Side` may be declared to give sides fields)."""

BUILTIN_FUNCTIONS = frozenset(
    {
        "abs",
        "arc",
        "board",
        "can_go",
        "column",
        "common",
        "connected",
        "count",
        "crossed",
        "circle",
        "crosses",
        "direction",
        "distance",
        "edge",
        "edges",
        "edges_from",
        "first",
        "highest",
        "heading",
        "inside",
        "last",
        "least",
        "length",
        "level",
        "lowest",
        "max",
        "met",
        "min",
        "most",
        "neighbours",
        "numbers",
        "opposite",
        "path_cost",
        "points",
        "ray",
        "ring",
        "row",
        "sees",
        "shortest_path",
        "sight",
        "step",
        "steps",
        "straight",
        "stretch",
        "sum",
        "territory",
        "total",
        "turn",
        "within",
        "zone",
    }
)
CONSTANTS = frozenset({"yes", "no", "none", "on", "off", "active", "spent", "sides", "places", "directions", "everyone", "nobody"})
BUILTIN_STATEMENTS = frozenset({"resolve"})
RESERVED = BUILTIN_FUNCTIONS | BUILTIN_STATEMENTS | CONSTANTS | {"option", "self", "owner", "enemy"}


def snake(kind: str) -> str:
    """`MoraleCard` -> `morale_card`: the name of the function that finds a thing of the kind on a place."""
    out = []
    for position, char in enumerate(kind):
        if char.isupper() and position and not kind[position - 1].isupper():
            out.append("_")
        out.append(char.lower())
    return "".join(out)


def plural(kind: str) -> str:
    """`Tank` -> `tanks`, `Battery` -> `batteries`: the name of the set of all things of the kind."""
    word = snake(kind)
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")
