"""All files of one run by number: what turns a span back into a path, a line and the text of that line.

Files are numbered in the order in which they are first loaded, which the caller keeps deterministic. A file is loaded
once, under whichever spelling it was first named. A file that turns out to be unusable gets a number too, with as much
text as shows the place, so that a message about byte 37 can point at it like at any other fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tankdsl.frozen import replaced
from tankdsl.source.bundle import InputBundle
from tankdsl.source.decode import normalise, read_bytes, salvage, span_in
from tankdsl.source.file import SourceFile
from tankdsl.source.problems import Problem
from tankdsl.source.span import FileId, Span


class SourceSet(Mapping[FileId, SourceFile]):
    """The loaded files; grows by ``load`` and ``add_text`` only."""

    def __init__(self) -> None:
        self._files: list[SourceFile] = []
        self._loaded: dict[tuple[InputBundle, str], SourceFile | Problem] = {}

    def load(self, bundle: InputBundle, path: str) -> SourceFile | Problem:
        """The file at a path from the root of the pack, or why it cannot be used; the same answer for the same file."""
        located = bundle.locate(path)
        if isinstance(located, Problem):
            return located
        key = (bundle, located.identity)
        if key not in self._loaded:
            self._loaded[key] = self._read(bundle, located.path)
        return self._loaded[key]

    def add_text(self, path: str, text: str) -> SourceFile:
        """A file from a text at hand, for instance of an editor or a test; it is normalised like any other."""
        file = SourceFile.of(len(self._files), path, normalise(text))
        self._files.append(file)
        return file

    def _read(self, bundle: InputBundle, path: str) -> SourceFile | Problem:
        id, shown = len(self._files), bundle.shown(path)
        data = bundle.fetch(path)
        if isinstance(data, Problem):
            result, place = data, ("", 0, 0)
        else:
            read = read_bytes(data, id=id, path=shown, pack_path=bundle.home + path)
            if isinstance(read, SourceFile):
                self._files.append(read)
                return read
            result, place = read, salvage(data, read)
        self._files.append(SourceFile.of(id, shown, place[0], bundle.home + path))
        return replaced(result, span=span_in(id, place))

    def line_and_column(self, span: Span) -> tuple[int, int]:
        """Line and column (from 1) at which a span starts."""
        return self[span.file].position(span.start)

    def text_of(self, span: Span) -> str:
        """The text that a span covers."""
        return self[span.file].slice(span)

    def __getitem__(self, id: FileId) -> SourceFile:
        if not 0 <= id < len(self._files):
            raise KeyError(id)
        return self._files[id]

    def __iter__(self) -> Iterator[FileId]:
        return iter(range(len(self._files)))

    def __len__(self) -> int:
        return len(self._files)
