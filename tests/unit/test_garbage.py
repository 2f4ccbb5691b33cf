"""The collector is off for a while, and then as it was."""

import gc

import pytest

from tankdsl.garbage import without_collector


def test_collector_is_off_inside_and_on_again_after() -> None:
    assert gc.isenabled()
    with without_collector():
        assert not gc.isenabled()
        with without_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_collector_is_on_again_after_a_fault() -> None:
    with pytest.raises(KeyError), without_collector():
        raise KeyError
    assert gc.isenabled()
