"""Phrases that messages of all layers share, so that the same thing is said in the same words everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from tankdsl.diagnostics.suggest import suggest

T = TypeVar("T")

MAX_ALTERNATIVES = 5
MAX_CIRCLE = 8


def quoted(names: Iterable[str], conjunction: str = "or") -> str:
    """Names in backquotes with commas and a conjunction; of more than six only five, and how many more there are."""
    all = list(names)
    if len(all) > MAX_ALTERNATIVES + 1:
        words = [f"`{name}`" for name in all[:MAX_ALTERNATIVES]]
        return ", ".join(words) + f" and {len(all) - MAX_ALTERNATIVES} more"
    words = [f"`{name}`" for name in all]
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + f" {conjunction} {words[-1]}"


def in_circle(names: Sequence[str]) -> str:
    """Names in backquotes along a circle that leads back to the first; of more than eight the first five and the last."""
    words = [f"`{name}`" for name in ends_of(names)]
    if len(words) < len(names):
        words.insert(-1, f"{len(names) - len(words)} more")
    return " -> ".join([*words, f"`{names[0]}`"])


def ends_of(items: Sequence[T]) -> Sequence[T]:
    """Of things along a circle those that a message tells: all, or of more than eight the first five and the last."""
    return items if len(items) <= MAX_CIRCLE else [*items[:MAX_ALTERNATIVES], items[-1]]


def did_you_mean(name: str, candidates: Iterable[str], suggest: Callable[[str, Iterable[str]], str | None] = suggest) -> tuple[str, ...]:
    """A help text with the near candidate, or nothing: ready for the ``help`` of a diagnostic."""
    near = suggest(name, candidates)
    return () if near is None else (f"did you mean `{near}`?",)


def counted(number: int, one: str, several: str | None = None) -> str:
    """A number with its noun: ``1 error``, ``2 errors``; thousands with commas."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"
