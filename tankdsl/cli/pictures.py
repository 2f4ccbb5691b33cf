"""The pictures of findings as files: one SVG for each finding that has ground to show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tankdsl.cli.console import say_aside
from tankdsl.cli.outputs import require_free, write_output
from tankdsl.cli.report import Part
from tankdsl.diagnostics import counted


def write_pictures(parts: Sequence[Part], folder: Path, force: bool) -> None:
    """Write `FOLDER/TK5030-1.svg` and so on, numbered for each code in the order of the findings; leaves the command if one is there."""
    files = pictures_of(parts, folder)
    require_free(files, force)
    if files:
        write_output(files, force)
    say_aside(f"written: {counted(len(files), 'picture')} in {folder.as_posix()}\n")


def pictures_of(parts: Sequence[Part], folder: Path) -> dict[Path, bytes]:
    """The files by their paths."""
    from tankdsl.picture.findings import svg_of_finding

    numbers: Counter[str] = Counter()
    files: dict[Path, bytes] = {}
    for finding in (finding for part in parts for finding in part.findings):
        if finding.picture is not None:
            numbers[finding.code] += 1
            path = folder / f"{finding.code}-{numbers[finding.code]}.svg"
            files[path] = svg_of_finding(finding.picture.excerpt(), f"{finding.code} {finding.name}", finding.headline)
    return files
