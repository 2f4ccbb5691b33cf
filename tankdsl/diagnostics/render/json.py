"""The format for programs: one JSON document. Its keys are described in ``docs/diagnostics/README.md`` and stay.

Lines and columns count from 1 and columns count code points; offsets count code points of the normalised text from 0.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tankdsl.diagnostics.collector import tally
from tankdsl.diagnostics.diagnostic import Diagnostic, Fix, Label
from tankdsl.diagnostics.render.interface import Sources
from tankdsl.source import Span

if TYPE_CHECKING:
    from tankdsl.diagnostics.excerpt import Excerpt, HexExcerpt, TableExcerpt

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
        "picture": None if diagnostic.picture is None else _picture(diagnostic.picture.excerpt()),
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


# ---------------------------------------------------------------------------------------------------------------- ground


def _picture(excerpt: Excerpt) -> dict[str, Any]:
    from tankdsl.diagnostics.excerpt import HexExcerpt

    return _hexes(excerpt) if isinstance(excerpt, HexExcerpt) else _table(excerpt)


def _hexes(excerpt: HexExcerpt) -> dict[str, Any]:
    label = [tile.label for tile in excerpt.tiles]
    used = {tile.terrain for tile in excerpt.tiles}
    terrains = [terrain for number, terrain in enumerate(excerpt.terrains) if number in used]
    return {
        "grid": "hex",
        "map": excerpt.map,
        "orientation": excerpt.orientation,
        "hexes": [{"label": tile.label, "q": tile.q, "r": tile.r, "terrain": excerpt.terrains[tile.terrain].id} for tile in excerpt.tiles],
        "legend": [{"terrain": terrain.id, "name": terrain.name, "glyph": terrain.glyph} for terrain in terrains],
        "edges": [{"a": label[border.a], "b": label[border.b], "feature": border.feature} for border in excerpt.borders],
        "marks": [
            {"role": mark.role, "text": mark.text, "hexes": [label[tile] for tile in mark.tiles], "beyond": mark.beyond}
            for mark in excerpt.marks
        ],
    }


def _table(excerpt: TableExcerpt) -> dict[str, Any]:
    name = [shape.name for shape in excerpt.shapes]
    return {
        "grid": "none",
        "map": excerpt.table,
        "width": excerpt.width,
        "height": excerpt.height,
        "areas": [{"name": shape.name, "outline": [list(point) for point in shape.outline]} for shape in excerpt.shapes],
        "marks": [
            {
                "role": mark.role,
                "text": mark.text,
                "areas": [name[shape] for shape in mark.shapes],
                "points": [list(point) for point in mark.points],
            }
            for mark in excerpt.marks
        ],
    }
