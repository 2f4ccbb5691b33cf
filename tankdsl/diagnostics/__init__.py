"""Findings as data, their registry, order and wording; ``render`` turns them into text. See README.md beside this file."""

from tankdsl.diagnostics.collector import Collector, Tally, tally
from tankdsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Level
from tankdsl.diagnostics.kind import Kind
from tankdsl.diagnostics.registry import all_kinds, kind_of
from tankdsl.diagnostics.suggest import suggest
from tankdsl.diagnostics.wording import counted, did_you_mean, ends_of, in_circle, quoted

__all__ = [
    "Collector",
    "Diagnostic",
    "Edit",
    "Fix",
    "Kind",
    "Label",
    "Level",
    "Tally",
    "all_kinds",
    "counted",
    "did_you_mean",
    "ends_of",
    "in_circle",
    "kind_of",
    "quoted",
    "suggest",
    "tally",
]
