"""The files of a pack: those that were named, and those that they `use`, each read and parsed once.

A file may be used from several sides (a diamond); a circle is an error that shows its chain.
"""

from __future__ import annotations

import re
from collections import deque

from tankdsl.diagnostics import Diagnostic, Label
from tankdsl.diagnostics.file_problems import path_case_diagnostic, problem_diagnostic
from tankdsl.diagnostics.registry import names
from tankdsl.frozen import FrozenValue, replaced
from tankdsl.resolve.circles import circles_of
from tankdsl.source import InputBundle, Located, SourceFile, SourceSet, Span
from tankdsl.source.problems import Problem
from tankdsl.syntax import ast
from tankdsl.syntax.parse import parse

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
LONGEST_CIRCLE = 12
"""How many files of a circle are shown."""
LONGEST_WAY = 5
"""How many uses are told of one file."""


FOUNDATIONS = (
    "ruleset", "variant", "unit", "part", "card", "marker", "checkpoint", "terrain", "area", "side", "thing", "mission", "roster", "pile",
    "deck", "bag",
)  # fmt: skip
"""Beginnings of declarations without which much in scenarios and tests looks wrong: the rule set, kinds, things, piles."""


class Varied(FrozenValue):
    """That a pack is a variant, and the pack that it changes: from where, which of its files, and the ids of all that belong to it."""

    variant: ast.Variant
    bundle: InputBundle
    files: tuple[str, ...]
    ids: frozenset[int]


class Loaded(FrozenValue):
    """All declarations of a pack in order of the files' paths, and what was found on the way."""

    declarations: tuple[ast.Decl, ...]
    modules: tuple[tuple[SourceFile, ast.Module], ...]
    found: tuple[Diagnostic, ...]
    lost: frozenset[str] = frozenset()
    """The words of declarations that could not be read: any of them may be the name of something."""
    foundation_lost: bool = False
    """Whether one of these is a declaration on which scenarios and tests stand."""
    varied: Varied | None = None
    """Of a variant what it changes, if that can be read."""


class _Loader:
    def __init__(self, bundle: InputBundle, sources: SourceSet) -> None:
        self.bundle, self.sources = bundle, sources
        self.found: list[Diagnostic] = []
        self.modules: dict[str, tuple[SourceFile, ast.Module]] = {}
        self.uses: dict[str, list[tuple[str, Span]]] = {}
        self.lost: set[str] = set()
        self.foundation_lost = False
        self.local: dict[int, str] = {}
        """The path of each file in the bundle."""
        self.reached: dict[str, Span] = {}
        """For each file that was not named but used: where it was used first."""

    def file(self, written: str, including: str, at: Span | None) -> str | None:
        """Load a file and what it uses; its identity, or None when it cannot be had."""
        located = self.bundle.locate(written, including)
        if isinstance(located, Problem):
            self.found.append(problem_diagnostic(located, at))
            return None
        if located.written_as is not None:
            self.found.append(path_case_diagnostic(written, located.path, at))
        if located.identity in self.uses:
            return located.identity
        self.uses[located.identity] = []
        loaded = self.sources.load(self.bundle, located.path)
        if isinstance(loaded, Problem):
            self.found.append(problem_diagnostic(loaded, at))
            return located.identity
        self.local[loaded.id] = located.path
        if at is not None:
            self.reached[loaded.pack_path] = at
        result = parse(loaded)
        way = self._way_to(loaded.pack_path)
        self.found.extend(replaced(one, notes=(*one.notes, *way)) if way else one for one in result.diagnostics)
        self.lost.update(word for text in result.lost for word in _WORD.findall(text))
        self.foundation_lost |= any(text.startswith(FOUNDATIONS) for text in result.lost)
        self.modules[located.identity] = (loaded, result.module)
        return located.identity

    def _way_to(self, path: str) -> tuple[str, ...]:
        """How a file that was not named came to be read: who uses it, who uses that one, and so on."""
        way: list[str] = []
        while path in self.reached and len(way) < LONGEST_WAY:
            at = self.reached[path]
            user = self.sources[at.file]
            way.append(f"`{path}` is used by `{user.path}` in line {user.position(at.start)[0]}")
            path = user.pack_path
        return tuple(way)

    def filled(self, declaration: ast.Decl, including: SourceFile) -> ast.Decl:
        """A table of things whose rows stand in a file of comma-separated values, with these rows; everything else as it is."""
        if not isinstance(declaration, ast.Things) or declaration.csv is None:
            return declaration
        written, at = declaration.csv.value, declaration.csv.span
        located = self.bundle.locate(written, self.local[including.id])
        loaded = located if isinstance(located, Problem) else self.sources.load(self.bundle, located.path)
        if isinstance(loaded, Problem):
            self.found.append(problem_diagnostic(loaded, at))
            return declaration
        if isinstance(located, Located) and located.written_as is not None:
            self.found.append(path_case_diagnostic(written, located.path, at))
        from tankdsl.resolve.csvrows import with_rows

        table, found = with_rows(declaration, loaded)
        self.found.extend(found)
        return table


