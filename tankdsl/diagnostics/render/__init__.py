"""Findings as text: one module for each format, imported when there is something to say in it."""

from __future__ import annotations

from collections.abc import Sequence

from tankdsl.diagnostics.diagnostic import Diagnostic
from tankdsl.diagnostics.render.interface import Renderer, Sources
from tankdsl.diagnostics.render.output import write_text


def render_full(diagnostics: Sequence[Diagnostic], sources: Sources, *, colour: bool = False) -> str:
    """Each finding with its source lines, labels, notes and ways to mend it, see ``full``."""
    from tankdsl.diagnostics.render.full import render_full as render

    return render(diagnostics, sources, colour=colour)


def render_concise(diagnostics: Sequence[Diagnostic], sources: Sources, *, colour: bool = False) -> str:
    """One line for each finding, see ``concise``."""
    from tankdsl.diagnostics.render.concise import render_concise as render

    return render(diagnostics, sources, colour=colour)


def render_json(diagnostics: Sequence[Diagnostic], sources: Sources, *, colour: bool = False) -> str:
    """One document for programs, see ``json``."""
    from tankdsl.diagnostics.render.json import render_json as render

    return render(diagnostics, sources, colour=colour)


FORMATS: dict[str, Renderer] = {"full": render_full, "concise": render_concise, "json": render_json}
"""The formats by the name under which the command line knows them."""

__all__ = ["FORMATS", "Renderer", "Sources", "render_concise", "render_full", "render_json", "write_text"]
