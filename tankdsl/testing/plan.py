"""The cases of a test as straight lines: what is set up first, then the steps from the outermost block to the innermost.

A case continues the block that it stands in, up to where it stands.  It is played from the start for itself, so that cases cannot disturb
each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tankdsl.check.cases import tree as tt


@dataclass(frozen=True, slots=True)
class Case:
    """One run: settings and options of all its blocks, and its steps in order; `own` steps are the case's own (the last ones)."""

    path: tuple[str, ...]
    branch: tt.Branch
    settings: tuple[tt.Setting, ...]
    options: dict[str, int | bool | str]
    steps: tuple[tt.Step, ...]


def cases_of(test: tt.TestDef) -> Iterator[Case]:
    """All runs of a test, outer before inner, in written order."""
    yield from _cases(test.root, (), (), {}, ())


def _cases(
    branch: tt.Branch,
    path: tuple[str, ...],
    settings: tuple[tt.Setting, ...],
    options: dict[str, int | bool | str],
    steps: tuple[tt.Step, ...],
) -> Iterator[Case]:
    settings = (*settings, *branch.settings)
    options = {**options, **branch.options}
    own = tuple(step for step in branch.steps if not isinstance(step, tt.Branch))
    inner = [step for step in branch.steps if isinstance(step, tt.Branch)]
    if any(not isinstance(step, tt.Start) for step in own) or not inner:
        yield Case(path, branch, settings, options, (*steps, *own))
    done = steps
    for step in branch.steps:
        if isinstance(step, tt.Branch):
            yield from _cases(step, (*path, step.name), settings, options, done)
        else:
            done = (*done, step)
