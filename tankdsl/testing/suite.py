"""All tests of a session: one game is loaded per scenario, every case is played on it for itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import Protocol

from tankdsl.check.cases import tree as tt
from tankdsl.check.expected import Expectation
from tankdsl.check.tree import Program
from tankdsl.diagnostics import Diagnostic
from tankdsl.engine.protocol import Game, load_game
from tankdsl.source import SourceSet, Span
from tankdsl.testing.expectations import judge
from tankdsl.testing.inputs import feed, wait_for
from tankdsl.testing.plan import Case, cases_of
from tankdsl.testing.refusals import check_refusal
from tankdsl.testing.results import CaseResult, Failure
from tankdsl.testing.scripts import play_script
from tankdsl.testing.stage import Broken, Stage
from tankdsl.testing.values import Book, book_of


class Tested(Protocol):
    """What is needed of a session: its checked tests, its typed tree, its files and its findings."""

    @property
    def tests(self) -> tuple[object, ...]: ...
    @property
    def program(self) -> Program: ...
    @property
    def sources(self) -> SourceSet: ...
    @property
    def expected(self) -> tuple[Expectation, ...]: ...
    @property
    def findings(self) -> tuple[Diagnostic, ...]: ...
    @property
    def expected_findings(self) -> tuple[Diagnostic, ...]: ...


def run_tests(session: Tested, only: str | None = None, progress: Callable[[int, int], None] | None = None) -> Iterator[CaseResult]:
    """Run the tests of a pack that has no errors.  `only` is a pattern (`*` and `?`) on titles, rule ids and case paths.

    `progress` is called with the number of cases done and of all cases.  Cases that only expect findings are also run on a pack that has
    errors: they need no game.
    """
    tests = [test for test in session.tests if isinstance(test, tt.TestDef)]
    chosen = [(test, case) for test in tests for case in cases_of(test) if _matches(only, test, case)]
    games: dict[tuple[str, str], tuple[Game, Book]] = {}
    for index, (test, case) in enumerate(chosen):
        stage = None
        if not all(isinstance(step, tt.ExpectedFinding) for step in case.steps):
            key = test.campaign, test.scenario
            if key not in games:
                games[key] = _game(session, *key, [other for other in tests if (other.campaign, other.scenario) == key])
            game, book = games[key]
            stage = Stage(game, book, case.settings, case.options, session.sources)
        failure = _run(session, test, stage, case)
        if progress is not None:
            progress(index + 1, len(chosen))
        title = case.branch.title if case.path else ""
        cites = (*test.cites, *case.branch.cites) if case.path else test.cites
        yield CaseResult(test.title, cites, test.row, case.path, title, case.branch.span, failure)


def _matches(only: str | None, test: tt.TestDef, case: Case) -> bool:
    if only is None:
        return True
    names = (test.title, *test.cites, "/".join((test.title, *case.path)))
    return any(fnmatchcase(name, only) for name in names)


def _game(session: Tested, campaign: str, scenario: str, tests: list[tt.TestDef]) -> tuple[Game, Book]:
    """The scenario's game, or that battle of a campaign, with the expressions of its tests as values."""
    from tankdsl.emit import finish_document
    from tankdsl.lower import lower_campaign, lower_scenario

    book = book_of(tests)
    program = book.program(session.program)
    document, _ = lower_campaign(program, campaign) if campaign else lower_scenario(program, scenario)
    game = load_game(finish_document(document))
    if game.campaign is not None:
        game = game.campaign.battles[game.campaign.scenarios.index(scenario)]
    return game, book


def _run(session: Tested, test: tt.TestDef, stage: Stage | None, case: Case) -> Failure | None:
    try:
        for step in case.steps:
            if isinstance(step, tt.ExpectedFinding):
                _finding(session, test, step.span, step.name)
            elif stage is not None:
                _step(stage, step)
    except Broken as broken:
        return Failure(broken.span, broken.message, broken.details)
    return None


def _step(stage: Stage, step: tt.Step) -> None:
    match step:
        case tt.Start(span=span, sequence=sequence, script=script):
            stage.start(sequence, script, span)
        case _ if not stage.started:
            raise Broken(step.span, "nothing has started yet: write `start sequence` before it")
        case tt.Do(put=put, script=script):
            wait_for(stage, put)
            _demand_side(stage, put.side, step.span)
            feed(stage, put)
            play_script(stage, deque(script))
        case tt.Pass(span=span, side=side, script=script):
            _pass(stage, side, span)
            play_script(stage, deque(script))
        case tt.Refused():
            check_refusal(stage, step)
        case tt.Expected():
            judge(stage, step)


def _demand_side(stage: Stage, side: str | None, span: Span) -> None:
    asked = stage.request.get("side")
    if side is not None and asked != side:
        raise Broken(span, f"{side} is not asked", stage.story())


def _pass(stage: Stage, side: str, span: Span) -> None:
    """End what a side may pass: its turn, not only a window on the way."""
    for _ in range(64):
        if not stage.is_window():
            break
        stage.answer({"pass": True}, span)
    _demand_side(stage, side, span)
    stage.answer({"pass": True}, span)


def _finding(session: Tested, test: tt.TestDef, span: Span, name: str) -> None:
    """The finding must be about the scenario of the test."""
    own = [one for one in session.expected if one.name == name and one.scenario == test.scenario]
    met = any(one.takes(diagnostic) for one in own for diagnostic in session.expected_findings)
    found = sorted({diagnostic.name for diagnostic in (*session.findings, *session.expected_findings)})
    if not met:
        raise Broken(span, f"there is no finding `{name}`", (f"found: {', '.join(found) or 'none'}",))
