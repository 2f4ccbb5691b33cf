"""The bar: only on a terminal, only after a while, and gone afterwards."""

import pytest

from tankdsl.cli import progress
from tankdsl.cli.progress import Progress, bar, notice


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    return now


def test_it_waits_before_it_appears_and_cleans_up(capsys: pytest.CaptureFixture[str], clock: list[float]) -> None:
    with Progress("testing", shown=True) as shown:
        shown(1, 4)
        assert capsys.readouterr().err == ""
        clock[0] += 2.5
        shown(2, 4)
        assert capsys.readouterr().err == "\r" + bar("testing", 2, 4)
        shown(3, 4)
        assert capsys.readouterr().err == "", "not more often than ten times a second"
    assert capsys.readouterr().err == ("\r" + " " * len(bar("testing", 2, 4)) + "\r")


def test_it_is_not_shown_where_nobody_looks(capsys: pytest.CaptureFixture[str], clock: list[float]) -> None:
    with Progress("testing") as shown:
        clock[0] += 10
        shown(1, 4)
    assert capsys.readouterr().err == ""


def test_the_bar_itself() -> None:
    assert bar("x", 0, 4) == "x [" + "." * 30 + "] 0/4"
    assert bar("x", 4, 4) == "x [" + "#" * 30 + "] 4/4"
    assert bar("x", 0, 0).startswith("x [###")


def test_a_notice_goes_when_the_work_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    with notice("drawing ...", shown=True):
        assert capsys.readouterr().err == "drawing ..."
    assert capsys.readouterr().err == "\r" + " " * 11 + "\r"
    with notice("drawing ...", shown=False):
        assert capsys.readouterr().err == ""
