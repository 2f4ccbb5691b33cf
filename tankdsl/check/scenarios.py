"""Scenarios: a map, forces, options and a start, put together from a scenario and those it is based on.

`scenario night of meeting { ... }` takes everything from `meeting`; its own layout, roster and start replace those of `meeting`, its own
forces those of the same side, its own options and settings those of the same name, and its pieces are placed in addition, or
anew if `meeting` has placed them.
"""

from __future__ import annotations

from collections import Counter

from tankdsl.check.areas import unlisted
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import PLACEABLE, Context
from tankdsl.check.instances import Forces, make_instances
from tankdsl.check.limits import MOST_COPIES
from tankdsl.check.rosters import check_forces, check_model, dealt_models
from tankdsl.check.starts import Start, of_nobody, place_pieces
from tankdsl.check.startsettings import apply_settings
from tankdsl.check.static import models_of
from tankdsl.check.tree import InstanceDef, LayoutDef, ScenarioDef
from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.source import Span
from tankdsl.state import State, field
from tankdsl.syntax import ast

CLAIMS = ("symmetric", "fair")
"""What a scenario may say of itself, and what is then looked into."""


class Plan(State):
    """A scenario with everything that it takes from its base."""

    node: ast.Scenario
    title: str = ""
    layout: ast.Ident | None = None
    roster: ast.Ident | None = None
    start: ast.Ident | None = None
    forces: dict[str, ast.SideForces] = field(default_factory=dict)
    options: dict[str, ast.Setting] = field(default_factory=dict)
    layers: list[tuple[ast.Given, ...]] = field(default_factory=list)
    """The pieces that are given, those of the lowest base first."""
    settings: list[ast.Setting] = field(default_factory=list)


def check_scenarios(cx: Context) -> None:
    """Read all scenarios into `cx.program.scenarios`; needs maps, kinds with their rows, piles, options and sequences."""
    dealt = dealt_models(cx)
    for name, node in cx.symbols.space("scenario").items():
        assert isinstance(node, ast.Scenario)
        check_forces(cx, node.forces)
        plan = _plan(cx, node)
        if plan is not None:
            cx.program.scenarios[name] = _scenario(cx, plan, dealt)


# ------------------------------------------------------------------------------------------------------------------ plan


def _plan(cx: Context, node: ast.Scenario) -> Plan | None:
    """The scenario with its bases laid under it; None when it is based on itself or on nothing (reported)."""
    chain = _chain(cx, node)
    if chain is None:
        return None
    plan = Plan(node)
    for layer in reversed(chain):
        plan.title = layer.title.value if layer.title else plan.title
        plan.layout = layer.layout or plan.layout
        plan.roster = layer.roster or plan.roster
        plan.start = layer.start or plan.start
        plan.forces.update({forces.side.text: forces for forces in layer.forces})
        plan.options.update(_options_of(cx, layer))
        plan.layers.append(layer.units)
        plan.settings += layer.settings
    plan.title = plan.title or node.name.text
    return plan


def _chain(cx: Context, node: ast.Scenario) -> list[ast.Scenario] | None:
    chain = [node]
    while (base := chain[-1].base) is not None:
        found = cx.symbols.space("scenario").get(base.text)
        if not isinstance(found, ast.Scenario):
            if chain[-1] is node:
                others = [name for name in cx.symbols.space("scenario") if name != node.name.text]
                cx.unknown(base.span, base.text, "scenario", others)
            return None
        if found in chain:
            if found is node and node.name.text == min(layer.name.text for layer in chain):
                circle = " of ".join(f"`{layer.name.text}`" for layer in [*chain, found])
                cx.report(kinds.SCENARIO_CYCLE, base.span, f"`{node.name.text}` is based on itself: {circle}")
            return None
        chain.append(found)
    return chain


def _options_of(cx: Context, layer: ast.Scenario) -> dict[str, ast.Setting]:
    found: dict[str, ast.Setting] = {}
    for setting in layer.options:
        if not isinstance(setting.target, ast.Name):
            cx.report(kinds.SETTING_WRONG, setting.target.span, "an option is set by its name alone", help="write `options name = value`")
            continue
        earlier = found.setdefault(setting.target.text, setting)
        if earlier is not setting:
            headline = f"the option `{setting.target.text}` is set twice"
            cx.report(kinds.OPTIONS_CLASH, setting.span, headline, secondary=cx.labels((earlier.span, "set first here")))
    return found


