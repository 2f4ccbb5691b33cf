"""Which nodes of a pack carry out which rule, read from the rule numbers in its text.

A number on a node of a `test` says that the rule is tested there, which is not the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tankdsl.cli.register import Register, Rule
from tankdsl.cli.tree import excerpt, nodes_of, title_of
from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.registry import usage
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.cites import cites_of

if TYPE_CHECKING:
    from tankdsl.session import Session


@dataclass(frozen=True, slots=True)
class Place:
    """A node that cites a rule: where, in which declaration, and how it reads. `cite` is the number itself."""

    file: str
    line: int
    column: int
    within: str
    reads: str
    cite: Span


@dataclass(slots=True)
class Cited:
    """The nodes that cite one rule: those that carry it out, and those of tests."""

    nodes: list[Place] = field(default_factory=list)
    tests: list[Place] = field(default_factory=list)


def citations(session: Session) -> dict[str, Cited]:
    """Every cited rule, by id in ascending order. Numbers of cases (`AB-C01`) are left out: they name tests."""
    found: dict[str, Cited] = {}
    for inside in nodes_of(session.declarations):
        own, on_lines = cites_of(inside.node)
        for cite in (*own, *on_lines):
            if cite.letter:
                continue
            span = _line_before(session, cite.span) if cite in on_lines else inside.node.span
            place = _place(session, span, inside.declaration, cite)
            for id in cite.ids():
                cited = found.setdefault(id, Cited())
                (cited.tests if isinstance(inside.declaration, ast.Test) else cited.nodes).append(place)
    return dict(sorted(found.items()))


def _place(session: Session, span: Span, declaration: ast.Declaration, cite: ast.Cite) -> Place:
    file = session.sources[span.file]
    line, column = file.position(span.start)
    return Place(file.path, line, column, title_of(declaration), excerpt(file.text, span), cite.span)


def _line_before(session: Session, cite: Span) -> Span:
    """What stands on the line of a reference before it and any others."""
    text = session.sources[cite.file].text
    start = text.rfind("\n", 0, cite.start) + 1
    line = text[start : cite.start].partition("@")[0]
    return Span(cite.file, start + len(line) - len(line.lstrip()), start + len(line.rstrip()))


def uncited(register: Register, found: dict[str, Cited]) -> list[Diagnostic]:
    """The rules of a register that nothing carries out, though something should."""
    return [
        usage.RULE_UNCITED.at(rule.span, f"nothing carries out `{rule.id}` (`{rule.kind}`)" + (f": {rule.text}" if rule.text else ""))
        for rule in register.rules.values()
        if status_of(rule, found.get(rule.id, Cited())) == "uncited"
    ]


def unknown(register: Register, found: dict[str, Cited]) -> list[Diagnostic]:
    """The rules that are cited and that the register does not have."""
    return [
        usage.RULE_UNKNOWN.at(place.cite, f"`{id}` is cited, and the register has no such rule")
        for id, cited in found.items()
        if id not in register.rules
        for place in (cited.nodes + cited.tests)[:1]
    ]


def as_json(register: Register | None, found: dict[str, Cited]) -> dict[str, Any]:
    """The result for programs."""
    rules = {} if register is None else register.rules
    ids = list(dict.fromkeys([*rules, *found]))
    return {"format": 1, "rules": [_rule_json(id, rules.get(id), found.get(id, Cited()), register) for id in ids]}


def _rule_json(id: str, rule: Rule | None, cited: Cited, register: Register | None) -> dict[str, Any]:
    known = {} if rule is None else {"kind": rule.kind, "text": rule.text}
    status = "unknown" if rule is None and register is not None else status_of(rule, cited)
    return {"id": id, **known, "status": status, "nodes": _places(cited.nodes), "tests": _places(cited.tests)}


def status_of(rule: Rule | None, cited: Cited) -> str:
    """`carried-out`, `exempt` or `uncited`."""
    if cited.nodes or (rule is not None and rule.is_shown_by_tests and cited.tests):
        return "carried-out"
    return "exempt" if rule is not None and rule.is_exempt else "uncited"


def _places(places: list[Place]) -> list[dict[str, Any]]:
    return [{"file": p.file, "line": p.line, "column": p.column, "within": p.within, "reads": p.reads} for p in places]
