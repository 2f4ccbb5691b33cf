"""What a finding about the ground draws: an excerpt of the map, made only when somebody looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tankdsl.frozen import Frozen

if TYPE_CHECKING:
    from tankdsl.diagnostics.excerpt import Excerpt


class Picture(Frozen):
    """The picture of a finding. All pictures are equal: findings that say the same are the same, however they are drawn."""

    make: Callable[[], Excerpt]

    def excerpt(self) -> Excerpt:
        """What is drawn, made anew each time."""
        return self.make()

    def __repr__(self) -> str:
        return "Picture()"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture)

    def __hash__(self) -> int:
        return 0
