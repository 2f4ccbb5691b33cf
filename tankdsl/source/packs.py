"""Which packs a list of paths on the command line means.

A *pack* is what is compiled together: a root folder and the source files of it. A folder that directly holds a file
with a ``ruleset`` (or ``variant``) declaration is the root of a pack, with everything at or below it, except what belongs to a root
further down. So ``check examples`` finds each game in there, and a game needs no project file. A folder without any
such file is one pack of all its files (a library of boards, say). A single file is a pack of that file.

The root is also the fence for paths in the files (see ``bundle``). For a file, or a folder inside a pack, the fence is
the root of the pack around it, so that checking a part of a pack may still follow its paths.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Container, Iterable
from posixpath import dirname

from tankdsl.frozen import FrozenValue, replaced
from tankdsl.source.bundle import SUFFIX, InputBundle
from tankdsl.source.disk import (
    DiskBundle,
    files_below,
    folder_and_above,
    is_below,
    join_shown,
    problem_of,
    read_regular,
    way_down,
    with_slashes,
)
from tankdsl.source.problems import FileMissing, Problem

_RULESET = re.compile(rb"(?:\A|[\r\n])(?:ruleset|variant)[ \t]")
_MAX_LEVELS_UP = 8
_REPOSITORY = ".git"


class Pack(FrozenValue):
    """Files (from the root, in code point order) that are compiled together, and the root that fences them."""

    root: str
    shown_root: str
    files: tuple[str, ...]

    def bundle(self) -> DiskBundle:
        """The files of the pack, for reading."""
        return DiskBundle(self.root, self.shown_root)

    def shown_files(self) -> tuple[str, ...]:
        """The files as users should see them."""
        return tuple(join_shown(self.shown_root, path) for path in self.files)


class Discovery(FrozenValue):
    """What a list of paths means: packs, files that belong to none (shown paths), and paths that cannot be used."""

    packs: tuple[Pack, ...]
    strays: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def discover(paths: Iterable[str], base: str | os.PathLike[str]) -> Discovery:
    """The packs that ``paths`` mean, in the order given and below each in code point order, none twice.

    Relative paths count from ``base`` (the working directory of the user), which is also where shown paths count from.
    """
    start = os.fspath(base)
    packs: dict[tuple[str, tuple[str, ...]], Pack] = {}
    strays: dict[str, None] = {}
    problems: dict[Problem, None] = {}
    for written in paths:
        found = _discover_one(os.path.join(start, written).rstrip(os.sep) or os.sep, _shown(written, start))
        for pack in found.packs:
            packs.setdefault((pack.root, pack.files), pack)
        strays.update(dict.fromkeys(found.strays))
        problems.update(dict.fromkeys(found.problems))
    return Discovery(tuple(packs.values()), tuple(strays), tuple(problems))


def _discover_one(path: str, shown: str) -> Discovery:
    try:
        os.stat(path)
    except OSError as error:
        return Discovery((), problems=(_with_siblings(problem_of(error, shown), path),))
    if not os.path.isdir(path):
        return Discovery((_file_pack(path, shown),))
    files, unlisted = files_below(path)
    problems = tuple(replaced(problem, path=join_shown(shown, problem.path)) for problem in unlisted)
    if not files:
        return Discovery((), problems=problems)
    roots = sorted({dirname(file) for file in files if _declares_ruleset(os.path.join(path, file))})
    if not roots:
        return Discovery((_part_pack(path, shown, files),), problems=problems)
    members: dict[str, list[str]] = {root: [] for root in roots}
    strays = []
    for file in files:
        root = _nearest_root(file, members)
        if root is None:
            strays.append(join_shown(shown, file))
        else:
            members[root].append(file.removeprefix(f"{root}/") if root else file)
    places = {root: os.path.realpath(os.path.join(path, root)) for root in roots}
    packs = tuple(Pack(places[root], join_shown(shown, root) if root else shown, tuple(members[root])) for root in roots)
    return Discovery(packs, tuple(strays), problems)


def own_files(bundle: InputBundle) -> tuple[str, ...]:
    """The files of the pack in a bundle: those at or below its root, without what belongs to a pack further down.

    Empty when no file directly in the root declares a ruleset or a variant: then it is no pack.
    """
    files = bundle.paths()
    roots = {dirname(file) for file in files if isinstance(data := bundle.read(file), bytes) and _is_ruleset(data)}
    return tuple(file for file in files if _nearest_root(file, roots) == "") if "" in roots else ()


def _file_pack(path: str, shown: str) -> Pack:
    # The real folder, but the file's own name: a link to a file is judged by the bundle like any other.
    folder = os.path.realpath(os.path.dirname(path))
    return _fenced(folder, dirname(shown) or ".", (os.path.basename(path),))


def _part_pack(path: str, shown: str, files: tuple[str, ...]) -> Pack:
    return _fenced(os.path.realpath(path), shown, files)


def _fenced(folder: str, shown: str, files: tuple[str, ...]) -> Pack:
    """The pack of files of a folder, fenced by the nearest root of a pack at or above it, else by the folder itself.

    Nothing above the top of a repository is looked at: what lies there belongs to somebody else.
    """
    for level, above in enumerate(folder_and_above(folder, _MAX_LEVELS_UP)):
        if _holds_ruleset(above):
            below = way_down(above, folder)
            inner = files if level == 0 else tuple(f"{below}/{file}" for file in files)
            return Pack(above, _shown_above(shown, level), inner)
        if os.path.exists(os.path.join(above, _REPOSITORY)):
            break
    return Pack(folder, shown, files)


def _shown_above(shown: str, levels: int) -> str:
    return with_slashes(os.path.normpath("/".join([shown, *[".."] * levels])))


def _holds_ruleset(folder: str) -> bool:
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return False
    visible = (name for name in names if name.endswith(SUFFIX) and not name.startswith("."))
    return any(_declares_ruleset(os.path.join(folder, name)) for name in visible)


def _declares_ruleset(file: str) -> bool:
    """Whether a line of the file starts with the keyword; a file that cannot be read declares nothing."""
    data = read_regular(file, os.path.basename(file))
    return isinstance(data, bytes) and _is_ruleset(data)


def _is_ruleset(data: bytes) -> bool:
    return _RULESET.search(data.removeprefix(codecs.BOM_UTF8)) is not None


def _nearest_root(file: str, roots: Container[str]) -> str | None:
    folder = dirname(file)
    while folder not in roots:
        if not folder:
            return None
        folder = dirname(folder)
    return folder


def _with_siblings(problem: Problem, path: str) -> Problem:
    """Add the names that do exist beside a missing file, so that a near one can be suggested."""
    if not isinstance(problem, FileMissing):
        return problem
    try:
        names = sorted(os.listdir(os.path.dirname(path)))
    except OSError:
        return problem
    return replaced(problem, siblings=tuple(names[:200]))


def _shown(written: str, base: str) -> str:
    """A path of the command line as shown: relative to ``base`` if it was written so or lies below it."""
    plain = os.path.normpath(written)
    return way_down(base, plain) if os.path.isabs(written) and is_below(plain, base) else with_slashes(plain)
