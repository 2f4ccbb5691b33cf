"""Statements and blocks as canonical text, and the writer of lines that all of `unparse` uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from tankdsl.syntax import ast
from tankdsl.syntax.unparse_expressions import (
    ALTERNATIVE,
    POSTFIX,
    SUM,
    condition_text,
    domain_text,
    expression_text,
    patterns_text,
    quoted_text,
    type_text,
    value_text,
)

INDENT = "    "
T = TypeVar("T")


class Writer:
    """Lines with their indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0

    def line(self, text: str, cites: Iterable[ast.Cite] = ()) -> None:
        """A line, with rule references at its end."""
        references = "".join(f" {cite_text(cite)}" for cite in cites)
        self.lines.append(f"{INDENT * self._depth}{text}{'  ' if references else ''}{references}".rstrip())

    def inside(self, write: Callable[[], None]) -> None:
        """What stands one step further to the right."""
        self._depth += 1
        write()
        self._depth -= 1

    def block(self, head: str, cites: Iterable[ast.Cite], write: Callable[[], None], tail: str = "}") -> None:
        """A line that opens a block, the block, and the line that closes it."""
        self.line(f"{head} {{", cites)
        self.inside(write)
        self.line(tail)

    def each(self, head: str, cites: Iterable[ast.Cite], items: Iterable[T], write: Callable[[Writer, T], None]) -> None:
        """A block in which several things stand, each written by the same function."""

        def write_all() -> None:
            for item in items:
                write(self, item)

        self.block(head, cites, write_all)


def cite_text(cite: ast.Cite) -> str:
    """A rule reference."""
    ids = cite.ids()
    return f"@{ids[0]}" if cite.first == cite.last else f"@{ids[0]}..{ids[-1]}"


def write_body(w: Writer, head: str, cites: Iterable[ast.Cite], block: ast.Block, tail: str = "}") -> None:
    """A block of statements."""
    w.block(head, cites, lambda: write_statements(w, block), tail)


def write_statements(w: Writer, block: ast.Block) -> None:
    """The statements of a block, one on a line."""
    for statement in block.statements:
        write_statement(w, statement)


def write_statement(w: Writer, node: ast.Stmt) -> None:
    """One statement."""
    match node:
        case ast.IfStmt():
            _write_if(w, node, "", node.cites)
        case ast.MatchStmt(subject=subject, arms=arms, cites=cites):
            w.block(f"match {expression_text(subject)}", cites, lambda: write_arms(w, arms))
        case ast.Choose() | ast.Ask():
            _write_with_else(w, node)
        case ast.Sealed(choices=choices, cites=cites):
            w.each("sealed", cites, choices, write_statement)
        case _:
            head, body = _loop(node) or (_one_line(node), None)
            if body is None:
                w.line(head, node.cites)
            else:
                write_body(w, head, node.cites, body)


def write_arms(w: Writer, arms: Iterable[ast.Arm]) -> None:
    """The arms of a match or a table."""
    for arm in arms:
        label = f" {quoted_text(arm.label)}" if arm.label else ""
        head = f"{named(arm.name)}{patterns_text(arm.patterns)}{label} =>"
        statements = arm.body.statements
        if len(statements) == 1 and not statements[0].cites and (text := _simple(statements[0])):
            w.line(f"{head} {text}", arm.cites)
        else:
            write_body(w, head, arm.cites, arm.body)


def write_rows(w: Writer, header: Iterable[ast.Ident], rows: Iterable[ast.Row]) -> None:
    """The lines of a table, the names of the columns first."""
    w.line("| " + " | ".join(name.text for name in header) + " |")
    for row in rows:
        w.line("|" + "".join(f" {', '.join(map(value_text, cell))} |" for cell in row.cells), row.cites)


def named(name: ast.Ident | None) -> str:
    """The name in front of a row, if it has one."""
    return f"{name.text}: " if name else ""


