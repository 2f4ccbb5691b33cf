"""The benchmark can be run: every measurement on something tiny. What it measures is not judged here."""

from pathlib import Path

import pytest

from tankdsl import compile_pack
from tankdsl.rules.catalogue import all_checks
from tankdsl.source import SourceFile
from tankdsl.syntax.parse import parse
from tests.perf import bench, bench_maps
from tests.perf.bare_lark import bare_trees
from tests.perf.bench_engine import measure, running
from tests.perf.generate import pack_of, project_of
from tests.perf.generate_maps import map_pack
from tests.perf.measure import Line, as_table, medians_of, peak_of
from tests.unit.engine.skirmish import skirmish


def test_small_packs_have_the_lines_that_they_should() -> None:
    assert abs(pack_of(200).count("\n") - 200) <= 5
    assert abs(sum(text.count("\n") for text in project_of(20_000).values()) - 20_000) <= 200


def test_projects_are_sound_and_of_many_files(tmp_path: Path) -> None:
    folder = bench.written(tmp_path / "project", 2_000)
    assert len(list(folder.iterdir())) == 3
    assert bench.checked(folder).scenarios == ("theatre_0", "theatre_1")


def test_a_project_with_a_fault_is_not_measured(tmp_path: Path) -> None:
    (tmp_path / "a.tank").write_text(pack_of(200).replace("main game", "main gane"), encoding="utf-8")
    with pytest.raises(ValueError, match="gane"):
        bench.checked(tmp_path)


def test_lark_sees_the_same_declarations() -> None:
    text = pack_of(200)
    module = parse(SourceFile.of(0, "a.tank", text)).module
    assert len(bare_trees(text)) == len(module.declarations)


def test_every_comparison_runs(tmp_path: Path) -> None:
    lines = [bench.cold_start(tmp_path, 200, 1), *bench.against_lark(tmp_path, 300, 1)]
    assert [line.target for line in lines] == [2.0, 1.3, 4.0, 2.3, 300]
    assert all(line.figure > 0 for line in lines)


def test_maps_are_measured(tmp_path: Path) -> None:
    lines = list(bench.maps(tmp_path, 1, (12, 14, 16)))
    assert [line.target for line in lines] == [0.5, 10, 4.5, 500]
    assert all(line.figure > 0 for line in lines)


def test_generated_maps_are_sound_and_the_same_each_time() -> None:
    assert map_pack(20) == map_pack(20)
    session = bench_maps.compiled(20)
    (scenario,) = session.program.scenarios.values()
    units = [thing for thing in scenario.instances if thing.kind == "Unit"]
    assert len(units) == 60 and 0 < sum(thing.at is None for thing in units) < 30
    assert not [finding.headline for finding in session.findings if finding.level == "error"]
    assert bench_maps.graph_of(session.program).number_of_nodes() == 400


def test_a_generated_map_with_a_fault_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_maps, "map_pack", lambda size: map_pack(size).replace("layout land", "layout lend", 1))
    with pytest.raises(ValueError, match="not sound"):
        bench_maps.compiled(12)


def test_names_of_map_checks_are_those_of_checks() -> None:
    assert {check.name for check in all_checks()} >= bench_maps.MAP_CHECKS


def test_evaluators_are_compared_on_the_same_games() -> None:
    speed = measure(skirmish(), games=1)
    assert speed.decisions > 0
    assert speed.ratio > 0


def test_games_on_their_way_are_timed_without_compiling() -> None:
    fast, plain = running(skirmish(), runs=1)
    assert fast > plain > 0


def test_scenarios_of_the_example_exist() -> None:
    assert set(bench.SCENARIOS) <= set(compile_pack(bench.EXAMPLE).scenarios)


def test_functions_are_run_in_turns() -> None:
    order: list[str] = []
    medians_of(2, lambda: order.append("a"), lambda: order.append("b"))
    assert order == ["a", "b", "a", "b"]


def test_memory_that_is_held_is_seen(tmp_path: Path) -> None:
    empty, full = (peak_of(("-c", f"x = bytearray({size})"), tmp_path) for size in (0, 50 * 1024 * 1024))
    assert 40 < full - empty < 80


def test_table_says_what_is_over_its_target() -> None:
    shown = as_table([Line("a", "1 / 2 s", 0.5, 2.0), Line("b", "", 301, 300, unit=" MiB"), Line("c", "", 3, 4, at_least=True)])
    assert shown.splitlines() == [
        "what  medians  figure   target",
        "a     1 / 2 s  0.50x    <= 2x       ok",
        "b              301 MiB  <= 300 MiB  OVER",
        "c              3.00x    >= 4x       UNDER",
    ]
