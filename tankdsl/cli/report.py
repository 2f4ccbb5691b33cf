"""Findings on the screen: pack by pack in one of the formats, and a last line that says how many there are."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from tankdsl.cli.console import Colour, is_coloured, say, say_aside
from tankdsl.diagnostics import Diagnostic, counted, tally
from tankdsl.diagnostics.collector import Tally
from tankdsl.diagnostics.render import FORMATS, render_json
from tankdsl.diagnostics.render.interface import Sources
from tankdsl.frozen import FrozenValue

SHOWN_IN_FULL = 500
"""More findings than this are not shown with their source lines: nobody scrolls through megabytes, and the first ones are mended first."""


class Part(FrozenValue):
    """Findings with the files they are about; each pack numbers its files anew."""

    findings: tuple[Diagnostic, ...]
    sources: Sources


def show_findings(parts: Sequence[Part], format: str = "full", colour: Colour = "auto", *, aside: bool = False) -> None:
    """Write all findings: to the standard output, or `aside` to the standard error."""
    stream = sys.stderr if aside else sys.stdout
    text = _json(parts) if format == "json" else _text(parts, format, is_coloured(colour, stream))
    (say_aside if aside else say)(text)


def tally_of(parts: Sequence[Part]) -> Tally:
    """How many findings of each level there are in all parts."""
    return tally(finding for part in parts for finding in part.findings)


def summary(parts: Sequence[Part]) -> str:
    """The last line for people: `2 errors and 1 warning in 7 files`."""
    counts = tally_of(parts)
    names = ((counts.errors, "error"), (counts.warnings, "warning"), (counts.infos, "info"))
    words = [counted(number, name) for number, name in names if number]
    files = counted(sum(len(part.sources) for part in parts), "file")
    found = " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words) or "no findings"
    return f"{found} in {files}\n"


def _text(parts: Sequence[Part], format: str, colour: bool) -> str:
    parts = [part for part in parts if part.findings]
    if format != "full":
        return "".join(FORMATS[format](part.findings, part.sources, colour=colour) for part in parts)
    blocks: list[str] = []
    left = SHOWN_IN_FULL
    for part in parts:
        blocks.append(FORMATS[format](part.findings[:left], part.sources, colour=colour))
        left -= min(left, len(part.findings))
    unseen = sum(len(part.findings) for part in parts) - SHOWN_IN_FULL
    if unseen > 0:
        blocks.append(f"{counted(unseen, 'more finding')} not shown; `--format concise` lists all\n")
    return "\n".join(block for block in blocks if block)


def _json(parts: Sequence[Part]) -> str:
    """One document of the findings of all parts: offsets and lines do not depend on how files are numbered."""
    if len(parts) == 1:
        return render_json(parts[0].findings, parts[0].sources)
    import json

    documents: list[dict[str, Any]] = [json.loads(render_json(part.findings, part.sources)) for part in parts]
    whole = documents[0]
    for document in documents[1:]:
        whole["diagnostics"] += document["diagnostics"]
        for level, number in document["summary"].items():
            whole["summary"][level] += number
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
