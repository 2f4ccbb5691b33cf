"""The tables in the document of the format, made from the models and the table of operators.

`docs/format.md` says what things mean; which keys and operators there are is put between two marks there:

    <!-- begin operators expression -->  ...  <!-- end -->
    <!-- begin records content -->       ...  <!-- end -->

`python -m tankdsl.emit.reference docs/format.md` brings them up to date; a test compares.
"""

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from typing_extensions import is_typeddict

from tankdsl.ir.marks import INT32_HIGH, INT32_LOW, Code, Pattern, Ref
from tankdsl.ir.operators import TABLES, Operator
from tankdsl.ir.shape import Choice, Flag, Form, Here, Line, Listing, Mapping, Number, RecordShape, Shape, Words, shape_of

_SECTION = re.compile(r"(<!-- begin (operators|records) ([a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def updated(text: str) -> str:
    """The text of the document with every generated section made anew."""

    def section(match: re.Match[str]) -> str:
        make = operator_tables if match[2] == "operators" else record_tables
        return f"{match[1]}\n{make(match[3])}\n{match[4]}"

    return _SECTION.sub(section, text)


def operator_tables(kind: str) -> str:
    """The operators of one table, group by group; `KeyError` for a table that there is not."""
    groups: dict[str, list[Operator]] = {}
    for operator in TABLES[kind].values():
        groups.setdefault(operator.group, []).append(operator)
    with_result = kind == "expression"
    lines = []
    for group, operators in groups.items():
        lines += [f"**{group}**", "", "| written | gives | meaning |" if with_result else "| written | meaning |"]
        lines += ["|---|---|---|" if with_result else "|---|---|"]
        lines += [_operator_row(operator, with_result) for operator in operators]
        lines += [""]
    return "\n".join(lines)


def _operator_row(operator: Operator, with_result: bool) -> str:
    cells = [f"`{operator.usage}`", operator.gives, operator.meaning] if with_result else [f"`{operator.usage}`", operator.meaning]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def record_tables(module: str) -> str:
    """The records of one module of `ir.models`, in the order of the module."""
    found = vars(import_module(f"tankdsl.ir.models.{module}")).items()
    own = f"tankdsl.ir.models.{module}"
    records = [model for _, model in found if is_typeddict(model) and model.__module__ == own]
    return "\n".join(_record_table(shape_of(model)) for model in records)


def _record_table(record: Any) -> str:
    lines = [f"**{record.name}**: {record.doc}", "", "| key | value | meaning |", "|---|---|---|"]
    for name, key in record.keys.items():
        shown = f"`{name}`" if key.required else f"`{name}`?"
        lines.append(f"| {shown} | {_words(key.shape)} | {key.doc} |".replace("  |", " |"))
    return "\n".join([*lines, ""])


def _words(shape: Shape) -> str:
    """A shape in words."""
    match shape:
        case Words(values):
            return " or ".join(f"`{str(value).lower() if isinstance(value, bool) else value or '(empty)'}`" for value in values)
        case Number(low, high, what):
            return what or _range(low, high)
        case Flag():
            return "true or false"
        case Line(mark):
            return _line(mark)
        case Here(Code(kind=kind)):
            return kind
        case Listing(member, bounds):
            return f"{'distinct list' if bounds.distinct else 'list'} of {_words(member)}"
        case Mapping(key, value):
            return f"object: {_words(key)} to {_words(value)}"
        case RecordShape():
            return shape.name
        case Form():
            return shape.usage
        case Choice():
            return _choice(shape)


def _range(low: int, high: int) -> str:
    if (low, high) == (INT32_LOW, INT32_HIGH):
        return "int32"
    return f"{low} or more" if high == INT32_HIGH else f"{low} to {high}"


def _line(mark: Pattern) -> str:
    if isinstance(mark, Ref):
        return "text key" if mark.namespace == "text" else f"id of a {mark.namespace}".replace("a e", "an e").replace("a o", "an o")
    return mark.what.split(",")[0].removeprefix("a ").removeprefix("an ")


def _choice(shape: Choice) -> str:
    names = [record.name for record in shape.records]
    if "SetType" in names:
        return "Type"
    if "RequireEach" in names:
        return "Conjunct"
    return " or ".join([*map(_words, shape.plain), *names])


def main(arguments: list[str]) -> int | str:
    """Bring a document up to date in place: `python -m tankdsl.emit.reference docs/format.md`. Gives 0 or what is wrong."""
    if len(arguments) != 1:
        return "usage: python -m tankdsl.emit.reference FILE"
    path = Path(arguments[0])
    path.write_text(updated(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
