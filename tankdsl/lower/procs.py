"""Procedures: a list of statements becomes one flat list of instructions.

Every procedure ends in the same way, wherever it is left: what is open is closed, then a settle point, then the return
with its results. A sequence is also a scope of its own name, which is open as long as it runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from tankdsl.check.tree import AnyStmt, Local, ProcDef, Program
from tankdsl.lower.body import Body
from tankdsl.lower.build import Build, Json
from tankdsl.lower.code import Code
from tankdsl.lower.frames import Frame
from tankdsl.lower.statements import lower_statement
from tankdsl.source import Span

RUNS_INSIDE = frozenset({"whenever", "refill", "history"})
"""Origins of procedures that run inside of something that settles afterwards: they have no settle point of their own."""


def lower_proc(build: Build, proc: ProcDef) -> Json:
    """An effect, a table, a sequence, or the body of something else."""
    frame = Frame(build, proc.id, proc.params)
    results = _result_slots(frame, proc.gives_locals, len(proc.results))
    body = Body(frame, Code(proc.span), lower_statement, results)
    with body.scope(proc.name if proc.origin == "sequence" else None):
        body.block(proc.body)
    _finish(body, settles=proc.origin not in RUNS_INSIDE)
    return _document(build, proc, body)


def sequence_proc(program: Program, sequence: str) -> str:
    """The id of the procedure of a sequence."""
    return next(proc.id for proc in program.procs.values() if proc.origin == "sequence" and proc.name == sequence)


def _result_slots(frame: Frame, given: Sequence[Local], count: int) -> list[int]:
    """What the procedure returns: the last values of some locals, or what `give` says."""
    if given:
        return [frame.slots.of(local) for local in given]
    return [frame.slots.spare() for _ in range(count)]


def _finish(body: Body, settles: bool) -> None:
    code = body.code
    code.bind(body.exit)
    if not code.is_reachable:
        return
    if settles:
        code.settle()
    if body.results:
        code.emit("return", [["local", slot] for slot in body.results])


def _document(build: Build, proc: ProcDef, body: Body) -> Json:
    path = ("rules", "procs", proc.id)
    build.origin(path, proc.span, proc.cites)
    for position, (span, cites) in enumerate(body.code.sources):
        build.origin((*path, "code", position), span, cites)
    return {
        "id": proc.id,
        "name": proc.name,
        "params": body.frame.params(proc.params),
        "slots": body.frame.slots.count,
        "results": len(body.results),
        "code": body.code.finished(),
        **body.frame.names(local.name for local in proc.params),
        "cites": list(proc.cites),
    }


def make_proc(
    id: str,
    origin: str,
    params: Sequence[Local],
    body: tuple[AnyStmt, ...],
    span: Span,
    gives: Sequence[Local] = (),
    name: str = "",
) -> ProcDef:
    """A procedure that has no declaration of its own: the body of an action, of a trigger, of a pile's refill."""
    results = tuple(local.type for local in gives)
    return ProcDef(id, name or id, origin, tuple(params), results, tuple(gives), body, (), span)
