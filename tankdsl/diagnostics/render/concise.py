"""One line for each finding: ``file:line:col: error[TK0001 file-missing]: headline``. For logs, hooks and editors."""

from __future__ import annotations

from collections.abc import Sequence

from tankdsl.diagnostics.diagnostic import Diagnostic
from tankdsl.diagnostics.render.cells import one_line
from tankdsl.diagnostics.render.interface import Sources
from tankdsl.diagnostics.render.text import head, position


def render_concise(diagnostics: Sequence[Diagnostic], sources: Sources, *, colour: bool = False) -> str:
    """The findings, one a line; those about no place in a file begin with their level. Never coloured."""
    return "".join(f"{_line(diagnostic, sources)}\n" for diagnostic in diagnostics)


def _line(diagnostic: Diagnostic, sources: Sources) -> str:
    where = "" if diagnostic.primary is None else f"{position(diagnostic.primary.span, sources)}: "
    times = f" ({diagnostic.count:,} times)" if diagnostic.count > 1 else ""
    return f"{where}{head(diagnostic)}: {one_line(diagnostic.headline)}{times}"
