"""Working without the collector of cyclic garbage while large trees are made.

Trees hold no cycles, and looking for some again and again while they grow takes a third of the time of parsing and a tenth
of that of checking. What is not part of a cycle is freed at once all the same.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Switch the collector off for the body of the ``with``; off before, it stays off."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
