"""What the text formats share: how a finding is headed and how a place is written."""

from __future__ import annotations

from tankdsl.diagnostics.diagnostic import Diagnostic
from tankdsl.diagnostics.render.cells import one_line
from tankdsl.diagnostics.render.interface import Sources
from tankdsl.diagnostics.wording import counted
from tankdsl.source import Span


def head(diagnostic: Diagnostic) -> str:
    """Level, code and name: ``error[TK0001 file-missing]``."""
    return f"{diagnostic.level}[{diagnostic.code} {diagnostic.name}]"


def position(span: Span, sources: Sources) -> str:
    """Where a span starts: ``path:line:column``, which editors and terminals make into a link."""
    file = sources[span.file]
    line, column = file.position(span.start)
    return f"{one_line(file.path)}:{line}:{column}"


def repeats(diagnostic: Diagnostic, sources: Sources) -> str:
    """How often a grouped finding occurs, and where else first."""
    places = ", ".join(position(span, sources) for span in diagnostic.also)
    rest = diagnostic.count - 1 - len(diagnostic.also)
    more = f" and {counted(rest, 'more place')}" if rest else ""
    return f"found {diagnostic.count:,} times" + (f", also at {places}{more}" if places else "")
