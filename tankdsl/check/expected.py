"""Findings that a test expects: a pack may hold a scenario that is wrong on purpose, to show that the compiler refuses it.

`expect finding "name"` in a test of the scenario S takes the findings of that name that point into the declaration of S, of the layout that
it names, or of a board laid there.  Such a finding is part of the test and no longer a fault of the pack; a scenario with an expected error
cannot be played, so it is not built.
"""

from __future__ import annotations

from tankdsl.check.cases import tree as tt
from tankdsl.check.context import Context
from tankdsl.diagnostics import Diagnostic, Level
from tankdsl.frozen import FrozenValue
from tankdsl.source import Span
from tankdsl.syntax import ast


class Expectation(FrozenValue):
    """A name of a kind of findings, the scenario, and the declarations in which it is expected."""

    name: str
    scenario: str
    spans: tuple[Span, ...]

    def takes(self, diagnostic: Diagnostic) -> bool:
        """Whether a finding is the expected one."""
        if diagnostic.name != self.name or diagnostic.primary is None:
            return False
        return any(span.contains(diagnostic.primary.span) for span in self.spans)


def expectations(cx: Context, tests: tuple[object, ...]) -> tuple[Expectation, ...]:
    """What the tests of a pack expect to be found, in written order."""
    out: list[Expectation] = []
    for test in tests:
        if isinstance(test, tt.TestDef):
            spans = _spans(cx, test.scenario)
            out += [Expectation(name, test.scenario, spans) for name in _names(test.root)]
    return tuple(out)


def is_expected(cx: Context, diagnostic: Diagnostic) -> bool:
    """Whether a test expects this finding, as far as can be told before the tests are checked."""
    for test in cx.symbols.tests:
        scenario = test.scenario.text if test.scenario is not None else ""
        names = _written_names(test.parts)
        if diagnostic.name in names and Expectation(diagnostic.name, scenario, _spans(cx, scenario)).takes(diagnostic):
            return True
    return False


def only_findings(branch: tt.Branch) -> bool:
    """Whether nothing is played in a test: it expects findings only."""
    return not branch.settings and all(
        only_findings(step) if isinstance(step, tt.Branch) else isinstance(step, tt.ExpectedFinding) for step in branch.steps
    )


def split(found: list[Diagnostic], expected: tuple[Expectation, ...]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The findings that nothing expects, and those that are expected."""
    taken = [diagnostic for diagnostic in found if any(one.takes(diagnostic) for one in expected)]
    return [diagnostic for diagnostic in found if diagnostic not in taken], taken


def unplayable(taken: list[Diagnostic], expected: tuple[Expectation, ...]) -> frozenset[str]:
    """The scenarios in which an expected error was found."""
    errors = [diagnostic for diagnostic in taken if diagnostic.level is Level.ERROR]
    return frozenset(one.scenario for one in expected if any(one.takes(diagnostic) for diagnostic in errors))


def _written_names(parts: tuple[ast.TestPart, ...]) -> set[str]:
    """The kinds of findings that a test names, in itself and in its cases."""
    out: set[str] = set()
    for part in parts:
        match part:
            case ast.TestCase(parts=inner):
                out |= _written_names(inner)
            case ast.Expect(finding=ast.Text() as finding):
                out.add(finding.value)
    return out


def _names(branch: tt.Branch) -> list[str]:
    out: list[str] = []
    for step in branch.steps:
        match step:
            case tt.Branch():
                out += _names(step)
            case tt.ExpectedFinding(name=name):
                out.append(name)
    return out


def _spans(cx: Context, scenario: str) -> tuple[Span, ...]:
    node = cx.symbols.space("scenario").get(scenario)
    if not isinstance(node, ast.Scenario):
        return ()
    layout = cx.symbols.space("layout").get(node.layout.text) if node.layout is not None else None
    if not isinstance(layout, ast.Layout):
        return (node.span,)
    boards = [cx.symbols.space("board").get(placing.board.text) for placing in layout.placings]
    return (node.span, layout.span, *(board.span for board in boards if board is not None))