def load_pack(bundle: InputBundle, files: tuple[str, ...], sources: SourceSet, chain: tuple[str, ...] = ()) -> Loaded:
    """Read and parse files and everything that they use, and of a variant the pack that it changes (`chain` led to this one)."""
    loader = _Loader(bundle, sources)
    queue: deque[tuple[str, str, Span | None, str | None]] = deque((path, "", None, None) for path in files)
    while queue:
        written, including, at, user = queue.popleft()
        known = len(loader.uses)
        identity = loader.file(written, including, at)
        if identity is None:
            continue
        if user is not None and at is not None:
            loader.uses[user].append((identity, at))
        if len(loader.uses) == known or identity not in loader.modules:
            continue
        file, module = loader.modules[identity]
        for declaration in module.declarations:
            if isinstance(declaration, ast.Use):
                queue.append((declaration.name.text, loader.local[file.id], declaration.name.span, identity))
    _report_cycles(loader)
    ordered = tuple(sorted(loader.modules.values(), key=lambda pair: pair[0].pack_path))
    pairs = [(file, loader.filled(declaration, file)) for file, module in ordered for declaration in module.declarations]
    loaded = Loaded(tuple(one for _, one in pairs), ordered, tuple(loader.found), frozenset(loader.lost), loader.foundation_lost)
    if not any(isinstance(one, ast.Variant) for _, one in pairs):
        return loaded
    return _varied(loaded, bundle, pairs, loader.local, sources, chain)


def _varied(
    loaded: Loaded, bundle: InputBundle, pairs: list[tuple[SourceFile, ast.Decl]], local: dict[int, str], sources: SourceSet,
    chain: tuple[str, ...],
) -> Loaded:  # fmt: skip
    """A pack with a variant: what it changes is loaded and changed. A module of its own, imported by need."""
    from tankdsl.resolve.variants import apply_variant

    varied: list[Varied] = []

    def load(variant: ast.Variant, base: InputBundle, files: tuple[str, ...], led: tuple[str, ...]) -> Loaded:
        found = load_pack(base, files, sources, led)
        varied.append(Varied(variant, base, files, frozenset(file.id for file, _ in found.modules)))
        return found

    applied = apply_variant(bundle, pairs, local, load, chain)
    if applied is None:
        return loaded
    base = applied.base
    modules = (*(base.modules if base is not None else ()), *loaded.modules)
    found = (*(base.found if base is not None else ()), *loaded.found, *applied.found)
    lost = loaded.lost | (base.lost if base is not None else frozenset())
    foundation_lost = loaded.foundation_lost or base is None or base.foundation_lost
    return Loaded(applied.declarations, modules, found, lost, foundation_lost, varied[0] if varied else None)


def _report_cycles(loader: _Loader) -> None:
    """Each circle of `use` once, starting at its first file."""
    for chain in circles_of(loader.uses):
        files = [loader.modules[identity][0].path for identity, _ in chain if identity in loader.modules]
        shown = files if len(files) <= LONGEST_CIRCLE else [*files[: LONGEST_CIRCLE - 2], "…", files[-1]]
        first, *rest = [span for _, span in chain[:LONGEST_CIRCLE]]
        loader.found.append(
            names.USE_CYCLE.at(
                first,
                f"these files use each other in a circle: {' -> '.join([shown[-1], *shown])}",
                secondary=tuple(Label(span, "and this leads on") for span in rest),
                help="all files of a folder are compiled together: leave out the `use` that closes the circle",
            )
        )
