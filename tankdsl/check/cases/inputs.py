"""What a test puts in, and the script of what happens while an input runs."""

from __future__ import annotations

from collections.abc import Callable

from tankdsl.check.cases import tree as tt
from tankdsl.check.cases.setup import Setup
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check, demand
from tankdsl.check.tree import ActionDef, Core
from tankdsl.check.types import Kind, Model, Poison, Set, Type, required
from tankdsl.diagnostics import counted
from tankdsl.diagnostics.registry import names, types
from tankdsl.diagnostics.registry import tests as kinds
from tankdsl.syntax import ast

STANDARD_REASONS = frozenset(
    {
        "game_over",
        "not_your_decision",
        "not_offered",
        "not_in_hand",
        "not_yours",
        "limit_reached",
        "cannot_pay",
        "not_in_domain",
        "not_adjacent",
        "too_far",
        "must_stop",
        "cannot_stop",
        "wrong_form",
    }
)
"""Reasons that the engine gives by itself; the others are the texts of requirements."""


class Inputs:
    """Checks inputs and scripts of one test."""

    def __init__(
        self,
        cx: Context,
        env: Env,
        columns: dict[str, tuple[ast.Expr, ...]],
        setup: Setup,
        expected: Callable[[ast.Expect], tt.Expected | tt.ExpectedFinding],
    ) -> None:
        self.cx, self.env, self.columns, self.setup, self.expected = cx, env, columns, setup, expected

    def side(self, name: ast.Ident) -> str:
        """The id of a side."""
        if name.text not in self.cx.symbols.sides:
            self.cx.unknown(name.span, name.text, "side", list(self.cx.symbols.sides))
        return name.text

    def values(self, nodes: tuple[ast.Expr, ...], wanted: Type | None = None) -> tuple[Core, ...]:
        """Values of a line; a column with several values stands for all of them."""
        out: list[Core] = []
        for node in nodes:
            if isinstance(node, ast.Name) and len(self.columns.get(node.text, ())) != 1 and node.text in self.columns:
                out += [check(self.cx, self.env, cell, wanted) for cell in self.columns[node.text]]
            else:
                out.append(self._value(node, wanted))
        return tuple(out)

    def _value(self, node: ast.Expr, wanted: Type | None) -> Core:
        core = check(self.cx, self.env, node, wanted)
        inner = required(wanted) if wanted is not None else None
        if isinstance(core.type, Model) and (inner is None or isinstance(inner, Kind)):
            owned = self.setup.by_model.get(str(core.args[1]), [])
            if owned:
                return self.setup.reference(owned[0], node.span)
        return core

    def put(self, node: ast.PlayInput) -> tt.Put:
        """`name(args)`: an action, a reaction or a card."""
        side = None if node.side is None else self.side(node.side)
        ways = [action for action in self.cx.program.actions.values() if action.name == node.name.text]
        if not ways:
            candidates = (action.name for action in self.cx.program.actions.values())
            self.cx.report(
                names.UNKNOWN_NAME,
                node.name.span,
                f"there is no action or card `{node.name.text}`",
                help=self.cx.did_you_mean(node.name.text, candidates),
            )
            self.values(node.args)
            return tt.Put(node.span, side, node.name.text, ())
        way = next((action for action in ways if len(action.params) == len(node.args)), None)
        if way is None:
            wanted = sorted({len(action.params) for action in ways})
            self.cx.report(
                types.WRONG_ARGUMENTS, node.span, f"`{node.name.text}` takes {counted(wanted[0], 'argument')}, found {len(node.args)}"
            )
            return tt.Put(node.span, side, node.name.text, ())
        return tt.Put(node.span, side, node.name.text, self._arguments(way, node.args))

    def _arguments(self, way: ActionDef, nodes: tuple[ast.Expr, ...]) -> tuple[tuple[Core, ...], ...]:
        out: list[tuple[Core, ...]] = []
        for param, node in zip(way.params, nodes, strict=True):
            type = param.local.type
            if param.some and isinstance(type, Set):
                items = node.items if isinstance(node, ast.ListOf) else (node,)
                out.append(tuple(demand(self.cx, self.env, core, type.of) for core in self.values(items, type.of)))
            else:
                core = self._value(node, type)
                out.append((demand(self.cx, self.env, core, type, f"the parameter `{param.local.name}`"),))
        return tuple(out)

    # ------------------------------------------------------------------------------------------------------- scripts

    def script(self, lines: tuple[ast.ScriptLine, ...]) -> tuple[tt.Line, ...]:
        """The lines of a script, in order."""
        return tuple(self._line(line) for line in lines)

    def _line(self, node: ast.ScriptLine) -> tt.Line:
        side = None if node.side is None else self.side(node.side)
        match node.word:
            case "plays":
                assert node.input is not None
                return tt.Line(node.span, "plays", side, put=self.put(node.input))
            case "refuse":
                assert node.refusal is not None
                return tt.Line(node.span, "refuse", side, refusal=self.refusal(node.refusal))
            case "expect":
                made = self.expected(ast.Expect(node.span, node.values[0], None))
                assert isinstance(made, tt.Expected)
                return tt.Line(node.span, "expect", side, expectation=made)
            case _:
                return tt.Line(node.span, node.word, side, self.values(node.values))

    def refusal(self, node: ast.Refuse) -> tt.Refused:
        """`refuse input because reason`."""
        put = None if node.input is None else self.put(node.input)
        passing = None if node.passing is None else self.side(node.passing)
        reasons = tuple(reason for item in node.reasons if (reason := self._reason(item)) is not None)
        side = put.side if put is not None else passing
        return tt.Refused(node.span, put, passing, self.values(node.picks), side, self.script(node.script), reasons)

    def _reason(self, node: ast.Expr) -> str | None:
        match node:
            case ast.Text(value=value):
                return value
            case ast.Name(text=text) if text in self.columns:
                cell = self.columns[text]
                return self._reason(cell[0]) if len(cell) == 1 else None
            case ast.Name(text=text) if text in STANDARD_REASONS:
                return text
            case _:
                self.cx.report(
                    kinds.TEST_WRONG,
                    node.span,
                    "a reason is the text of a requirement, or one of the standard reasons",
                    help="the standard reasons are " + ", ".join(f"`{reason}`" for reason in sorted(STANDARD_REASONS)),
                )
                return None


__all__ = ["Inputs", "Poison"]
