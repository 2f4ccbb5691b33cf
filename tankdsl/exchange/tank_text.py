"""A field or a roll as `.tank` text: a pack of its own that checks, with the smallest game there is around it.

The text is meant to be read and changed by a person: comments at its top say what was assumed and dropped, terrains are a table, the most
common one is drawn as a full stop. Stats are marked `flavour`, since no rule reads them yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from tankdsl.diagnostics.registry import usage
from tankdsl.exchange.interface import Edge, Field, Imported, Model, Note, Roll, Stats, Value
from tankdsl.exchange.names import OBJECTIVES, SIDES, said
from tankdsl.exchange.terrains import as_text
from tankdsl.ground.grids import GridKind
from tankdsl.ground.hexes import Orientation, neighbours
from tankdsl.ground.labels import Cell

VOID = "-"
MOST_NOTES = 40
"""Notes of one sort in the comments; the command says them all."""
_PER_LINE = 10


def tank_text(imported: Imported, source: str) -> str:
    """The text of a pack that holds what was imported from the file of that name."""
    content = imported.content
    parts = [_head(imported, source), _ruleset(content)]
    if isinstance(content, Field):
        parts += [_terrains(content), _units(content.models, ()), _board(content), _layout(content), _scenario(content)]
    else:
        parts += [_units(content.models, content.absent)]
    return "\n".join(part for part in [*parts, _FRAME] if part)


_FRAME = """\
# The smallest game there is, so that this file checks. Put your own in its place.
sequence game {
    rounds { turns += 1 }
}

