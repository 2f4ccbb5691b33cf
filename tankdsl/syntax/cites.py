"""Rule references: from their text to nodes, and to what they belong.

A reference stands at the end of a line and belongs to what is written there: to the outermost node that begins or ends on
its line. Where several such nodes stand side by side, it belongs to all of them; where there is none (the line is the
middle of something), to the innermost node around it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import syntax
from tankdsl.source import SourceFile, Span
from tankdsl.syntax import ast
from tankdsl.syntax.building import Context

_FORM = re.compile(r"@([A-Z]+)-(C?)([0-9]+)(?:\.\.([A-Z]+)-(C?)([0-9]+))?")
_OF_THE_INSIDE: dict[type, str] = {ast.Layout: "cites_inner", ast.Sight: "row_cites"}
"""Declarations whose rows are no nodes that references can belong to: where the references of such rows go."""


def attach(source: SourceFile, context: Context, places: Iterable[tuple[int, int]]) -> None:
    """Give each reference of a declaration to the nodes that it belongs to; faults go to the context."""
    by_line: dict[int, list[ast.Cite]] = {}
    starts = source.line_starts
    for start, end in places:
        cite = cite_of(context, Span(source.id, start, end))
        if cite is not None:
            by_line.setdefault(bisect_right(starts, start), []).append(cite)
    if not by_line:
        return
    owners = _owners(by_line.keys(), starts, context.cited)
    given: dict[int, tuple[Any, list[ast.Cite]]] = {}
    for line, cites in by_line.items():
        nodes = owners.get(line) or _around(source, line, context.cited)
        if not nodes:
            context.faults.append(stray_cite(source, (cites[0].span.start, cites[0].span.end)))
        for node in nodes:
            given.setdefault(id(node), (node, []))[1].extend(cites)
    for node, found in given.values():
        _set(node, found, starts, by_line.keys())


def stray_cite(source: SourceFile, place: tuple[int, int]) -> Diagnostic:
    """The finding about a reference outside of all declarations."""
    span = Span(source.id, *place)
    headline = f"the rule reference `{source.slice(span)}` belongs to no declaration"
    return syntax.CITATION_MALFORMED.at(span, headline, help="put it at the end of the line that it is about")


def cite_of(context: Context, span: Span) -> ast.Cite | None:
    """The node of a reference; a fault and ``None`` if its two ends do not fit together."""
    text = context.text[span.start : span.end]
    match = _FORM.fullmatch(text)
    if match is None:
        raise AssertionError(f"the lexer took {text!r} for a rule reference")
    prefix, letter, first, prefix_2, letter_2, last = match.groups()
    if last is None:
        return ast.Cite(span, prefix, letter, int(first), int(first))
    if (prefix, letter) != (prefix_2, letter_2):
        wrong = f"the two ends of `{text}` belong to different registers"
    elif int(first) > int(last):
        wrong = f"`{text}` runs backwards"
    else:
        return ast.Cite(span, prefix, letter, int(first), int(last))
    context.fault(syntax.CITATION_MALFORMED, span, wrong, "", f"write `@{prefix}-{letter}{first}..{prefix}-{letter}...`")
    return None


def _owners(lines: Iterable[int], starts: Sequence[int], nodes: list[Any]) -> dict[int, list[Any]]:
    """For each line the outermost nodes that begin or end there; outer nodes come after inner ones in ``nodes``."""
    wanted = set(lines)
    owners: dict[int, list[Any]] = {}
    for node in reversed(nodes):
        span = node.span
        for line in {bisect_right(starts, span.start), bisect_right(starts, max(span.start, span.end - 1))} & wanted:
            outer = owners.setdefault(line, [])
            if not any(other.span.contains(span) for other in outer):
                outer.append(node)
    return owners


def _around(source: SourceFile, line: int, nodes: list[Any]) -> list[Any]:
    """The innermost node that holds a line, as a list; empty if none does."""
    span = source.line_span(line)
    middle = Span(span.file, span.start, span.start)
    return next(([node] for node in nodes if node.span.contains(middle)), [])


def _set(node: Any, found: list[ast.Cite], starts: Sequence[int], lines: Iterable[int]) -> None:
    """Put references into a node, in the order of the text, past its immutability: the tree is not finished yet."""
    cites = tuple(sorted(found, key=lambda cite: cite.span.start))
    inside = _OF_THE_INSIDE.get(type(node))
    if inside is not None:
        edges = {bisect_right(starts, node.span.start), bisect_right(starts, node.span.end - 1)}
        on_edge = tuple(cite for cite in cites if bisect_right(starts, cite.span.start) in edges)
        put(node, inside, tuple(cite for cite in cites if cite not in on_edge))
        cites = on_edge
    put(node, "cites", cites)


def put(node: ast.Node, field: str, value: Any) -> None:
    """Set a field of a node of a tree that is being built."""
    getattr(type(node), field).__set__(node, value)


def cites_of(node: ast.Node) -> tuple[tuple[ast.Cite, ...], tuple[ast.Cite, ...]]:
    """The rule references of a node: on its edges, and on lines inside of it that are no nodes of their own."""
    return getattr(node, "cites", ()), getattr(node, _OF_THE_INSIDE.get(type(node), ""), ())
