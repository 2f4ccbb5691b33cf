"""From the paths of a command line to compile sessions, and what to say when the paths mean none."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tankdsl.cli.console import fail, say_aside
from tankdsl.cli.exits import FOUND
from tankdsl.cli.report import Part, show_findings
from tankdsl.diagnostics import Diagnostic, Level, counted, quoted
from tankdsl.diagnostics.file_problems import discovery_diagnostics
from tankdsl.diagnostics.registry import usage
from tankdsl.frozen import FrozenValue
from tankdsl.source import Discovery, SourceSet, discover

if TYPE_CHECKING:
    from tankdsl.session import Session


class Packs(FrozenValue):
    """What the paths of a command line mean: a session for each pack, and what is wrong with the paths."""

    sessions: tuple[Session, ...]
    found: tuple[Diagnostic, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """All findings, those about the paths first, then pack by pack. Compiles the packs."""
        return (Part(self.found, SourceSet()), *(Part(session.findings, session.sources) for session in self.sessions))


def packs_of(paths: Sequence[str]) -> Packs:
    """The packs that the paths mean; leaves the command when a path does not exist or there is nothing in any."""
    from tankdsl.session import Session

    discovery, found = _discovered(paths)
    if not discovery.packs or any(diagnostic.code == usage.PATH_NOT_FOUND.code for diagnostic in found):
        fail(*found)
    return Packs(tuple(Session(pack.bundle(), pack.files) for pack in discovery.packs), found)


def one_pack(path: str) -> Session:
    """The session of the only pack that a path means; leaves the command when there is none or several."""
    from tankdsl.session import Session

    discovery, found = _discovered([path])
    if any(diagnostic.level is Level.ERROR for diagnostic in found):
        fail(*found)
    if len(discovery.packs) != 1:
        fail(_several(path, discovery))
    pack = discovery.packs[0]
    return Session(pack.bundle(), pack.files)


def require_no_errors(*sessions: Session, show_warnings: bool = False) -> None:
    """Leave the command with the findings of packs that have errors; warnings alone are only shown, if at all."""
    shown = [session for session in sessions if session.has_errors or (show_warnings and session.findings)]
    if shown:
        show_findings([Part(session.findings, session.sources) for session in shown], aside=True)
    if any(session.has_errors for session in sessions):
        from tankdsl.cli.exits import leave

        leave(FOUND)


def require_typed(session: Session) -> None:
    """Leave the command with the findings of a pack that has errors in syntax, names or types.

    Of a pack that has errors of other sorts their number is said: its maps and pieces can be looked at, which such errors are often about.
    """
    if not session.is_typed or _is_broken(session):
        require_no_errors(session)
    errors = sum(finding.level is Level.ERROR for finding in session.findings)
    if errors:
        say_aside(f"note: the pack has {counted(errors, 'error')}, shown by `tankdsl check`\n")


def _is_broken(session: Session) -> bool:
    """Whether rules call each other in a circle, so that asking them anything may never end."""
    from tankdsl.diagnostics.registry import analysis

    return any(finding.code == analysis.CALL_CYCLE.code for finding in session.findings)


def _discovered(paths: Sequence[str]) -> tuple[Discovery, tuple[Diagnostic, ...]]:
    """What the paths mean, and what is wrong with them; an empty one (of an unset variable, say) is not the current folder."""
    if not all(paths):
        fail(usage.USAGE_NOT_UNDERSTOOD.at(None, "expected a path, found an empty argument", help="`.` is the current folder"))
    for path in paths:
        if path.endswith(".json") and os.path.isfile(path):
            headline = f"`{path}` is a compiled file, and this command reads source"
            help = "give the pack that it was built from; `tankdsl play` and `tankdsl map` take compiled files"
            fail(usage.USAGE_NOT_UNDERSTOOD.at(None, headline, help=help))
    discovery = discover(paths, _here())
    return discovery, discovery_diagnostics(discovery, paths)


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:
        return "."  # the folder was deleted under us: relative paths will be reported as missing


def _several(path: str, discovery: Discovery) -> Diagnostic:
    roots = quoted([pack.shown_root for pack in discovery.packs], "and")
    return usage.ONE_PACK_NEEDED.at(
        None, f"expected one pack in `{path}`, found {len(discovery.packs)}: {roots}", help="give the path of one of them"
    )
