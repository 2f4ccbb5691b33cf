"""What every output format is: a pure function from findings to text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from tankdsl.diagnostics.diagnostic import Diagnostic
from tankdsl.source import FileId, SourceFile

Sources = Mapping[FileId, SourceFile]
"""The files that the spans of the findings point into; a ``SourceSet`` is one."""


class Renderer(Protocol):
    """One format; the text ends with a line end unless it is empty."""

    def __call__(self, diagnostics: Sequence[Diagnostic], sources: Sources, *, colour: bool = False) -> str:
        """The findings, in the order given, as text; formats without colours ignore ``colour``."""
        ...
