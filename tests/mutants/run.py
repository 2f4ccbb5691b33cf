"""Making mutants by the hundred, judging them, and the table of what came out.

Every kind offers all places where it can be done; a seeded choice takes some of them, so that a run can be repeated. The exit code is 1
when fewer than 95 % of the mutants that change the game are caught where a designer would look.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from tests.mutants import kinds
from tests.mutants.base import Base, load_bases, session_of
from tests.mutants.judge import Judgement, Verdict, documents_of, judge
from tests.mutants.mutant import KINDS, Kind, Mutant

SEED = 20260
EACH = 5
TARGET = 95
assert kinds.__all__


class Trial(NamedTuple):
    """A mutant that was chosen."""

    kind: Kind
    base: Base
    mutant: Mutant


class Result(NamedTuple):
    """A mutant and what came of it."""

    trial: Trial
    judgement: Judgement


def chosen(bases: Sequence[Base], seed: int, each: int, only: str = "") -> list[Trial]:
    """Some mutants of every kind, at most `each`; taken in turn from the packs that offer any."""
    found = []
    for kind in KINDS:
        if only not in kind.id:
            continue
        random = Random(f"{seed} {kind.id}")
        offers = [[Trial(kind, base, mutant) for mutant in different(kind.sites(base))] for base in bases]
        for offer in offers:
            random.shuffle(offer)
        turns = [offer[turn] for turn in range(each) for offer in offers if turn < len(offer)]
        found += turns[:each]
    return found


def different(mutants: Iterable[Mutant]) -> list[Mutant]:
    """Mutants without those that change a pack as one before them does."""
    return list({tuple(sorted(mutant.edits.items())): mutant for mutant in mutants}.values())


def judged(trials: Sequence[Trial]) -> Iterator[Result]:
    """The mutants one after the other; the packs they are made of are compiled once and have to be sound."""
    sound: dict[str, dict[str, str]] = {}
    for trial in trials:
        base = trial.base
        if base.name not in sound:
            session = session_of(base.files)
            assert not session.findings, (base.name, [finding.headline for finding in session.findings])
            sound[base.name] = documents_of(session)
        yield Result(trial, judge(base, trial.mutant, sound[base.name]))


# ---------------------------------------------------------------------------------------------------------------- report


def right(counts: Counter[Verdict]) -> int:
    """Mutants that were caught on a changed line, or on a declaration that contradicts it."""
    return counts[Verdict.CAUGHT] + counts[Verdict.BESIDE]


def changing(counts: Counter[Verdict]) -> int:
    """Mutants that change the game or break it."""
    return counts.total() - counts[Verdict.EQUIVALENT]


def percent(counts: Counter[Verdict]) -> float:
    """How many of the mutants that change the game were caught where they should be, in hundredths; 100 if there is none."""
    return 100 * right(counts) / changing(counts) if changing(counts) else 100


def report(results: Sequence[Result]) -> str:
    """A line for each kind, the sum, and every mutant that was not caught where it should be."""
    by_kind: dict[str, Counter[Verdict]] = {}
    for result in results:
        by_kind.setdefault(result.trial.kind.id, Counter())[result.judgement.verdict] += 1
    rows = [("kind", "made", "equivalent", "on the line", "beside it", "elsewhere", "survived")]
    rows += [(id, str(counts.total()), *_cells(counts)) for id, counts in by_kind.items()]
    total = sum(by_kind.values(), Counter[Verdict]())
    rows.append((f"{len(by_kind)} kinds", str(total.total()), *_cells(total)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [_aligned(row, widths) for row in rows]
    missed = [_missed(result) for result in results if result.judgement.verdict in (Verdict.SURVIVED, Verdict.ELSEWHERE)]
    whole = sum(percent(counts) == 100 for counts in by_kind.values())
    share = f"{percent(total):.1f} % of {changing(total)} mutants that change the game are caught on the right line (target {TARGET} %),\n"
    share += f"in {whole} of {len(by_kind)} kinds all of them"
    return "\n".join([*lines, "", *missed, share]) + "\n"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    numbers = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
    return " ".join([row[0].ljust(widths[0]), *numbers]).rstrip()


def _cells(counts: Counter[Verdict]) -> tuple[str, ...]:
    return tuple(str(counts[verdict] or "") for verdict in Verdict)


def _missed(result: Result) -> str:
    kind, base, mutant = result.trial
    where = ", ".join(f"{at.file}:{at.line}" for at in sorted(mutant.edits)[:3])
    head = f"{result.judgement.verdict}: {kind.id} in {base.name}/{where}: {mutant.what}\n"
    return head + "".join(f"    {said}\n" for said in result.judgement.said[:4])


def main(arguments: list[str]) -> int:
    """Make, judge and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Mutants of maps and scenarios, and how many are caught.")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--each", type=int, default=EACH, help="mutants of a kind at most")
    parser.add_argument("--only", default="", help="kinds whose name holds this")
    options = parser.parse_args(arguments)
    trials = chosen(load_bases(), options.seed, options.each, options.only)
    begun, results = time.monotonic(), []
    for number, result in enumerate(judged(trials), 1):
        results.append(result)
        if sys.stderr.isatty():
            done = 40 * number // len(trials)
            print(f"\r[{'#' * done}{'.' * (40 - done)}] {number} of {len(trials)}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(report(results), end="")
    print(f"{time.monotonic() - begun:.0f} seconds, seed {options.seed}")
    total = Counter(result.judgement.verdict for result in results)
    return 0 if percent(total) >= TARGET else 1
