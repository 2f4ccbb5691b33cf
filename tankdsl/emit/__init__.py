"""From the compiled form to files: canonical JSON, source maps, schemas, and writing all of it or nothing.

canonical   the one spelling of documents, and their hashes      sourcemap   from nodes to sources and rules
write       a set of files into a folder, all or nothing         names       names that work on every system
schema      the JSON schemas of all files                        reference   the tables of `docs/format.md`
"""

from tankdsl.emit.canonical import CanonicalError, canonical_bytes, finish_document
from tankdsl.emit.sourcemap import SourceMap, map_name
from tankdsl.emit.write import NotWritten, Written, write_files

__all__ = [
    "CanonicalError",
    "NotWritten",
    "SourceMap",
    "Written",
    "canonical_bytes",
    "finish_document",
    "map_name",
    "write_files",
]
