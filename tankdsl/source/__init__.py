"""Files, spans and positions; the only way to read a pack. Imports nothing of ours but `frozen`. See README.md beside this file."""

from tankdsl.source.bundle import SUFFIX, InputBundle, Located
from tankdsl.source.decode import MAX_FILE_BYTES, MAX_LINE_CHARACTERS, normalise, read_bytes
from tankdsl.source.disk import DiskBundle
from tankdsl.source.file import SourceFile
from tankdsl.source.memory import MemoryBundle
from tankdsl.source.packs import Discovery, Pack, discover, own_files
from tankdsl.source.paths import near_twins
from tankdsl.source.problems import Problem
from tankdsl.source.sources import SourceSet
from tankdsl.source.span import FileId, Span

__all__ = [
    "MAX_FILE_BYTES",
    "MAX_LINE_CHARACTERS",
    "SUFFIX",
    "Discovery",
    "DiskBundle",
    "FileId",
    "InputBundle",
    "Located",
    "MemoryBundle",
    "Pack",
    "Problem",
    "SourceFile",
    "SourceSet",
    "Span",
    "discover",
    "near_twins",
    "normalise",
    "own_files",
    "read_bytes",
]
