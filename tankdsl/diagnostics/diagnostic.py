"""A finding as data: what was found, where, why, and how to mend it.

Nothing here is raised or printed. Every check returns such values; renderers (``render/``) turn them into text, JSON or
whatever else. A headline says what was found and what was expected, puts words of the source in backquotes, and ends
without a full stop.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from tankdsl.diagnostics.picture import Picture
from tankdsl.frozen import FrozenValue
from tankdsl.source import Span


class Level(StrEnum):
    """How much a finding weighs: errors stop the build, warnings are likely faults, infos are observations."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Label(FrozenValue):
    """A place, and a few words about it (may be empty)."""

    span: Span
    text: str = ""


class Edit(FrozenValue):
    """Put ``text`` in the place of what ``span`` covers; an empty span inserts."""

    span: Span
    text: str


Safety = Literal["safe", "unsafe", "display"]
"""``safe`` keeps the meaning and may be applied unasked; ``unsafe`` may change it; ``display`` is only a picture."""


class Fix(FrozenValue):
    """A change of the source that mends a finding; the edits do not overlap."""

    title: str
    edits: tuple[Edit, ...]
    safety: Safety


class Diagnostic(FrozenValue):
    """One finding. Made with ``Kind.at``, which fills in what the kind already says."""

    code: str
    name: str
    level: Level
    headline: str
    primary: Label | None = None
    """Where; ``None`` for findings about no place in a file (the command line, a missing file)."""
    secondary: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
    """How to mend it, one way each."""
    fix: Fix | None = None
    count: int = 1
    """How many equal findings this one stands for (see ``Collector``)."""
    also: tuple[Span, ...] = ()
    """The first few further places, if it stands for several."""
    picture: Picture | None = None
    """The ground that it is about."""

    @property
    def page(self) -> str:
        """The page that explains the kind, from the root of the project."""
        return page_of(self.code)


def page_of(code: str) -> str:
    """The documentation page of a diagnostic code, from the root of the project."""
    return f"docs/diagnostics/{code}.md"