def _simple(node: ast.Stmt) -> str | None:
    """A statement that fits on a line, or ``None``."""
    if isinstance(node, ast.IfStmt | ast.MatchStmt | ast.Choose | ast.Ask | ast.Sealed):
        return None
    loop = _loop(node)
    return None if loop and loop[1] is not None else loop[0] if loop else _one_line(node)


def _write_if(w: Writer, node: ast.IfStmt, before: str, cites: tuple[ast.Cite, ...]) -> None:
    """The references of an `else if` stand on its own line; it opens there."""
    w.line(f"{before}if {condition_text(node.let, node.condition)} {{", cites)
    w.inside(lambda: write_statements(w, node.then))
    match node.orelse:
        case None:
            w.line("}")
        case ast.IfStmt() as chained:
            _write_if(w, chained, "} else ", chained.cites)
        case ast.Block() as block:
            write_body(w, "} else", (), block)


def _write_with_else(w: Writer, node: ast.Choose | ast.Ask) -> None:
    head = _choose(node) if isinstance(node, ast.Choose) else f"ask {expression_text(node.who, POSTFIX)} {quoted_text(node.prompt)}"
    if node.body is None:
        w.line(head, node.cites)
        return
    write_body(w, head, node.cites, node.body, "}" if node.orelse is None else "} else {")
    if node.orelse is not None:
        orelse = node.orelse
        w.inside(lambda: write_statements(w, orelse))
        w.line("}")


def _choose(node: ast.Choose) -> str:
    parts = [f"choose {node.name.text} from {domain_text(node.domain)}", _part("where", node.where), _part("by", node.chooser, POSTFIX)]
    flags = [" at random" if node.at_random else "", f" {quoted_text(node.prompt)}" if node.prompt else ""]
    return "".join([*parts, *flags, " optional" if node.optional else ""])


def _part(word: str, value: ast.Expr | None, level: int = 0) -> str:
    return "" if value is None else f" {word} {expression_text(value, level)}"


def _loop(node: ast.Stmt) -> tuple[str, ast.Block | None] | None:
    """The first line and the block of statements that may have one."""
    match node:
        case ast.ForEach():
            return _for_each(node), node.body
        case ast.Repeat(most=most, until=until, body=body):
            return f"repeat at most {expression_text(most, ALTERNATIVE)}{_part('until', until)}", body
        case ast.Rounds(most=most, until=until, body=body):
            return f"rounds{_part('at most', most, ALTERNATIVE)}{_part('until', until)}", body
        case ast.EachTurn(var=var, start=start, body=body):
            return f"each side {var.text} takes a turn{_part('from', start, ALTERNATIVE)}", body
        case ast.During(scope=scope, owner=owner, body=body):
            return f"during {scope.text}{_part('of', owner, POSTFIX)}", body
        case ast.Alternate(var=var, start=start, until=until, body=body):
            return f"alternate {var.text}{_part('from', start, ALTERNATIVE)} until {expression_text(until)}", body
        case ast.Go(unit=unit, route=route, body=body):
            return f"go {expression_text(unit, POSTFIX)} along {expression_text(route, ALTERNATIVE)}", body
        case ast.Together(body=body):
            return "together", body
        case ast.Limit():
            return _limit(node), node.body
    return None


def _for_each(node: ast.ForEach) -> str:
    clauses = _part("where", node.where) + _part("clockwise from", node.clockwise, ALTERNATIVE)
    clauses += f" lowest {expression_text(node.lowest, ALTERNATIVE)} first" if node.lowest is not None else ""
    clauses += _part("by choice of", node.chooser, POSTFIX) + (" newcomers too" if node.newcomers else "")
    return f"for each {node.var.text} in {domain_text(node.domain)}{clauses}"


def _limit(node: ast.Limit) -> str:
    keys = f" per {', '.join(expression_text(key, POSTFIX) for key in node.keys)}" if node.keys else ""
    head = "once" if node.most == 1 else f"at most {node.most}"
    return f"{head}{keys} per {'own ' if node.own else ''}{node.scope.text}" + (f" {quoted_text(node.reason)}" if node.reason else "")


