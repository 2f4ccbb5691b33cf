"""A kind of finding, declared once as data.

The code never changes and is never used again for something else; the name is what people write in ``allow`` comments.
"""

from __future__ import annotations

from collections.abc import Iterable

from tankdsl.diagnostics.diagnostic import Diagnostic, Fix, Label, Level, page_of
from tankdsl.diagnostics.picture import Picture
from tankdsl.frozen import FrozenValue
from tankdsl.source import Span


class Kind(FrozenValue):
    """What all findings of a kind have in common; ``summary`` is one sentence without a full stop.

    ``about_play``: it judges how games will go, not what the text means. Such a game can be built and played, so an error of this kind can
    be allowed in place by a designer who knows more than the compiler.
    """

    code: str
    name: str
    level: Level
    summary: str
    about_play: bool = False

    @property
    def can_be_allowed(self) -> bool:
        """Whether an ``allow`` comment silences it."""
        return self.about_play or self.level is not Level.ERROR

    @property
    def page(self) -> str:
        """The page that explains the kind, from the root of the project."""
        return page_of(self.code)

    def at(
        self,
        span: Span | None,
        headline: str,
        label: str = "",
        *,
        secondary: Iterable[Label] = (),
        notes: str | Iterable[str] = (),
        help: str | Iterable[str] = (),
        fix: Fix | None = None,
        picture: Picture | None = None,
    ) -> Diagnostic:
        """A finding of this kind at ``span`` (``None``: at no place of a file)."""
        primary = None if span is None else Label(span, label)
        texts = _lines(notes), _lines(help)
        return Diagnostic(self.code, self.name, self.level, headline, primary, tuple(secondary), *texts, fix, picture=picture)


def _lines(texts: str | Iterable[str]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts)
