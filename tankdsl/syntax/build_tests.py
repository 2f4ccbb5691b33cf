"""Builders of `test` blocks and of the scripts in them."""

from __future__ import annotations

from typing import Any

from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.build_pieces import header
from tankdsl.syntax.build_scenarios import Options, Things
from tankdsl.syntax.building import Clause, Context, Token, builds, of_type

Script = tuple[ast.ScriptLine, ...]
_PARTS = (
    ast.TestDo, ast.TestPass, ast.Refuse, ast.Expect, ast.TestGiven, ast.TestStart, ast.TestOptions, ast.TestCase,
)  # fmt: skip


# ---- tests ----------------------------------------------------------------------------------------------------------


@builds("test")
def _test(b: Context, at: Span, title: Token, items: list[Any] | tuple[()] = ()) -> ast.Test:
    text = b.string(title)
    rows = of_type(ast.Row, items)
    columns = header(b, rows[0]) if rows else ()
    campaign, scenario = b.clauses(items).get("scenario", (None, None))
    name = ast.Ident(text.span, text.value)
    return b.citing(ast.Test(at, name, "", (), campaign, scenario, _parts(items), columns, rows[1:]))


@builds("test_scenario")
def _test_scenario(b: Context, at: Span, name: Token) -> Clause:
    return Clause("scenario", (None, b.ident(name)), at)


@builds("test_campaign")
def _test_campaign(b: Context, at: Span, name: Token, first: Token | None) -> Clause:
    return Clause("scenario", (b.ident(name), b.ident_or_none(first)), at)


def _parts(items: list[Any] | tuple[()]) -> tuple[ast.TestPart, ...]:
    """The parts of a test or a case; what is shared with scenarios gets its own node here."""
    made: list[ast.TestPart] = []
    for item in items:
        if isinstance(item, Options):
            made.append(ast.TestOptions(item.at, item.settings))
        elif isinstance(item, Things):
            made.append(ast.TestGiven(item.at, item.units, item.settings))
        elif isinstance(item, _PARTS):
            made.append(item)
    return tuple(made)


@builds("test_case")
def _test_case(b: Context, at: Span, name: Token, title: Token | None, items: list[Any] | tuple[()] = ()) -> ast.TestCase:
    return b.citing(ast.TestCase(at, b.ident(name), b.string_or_none(title), _parts(items), ()))


@builds("test_start")
def _test_start(b: Context, at: Span, sequence: Token, script: Script) -> ast.TestStart:
    return ast.TestStart(at, b.ident(sequence), script)


@builds("test_do")
def _test_do(b: Context, at: Span, input: ast.PlayInput, script: Script) -> ast.TestDo:
    return ast.TestDo(at, input, script)


@builds("test_pass")
def _test_pass(b: Context, at: Span, side: Token, script: Script) -> ast.TestPass:
    return ast.TestPass(at, b.ident(side), script)


@builds("expect")
def _expect(b: Context, at: Span, condition: ast.Expr) -> ast.Expect:
    return ast.Expect(at, condition, None)


@builds("expect_finding")
def _expect_finding(b: Context, at: Span, name: Token) -> ast.Expect:
    return ast.Expect(at, None, b.string(name))


# ---- inputs, refusals, scripts --------------------------------------------------------------------------------------


@builds("play_input")
def _play_input(b: Context, at: Span, side: Token | None, name: Token, args: tuple[ast.Expr, ...] | None) -> ast.PlayInput:
    return ast.PlayInput(at, b.ident_or_none(side), b.ident(name), args or ())


@builds("refuse")
def _refuse(
    b: Context,
    at: Span,
    what: ast.PlayInput | Clause,
    script: Script,
    first: ast.Expr,
    rest: list[ast.Expr] | tuple[()] = (),
) -> ast.Refuse:
    reasons = (first, *rest)
    if isinstance(what, ast.PlayInput):
        return ast.Refuse(at, what, None, (), script, reasons)
    side, picks = what.value
    return ast.Refuse(at, None, side, picks, script, reasons)


@builds("refused_pass")
def _refused_pass(b: Context, at: Span, side: Token) -> Clause:
    return Clause("pass", (b.ident(side), ()), at)


@builds("refused_picks")
def _refused_picks(b: Context, at: Span, side: Token, values: tuple[ast.Expr, ...]) -> Clause:
    return Clause("picks", (b.ident(side), values), at)


@builds("refuse_line")
def _refuse_line(b: Context, at: Span, refusal: ast.Refuse) -> ast.Refuse:
    return refusal


@builds("script")
def _script(b: Context, at: Span, words: Script, block: Script | None) -> Script:
    return words + (block or ())


@builds("script_words", "script_block")
def _script_lines(b: Context, at: Span, lines: list[ast.ScriptLine] | tuple[()] = ()) -> Script:
    return tuple(lines)


@builds("script_word", "script_values")
def _script_values(b: Context, at: Span, word: Token, values: tuple[ast.Expr, ...]) -> ast.ScriptLine:
    return ast.ScriptLine(at, b.word(word), None, values, None, None)


@builds("script_plays")
def _script_plays(b: Context, at: Span, side: Token, name: Token, args: tuple[ast.Expr, ...] | None) -> ast.ScriptLine:
    who = b.ident(side)
    return ast.ScriptLine(at, "plays", who, (), ast.PlayInput(at, who, b.ident(name), args or ()), None)


@builds("script_passes")
def _script_passes(b: Context, at: Span, side: Token) -> ast.ScriptLine:
    return ast.ScriptLine(at, "passes", b.ident(side), (), None, None)


@builds("script_answers")
def _script_answers(b: Context, at: Span, side: Token, word: Token, values: tuple[ast.Expr, ...]) -> ast.ScriptLine:
    return ast.ScriptLine(at, b.word(word), b.ident(side), values, None, None)


@builds("script_refuse")
def _script_refuse(b: Context, at: Span, refusal: ast.Refuse) -> ast.ScriptLine:
    return ast.ScriptLine(at, "refuse", None, (), None, refusal)


@builds("script_expect")
def _script_expect(b: Context, at: Span, condition: ast.Expr) -> ast.ScriptLine:
    return ast.ScriptLine(at, "expect", None, (condition,), None, None)