ending time { draw when turns >= 9 }
"""


def _head(imported: Imported, source: str) -> str:
    lines = [f"# Imported from {said(source)}: {imported.what}."]
    lines += _listed("Assumed:", [note for note in imported.notes if note.kind is usage.IMPORT_ASSUMED])
    lines += _listed("Left out:", [note for note in imported.notes if note.kind is usage.IMPORT_DROPPED])
    return "\n".join(lines) + "\n"


def _listed(title: str, notes: Sequence[Note]) -> Iterator[str]:
    if notes:
        yield f"# {title}"
    for note in notes[:MOST_NOTES]:
        yield f"#   - {said(note.text)}"
    if len(notes) > MOST_NOTES:
        yield f"#   - and {len(notes) - MOST_NOTES} more"


def sides_of(content: Field | Roll) -> tuple[tuple[str, str], ...]:
    """The sides of a game, of which there are two at least."""
    taken = [id for id, _ in content.sides]
    more = [side for side in SIDES.items() if side[0] not in taken]
    return (*content.sides, *more[: max(0, 2 - len(taken))])


def _ruleset(content: Field | Roll) -> str:
    sides = ", ".join(f'{id} "{said(name) or id}"' for id, name in sides_of(content))
    pointy = isinstance(content, Field) and content.grid.orientation is Orientation.POINTY
    return (
        f'ruleset imported "{said(content.title) or content.id}" {{\n    sides {sides}\n'
        f"    space hex {'pointy' if pointy else 'flat'}\n    main game\n    track turns: 0..9 = 0\n}}\n"
    )


# ---------------------------------------------------------------------------------------------------------------- tables


def _kind(head: str, stats: Sequence[Stats], absent: Stats) -> str:
    """A kind with a stat for each that is mentioned; its range is what is met."""
    found: dict[str, list[Value]] = {}
    for one in stats:
        for name, value in one:
            found.setdefault(name, []).append(value)
    if not found:
        return f"{head} {{ }}\n"
    defaults = dict(absent)
    width = max(map(len, found)) + 1
    lines = [f"    stat {name + ':':{width}} {_type(values, defaults.get(name))} flavour" for name, values in found.items()]
    return f"{head} {{\n" + "\n".join(lines) + "\n}\n"


def _type(values: Sequence[Value], default: Value | None) -> str:
    known = [*values, *([] if default is None else [default])]
    match known[0]:
        case bool():
            type = "bool"
        case int():
            type = f"{min(known)}..{max(known)}"
        case str():
            type = "text"
    return type if default is None else f"{type} = {_value(default)}"


def _value(value: Value) -> str:
    return f'"{said(value)}"' if isinstance(value, str) else as_text(value)


def _table(head: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [list(header), *map(list, rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(header))]
    drawn = ["    | " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines]
    return f"{head} {{\n" + "\n".join(drawn) + "\n}\n"


def _columns(stats: Iterable[Stats]) -> list[str]:
    return list(dict.fromkeys(name for one in stats for name, _ in one))


def _cells(stats: Stats, columns: Sequence[str]) -> list[str]:
    known = dict(stats)
    return [_value(known[name]) if name in known else "" for name in columns]


def _terrains(field: Field) -> str:
    stats = [terrain.stats for terrain in field.terrains]
    columns = _columns(stats)
    rows = [[one.id, f'"{said(one.name) or one.id}"', *_cells(one.stats, columns)] for one in field.terrains]
    kind = _kind("terrain kind Terrain", stats, field.absent)
    return f"{kind}\n{_table('terrains Terrain', ['id', 'name', *columns], rows)}"


def _units(models: Sequence[Model], absent: Stats) -> str:
    if not models:
        return ""
    stats = [model.stats for model in models]
    columns = _columns(stats)
    lacking = {name for name in columns if any(name not in dict(one) for one in stats)}
    defaults = {**{name: type(value)() for one in stats for name, value in one if name in lacking}, **dict(absent)}
    rows = [[one.id, f'"{said(one.name) or one.id}"', one.side or "", *_cells(one.stats, columns)] for one in models]
    kind = _kind("unit kind Unit", stats, tuple(defaults.items()))
    header, body = ["id", "name", "side", *columns], rows
    if all(not one.side for one in models):
        header, body = ["id", "name", *columns], [row[:2] + row[3:] for row in rows]
    return f"{kind}\n{_table('units Unit', header, body)}"


# ---------------------------------------------------------------------------------------------------------------- ground


def glyphs(field: Field) -> dict[str, str]:
    """A glyph for each terrain: a full stop for the most common, else its first letter or what is left; two or three signs if need be."""
    count = Counter(id for row in field.cells for id in row if id is not None)
    order = sorted((terrain.id for terrain in field.terrains), key=lambda id: -count[id])
    pool = [*ascii_uppercase, *ascii_lowercase, *digits]
    if len(order) > len(pool) + 1:
        size = 2 if len(order) <= len(pool) ** 2 + 1 else 3
        many = ("".join(signs) for signs in product(ascii_letters + digits, repeat=size))
        return dict(zip(order, ["." * size, *(next(many) for _ in order[1:])], strict=True))
    found: dict[str, str] = {}
    for at, id in enumerate(order):
        wanted = ["."] if at == 0 else [id[0].upper(), id[0], *(part[0].upper() for part in id.split("_") if part), *pool]
        found[id] = next(sign for sign in wanted if sign not in found.values())
    return found


def _grid_words(field: Field) -> str:
    grid = field.grid
    if grid.kind is GridKind.AXIAL:
        return "axial"
    # `pushed` counts from 0, the words from 1.
    odd = grid.pushed == 0
    if grid.kind is GridKind.COLUMNS:
        return f"columns odd {'lower' if odd else 'higher'}"
    return f"rows odd {'right' if odd else 'left'}"


def _board(field: Field) -> str:
    signs = glyphs(field)
    entries = [f"{sign} = {id}" for id, sign in signs.items()]
    legend = ",\n        ".join(", ".join(entries[at : at + 6]) for at in range(0, len(entries), 6))
    void = VOID * max(map(len, signs.values()))
    rows = [" ".join(signs[id] if id is not None else (VOID.ljust(len(void))) for id in row).rstrip() for row in field.cells]
    drawn = "\n".join(f"        {row}" for row in rows)
    size = f"{field.columns} x {field.rows}"
    marks = [*_levels(field), *_edges(field)]
    head = f'board {field.id} "{said(field.title) or field.id}" {_grid_words(field)} {size} {{'
    return "\n".join([head, f"    legend {legend}", "    rows {", drawn, "    }", *marks, "}"]) + "\n"


def _levels(field: Field) -> Iterator[str]:
    """The levels, cell under cell, if the board is not level."""
    if not field.levels:
        return
    drawn = [
        [VOID if id is None else str(level) for id, level in zip(*row, strict=True)] for row in zip(field.cells, field.levels, strict=True)
    ]
    width = max(len(word) for row in drawn for word in row)
    yield "    levels {"
    yield from (f"        {' '.join(word.rjust(width) for word in row)}" for row in drawn)
    yield "    }"


def _edges(field: Field) -> Iterator[str]:
    """The features of edges, sort by sort. Nothing asks for them yet, which the check would remark upon."""
    sorts: dict[str, list[Edge]] = {}
    for edge in field.edges:
        sorts.setdefault(edge.feature, []).append(edge)
    for feature, edges in sorts.items():
        yield f"    # tankdsl: allow edge-unread because no rule for `{feature}` is written yet"
        if any(edge.leads for edge in edges):
            yield f"    # tankdsl: allow direction-unread because no rule for `{feature}` is written yet"
        for edge in sorted(edges, key=lambda edge: not edge.leads):  # the check remarks upon the first that leads
            yield f"    edge {feature} {_on_board(edge.a, field)} {'to' if edge.leads else '/'} {_on_board(edge.b, field)}"


def _on_board(cell: Cell, field: Field) -> str:
    """A hex of the board: `C4`, or its coordinates where there is no such name."""
    column, row = cell
    if column < 702 and row < 999:
        first, second = divmod(column, 26)
        return (ascii_uppercase[first - 1] if first else "") + ascii_uppercase[second] + str(row + 1)
    return "({}, {})".format(*field.grid.axial(cell))


def label_scheme(field: Field) -> str:
    """The scheme whose labels are those of the other program."""
    last = max(field.columns, field.rows) - 1 + field.first
    scheme = "ccrr" if last <= 99 else "cccrrr" if last <= 999 else "axial"
    return scheme if field.first or scheme == "axial" else f"{scheme}_from_0"


def _labels(field: Field) -> Callable[[Cell], str]:
    """How a hex of the map is called; each is asked for by every zone that it lies in."""
    scheme = label_scheme(field)
    width = 3 if scheme.startswith("ccc") else 2

    @cache
    def label(cell: Cell) -> str:
        if scheme == "axial":
            return "({}, {})".format(*field.grid.axial(cell))
        return f"hex {cell[0] + field.first:0{width}d}{cell[1] + field.first:0{width}d}"

    return label


def _layout(field: Field) -> str:
    head = f'layout {field.id} "{said(field.title) or field.id}" {{'
    allowed = ["# tankdsl: allow level-stands-out because these are the levels of the map"] if _has_pinnacles(field) else []
    lines = [*allowed, head, f"    board {field.id} at (0, 0)", f"    labels {label_scheme(field)}"]
    label = _labels(field)
    lines += [f"    place {name} = {label(cell)}" for name, cell in field.places]
    for name, shown in _zones(field, label):
        if len(shown) <= _PER_LINE:
            lines.append(f"    zone {name} = [{', '.join(shown)}]")
        else:
            body = ",\n".join(f"        {', '.join(shown[at : at + _PER_LINE])}" for at in range(0, len(shown), _PER_LINE))
            lines.append(f"    zone {name} = [\n{body}\n    ]")
    return "\n".join([*lines, "}"]) + "\n"


def _has_pinnacles(field: Field) -> bool:
    """Whether the check will remark upon hexes that lie far above or below all around: a few of a map on which pieces can be placed."""
    if not field.levels or sides_without_pieces(field):
        return False
    level = {
        field.grid.axial((column, row)): field.levels[row][column]
        for row, line in enumerate(field.cells)
        for column, id in enumerate(line)
        if id is not None
    }
    around = {hex_: [level[other] for other in neighbours(hex_) if other in level] for hex_ in level}
    alone = sum(bool(near) and all(abs(level[hex_] - other) > 1 for other in near) for hex_, near in around.items())
    return 0 < alone <= max(2, len(level) // 50)


def _zones(field: Field, label: Callable[[Cell], str]) -> Iterator[tuple[str, list[str]]]:
    """The zones with their hexes; that of the objectives begins with the places that are to be won."""
    places, zones = dict(field.places), dict(field.zones)
    if field.objectives:
        known = {places[name] for name in field.objectives}
        more = [cell for cell in zones.pop(OBJECTIVES, ()) if cell not in known]
        yield OBJECTIVES, [*field.objectives, *map(label, more)]
    for name, cells in zones.items():
        yield name, [label(cell) for cell in cells]


def sides_without_pieces(field: Field) -> tuple[str, ...]:
    """The sides that have nothing on the map though another one has; a scenario cannot be like that."""
    holders = {piece.side for piece in field.pieces}
    return tuple(id for id, _ in sides_of(field) if id not in holders) if field.pieces else ()


def _scenario(field: Field) -> str:
    if sides_without_pieces(field):
        return ""
    lines = [f'scenario {field.id} "{said(field.title) or field.id}" {{', f"    layout {field.id}"]
    label = _labels(field)
    lines += [f"    given {piece.model} at {label(piece.cell)}" for piece in field.pieces]
    return "\n".join([*lines, "}"]) + "\n"
