"""Faults in the text of a board: glyphs, rows, sizes, legends, edges."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.mutants.base import Base
from tests.mutants.mutant import Mutant, change, kind, with_line
from tests.mutants.reading import Board, Place, Row, blocks


def rows_of(base: Base) -> Iterator[tuple[Board, Row]]:
    """Every row of every board."""
    for board in base.boards.values():
        for row in board.rows:
            yield board, row


def drawn(base: Base, row: Row, glyphs: list[str] | tuple[str, ...]) -> str:
    """The line of a row with other glyphs."""
    line = base.line(row.at)
    return line[: len(line) - len(line.lstrip())] + " ".join(glyphs)


def laid(base: Base, board: Board) -> set[Place]:
    """Where layouts lay a board."""
    return {placing.at for layout in base.layouts.values() for placing in layout.placings if placing.board == board.id}


@kind
def glyph_unknown(base: Base) -> Iterator[Mutant]:
    """The legend does not say what the glyph means."""
    for _, row in rows_of(base):
        for index, glyph in enumerate(row.glyphs):
            if glyph != "-":
                glyphs = [*row.glyphs[:index], "?", *row.glyphs[index + 1 :]]
                yield with_line(base, row.at, drawn(base, row, glyphs), f"column {index + 1}: {glyph} is ?")


@kind
def cell_deleted(base: Base) -> Iterator[Mutant]:
    """A row is shorter than its board is wide: all that stands behind the gap has moved."""
    for _, row in rows_of(base):
        index = len(row.glyphs) // 2
        yield with_line(base, row.at, drawn(base, row, [*row.glyphs[:index], *row.glyphs[index + 1 :]]), "a cell is missing")


@kind
def cell_doubled(base: Base) -> Iterator[Mutant]:
    """A row is longer than its board is wide."""
    for _, row in rows_of(base):
        index = len(row.glyphs) // 3
        yield with_line(base, row.at, drawn(base, row, [*row.glyphs[: index + 1], *row.glyphs[index:]]), "a cell stands twice")


@kind
def cells_glued(base: Base) -> Iterator[Mutant]:
    """Two cells without a blank between them are one word, which no legend knows."""
    for _, row in rows_of(base):
        glyphs = [*row.glyphs[:2], row.glyphs[2] + row.glyphs[3], *row.glyphs[4:]]
        yield with_line(base, row.at, drawn(base, row, glyphs), "two cells are glued")


@kind
def row_deleted(base: Base) -> Iterator[Mutant]:
    """The board has a row less than its size says: all below has moved up."""
    for board, row in rows_of(base):
        yield Mutant("a row is missing", {row.at: ""}, frozenset({board.at}))


@kind
def row_doubled(base: Base) -> Iterator[Mutant]:
    """The board has a row more than its size says."""
    for board, row in rows_of(base):
        after = Place(row.at.file, row.at.line + 1)
        line = base.line(row.at)
        yield with_line(base, row.at, f"{line}\n{line}", "a row stands twice", {board.at, after})


@kind
def size_exchanged(base: Base) -> Iterator[Mutant]:
    """Width and height are exchanged, so that no row has as many cells as the size says."""
    for board in base.boards.values():
        if board.columns != board.height:
            old, new = f"{board.columns} x {board.height}", f"{board.height} x {board.columns}"
            yield change(base, board.at, old, new, f"{old} is {new}")


@kind
def size_off_by_one(base: Base) -> Iterator[Mutant]:
    """The size says a column or a row more or less than is drawn."""
    for board in base.boards.values():
        old = f"{board.columns} x {board.height}"
        for columns, rows in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            new = f"{board.columns + columns} x {board.height + rows}"
            yield change(base, board.at, old, new, f"{old} is {new}")


@kind
def legend_entry_removed(base: Base) -> Iterator[Mutant]:
    """A glyph that is drawn has no meaning any more."""
    for board in base.boards.values():
        for glyph, terrain in board.legend.items():
            users = {row.at for row in board.rows if glyph in row.glyphs}
            line = base.line(board.legend_at)
            entry = re.search(rf"(, )?{re.escape(glyph)} = {terrain}(, )?", line)
            assert entry is not None
            between = ", " if entry[1] and entry[2] else ""
            if users:
                text = line[: entry.start()] + between + line[entry.end() :]
                yield with_line(base, board.legend_at, text, f"{glyph} = {terrain} is missing", users)


@kind
def legend_terrain_unknown(base: Base) -> Iterator[Mutant]:
    """A glyph stands for a terrain that does not exist."""
    for board in base.boards.values():
        for glyph, terrain in board.legend.items():
            wrong = terrain[:-1] + "x"
            yield change(base, board.legend_at, f"{glyph} = {terrain}", f"{glyph} = {wrong}", f"{terrain} is {wrong}")


@kind
def legend_glyph_twice(base: Base) -> Iterator[Mutant]:
    """A glyph has two meanings."""
    for board in base.boards.values():
        (first, _), (second, terrain) = list(board.legend.items())[:2]
        yield change(base, board.legend_at, f"{second} = {terrain}", f"{first} = {terrain}", f"{first} stands for two terrains")


@kind
def orientation_exchanged(base: Base) -> Iterator[Mutant]:
    """Boards of staggered columns are drawn for flat tops; on hexes with a corner on top no board fits."""
    boards = {board.at for board in base.boards.values()}
    for at, _ in base.find(r"^    space hex flat") if boards else []:
        yield change(base, at, "flat", "pointy", "flat tops are pointy", boards)


@kind
def grid_word_wrong(base: Base) -> Iterator[Mutant]:
    """Rows are not lower or higher, columns not left or right: the grid says nothing."""
    for board in base.boards.values():
        word = "lower" if board.pushed == 0 else "higher"
        yield change(base, board.at, word, "left", f"{word} is left")
        yield change(base, board.at, "columns", "rows", "columns are rows")


@kind
def stagger_exchanged(base: Base) -> Iterator[Mutant]:
    """The other columns lie lower: edges join hexes that do not touch any more, or boards that lay side by side do not fit."""
    for board in base.boards.values():
        layouts = [layout for layout in base.layouts.values() if any(placing.board == board.id for placing in layout.placings)]
        marked = {item.at for layout in layouts for item in layout.of("edge")} | own_edges(base, board)
        joined = {placing.at for layout in layouts if len({one.board for one in layout.placings}) > 1 for placing in layout.placings}
        if marked or joined:
            old, new = ("lower", "higher") if board.pushed == 0 else ("higher", "lower")
            yield change(base, board.at, old, new, f"odd {old} is odd {new}", marked | joined)


# ----------------------------------------------------------------------------------------------------------------- edges


def own_edges(base: Base, board: Board) -> set[Place]:
    """The lines of edges that stand in the declaration of a board."""
    found = next(block for first, block in blocks(board.at.file, base.files[board.at.file], "board") if first == board.at.line)
    return {Place(board.at.file, board.at.line + at) for at, line in enumerate(found) if line.strip().startswith("edge ")}


def edges_of(base: Base) -> Iterator[tuple[Place, str, str, str, str]]:
    """Every `edge` that is written: its line, the text, the feature, its two hexes."""
    for at, _ in base.find(r"^\s+edge "):
        for found in re.finditer(r"edge (\w+) (\w+) / (\w+)", base.line(at)):
            yield at, found[0], found[1], found[2], found[3]


def moved(label: str, columns: int = 0, rows: int = 0) -> str:
    """A label some columns and rows away."""
    return f"{chr(ord(label[0]) + columns)}{int(label[1:]) + rows}"


@kind
def edge_of_strangers(base: Base) -> Iterator[Mutant]:
    """An edge lies between two hexes that touch; these are two rows apart or more."""
    for at, text, feature, a, b in edges_of(base):
        far = moved(b, rows=2 if int(b[1:]) <= int(a[1:]) - 1 or int(b[1:]) < 3 else -2)
        if abs(int(far[1:]) - int(a[1:])) >= 2:
            yield change(base, at, text, f"edge {feature} {a} / {far}", f"{b} is {far}")


@kind
def edge_of_one_hex(base: Base) -> Iterator[Mutant]:
    """A hex has no side in common with itself."""
    for at, text, feature, a, _ in edges_of(base):
        yield change(base, at, text, f"edge {feature} {a} / {a}", "one hex twice")


@kind
def edge_off_the_map(base: Base) -> Iterator[Mutant]:
    """An end of the edge is a hex that the map does not have."""
    for at, text, feature, a, b in edges_of(base):
        far = moved(b, rows=40)
        yield change(base, at, text, f"edge {feature} {a} / {far}", f"{b} is {far}")


@kind
def edge_feature_misspelt(base: Base) -> Iterator[Mutant]:
    """No rule asks for a feature of that name, so that the line does nothing."""
    for at, text, feature, a, b in edges_of(base):
        if feature in base.facts.marks:
            wrong = feature[0] + feature[2] + feature[1] + feature[3:]
            yield change(base, at, text, f"edge {wrong} {a} / {b}", f"{feature} is {wrong}")
