"""Constants: stats of models, how instances begin, and presets are values as the decision protocol writes them, not
expressions.
"""

from __future__ import annotations

from tankdsl.check.tree import Core
from tankdsl.ground.table_arcs import POINTS_OF_THE_COMPASS
from tankdsl.lower.build import Build, Json

ABSENT: Json = {"absent": True}


def lower_const(build: Build, core: Core, owner: str) -> Json:
    """The value of a constant expression; texts get keys that begin with `owner`. `TypeError` when it is not constant."""
    match core.op, core.args:
        case (("int" | "bool"), (value,)):
            return value
        case "neg", (Core(op="int", args=(number,)),):
            return -number
        case (("enum" | "ref" | "model"), (_, id)):
            return id
        case "dir", (name,):
            return list(POINTS_OF_THE_COMPASS[name]) if build.is_table else name
        case "text", (text,):
            return build.texts.add(f"text.{owner}", text)
        case "none", ():
            return ABSENT
        case (("list" | "set"), members):
            return [lower_const(build, member, owner) for member in members]
        case (("place" | "label" | "coordinates"), _):
            return _place(build, core)
        case _:
            raise TypeError(f"`{core.op}` is not constant")


def _place(build: Build, core: Core) -> Json:
    if core.op == "coordinates" and build.is_table:
        return [lower_const(build, number, "") for number in core.args]
    if core.op == "place" and build.table is not None:
        point = build.table.names.get(core.args[0])
        return ABSENT if point is None else list(point)
    if build.ground is None:
        return ABSENT
    found: str | None
    match core.args:
        case (int(index),):
            found = build.ground.ids[index]
        case (str(name),):
            found = build.ground.named(name)
        case first, second:
            found = build.ground.at(lower_const(build, first, ""), lower_const(build, second, ""))
        case _:
            found = None
    return ABSENT if found is None else found
