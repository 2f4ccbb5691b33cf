"""What a scenario sets beside its pieces: states of the game and of sides, the content of piles, the terrain of single hexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from tankdsl.check.context import Context
from tankdsl.check.expressions import check_as
from tankdsl.check.grounds import read_place
from tankdsl.check.starts import Start, state_value
from tankdsl.check.tree import Core, InstanceDef, LayoutDef
from tankdsl.check.types import Kind, Poison
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.ground.maps import GroundMap
from tankdsl.syntax import ast
from tankdsl.syntax.node import replaced


def apply_settings(
    start: Start, settings: Sequence[ast.Setting], presets: Mapping[str, int | bool | str]
) -> tuple[dict[str, Core], LayoutDef | None]:
    """The states of the game that the scenario sets, and its own map if it changes terrain.

    States of sides become fields of an instance of the kind `Side` with the side's id; filled piles are noted in the things.
    """
    game: dict[str, Core] = {}
    terrain: dict[int, str] = {}
    for setting in settings:
        match setting.target:
            case ast.Name(text=name) if start.cx.field_of("Game", name) is not None:
                value = state_value(start, "Game", name, setting.target.span, setting.value, "game")
                if value is not None:
                    game[name] = value
            case ast.Name(text=name) if name in start.cx.program.piles:
                _fill(start, name, start.cx.program.piles[name].of, setting.value)
            case ast.Field(subject=ast.Name(text=side), name=field) if side in start.cx.symbols.sides:
                _side_setting(start, side, field, setting)
            case ast.Call(name=ast.Ident(text=word), args=(place,)) if _is_terrain(start.cx, word):
                _change_terrain(start, word, place, setting.value, terrain)
            case _:
                _report_target(start, setting)
    return game, _overlay(start, terrain)


def _report_target(start: Start, setting: ast.Setting) -> None:
    cx = start.cx
    known = chain(cx.field_names("Game"), cx.program.piles)
    allowed = "a state of the game, `side.state`, `side.pile`, a pile, or `terrain(place)`; states of pieces stand in braces behind them"
    word = setting.target.text if isinstance(setting.target, ast.Name) else ""
    cx.report(
        kinds.SETTING_WRONG,
        setting.target.span,
        f"`{word}` is nothing that a scenario sets" if word else "this is nothing that a scenario sets",
        help=cx.did_you_mean(word, known) or f"a scenario sets {allowed}",
    )


def _side_setting(start: Start, side: str, field: ast.Ident, setting: ast.Setting) -> None:
    holds = start.cx.kinds["Side"].piles.get(field.text)
    if holds is not None:
        _fill(start, f"{side}.{field.text}", holds, setting.value)
        return
    value = state_value(start, "Side", field.text, field.span, setting.value, side)
    if value is None:
        return
    title = start.cx.symbols.sides[side].title
    known = start.things.get(side) or InstanceDef(side, "Side", side, title.value if title else side, None, None, None, {})
    start.things[side] = replaced(known, fields={**known.fields, field.text: value})


# ----------------------------------------------------------------------------------------------------------------- piles


def _fill(start: Start, pile: str, kind: str, node: ast.Expr) -> None:
    """Put things into a pile, the first on top; what lay there stays below."""
    cx = start.cx
    if start.is_doubtful:
        return
    if not isinstance(node, ast.ListOf):
        cx.report(kinds.SETTING_WRONG, node.span, f"the pile `{pile}` is filled with a list", help="write `[a, b]`, the top first")
        return
    chosen: list[str] = []
    for item in node.items:
        id = _thing_for(start, pile, kind, item, chosen)
        if id is not None:
            chosen.append(id)
    moved = {id: replaced(start.things.pop(id), pile=pile) for id in chosen}
    start.things = {**moved, **start.things}


def _thing_for(start: Start, pile: str, kind: str, item: ast.Expr, chosen: list[str]) -> str | None:
    cx = start.cx
    by_id = _numbered(item)
    word = by_id or (item.text if isinstance(item, ast.Name) else item.name.text if isinstance(item, ast.Field) else "")
    if not word:
        cx.report(kinds.SETTING_WRONG, item.span, f"the list of the pile `{pile}` holds the names of things and nothing else")
        return None
    fitting = [thing for thing in start.things.values() if cx.is_a(thing.kind, kind)]
    copies = [thing for thing in fitting if word in (thing.id, thing.model)]
    if not copies:
        what = f"thing of the kind `{kind}` in this scenario with the name"
        cx.unknown(item.span, word, what, list(dict.fromkeys(thing.model for thing in fitting)))
        return None
    side = pile.split(".")[0]
    free = [thing for thing in copies if thing.id not in chosen and thing.side in (None, side) and not _is_filled(start, thing)]
    if "." not in pile and all(thing.side is not None for thing in copies):
        cx.report(kinds.SETTING_WRONG, item.span, f"`{word}` belongs to a side, and the pile `{pile}` is of no side")
        return None
    if not isinstance(item, ast.Name) and not by_id:
        cx.report(kinds.SETTING_WRONG, item.span, f"the list of the pile `{pile}` names things without their side", help=f"write `{word}`")
        return None
    if not free:
        cx.report(kinds.PIECE_TWICE, item.span, f"the scenario has no further `{word}` for the pile `{pile}`")
        return None
    start.used.setdefault(free[0].id, ast.Given(item.span, None, ast.Ident(item.span, word), None, ()))
    return free[0].id


def _numbered(item: ast.Expr) -> str:
    """The id of one of several things as it is written, such as `cat.2` or `red.cat.2`; empty for anything else."""
    match item:
        case ast.Field(subject=ast.Name(text=model), name=ast.Ident(text=number)) if number.isdigit():
            return f"{model}.{number}"
        case ast.Field(subject=ast.Field(subject=ast.Name(text=side), name=ast.Ident(text=model)), name=ast.Ident(text=number)) if (
            number.isdigit()
        ):
            return f"{side}.{model}.{number}"
        case _:
            return ""


def _is_filled(start: Start, thing: InstanceDef) -> bool:
    return thing.id in start.used


# --------------------------------------------------------------------------------------------------------------- terrain


def _is_terrain(cx: Context, word: str) -> bool:
    kind = cx.symbols.singulars.get(word)
    return kind is not None and cx.category(kind) == "terrain"


def _change_terrain(start: Start, word: str, place: ast.Expr, value: ast.Expr, terrain: dict[int, str]) -> None:
    cx = start.cx
    core = check_as(cx, start.env, value, Kind(cx.symbols.singulars[word]), "as terrain")
    if start.layout is None:
        return
    index = read_place(cx, start.layout, place, f"the map `{start.layout.id}`")
    if index is not None and not isinstance(core.type, Poison) and core.op == "ref":
        terrain[index] = str(core.args[1])


def _overlay(start: Start, terrain: Mapping[int, str]) -> LayoutDef | None:
    """The map with the changed hexes, as a map of this scenario alone."""
    if start.layout is None or not terrain:
        return None
    ground: GroundMap = start.layout.ground  # type: ignore[assignment]
    hexes = tuple(replaced(hex_, terrain=terrain.get(hex_.index, hex_.terrain)) for hex_ in ground.hexes)
    own: LayoutDef = replaced(start.layout, id=f"{start.layout.id}.{start.node.name.text}", ground=replaced(ground, hexes=hexes))
    return own
