"""Files of a pack: who needs whom, how they are called, and where the compiler is started."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tankdsl.cli.app import app
from tests.field_faults.trying import DUEL, assert_clean, assert_finding, compiled

ROOT = Path(__file__).resolve().parents[2]
MORE = "## More.\nvalue more(t: Tank): int = t.plates + 1\n"


def run(*arguments: str | Path) -> Result:
    """A command; no traceback whatever happens."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="tankdsl")
    assert "Traceback" not in result.output
    return result


def test_f183_files_that_need_each_other() -> None:
    files = {"a.tank": 'use «"b.tank"»\n' + DUEL, "b.tank": 'use "a.tank"\n' + MORE}
    assert_finding(files, "TK2006", "a.tank -> b.tank -> a.tank")
    assert_finding({"a.tank": 'use «"a.tank"»\n' + DUEL}, "TK2006", "a.tank -> a.tank")


def test_f183_other_spellings_of_a_path() -> None:
    files = {"a.tank": 'use «"./parts/../parts/b.tank"»\n' + DUEL, "parts/b.tank": 'use "../a.tank"\n' + MORE}
    assert_finding(files, "TK2006", "a.tank -> parts/b.tank -> a.tank")


def test_f183_a_link_that_leads_back(tmp_path: Path) -> None:
    (tmp_path / "a.tank").write_text('use "b.tank"\n' + DUEL)
    (tmp_path / "b.tank").symlink_to(tmp_path / "a.tank")
    result = run("check", tmp_path / "a.tank")
    assert result.exit_code == 1 and "TK2006" in result.output


def test_f183_two_ways_to_one_file_are_fine() -> None:
    assert_clean(
        {
            "a.tank": 'use "b.tank"\nuse "c.tank"\n' + DUEL,
            "b.tank": 'use "d.tank"\n## B.\nenum B { x }\n',
            "c.tank": 'use "d.tank"\n## C.\nenum C { y }\n',
            "d.tank": MORE,
        }
    )


