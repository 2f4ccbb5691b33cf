"""The words for what the source layer found wrong with files and paths (``source.problems`` has the facts)."""

from __future__ import annotations

from collections.abc import Sequence

from tankdsl.diagnostics.diagnostic import Diagnostic, Label
from tankdsl.diagnostics.kind import Kind
from tankdsl.diagnostics.registry import files, usage
from tankdsl.diagnostics.wording import counted, did_you_mean, quoted
from tankdsl.frozen import replaced
from tankdsl.source import SUFFIX, Discovery, Problem, SourceFile, Span, near_twins
from tankdsl.source.problems import (
    FileIsFolder,
    FileMissing,
    FileTooLarge,
    FileUnreadable,
    LineTooLong,
    NotRegularFile,
    NotUtf8,
    NulByte,
    PathAmbiguous,
    PathHasBackslash,
    PathLeavesPack,
    PathMalformed,
    PathNotRelative,
    WrongEncoding,
)

_SAVE_AS_UTF8 = "save the file as UTF-8 (in most editors: Save with encoding)"


def problem_diagnostic(problem: Problem, at: Span | None = None) -> Diagnostic:
    """The finding about a file that cannot be used; ``at`` is where the file is named, if a source file names it.

    The finding points into the broken file where that is possible, and then names ``at`` as a second place.
    """
    made = _about_path(problem) or _about_file(problem) or _about_text(problem)
    if problem.span is None:
        return replaced(made, primary=None if at is None else Label(at))
    secondary = () if at is None else (Label(at, "the file is named here"),)
    return replaced(made, primary=Label(problem.span), secondary=secondary)


def path_case_diagnostic(written: str, path: str, at: Span | None) -> Diagnostic:
    """The warning about a path written in another letter case than the file has (``Located.written_as``)."""
    return files.PATH_CASE.at(
        at,
        f"path `{written}` names the file `{path}`, which is spelt differently",
        notes="some systems would not find the file",
        help=f"write `{path}`",
    )


