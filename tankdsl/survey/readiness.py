"""Whether something can be played once its piece is ready: what requirements ask of places is asked as things stand, the rest is left open.

Before a first shot somebody may load, turn or take aim, so a state that is not yet as it must be forbids nothing; a target that is too far
away does.
"""

from __future__ import annotations

from collections.abc import Iterable

from tankdsl.check.static import ABSENT, UNKNOWN
from tankdsl.check.tree import Conjunct, Core, Demand, DemandEach, DemandGuard, DemandLet, Program
from tankdsl.rules.harm.bounds import Bounds
from tankdsl.rules.harm.known import Group
from tankdsl.rules.walk import asked_by

ABOUT_PLACES = frozenset({"distance", "sight", "arc", "direction", "within", "ring", "ray", "neighbours", "row", "territory", "crossed"})
"""What asks where pieces stand to each other."""


def forbids(begin: Bounds, later: Bounds, demands: Iterable[Conjunct]) -> bool:
    """Whether requirements surely fail, with all that is known at the beginning and with what is known at every moment."""
    return any(_fails(begin, later, demand) for demand in demands)


def _fails(begin: Bounds, later: Bounds, demand: Conjunct) -> bool:
    match demand:
        case Demand(condition=condition):
            return (begin if _is_about_places(begin.world.program, condition) else later).value(condition) is False
        case DemandLet(local=local, value=value):
            for frame in (begin, later):
                known = frame.known(value)
                frame.locals[local] = UNKNOWN if known is ABSENT else known  # type: ignore[assignment]
            return later.known(value) is ABSENT
        case DemandGuard(guard=name, args=args):
            guard = begin.world.program.guards[name]
            first, second = (frame.called(guard.params, tuple(frame.known(arg) for arg in args)) for frame in (begin, later))
            return first is not None and second is not None and forbids(first, second, guard.demands)
        case DemandEach(local=local, domain=domain, demands=demands):
            members = begin.known(domain)
            for member in (members.member,) if isinstance(members, Group) else members if isinstance(members, tuple) else ():
                begin.locals[local] = later.locals[local] = member
                if forbids(begin, later, demands):
                    return True
            return False


def _is_about_places(program: Program, condition: Core) -> bool:
    return any(isinstance(node, Core) and node.op in ABOUT_PLACES for node in asked_by(program, condition))
