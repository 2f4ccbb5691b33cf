"""Which reader reads which file, and from a file to its neutral value or to the finding that says why not."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import PurePosixPath
from typing import cast

from tankdsl.diagnostics import Diagnostic, counted, kind_of, quoted
from tankdsl.diagnostics.file_problems import problem_diagnostic
from tankdsl.diagnostics.registry import usage
from tankdsl.exchange.interface import Fetch, Field, Imported, Note, Notes, Reader, Refusal, broken, too_large
from tankdsl.exchange.tank_text import sides_of, sides_without_pieces
from tankdsl.source import FileId, InputBundle, Problem, SourceSet, Span

READERS = {
    ".tmx": ("tiled.read", "read_tiled"),
    ".tmj": ("tiled.read", "read_tiled"),
    ".json": ("tiled.read", "read_tiled"),
    ".board": ("megamek", "read_megamek"),
    ".map": ("wesnoth", "read_wesnoth"),
    ".csv": ("unit_lists", "read_unit_list"),
}
"""Module and function of a reader by the ending of file names. Only the one that is needed is imported."""
MOST_FILES = 300
"""Files that are read for a map, itself and a file that is named twice counted."""
MOST_BYTES = 64 * 1024 * 1024


class Outcome:
    """An import as a command sees it: what came out, if anything did, and findings with the file that they point into."""

    def __init__(self, imported: Imported | None, findings: tuple[Diagnostic, ...], sources: SourceSet) -> None:
        self.imported, self.findings, self.sources = imported, findings, sources


def read_file(bundle: InputBundle, name: str) -> Outcome:
    """Read a file of a bundle, the folder in which it lies, by the reader of its ending. Raises nothing for what it holds."""
    sources = SourceSet()
    notes = Notes()
    try:
        fetch = _fetch(bundle)
        data = fetch(name)
        file = _shown(sources, bundle.shown(name), data)
        content, what = _reader(name)(data, PurePosixPath(name).stem, fetch, notes)
    except Refusal as refusal:
        file = next(iter(sources), None)
        found = refusal.kind.at(_span(sources, file, refusal.line), refusal.headline, help=refusal.help)
        return Outcome(None, (found,), sources)
    if isinstance(content, Field) and (lonely := sides_without_pieces(content)):
        lost = f"the places of {counted(len(content.pieces), 'unit')}"
        notes.dropped(f"{lost}: a scenario needs pieces of every side, and {quoted(lonely, 'and')} has none")
    if not content.sides:
        notes.assumed(f"the sides are {quoted((id for id, _ in sides_of(content)), 'and')}, since the file has none")
    return Outcome(Imported(content, what, notes.all), tuple(_finding(note, sources, file) for note in notes.all), sources)


def _reader(name: str) -> Reader:
    ending = PurePosixPath(name).suffix.lower()
    if ending not in READERS:
        known = quoted(READERS, "and")
        raise Refusal(usage.IMPORT_UNSUPPORTED, f"no format is known by the ending of `{name}`", help=f"these are: {known}")
    module, function = READERS[ending]
    return cast(Reader, getattr(import_module(f"tankdsl.exchange.{module}"), function))


def _fetch(bundle: InputBundle) -> Fetch:
    """Reads files below the folder of the bundle, not too many; what leads out of it is refused like any other path."""
    read: list[int] = []

    def fetch(path: str) -> bytes:
        located = bundle.locate(path)
        data = located if isinstance(located, Problem) else bundle.fetch(located.path)
        if isinstance(data, Problem):
            raise _refused(data)
        read.append(len(data))
        if len(read) > MOST_FILES or sum(read) > MOST_BYTES:
            raise too_large(f"the map names more than {MOST_FILES} files, or they have more than {MOST_BYTES:,} bytes together")
        return data

    return fetch


def _refused(problem: Problem) -> Refusal:
    """What a path leads to, in words for a map: its folder is here what the folder of a pack is elsewhere."""
    finding = problem_diagnostic(problem)
    headline, *help = (re.sub("(the folder of )?the pack", "the folder of the map", words) for words in (finding.headline, *finding.help))
    kind = kind_of(finding.code)
    return broken(headline) if kind is None else Refusal(kind, headline, help=tuple(help))


def _shown(sources: SourceSet, path: str, data: bytes) -> FileId | None:
    """The file among the sources, if it is text: then findings can point at its lines."""
    try:
        return sources.add_text(path, data.decode("utf-8-sig")).id
    except UnicodeDecodeError:
        return None


def _span(sources: SourceSet, file: FileId | None, line: int | None) -> Span | None:
    if file is None or line is None or not 1 <= line <= sources[file].line_count:
        return None
    return sources[file].line_span(line)


def _finding(note: Note, sources: SourceSet, file: FileId | None) -> Diagnostic:
    return note.kind.at(_span(sources, file, note.line), note.text)
