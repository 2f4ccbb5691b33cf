"""Rows of things: each row is a model of its kind, each column a stat of it, read as constants."""

from __future__ import annotations

from tankdsl.check.areas import OUTLINE, check_outline
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import PLACEABLE, Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check_as
from tankdsl.check.limits import MOST_COPIES, copies_of
from tankdsl.check.tree import Core, MissionDef, ModelDef
from tankdsl.check.types import SIDE, TEXT, Kind, Optional, Per, Set, required
from tankdsl.diagnostics import counted, quoted
from tankdsl.diagnostics.registry import names, structure, types
from tankdsl.resolve.builtins import snake
from tankdsl.resolve.symbols import Thing
from tankdsl.source import Span
from tankdsl.syntax import ast

CONSTANT_OPS = frozenset({"int", "bool", "enum", "ref", "model", "dir", "text", "none", "neg", "list", "set"})
COLUMNS = ("id", "name", "side", "copies")
"""Columns that every table of things may have beside the stats."""


def check_models(cx: Context, kind: str) -> tuple[ModelDef, ...]:
    """All models of a kind, in order of declaration."""
    if kind == "Side":
        return tuple(
            ModelDef(name, side.title.value if side.title else name, name, {}, 1, cite_ids(side.cites), side.name.span)
            for name, side in cx.symbols.sides.items()
        )
    if kind == "Game":
        return (ModelDef("game", cx.program.title, None, {}, 1, (), Span(0, 0, 0)),)
    out: list[ModelDef] = []
    for thing in cx.symbols.things.get(kind, ()):
        match thing.declaration:
            case ast.Things() as table:
                assert thing.row is not None
                out.append(_row_model(cx, kind, thing, table, thing.row))
            case ast.Card() as card:
                out.append(_card_model(cx, kind, card))
            case ast.Mission() as mission:
                copies = copies_of(cx, thing.id, mission.copies, thing.span)
                out.append(ModelDef(thing.id, mission.title.value, None, {}, copies, cite_ids(mission.cites), mission.name.span))
    for table in cx.tables_of(kind):
        _check_header(cx, kind, table)
    declaration = cx.kinds[kind].declaration
    if cx.category(kind) == "part" and not out and isinstance(declaration, ast.Kind):
        # A kind of parts without rows is its own row.
        out.append(ModelDef(snake(kind), kind, None, {}, 1, (), declaration.name.span))
    return tuple(out)


def check_kinds_of_tables(cx: Context) -> None:
    """Tables whose kind is not declared, or is of another category than their first word says."""
    for table in cx.declarations_of(ast.Things):
        info = cx.kinds.get(table.name.text)
        if info is None:
            cx.unknown(table.name.span, table.name.text, "kind", cx.kinds_of(table.word.removesuffix("s")))
        elif f"{info.category}s" != table.word:
            headline = f"`{table.name.text}` is a kind of {info.category}, and this is a table of {table.word}"
            cx.report(names.WRONG_KIND_OF_NAME, table.name.span, headline, help=f"write `{info.category}s {table.name.text}`")


def _check_header(cx: Context, kind: str, table: ast.Things) -> None:
    """Columns that are no stats, and rows whose length differs."""
    if table.csv is not None and not table.header:
        return  # The file could not be read, which has its own finding.
    if not any(word.text == "id" for word in table.header):
        at = table.header[0].span if table.header else table.name.span
        cx.foundation_lost = True
        cx.report(structure.ROW_WRONG, at, "this table has no column `id`", help="every row needs a name: make `id` the first column")
    stats = _stats(cx, kind)
    for word in table.header:
        if word.text not in COLUMNS and word.text not in stats and not cx.is_in_doubt(kind):
            cx.report(
                names.UNKNOWN_FIELD,
                word.span,
                f"`{kind}` has no stat `{word.text}`",
                help=cx.did_you_mean(word.text, [*stats, *COLUMNS]) or (f"its stats are {quoted(stats)}" if stats else "it has none"),
            )
    names_at = next((index for index, word in enumerate(table.header) if word.text == "id"), None)
    for row in table.rows:
        if names_at is not None and names_at < len(row.cells):
            _check_name(cx, row, names_at)
        if len(row.cells) != len(table.header):
            cx.report(
                structure.ROW_WRONG,
                row.span,
                f"this row has {counted(len(row.cells), 'cell')}, the header has {len(table.header)}",
                secondary=cx.labels((table.header[0].span.to(table.header[-1].span), "the header")) if table.header else (),
                help="write a cell for each column; one that has nothing to say is left blank",
            )