# --------------------------------------------------------------------------------------------------------------- options


def _presets(cx: Context, plan: Plan) -> dict[str, int | bool | str]:
    """The options that the scenario sets; a value that does not fit, or two options that exclude each other, are reported."""
    options = cx.symbols.space("option")
    found: dict[str, int | bool | str] = {}
    for name, setting in plan.options.items():
        option = options.get(name)
        if not isinstance(option, ast.Option):
            cx.unknown(setting.target.span, name, "option", list(options))
            continue
        from tankdsl.check.options import option_value

        value = option_value(cx, option, setting.value)
        if value is not None:
            found[name] = value
    _clashes(cx, plan, found)
    return found


def _clashes(cx: Context, plan: Plan, presets: dict[str, int | bool | str]) -> None:
    """What an option that is in use needs must be in use too, and what it excludes must not."""
    options = cx.program.options
    in_use = {name for name, option in options.items() if _in_use(option.sort, option.default, presets.get(name, option.default))}
    for name in (name for name in options if name in in_use):
        for needed in options[name].needs:
            if needed in options and needed not in in_use:
                _clash(cx, plan, name, needed, f"`{name}` needs `{needed}`, which is off", f"set `{needed} = on`")
        for excluded in options[name].excludes:
            if excluded in in_use:
                _clash(cx, plan, name, excluded, f"`{name}` and `{excluded}` exclude each other, and both are on", "turn one of them off")


def _in_use(sort: str, default: object, value: object) -> bool:
    return value is True if sort == "switch" else value != default


def _clash(cx: Context, plan: Plan, one: str, other: str, headline: str, help: str) -> None:
    setting = plan.options.get(one) or plan.options.get(other)
    at = plan.node.name.span if setting is None else setting.span
    cx.report(kinds.OPTIONS_CLASH, at, f"in `{plan.node.name.text}`: {headline}", help=help)


# -------------------------------------------------------------------------------------------------------------- scenario


def _scenario(cx: Context, plan: Plan, dealt: frozenset[str]) -> ScenarioDef:
    node = plan.node
    presets = _presets(cx, plan)
    layout = _layout(cx, plan)
    is_known = plan.roster is None or plan.roster.text in cx.symbols.space("roster")
    forces = _forces(cx, plan)
    table = None if plan.layout is None else cx.program.tables.get(plan.layout.text)
    things = make_instances(cx, forces, dealt | unlisted(cx, table), node.name.span)
    start = Start(cx, node, layout, {thing.id: thing for thing in things}, is_known and bool(plan.roster or plan.forces), table)
    start.is_doubtful = not is_known
    for units in plan.layers:
        place_pieces(start, units)
    fields, overlay = apply_settings(start, plan.settings, presets)
    if overlay is not None:
        cx.program.layouts[overlay.id] = overlay
        layout = overlay
    _every_side(cx, plan, list(start.things.values()))
    name = layout.id if layout is not None else table.id if table is not None else None
    instances = tuple(start.things.values())
    cites, claims = cite_ids(node.cites), _claims(cx, node)
    return ScenarioDef(node.name.text, plan.title, name, instances, presets, fields, _start(cx, plan), cites, node.span, claims)


def _claims(cx: Context, node: ast.Scenario) -> tuple[tuple[str, Span], ...]:
    """What a scenario says of itself; its bases say it of themselves alone."""
    for claim in node.claims:
        if claim.text not in CLAIMS:
            cx.unknown(claim.span, claim.text, "claim", list(CLAIMS), notes=f"there are {quoted(tuple(CLAIMS), 'and')}")
    return tuple({claim.text: (claim.text, claim.span) for claim in reversed(node.claims) if claim.text in CLAIMS}.values())


def _layout(cx: Context, plan: Plan) -> LayoutDef | None:
    if plan.layout is None:
        if cx.symbols.ruleset is not None:
            layouts = list(cx.symbols.space("layout"))
            ground = "a table" if cx.is_table else "hexes"
            cx.report(
                kinds.MAP_MISSING,
                plan.node.name.span,
                f"the scenario `{plan.node.name.text}` has no layout, and the game is played on {ground}",
                help=f"add `layout name`, with {quoted(layouts)}" if layouts else "declare a `layout` and name it here",
            )
        return None
    if plan.layout.text not in cx.symbols.space("layout"):
        cx.unknown(plan.layout.span, plan.layout.text, "layout", list(cx.symbols.space("layout")))
    return cx.program.layouts.get(plan.layout.text)


