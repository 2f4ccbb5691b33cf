"""What to write instead, where a name or a value of another sort is meant: help texts, from what the pack declares."""

from __future__ import annotations

import re
from typing import Any

from tankdsl.check.context import Context
from tankdsl.check.groundnames import ground_names, layouts, places_of
from tankdsl.check.tree import Core
from tankdsl.check.types import TEXT, Direction, Int, Kind, Model, Place, Pool, Set, Type, required
from tankdsl.diagnostics import quoted
from tankdsl.resolve.builtins import BUILTIN_FUNCTIONS, snake
from tankdsl.resolve.symbols import Thing
from tankdsl.syntax import ast

_SMALL_LABEL = re.compile(r"[a-z]{1,2}[0-9]{1,3}")


def instead_of_name(cx: Context, text: str) -> tuple[str, ...]:
    """Where no name is known: a function without its arguments, a measure, or a label of the map in small letters."""
    if text in BUILTIN_FUNCTIONS or text in cx.symbols.singulars:
        return (f"`{text}` is called with arguments: `{text}(...)`",)
    if text in ("hex", "hexes") and not cx.is_table:
        return ("all hexes of the map are `places`",)
    for one, measure in cx.symbols.space("measure").items():
        if isinstance(measure, ast.Measure) and text in (one, measure.plural.text):
            return (f"`{text}` is a measure and stands behind a number: `2 {measure.plural.text}`",)
    return (f"the labels of a map have capitals: `{text.upper()}`",) if _SMALL_LABEL.fullmatch(text) else ()


def instead_of_call(cx: Context, text: str) -> tuple[str, ...]:
    """Where nothing of a name can be called: the word of a category, and its kinds are called otherwise here."""
    kinds = [f"{snake(name)}(...)" for name, info in cx.kinds.items() if info.category == text and info.declaration is not None]
    return (f"what stands on a place is asked by the name of the kind: {quoted(kinds)}",) if kinds else ()


def instead_of_field(cx: Context, type: Type, node: ast.Field) -> tuple[str, ...]:
    """Where something has no fields: a place is asked by a call for what stands on it."""
    name = node.name.text
    if not isinstance(required(type), Place) or name not in cx.symbols.singulars:
        return ()
    of = node.subject.text if isinstance(node.subject, ast.Name) else "..."
    return (f"write `{name}({of})`",)


def instead_of_value(found: Type, expected: Type | str) -> tuple[str, ...]:
    """Where a value is of another type: the number of rolled dice, and a direction that was meant as a name."""
    one = required(found)
    if isinstance(one, Pool) and not isinstance(expected, str) and isinstance(required(expected), Int):
        return ("take one number of the dice: `highest(...)`, `lowest(...)` or `total(...)`",)
    if isinstance(one, Direction):
        return ("`n`, `s` and their like are directions wherever nothing else is called so",)
    return ()


def thing_of_row(cx: Context, row: object, kind: str) -> str:
    """Where a thing is needed and a row is named: how the thing is found, for which `one` stands in what is written then; may be empty."""
    domain = next((word for word, of in cx.symbols.plurals.items() if of == kind), None)
    if domain is None or not isinstance(row, str):
        return ""
    return f"if let one = first([t in all {domain} where t is {row}])"


def one_of_several(cx: Context, name: object, single: ast.Expr | None = None, op: str = "is") -> dict[str, Any]:
    """Where one place is needed and `name` is a zone: why it is several hexes, and how they are asked; notes and help of a finding.

    `single` is the place with which it is compared, if it is.
    """
    if not isinstance(name, str) or not isinstance(ground_names(cx).get(name), Set):
        return {}
    laid = ((layout, places_of(cx, node).get(name, 0)) for layout, node in layouts(cx))
    layout, count = next((found for found in laid if found[1] > 1), ("", 0))
    notes = (f"`{name}` is on the map `{layout}` {count} times, so that the name means the set of these places",) if layout else ()
    if single is None:
        return {"notes": notes, "help": (f"take one of them: `first({name})`, or go through them all: `for each h in {name}`",)}
    from tankdsl.syntax.unparse_expressions import expression_text

    return {"notes": notes, "help": (f"write `{expression_text(single)} {'not in' if op == 'is not' else 'in'} {name}`",)}


def instead_of_model(cx: Context, core: Core, asked: str = "...") -> tuple[str, ...]:
    """Where a piece, an area or a place is needed and a model is given, of which several may be there; `asked` is what is asked of `o`."""
    if core.op != "model" or not isinstance(core.type, Model):
        return ()
    things = next((plural for plural, kind in cx.symbols.plurals.items() if kind == core.type.name), "...")
    return (f"there may be several `{core.args[1]}`: ask each of them, `any o in {things} where o is {core.args[1]} and {asked}`",)


def instead_of_place(cx: Context, core: Core) -> dict[str, Any]:
    """Where a place or piece is needed: notes and help for a zone or a model."""
    return one_of_several(cx, core.args[0]) if core.op == "zone" else {"help": instead_of_model(cx, core)}


def instead_of_comparing(cx: Context, node: ast.Binary, left: Type, right: Type) -> tuple[str, ...]:
    """Where two values can never be equal: the id of a model as a text; a direction that was meant as a name."""
    for side, other in ((node.right, left), (node.left, right)):
        thing = cx.symbols.values.get(side.value) if isinstance(side, ast.Text) else None
        if isinstance(side, ast.Text) and isinstance(thing, Thing) and isinstance(required(other), Kind | Model):
            return (f"things are named without quotes: `{side.value}`",)
    if TEXT in (required(left), required(right)):
        return ()
    return instead_of_value(left, "") or instead_of_value(right, "")
