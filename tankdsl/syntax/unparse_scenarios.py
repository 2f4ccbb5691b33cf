"""The ground, scenarios and tests as canonical text."""

from __future__ import annotations

from collections.abc import Iterable

from tankdsl.syntax import ast
from tankdsl.syntax.unparse_expressions import POSTFIX, expression_text, quoted_text, type_text, value_text
from tankdsl.syntax.unparse_statements import Writer, cite_text, named, write_body, write_rows

Cites = tuple[ast.Cite, ...]


def _titled(title: ast.Text | None) -> str:
    return f" {quoted_text(title)}" if title else ""


# ---- movement, sight, arcs, boards, layouts -------------------------------------------------------------------------


def write_ground(w: Writer, node: ast.Movement | ast.Sight | ast.Arcs | ast.Board | ast.Layout, before: str, cites: Cites) -> None:
    """A declaration about the ground."""
    match node:
        case ast.Movement(name=name, unit=unit, origin=origin, target=target):
            head = f"movement {name.text} of {unit.name.text}: {type_text(unit.type)} from {origin.text} to {target.text}"
            w.each(before + head, cites, node.rows, write_move_row)
        case ast.Sight(name=name):
            w.block(f"{before}sight {name.text}", cites, lambda: _write_sight(w, node))
        case ast.Arcs(name=name, kind=kind, facing=facing):
            w.block(f"{before}arcs {name.text} of {kind.text} by {facing.text}", cites, lambda: _write_arcs(w, node))
        case ast.Board(name=name, title=title, grid=grid, columns=columns, height=height, half=half):
            head = f"board {name.text}{_titled(title)} {' '.join(grid)} {columns} x {height}" + (f" half {half}" if half else "")
            w.block(before + head, cites, lambda: _write_board(w, node))
        case ast.Layout(name=name, title=title):
            w.block(f"{before}layout {name.text}{_titled(title)}", cites, lambda: _write_layout(w, node))


def write_move_row(w: Writer, row: ast.MoveRow) -> None:
    """One row of a movement."""
    condition = f" when {expression_text(row.condition)}" if row.condition is not None else ""
    if row.word == "first":
        w.line(f"first step always{condition}", row.cites)
    elif row.amount is not None:
        w.line(f"{named(row.name)}{row.word} {expression_text(row.amount)}{_titled(row.label)}{condition}", row.cites)
    else:
        w.line(f"{named(row.name)}{row.word}{condition}{_titled(row.label)}", row.cites)


def _write_sight(w: Writer, node: ast.Sight) -> None:
    for row in node.rows:
        places = f" {row.where} {', '.join(place.text for place in row.places)}" if row.places else ""
        ends = f" between {row.ends[0].text}, {row.ends[1].text}" if row.ends else ""
        w.line(f"blocked{places}{ends} when {expression_text(row.condition)}{_titled(row.label)}", row.cites)
    others = ([f"tie {expression_text(node.tie)}"] if node.tie is not None else []) + (["off map blocks"] if node.off_map_blocks else [])
    for number, text in enumerate(others):
        w.line(text, node.row_cites if number == 0 else ())


def _write_arcs(w: Writer, node: ast.Arcs) -> None:
    for part in node.parts:
        w.line(f"{part.name.text}: {', '.join(map(value_text, part.items))}", part.cites)
    if node.border is not None:
        w.line(f"border: {expression_text(node.border)}")


def _write_board(w: Writer, node: ast.Board) -> None:
    if node.legend:
        w.line("legend " + ", ".join(f"{entry.glyph} = {entry.terrain.text}" for entry in node.legend))
    w.line("rows {")
    w.lines += [line for _, line in node.rows.lines]
    w.line("}")
    if node.levels is not None:
        w.line("levels {")
        w.lines += [line for _, line in node.levels.lines]
        w.line("}")
    if node.labels is not None:
        w.line(_labels_text(node.labels))
    _write_map_items(w, node.edges, node.places)


