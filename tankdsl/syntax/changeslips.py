"""Explanations of slips in what variants and options change: words that go together otherwise than people think."""

from __future__ import annotations

from tankdsl.diagnostics import Diagnostic
from tankdsl.syntax.lexing import NEWLINE
from tankdsl.syntax.situation import Situation
from tankdsl.syntax.tables import END
from tankdsl.syntax.unexpected import unexpected

_CATEGORIES = frozenset(("unit", "part", "card", "marker", "checkpoint", "terrain", "area", "thing", "side"))
"""Words before `kind`; they also begin what people take for the declaration of one of its rows."""
_DECLARED = frozenset((
    "action", "arcs", "bag", "board", "campaign", "deck", "effect", "ending", "enum", "guard", "layout", "measure", "mission", "movement",
    "pile", "placement", "reaction", "roster", "scenario", "sequence", "sight", "table", "value", "whenever", "window",
))  # fmt: skip
"""Words of declarations that can be replaced whole."""


def explain_change(situation: Situation) -> Diagnostic | None:
    """A slip in a change: `change board`, `replace terrain forest`, `change row r of a_value`, `replace row 1 of v`."""
    before = [situation.tokens.text_of(number) for number in range(max(0, situation.at - 7), situation.at)]
    word = situation.text
    match before:
        case [*_, "change"]:
            if word in _DECLARED:
                return unexpected(
                    situation, f"`change` is for options and cells of rows; `replace {word} ...` puts another one in its place"
                )
            return unexpected(situation, "write `change row name of Kind { field = value }`, or `change option name = value`")
        case [*_, "replace", category] if category in _CATEGORIES and situation.kind == "NAME":
            return unexpected(situation, f"the row of a table is changed: `change row {word} of Kind {{ field = value }}`")
        case [*_, "row", row, "of"] if situation.kind == "NAME" and situation.is_expected("TYPE"):
            help = f"`change` is for rows of things; write `replace row {row} of {word} {{ ... }}` for one of a value, a table or an ending"
            return unexpected(situation, help)
        case [*_, "remove", name] if situation.kind in (NEWLINE, END, "RBRACE"):
            return unexpected(situation, f"write what it is: `remove effect {name}`, `remove row {name} of Kind` and so on")
        case [*_, "add", "row", "of", kind] if situation.kind == "VBAR":
            return unexpected(situation, f"rows of things are added as a table of their own: `add units {kind} {{ | id | ... | }}`")
        case ["replace", "row", row, "of", kind, "{", _] if situation.kind == "EQUAL" and kind[0].isupper():
            return unexpected(situation, f"cells of a row are changed: `change row {row} of {kind} {{ ... }}`")
        case [*_, "row"] if situation.kind == "INT":
            help = "only a row with a name can be changed; of others replace the whole, such as `replace value name ...`"
            return unexpected(situation, help)
        case _:
            return None
