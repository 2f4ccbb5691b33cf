"""The paths that may be written in a source file, and how spellings of one name are compared.

A path in a source file is relative to the file that holds it, uses forward slashes, and stays inside the pack. That is
the whole of what every system agrees on, so a pack that compiles here compiles after it was moved, zipped or mailed.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence

from tankdsl.source.problems import PathHasBackslash, PathMalformed, PathNotRelative, Problem

_DRIVE = r"[A-Za-z]:"
_ADDRESS = r"[A-Za-z][A-Za-z0-9+.-]+://"
MAX_PATH_CHARACTERS = 1024


def path_problem(written: str) -> Problem | None:
    """What is wrong with a written path before any file is looked for; ``None`` if nothing is."""
    if not written.strip():
        return PathMalformed(path=written, reason="it is empty")
    if len(written) > MAX_PATH_CHARACTERS:
        return PathMalformed(path=written[:80] + "…", reason=f"it is longer than {MAX_PATH_CHARACTERS} characters")
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in written):
        return PathMalformed(path=written, reason="it contains a control character")
    if re.match(_ADDRESS, written):
        return PathNotRelative(path=written, form="an address")
    if re.match(_DRIVE, written):
        return PathNotRelative(path=written, form="a path with a drive letter")
    if written.startswith(("/", "\\\\")):
        return PathNotRelative(path=written, form="an absolute path")
    if "\\" in written:
        return PathHasBackslash(path=written)
    return None


def join(including: str, written: str) -> tuple[str, ...] | None:
    """The parts, from the root of the pack, of a path written in the file ``including``; ``None`` if it leaves the pack.

    ``including`` is itself a path from the root of the pack; empty means that ``written`` counts from the root.
    """
    parts = [part for part in including.split("/")[:-1] if part]
    for part in written.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return tuple(parts)


def same_name(left: str, right: str) -> bool:
    """Whether two file names are one name: equal in NFC (systems differ in how they store accents)."""
    return left == right or unicodedata.normalize("NFC", left) == unicodedata.normalize("NFC", right)


def folded(name: str) -> str:
    """The form in which a system that ignores letter case compares file names."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def near_twins(paths: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Groups of paths that some systems take for one file (letter case, composed accents), sorted."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(set(paths)):
        groups[folded(path)].append(path)
    return tuple(sorted(tuple(group) for group in groups.values() if len(group) > 1))


def pick_name(wanted: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names that ``wanted`` can mean: the exact one alone, else all that differ in letter case only."""
    if wanted in names:
        return (wanted,)
    if exact := [name for name in names if same_name(name, wanted)]:
        return (exact[0],)
    key = folded(wanted)
    return tuple(name for name in names if folded(name) == key)


def way_between(including: str, folder: str) -> str:
    """The way from the folder of a file to another folder, both from one root, with a final slash: ``../duel/``."""
    here = [part for part in including.split("/")[:-1] if part]
    there = [part for part in folder.split("/") if part]
    while here and there and here[0] == there[0]:
        del here[0], there[0]
    return "".join(f"{part}/" for part in [".."] * len(here) + there)