def _check_name(cx: Context, row: ast.Row, at: int) -> None:
    """A row without a name is no thing at all, so it must not get lost silently."""
    match row.cells[at]:
        case (ast.Name(),):
            return
        case ():
            headline = "this row has no name"
        case _:
            headline = "a row is named by a name"
    cx.foundation_lost = True  # Scenarios and tests may name the thing that this row was meant to be.
    cx.report(
        structure.ROW_WRONG, row.cell_spans[at] if row.cells[at] else row.span, headline, help="write one in small letters, digits and `_`"
    )


def _stats(cx: Context, kind: str) -> list[str]:
    return [name for name in cx.field_names(kind) if (info := cx.field_of(kind, name)) is not None and info.role == "stat"]


def _row_model(cx: Context, kind: str, thing: Thing, table: ast.Things, row: ast.Row) -> ModelDef:
    cells = {word.text: (row.cells[index], row.cell_spans[index]) for index, word in enumerate(table.header) if index < len(row.cells)}
    title = thing.id
    side: str | None = None
    copies = 1
    in_box: int | None = None
    stats: dict[str, Core] = {}
    before = len(cx.found)
    for column, (parts, span) in cells.items():
        if not parts or column == "id":
            continue
        if len(parts) > 1:
            cx.report(structure.ROW_WRONG, span, "this cell holds several values", help=_one_value(cx, kind, column))
            continue
        match column, parts[0]:
            case "name", ast.Text(value=value):
                title = value
            case "name", other:
                cx.report(types.TYPE_MISMATCH, other.span, "a name is text", help='write it in quotes: `"..."`')
            case "side", cell:
                side = _side_cell(cx, cell)
            case "copies", ast.Int(value=count, measure=None):
                copies = in_box = copies_of(cx, thing.id, count, span)
            case "copies", other:
                cx.report(types.TYPE_MISMATCH, other.span, "the number of copies is a plain number", help="write `1` or more")
            case _, cell:
                _stat_cell(cx, kind, column, cell if table.csv is None else _as_text(cx, kind, column, cell), stats)
    _missing(cx, kind, thing, table, row, stats)
    if len(row.cells) != len(table.header):
        del cx.found[before:]  # The row has its finding, and which cell stands in which column is a guess.
    return ModelDef(thing.id, title, side, stats, copies, cite_ids(table.cites, row.cites), thing.span, in_box)


def _one_value(cx: Context, kind: str, column: str) -> str:
    """What to write in a cell that holds several values."""
    match column:
        case "copies":
            return "write one number, how many there are of this row"
        case "side":
            return "write one side, or leave the cell blank for things of every side"
        case "name":
            return 'write it in quotes: `"..."`'
    info = cx.field_of(kind, column)
    several = info is None or isinstance(required(info.type), Set | Per)
    return "write a list: `[a, b]`" if several else 'write one value; a text with commas stands in quotes: `"..."`'


def _side_cell(cx: Context, cell: ast.Expr) -> str | None:
    core = check_as(cx, Env("field"), cell, SIDE, "in the column `side`")
    return str(core.args[1]) if core.op == "ref" else None


def _as_text(cx: Context, kind: str, column: str, cell: ast.Expr) -> ast.Expr:
    """In a file of values text stands without quotation marks, so that a single word of it looks like a name."""
    info = cx.field_of(kind, column)
    return ast.Text(cell.span, cell.text) if info is not None and info.type == TEXT and isinstance(cell, ast.Name) else cell


