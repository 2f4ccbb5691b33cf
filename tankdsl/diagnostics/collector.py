"""All findings of a run, in the order and number in which people want to read them.

Checks report in whatever order they work; what comes out is sorted by file, place and code, so that two runs never
differ. The same finding twice is one finding; findings that an ``allow`` comment covers are left out; and one mistake
made two hundred times is one message with a count and the first few places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from tankdsl.diagnostics.diagnostic import Diagnostic, Level
from tankdsl.diagnostics.suppression import Suppression, read_suppressions, unused
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.source import FileId, SourceFile

GROUP_ABOVE = 10
"""More equal findings than this are shown as one."""
SHOWN_PLACES = 5
"""How many further places a grouped finding names."""


class Tally(FrozenValue):
    """How many findings there are of each level; a grouped finding counts as many times as it occurred."""

    errors: int
    warnings: int
    infos: int


class Collector:
    """Gathers findings about the files of ``sources``."""

    def __init__(self, sources: Mapping[FileId, SourceFile]) -> None:
        self._sources = sources
        self._found: dict[Diagnostic, None] = {}

    def add(self, diagnostic: Diagnostic) -> None:
        """Take a finding; an equal one counts once."""
        self._found[diagnostic] = None

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take several findings."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    @property
    def has_errors(self) -> bool:
        """Whether any finding so far is an error."""
        return any(diagnostic.level is Level.ERROR for diagnostic in self._found)

    def findings(
        self, *, complete: bool | None = None, group_above: int = GROUP_ABOVE, not_judged: Set[FileId] = frozenset()
    ) -> tuple[Diagnostic, ...]:
        """Everything found, sorted, without what is allowed, equal ones grouped.

        ``complete`` says whether every check has run: only then can an ``allow`` comment be called unused. By default
        that is so when there are no errors, because an error keeps later checks from running. It is never said of those in
        the files ``not_judged``.
        """
        if complete is None:
            complete = not self.has_errors
        kept = self._without_allowed(self.sorted(self._found), complete, not_judged)
        return _grouped(self.sorted(kept), group_above)

    def sorted(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Findings by path, place and code; those without a place first."""
        return sorted(diagnostics, key=self._order)

    def _order(self, diagnostic: Diagnostic) -> tuple[str, int, str, int, str]:
        if diagnostic.primary is None:
            return "", 0, diagnostic.code, 0, diagnostic.headline
        span = diagnostic.primary.span
        return self._sources[span.file].path, span.start, diagnostic.code, span.end, diagnostic.headline

    def _without_allowed(self, diagnostics: list[Diagnostic], complete: bool, not_judged: Set[FileId]) -> list[Diagnostic]:
        by_place: dict[tuple[FileId, int, str], list[Suppression]] = {}
        findings: list[Diagnostic] = []
        for id, file in self._sources.items():
            suppressions, wrong = read_suppressions(file)
            findings.extend(wrong)
            for suppression in suppressions:
                by_place.setdefault((id, suppression.line, suppression.name), []).append(suppression)
        if not by_place:
            return findings + diagnostics
        used: set[tuple[FileId, int, str]] = set()
        for diagnostic in diagnostics:
            key = self._place(diagnostic)
            if key in by_place:
                used.add(key)
            else:
                findings.append(diagnostic)
        if complete:
            findings.extend(_unused({key: found for key, found in by_place.items() if key[0] not in not_judged}, used))
        return findings

    def _place(self, diagnostic: Diagnostic) -> tuple[FileId, int, str]:
        if diagnostic.primary is None:
            return -1, 0, diagnostic.name
        span = diagnostic.primary.span
        return span.file, self._sources[span.file].position(span.start)[0], diagnostic.name


def tally(diagnostics: Iterable[Diagnostic]) -> Tally:
    """How many errors, warnings and infos there are."""
    counts = dict.fromkeys(Level, 0)
    for diagnostic in diagnostics:
        counts[diagnostic.level] += diagnostic.count
    return Tally(counts[Level.ERROR], counts[Level.WARNING], counts[Level.INFO])


def _unused(by_place: Mapping[tuple[FileId, int, str], list[Suppression]], used: set[tuple[FileId, int, str]]) -> Iterable[Diagnostic]:
    """Comments that silenced nothing; of several for one thing on one line only the first can have done anything."""
    for key, suppressions in by_place.items():
        for suppression in suppressions[1:] if key in used else suppressions:
            yield unused(suppression)


def _grouped(diagnostics: list[Diagnostic], above: int) -> tuple[Diagnostic, ...]:
    groups: dict[tuple[str, str], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        groups.setdefault((diagnostic.code, diagnostic.headline), []).append(diagnostic)
    result: list[Diagnostic] = []
    for diagnostic in diagnostics:
        group = groups[diagnostic.code, diagnostic.headline]
        if len(group) <= above:
            result.append(diagnostic)
        elif diagnostic is group[0]:
            places = tuple(other.primary.span for other in group[1 : SHOWN_PLACES + 1] if other.primary is not None)
            result.append(replaced(diagnostic, count=len(group), also=places))
    return tuple(result)
