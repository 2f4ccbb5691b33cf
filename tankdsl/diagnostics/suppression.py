"""Findings silenced in place: ``# tankdsl: allow <name> because <reason>``.

The comment stands at the end of the line that the finding points at, or alone on a line above it; several may be
stacked. It silences warnings and infos of one kind on one line, never errors, and only with a reason: a linter that
can be switched off wholesale and without a word soon checks nothing. A comment that does nothing is itself reported.
"""

from __future__ import annotations

import re

from tankdsl.diagnostics.diagnostic import Diagnostic
from tankdsl.diagnostics.registry import all_kinds, kind_of, syntax
from tankdsl.diagnostics.wording import did_you_mean
from tankdsl.frozen import FrozenValue
from tankdsl.source import SourceFile, Span

_MARK = "tankdsl:"
_DIRECTIVE = r"#[ \t]*tankdsl:[ \t]*(?P<rest>.*)"
_ALLOW = r"allow[ \t]+(?P<name>[\w-]+)(?:[ \t]+because(?P<reason>.*))?[ \t]*"


class Suppression(FrozenValue):
    """A well-formed ``allow`` comment at ``span``: silences kind ``name`` on line ``line`` (from 1)."""

    span: Span
    line: int
    name: str
    reason: str


def read_suppressions(file: SourceFile) -> tuple[tuple[Suppression, ...], tuple[Diagnostic, ...]]:
    """The ``allow`` comments of a file in order, and what is wrong with others that are meant to be some."""
    if _MARK not in file.text:
        return (), ()
    suppressions, findings = [], []
    for line in range(1, file.line_count + 1):
        text = file.line_text(line)
        if _MARK not in text or (start := comment_start(text)) is None:
            continue
        if (directive := re.fullmatch(_DIRECTIVE, text[start:])) is None:
            continue
        at = file.line_starts[line - 1]
        span = Span(file.id, at + start, at + len(text.rstrip()))
        target = _line_below(file, line) if not text[:start].strip() else line
        read = _read_directive(directive["rest"].strip(), span, target)
        if isinstance(read, Suppression):
            suppressions.append(read)
        else:
            findings.append(read)
    return tuple(suppressions), tuple(findings)


def comment_start(line: str) -> int | None:
    """Where the comment of a line begins: the first ``#`` outside of a string; ``None`` without a comment."""
    in_string = False
    skip = False
    for at, character in enumerate(line):
        if skip:
            skip = False
        elif in_string and character == "\\":
            skip = True
        elif character == '"':
            in_string = not in_string
        elif character == "#" and not in_string:
            return at
    return None


def unused(suppression: Suppression) -> Diagnostic:
    """The finding about a comment that silenced nothing."""
    return syntax.ALLOW_UNUSED.at(
        suppression.span,
        f"this comment allows `{suppression.name}`, but line {suppression.line} gives rise to no such finding",
        help="remove the comment",
    )


def _line_below(file: SourceFile, line: int) -> int:
    """The next line that is not a comment alone, so that ``allow`` comments can be stacked over one line."""
    below = line + 1
    while below < file.line_count and file.line_text(below).lstrip().startswith("#"):
        below += 1
    return below


def _read_directive(rest: str, span: Span, line: int) -> Suppression | Diagnostic:
    allow = re.fullmatch(_ALLOW, rest)
    if allow is None:
        return syntax.ALLOW_MALFORMED.at(
            span,
            "expected `allow`, the name of a finding, `because` and a reason after `tankdsl:`",
            help="write `# tankdsl: allow <name> because <reason>`",
        )
    name, reason = allow["name"], (allow["reason"] or "").strip()
    kind = kind_of(name)
    if kind is None or kind.name != name:
        hint = (f"write `{kind.name}`",) if kind else did_you_mean(name, (known.name for known in all_kinds()))
        return syntax.ALLOW_UNKNOWN.at(span, f"`{name}` is not the name of a kind of finding", help=hint)
    if not kind.can_be_allowed:
        return syntax.ALLOW_OF_ERROR.at(span, f"`{name}` is an error that cannot be allowed: there is nothing to play with it")
    if not reason:
        return syntax.ALLOW_WITHOUT_REASON.at(
            span,
            f"`{name}` is allowed without a reason, so the comment has no effect",
            help="say why the finding does not matter here: `because <reason>`",
        )
    return Suppression(span, line, name, reason)
