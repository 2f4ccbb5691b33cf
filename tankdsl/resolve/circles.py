"""Files that use each other in a circle.

Most packs have none, and a chain of files may be long. So whatever cannot be part of a circle is taken away first, which is quick; only in
what is left is a way back looked for.
"""

from __future__ import annotations

from tankdsl.source import Span

Uses = dict[str, list[tuple[str, Span]]]
"""For each file the files that it uses, with the places where it does."""


def circles_of(uses: Uses) -> list[list[tuple[str, Span]]]:
    """Circles as chains of (used file, where it is used), sorted by their first files; no file is in two of them."""
    left = _without_ends(_without_ends(uses, outgoing=True), outgoing=False)
    found: list[list[tuple[str, Span]]] = []
    done: set[str] = set()
    for start in sorted(left):
        chain = None if start in done else _way_back(left, start)
        if chain is not None and done.isdisjoint(identity for identity, _ in chain):
            found.append(chain)
            done.update(identity for identity, _ in chain)
    return found


def _without_ends(uses: Uses, *, outgoing: bool) -> Uses:
    """Without the files that use nothing (or that nothing uses), and without those that are so then, and so on."""
    ahead: dict[str, set[str]] = {file: set() for file in uses}
    behind: dict[str, set[str]] = {file: set() for file in uses}
    for user, of in uses.items():
        for used, _ in of:
            if used in uses:
                (ahead if outgoing else behind)[user].add(used)
                (behind if outgoing else ahead)[used].add(user)
    ends = [file for file, others in ahead.items() if not others]
    gone = set(ends)
    while ends:
        end = ends.pop()
        for file in behind[end] - gone:
            ahead[file].discard(end)
            if not ahead[file]:
                gone.add(file)
                ends.append(file)
    return {file: [(used, at) for used, at in of if used not in gone] for file, of in uses.items() if file not in gone}


def _way_back(uses: Uses, start: str) -> list[tuple[str, Span]] | None:
    """A way from a file back to itself, or None."""
    came: dict[str, tuple[str, Span]] = {}
    stack = [start]
    while stack:
        identity = stack.pop()
        for used, at in reversed(uses[identity]):
            if used == start:
                return _backwards(came, start, identity, (used, at))
            if used not in came:
                came[used] = (identity, at)
                stack.append(used)
    return None


def _backwards(came: dict[str, tuple[str, Span]], start: str, identity: str, last: tuple[str, Span]) -> list[tuple[str, Span]]:
    chain = [last]
    while identity != start:
        before, at = came[identity]
        chain.append((identity, at))
        identity = before
    return chain[::-1]
