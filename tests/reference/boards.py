"""The figures of real maps: files of other programs through `tankdsl import`, the compiler and its static checks.

Rule R is written as a movement of the language and put into the imported text. The regions are those that the check of connectivity
sees; the paths are the costs that the ground finds on the same steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tankdsl.check.tree import LayoutDef
from tankdsl.exchange.formats import read_file
from tankdsl.exchange.tank_text import tank_text
from tankdsl.ground.graph import shortest_costs
from tankdsl.ground.maps import NO_HEX, GroundMap
from tankdsl.rules.game import Game, ground_of
from tankdsl.rules.movers import MoverClass, mover_classes
from tankdsl.session import Session
from tankdsl.source import DiskBundle, MemoryBundle
from tests.reference import expected
from tests.reference.expected import BoardFigures
from tests.reference.table import Line

_READ = ("impassable", "water", "bridge", "woods")
"""The stats that rule R asks for."""


def boards(folder: Path) -> Iterator[Line]:
    """Every figure of every board; `FileNotFoundError` if one is not there."""
    for name, figures in expected.BOARDS.items():
        session = _compiled(_with_rule_r(imported(folder / f"{name}.board")))
        found = figures_of(session)
        for field, here, elsewhere in zip(BoardFigures._fields, found, figures, strict=True):
            if field == "sizes":
                here = here[: len(figures.sizes)]
            yield Line(f"{name} {field}", here, elsewhere)


def tiled(folder: Path) -> Iterator[Line]:
    """What two maps of Tiled become: the stagger by its axis and index, and the size of the board."""
    for name, figures in expected.TILED.items():
        text = imported(folder / f"{name}.tmx")
        board = re.search(r"(?m)^board .* (columns|rows) odd (\w+) (\d+) x (\d+) ", text)
        assert board is not None
        kind, odd, columns, rows = board.groups()
        # Lines are counted from 1 in the language and from 0 in Tiled, so its odd ones are the even ones here.
        index = "even" if odd in ("lower", "right") else "odd"
        yield Line(f"{name} axis", "x" if kind == "columns" else "y", figures.axis)
        yield Line(f"{name} index", index, figures.index)
        yield Line(f"{name} size", f"{columns}x{rows}", figures.size)
        yield Line(f"{name} findings", len(_compiled(text).findings), 0)


def imported(path: Path) -> str:
    """The `.tank` text of a file of another program."""
    outcome = read_file(DiskBundle(path.parent), path.name)
    if outcome.imported is None:
        raise FileNotFoundError(f"{path}: {outcome.findings[0].headline}")
    return tank_text(outcome.imported, path.name)


def _compiled(text: str) -> Session:
    session = Session(MemoryBundle({"map.tank": text}), ("map.tank",))
    assert not session.has_errors, [finding.headline for finding in session.findings]
    return session


def _with_rule_r(text: str) -> str:
    """The text with somebody who walks by rule R. Types that no hex of the board has are no stats of its terrains."""
    kind = text.split("terrain kind Terrain {")[1].split("}")[0]
    stats = dict(re.findall(r"stat (\w+): +-?\d+\.\.-?\d+(?: = (-?\d+))? flavour", kind))
    has = {name: f"terrain(b).{name} is not {absent}" for name, absent in stats.items() if absent}
    shut = [has["impassable"]] if "impassable" in stats else []
    if "water" in stats:
        dry = f" and not ({has['bridge']})" if "bridge" in stats else ""
        shut.append(f"terrain(b).water >= 1{dry}")
    if "woods" in stats:
        shut.append("terrain(b).woods >= 2")
    rules = [f'    never when {condition} "shut"' for condition in shut]
    if "    levels {" in text:
        rules.append('    never when level(a) > level(b) + 1 or level(b) > level(a) + 1 "too steep"')
    walker = 'unit kind Walker { }\nunits Walker {\n    | id | name |\n    | walker | "Walker" |\n}\n'
    movement = "movement walking of u: Walker from a to b {\n    budget 1\n    cost 1\n" + "\n".join(rules) + "\n}\n"
    with_forces = re.sub(r"(?m)^(scenario [^{]*\{)$", r"\1\n    red { walker }\n    blue { walker }", text)
    read = re.sub(rf"(?m)^(    stat (?:{'|'.join(_READ)}): .*) flavour$", r"\1", with_forces)
    return read + walker + movement


def figures_of(session: Session) -> BoardFigures:
    """The figures of the only scenario of a pack, for the first class of movers."""
    game = Game(session.program)
    (scenario,) = game.mapped
    mover = mover_classes(game, scenario)[0]
    layout: LayoutDef = game.layout(scenario)
    ground = ground_of(layout)
    columns = max(hex_.column for hex_ in ground.hexes) + 1
    rows = max(hex_.row for hex_ in ground.hexes) + 1
    largest = sorted(mover.mainland, key=lambda index: ground.hexes[index].label)
    first, last = largest[0], largest[-1]
    return BoardFigures(
        size=f"{columns}x{rows}",
        pairs=sum(other != NO_HEX for near in ground.neighbours for other in near) // 2,
        across=ground.distance(0, len(ground) - 1),
        open=len(mover.lands.graph),
        steps=sum(len(near) for near in mover.lands.graph.values()) // 2,
        parts=len(mover.lands.components),
        sizes=tuple(len(part) for part in mover.lands.components),
        path=(ground.hexes[first].label, ground.hexes[last].label, _steps(ground, mover, first, last)),
        straight=ground.distance(first, last),
    )


def _steps(ground: GroundMap, mover: MoverClass, first: int, last: int) -> int:
    graph = mover.lands.graph
    return shortest_costs(ground, [first], lambda a, b: 1 if b in graph.get(a, ()) else None)[last]
