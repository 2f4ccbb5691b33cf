"""What must hold between the declarations of the rules layer: frames, windows, actions, movement, arcs, missions.

The document has the right shape, and every id that names another declaration is known (see `ir.refcheck`).
"""

from typing import Any

from tankdsl.bounds import MOST_EACH
from tankdsl.ir.names import Names, limits_of
from tankdsl.ir.paths import Step
from tankdsl.ir.report import Report

Json = dict[str, Any]


def check_rules(report: Report, names: Names) -> None:
    """Add the problems of the rules layer to a report."""
    rules = report.document["rules"]
    for key, needed in FRAMES.items():
        for index, record in enumerate(rules[key]):
            count = len(record["params"]) if needed is None else needed
            few = f"the frame needs at least {count} slots"
            report.expect(record["slots"] >= count, ["rules", key, index, "slots"], few)
    _check_entries(report, names)
    for index, window in enumerate(rules["windows"]):
        for at, change in enumerate(window["changes"]):
            known = change < len(window["params"])
            report.expect(known, ["rules", "windows", index, "changes", at], f"there is no parameter {change}")
    for index, guard in enumerate(rules["guards"]):
        _check_nesting(report, guard["conjuncts"], ["rules", "guards", index, "conjuncts"])
    for index, action in enumerate(rules["actions"]):
        _check_nesting(report, action["guards"], ["rules", "actions", index, "guards"])
        _check_action(report, names, action, ["rules", "actions", index])
    _check_limits(report, names)
    for index, arcs in enumerate(rules["arcs"]):
        _check_arcs(report, names, arcs, ["rules", "arcs", index])
    for index, sight in enumerate(rules["sights"]):
        _check_tie(report, names, sight["tie"], ["rules", "sights", index, "tie"])
        _check_sight_rows(report, sight, ["rules", "sights", index])
    for index, whenever in enumerate(rules["whenevers"]):
        here: list[Step] = ["rules", "whenevers", index, "proc"]
        _check_params(report, names, whenever["proc"], len(whenever["params"]), here)
    _check_missions(report, names)


def _check_nesting(report: Report, conjuncts: list[Json], here: list[Step], depth: int = 0) -> None:
    """How deep `each` conjuncts are nested; the shape bounds all nesting, so that this may recurse."""
    for index, conjunct in enumerate(conjuncts):
        if "each" in conjunct:
            report.expect(depth < MOST_EACH, [*here, index], f"`each` is nested more than {MOST_EACH} deep")
            _check_nesting(report, conjunct["conjuncts"], [*here, index, "conjuncts"], depth + 1)


def _check_sight_rows(report: Report, sight: dict[str, Any], here: list[Step]) -> None:
    """The rows of a sight are as many as its expressions have."""
    rows = sight.get("rows", ())
    for part in ("blocks", "across", "along", "ends") if rows else ():
        count = sum(row["of"] == part for row in rows)
        body = sight.get(part)
        missing = part not in sight or (part == "blocks" and body is False)
        several = isinstance(body, list) and body[0] == "or" and len(body) == count + 1
        fits = missing if count == 0 else not missing if count == 1 else several
        report.expect(fits, [*here, "rows"], f"`{part}` has another number of rows than {count}")


FRAMES: dict[str, int | None] = {
    "values": None, "guards": None, "procs": None, "movements": 4, "actions": 1, "missions": 1, "whenevers": None,
}  # fmt: skip
"""How many slots a frame has at least; nothing stands for the number of parameters."""


def _check_entries(report: Report, names: Names) -> None:
    rules = report.document["rules"]
    _check_params(report, names, rules["main"], 0, ["rules", "main"])
    for id, proc in rules["entries"].items():
        _check_params(report, names, proc, 0, ["rules", "entries", id])
    for index, pile in enumerate(report.document["content"]["piles"]):
        if "refill" in pile:
            _check_params(report, names, pile["refill"], 0, ["content", "piles", index, "refill"])


def _check_params(report: Report, names: Names, proc: str, count: int, here: list[Step]) -> None:
    found = names.find("proc", proc)
    if found is not None and len(found["params"]) != count:
        report.say(here, f"`{proc}` takes {len(found['params'])} arguments and is called with {count}")