@pytest.mark.parametrize("folder", [".", "parts", "elsewhere"])
def test_f185_paths_count_from_the_file_that_names_them(tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {
        "game.tank": 'use "parts/a.tank"\n' + DUEL,
        "parts/a.tank": 'use "b.tank"\n' + MORE,
        "parts/b.tank": "## B.\nenum B { x }\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / folder)
    result = run("check", os.path.relpath(tmp_path / "game.tank"))
    assert (result.exit_code, result.output) == (0, "no findings in 3 files\n")


def test_f111_a_path_in_another_letter_case() -> None:
    assert_finding({"game.tank": 'use «"maps/a.tank"»\n' + DUEL, "Maps/A.tank": MORE}, "TK0014", "Maps/A.tank")


def test_f111_a_name_in_another_letter_case() -> None:
    assert_finding(DUEL.replace("blue { scout, giant }", "blue { scout, «Giant» }"), "TK1001", "`giant`", alone=False)
    assert_finding(DUEL + "effect e(t: «tank») { t.ready = yes }\n", "TK2003", "did you mean `Tank`?")


@pytest.mark.parametrize(
    ("one", "other"), [("Maps/a.tank", "maps/a.tank"), ("gr\u00f6n.tank", "gro\u0308n.tank"), ("b/X.tank", "b/x.tank")]
)
def test_f188_two_files_that_some_systems_take_for_one(one: str, other: str, tmp_path: Path) -> None:
    for name, text in {"game.tank": DUEL, one: "## A.\nenum A { x }\n", other: "## B.\nenum B { y }\n"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    if len(list(tmp_path.rglob("*.tank"))) == 3:  # systems that take them for one cannot hold both
        result = run("check", tmp_path)
        assert result.exit_code == 1 and "TK0016" in result.output and one.rpartition("/")[2] in result.output


def test_f188_two_documents_for_one_file(tmp_path: Path) -> None:
    (tmp_path / "game.tank").write_text(DUEL.replace('scenario meeting "Meeting"', 'scenario duel "Meeting"'))
    result = run("build", tmp_path, "-o", tmp_path / "out")
    assert result.exit_code == 1 and "TK8010" in result.output and not (tmp_path / "out" / "duel.json").exists()


def test_f189_any_terminal_will_do(tmp_path: Path) -> None:
    folder = tmp_path / "Größe 戦車"
    folder.mkdir()
    (folder / "game.tank").write_text(DUEL.replace('"Red"', '"Красный 🛡"').replace("t.plates > 0", "t.plätes > 0"), encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "LC_ALL": "C",
        "PYTHONIOENCODING": "",
    }
    command = [sys.executable, "-m", "tankdsl", "check", str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, check=False, timeout=60)
    assert done.returncode == 1 and b"Traceback" not in done.stderr + done.stdout and b"TK1003" in done.stdout


def test_f062_a_scenario_carries_what_it_needs_and_nothing_else() -> None:
    unused = "".join(
        f'board spare{n} axial 2 x 2 {{\n    legend . = grass\n    rows {{\n        . .\n        . .\n    }}\n}}\n'
        f'layout spare{n} "Spare" {{\n    board spare{n} at (0, 0)\n}}\n' for n in range(2)
    )  # fmt: skip
    with_more, without = assert_clean(DUEL + unused), assert_clean(DUEL)
    assert "spare" not in str(with_more.scenario("meeting").document["content"])
    assert with_more.scenario("meeting").document["content"] == without.scenario("meeting").document["content"]


def test_f102_rules_that_cannot_be_read_are_not_replaced_by_others(tmp_path: Path) -> None:
    (tmp_path / "game.tank").write_text(DUEL.replace("ruleset duel", "ruleset duel duel", 1))
    for command in (("check",), ("build", "-o", tmp_path / "out"), ("play", "--auto")):
        result = run(command[0], tmp_path, *command[1:])
        assert result.exit_code == 1 and "TK1001" in result.output
    assert not (tmp_path / "out").exists()
    assert [finding.level for finding in compiled(DUEL.replace("ruleset duel", "ruleset duel duel", 1)).findings] == ["error"]


def test_f140_a_scenario_with_one_unknown_value_is_not_played(tmp_path: Path) -> None:
    text = DUEL.replace("red.scout at (0, 0)", "red.scout at (0, 0) { plates = many }")
    (tmp_path / "game.tank").write_text(text)
    result = run("play", tmp_path, "--scenario", "meeting", "--auto", "--seed", "1")
    assert result.exit_code == 1 and "`many`" in result.output and "Turn 1" not in result.output
    assert_finding(text.replace("= many", "= «many»"), "TK2002", "`many`")


def test_f066_documents_of_other_versions(tmp_path: Path) -> None:
    (tmp_path / "game.tank").write_text(DUEL)
    assert run("build", tmp_path, "-o", tmp_path / "out").exit_code == 0
    file = tmp_path / "out" / "meeting.json"
    good = file.read_text()
    for version in ("tankdsl/0", "tankdsl/2", "tankdsl/99"):
        file.write_text(good.replace('"tankdsl/1"', f'"{version}"', 1))
        result = run("play", file, "--auto", "--seed", "1")
        assert result.exit_code == 1 and "TK8002" in result.output
        assert version in result.output and "tankdsl/1" in result.output and "Turn 1" not in result.output


def test_f047_a_document_read_and_written_again_is_the_same(tmp_path: Path) -> None:
    import json

    from tankdsl.emit.canonical import canonical_bytes

    (tmp_path / "game.tank").write_text(DUEL)
    run("build", tmp_path, "-o", tmp_path / "out")
    for file in sorted((tmp_path / "out").glob("*.json")):
        data = file.read_bytes()
        assert canonical_bytes(json.loads(data)) == data


def test_f167_numbers_are_whole_and_keys_in_order(tmp_path: Path) -> None:
    import json

    (tmp_path / "game.tank").write_text(DUEL)
    for out in ("one", "two"):
        run("build", tmp_path, "-o", tmp_path / out)
    one, two = ((tmp_path / out / "meeting.json").read_bytes() for out in ("one", "two"))

    def no_float(text: str) -> float:
        raise AssertionError(text)

    assert one == two and json.loads(one, parse_float=no_float)
    assert_finding(DUEL + "value v(t: Tank): int = «0.1» * t.plates\n", "TK1011")
