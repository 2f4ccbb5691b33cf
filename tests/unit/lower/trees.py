"""Small typed trees, built by hand: a game of two sides and a few tanks on a row of five hexes.

What a procedure does is seen in two fields of the game: `trace`, to which `note(3)` adds the digit 3, and `count`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tankdsl.check import tree as t
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import BOOL, INT, PLACE, SIDE, TEXT, Enum, Int, Kind, Set, Type, optional
from tankdsl.ground.board_text import read_board
from tankdsl.ground.boards import Board
from tankdsl.ground.grids import Grid, GridKind
from tankdsl.ground.hexes import Orientation
from tankdsl.ground.layouts import Layout, Placement, build_map
from tankdsl.ground.maps import GroundMap
from tankdsl.source import Span

SPAN = Span(0, 1, 9)
TANK = Kind("Tank")


def core(op: str, *args: Any, type: Type = INT) -> Core:
    return Core(op, args, type, SPAN)


def number(value: int) -> Core:
    return core("int", value, type=Int(value, value))


YES, NO = core("bool", True, type=BOOL), core("bool", False, type=BOOL)
NONE = core("none")
GAME = core("ref", "Game", "game", type=Kind("Game"))
SIDES = core("sides", type=Set(SIDE))
RED, BLUE = core("ref", "Side", "red", type=SIDE), core("ref", "Side", "blue", type=SIDE)
TANKS = core("things", "Tank", "placed", type=Set(TANK))
ALL_TANKS = core("things", "Tank", "all", type=Set(TANK))


def read(local: Local) -> Core:
    return Core("local", (local,), local.type, SPAN)


def get(kind: str, field: str, entity: Core, type: Type = INT) -> Core:
    return Core("get", (kind, field, entity), type, SPAN)


def tank(id: str) -> Core:
    return core("ref", "Tank", id, type=TANK)


def damage(of: Core) -> Core:
    return get("Tank", "damage", of)


def compare(op: str, a: Core, b: Core) -> Core:
    return core(op, a, b, type=BOOL)


TRACE, COUNT = get("Game", "trace", GAME), get("Game", "count", GAME)


def assign(kind: str, field: str, entity: Core, value: Core) -> t.Assign:
    return t.Assign(SPAN, (), kind, field, entity, value)


def note(digit: Core | int) -> t.Assign:
    """Write a digit behind the trace."""
    added = number(digit) if isinstance(digit, int) else digit
    return assign("Game", "trace", GAME, core("+", core("*", TRACE, number(10)), added))


def count_up() -> t.Assign:
    return assign("Game", "count", GAME, core("+", COUNT, number(1)))


def loop(local: Local, domain: Core, *body: t.AnyStmt, **more: Any) -> t.Loop:
    given = {"where": None, "lowest": None, "chooser": None, "newcomers": False} | more
    return t.Loop(SPAN, (), local, domain, body=body, **given)


def when(condition: Core, *then: t.AnyStmt, orelse: tuple[t.AnyStmt, ...] = ()) -> t.IfElse:
    return t.IfElse(SPAN, (), None, condition, then, orelse)


def stop(condition: Core | None = None) -> t.Stop:
    return t.Stop(SPAN, (), condition)


def give(value: Core) -> t.Give:
    return t.Give(SPAN, (), value)


def call(proc: str, *args: Core, results: tuple[Local, ...] = ()) -> t.CallProc:
    return t.CallProc(SPAN, (), proc, args, results)


def effect(id: str, *body: t.AnyStmt, params: Sequence[Local] = (), results: Sequence[Type] = ()) -> t.ProcDef:
    return t.ProcDef(id, id, "effect", tuple(params), tuple(results), (), body, (), SPAN)


def sequence(id: str, *body: t.AnyStmt) -> t.ProcDef:
    return t.ProcDef(f"sequence.{id}", id, "sequence", (), (), (), body, (), SPAN)


def reason(rid: str, text: str = "no") -> t.Reason:
    return t.Reason(rid, text, ("XX-001",))


def action(id: str, *body: t.AnyStmt, me: Local, **more: Any) -> t.ActionDef:
    """An action of play loops, unless said otherwise."""
    given: dict[str, Any] = {
        "inherited": (), "changes": (), "card": None, "self_local": None, "as_action": True, "anytime": False,
        "windows": (), "by": None, "params": (), "first_guards": (), "guards": (), "limits": (), "cost": None,
        "after": None, "after_me": None, "after_self": None,
    }  # fmt: skip
    return t.ActionDef(id=id, name=id, text="", me=me, body=body, cites=(), span=SPAN, **(given | more))


def plays(who: Core, *actions: str, **more: Any) -> t.Plays:
    given = {"piece": None, "budget": None, "once": False, "may_pass": False, "until": None} | more
    return t.Plays(SPAN, (), who, actions, **given)


def field(id: str, role: str, type: Type, default: Core | None, **more: Any) -> t.FieldDef:
    given = {"low": None, "high": None, "visible": None, "lifetime": None} | more
    return t.FieldDef(id=id, role=role, type=type, default=default, kept=False, cites=(), span=SPAN, **given)


def kind(id: str, category: str, *fields: t.FieldDef, models: tuple[t.ModelDef, ...] = (), **more: Any) -> t.KindDef:
    given = {"parent": None, "this": Local("self", Kind(id)), "viewer": Local("viewer", SIDE), "identity": None} | more
    return t.KindDef(id, category, fields=fields, models=models, span=SPAN, **given)


def model(id: str, name: str = "", side: str | None = None, copies: int = 1, **stats: Core) -> t.ModelDef:
    return t.ModelDef(id, name, side, stats, copies, (), SPAN)


def kinds() -> dict[str, t.KindDef]:
    """Terrain of two sorts, two models of tanks, and the fields of the game."""
    made = (
        kind("Game", "game", field("trace", "state", INT, number(0)), field("count", "state", INT, number(0))),
        kind("Side", "side", field("points", "track", Int(0, 9), number(0), low=number(0), high=number(9))),
        kind("Terrain", "terrain", field("tall", "stat", BOOL, None), models=(model("open", tall=NO), model("wood", tall=YES))),
        kind(
            "Tank",
            "unit",
            field("armour", "stat", Int(0, 9), None),
            field("damage", "state", Int(0, 99), number(0)),
            models=(model("light", "Light tank", "red", armour=number(1)), model("heavy", "Heavy tank", "blue", armour=number(3))),
        ),
    )
    return {one.id: one for one in made}


def ground(rows: str = ". . T . .") -> t.LayoutDef:
    """A row of hexes, `T` for wood, the first two red's and the others blue's."""
    grid = Grid(GridKind.AXIAL, Orientation.FLAT)
    board = read_board([rows], {".": "open", "T": "wood"}, grid, id="row")
    assert isinstance(board, Board)
    made = build_map(Layout("row", grid, (Placement(board, 0, 0, side="red"),)))
    assert isinstance(made, GroundMap)
    return t.LayoutDef("row", "Row", made, {"hill": 2}, {"middle": (1, 2, 3)}, (), SPAN)


def instance(id: str, side: str, at: int | None = None, pile: str | None = None, **fields: Core) -> t.InstanceDef:
    model = "light" if side == "red" else "heavy"
    return t.InstanceDef(id, "Tank", model, "", side, at, pile, fields)


def tanks() -> tuple[t.InstanceDef, ...]:
    """Two light ones on hexes 0 and 1, a heavy one on 4 and one off the map; damage 3, 1, 2, 0."""
    return (
        instance("light.1", "red", 0, damage=number(3)),
        instance("light.2", "red", 1, damage=number(1)),
        instance("heavy.1", "blue", 4, damage=number(2)),
        instance("heavy.2", "blue"),
    )


def program(*body: t.AnyStmt, procs: Sequence[t.ProcDef] = (), actions: Sequence[t.ActionDef] = (), **more: Any) -> t.Program:
    """A game whose main sequence has this body, with one scenario `duel`."""
    own = (sequence("main", *body), *procs)
    made = t.Program(
        id="skirmish", title="Skirmish", sides=(("red", "Red"), ("blue", "Blue")), space=("hex", "flat"), main="main",
        kinds=kinds(), procs={proc.id: proc for proc in own}, actions={one.id: one for one in actions},
        scopes=("main", "turn", "round"), sequences=tuple(proc.name for proc in own if proc.origin == "sequence"),
        layouts={"row": ground()},
    )  # fmt: skip
    scenario = t.ScenarioDef("duel", "Duel", "row", tanks(), {}, {}, "main", (), SPAN)
    made.scenarios["duel"] = scenario
    for key, value in more.items():
        setattr(made, key, value)
    return made


__all__ = [
    "ALL_TANKS", "BLUE", "BOOL", "COUNT", "GAME", "INT", "NO", "NONE", "PLACE", "RED", "SIDE", "SIDES", "SPAN", "TANK", "TANKS",
    "TEXT", "TRACE", "YES", "Enum", "Int", "Kind", "Local", "Set", "action", "assign", "call", "compare", "core", "count_up",
    "damage", "effect", "field", "get", "give", "ground", "instance", "kind", "kinds", "loop", "model", "note", "number", "optional",
    "plays", "program", "read", "reason", "sequence", "stop", "t", "tank", "tanks", "when",
]  # fmt: skip
