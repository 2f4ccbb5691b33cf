"""The content layer: what there is, as plain data."""

from __future__ import annotations

from tankdsl.check.tree import OptionDef, ScenarioDef
from tankdsl.lower.build import Build, Json
from tankdsl.lower.instances import Instances
from tankdsl.lower.kinds import lower_kinds
from tankdsl.lower.maps import features_of, lower_map, lower_table
from tankdsl.lower.piles import lower_piles

EDGES = "edges"
"""The enum of what can be on the edge between two hexes."""


def lower_content(build: Build, title: str, scenario: ScenarioDef | None) -> Json:
    """Everything that a program which only draws the game needs; without a scenario neither map nor pieces."""
    instances = Instances(build, scenario)
    out: dict[str, Json] = {
        "title": build.texts.add("title", title),
        "sides": [side for side, _ in build.program.sides],
        "measures": [_measure(build, id, one, many) for id, (one, many) in build.program.measures.items()],
        "enums": _enums(build),
        "kinds": lower_kinds(build, instances),
        "options": [_option(build, option) for option in build.program.options.values()],
        "preset": dict(scenario.presets) if scenario else {},
    }
    if build.ground is not None:
        layout = build.ground.layout
        build.origin(("content", "map"), layout.span, layout.cites)
        out["map"] = lower_map(build.ground, columns=build.program.asks_columns)
    if build.table is not None:
        build.origin(("content", "map"), build.table.span, build.table.cites)
        out["map"] = lower_table(build.table)
    out["piles"] = lower_piles(build, instances)
    return out


def _measure(build: Build, id: str, one: str, many: str) -> Json:
    add = build.texts.add
    return {"id": id, "one": add(f"measure.{id}.one", one), "many": add(f"measure.{id}.many", many)}


def _enums(build: Build) -> list[Json]:
    """The declared enums, and those that are implied: by choices, by the features of edges on the maps, by arcs."""
    program = build.program
    out = {id: _enum(build, id, members) for id, members in program.enums.items()}
    for option in program.options.values():
        if option.sort == "choice":
            id = f"option.{option.id}"
            out.setdefault(id, _enum(build, id, tuple((value, "") for value in option.values)))
    features = {feature for layout in program.layouts.values() for feature in features_of(layout)}
    if features:
        out.setdefault(EDGES, _enum(build, EDGES, tuple((feature, "") for feature in sorted(features))))
    for arcs in program.arcs.values():
        out.setdefault(arcs.enum, _enum(build, arcs.enum, tuple((part, "") for part, _ in arcs.parts)))
    return list(out.values())


def _enum(build: Build, id: str, members: tuple[tuple[str, str], ...]) -> Json:
    names = {member: build.texts.add(f"enum.{id}.{member}", title) for member, title in members if title}
    return {"id": id, "members": [member for member, _ in members], "names": names}


def _option(build: Build, option: OptionDef) -> Json:
    build.origin(("content", "options", option.id), option.span, option.cites)
    out: dict[str, Json] = {
        "id": option.id,
        "sort": option.sort,
        "name": build.texts.add(f"option.{option.id}", option.title),
        "default": option.default,
    }
    if option.sort == "setting":
        out |= {"min": option.low, "max": option.high}
    elif option.sort == "choice":
        out["values"] = list(option.values)
    return {**out, "needs": list(option.needs), "excludes": list(option.excludes)}
