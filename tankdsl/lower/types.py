"""Types of the compiled form."""

from __future__ import annotations

from tankdsl.check import types as t
from tankdsl.check.tree import Program
from tankdsl.lower.build import Json

PLAIN: dict[type[t.Type], str] = {
    t.Bool: "bool",
    t.Text: "text",
    t.Place: "place",
    t.Direction: "direction",
    t.Path: "path",
    t.Pool: "pool",
    t.Die: "int",
}
"""Types that are a word. A die is the number of its place in its pool."""


def lower_type(program: Program, type: t.Type) -> Json:
    """The compiled form of a type; `TypeError` for one that no checked program contains."""
    match type:
        case t.Int(low, high, measure):
            if measure is not None:
                return {"measure": str(measure_id(program, measure))}
            return "int" if (low, high) == (t.INT32_MIN, t.INT32_MAX) else {"int": [low, high]}
        case t.Enum(name):
            return {"enum": name}
        case t.Kind(name):
            return {"kind": name}
        case t.Model(name):
            return {"model": name}
        case t.Optional(of):
            return {"optional": lower_type(program, of)}
        case t.Set(of) | t.Per(_, of):
            return {"set": lower_type(program, t.required(of))}
        case t.PileOf(kind):
            return {"set": {"kind": kind}}
        case t.Edge():
            return {"enum": "edges"}
        case t.NoneType():
            return {"optional": "int"}
        case _ if type.__class__ in PLAIN:
            return PLAIN[type.__class__]
        case _:
            raise TypeError(f"the compiled form has no type for {type!r}")


def measure_id(program: Program, word: str) -> str:
    """The id of the measure that is called so in the singular or the plural."""
    if word in program.measures:
        return word
    return next((id for id, names in program.measures.items() if word in names), word)
