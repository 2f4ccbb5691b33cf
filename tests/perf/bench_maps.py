"""What the checks of maps must keep to: figures for `bench.py`.

A generated game (`generate_maps.py`) goes through the whole compiler. Of that, *all checks* are counted: everything that `tankdsl check`
does with the typed tree of a pack, which takes in all that is proved about maps, and begins with nothing remembered. Reading the boards
and making the map of them is not counted in times, and is in the peak of memory. The measure is one run of `connected_components` of
networkx over the graph of the same map, which is made before.

For an ordinary scenario, *map checks* are those in `MAP_CHECKS`, and *the rest* is everything else that a check of the pack does. What
they add to it is measured on a game that has had the rest: what both need, such as who calls whom, is part of the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx

from tankdsl.check.tree import Program
from tankdsl.ground.maps import GroundMap
from tankdsl.rules.catalogue import checks_of
from tankdsl.rules.game import Game
from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.perf.generate_maps import map_pack
from tests.perf.measure import Line, medians_of, peak_of

MAP_CHECKS = frozenset(
    {
        "connectivity",
        "traps",
        "placement",
        "rivals",
        "crowded zones",
        "starts",
        "reinforcements",
        "entries",
        "exits",
        "objectives",
        "aims",
        "edges",
        "random places",
        "entries of enemies",
        "levels",
        "feasibility",
        "ends",
    }
)
"""The checks that look at the ground of scenarios, by their names."""
ORDINARY, LARGE, HUGE = 31, 200, 400
"""Columns and rows of the maps: 961, 40,000 and 160,000 hexes."""


def maps(folder: Path, runs: int, sizes: tuple[int, int, int] = (ORDINARY, LARGE, HUGE)) -> Iterator[Line]:
    """All lines about maps."""
    ordinary, large, huge = sizes
    yield _ordinary(ordinary, runs)
    yield from _against_networkx(folder, large, huge, runs)


def _ordinary(size: int, runs: int) -> Line:
    program = compiled(size).program
    list(checked(Game(program), maps=True))
    prepared: Iterator[Game] = iter([_had_the_rest(program) for _ in range(3 * runs)])
    with_maps, without = medians_of(3 * runs, lambda: checked(next(prepared), maps=True), lambda: rest_of(size))
    what = f"map checks of a scenario of {size * size:,} hexes / the rest of its check"
    return Line(what, f"{with_maps * 1000:.0f} / {without * 1000:.0f} ms", with_maps / without, 0.5)


def _against_networkx(folder: Path, large: int, huge: int, runs: int) -> Iterator[Line]:
    program, larger = compiled(large).program, compiled(huge).program
    graph = graph_of(program)
    ours, theirs, ours_larger = medians_of(
        runs, lambda: checked(Game(program)), lambda: list(networkx.connected_components(graph)), lambda: checked(Game(larger))
    )
    of = f"{large}x{large} hexes"
    yield Line(f"all checks, {of} / connected_components of networkx", f"{ours * 1000:.0f} / {theirs * 1000:.0f} ms", ours / theirs, 10)
    yield Line(f"all checks, {huge}x{huge} / {of}", f"{ours_larger:.2f} / {ours:.2f} s", ours_larger / ours, 4.5)
    pack = folder / "large.tank"
    pack.write_text(map_pack(large), encoding="utf-8")
    peak = peak_of(("-c", f"from tankdsl import compile_pack; compile_pack({str(pack)!r}).findings"), folder / "cache")
    yield Line(f"peak memory of checking {of}", "", peak, 500, unit=" MiB")


def compiled(size: int) -> Session:
    """The game on a map of so many columns and rows, with its typed tree ready; `ValueError` if it is at fault."""
    session = Session(MemoryBundle({"game.tank": map_pack(size)}), ("game.tank",))
    faults = [finding for finding in (*session.loaded.found, *session.checked.found) if finding.level == "error"]
    if faults or not session.program.scenarios:
        raise ValueError(f"the generated map is not sound: {faults[0].headline if faults else 'it has no scenario'}")
    return session


def checked(game: Game, *, maps: bool | None = None) -> list[object]:
    """The findings of all checks, or only of those of maps, or only of the others."""
    checks = (check for check in checks_of(game) if maps is None or maps is (check.name in MAP_CHECKS))
    return [finding for check in checks for finding in check.run(game)]


def rest_of(size: int) -> list[object]:
    """Everything that checking the game does beside the map checks."""
    return checked(Game(compiled(size).program), maps=False)


def _had_the_rest(program: Program) -> Game:
    """A game of which everything but its maps has been checked."""
    game = Game(program)
    checked(game, maps=False)
    return game


def graph_of(program: Program) -> networkx.Graph[Any]:
    """The hexes of the only map and which are neighbours."""
    (layout,) = program.layouts.values()
    ground: GroundMap = layout.ground  # type: ignore[assignment]
    graph: networkx.Graph[Any] = networkx.Graph()
    graph.add_nodes_from(range(len(ground)))
    graph.add_edges_from((a, b) for a, near in enumerate(ground.neighbours) for b in near if b > a)
    return graph
