"""Findings as text: one module for each format, chosen by name."""

from tankdsl.diagnostics.render.concise import render_concise
from tankdsl.diagnostics.render.full import render_full
from tankdsl.diagnostics.render.interface import Renderer, Sources
from tankdsl.diagnostics.render.json import render_json
from tankdsl.diagnostics.render.output import write_text

FORMATS: dict[str, Renderer] = {"full": render_full, "concise": render_concise, "json": render_json}
"""The formats by the name under which the command line knows them."""

__all__ = ["FORMATS", "Renderer", "Sources", "render_concise", "render_full", "render_json", "write_text"]
