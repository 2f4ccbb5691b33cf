"""Checking a pack: all declarations in, the typed tree and every finding out.

Order: names, signatures, then bodies, then what options change, then maps and scenarios, then what needs an overview.  Each declaration is
checked whatever is wrong with the others.

Who checks a small file waits for imports more than for anything else. So what few packs have (options, arcs, campaigns, a table) is
imported only where it is.
"""

from __future__ import annotations

from tankdsl.check.actions import check_action, check_card, check_reaction
from tankdsl.check.afters import apply_afters
from tankdsl.check.bodies import check_effect, check_sequence
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context, lost_names
from tankdsl.check.draws import check_draws
from tankdsl.check.endings import check_endings, check_triggers
from tankdsl.check.finish import finish
from tankdsl.check.guards import check_guard
from tankdsl.check.headers import read_headers
from tankdsl.check.kinds import check_kinds
from tankdsl.check.rows import check_missions
from tankdsl.check.tables import check_table
from tankdsl.check.tree import WindowDef
from tankdsl.check.twice import check_twice
from tankdsl.check.values import check_value
from tankdsl.check.ways import check_movements, check_sights
from tankdsl.diagnostics import Diagnostic, counted
from tankdsl.diagnostics.registry import ground, names
from tankdsl.resolve.symbols import BASE, Thing, collect
from tankdsl.syntax import ast

FIELDS = ("board", "layout", "roster", "scenario", "campaign")
"""The spaces of what a game is played on and with. A pack of rules has none of it and does not wait for its modules either."""


def check_pack(
    declarations: tuple[ast.Decl, ...], *, complete: bool = True, lost: frozenset[str] = frozenset(), foundation_lost: bool = False
) -> Context:
    """The context of a checked pack: `program` is complete when `found` has no errors.

    `complete` False: some declarations could not be parsed, so nothing is said about what is missing or unused. `lost` are the words of
    these declarations: nothing that has such a word for its name is said to be unknown. `foundation_lost`: scenarios and tests stand on one
    of them, so nothing is said about those.
    """
    changed: tuple[Diagnostic, ...] = ()
    if any(isinstance(declaration, ast.Option) for declaration in declarations):
        from tankdsl.resolve.changes import with_options

        declarations, changed = with_options(declarations)
    symbols, found = collect(declarations)
    cx = Context(symbols, lost=lost_names(lost | symbols.ignored), foundation_lost=foundation_lost or symbols.thing_ignored)
    cx.found.extend((*changed, *found))
    cx.program.declarations = declarations
    check_twice(cx)
    read_headers(cx)
    _measures_and_enums(cx)
    if has_options := bool(cx.symbols.space("option")):
        from tankdsl.check.options import apply_changes, check_options

        check_options(cx)
    check_kinds(cx)
    _bodies(cx)
    check_missions(cx)
    check_movements(cx)
    check_sights(cx)
    if cx.symbols.space("arcs"):
        from tankdsl.check.arcs import check_arcs

        check_arcs(cx)
    check_endings(cx)
    check_triggers(cx)
    if has_options:
        apply_changes(cx)
    apply_afters(cx)
    if complete:
        _main(cx)
    if not foundation_lost:
        _sides(cx)
    if cx.is_table or any(cx.symbols.space(space) for space in FIELDS):
        from tankdsl.check.fields import check_fields

        check_fields(cx)
    _join_values(cx)
    finish(cx, complete=complete)
    return cx


def _join_values(cx: Context) -> None:
    """Values are checked apart from what uses them; that no board has levels is told once all the same."""
    levels = ground.LEVELS_NOWHERE.code
    for finding in cx.found_in_values:
        if finding.code != levels or all(other.code != levels for other in cx.found):
            cx.found.append(finding)


def _measures_and_enums(cx: Context) -> None:
    program = cx.program
    for name, declaration in cx.symbols.space("measure").items():
        assert isinstance(declaration, ast.Measure)
        program.measures[declaration.plural.text] = (name, declaration.plural.text)
    for name, declared in cx.symbols.types.items():
        if isinstance(declared, ast.Enum):
            members = declared.members
            program.enums[name] = tuple((member.name.text, member.title.value if member.title else member.name.text) for member in members)
    for name, option in cx.symbols.space("option").items():
        assert isinstance(option, ast.Option)
        if option.sort == "choice":
            program.enums[f"option.{name}"] = tuple((value.text, value.text.replace("_", " ")) for value in option.values)
    for name, arcs in cx.symbols.space("arcs").items():
        assert isinstance(arcs, ast.Arcs)
        program.enums[f"arcs.{name}"] = tuple((part.name.text, part.name.text) for part in arcs.parts)


def _bodies(cx: Context) -> None:
    for declaration in cx.symbols.values.values():
        match declaration:
            case ast.Value():
                check_value(cx, declaration)
            case ast.Guard():
                check_guard(cx, declaration)
            case ast.Table():
                check_table(cx, declaration)
            case ast.Effect():
                base = declaration.name.text + BASE
                check_effect(cx, declaration, replaced=base if base in cx.symbols.values else None)
            case ast.Action():
                check_action(cx, declaration)
            case ast.Sequence():
                check_sequence(cx, declaration)
            case Thing(declaration=ast.Card() as card):
                check_card(cx, card)
                check_draws(cx, card)
    for reaction in cx.symbols.space("reaction").values():
        assert isinstance(reaction, ast.Reaction)
        check_reaction(cx, reaction)
    for name, window in cx.symbols.space("window").items():
        assert isinstance(window, ast.Window)
        cx.program.windows[name] = WindowDef(name, cx.windows[name], window.closed, cite_ids(window.cites), window.span)


def _sides(cx: Context) -> None:
    """A game has two sides at least."""
    ruleset = cx.symbols.ruleset
    if ruleset is not None and len(ruleset.sides) < 2:
        cx.report(
            ground.TOO_FEW_SIDES,
            ruleset.name.span,
            f"the game has {counted(len(cx.symbols.sides), 'side')}, expected at least 2",
            help='list them in the ruleset: `sides red "Red", blue "Blue"`',
        )


def _main(cx: Context) -> None:
    """The sequence that a game runs."""
    ruleset = cx.symbols.ruleset
    if ruleset is None:
        help = (
            'begin one file with `ruleset id "Title" { ... }`',
            "to check one file of a pack, name the folder of the pack: its files are read together",
        )
        cx.found.append(names.NO_RULESET.at(None, "this pack declares no ruleset", help=help))
        return
    sequences = [name for name, signature in cx.signatures.items() if signature.kind == "sequence"]
    if ruleset.main is None:
        cx.report(
            names.UNKNOWN_NAME, ruleset.name.span, "the ruleset does not say which sequence is the game", help="add `main game` to it"
        )
    elif ruleset.main.text not in sequences:
        cx.unknown(ruleset.main.span, ruleset.main.text, "sequence", sequences)
    else:
        cx.program.main = ruleset.main.text
