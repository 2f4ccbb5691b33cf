"""What trees are made of, the syntax tree and the typed one: whoever walks a tree goes down into these, and into nothing else."""

from __future__ import annotations

from tankdsl.frozen import Frozen, fields_of, replaced


class NodeBase(Frozen):
    """A node of a tree, compared by identity."""


__all__ = ["NodeBase", "fields_of", "replaced"]
