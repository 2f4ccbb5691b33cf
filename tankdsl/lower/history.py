"""`throughout` and `running` in endings: conditions about how long something has held.

The engine knows no history. Before an ending is lowered, such a condition is replaced by plain state: a field that says
that it has failed since the scope opened, set by a trigger; or a field that counts for how many closings of the scope
in a row it held, brought up to date before each closing. If the ending goes through the sides (or other things), each
of them has such a field; otherwise the game has.

A run is judged when each scope closes; `running turn >= 2: throughout turn: c` asks that `c` held all the time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tankdsl.check.tree import Assign, Core, EndingDef, Loop, ParamDef, ProcDef, WheneverDef
from tankdsl.check.types import BOOL, INT, Kind, Type
from tankdsl.lower.build import Build, Json, kind_of
from tankdsl.lower.procs import make_proc
from tankdsl.source import Span
from tankdsl.syntax.node import replaced

LONGEST = 1_000_000
"""Runs are counted up to here."""


@dataclass(slots=True)
class History:
    """The triggers and procedures that keep the state; the fields themselves are given to the build."""

    build: Build
    whenevers: list[WheneverDef] = field(default_factory=list)
    procs: list[ProcDef] = field(default_factory=list)

    def recorded(self, endings: Iterable[EndingDef]) -> list[EndingDef]:
        """The endings with state in place of history."""
        return [replaced(one, condition=self._plain(one, one.condition)) for one in endings]

    def _plain(self, ending: EndingDef, core: Core) -> Core:
        args: tuple[Any, ...] = tuple(self._plain(ending, arg) if isinstance(arg, Core) else arg for arg in core.args)
        match core.op:
            case "throughout":
                return self._throughout(ending, core.span, *args)
            case "running":
                return self._running(ending, core.span, *args)
            case _:
                return core if args == core.args else replaced(core, args=args)

    def _throughout(self, ending: EndingDef, span: Span, scope: str, held: Core) -> Core:
        """It holds now, and did at every settle point since the scope opened."""
        lifetime = {"edge": "start", "scope": scope, "own": False, "nth": 1}
        broken = self._field(ending, "throughout", BOOL, span, {"type": "bool", "default": False, "lifetime": lifetime})
        self.build.scopes.setdefault(scope)
        fails = Core("and", (_not(broken), _not(held)), BOOL, span)
        params = () if ending.each is None or ending.domain is None else (ParamDef(ending.each, False, ending.domain),)
        body = (_assign(broken, Core("bool", (True,), BOOL, span)),)
        self.whenevers.append(WheneverDef(broken.args[1], params, scope, fails, body, (), span))
        return Core("and", (held, _not(broken)), BOOL, span)

    def _running(self, ending: EndingDef, span: Span, scope: str, comparison: str, count: Core, held: Core) -> Core:
        """So many scopes in a row it held when they closed."""
        run = self._field(ending, "running", INT, span, {"type": {"int": [0, LONGEST]}, "default": 0})
        self.build.scopes.setdefault(scope)
        longer = Core("min", (Core("+", (run, _number(1, span)), INT, span), _number(LONGEST, span)), INT, span)
        counted = _assign(run, Core("if", (held, longer, _number(0, span)), INT, span))
        self.procs.append(make_proc(run.args[1], "history", (), (_for_each(ending, counted),), span))
        self.build.closings.setdefault(scope, []).append(["call", run.args[1], [], []])
        return Core(comparison, (run, count), BOOL, span)

    def _field(self, ending: EndingDef, word: str, type: Type, span: Span, form: dict[str, Json]) -> Core:
        """A new field, read for the element that the ending is looking at."""
        kind, element = "Game", Core("ref", ("Game", "game"), Kind("Game"), span)
        if ending.each is not None:
            kind, element = kind_of(ending.each.type), Core("local", (ending.each,), ending.each.type, span)
        number = 1 + sum(len(fields) for fields in self.build.extra_fields.values())
        id = f"{word}.{number}"
        self.build.extra_fields.setdefault(kind, []).append({"id": id, "role": "state", **form})
        return Core("get", (kind, id, element), type, span)


def _assign(target: Core, value: Core) -> Assign:
    kind, id, element = target.args
    return Assign(target.span, (), kind, id, element, value)


def _for_each(ending: EndingDef, statement: Assign) -> Assign | Loop:
    if ending.each is None or ending.domain is None:
        return statement
    return Loop(statement.span, (), ending.each, ending.domain, None, None, None, False, (statement,))


def _not(core: Core) -> Core:
    return Core("not", (core,), BOOL, core.span)


def _number(value: int, span: Span) -> Core:
    return Core("int", (value,), INT, span)