def _write_map_items(w: Writer, edges: Iterable[ast.EdgeItem], places: Iterable[ast.NamedPlace]) -> None:
    for edge in edges:
        w.line(f"edge {edge.feature.text} {', '.join(map(run_text, edge.runs))}")
    for place in places:
        w.line(f"place {place.name.text} = {expression_text(place.place)}")


def run_text(run: ast.EdgeRun) -> str:
    """A run of sides as it is written."""
    start = expression_text(run.start, POSTFIX)
    if run.ways:
        return f"{start}{' to' if run.leads else ''} {' '.join(way.text for way in run.ways)}"
    return (" to " if run.leads else " / ").join((start, *(expression_text(place, POSTFIX) for place in run.chain)))


def placing_text(node: ast.Placing) -> str:
    """A placing as it is written."""
    name = f"{node.name.text}: " if node.name else ""
    part = f" from {expression_text(node.part[0])} to {expression_text(node.part[1])}" if node.part else ""
    lie = f" {' '.join(node.lie)}" if node.lie else ""
    side = f" of {node.side.text}" if node.side else ""
    keeping = f" keeping {', '.join(word.text for word in node.keeping)}" if node.keeping else ""
    sort = "overlay" if node.is_overlay else "board"
    return f"{name}{sort} {node.board.text}{part} at ({node.column}, {node.row}){lie}{side}{keeping}"


def _labels_text(node: ast.LabelsItem) -> str:
    return f"labels {node.scheme.text}" + (f" from {node.side.text}" if node.side else "")


def _write_layout(w: Writer, node: ast.Layout) -> None:
    first = len(w.lines)
    for placing in node.placings:
        w.line(placing_text(placing))
    for rows in node.rows_from:
        w.line(f"{rows.side.text} rows from {rows.edge}")
    if node.seam:
        w.line(f"seam of {node.seam.text}")
    if node.labels:
        w.line(_labels_text(node.labels))
    _write_map_items(w, node.edges, node.places)
    for zone in node.zones:
        w.line(f"zone {zone.name.text} = {expression_text(zone.value)}")
    if node.areas:
        w.line(f"areas {', '.join(area.text for area in node.areas)}")
    if node.cites_inner:
        w.lines[first] += "   " + " ".join(cite_text(cite) for cite in node.cites_inner)


# ---- rosters, scenarios, campaigns ----------------------------------------------------------------------------------


def write_scenario(w: Writer, node: ast.Roster | ast.Scenario, before: str, cites: Cites) -> None:
    """A roster or a scenario."""
    if isinstance(node, ast.Roster):
        w.block(f"{before}roster {node.name.text}", cites, lambda: _write_forces(w, node.sides))
        return
    base = f" of {node.base.text}" if node.base else ""
    w.block(f"{before}scenario {node.name.text} {quoted_text(node.title)}{base}", cites, lambda: _write_scenario_parts(w, node))


def _write_forces(w: Writer, sides: Iterable[ast.SideForces]) -> None:
    for side in sides:
        forces = ", ".join(f"{force.count} {force.model.text}" if force.count != 1 else force.model.text for force in side.forces)
        w.line(f"{side.side.text} {{ {forces} }}", side.cites)


def _write_scenario_parts(w: Writer, node: ast.Scenario) -> None:
    if node.layout:
        w.line(f"layout {node.layout.text}")
    if node.roster:
        w.line(f"roster {node.roster.text}")
    _write_forces(w, node.forces)
    if node.options:
        _write_settings(w, "options", (), node.options)
    if node.units or node.settings:
        _write_settings(w, "given", node.units, node.settings)
    if node.start:
        w.line(f"start {node.start.text}")
    if node.claims:
        w.line(f"claims {', '.join(claim.text for claim in node.claims)}")


def _write_settings(w: Writer, word: str, units: Iterable[ast.Given], settings: Iterable[ast.Setting]) -> None:
    """Things that are given, one on a line; references belong to the settings on their line."""
    items = [(_given(unit), ()) for unit in units] + [(_setting(setting), setting.cites) for setting in settings]
    for number, (text, cites) in enumerate(items):
        w.line(f"{word + ' ' if number == 0 else ''}{text}{',' if number + 1 < len(items) else ''}", cites)


