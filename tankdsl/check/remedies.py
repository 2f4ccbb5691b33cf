"""What to write instead, where a name or a value of another sort is meant: help texts, from what the pack declares."""

from __future__ import annotations

import re
from typing import Any

from tankdsl.check.context import Context
from tankdsl.check.groundnames import ground_names, layouts, places_of
from tankdsl.check.tree import Core
from tankdsl.check.types import PATH, PLACE, TEXT, Direction, Int, Kind, Model, PileOf, Place, Pool, Set, Type, describe, required
from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import names, syntax
from tankdsl.frozen import replaced
from tankdsl.resolve.builtins import BUILTIN_FUNCTIONS, plural, snake
from tankdsl.resolve.symbols import Thing
from tankdsl.source import Span
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
    if not isinstance(required(type), Place):
        return ()
    if name not in cx.symbols.singulars:
        from tankdsl.check.fieldwords import asked_of_place

        return asked_of_place(cx, node)
    of = node.subject.text if isinstance(node.subject, ast.Name) else "..."
    return (f"write `{name}({of})`",)


def instead_of_value(found: Type, expected: Type | str) -> tuple[str, ...]:
    """Where a value is of another type: the number of rolled dice, and a direction that was meant as a name."""
    one = required(found)
    if isinstance(one, Pool) and not isinstance(expected, str) and isinstance(required(expected), Int):
        return ("take one number of the dice: `highest(...)`, `lowest(...)` or `total(...)`",)
    if isinstance(one, Set | PileOf) and not isinstance(expected, str) and isinstance(required(expected), Int):
        return ("count them: `count(...)`",)
    if one == Set(PLACE) and not isinstance(expected, str) and required(expected) == PATH:
        return ("a path is laid by `plot way for t using ...`; a list of places is none",)
    if isinstance(one, Direction):
        return ("`n`, `s` and their like are directions wherever nothing else is called so",)
    return ()


def say_that_ends_have_names(cx: Context, row: ast.SightRow, before: int) -> None:
    """Where a row of a sight names what nothing is called, and gives the ends of the line no names: one finding, which says how."""
    new = cx.found[before:]
    unknown = [finding for finding in new if finding.code == names.UNKNOWN_NAME.code and not finding.help]
    if not unknown:
        return
    words = list(dict.fromkeys(finding.headline.split("`")[1] for finding in unknown))
    if len(words) > 2:
        return
    place, ends = ", ".join(word.text for word in row.places), ", ".join(words if len(words) == 2 else ("a", "b"))
    help = f"the ends of the line have names if the row gives them: `blocked {row.where} {place} between {ends} when ...`"
    cx.found[before:] = [
        replaced(finding, help=(help,)) if finding is unknown[0] else finding for finding in new if finding not in unknown[1:]
    ]


def unknown_movement(cx: Context, name: str, span: Span) -> None:
    """Report that no movement has the name; whichever is meant, something moves by it."""
    known = list(cx.symbols.space("movement"))
    cx.reads.update(("movement", movement) for movement in known)
    cx.unknown(span, name, "movement", known)


def below(cx: Context, kind: str, name: str, subject: ast.Expr) -> str:
    """Where only kinds below a kind have a field: how it is asked of a thing that may be one of them; empty if none has it."""
    having = [one for one, info in cx.kinds.items() if one != kind and cx.is_a(one, kind) and (name in info.fields or name in info.piles)]
    if not having:
        return ""
    from tankdsl.syntax.unparse_expressions import expression_text

    have = "has" if len(having) == 1 else "have"
    return f"{quoted(having, 'and')} {have} it: `if let one = {expression_text(subject)} as {having[0]} {{ ... one.{name} ... }}`"


def instead_of_set(cx: Context, core: Core, expected: Type) -> tuple[str, ...]:
    """Where a set is needed and one of its members is given."""
    if not isinstance(expected, Set) or not cx.fits(required(core.type), expected.of):
        return ()
    word = core.args[0] if core.op == "label" else "..."
    return (f"the set of one is written in square brackets: `[{word}]`",)


def instead_of_measure(cx: Context, core: Core, wanted: str | None) -> str:
    """Where a number is counted in something else than `wanted` (its plural; None for a plain number)."""
    found = required(core.type)
    if core.op == "int" and isinstance(found, Int):
        number = describe(found).split()[0]
        return f"write `{with_measure(cx, number, wanted)}`"
    if isinstance(found, Int) and found.measure is not None and wanted is not None:
        return f"convert it: `... as {wanted}`, if the numbers are the same"
    return f"write the measure with the number, or convert it with `as {wanted or 'int'}`"


