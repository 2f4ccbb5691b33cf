"""What must hold between the declarations of the content layer: kinds, models, instances, options, map, piles.

The document has the right shape, and every id that names another declaration is known (see `ir.refcheck`).
"""

from typing import Any

from tankdsl.ir.consts import const_problem
from tankdsl.ir.names import GAME, PLACED, SIDE, Names
from tankdsl.ir.paths import Step
from tankdsl.ir.report import Report
from tankdsl.ir.show import show

Json = dict[str, Any]
EDGES = "edges"
"""The enum whose members are the features of edges."""
NEIGHBOURS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def check_content(report: Report, names: Names) -> None:
    """Add the problems of the content layer to a report."""
    content = report.document["content"]
    _check_sides(report, names)
    for index, kind in enumerate(content["kinds"]):
        _check_kind(report, names, kind, ["content", "kinds", index])
    _check_unique(report, names)
    for index, option in enumerate(content["options"]):
        _check_option(report, names, option, ["content", "options", index])
    for id, value in content["preset"].items():
        _check_preset(report, names, id, value)
    if content.get("map", {}).get("grid") == "hex":
        _check_map(report, names, content["map"])
    _check_piles(report, names)


def _check_sides(report: Report, names: Names) -> None:
    for kind, category in ((SIDE, "side"), (GAME, "game")):
        found = names.kinds.get(kind)
        known = found is not None and found.record["category"] == category
        report.expect(known, ["content", "kinds"], f"the kind `{kind}` of the category `{category}` is missing")
    missions = [kind for kind in names.kinds.values() if kind.record["category"] == "mission" and len(kind.line) == 1]
    report.expect(len(missions) <= 1, ["content", "kinds"], "there is more than one kind of missions; use subkinds")
    declared = sorted(names.ids["side"])
    if sorted(report.document["content"]["sides"]) != declared:
        report.say(["content", "sides"], f"the instances of `{SIDE}` are {', '.join(declared)}: each must be listed once")


def _check_kind(report: Report, names: Names, kind: Json, here: list[Step]) -> None:
    info = names.kinds[kind["id"]]
    parent = names.kinds.get(kind.get("parent", ""))
    if parent is not None and (kind["id"] in parent.line or _has_parent(names, parent.root)):
        report.say([*here, "parent"], f"`{kind['id']}` is its own ancestor")
    elif parent is not None and parent.record["category"] != kind["category"]:
        report.say([*here, "category"], f"the parent `{parent.record['id']}` is a {parent.record['category']}")
    inherited = {id for id, field in info.fields.items() if field["role"] == "built_in"}
    inherited |= {field["id"] for id in info.line[1:] for field in names.kinds[id].record["fields"]}
    for index, field in enumerate(kind["fields"]):
        at = [*here, "fields", index]
        report.expect(field["id"] not in inherited, at, f"`{kind['id']}` has a field `{field['id']}` already")
        _check_field(report, field, at)
    for index, model in enumerate(kind["models"]):
        _check_model(report, names, kind["id"], model, [*here, "models", index])
    for index, instance in enumerate(kind["instances"]):
        _check_instance(report, names, kind, instance, [*here, "instances", index])


def _has_parent(names: Names, root: str) -> bool:
    """Whether what should be the topmost ancestor has a parent: then the line of ancestors is a circle."""
    return names.kinds[root].record.get("parent") in names.kinds


def _check_field(report: Report, field: Json, here: list[Step]) -> None:
    if field["role"] == "track":
        report.expect("low" in field and "high" in field, here, "a track needs `low` and `high`")
    else:
        for key in ("low", "high"):
            report.expect(key not in field, [*here, key], "only a track has bounds")
    report.expect(field["role"] != "stat" or "lifetime" not in field, here, "a stat has no lifetime")


def _check_model(report: Report, names: Names, kind: str, model: Json, here: list[Step]) -> None:
    fields = {id: field for id, field in names.kinds[kind].fields.items() if field["role"] == "stat"}
    for id, value in model["stats"].items():
        if id not in fields:
            report.say([*here, "stats", id], f"`{kind}` has no stat `{id}`")
        elif problem := const_problem(value, fields[id]["type"], names):
            report.say([*here, "stats", id], problem)
    for id, field in fields.items():
        optional = "default" in field or (isinstance(field["type"], dict) and "optional" in field["type"])
        report.expect(optional or id in model["stats"], here, f"the stat `{id}` has no value")


def _check_instance(report: Report, names: Names, kind: Json, instance: Json, here: list[Step]) -> None:
    root = names.kinds[names.kinds[kind["id"]].root].record["category"]
    model = instance["model"]
    known = model in names.models.get(names.kinds[kind["id"]].root, {})
    report.expect(known, [*here, "model"], f"there is no model `{model}` of `{kind['id']}`")
    start = instance.get("start", {"fields": {}})
    report.expect("at" not in start or root in PLACED, [*here, "start", "at"], f"a {root} cannot stand on a place")
    for id, value in start["fields"].items():
        field = names.kinds[kind["id"]].fields.get(id)
        if field is None or field["role"] not in ("state", "track"):
            report.say([*here, "start", "fields", id], f"`{kind['id']}` has no state `{id}`")
        elif problem := const_problem(value, field["type"], names):
            report.say([*here, "start", "fields", id], problem)


