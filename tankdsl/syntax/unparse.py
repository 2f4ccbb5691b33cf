"""A syntax tree as canonical text: parsing the text gives the same tree, places aside.

Blocks are always broken into lines and every declaration is followed by an empty line. Comments are not part of the tree
and are left out, documentation is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tankdsl.syntax import ast
from tankdsl.syntax.unparse_expressions import domain_text, expression_text, quoted_text, type_text
from tankdsl.syntax.unparse_scenarios import write_campaign, write_ground, write_move_row, write_scenario, write_test
from tankdsl.syntax.unparse_statements import Writer, named, write_arms, write_body, write_rows, write_statement


def unparse(module: ast.Module) -> str:
    """The canonical text of a file."""
    w = Writer()
    for declaration in module.declarations:
        for line in declaration.doc.split("\n") if declaration.doc else ():
            w.line(f"## {line}".rstrip())
        write_declaration(w, declaration)
        w.line("")
    return "\n".join(w.lines)


def write_declaration(w: Writer, node: ast.Decl, before: str = "", cites: Iterable[ast.Cite] = ()) -> None:
    """One declaration; ``before`` is what stands in front of it on its first line, ``cites`` more references there."""
    cites = (*cites, *node.cites)
    match node:
        case ast.Use(name=name):
            w.line(f"{before}use {quoted_text(name)}", cites)
        case ast.Ruleset() | ast.Enum() | ast.Measure() | ast.Kind() | ast.Things() | ast.Pile():
            _write_pieces(w, node, before, cites)
        case ast.Value() | ast.Table():
            _write_table(w, node, before, cites)
        case ast.Guard() | ast.Effect() | ast.Action() | ast.Reaction() | ast.Whenever() | ast.After() | ast.Sequence():
            write_body(w, before + _head(node), cites, node.body)
        case ast.Card() | ast.Mission():
            _write_card(w, node, before, cites)
        case ast.Window(name=name, params=params, closed=closed):
            w.line(f"{before}window {name.text}({_params(params)}){' closed' if closed else ''}", cites)
        case ast.Ending():
            w.block(before + _ending_head(node), cites, lambda: _write_ending(w, node))
        case ast.Movement() | ast.Sight() | ast.Arcs() | ast.Board() | ast.Layout():
            write_ground(w, node, before, cites)
        case ast.Option():
            _write_option(w, node, before, cites)
        case ast.Variant(name=name, title=title, base=base, changes=changes):
            w.each(f"{before}variant {name.text} {quoted_text(title)} of {quoted_text(base)}", cites, changes, _write_change)
        case ast.Roster() | ast.Scenario():
            write_scenario(w, node, before, cites)
        case ast.Campaign():
            write_campaign(w, node, before, cites)
        case ast.Test():
            write_test(w, node, before, cites)


def _params(params: Iterable[ast.Param]) -> str:
    return ", ".join(_param(param) for param in params)


def _param(param: ast.Param) -> str:
    domain = f" in {domain_text(param.domain)}" if param.domain is not None else ""
    return f"{'var ' if param.var else ''}{param.name.text}: {'some ' if param.some else ''}{type_text(param.type)}{domain}"


def _titled(title: ast.Text | None) -> str:
    return f" {quoted_text(title)}" if title else ""


def _optional(word: str, name: ast.Ident | None) -> str:
    return f" {word} {name.text}" if name else ""


# ---- pieces ---------------------------------------------------------------------------------------------------------


def _write_pieces(
    w: Writer,
    node: ast.Ruleset | ast.Enum | ast.Measure | ast.Kind | ast.Things | ast.Pile,
    before: str,
    cites: tuple[ast.Cite, ...],
) -> None:
    match node:
        case ast.Ruleset(name=name, title=title):
            w.block(f"{before}ruleset {name.text} {quoted_text(title)}", cites, lambda: _write_ruleset(w, node))
        case ast.Enum(name=name, members=members):
            listed = [(f"{member.name.text}{_titled(member.title)}", member.cites) for member in members]
            w.block(f"{before}enum {name.text}", cites, lambda: _write_list(w, listed))
        case ast.Measure(name=name, plural=plural):
            w.line(f"{before}measure {name.text}, {plural.text}", cites)
        case ast.Kind(category=category, name=name, parent=parent, members=kind_members):
            head = f"{before}{category} kind {name.text}{_optional('is', parent)}"
            w.each(head, cites, kind_members, _write_member)
        case ast.Things(word=word, name=name, header=header, rows=rows, csv=csv):
            if csv is not None:
                w.line(f"{before}{word} {name.text} from {quoted_text(csv)}", cites)
            else:
                w.block(f"{before}{word} {name.text}", cites, lambda: write_rows(w, header, rows))
        case ast.Pile():
            _write_pile(w, node, before, cites)


def _write_list(w: Writer, items: list[tuple[str, tuple[ast.Cite, ...]]], first: str = "") -> None:
    """Things with commas, one on a line."""
    for number, (text, cites) in enumerate(items):
        comma = "," if number + 1 < len(items) else ""
        w.line(f"{first if number == 0 else ''}{text}{comma}", cites)


def _write_ruleset(w: Writer, node: ast.Ruleset) -> None:
    if node.sides:
        _write_list(w, [(f"{side.name.text}{_titled(side.title)}", side.cites) for side in node.sides], "sides ")
    if node.space:
        w.line(f"space {' '.join(word.text for word in node.space)}")
    if node.main:
        w.line(f"main {node.main.text}")
    for member in node.members:
        _write_member(w, member)


def _write_member(w: Writer, node: ast.KindMember) -> None:
    match node:
        case ast.Member():
            w.line(_member(node), node.cites)
        case ast.PileMember(name=name, of=of, cites=cites):
            w.line(f"pile {name.text} of {of.text}{''.join(_pile_clauses(node))}", cites)
        case ast.IdentityMember(visibility=visibility, cites=cites):
            w.line(f"identity{_visibility(visibility)}", cites)
        case ast.PlayMember(after=after, player=player, body=body, cites=cites):
            write_body(w, f"{'after' if after else 'to'} play as {player.text}", cites, body)


def _member(node: ast.Member) -> str:
    text = f"{node.role} {', '.join(name.text for name in node.names)}{_optional('per', node.per)}"
    text += f": {type_text(node.type)}" if node.type else ""
    text += f" = {expression_text(node.default)}" if node.default is not None else ""
    text += "".join(_visibility(visibility) for visibility in node.visibility)
    if node.lifetime:
        life = node.lifetime
        nth = f" {life.nth}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(life.nth, 'th') }" if life.nth != 1 else ""
        text += f" until {life.edge} of{nth}{' own' if life.own else ''} {life.scope.text}"
    return text + (" kept" if node.kept else "") + (" flavour" if node.flavour else "")


def _visibility(node: ast.Visibility) -> str:
    condition = f" while {expression_text(node.condition)}" if node.condition is not None else ""
    return f" {'hidden from' if node.hidden else 'seen by'} {expression_text(node.who, 10)}{condition}"


def _pile_clauses(node: ast.Pile | ast.PileMember) -> Iterator[str]:
    yield from (_visibility(visibility) for visibility in node.visibility)
    yield f" holds {node.holds}" if node.holds is not None else ""
    yield " ordered" if node.ordered else ""


def _write_pile(w: Writer, node: ast.Pile, before: str, cites: tuple[ast.Cite, ...]) -> None:
    head = f"{before}{node.word} {node.name.text} of {node.of.text}{''.join(_pile_clauses(node))}"
    head += f" = {expression_text(node.initial)}" if node.initial is not None else ""
    empty = node.when_empty
    if empty is None:
        w.line(head, cites)
    else:
        w.block(head, cites, lambda: write_body(w, "when empty", (), empty))


# ---- rules ----------------------------------------------------------------------------------------------------------


def _write_table(w: Writer, node: ast.Value | ast.Table, before: str, cites: tuple[ast.Cite, ...]) -> None:
    head = f"{before}{'value' if isinstance(node, ast.Value) else 'table'} {node.name.text}({_params(node.params)})"
    if isinstance(node, ast.Table):
        head += f" gives {type_text(node.gives)}" if node.gives else ""
        head += f" by {', '.join(name.text for name in node.by)}" if node.by else ""
        head += _ordered(node.ordered)
        w.block(head, cites, lambda: write_rows(w, node.header, node.rows) if node.header else write_arms(w, node.arms))
        return
    head += f": {type_text(node.type)}" if node.type else ""
    if node.body is not None:
        w.line(f"{head} = {expression_text(node.body)}", cites)
        return
    head += f" {node.combine}"
    if node.low is not None and node.high is not None:
        head += f" clamp {expression_text(node.low, 6)}..{expression_text(node.high, 6)}"
    w.each(head, cites, node.rows, write_value_row)


def _ordered(node: ast.Ordered | None) -> str:
    if node is None:
        return ""
    along = f" by {'low' if node.low_is_better else 'high'} {node.roll.text}" if node.roll is not None else ""
    return f" ordered {'best' if node.best_first else 'worst'} first{along}"


def write_value_row(w: Writer, row: ast.ValueRow) -> None:
    """A row of a value."""
    if row.amount is None and row.var is not None and row.domain is not None:
        head = f"for each {row.var.text} in {domain_text(row.domain)}"
        w.each(head, row.cites, row.rows, write_value_row)
    elif row.amount is not None:
        condition = f" when {expression_text(row.condition)}" if row.condition is not None else ""
        w.line(f"{named(row.name)}{expression_text(row.amount)}{_titled(row.label)}{condition}", row.cites)


def _head(
    node: ast.Guard | ast.Effect | ast.Action | ast.Reaction | ast.Whenever | ast.After | ast.Sequence,
) -> str:
    """The first line of a declaration that is a block of statements."""
    name = node.name.text
    match node:
        case ast.Guard(params=params, placement=placement):
            return f"{'placement' if placement else 'guard'} {name}({_params(params)})"
        case ast.Effect(params=params, gives=gives, harms=harms):
            harmed = f" harms {', '.join(word.text for word in harms)}" if harms else ""
            return f"effect {name}({_params(params)})" + (f" gives {type_text(gives)}" if gives else "") + harmed
        case ast.Action(params=params, player=player):
            return f"action {name}({_params(params)}){_optional('as', player)}"
        case ast.Reaction(windows=windows):
            return f"reaction {name} in {', '.join(window.text for window in windows)}{_occasion(node)}"
        case ast.Whenever(params=params, during=during, condition=condition):
            return f"whenever {name}({_params(params)}){_optional('during', during)} when {expression_text(condition)}"
        case ast.After(params=params):
            return f"after {name}({_params(params)})"
    return f"sequence {name}"


def _occasion(node: ast.Reaction | ast.PlayClause) -> str:
    """Who may react, with what, and when."""
    text = f" by {expression_text(node.by, 10)}" if node.by is not None else ""
    text += _optional("as", node.player) + (f" with {_params(node.params)}" if node.params else "")
    return text + (f" when {expression_text(node.when)}" if node.when is not None else "")


def _write_card(w: Writer, node: ast.Card | ast.Mission, before: str, cites: tuple[ast.Cite, ...]) -> None:
    copies = f" copies {node.copies}" if node.copies != 1 else ""
    if isinstance(node, ast.Mission):
        head = f"{before}mission {node.name.text} {quoted_text(node.title)}{copies}"
        w.block(head, cites, lambda: w.line(f"met for {node.var.text} when {expression_text(node.condition)}"))
        return
    head = f"{before}card {node.name.text} {quoted_text(node.title)} of {node.of.text}{copies}"
    w.block(head, cites, lambda: _write_card_parts(w, node))


def _write_card_parts(w: Writer, node: ast.Card) -> None:
    for stat in node.stats:
        w.line(f"{stat.name.text} = {expression_text(stat.value)}", stat.cites)
    for clause in node.plays:
        when = "anytime" if clause.anytime else "as action" if clause.as_action else "in " + ", ".join(x.text for x in clause.windows)
        write_body(w, f"plays {when}{_occasion(clause)}", clause.cites, clause.body)
    for draw in node.draws:
        write_body(w, f"on draw for {draw.var.text}: {type_text(draw.type)}", draw.cites, draw.body)


def _ending_head(node: ast.Ending) -> str:
    return f"ending {node.name.text}{_optional('during', node.during)}{_optional('at end of', node.at_end_of)}"


def _write_ending(w: Writer, node: ast.Ending) -> None:
    if node.var is not None and node.domain is not None:
        w.line(f"each {node.var.text} in {domain_text(node.domain)}")
    for row in node.rows:
        write_ending_row(w, row)


def write_ending_row(w: Writer, row: ast.EndingRow) -> None:
    """A row of an ending."""
    keys = ", then ".join(f"most {expression_text(key, 5)}" for key in row.keys)
    outcome = "draw" if row.outcome == "draw" else f"win {keys}" if keys else f"win {expression_text(row.who, 10)}" if row.who else "win"
    condition = f" when {expression_text(row.condition)}" if row.condition is not None else ""
    label = f" {quoted_text(row.label)}" if row.label is not None else ""
    w.line(f"{named(row.name)}{outcome}{label}{condition}", row.cites)


# ---- options --------------------------------------------------------------------------------------------------------


def _write_option(w: Writer, node: ast.Option, before: str, cites: tuple[ast.Cite, ...]) -> None:
    default = expression_text(node.default)
    sort = {
        "switch": f" = {default}",
        "setting": f" : {node.low}..{node.high} = {default}",
        "choice": f" : {' or '.join(value.text for value in node.values)} = {default}",
    }[node.sort]
    head = f"{before}option {node.name.text} {quoted_text(node.title)}{sort}"
    head += f" needs {', '.join(name.text for name in node.needs)}" if node.needs else ""
    head += f" excludes {', '.join(name.text for name in node.excludes)}" if node.excludes else ""
    if node.changes:
        w.each(head, cites, node.changes, _write_change)
    else:
        w.line(head, cites)


def _write_change(w: Writer, node: ast.Change) -> None:
    if node.declaration is not None:
        write_declaration(w, node.declaration, f"{node.word} ", node.cites)
        return
    if node.value is not None and node.target is not None:
        w.line(f"change option {node.target.text} = {expression_text(node.value)}", node.cites)
        return
    what = f" {node.what.text}" if node.what else ""
    what += f" {quoted_text(node.text)}" if node.text else ""
    head = f"{node.word}{what}{f' {node.target.text}' if node.target else ''}{_optional('of', node.of)}"
    row = node.row
    if node.parts:
        w.each(head, node.cites, node.parts, _write_part)
    elif row is None:
        w.line(head, node.cites)
    else:
        w.block(head, node.cites, lambda: _write_changed_row(w, row))


def _write_part(w: Writer, node: ast.Require | ast.Setting) -> None:
    if isinstance(node, ast.Setting):
        w.line(f"{expression_text(node.target)} = {expression_text(node.value)}", node.cites)
    else:
        write_statement(w, node)


def _write_changed_row(w: Writer, row: ast.ValueRow | ast.Arm | ast.EndingRow | ast.MoveRow) -> None:
    match row:
        case ast.ValueRow():
            write_value_row(w, row)
        case ast.Arm():
            write_arms(w, (row,))
        case ast.EndingRow():
            write_ending_row(w, row)
        case ast.MoveRow():
            write_move_row(w, row)
