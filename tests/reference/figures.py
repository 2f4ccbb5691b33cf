"""Figures that others computed, beside what this project computes: `python -m tests.reference.figures FOLDER`.

FOLDER holds `boards/` with boards of MegaMek and `tiled/` with sample maps of Tiled, which are not part of the project. Without a folder
only the figures that need no file are compared. The exit code is 1 if one differs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.reference import boards, hexes
from tests.reference.table import Line, as_table, different

Chapter = tuple[str, list[Line]]


def chapters(folder: Path | None) -> Iterator[Chapter]:
    """All tables."""
    if folder is not None:
        yield "Boards, and rule R as a movement of the language", list(boards.boards(folder / "boards"))
        yield "Maps of Tiled", list(boards.tiled(folder / "tiled"))
    yield "Distances", list(hexes.distances())
    yield "Sight lines from (0, 0)", list(hexes.sight_lines())
    yield "Turning and joining boards", list(hexes.turns())
    yield "Facings", list(hexes.facings())


def main(arguments: list[str]) -> int:
    """Compare everything and print the tables."""
    wrong = total = 0
    for title, lines in chapters(Path(arguments[0]) if arguments else None):
        print(as_table(title, lines))
        wrong += different(lines)
        total += len(lines)
    print(f"{total} figures, {wrong or 'none'} of them different")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
