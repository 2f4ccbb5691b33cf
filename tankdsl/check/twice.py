"""What may stand once inside of a declaration and stands twice: names of rows and members, columns, settings.

A second one would take the place of the first in silence, or hide behind it. So all of them are looked for here, over the tree as it was
written, and nothing else has to ask. Names that declarations have among each other are the business of `resolve.symbols`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tankdsl.check.context import Context
from tankdsl.diagnostics.registry import names, structure, syntax
from tankdsl.source import Span
from tankdsl.syntax import ast

Named = tuple[str, Span]


def check_twice(cx: Context) -> None:
    """Report everything that stands twice where once is meant."""
    for declaration in cx.program.declarations:
        for what, found in _named_parts(declaration):
            _once(cx, what, found)
        for of, settings in _settings(declaration):
            _set_once(cx, of, settings)
        if isinstance(declaration, ast.Movement):
            _budgets(cx, declaration)
        if isinstance(declaration, ast.Campaign):
            _battles(cx, declaration)
        if isinstance(declaration, ast.Option):
            _changes(cx, declaration)


def _once(cx: Context, what: str, found: Iterable[Named], help: str = "give one of them another name") -> None:
    first: dict[str, Span] = {}
    for name, span in found:
        earlier = first.setdefault(name, span)
        if earlier is not span:
            headline = f"{what} `{name}` twice"
            cx.report(
                names.DUPLICATE_NAME,
                span,
                headline,
                secondary=cx.labels((earlier, "the first is here")),
                help=help,
            )


def _battles(cx: Context, node: ast.Campaign) -> None:
    """A scenario is a battle of its own, so the same ground is fought over again in one that takes everything from it."""
    battles = [_ident(battle) for battle in node.battles]
    name = next((name for name, _ in battles), "")
    help = f'let a scenario of its own take everything from it: `scenario second "..." of {name} {{ }}`'
    _once(cx, f"`{node.name.text}` has the battle", battles, help)


def _named_parts(declaration: ast.Decl) -> Iterator[tuple[str, list[Named]]]:
    """Lists of names that must differ from each other, each with the words for a headline."""
    name = declaration.name.text
    match declaration:
        case ast.Enum():
            yield f"`{name}` has the member", [_ident(member.name) for member in declaration.members]
        case ast.Option():
            yield f"`{name}` has the value", [_ident(value) for value in declaration.values]
        case ast.Kind() | ast.Ruleset():
            yield f"`{name}` has the field", [_ident(word) for member in declaration.members for word in _fields(member)]
        case ast.Things():
            yield "this table has the column", [_ident(word) for word in declaration.header]
        case ast.Value():
            yield f"`{name}` has the row", _rows(declaration.rows)
        case ast.Table():
            yield f"`{name}` has the column", [_ident(word) for word in declaration.header]
            yield f"`{name}` has the row", _rows(declaration.arms)
        case ast.Ending():
            yield f"`{name}` has the row", _rows(declaration.rows)
        case ast.Movement():
            yield f"`{name}` has the row", _rows(declaration.rows)
        case ast.Arcs():
            yield f"`{name}` has the arc", [_ident(part.name) for part in declaration.parts]
        case ast.Window():
            yield f"`{name}` has the parameter", [_ident(param.name) for param in declaration.params]
        case ast.Layout():
            yield (
                f"`{name}` names",
                [_ident(zone.name) for zone in declaration.zones] + [_ident(place.name) for place in declaration.places],
            )
        case ast.Card():
            yield f"`{name}` sets", [_ident(stat.name) for stat in declaration.stats]
        case ast.Scenario():
            yield f"`{name}` has the piece", _aliases(declaration.units)
        case ast.Test():
            yield "this test has the column", [_ident(word) for word in declaration.header]
            yield from _cases(declaration.parts)


def _ident(name: ast.Ident) -> Named:
    return name.text, name.span


def _fields(member: ast.KindMember) -> tuple[ast.Ident, ...]:
    match member:
        case ast.Member():
            return member.names
        case ast.PileMember():
            return (member.name,)
    return ()


def _rows(rows: Iterable[ast.ValueRow | ast.Arm | ast.EndingRow | ast.MoveRow]) -> list[Named]:
    return [_ident(row.name) for row in rows if row.name is not None]


def _aliases(units: Iterable[ast.Given]) -> list[Named]:
    return [_ident(unit.alias) for unit in units if unit.alias is not None]


def _cases(parts: tuple[ast.TestPart, ...]) -> Iterator[tuple[str, list[Named]]]:
    """The cases of a block, and those inside of each of them."""
    cases = [part for part in parts if isinstance(part, ast.TestCase)]
    yield "there is the case", [_ident(case.name) for case in cases]
    for case in cases:
        yield from _cases(case.parts)


# --------------------------------------------------------------------------------------------------------------- settings


def _settings(declaration: ast.Decl) -> Iterator[tuple[str, tuple[ast.Setting, ...]]]:
    """Lists of settings that must differ in what they set, each with what they belong to."""
    match declaration:
        case ast.Scenario():
            yield "", declaration.settings
            yield from ((f" of `{unit.unit.text}`", unit.settings) for unit in declaration.units)
        case ast.Test():
            yield from _test_settings(declaration.parts)


def _test_settings(parts: tuple[ast.TestPart, ...]) -> Iterator[tuple[str, tuple[ast.Setting, ...]]]:
    given = [part for part in parts if isinstance(part, ast.TestGiven)]
    yield "", tuple(setting for part in given for setting in part.settings)
    yield from ((f" of `{unit.unit.text}`", unit.settings) for part in given for unit in part.units)
    yield "", tuple(setting for part in parts if isinstance(part, ast.TestOptions) for setting in part.settings)
    for case in parts:
        if isinstance(case, ast.TestCase):
            yield from _test_settings(case.parts)


def _set_once(cx: Context, of: str, settings: tuple[ast.Setting, ...]) -> None:
    if len(settings) < 2:
        return
    from tankdsl.syntax.unparse_expressions import expression_text

    first: dict[str, Span] = {}
    for setting in settings:
        text = expression_text(setting.target)
        earlier = first.setdefault(text, setting.span)
        if earlier is not setting.span:
            cx.report(
                syntax.GIVEN_TWICE,
                setting.span,
                f"`{text}`{of} is set twice",
                secondary=cx.labels((earlier, "set first here")),
                help="leave one of them out",
            )


# -------------------------------------------------------------------------------------------------- movements, options


def _budgets(cx: Context, node: ast.Movement) -> None:
    """The first budget whose condition holds counts, so none comes after one without a condition."""
    budgets = [row for row in node.rows if row.word == "budget"]
    always = next((index for index, row in enumerate(budgets) if row.condition is None), len(budgets))
    for row in budgets[always + 1 :]:
        secondary = cx.labels((budgets[always].span, "this one always counts"))
        cx.report(
            structure.ROW_UNREACHABLE,
            row.span,
            f"this budget of `{node.name.text}` never counts",
            secondary=secondary,
            help="give the first a condition",
        )


def _changes(cx: Context, node: ast.Option) -> None:
    """One option changes a thing in one way; and it can go with itself, but not need or exclude itself."""
    _once(cx, f"`{node.name.text}` changes", [found for change in node.changes if (found := _changed(change)) is not None])
    for word in (*node.needs, *node.excludes):
        if word.text == node.name.text:
            cx.report(structure.OPTION_WRONG, word.span, f"the option `{word.text}` speaks of itself here", help="name another option")
    needed = {word.text for word in node.needs}
    for word in node.excludes:
        if word.text in needed and word.text != node.name.text:
            cx.report(
                structure.OPTION_WRONG,
                word.span,
                f"`{node.name.text}` needs `{word.text}` and excludes it",
                help="leave one of the two out",
            )


def _changed(change: ast.Change) -> Named | None:
    """What a change replaces or removes, in words that differ for different things."""
    if change.word == "add":
        return None
    if change.declaration is not None:
        return change.declaration.name.text, change.declaration.name.span
    if change.target is None:
        return None
    row = f"{change.of.text}.{change.target.text}" if change.of is not None else change.target.text
    return row, change.target.span
