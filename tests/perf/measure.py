"""Measuring on a machine that is never quiet: processor time, medians, and ratios within one run.

What is compared is run in turns, so that a busy minute falls on both; of the processor time only that in user mode is taken,
which is least disturbed by others. Works where there is `resource`: on Linux and macOS.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
MIB = 1024 * 1024
IMPORTS = "import lark, click"
"""What starting is measured by: a process that imports the two libraries and does nothing."""


class Line(NamedTuple):
    """One line of the table: what is measured, the medians in words, the figure that counts, and what it may be."""

    what: str
    medians: str
    figure: float
    target: float
    at_least: bool = False
    unit: str = "x"

    @property
    def is_met(self) -> bool:
        """Whether the figure is on the right side of the target."""
        return self.figure >= self.target if self.at_least else self.figure <= self.target

    @property
    def shown(self) -> tuple[str, str, str, str, str]:
        """The line as cells."""
        sign = ">=" if self.at_least else "<="
        digits = 2 if self.unit == "x" else 0
        verdict = "ok" if self.is_met else "OVER" if not self.at_least else "UNDER"
        return self.what, self.medians, f"{self.figure:.{digits}f}{self.unit}", f"{sign} {self.target:g}{self.unit}", verdict


def medians_of(runs: int, *functions: Callable[[], object]) -> list[float]:
    """The median of the seconds that each function takes, run in turns; what a function returns is kept until it is timed."""
    taken: list[list[float]] = [[] for _ in functions]
    for _ in range(runs):
        for times, function in zip(taken, functions, strict=True):
            gc.collect()
            before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
            kept = function()
            times.append(resource.getrusage(resource.RUSAGE_SELF).ru_utime - before)
            del kept
    return [median(times) for times in taken]


def medians_of_processes(runs: int, cache: Path, *commands: Sequence[str]) -> list[float]:
    """The same for commands of this Python; compiled modules are found in `cache`, where a first run puts them."""
    for command in commands:
        run_python(command, cache)
    taken: list[list[float]] = [[] for _ in commands]
    for _ in range(runs):
        for times, command in zip(taken, commands, strict=True):
            times.append(run_python(command, cache).ru_utime)
    return [median(times) for times in taken]


def peak_of(command: Sequence[str], cache: Path) -> float:
    """The most memory that a process has held, in MiB.

    A process begins with the peak of the one that started it. So a small one comes between.
    """
    between = [sys.executable, "-c", _PEAK, sys.executable, *command]
    done = subprocess.run(between, cwd=ROOT, env=_environment(cache), capture_output=True, text=True, check=True)
    return int(done.stdout) * (1 if sys.platform == "darwin" else 1024) / MIB


_PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def run_python(arguments: Sequence[str], cache: Path) -> resource.struct_rusage:
    """Run this Python with arguments and give what it used; `CalledProcessError` if it fails."""
    process = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, env=_environment(cache), stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, arguments)
    return used


def _environment(cache: Path) -> dict[str, str]:
    """The environment of this process, but compiled modules are kept, and in a folder of our own."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(cache)}


def as_table(lines: Sequence[Line]) -> str:
    """The lines under their headings, columns aligned."""
    rows = [("what", "medians", "figure", "target", ""), *(line.shown for line in lines)]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    return "".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n" for row in rows)