def _check_action(report: Report, names: Names, action: Json, here: list[Step]) -> None:
    report.expect(bool(action["on"]), [*here, "on"], "an action needs an occasion")
    inherits = action["inherits"]
    for at, id in enumerate(action["on"].get("windows", ())):
        window = names.find("window", id)
        if window is not None:
            _check_window(report, action, window, here, at)
    if not action["on"].get("windows"):
        report.expect(inherits == 0, [*here, "inherits"], "only an action on a window inherits parameters")
        report.expect("returns" not in action, [*here, "returns"], "only an action on a window returns changes")
    given = 1 + inherits + ("card" in action)
    report.expect(action["slots"] >= given, [*here, "slots"], f"the frame needs at least {given} slots")
    for at, param in enumerate(action["params"]):
        free = param["slot"] >= given
        report.expect(free, [*here, "params", at, "slot"], f"the slots below {given} have values already")
    _check_params(report, names, action["proc"], len(action["args"]), [*here, "proc"])
    _check_results(report, names, action, here)
    if "card" in action:
        _check_card(report, names, action["card"], [*here, "card"])
    if "after" in action:
        report.expect("card" in action, [*here, "after"], "only a card has something to do afterwards")
        _check_params(report, names, action["after"], 2, [*here, "after"])


def _check_window(report: Report, action: Json, window: Json, here: list[Step], at: int) -> None:
    known = len(window["params"])
    many = action["inherits"] <= known
    report.expect(many, [*here, "on", "windows", at], f"the window `{window['id']}` has only {known} parameters")
    for index, param in enumerate(action.get("returns", ())):
        allowed = param in window["changes"]
        report.expect(allowed, [*here, "returns", index], f"`{window['id']}` does not let its parameter {param} change")


def _check_results(report: Report, names: Names, action: Json, here: list[Step]) -> None:
    proc, returns = names.find("proc", action["proc"]), action.get("returns", [])
    if proc is not None and proc["results"] < len(returns):
        report.say([*here, "returns"], f"`{action['proc']}` returns only {proc['results']} values")


def _check_card(report: Report, names: Names, card: Json, here: list[Step]) -> None:
    known = names.model_of(card["kind"], card["model"]) is not None
    report.expect(known, [*here, "model"], f"there is no model `{card['model']}` of `{card['kind']}`")
    pile = card["pile"]
    report.expect(names.has("holding", pile), [*here, "pile"], f"the sides have no pile `{pile}`")


def _check_limits(report: Report, names: Names) -> None:
    """A limit that is named in several places is one counter, so it must be declared the same."""
    for steps, id, limit in limits_of(report.document):
        same = limit == names.find("limit", id)
        report.expect(same, steps, f"the limit `{id}` is counted in another way elsewhere")


def _check_arcs(report: Report, names: Names, arcs: Json, here: list[Step]) -> None:
    info = names.kinds.get(arcs["kind"])
    facing = info.fields.get(arcs["facing"]) if info else None
    fits = facing is not None and facing["type"] in ("direction", {"optional": "direction"})
    report.expect(fits, [*here, "facing"], f"`{arcs['kind']}` has no direction `{arcs['facing']}`")
    parts = [part["id"] for part in arcs["parts"]]
    enum = names.find("enum", arcs["enum"])
    if enum is not None:
        report.expect(set(enum["members"]) == set(parts), [*here, "parts"], f"the arcs are not the members of `{arcs['enum']}`")
    _check_directions(report, arcs, here)
    report.expect(arcs["border"] in ("first", "last", *parts), [*here, "border"], f"there is no arc `{arcs['border']}`")


def _check_directions(report: Report, arcs: Json, here: list[Step]) -> None:
    """The six directions of a hex, or a full turn, each in exactly one arc."""
    if any("degrees" in part for part in arcs["parts"]):
        turned = sorted(degree % 360 for part in arcs["parts"] for low, high in part.get("degrees", ()) for degree in range(low, high))
        whole = turned == list(range(360)) and not any("directions" in part for part in arcs["parts"])
        report.expect(whole, [*here, "parts"], "every degree must be in exactly one arc")
        ends = [end for part in arcs["parts"] for span in part.get("degrees", ()) for end in span]
        exact = all(not (end % 30 and end % 45) for end in ends)
        report.expect(exact, [*here, "parts"], "the ends of arcs are multiples of 30 or 45 degrees")
        return
    directions = sorted(direction for part in arcs["parts"] for direction in part.get("directions", ()))
    report.expect(directions == list(range(6)), [*here, "parts"], "every direction must be in exactly one arc")


def _check_tie(report: Report, names: Names, tie: Any, here: list[Step]) -> None:
    option = names.find("option", tie["option"]) if isinstance(tie, dict) else None
    if option is not None:
        values = option.get("values", ())
        report.expect(sorted(tie["values"]) == sorted(values), here, "every value of the option needs a rule for ties")


def _check_missions(report: Report, names: Names) -> None:
    known = {model["id"] for kind in report.document["content"]["kinds"] if kind["category"] == "mission" for model in kind["models"]}
    seen: set[str] = set()
    for index, mission in enumerate(report.document["rules"]["missions"]):
        here: list[Step] = ["rules", "missions", index, "model"]
        report.expect(mission["model"] in known, here, f"there is no mission `{mission['model']}`")
        report.expect(mission["model"] not in seen, here, f"the mission `{mission['model']}` has a condition already")
        seen.add(mission["model"])