def _start(cx: Context, plan: Plan) -> str:
    """The sequence that the scenario begins with: its own, or the ruleset's."""
    if plan.start is None:
        return cx.program.main
    if plan.start.text not in cx.program.sequences:
        cx.unknown(plan.start.span, plan.start.text, "sequence", list(cx.program.sequences))
    return plan.start.text


# ---------------------------------------------------------------------------------------------------------------- forces


def _forces(cx: Context, plan: Plan) -> Forces:
    """What each side fields: its own forces, else the roster's; without both, the pieces that the scenario places.

    Of a roster that there is not (reported) it is as if it fielded all of them.
    """
    is_lost = False
    lists: dict[str, ast.SideForces] = {}
    if plan.roster is not None:
        roster = cx.symbols.space("roster").get(plan.roster.text)
        if isinstance(roster, ast.Roster):
            lists = {forces.side.text: forces for forces in roster.sides}
        else:
            cx.unknown(plan.roster.span, plan.roster.text, "roster", list(cx.symbols.space("roster")))
            is_lost = True
    lists |= plan.forces
    if not lists or is_lost:
        return _forces_of_pieces(cx, plan, is_lost=is_lost)
    counts: dict[str, Counter[str]] = {}
    for side, forces in lists.items():
        counts[side] = Counter()
        for force in forces.forces:
            if _owner(cx, force.model.text) in (None, side):
                counts[side][force.model.text] += max(0, min(force.count, MOST_COPIES))
    return counts


def _owner(cx: Context, model: str) -> str | None:
    found = models_of(cx.program).get(model)
    return None if found is None else found[1].side


def _forces_of_pieces(cx: Context, plan: Plan, *, is_lost: bool = False) -> Forces:
    """Without a roster every placed piece exists: `at` of a row with a side, `red.camp` of one without.

    `is_lost`: a roster is missing, and it may be what says whose a piece is.
    """
    counts: dict[str, Counter[str]] = {}
    for given in (given for units in plan.layers for given in units):
        side, model, number = split_id(cx, given.unit.text)
        owner = _owner(cx, model)
        if owner is None and side is None and model in cx.symbols.values:
            if is_lost:
                continue
            cx.report(
                kinds.FORCES_WRONG,
                given.unit.span,
                f"`{model}` belongs to no side, and this does not say whose it is",
                help=(f"write `{next(iter(cx.symbols.sides), 'side')}.{model}`", *of_nobody(cx, model)),
            )
            continue
        side = side or owner
        if side is not None and check_model(cx, side, ast.Ident(given.unit.span, model)):
            of_side = counts.setdefault(side, Counter())
            of_side[model] = max(of_side[model] + (number == 0), number)
    return counts


def split_id(cx: Context, id: str) -> tuple[str | None, str, int]:
    """The side (if named), model and number (0 if not named) of an instance id as written."""
    words = id.split(".")
    side = words.pop(0) if len(words) > 1 and words[0] in cx.symbols.sides else None
    number = int(words.pop()) if len(words) > 1 and words[-1].isdigit() else 0
    return side, ".".join(words), number


def _every_side(cx: Context, plan: Plan, things: list[InstanceDef]) -> None:
    """Every side must have something that stands on the map, if the game has such things."""
    if cx.lost or not any(kind.category == "unit" for kind in cx.program.kinds.values()):
        return
    present = {thing.side for thing in things if cx.category(thing.kind) in PLACEABLE}
    span: Span = plan.roster.span if plan.roster is not None else plan.node.name.span
    if plan.roster is not None and plan.roster.text not in cx.symbols.space("roster"):
        return
    for side in cx.symbols.sides:
        if side not in present:
            headline = f"`{side}` has no pieces in the scenario `{plan.node.name.text}`"
            cx.report(kinds.SIDE_WITHOUT_FORCES, span, headline, help=f"add `{side} {{ ... }}` to its roster, or place pieces with `given`")


__all__ = ["Plan", "check_scenarios", "split_id"]