def _stat_cell(cx: Context, kind: str, column: str, cell: ast.Expr, stats: dict[str, Core]) -> None:
    info = cx.field_of(kind, column)
    if info is None or info.role != "stat":
        return
    core = check_as(cx, Env("field"), cell, info.type, f"the stat `{column}`")
    if core.op not in CONSTANT_OPS:
        cx.report(
            types.NOT_CONSTANT,
            cell.span,
            "a stat in a row is a plain value",
            help="compute it in the kind: `stat x = ...`, or in a `value`",
        )
        return
    if column == OUTLINE and cx.category(kind) == "area":
        check_outline(cx, core)
    stats[column] = core


def _missing(cx: Context, kind: str, thing: Thing, table: ast.Things, row: ast.Row, stats: dict[str, Core]) -> None:
    """Stats without a default that the row leaves out, in one finding."""
    columns = {word.text for word in table.header}
    if columns - {*COLUMNS, *_stats(cx, kind)} or cx.is_in_doubt(kind):
        return  # One column is called wrongly, which has its own finding, and it may be the one that seems to lack.
    lacking = [
        name for name in _stats(cx, kind) if name not in stats and not _has_default(cx, kind, name) and _blank(columns, table, row, name)
    ]
    if lacking:
        cx.report(
            structure.ROW_WRONG,
            thing.span,
            f"`{thing.id}` has no value for {quoted(lacking, 'and')}",
            help="add the column, or give the stat a default in its kind",
        )


def _blank(columns: set[str], table: ast.Things, row: ast.Row, name: str) -> bool:
    """Whether the row says nothing about a column (a wrong value has its own finding)."""
    if name not in columns:
        return True
    index = next(i for i, word in enumerate(table.header) if word.text == name)
    return index < len(row.cells) and not row.cells[index]


def _has_default(cx: Context, kind: str, name: str) -> bool:
    current: str | None = kind
    while current is not None and current in cx.kinds:
        declaration = cx.kinds[current].declaration
        for member in declaration.members if declaration is not None else ():
            if isinstance(member, ast.Member) and any(word.text == name for word in member.names):
                info = cx.field_of(kind, name)
                return member.default is not None or (info is not None and isinstance(info.type, Optional))
        current = cx.kinds[current].parent
    return False


def _card_model(cx: Context, kind: str, card: ast.Card) -> ModelDef:
    stats: dict[str, Core] = {}
    known = _stats(cx, kind)
    for stat in card.stats:
        if stat.name.text not in known:
            help = cx.did_you_mean(stat.name.text, known)
            cx.report(names.UNKNOWN_FIELD, stat.name.span, f"`{kind}` has no stat `{stat.name.text}`", help=help)
            continue
        _stat_cell(cx, kind, stat.name.text, stat.value, stats)
    lacking = [name for name in known if name not in {s.name.text for s in card.stats} and not _has_default(cx, kind, name)]
    if lacking:
        cx.report(structure.ROW_WRONG, card.name.span, f"`{card.name.text}` has no value for {quoted(lacking, 'and')}")
    copies = copies_of(cx, card.name.text, card.copies, card.name.span)
    return ModelDef(card.name.text, card.title.value, None, stats, copies, cite_ids(card.cites), card.name.span)


def check_missions(cx: Context) -> None:
    """Missions: a condition for the side that holds it."""
    from tankdsl.check.binding import bind
    from tankdsl.check.expressions import condition

    for thing in cx.symbols.things.get("Mission", ()):
        declaration = thing.declaration
        assert isinstance(declaration, ast.Mission)
        env = Env("value")
        side = bind(cx, env, declaration.var, SIDE)
        met = condition(cx, env, declaration.condition)
        cx.calls[thing.id] = list(env.calls)
        cx.program.missions[thing.id] = MissionDef(
            thing.id,
            declaration.title.value,
            min(declaration.copies, MOST_COPIES),
            side,
            met,
            cite_ids(declaration.cites),
            declaration.span,
        )


__all__ = ["PLACEABLE", "Kind", "check_missions", "check_models"]