def collision_diagnostics(paths: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    """A warning for each group of paths that some systems take for one file."""
    return tuple(
        files.NAMES_COLLIDE.at(
            None,
            f"{quoted(group, 'and')} are one file on systems that ignore letter case or the way accents are stored",
            help="rename all but one",
        )
        for group in near_twins(paths)
    )


def discovery_diagnostics(discovery: Discovery, paths: Sequence[str]) -> tuple[Diagnostic, ...]:
    """What is wrong with the ``paths`` of a command line and with the packs they mean, none of the files read yet."""
    found = [_command_path_diagnostic(problem) for problem in discovery.problems]
    found += [stray_diagnostic(path) for path in discovery.strays]
    for pack in discovery.packs:
        found += collision_diagnostics(pack.shown_files())
    if not discovery.packs and not discovery.problems:
        names = quoted(paths, "and")
        found.append(usage.NOTHING_TO_DO.at(None, f"expected files whose names end in `{SUFFIX}`, but there are none in {names}"))
    return tuple(found)


def _command_path_diagnostic(problem: Problem) -> Diagnostic:
    if not isinstance(problem, FileMissing):
        return problem_diagnostic(problem)
    help = did_you_mean(problem.missing, problem.siblings)
    return usage.PATH_NOT_FOUND.at(None, f"there is no file or folder `{problem.path}`", help=help)


def stray_diagnostic(path: str) -> Diagnostic:
    """The warning about a file that lies beside packs and in none of them."""
    return files.FILE_IN_NO_PACK.at(
        None,
        f"`{path}` belongs to no pack and is not checked",
        notes="a pack is a folder with a file that declares a `ruleset`, and everything below it",
        help="move the file into the folder of a pack, or name it on the command line",
    )


def empty_file_diagnostic(file: SourceFile) -> Diagnostic:
    """The warning about a file without a declaration (empty, or comments only)."""
    return files.FILE_EMPTY.at(file.span.at_start, f"`{file.path}` holds no declaration")


def _about_path(problem: Problem) -> Diagnostic | None:
    match problem:
        case PathMalformed(path=path, reason=reason):
            return _made(files.PATH_MALFORMED, f"path `{path}` names no file: {reason}")
        case PathNotRelative(path=path, form=form):
            return _made(
                files.PATH_NOT_RELATIVE,
                f"expected a path relative to this file, but `{path}` is {form}",
                help="paths count from the folder of the file that holds them, and stay inside the pack",
            )
        case PathHasBackslash(path=path):
            good = path.replace("\\", "/")
            return _made(files.PATH_BACKSLASH, f"path `{path}` contains a backslash", help=f"write `{good}`")
        case PathLeavesPack(path=path, project=True):
            return _made(
                files.PATH_LEAVES_PACK,
                f"`{path}` leads out of the project",
                help="a variant and the game that it changes stand in one repository, or in one folder",
            )
        case PathLeavesPack(path=path, by_link=by_link):
            way = "through a symbolic link" if by_link else "with `..`"
            return _made(
                files.PATH_LEAVES_PACK,
                f"`{path}` leads out of the pack {way}",
                help="move or copy the file into the folder of the pack",
            )
        case PathAmbiguous(path=path, candidates=candidates):
            names = quoted(candidates, "and")
            return _made(files.PATH_AMBIGUOUS, f"path `{path}` fits {names}, and none exactly", help="write one of them")
    return None


def _about_file(problem: Problem) -> Diagnostic | None:
    match problem:
        case FileMissing(path=path, missing=missing, siblings=siblings, folder=folder):
            headline = f"there is no {'folder' if folder else 'file'} `{path}`"
            return _made(files.FILE_MISSING, headline, help=did_you_mean(missing, siblings))
        case FileIsFolder(path=path):
            return _made(files.FILE_IS_FOLDER, f"expected a file, but `{path}` is a folder")
        case NotRegularFile(path=path):
            return _made(files.FILE_NOT_REGULAR, f"expected a file, but `{path}` is a pipe, a socket or a device")
        case FileUnreadable(path=path, reason=reason):
            return _made(files.FILE_UNREADABLE, f"cannot read `{path}`: {reason}")
        case FileTooLarge(path=path, size=size, limit=limit):
            return _made(
                files.FILE_TOO_LARGE,
                f"`{path}` has {counted(size, 'byte')}, more than the {limit:,} that a source file may have",
                help="split the file, or check that it is a source file at all",
            )
    return None


def _about_text(problem: Problem) -> Diagnostic:
    match problem:
        case LineTooLong(path=path, line=line, length=length, limit=limit):
            return _made(
                files.LINE_TOO_LONG,
                f"line {line} of `{path}` has {counted(length, 'character')}, more than {limit:,}",
                help="break the line, or check that the file is a source file at all",
            )
        case NotUtf8(path=path, line=line, byte_offset=at, value=value):
            return _made(
                files.TEXT_NOT_UTF8,
                f"byte 0x{value:02X} at offset {at} of `{path}` (line {line}) is not UTF-8",
                help=_SAVE_AS_UTF8,
            )
        case WrongEncoding(path=path, encoding=encoding, has_mark=has_mark):
            sign = "begins with the byte order mark of" if has_mark else "looks like"
            return _made(files.TEXT_WRONG_ENCODING, f"expected UTF-8, but `{path}` {sign} {encoding}", help=_SAVE_AS_UTF8)
        case NulByte(path=path, line=line, byte_offset=at):
            return _made(
                files.TEXT_ZERO_BYTE,
                f"`{path}` has a zero byte at offset {at} (line {line}), so it is not a text",
                help="restore the file, or remove the byte",
            )
    raise AssertionError(f"no words for {type(problem).__name__}")


def _made(kind: Kind, headline: str, help: str | tuple[str, ...] = ()) -> Diagnostic:
    return kind.at(None, headline, help=help)
