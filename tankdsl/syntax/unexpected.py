"""The finding about something that cannot stand where it stands, as most explanations of slips make it."""

from __future__ import annotations

from collections.abc import Iterable

from tankdsl.diagnostics import Diagnostic, Edit, Fix
from tankdsl.diagnostics.registry import syntax
from tankdsl.source import Span
from tankdsl.syntax.expectations import expected_text, found_text
from tankdsl.syntax.situation import Situation


def unexpected(situation: Situation, help: str | Iterable[str] = (), label: str = "", fix: Fix | None = None) -> Diagnostic:
    """What was expected and what was found, with a help."""
    headline = f"expected {expected_text(situation)}, found {found_text(situation)}"
    return syntax.UNEXPECTED_WORD.at(situation.span, headline, label, help=help, fix=fix)


def rewrite(span: Span, word: str) -> Fix:
    """To write something else in a place; the meaning may change."""
    return Fix(f"write `{word}`", (Edit(span, word),), "unsafe")
