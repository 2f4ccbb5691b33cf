"""The one way to read a file: a bundle of the files of a pack, on disk or in memory.

Everything above asks a bundle and never the system. That keeps the compiler pure enough to run in a test, an editor or
a browser, and puts the rules about paths into one place: a path means the same from every working directory, on every
system, and never leads out of the pack. Where systems differ on letter case we look at the real names in the folder
ourselves: a wrong case is found, and reported, everywhere.

Two paths are the same file if their ``identity`` is equal (spelling, ``..`` and symbolic links removed): that is what
cycle and duplicate detection compare.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from tankdsl.frozen import FrozenValue
from tankdsl.source.paths import join, path_problem, pick_name, same_name
from tankdsl.source.problems import FileIsFolder, FileMissing, PathAmbiguous, PathLeavesPack, Problem

SUFFIX = ".tank"
MAX_SIBLINGS = 200


class Located(FrozenValue):
    """A file that exists in the pack: its path from the root as the system spells it, and what it is."""

    path: str
    identity: str
    written_as: str | None = None
    """The path from the root as it was written, if its letter case differs from ``path`` (worth a warning)."""


class InputBundle(ABC):
    """The files of one pack. Paths are relative to the root of the pack, with forward slashes."""

    home: str = ""
    """The way here from the pack that is compiled, with a final slash; empty for that pack itself."""

    @abstractmethod
    def place(self) -> str:
        """What pack this is: equal for two bundles of one pack."""

    @abstractmethod
    def neighbour(self, written: str, including: str) -> InputBundle | Problem:
        """The pack in a folder that a path written in the file ``including`` names: in the same project, but not in this pack.

        The project of a pack is the repository around it; where there is none, the folder that holds the pack.
        """

    @abstractmethod
    def paths(self, suffix: str = SUFFIX) -> tuple[str, ...]:
        """All visible files whose name ends in ``suffix``, at any depth, in code point order, each once."""

    @abstractmethod
    def shown(self, path: str) -> str:
        """The path as users should see it."""

    @abstractmethod
    def names_in(self, folder: str) -> tuple[str, ...] | None:
        """The names in a folder in code point order (``""`` is the root); ``None`` if it is no readable folder."""

    @abstractmethod
    def is_folder(self, path: str) -> bool:
        """Whether an existing path is a folder."""

    @abstractmethod
    def identity(self, path: str) -> str | Problem:
        """What file an existing path really is, or why that cannot be told (it leaves the pack, links in a circle)."""

    @abstractmethod
    def fetch(self, path: str) -> bytes | Problem:
        """The bytes of a located file, at most one more than the size limit; use ``read``, which checks the path."""

    def locate(self, written: str, including: str = "") -> Located | Problem:
        """The file that a path written in the file ``including`` names, or why there is none.

        Without ``including`` the path counts from the root of the pack.
        """
        if (problem := path_problem(written)) is not None:
            return problem
        if (parts := join(including, written)) is None:
            return PathLeavesPack(path=written, by_link=False)
        found = self._follow(written, parts)
        if isinstance(found, Problem):
            return found
        identity = self.identity(found)
        if isinstance(identity, Problem):
            return identity
        if self.is_folder(found):
            return FileIsFolder(path=self.shown(found))
        wanted = "/".join(parts)
        return Located(found, identity, None if same_name(wanted, found) else wanted)

    def read(self, path: str) -> bytes | Problem:
        """The bytes of a file of the pack by its path from the root, or why they cannot be had."""
        located = self.locate(path)
        return located if isinstance(located, Problem) else self.fetch(located.path)

    def _follow(self, written: str, parts: tuple[str, ...]) -> str | Problem:
        path = ""
        for part in parts:
            names = self.names_in(path) or ()
            prefix = f"{path}/" if path else ""
            match pick_name(part, names):
                case ():
                    missing = self.shown("/".join(parts))
                    return FileMissing(path=missing, missing=part, siblings=names[:MAX_SIBLINGS])
                case (name,):
                    path = prefix + name
                case several:
                    return PathAmbiguous(path=written, candidates=tuple(prefix + name for name in several))
        return path