def _check_unique(report: Report, names: Names) -> None:
    """A kind and its subkinds share the ids of their models and of their instances."""
    for kind_at, kind in enumerate(report.document["content"]["kinds"]):
        root = names.kinds[kind["id"]].root
        for table, key in ((names.models, "models"), (names.instances, "instances")):
            for at, member in enumerate(kind[key]):
                owner = table[root][member["id"]][1]
                here: list[Step] = ["content", "kinds", kind_at, key, at]
                report.expect(owner == kind["id"], here, f"`{owner}` has `{member['id']}` already")


def _check_option(report: Report, names: Names, option: Json, here: list[Step]) -> None:
    if problem := _option_problem(option, option["default"]):
        report.say([*here, "default"], problem)
    if option["sort"] == "choice":
        enum = names.find("enum", f"option.{option['id']}")
        same = enum is not None and enum["members"] == option["values"]
        report.expect(same, [*here, "values"], f"the enum `option.{option['id']}` must have the same members")
    if option["sort"] == "setting":
        report.expect(option["min"] <= option["max"], [*here, "max"], "the maximum is below the minimum")


def _option_problem(option: Json, value: Any) -> str | None:
    """Why a value is none of an option; nothing when it is one."""
    match option["sort"]:
        case "switch":
            return None if isinstance(value, bool) else f"expected true or false, found {show(value)}"
        case "choice":
            known = isinstance(value, str) and value in option["values"]
            return None if known else f"expected {' or '.join(map(show, option['values']))}, found {show(value)}"
    fits = isinstance(value, int) and not isinstance(value, bool) and option["min"] <= value <= option["max"]
    return None if fits else f"expected a whole number from {option['min']} to {option['max']}, found {show(value)}"


def _check_preset(report: Report, names: Names, id: str, value: Any) -> None:
    option = names.find("option", id)
    if option is not None and (problem := _option_problem(option, value)):
        report.say(["content", "preset", id], problem)


def _check_map(report: Report, names: Names, ground: Json) -> None:
    here: list[Step] = ["content", "map"]
    taken: dict[tuple[int, int], str] = {}
    for index, place in enumerate(ground["places"]):
        first = taken.setdefault((place["q"], place["r"]), place["id"])
        report.expect(first == place["id"], [*here, "places", index], f"`{first}` has these coordinates already")
    for id, members in ground["zones"].items():
        repeated = len(set(members)) < len(members)
        report.expect(not repeated, [*here, "zones", id], "a place is listed twice")
    features = (names.find("enum", EDGES) or {"members": ()})["members"]
    for index, edge in enumerate(ground["edges"]):
        known = edge["feature"] in features
        report.expect(known, [*here, "edges", index, "feature"], f"the enum `{EDGES}` has no `{edge['feature']}`")
        a, b = names.find("place", edge["a"]), names.find("place", edge["b"])
        if a is not None and b is not None:
            adjacent = (b["q"] - a["q"], b["r"] - a["r"]) in NEIGHBOURS
            report.expect(adjacent, [*here, "edges", index], f"`{edge['a']}` and `{edge['b']}` are not adjacent")


def _check_piles(report: Report, names: Names) -> None:
    lying: dict[tuple[str, str], str] = {}
    kept: dict[tuple[str, str], str] = {}
    for index, pile in enumerate(report.document["content"]["piles"]):
        here: list[Step] = ["content", "piles", index]
        info = names.kinds.get(pile["of"])
        for at, id in enumerate(pile["initial"]):
            known = names.instance_of(pile["of"], id) is not None
            report.expect(known, [*here, "initial", at], f"there is no `{id}` of `{pile['of']}`")
            first = lying.setdefault((info.root if info else "", id), pile["id"])
            report.expect(first == pile["id"], [*here, "initial", at], f"`{id}` lies in `{first}` already")
        if "carrier" in pile:
            carrier = pile["carrier"]
            known = names.instance_of(carrier["kind"], carrier["id"]) is not None
            report.expect(known, [*here, "carrier"], f"there is no `{carrier['id']}` of `{carrier['kind']}`")
        if "field" in pile:
            report.expect("owner" in pile or "carrier" in pile, here, "a pile of the sides needs an owner")
            holder = pile.get("owner", "") or pile.get("carrier", {}).get("id", "")
            first = kept.setdefault((pile["field"], holder), pile["id"])
            report.expect(first == pile["id"], here, f"`{first}` is the same pile of the same side")
        room = pile.get("holds", len(pile["initial"]))
        report.expect(len(pile["initial"]) <= room, [*here, "initial"], f"there is room for {room} only")
