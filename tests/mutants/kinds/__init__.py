"""All kinds of mutants; importing a module enters its kinds."""

from tests.mutants.kinds import boards, claims, forces, grounds, layouts, pieces, scenarios, tables

__all__ = ["boards", "claims", "forces", "grounds", "layouts", "pieces", "scenarios", "tables"]
