"""The format for programs: one JSON document. Its keys are described in ``docs/diagnostics/README.md`` and stay.

Lines and columns count from 1 and columns count code points; offsets count code points of the normalised text from 0.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tankdsl.diagnostics.collector import tally
from tankdsl.diagnostics.diagnostic import Diagnostic, Fix, Label
from tankdsl.diagnostics.render.interface import Sources
from tankdsl.source import Span

FORMAT = 1
"""Grows when a key changes its meaning or goes; new keys may come without."""


def render_json(diagnostics: Sequence[Diagnostic], sources: Sources, *, colour: bool = False) -> str:
    """The findings and their tally as one JSON document, never coloured."""
    counts = tally(diagnostics)
    document = {
        "format": FORMAT,
        "diagnostics": [_finding(diagnostic, sources) for diagnostic in diagnostics],
        "summary": {"errors": counts.errors, "warnings": counts.warnings, "infos": counts.infos},
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _finding(diagnostic: Diagnostic, sources: Sources) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "level": str(diagnostic.level),
        "headline": diagnostic.headline,
        "page": diagnostic.page,
        "primary": None if diagnostic.primary is None else _label(diagnostic.primary, sources),
        "secondary": [_label(label, sources) for label in diagnostic.secondary],
        "notes": list(diagnostic.notes),
        "help": list(diagnostic.help),
        "fix": None if diagnostic.fix is None else _fix(diagnostic.fix, sources),
        "count": diagnostic.count,
        "also": [_span(span, sources) for span in diagnostic.also],
    }


def _label(label: Label, sources: Sources) -> dict[str, Any]:
    return {**_span(label.span, sources), "text": label.text}


def _fix(fix: Fix, sources: Sources) -> dict[str, Any]:
    edits = [{**_span(edit.span, sources), "replacement": edit.text} for edit in fix.edits]
    return {"title": fix.title, "safety": fix.safety, "edits": edits}


def _span(span: Span, sources: Sources) -> dict[str, Any]:
    file = sources[span.file]
    return {"file": file.path, "start": _place(span.start, span, sources), "end": _place(span.end, span, sources)}


def _place(offset: int, span: Span, sources: Sources) -> dict[str, int]:
    line, column = sources[span.file].position(offset)
    return {"line": line, "column": column, "offset": offset}
