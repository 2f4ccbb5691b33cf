"""Lines that compare, and how they are printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Line(NamedTuple):
    """One figure: what it is of, what was computed here, and what others computed."""

    what: str
    here: object
    elsewhere: object

    @property
    def is_same(self) -> bool:
        """Whether both agree."""
        return self.here == self.elsewhere


def shown(value: object) -> str:
    """A value in few characters."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple() if value and all(isinstance(part, tuple) for part in value):
            return " ".join(f"({','.join(map(str, part))})" for part in value)
        case tuple():
            return " ".join(map(shown, value)) or "-"
        case _:
            return str(value)


def as_table(title: str, lines: Sequence[Line]) -> str:
    """The lines under their headings; what differs says so at its end."""
    rows = [("what", "here", "elsewhere", "")]
    rows += [(line.what, shown(line.here), shown(line.elsewhere), "ok" if line.is_same else "DIFFERS") for line in lines]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    drawn = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return f"{title}\n" + "".join(f"  {line}\n" for line in drawn)


def different(lines: Iterable[Line]) -> int:
    """How many lines differ."""
    return sum(not line.is_same for line in lines)
