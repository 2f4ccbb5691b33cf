"""`import tankdsl` as a library: what the docstring of the package promises."""

import subprocess
import sys
from pathlib import Path

import pytest

import tankdsl
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

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


def test_an_error_about_play_that_is_allowed_does_not_stop_the_build() -> None:
    page = (ROOT / "docs" / "diagnostics" / "TK6032.md").read_text(encoding="utf-8")
    duel = (ROOT / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")
    text = page.split("```tank fails prelude=duel\n", 1)[1].split("```", 1)[0]
    refused = Session(MemoryBundle({"a.tank": duel + text}), ("a.tank",))
    assert refused.has_errors and [one.code for one in refused.findings] == ["TK6032"]
    (at,) = [one.primary for one in refused.findings]
    assert at is not None
    lines = (duel + text).splitlines(keepends=True)
    lines.insert((duel + text)[: at.span.start].count("\n"), "# tankdsl: allow ending-out-of-reach because we know better\n")
    allowed = Session(MemoryBundle({"a.tank": "".join(lines)}), ("a.tank",))
    assert allowed.findings == ()
    game = tankdsl.load_game(allowed.scenario("depots").document)
    assert tankdsl.playout(game, seed=1, max_decisions=50).fault == ""
