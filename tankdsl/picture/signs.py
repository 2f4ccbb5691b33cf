"""The signs of the pieces of a scenario: the same in every picture of it and in a game in the terminal.

They are made from the compiled scenario, the important pieces first, those of one kind in the order of their ids. Pieces that stand nowhere
at the start have signs too, so no sign changes when one comes on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tankdsl.picture.codes import piece_codes

Json = Mapping[str, Any]
SORTS = ("unit", "checkpoint", "marker", "thing")
"""Categories of what may stand on a map, the most important first."""
_NUMBER = re.compile(r"(.+) (\d+)")


def piece_signs(content: Json, texts: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """A code for each thing that may stand on the map, by the root of its kind and its id; `texts` are those of the document."""
    parents = {kind["id"]: kind.get("parent") for kind in content["kinds"]}
    names: dict[str, dict[str, str]] = {kind["id"]: {} for sort in SORTS for kind in content["kinds"] if kind["category"] == sort}
    for kind in content["kinds"]:
        for one in kind["instances"] if kind["id"] in names else ():
            names[root_of(kind["id"], parents)][one["id"]] = plain_name(texts.get(one.get("name", ""), ""), one["id"])
    found = [(root, id) for root, things in names.items() for id in sorted(things, key=_in_order)]
    return dict(zip(found, piece_codes([names[root][id] for root, id in found]), strict=True))


def _in_order(id: str) -> str:
    """Ids sort by this as people count: `tank.2` before `tank.10`."""
    return re.sub(r"\d+", lambda digits: digits[0].zfill(6), id)


def sided(code: str, side: int | None) -> str:
    """A sign as the terminal writes it: pieces of the second side (number 1) in capitals."""
    return code.upper() if side == 1 else code


def plain_name(name: str, id: str) -> str:
    """A display name without the number of the copy; of a thing without a name its id."""
    shown = name or id
    match = _NUMBER.fullmatch(shown)
    return match[1] if match and id.endswith(f".{match[2]}") else shown


def root_of(kind: str, parents: Mapping[str, str | None]) -> str:
    """The kind above all others that a kind has above it."""
    seen: set[str] = set()
    above = parents.get(kind)
    while above and above not in seen:
        seen.add(above)
        kind, above = above, parents.get(above)
    return kind
