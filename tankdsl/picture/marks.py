"""What the terminal draws of the ground beside terrains: features of sides and levels. The same on maps and in games.

Features stand where the side would be drawn: `~` water, `=` ways, `+` what leads across, other signs for others. A level stands at the foot
of its hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tankdsl.ground.features import leads_across, signs_of
from tankdsl.picture.scene import Edge, Named

LEVELS = "numbers at the feet of hexes are levels, no number is level 0"
"""The legend of levels."""
_MOST_TOLD = 12
"""Sides of a feature and hexes of a zone that are listed."""


class Sides:
    """The features of sides of one map."""

    def __init__(self, features: Sequence[Named], edges: Sequence[Edge]) -> None:
        self.features, self.edges = features, edges
        self.signs = signs_of([(feature.id, feature.name) for feature in features])
        # of several features of a side the first is drawn, a bridge before a river
        across = [leads_across(feature.id, feature.name) for feature in features]
        drawn = list(reversed(edges))
        drawn.sort(key=lambda edge: across[edge.feature])
        self._at = {(min(edge.a, edge.b), max(edge.a, edge.b)): self.signs[edge.feature] for edge in drawn}

    def __bool__(self) -> bool:
        return bool(self._at)

    def sign(self, one: int, other: int) -> str | None:
        """The sign for the side between two hexes; None where no feature lies."""
        return self._at.get((min(one, other), max(one, other)))

    def legend(self, labels: Sequence[str]) -> Iterator[str]:
        """What the signs mean, and where those lead that lead somewhere; `labels` are those of the hexes."""
        leading: list[list[str]] = [[] for _ in self.features]
        for edge in self.edges:
            if edge.leads:
                leading[edge.feature].append(f"{labels[edge.a]} to {labels[edge.b]}")
        for sign, feature, ways in zip(self.signs, self.features, leading, strict=True):
            yield f"{sign} {feature.name}" + (f", leading from {listed(ways)}" if ways else "")


def listed(words: Sequence[str]) -> str:
    """So many words as a legend has room for; labels with commas in them are set apart by semicolons."""
    more = len(words) - _MOST_TOLD
    return ("; " if any("," in word for word in words) else ", ").join(words[:_MOST_TOLD]) + (f" and {more} more" if more > 0 else "")


def level_text(level: int) -> str:
    """A level at the foot of a hex, in at most three characters; nothing for level 0."""
    found = str(level or "")
    return found if len(found) <= 3 else found[:2] + "+"
