"""What the compiler and the engine must keep to, measured: `make bench`, or `python -m tests.perf.bench [RUNS]`.

Every line is a ratio of medians of one run (or a peak of memory, or decisions a second) with its target; a figure beyond its target is
marked, and the exit code is 1. Times are seconds of processor time in user mode.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tankdsl import Session, compile_pack
from tankdsl.source import SourceFile
from tankdsl.syntax.parse import parse
from tests.examples.packs import played_scenarios
from tests.examples.packs import session as packed
from tests.perf.bare_lark import bare_trees
from tests.perf.bench_engine import measure, running
from tests.perf.bench_maps import maps
from tests.perf.generate import pack_of, project_of
from tests.perf.measure import IMPORTS, ROOT, Line, as_table, medians_of, medians_of_processes, peak_of

SMALL, LARGE = 200, 20_000
EXAMPLE = ROOT / "examples" / "tank_clash"
SCENARIOS = ("meeting", "race", "fog")


def cold_start(folder: Path, lines: int, runs: int) -> Line:
    """A whole `tankdsl check` of a small file, from starting Python on, against a process that only imports the libraries."""
    file = folder / "small.tank"
    file.write_text(pack_of(lines), encoding="utf-8")
    checking = ("-m", "tankdsl", "check", str(file))
    ours, imports = medians_of_processes(runs, folder / "cache", checking, ("-c", IMPORTS))
    what = f"check of a file of {counted(file)} lines / `{IMPORTS}`"
    return Line(what, f"{ours * 1000:.0f} / {imports * 1000:.0f} ms", ours / imports, 2.0)


def against_lark(folder: Path, lines: int, runs: int) -> Iterator[Line]:
    """Reading and checking a large project against Lark alone on the same text, and twice as large a project."""
    once, twice = written(folder / "once", lines), written(folder / "twice", 2 * lines)
    files = [SourceFile.of(number, path.name, path.read_text(encoding="utf-8")) for number, path in enumerate(sorted(once.iterdir()))]
    bare_trees(files[0].text)
    reading, bare, checking, checking_twice = medians_of(
        runs,
        lambda: [parse(file) for file in files],
        lambda: [bare_trees(file.text) for file in files],
        lambda: checked(once),
        lambda: checked(twice),
    )
    of = f"{counted(once):,} lines"
    yield Line(f"text to syntax tree, {of} / Lark to a bare tree", f"{reading:.2f} / {bare:.2f} s", reading / bare, 1.3)
    yield Line(f"whole check, {of} / Lark to a bare tree", f"{checking:.2f} / {bare:.2f} s", checking / bare, 4.0)
    larger = f"whole check, {counted(twice):,} / {of}"
    yield Line(larger, f"{checking_twice:.2f} / {checking:.2f} s", checking_twice / checking, 2.3)
    peak = peak_of(("-m", "tankdsl", "check", str(once)), folder / "cache")
    yield Line(f"peak memory of checking {of}", "", peak, 300, unit=" MiB")


def evaluators(games: int) -> Iterator[Line]:
    """Games played at random by the fast evaluator (compiling its functions included) and by the plain one, move by move the same."""
    session = compile_pack(EXAMPLE)
    for scenario in SCENARIOS:
        speed = measure(session.scenario(scenario).document, games)
        what = f"decisions a second, fast / plain evaluator, {EXAMPLE.name} {scenario}"
        yield Line(what, f"{speed.fast:,.0f} / {speed.oracle:,.0f}", speed.ratio, 4.0, at_least=True)


def games_of_every_scenario(runs: int) -> Iterator[Line]:
    """How fast a random game of every scenario of every pack runs once its functions are compiled, beside the plain evaluator."""
    for pack, scenario in played_scenarios():
        fast, plain = running(packed(pack).scenario(scenario).document, runs)
        what = f"decisions a second, fast beside oracle, {pack} {scenario}"
        yield Line(what, f"{fast:,.0f} / {plain:,.0f}", fast, 10_000, at_least=True, unit="/s")


def written(folder: Path, lines: int) -> Path:
    """A generated project of about so many lines, on disk."""
    folder.mkdir(parents=True)
    for name, text in project_of(lines).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def checked(folder: Path) -> Session:
    """The project with all its findings, of which there are none."""
    session = compile_pack(folder)
    if session.findings:
        raise ValueError(f"the generated project is not sound: {session.findings[0].headline}")
    return session


def counted(path: Path) -> int:
    """The lines of a file, or of all files in a folder."""
    return sum(counted(inside) for inside in path.iterdir()) if path.is_dir() else path.read_text(encoding="utf-8").count("\n")


def main(arguments: list[str]) -> int:
    """Measure everything and print the table."""
    runs = int(arguments[0]) if arguments else 5
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = [cold_start(folder, SMALL, 4 * runs), *against_lark(folder, LARGE, runs), *maps(folder, runs), *evaluators(runs)]
        lines += games_of_every_scenario(runs)
    print(as_table(lines), end="")
    return 0 if all(line.is_met for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
