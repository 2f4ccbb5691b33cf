"""`import tankdsl` as a library: what the docstring of the package promises."""

import subprocess
import sys
from pathlib import Path

import pytest

import tankdsl

ROOT = Path(__file__).resolve().parents[2]
DUEL = ROOT / "tests" / "samples" / "duel"


def test_every_public_name_is_there() -> None:
    for name in tankdsl.__all__:
        assert getattr(tankdsl, name) is not None
    assert set(tankdsl.__all__) <= set(dir(tankdsl))
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = tankdsl.nothing_like_it


def test_a_pack_is_compiled_and_played() -> None:
    session = tankdsl.compile_pack(DUEL)
    assert (session.has_errors, tankdsl.render_findings(session)) == (False, "")
    game = tankdsl.load_game(session.scenario("meeting").document)
    play = tankdsl.Play(game).setup(seed=7)
    assert play.request["side"] == "red"
    assert tankdsl.playout(game, seed=7).ended


def test_findings_come_as_text(tmp_path: Path) -> None:
    (tmp_path / "a.tank").write_text("enum Role { medium $ }\n", encoding="utf-8")
    session = tankdsl.compile_pack(tmp_path)
    assert session.has_errors
    assert "a.tank:1:20: error[TK1003 unexpected-character]" in tankdsl.render_findings(session, "concise")


@pytest.mark.parametrize("path", ["nowhere", "."])
def test_a_path_must_mean_one_pack(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="expected one pack"):
        tankdsl.compile_pack(path)


def test_importing_it_imports_nothing_else() -> None:
    code = "import sys, tankdsl; print(*sorted(name for name in sys.modules if name.startswith('tankdsl')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["tankdsl"]