def _given(node: ast.Given) -> str:
    place = f" at {expression_text(node.place, 5)}" if node.place is not None else ""
    if not node.settings:
        return f"{named(node.alias)}{node.unit.text}{place}"
    lines = (_setting(setting) + "".join(f" {cite_text(cite)}" for cite in setting.cites) for setting in node.settings)
    return f"{named(node.alias)}{node.unit.text}{place} {{\n" + "\n".join(lines) + "\n}"


def _setting(node: ast.Setting) -> str:
    return f"{expression_text(node.target, POSTFIX)} = {expression_text(node.value)}"


def write_campaign(w: Writer, node: ast.Campaign, before: str, cites: Cites) -> None:
    """A campaign."""

    def write() -> None:
        if node.battles:
            w.line(f"battles {', '.join(battle.text for battle in node.battles)}")
        if node.between is not None:
            write_body(w, "between", (), node.between)

    w.block(f"{before}campaign {node.name.text} {quoted_text(node.title)}", cites, write)


# ---- tests ----------------------------------------------------------------------------------------------------------


def write_test(w: Writer, node: ast.Test, before: str, cites: Cites) -> None:
    """A test."""

    def write() -> None:
        if node.campaign:
            w.line(f"campaign {node.campaign.text}" + (f" from {node.scenario.text}" if node.scenario else ""))
        elif node.scenario:
            w.line(f"scenario {node.scenario.text}")
        _write_parts(w, node.parts)
        if node.header:
            write_rows(w, node.header, node.rows)

    w.block(f"{before}test {quoted_text(node.name)}", cites, write)


def _write_parts(w: Writer, parts: Iterable[ast.TestPart]) -> None:
    for part in parts:
        match part:
            case ast.TestDo(input=input, script=script):
                w.line(f"do {_input(input)}{_script(script)}")
            case ast.TestPass(side=side, script=script):
                w.line(f"pass {side.text}{_script(script)}")
            case ast.Refuse():
                w.line(_refuse(part))
            case ast.Expect(condition=condition, finding=finding):
                w.line(f"expect finding {quoted_text(finding)}" if finding else f"expect {expression_text(condition)}" if condition else "")
            case ast.TestGiven(units=units, settings=settings):
                _write_settings(w, "given", units, settings)
            case ast.TestStart(sequence=sequence, script=script):
                w.line(f"start {sequence.text}{_script(script)}")
            case ast.TestOptions(settings=settings):
                _write_settings(w, "options", (), settings)
            case ast.TestCase(name=name, title=title, parts=inner, cites=cites):
                w.block(f"case {name.text}{_titled(title)}", cites, lambda inner=inner: _write_parts(w, inner))  # type: ignore[misc]


def _input(node: ast.PlayInput) -> str:
    args = f"({', '.join(expression_text(arg) for arg in node.args)})" if node.args else ""
    return f"{node.side.text + ' plays ' if node.side else ''}{node.name.text}{args}"


def _script(lines: tuple[ast.ScriptLine, ...]) -> str:
    return " { " + "; ".join(_script_line(line) for line in lines) + " }" if lines else ""


def _script_line(line: ast.ScriptLine) -> str:
    if line.refusal is not None:
        return _refuse(line.refusal)
    if line.input is not None:
        return _input(line.input)
    values = ", ".join(expression_text(value) for value in line.values)
    return f"{line.side.text + ' ' if line.side else ''}{line.word}{' ' + values if values else ''}"


def _refuse(node: ast.Refuse) -> str:
    if node.input is not None:
        what = _input(node.input)
    else:
        side = node.passing.text if node.passing else "?"
        what = f"{side} picks {', '.join(expression_text(pick) for pick in node.picks)}" if node.picks else f"pass {side}"
    reasons = " also ".join(expression_text(reason) for reason in node.reasons)
    return f"refuse {what}{_script(node.script)} because {reasons}"
