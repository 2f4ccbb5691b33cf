"""The source map: where each node of a compiled document comes from, and which nodes carry out each rule.

The lowering adds a line for every node that a person may ask about; the map is then written beside the document. It
is a file of its own, so that the document does not change when a comment is added to the sources.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from tankdsl.emit.canonical import canonical_bytes
from tankdsl.ir.models.sourcemap import MAP_FORMAT
from tankdsl.ir.paths import Step, escape
from tankdsl.source.span import Span

SUFFIX = ".map.json"
"""The map of `NAME.json` is `NAME.map.json`."""


class Place(Protocol):
    """What the map needs of a source file (see `source.SourceFile`)."""

    @property
    def pack_path(self) -> str:
        """Its path from the root of the pack."""

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where one node comes from: a span, and the numbers of the rules that it carries out."""

    span: Span
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class SourceMap:
    """The origins of the nodes of one document, by path (see `ir.paths`)."""

    nodes: dict[str, Origin] = field(default_factory=dict)

    @classmethod
    def of(cls, origins: Iterable[tuple[str, Span, Iterable[str]]]) -> "SourceMap":
        """A map of notes (path, span, rules) in their order, as the lowering leaves them."""
        made = cls()
        for path, span, rules in origins:
            made.add(path, span, rules)
        return made

    def add(self, path: str | Iterable[Step], span: Span, rules: Iterable[str] = ()) -> None:
        """Note where a node comes from. A later note on the same node adds its rules; the first span stays."""
        name = path if isinstance(path, str) else path_of(path)
        first = self.nodes.get(name)
        known = first.rules if first else ()
        self.nodes[name] = Origin(first.span if first else span, tuple(dict.fromkeys([*known, *rules])))

    def origin(self, path: str) -> Origin | None:
        """Where a node comes from; when nothing was noted for it, where the nearest node around it does."""
        found = nearest(self.nodes, path)
        return found[1] if found else None

    def rules(self) -> dict[str, list[str]]:
        """The paths of the nodes that carry out each rule, both sorted by code point."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.nodes):
            for rule in self.nodes[path].rules:
                found.setdefault(rule, []).append(path)
        return dict(sorted(found.items()))

    def document(self, game: str, files: Mapping[int, Place]) -> dict[str, Any]:
        """The map as JSON. `game` is the hash of the document, `files` are the sources by the number in their spans."""
        used = {origin.span.file for origin in self.nodes.values()}
        listed = sorted(used, key=lambda id: (files[id].pack_path, id))
        index = {id: position for position, id in enumerate(listed)}
        return {
            "format": MAP_FORMAT,
            "game": game,
            "files": [files[id].pack_path for id in listed],
            "nodes": {path: _node(self.nodes[path], index, files) for path in sorted(self.nodes)},
            "rules": self.rules(),
        }

    def to_bytes(self, game: str, files: Mapping[int, Place]) -> bytes:
        """The bytes of the file."""
        return canonical_bytes(self.document(game, files))


Node = TypeVar("Node")


def nearest(nodes: Mapping[str, Node], path: str) -> tuple[str, Node] | None:
    """The node of a path, or of the nearest node around it that is known; also for the `nodes` of a map that was read."""
    while path:
        if path in nodes:
            return path, nodes[path]
        path = path.rpartition("/")[0]
    return None


def path_of(steps: Iterable[Step]) -> str:
    """The path that these keys and ids make."""
    return "".join(f"/{escape(str(step))}" for step in steps)


def map_name(name: str) -> str:
    """The name of the map of a compiled file: `NAME.map.json` for `NAME.json`."""
    return name.removesuffix(".json") + SUFFIX


def _node(origin: Origin, index: Mapping[int, int], files: Mapping[int, Place]) -> dict[str, Any]:
    span = origin.span
    start, end = files[span.file].position(span.start), files[span.file].position(span.end)
    node: dict[str, Any] = {"file": index[span.file], "at": [*start, *end]}
    return {**node, "rules": list(origin.rules)} if origin.rules else node
