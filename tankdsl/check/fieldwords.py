"""What is meant by a field that there is not, and how a mission is asked. Imported only where something is wrong."""

from __future__ import annotations

from tankdsl.check.context import PLACEABLE, Context
from tankdsl.check.tree import Core
from tankdsl.check.types import Kind, Model, Poison, required
from tankdsl.diagnostics.registry import types
from tankdsl.resolve.builtins import snake
from tankdsl.syntax import ast

_MEANT = {
    **dict.fromkeys(("destroyed", "dead", "killed", "eliminated", "gone", "lost", "is_removed", "is_destroyed", "is_dead"), "removed"),
    **dict.fromkeys(("alive", "is_alive", "in_play", "in_game"), "not removed"),
    **dict.fromkeys(("position", "pos", "location", "loc", "hex", "place", "where_it_stands"), "at"),
    **dict.fromkeys(("owner", "player", "team", "faction", "army"), "side"),
    **dict.fromkeys(("type", "kind", "id", "row", "class"), "model"),
}
"""Fields that people expect of a piece, and what every piece has."""
_OF_PLACES = ("level", "board", "neighbours")
"""Functions of one place that are taken for fields."""


def meant_field(cx: Context, kind: str, node: ast.Field) -> str:
    """How a field is called that every piece has and that is asked by another word; empty if it is none."""
    meant = _MEANT.get(node.name.text, "")
    if not meant or cx.category(kind) not in PLACEABLE:
        return ""
    from tankdsl.syntax.unparse_expressions import expression_text

    negated, _, field = meant.rpartition(" ")
    written = f"{expression_text(node.subject)}.{field}"
    return f"write `{negated} {written}`" if negated else f"write `{written}`"


def asked_of_place(cx: Context, node: ast.Field) -> tuple[str, ...]:
    """How that is asked of a place which is written as a field of it: by a function, of its terrain, or of what stands on it."""
    from tankdsl.syntax.unparse_expressions import expression_text

    name, place = node.name.text, expression_text(node.subject)
    if name in _OF_PLACES and not cx.is_table:
        return (f"write `{name}({place})`",)
    having = [kind for kind, info in cx.kinds.items() if name in info.fields and snake(kind) in cx.symbols.singulars]
    ground = [kind for kind in having if cx.category(kind) == "terrain"]
    if ground:
        return (f"a place has none, its terrain has: `{snake(ground[0])}({place}).{name}`",)
    pieces = [kind for kind in having if cx.category(kind) in PLACEABLE]
    if pieces:
        return (f"a place has none, what stands on it has: `{snake(pieces[0])}({place}).{name}`",)
    return ()


def report_no_mission(cx: Context, mission: Core, node: ast.Call) -> None:
    """Report what stands in `met` in place of a mission; its bare name is none, for a mission is asked of where it lies."""
    if isinstance(mission.type, Poison) or not isinstance(required(mission.type), Model):
        cx.mismatch(mission.span, mission.type, Kind("Mission"))
        return
    from tankdsl.syntax.unparse_expressions import expression_text

    side = expression_text(node.args[1])
    states = [name for name, info in cx.kinds["Side"].fields.items() if required(info.type) == Kind("Mission")]
    headline = f"found the name of a mission, `{mission.args[1]}`, expected a mission that somebody has"
    if states:
        cx.doubt(states[0])
        cx.report(types.TYPE_MISMATCH, mission.span, headline, help=f"write `met({side}.{states[0]}, {side})`")
        return
    help = f"give each side its own, `state task: Mission? = none` in `side kind Side`, and ask `met({side}.task, {side})`"
    cx.report(types.TYPE_MISMATCH, mission.span, headline, help=help)
