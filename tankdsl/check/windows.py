"""What the responders of a window may do to its numbers, all together.

Each asked side answers at most once.  A number that a window passes on can therefore move by the sum, over the sides asked, of the
greatest change that an answer of that side makes.  Answers whose change is not a plain number (`dice = 2 * dice`) can make it anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.context import Context
from tankdsl.syntax import ast

Clause = tuple[str, "ast.Expr | None", ast.Block]


def clauses_of(cx: Context, window: str) -> Iterator[Clause]:
    """Everything that can be played in a window: name, who may (None: anybody asked), what it does."""
    for things in cx.symbols.things.values():
        for thing in things:
            if isinstance(thing.declaration, ast.Card):
                for clause in thing.declaration.plays:
                    if any(name.text == window for name in clause.windows):
                        yield thing.id, clause.by, clause.body
    for name, reaction in cx.symbols.space("reaction").items():
        assert isinstance(reaction, ast.Reaction)
        if any(word.text == window for word in reaction.windows):
            yield name, reaction.by, reaction.body


def responders_spread(cx: Context, node: ast.OpenWindow, variable: str) -> tuple[int | None, int | None, tuple[str, ...]]:
    """How far the answers can move `variable` down and up (None: anywhere), with a note for each that moves it."""
    down, up = 0, 0
    notes: list[str] = []
    asked = [_shape(asked.who, _renaming(cx, node)) for asked in node.asks]
    best: dict[int, tuple[int, int]] = {}
    for name, by, body in clauses_of(cx, node.name.text):
        change = _change(body, variable)
        if change is None:
            return None, None, ()
        if change == (0, 0):
            continue
        notes.append(f"`{name}` adds {change[0]:+d}" if change[0] == change[1] else f"`{name}` adds {change[0]:+d} to {change[1]:+d}")
        shape = None if by is None else _shape(by, {})
        matching = [index for index, who in enumerate(asked) if who == shape] or list(range(len(asked)))
        for index in matching:
            low, high = best.get(index, (0, 0))
            best[index] = (min(low, change[0]), max(high, change[1]))
    for low, high in best.values():
        down, up = down + low, up + high
    return down, up, tuple(sorted(notes))


def _renaming(cx: Context, node: ast.OpenWindow) -> dict[str, str]:
    """The opener's names of what the window calls by its own parameter names."""
    params = cx.windows[node.name.text]
    return {arg.text: name for arg, (name, _, _) in zip(node.args, params, strict=True) if isinstance(arg, ast.Name)}


def _shape(node: ast.Expr, renaming: dict[str, str]) -> object:
    """An expression without its place, for comparing who is asked with who may answer."""
    match node:
        case ast.Name(text=text):
            return renaming.get(text, text)
        case ast.Field(subject=subject, name=name):
            return ("field", _shape(subject, renaming), name.text)
        case _:
            return id(node)


def _change(block: ast.Block, variable: str) -> tuple[int, int] | None:
    """The least and greatest change of a variable by one run of a block; None when it is not a plain number."""
    down, up = 0, 0
    stack: list[object] = [*block.statements]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Assign) and isinstance(node.target, ast.Name) and node.target.text == variable:
            if node.op == "=" or not isinstance(node.value, ast.Int):
                return None
            step = node.value.value if node.op == "+=" else -node.value.value
            down, up = down + min(0, step), up + max(0, step)
        elif isinstance(node, (ast.ForEach, ast.Repeat)):
            inner = _change(node.body, variable)
            if inner != (0, 0):
                return None
        elif isinstance(node, ast.Node):
            for slot in (s for base in type(node).__mro__ for s in getattr(base, "__slots__", ())):
                value = getattr(node, slot)
                stack.extend(value if isinstance(value, tuple) else [value])
    if len(block.statements) == 1 and down != up:
        only = block.statements[0]
        if isinstance(only, ast.Assign):
            return (down or up, up or down)
    return down, up
