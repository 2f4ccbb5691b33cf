"""`tankdsl test`: plays the `test` blocks of a pack and says how they came out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from tankdsl.cli import arguments
from tankdsl.cli.console import Colour, fail, is_coloured, say
from tankdsl.cli.exits import CLEAN, FOUND

if TYPE_CHECKING:
    from tankdsl.diagnostics import Diagnostic
    from tankdsl.session import Session
    from tankdsl.testing import CaseResult

MOST_CASES = 60
"""Characters of the list of cases behind a test."""


@click.command(short_help="Run the test blocks of games.")
@arguments.paths
@click.option("--only", metavar="PATTERN", help="Run only tests whose title, rule number or case fits; * and ? stand for anything.")
@arguments.text_or_json
@arguments.colour
def command(paths: tuple[str, ...], only: str | None, format: str, colour: Colour) -> int:
    """Run the test blocks of games.

    Each case is played on the engine for itself. A line for each test, an explanation for each case
    that fails, and a summary. A folder of packs runs the tests of all of them. Exit code: 0 when
    all pass, 1 when one fails or a pack has errors.

    \b
    Example:
      tankdsl test games/duel
      tankdsl test games/duel --only "*ricochet*"
    """
    from tankdsl.cli.packs import packs_of, require_no_errors
    from tankdsl.cli.report import Part, show_findings
    from tankdsl.source import SourceSet

    packs = packs_of(paths)
    if packs.found:
        show_findings([Part(packs.found, SourceSet())], aside=True)
    require_no_errors(*packs.sessions)
    played: list[tuple[Session, list[CaseResult]]] = []
    for session in packs.sessions:
        if len(packs.sessions) > 1 and format == "text":
            say(("\n" if played else "") + f"{session.program.title}\n")
        played.append((session, _play(session, only, format, is_coloured(colour, sys.stdout))))
    results = [result for _, cases in played for result in cases]
    if only is not None and not results:
        fail(_no_test(paths, only))
    failed = sum(not result.passed for result in results)
    say(_json(played) if format == "json" else f"\n{_summary(results, failed)}\n")
    return FOUND if failed else CLEAN


def _play(session: Session, only: str | None, format: str, colour: bool) -> list[CaseResult]:
    """The results of a pack; as text, each test is told as soon as its last case is through."""
    from tankdsl.cli.progress import Progress
    from tankdsl.testing import run_tests

    with Progress("testing") as progress:
        return list(_told(run_tests(session, only, progress), session, progress, colour, format))


def _told(results: Iterable[CaseResult], session: Session, progress: Any, colour: bool, format: str) -> Iterator[CaseResult]:
    """The same results, told on the way."""
    from tankdsl.diagnostics.render import render_full

    for title, group in groupby(results, lambda result: result.test):
        cases = list(group)
        if format == "text":
            failures = [_failure(case) for case in cases if case.failure is not None]
            progress.clear()
            say(_line(title, cases, colour))
            if failures:
                say("\n" + render_full(failures, session.sources, colour=colour) + "\n")
        yield from cases


def _line(title: str, cases: list[CaseResult], colour: bool) -> str:
    """`ok      movement up to speed  @AB-C02  a b c`: cases that fail are marked with an exclamation mark."""
    from tankdsl.diagnostics.render.paint import paint

    passed = all(case.passed for case in cases)
    word = "ok    " if passed else "FAILED"
    painted = f"\x1b[32m{word}\x1b[0m" if passed and colour else paint(word, "error", colour)
    cites = " ".join(f"@{cite}" for cite in dict.fromkeys(cite for case in cases for cite in case.cites if "-C" in cite))
    return "  ".join(part for part in (painted, title, cites, _cases(cases)) if part) + "\n"


def _cases(cases: list[CaseResult]) -> str:
    names = [_case_name(case) + ("" if case.passed else "!") for case in cases]
    text = " ".join(name for name in names if name)
    if len(text) <= MOST_CASES:
        return text
    broken = sum(not case.passed for case in cases)
    return f"{len(cases)} cases" + (f", {broken} failed" if broken else "")


def _case_name(case: CaseResult) -> str:
    row = "" if case.row is None else str(case.row + 1)
    return ":".join(part for part in (row, "/".join(case.path)) if part)


def _failure(case: CaseResult) -> Diagnostic:
    """A failed case as a finding, at the line that was not fulfilled."""
    from tankdsl.diagnostics.registry import compiled

    assert case.failure is not None
    title = f" ({case.title})" if case.title else ""
    return compiled.TEST_FAILED.at(case.failure.span, f"{case.label}{title}: {case.failure.message}", notes=case.failure.details)


def _summary(results: list[CaseResult], failed: int) -> str:
    if not results:
        return "there are no tests"
    return f"{len(results) - failed} passed, {failed} failed"


def _json(played: list[tuple[Session, list[CaseResult]]]) -> str:
    import json

    results = [result for _, cases in played for result in cases]
    failed = sum(not result.passed for result in results)
    document = {
        "format": 1,
        "cases": [_case_json(result, session) for session, cases in played for result in cases],
        "summary": {"passed": len(results) - failed, "failed": failed},
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _case_json(case: CaseResult, session: Session) -> dict[str, Any]:
    span = case.span if case.failure is None else case.failure.span
    line, column = session.sources.line_and_column(span)
    found: dict[str, Any] = {"test": case.test, "case": "/".join(case.path), "title": case.title, "cites": list(case.cites)}
    if case.row is not None:
        found["row"] = case.row + 1
    found |= {"passed": case.passed, "file": session.sources[span.file].path, "line": line, "column": column}
    if case.failure is not None:
        found |= {"message": case.failure.message, "details": list(case.failure.details)}
    return found


def _no_test(paths: tuple[str, ...], only: str) -> Diagnostic:
    from tankdsl.diagnostics import quoted
    from tankdsl.diagnostics.registry import usage

    return usage.UNKNOWN_CHOICE.at(
        None,
        f"no test in {quoted(paths, 'and')} fits `{only}`",
        help="a pattern must fit the whole title, rule number or `title/case`; `*` stands for anything",
    )
