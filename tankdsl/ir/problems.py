"""What is wrong with a document, as data: nothing in this package raises for a bad document."""

from dataclasses import dataclass

MOST_PROBLEMS = 50
"""How many problems of one document are reported; the rest would only repeat them."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault: the path of the node (see `ir.paths`; empty for the whole document) and what is wrong with it."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message
