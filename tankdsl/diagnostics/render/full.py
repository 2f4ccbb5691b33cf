"""The format for people: the headline, the lines of the source with marks, notes, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tankdsl.diagnostics.diagnostic import Diagnostic, Fix, Label
from tankdsl.diagnostics.render.cells import one_line
from tankdsl.diagnostics.render.interface import Sources
from tankdsl.diagnostics.render.paint import Role, paint, role_of
from tankdsl.diagnostics.render.snippet import Mark, place, snippet
from tankdsl.diagnostics.render.text import head, position, repeats
from tankdsl.source import FileId


def render_full(diagnostics: Sequence[Diagnostic], sources: Sources, *, colour: bool = False) -> str:
    """All findings with their source lines, an empty line between two of them."""
    blocks = ["\n".join(_rows(diagnostic, sources, colour)) for diagnostic in diagnostics]
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _rows(diagnostic: Diagnostic, sources: Sources, colour: bool) -> Iterator[str]:
    role = role_of(diagnostic.level)
    yield f"{paint(head(diagnostic), role, colour)}{paint(f': {one_line(diagnostic.headline)}', 'headline', colour)}"
    gutter = _gutter(diagnostic, sources)
    first = True
    for file, labels in _by_file(diagnostic).items():
        arrow = "-->" if first else ":::"
        yield f"{' ' * gutter}{paint(arrow, 'frame', colour)} {position(labels[0].span, sources)}"
        if sources[file].text:
            yield f"{' ' * gutter} {paint('|', 'frame', colour)}"
            marks = [_mark(label, diagnostic, sources, role) for label in labels]
            yield from snippet(sources[file], marks, gutter=gutter, colour=colour)
        first = False
    if diagnostic.picture is not None:
        from tankdsl.diagnostics.render.ground import ground_rows

        edge = f"{' ' * gutter} {paint('|', 'frame', colour)}"
        yield from (f"{edge} {row}".rstrip() for row in ("", *ground_rows(diagnostic.picture.excerpt(), role, colour)))
    yield from _footer(diagnostic, sources, " " * gutter, colour)


def _mark(label: Label, diagnostic: Diagnostic, sources: Sources, role: Role) -> Mark:
    is_primary = label is diagnostic.primary
    return place(label, sources[label.span.file], primary=is_primary, role=role if is_primary else "secondary")


def _by_file(diagnostic: Diagnostic) -> dict[FileId, list[Label]]:
    """The labels of each file, the file of the primary label first, and that label first in it."""
    files: dict[FileId, list[Label]] = {}
    for label in (diagnostic.primary, *diagnostic.secondary):
        if label is not None:
            files.setdefault(label.span.file, []).append(label)
    return files


def _gutter(diagnostic: Diagnostic, sources: Sources) -> int:
    labels = [label for group in _by_file(diagnostic).values() for label in group]
    return max((len(str(sources[label.span.file].position(label.span.end)[0])) for label in labels), default=1)


def _footer(diagnostic: Diagnostic, sources: Sources, indent: str, colour: bool) -> Iterator[str]:
    if diagnostic.primary is not None:
        yield f"{indent} {paint('|', 'frame', colour)}"
    entries = [("note", note) for note in diagnostic.notes]
    if diagnostic.count > 1:
        entries.append(("note", repeats(diagnostic, sources)))
    entries += [("help", help) for help in diagnostic.help]
    if diagnostic.fix is not None:
        entries.append(("fix", _fix(diagnostic.fix)))
    entries.append(("docs", diagnostic.page))
    for title, text in entries:
        lines = [one_line(line) for line in text.splitlines()] or [""]
        yield f"{indent} {paint('=', 'frame', colour)} {paint(title, 'headline', colour)}: {lines[0]}"
        for line in lines[1:]:
            yield f"{indent}   {' ' * len(title)}  {line}"


def _fix(fix: Fix) -> str:
    remark = {"safe": "", "unsafe": " (may change the meaning)", "display": " (as an example)"}
    return fix.title + remark[fix.safety]