def with_measure(cx: Context, number: str, plural: str | None) -> str:
    """A number as it is written with a measure, in the singular after 1."""
    measures = cx.symbols.space("measure")
    one = next((name for name, node in measures.items() if isinstance(node, ast.Measure) and node.plural.text == plural), plural)
    return number if plural is None else f"{number} {one if number == '1' else plural}"


def instead_of_incomparable(cx: Context, node: ast.Binary, left: Int, right: Int) -> str:
    """Where two numbers are compared or added that are counted in different things; the written one of them is changed."""
    for side, other in ((node.right, left), (node.left, right)):
        if isinstance(side, ast.Int) and not isinstance(node.left, ast.Int):
            return f"write `{with_measure(cx, str(side.value), other.measure)}`"
    if left.measure is not None and right.measure is not None:
        return f"convert one of them: `... as {left.measure}`, if the numbers are the same"
    return f"write the measure with the number, or convert it with `as {left.measure or right.measure}`"


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


def compared_with_both(compared: ast.Binary, other: ast.Expr) -> str:
    """Where `b` stands in `x is a or b` as if it were a condition."""
    from tankdsl.syntax.unparse_expressions import expression_text

    subject, first, second = map(expression_text, (compared.left, compared.right, other))
    if isinstance(compared.right, ast.KindName) or isinstance(other, ast.KindName):
        both = "or" if compared.op == "is" else "and"
        return f"write `{subject} {compared.op} {first} {both} {subject} {compared.op} {second}`"
    return f"write `{subject} {'in' if compared.op == 'is' else 'not in'} [{first}, {second}]`"


def instead_of_comparing(cx: Context, node: ast.Binary, left: Type, right: Type) -> tuple[str, ...]:
    """Where two values can never be equal: the id of a model as a text; a direction that was meant as a name."""
    for side, other in ((node.right, left), (node.left, right)):
        thing = cx.symbols.values.get(side.value) if isinstance(side, ast.Text) else None
        if isinstance(side, ast.Text) and isinstance(thing, Thing) and isinstance(required(other), Kind | Model):
            return (f"things are named without quotes: `{side.value}`",)
    if TEXT in (required(left), required(right)):
        return ()
    member = _as_member(cx, node, left, right)
    return (member,) if member else instead_of_value(left, "") or instead_of_value(right, "")


def _as_member(cx: Context, node: ast.Binary, left: Type, right: Type) -> str:
    """Where several things are compared with one of them: how it is asked whether it is among them; empty otherwise."""
    from tankdsl.syntax.unparse_expressions import expression_text

    negated = node.op == "is not"
    for several, one, all_of, single in ((left, right, node.left, node.right), (right, left, node.right, node.left)):
        member = several.of if isinstance(several, Set) else Kind(several.kind) if isinstance(several, PileOf) else None
        if member is None:
            continue
        written, found = expression_text(all_of), required(one)
        if cx.fits(found, member):
            return f"write `{expression_text(single)} {'not in' if negated else 'in'} {written}`"
        if isinstance(found, Model) and isinstance(member, Kind) and cx.root_of(found.name) == cx.root_of(member.name):
            return f"write `{'not ' if negated else ''}any o in {written} where o is {expression_text(single)}`"
    return ""


def unknown_measure(cx: Context, word: ast.Ident) -> str | None:
    """Report that there is no such measure; the measure that is meant all the same, if that is sure."""
    if word.text == "then":
        help = "what happens stands in braces: `if ... { ... } else { ... }`"
        cx.report(syntax.UNEXPECTED_WORD, word.span, "`then` has no meaning here", help=help)
        return None
    meant = measure_without_plural(cx, word)
    if meant is not None:
        return meant
    measures = [node for node in cx.symbols.space("measure").values() if isinstance(node, ast.Measure)]
    there = quoted([node.plural.text for node in measures], "and")
    help = f"the measures are {there}" if measures else "declare it: `measure hex, hexes`"
    near = cx.did_you_mean(word.text, (text for node in measures for text in (node.name.text, node.plural.text)))
    cx.report(names.UNKNOWN_NAME, word.span, f"there is no measure `{word.text}`", help=near or help)
    return None


def measure_without_plural(cx: Context, word: ast.Ident) -> str | None:
    """The measure of which a word would be the plural, were it not declared with its singular twice; that is reported once."""
    for node in cx.symbols.space("measure").values():
        if isinstance(node, ast.Measure) and node.plural.text == node.name.text and word.text == plural(node.name.text):
            if node.plural.span not in cx.measures_reported:
                cx.measures_reported.add(node.plural.span)
                headline = f"`{node.name.text}` is its own plural here, and `{word.text}` is written"
                secondary = cx.labels((word.span, "here first"))
                help = f"write `measure {node.name.text}, {word.text}`"
                cx.report(names.UNKNOWN_NAME, node.plural.span, headline, secondary=secondary, help=help)
            return cx.measure(node.plural.text)
    return None
