"""Write ``docs/diagnostics/index.md``, the list of all kinds of findings, from the registry."""

from __future__ import annotations

from pathlib import Path

from tankdsl.diagnostics import all_kinds

INDEX = Path(__file__).resolve().parent.parent / "diagnostics" / "index.md"


def index_text() -> str:
    """The page: one row for each kind, by code."""
    rows = [f"| [{kind.code}]({kind.code}.md) | `{kind.name}` | {kind.level} | {kind.summary} |" for kind in all_kinds()]
    head = ["# All diagnostics", "", "Made from the registry by `make docs`.", "", "| code | name | level | what |", "|---|---|---|---|"]
    return "\n".join([*head, *rows]) + "\n"


if __name__ == "__main__":
    INDEX.write_text(index_text(), encoding="utf-8", newline="\n")
