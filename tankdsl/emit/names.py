"""Names of files that work on every system, whoever unpacks them: the rules of Windows and macOS, kept everywhere."""

import unicodedata
from collections.abc import Iterable

LONGEST = 200
"""Bytes of UTF-8; systems take 255, and some room is left for temporary names."""
_FORBIDDEN = frozenset('<>:"/\\|?*')
_DEVICES = frozenset(["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))])


def name_problem(name: str) -> str | None:
    """Why a name cannot be that of a file on every system; nothing when it can."""
    if not name or name in (".", ".."):
        return "is no name of a file"
    bad = next((c for c in name if c in _FORBIDDEN or not c.isprintable()), None)
    if bad is not None:
        return f"has the character {bad!r}, which cannot be part of the name of a file"
    if name[-1] in ". " or name[0] == " ":
        return "begins or ends with a blank or ends with a full stop"
    if name.split(".")[0].casefold() in _DEVICES:
        return "is the name of a device on Windows"
    if len(name.encode("utf-8", "replace")) > LONGEST:
        return f"is longer than {LONGEST} bytes"
    return None


def folded(name: str) -> str:
    """What two names have in common that the same file would answer to on some system: letter case, composed letters."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def clash(names: Iterable[str], taken: Iterable[str]) -> tuple[str, str] | None:
    """The first of the new names that some system would take for another one, new or taken, and that other one."""
    seen = {folded(name): name for name in taken}
    for name in names:
        other = seen.setdefault(folded(name), name)
        if other != name:
            return name, other
    return None