def _one_line(node: ast.Stmt) -> str:
    """A statement without a block."""
    match node:
        case ast.Let(name=name, value=value):
            return f"let {name.text} = {expression_text(value)}"
        case ast.Var(name=name, type=type, value=value):
            return f"var {name.text}{f': {type_text(type)}' if type else ''} = {expression_text(value)}"
        case ast.Assign(target=target, op=op, value=value):
            return f"{expression_text(target, POSTFIX)} {op} {expression_text(value)}"
        case ast.Do(call=call):
            return expression_text(call)
        case ast.Plays():
            return _plays(node)
        case ast.Plot() | ast.Roll() | ast.OpenWindow():
            return _with_clauses(node)
        case ast.Require(let=let, condition=condition, reason=reason):
            return f"require {condition_text(let, condition)}" + (f" {quoted_text(reason)}" if reason else "")
        case ast.Stop(word=word, condition=condition):
            return f"stop{_part(word, condition)}"
        case ast.Give(value=value):
            return f"give {expression_text(value)}"
        case ast.Cost(amount=amount):
            return f"cost {expression_text(amount)}"
        case ast.Nothing():
            return "nothing"
        case ast.Otherwise():
            return "otherwise"
    return _about_things(node)


def _about_things(node: ast.Stmt) -> str:
    match node:
        case ast.Reroll(target=target, where=where):
            return f"reroll {expression_text(target, POSTFIX)}{_part('where', where)}"
        case ast.Draw(name=name, pile=pile, into=into):
            return f"draw{f' {name.text}' if name else ''} from {expression_text(pile, ALTERNATIVE)}{_part('into', into, ALTERNATIVE)}"
        case ast.Shuffle(pile=pile, into=into):
            return f"shuffle {expression_text(pile, POSTFIX)}{_part('into', into, POSTFIX)}"
        case ast.Put(thing=thing, where=where, target=target):
            word, tail = ("into", f" {where}") if where in ("on top", "at bottom") else (where, "")
            return f"put {expression_text(thing, POSTFIX)} {word} {expression_text(target, ALTERNATIVE)}{tail}"
        case ast.Remove(thing=thing):
            return f"remove {expression_text(thing, POSTFIX)}"
        case ast.Reveal(what=what, to=to):
            return f"reveal {expression_text(what, POSTFIX)} to {expression_text(to, POSTFIX)}"
    raise TypeError(f"no statement: {node!r}")


def _plays(node: ast.Plays) -> str:
    head = f"{expression_text(node.who, POSTFIX)} plays {', '.join(action.text for action in node.actions)}"
    head += _part("with", node.piece, POSTFIX) + _part("for", node.budget, ALTERNATIVE)
    return head + (" once" if node.once else "") + (" may pass" if node.may_pass else "") + _part("until", node.until)


def _with_clauses(node: ast.Plot | ast.Roll | ast.OpenWindow) -> str:
    match node:
        case ast.Plot():
            head = f"plot {node.name.text} for {expression_text(node.unit, POSTFIX)} using {node.movement.text}"
            head += _part("within", node.budget, ALTERNATIVE) + _part("by", node.chooser, POSTFIX)
            return head + (f" {quoted_text(node.prompt)}" if node.prompt else "") + (" optional" if node.optional else "")
        case ast.Roll():
            head = f"roll {node.name.text} = {expression_text(node.count, SUM)} d{node.sides}{_part('each', node.bonus, ALTERNATIVE)}"
            if node.low is not None and node.high is not None:
                head += f" clamp {expression_text(node.low, SUM)}..{expression_text(node.high, SUM)}"
            return head + _part("by", node.owner, POSTFIX)
    args = ", ".join(expression_text(arg) for arg in node.args)
    asks = ", then ".join(_asked(asked) for asked in node.asks)
    return f"window {node.name.text}({args})" + (f" asks {asks}" if asks else "")


def _asked(asked: ast.Asked) -> str:
    if asked.var is None:
        return expression_text(asked.who, ALTERNATIVE)
    return f"each {asked.var.text} in {domain_text(asked.who)}"
