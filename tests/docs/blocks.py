"""The fenced code blocks of Markdown pages, and what the words after the fence say about them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRELUDES = ROOT / "docs" / "diagnostics" / "preludes"

_FENCE = re.compile(r"(?P<fence>`{3,}|~{3,})(?P<info>.*)")
_FILE = re.compile(r"# file: (?P<name>\S+)")
_RULESET = re.compile(r"(?m)^ruleset\b")
_VARIANT = re.compile(r"(?m)^variant\b")
_PRELUDE = "prelude="


@dataclass(frozen=True)
class Block:
    """A code block: the words after the fence, its text, and the line (from 1) of its fence."""

    words: tuple[str, ...]
    text: str
    line: int

    def files(self, name: str = "example.tank") -> dict[str, str]:
        """The files of a block: one of the given name, or several if lines ``# file: name`` separate them."""
        files: dict[str, list[str]] = {}
        current = name
        for line in self.text.splitlines():
            if (heading := _FILE.fullmatch(line)) is not None:
                current = heading["name"]
                files[current] = []
            else:
                files.setdefault(current, []).append(line)
        return {path: "\n".join(lines) + "\n" for path, lines in files.items() if lines or path != name}

    @property
    def prelude(self) -> str | None:
        """The game that completes a block: the one after ``prelude=``, `bare` for a block without a ruleset, or none."""
        named = next((word.removeprefix(_PRELUDE) for word in self.words if word.startswith(_PRELUDE)), None)
        if named is not None:
            return None if named == "none" else named
        return None if _RULESET.search(self.text) else "bare"

    def pack(self) -> dict[str, str]:
        """The files of a block with the prelude that completes it."""
        files = self.files()
        if self.prelude is not None:
            files[f"{self.prelude}_prelude.tank"] = (PRELUDES / f"{self.prelude}.tank").read_text(encoding="utf-8")
        return files


def compiled(files: dict[str, str]) -> tuple[str, ...]:
    """The files that are compiled: all of them, or those in the folder of a variant, which reads the others for itself."""
    variant = next((path for path, text in files.items() if _VARIANT.search(text)), None)
    if variant is None:
        return tuple(files)
    folder = variant.rpartition("/")[0]
    return tuple(path for path in files if path.rpartition("/")[0] == folder)


def blocks_in(page: Path) -> tuple[Block, ...]:
    """All fenced code blocks of a page, in order; ``ValueError`` for one that is never closed."""
    found: list[Block] = []
    opened: tuple[str, tuple[str, ...], int] | None = None
    body: list[str] = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if opened is None:
            if (fence := _FENCE.fullmatch(line)) is not None:
                opened, body = (fence["fence"], tuple(fence["info"].split()), number), []
        elif line.rstrip() == opened[0]:
            found.append(Block(opened[1], "\n".join(body) + "\n", opened[2]))
            opened = None
        else:
            body.append(line)
    if opened is not None:
        raise ValueError(f"{page.name}:{opened[2]}: the code block is never closed")
    return tuple(found)


def section(page: Path, heading: str) -> str | None:
    """The text below a heading of the second level up to the next one, or ``None`` without such a heading."""
    parts = re.split(r"(?m)^## +(.*?) *$", page.read_text(encoding="utf-8"))
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        if title == heading:
            return body
    return None
