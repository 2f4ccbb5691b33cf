"""Whether evaluation always comes to an end: no value, guard, sight or mission calls itself in the end, and nesting,
counted through everything that is called, is bounded, so that evaluators may recurse.
"""

from collections.abc import Iterator
from typing import Any

from tankdsl.ir.paths import Step
from tankdsl.ir.report import Report

Json = dict[str, Any]
Callee = tuple[str, str]
"""Namespace (`values`, `guards`, `sights`, `missions`) and id; all missions count as one."""

DEEPEST_CHAIN = 150
"""How deep expressions may be nested, those that they call included."""
CALLS = {"call": "values", "holds": "guards", "sight": "sights"}
MISSIONS: Callee = ("missions", "")
# A list of arguments or rows counts as a level of its own.
_DEEPER = {"call": 2, "holds": 2, "used": 2, "rows": 2}


def check_calls(report: Report) -> None:
    """Add cycles of calls and chains that are too deep to a report."""
    rules = report.document["rules"]
    bodies = dict(_bodies(rules))
    depths = _Depths(report, bodies)
    for callee in bodies:
        depths.find(callee)
    if not depths.cyclic:
        for part in ("content", "rules"):
            for key, value in report.document[part].items():
                if _nesting(value, depths.known)[0] > DEEPEST_CHAIN:
                    report.say([part, key], f"expressions and what they call are nested more than {DEEPEST_CHAIN} deep")


def _bodies(rules: Json) -> Iterator[tuple[Callee, Any]]:
    for space, keys in (("values", ("body",)), ("guards", ("conjuncts",)), ("sights", ("blocks", "across", "along", "ends"))):
        for record in rules[space]:
            yield (space, record["id"]), [record[key] for key in keys if key in record]
    yield MISSIONS, [mission["met"] for mission in rules["missions"]]


class _Depths:
    """The nesting of everything that can be called, found one after the other without recursion."""

    def __init__(self, report: Report, bodies: dict[Callee, Any]) -> None:
        self.report = report
        self.bodies = bodies
        self.known: dict[Callee, int] = {}
        self.cyclic = False

    def find(self, start: Callee) -> None:
        """Find the nesting of one callee and of all that it calls."""
        chain = [start]
        while chain:
            here = chain[-1]
            depth, callees = _nesting(self.bodies[here], self.known)
            missing = next((callee for callee in callees if callee not in self.known and callee in self.bodies), None)
            if missing is None:
                self.known[chain.pop()] = depth
            elif missing in chain:
                self._say_cycle(chain[chain.index(missing) :])
                self.known[missing] = 0
            else:
                chain.append(missing)

    def _say_cycle(self, cycle: list[Callee]) -> None:
        self.cyclic = True
        names = [id or "mission_met" for _, id in (*cycle, cycle[0])]
        self.report.say(self._steps(cycle[0]), f"it calls itself in the end: {' -> '.join(names)}")

    def _steps(self, callee: Callee) -> list[Step]:
        space, id = callee
        records = self.report.document["rules"][space]
        index = next((at for at, record in enumerate(records) if record.get("id") == id), None)
        return ["rules", space] if index is None else ["rules", space, index]


def _nesting(root: Any, known: dict[Callee, int]) -> tuple[int, list[Callee]]:
    """How deep operators are nested in a piece of a document, known callees included, and all that it calls."""
    deepest, callees = 0, []
    todo: list[tuple[Any, int]] = [(root, 0)]
    while todo:
        node, depth = todo.pop()
        if isinstance(node, dict):
            # A record begins anew, but for conjuncts, which are evaluated inside of one another.
            inner = depth + 1 if "conjuncts" in node or "guard" in node else 0
            todo += [(value, inner) for value in node.values()]
            if isinstance(node.get("guard"), str):
                callees.append(("guards", node["guard"]))
                deepest = max(deepest, inner + known.get(callees[-1], 0))
        elif isinstance(node, list):
            name = node[0] if node and isinstance(node[0], str) else ""
            below = depth + _DEEPER.get(name, 1)
            deepest = max(deepest, below)
            callee = MISSIONS if name == "mission_met" else (CALLS.get(name, ""), node[1] if name in CALLS else "")
            if callee[0]:
                callees.append(callee)
                deepest = max(deepest, below + known.get(callee, 0))
            todo += [(item, below) for item in reversed(node)]
    return deepest, callees
