"""The kind of terrain may be called otherwise than `Terrain`: everything knows it by its category."""

from __future__ import annotations

from pathlib import Path

from tankdsl import session as sessions
from tankdsl.cli.playing.scene import Table
from tankdsl.emit.canonical import canonical_bytes
from tankdsl.engine import Session, load_game, playout
from tankdsl.ir.read import read_document
from tankdsl.source import MemoryBundle
from tankdsl.testing import run_tests

DUEL = (Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")
TEST = """
test "the ground of a place" {
    scenario meeting
    given terrain((0, 3)) = wood
    start game
    expect not terrain((0, 3)).open and terrain((0, 2)).open
}
"""


def pack(kind: str) -> sessions.Session:
    """The duel with a terrain kind of another name."""
    text = (DUEL + TEST).replace("Terrain", kind).replace("terrain(", f"{kind.lower()}(")
    return sessions.Session(MemoryBundle({"game.tank": text}), ("game.tank",))


def test_a_kind_of_another_name_plays_the_same() -> None:
    assert pack("Ground").findings == ()
    documents = [pack(kind).scenario("meeting").document for kind in ("Terrain", "Ground")]
    for evaluator in ("fast", "oracle"):
        first, second = (playout(load_game(document), 5, evaluator) for document in documents)
        assert (first.winner, first.decisions) == (second.winner, second.decisions)
        assert second.decisions > 10


def test_a_test_sets_and_asks_it() -> None:
    (result,) = run_tests(pack("Ground"), "*")
    assert result.failure is None


def test_views_states_and_pictures_have_it() -> None:
    document = pack("Ground").scenario("meeting").document
    assert read_document(canonical_bytes(document)).problems == ()
    session = Session(load_game(document)).setup(None, 1)
    assert set(session.view("red")["terrain"].values()) == {"grass", "wood"}
    assert Session(session.game).restore(session.state()).hash() == session.hash()
    assert "wood" in Table(session.game, document, colour=False).legend(session.machine)
