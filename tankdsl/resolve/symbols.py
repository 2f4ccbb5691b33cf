"""The table of everything a pack declares, by name; order of declarations and files never matters.

All names that can stand in an expression share one space (sides, rows of things, cards, missions, piles, values, guards, tables, effects,
actions, sequences, sights): two of them with one name are an error, never a silent override.  Members of enums are a space of their own,
because several enums may use the same word; the expected type says which is meant.  Boards, layouts, rosters, scenarios, options, windows,
movements, endings and triggers are named only where nothing else can stand, so each has its own space.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tankdsl.diagnostics import Diagnostic, Label
from tankdsl.diagnostics.registry import names as kinds
from tankdsl.frozen import Frozen
from tankdsl.resolve.builtins import BUILTIN_KINDS, BUILTIN_TYPES, RESERVED, plural, snake
from tankdsl.source import Span
from tankdsl.state import State, field
from tankdsl.syntax import ast

CALLABLE = (ast.Value, ast.Guard, ast.Table, ast.Effect, ast.Action, ast.Sequence, ast.Sight)
ON_PLACES = ("unit", "marker", "checkpoint", "terrain")
"""Categories of kinds whose singular asks for the one on a place."""
BASE = ".base"
"""Behind the name of an effect that a variant has replaced, if the replacement runs it by `otherwise`."""
OWN_SPACE = {
    ast.Option: "option",
    ast.Window: "window",
    ast.Movement: "movement",
    ast.Ending: "ending",
    ast.Whenever: "trigger",
    ast.Reaction: "reaction",
    ast.Board: "board",
    ast.Layout: "layout",
    ast.Roster: "roster",
    ast.Scenario: "scenario",
    ast.Campaign: "campaign",
    ast.Arcs: "arcs",
    ast.Measure: "measure",
}


class Thing(Frozen):
    """A row of a `units`, `cards` ... table, a card or a mission: a model of its kind."""

    id: str
    kind: str
    span: Span
    declaration: ast.Things | ast.Card | ast.Mission
    row: ast.Row | None


class Symbols(State):
    """What is declared, by space and name."""

    ruleset: ast.Ruleset | None = None
    sides: dict[str, ast.SideDecl] = field(default_factory=dict)
    types: dict[str, ast.Kind | ast.Enum] = field(default_factory=dict)
    values: dict[str, object] = field(default_factory=dict)
    members: dict[str, list[str]] = field(default_factory=dict)
    spaces: dict[str, dict[str, ast.Decl]] = field(default_factory=dict)
    things: dict[str, list[Thing]] = field(default_factory=dict)
    afters: list[ast.After] = field(default_factory=list)
    tests: list[ast.Test] = field(default_factory=list)
    plurals: dict[str, str] = field(default_factory=dict)
    singulars: dict[str, str] = field(default_factory=dict)
    measure_words: dict[str, ast.Ident] = field(default_factory=dict)
    ignored: set[str] = field(default_factory=set)
    """What the second of two types with one name declares: it may be meant wherever it is missed."""
    thing_ignored: bool = False
    """Whether a row is left out because of its name, which is reported: what seems to be missing may be that one."""

    def space(self, name: str) -> dict[str, ast.Decl]:
        """The declarations of one space (`option`, `window`, `board` ...)."""
        return self.spaces.setdefault(name, {})

    def of(self, kind: type) -> Iterator[ast.Decl]:
        """All callable declarations of a class, in order of declaration."""
        return (found for found in self.values.values() if isinstance(found, kind))  # type: ignore[misc]


class _Table:
    def __init__(self) -> None:
        self.symbols = Symbols()
        self.found: list[Diagnostic] = []

    def enter(self, space: dict[str, Any], name: ast.Ident, what: object, *, reserved: bool = False) -> bool:
        """Declare a name; a second declaration is reported and ignored."""
        if reserved and name.text in RESERVED:
            self.found.append(kinds.RESERVED_NAME.at(name.span, f"`{name.text}` is a word of the language", help="choose another name"))
            return False
        if name.text in space:
            self.duplicate(name, _span_of(space[name.text]))
            return False
        space[name.text] = what
        return True

    def duplicate(self, name: ast.Ident, first: Span) -> None:
        self.found.append(
            kinds.DUPLICATE_NAME.at(
                name.span,
                f"`{name.text}` is declared twice",
                "declared again here",
                secondary=(Label(first, "first declared here"),),
                help="give one of them another name; to change a declaration in an option or variant say `replace`",
            )
        )


def collect(declarations: tuple[ast.Decl, ...]) -> tuple[Symbols, tuple[Diagnostic, ...]]:
    """Enter all declarations of a pack; the diagnostics are about the names only."""
    table = _Table()
    for declaration in declarations:
        _declare(table, declaration)
    for declaration in declarations:
        if isinstance(declaration, ast.Things):
            _declare_rows(table, declaration)
    _add_kind_words(table)
    return table.symbols, tuple(table.found)


def _declare(table: _Table, declaration: ast.Decl) -> None:
    symbols = table.symbols
    match declaration:
        case ast.Ruleset():
            _declare_ruleset(table, declaration)
        case ast.Enum():
            _declare_type(table, declaration)
            for member in declaration.members:
                symbols.members.setdefault(member.name.text, []).append(declaration.name.text)
        case ast.Kind():
            _declare_type(table, declaration)
        case ast.Pile():
            table.enter(symbols.values, declaration.name, declaration, reserved=True)
        case ast.Card():
            _declare_thing(table, Thing(declaration.name.text, declaration.of.text, declaration.name.span, declaration, None))
        case ast.Mission():
            _declare_thing(table, Thing(declaration.name.text, "Mission", declaration.name.span, declaration, None))
        case ast.After():
            symbols.afters.append(declaration)
        case ast.Test():
            symbols.tests.append(declaration)
        case ast.Things() | ast.Use():
            pass
        case ast.Measure():
            _declare_measure(table, declaration)
        case _ if isinstance(declaration, CALLABLE):
            table.enter(symbols.values, declaration.name, declaration, reserved=True)
        case _:
            table.enter(symbols.space(OWN_SPACE[type(declaration)]), declaration.name, declaration)
            if isinstance(declaration, ast.Arcs):
                # Arcs can be called by their name, like a value.
                table.enter(symbols.values, declaration.name, declaration, reserved=True)
                for part in declaration.parts:
                    symbols.members.setdefault(part.name.text, []).append(f"arcs.{declaration.name.text}")
            if isinstance(declaration, ast.Option) and declaration.sort == "choice":
                for value in declaration.values:
                    symbols.members.setdefault(value.text, []).append(f"option.{declaration.name.text}")
            if isinstance(declaration, (ast.Board, ast.Layout)):
                for edge in declaration.edges:
                    owners = symbols.members.setdefault(edge.feature.text, [])
                    if "edges" not in owners:
                        owners.append("edges")


def _declare_ruleset(table: _Table, declaration: ast.Ruleset) -> None:
    symbols = table.symbols
    if symbols.ruleset is not None:
        table.found.append(
            kinds.TWO_RULESETS.at(
                declaration.name.span,
                f"a second ruleset `{declaration.name.text}` in one pack",
                secondary=(Label(symbols.ruleset.name.span, "the first is here"),),
                help="put each ruleset into a folder of its own",
            )
        )
        return
    symbols.ruleset = declaration
    for side in declaration.sides:
        # A side whose name something else has too is a side all the same: one finding is enough.
        if table.enter(symbols.values, side.name, side, reserved=True) or side.name.text not in symbols.sides:
            symbols.sides[side.name.text] = side
        else:
            symbols.ignored.add("enemy")


def _declare_type(table: _Table, declaration: ast.Kind | ast.Enum) -> None:
    name = declaration.name
    if name.text in BUILTIN_TYPES or name.text in BUILTIN_KINDS:
        table.found.append(kinds.RESERVED_NAME.at(name.span, f"`{name.text}` is a type of the language", help="choose another name"))
        return
    if not table.enter(table.symbols.types, name, declaration):
        _ignore_one(table.symbols, declaration)


def _ignore_one(symbols: Symbols, second: ast.Kind | ast.Enum) -> None:
    """Of two types with one name a kind is kept rather than an enum, because more is asked of it, else the first."""
    first = symbols.types[second.name.text]
    ignored = second
    if isinstance(first, ast.Enum) and isinstance(second, ast.Kind):
        symbols.types[second.name.text], ignored = second, first
    for member in ignored.members:
        match member:
            case ast.Member():
                symbols.ignored.update(name.text for name in member.names)
            case ast.EnumMember() | ast.PileMember():
                symbols.ignored.add(member.name.text)


def _declare_measure(table: _Table, declaration: ast.Measure) -> None:
    """The singular and the plural of a measure; they may be alike, but differ from those of all others."""
    symbols = table.symbols
    if not table.enter(symbols.space("measure"), declaration.name, declaration):
        # Its singular may be the faulty word, so that both may be meant wherever they are missed.
        of = declaration.plural.text
        symbols.ignored.update((of, of.removesuffix("s"), of.removesuffix("es")))
        return
    for word in (declaration.name, declaration.plural):
        earlier = symbols.measure_words.setdefault(word.text, word)
        if earlier is not word and earlier is not declaration.name:
            table.duplicate(word, earlier.span)


def _declare_thing(table: _Table, thing: Thing) -> None:
    name = ast.Ident(thing.span, thing.id)
    if table.enter(table.symbols.values, name, thing, reserved=True):
        table.symbols.things.setdefault(thing.kind, []).append(thing)
    else:
        table.symbols.thing_ignored = True


def _declare_rows(table: _Table, declaration: ast.Things) -> None:
    """Rows are named by their `id` cell, which must be a plain name."""
    at = next((index for index, cell in enumerate(declaration.header) if cell.text == "id"), None)
    if at is None:
        return
    for row in declaration.rows:
        cell = row.cells[at][0] if at < len(row.cells) and len(row.cells[at]) == 1 else None
        if isinstance(cell, ast.Name):
            _declare_thing(table, Thing(cell.text, declaration.name.text, cell.span, declaration, row))


def _add_kind_words(table: _Table) -> None:
    """The words that come with each kind: `tanks` (its set) and `tank(h)` (the one on a place)."""
    symbols = table.symbols
    for name, declaration in symbols.types.items():
        if isinstance(declaration, ast.Kind):
            for word, what, words in ((plural(name), "all", symbols.plurals), (snake(name), "one", symbols.singulars)):
                _enter_kind_word(table, declaration, word, what)
                words[word] = name
    symbols.plurals.setdefault("missions", "Mission")


def _enter_kind_word(table: _Table, kind: ast.Kind, word: str, what: str) -> None:
    """A word of a kind may be no name that is declared, and no word of another kind."""
    symbols = table.symbols
    if word in RESERVED and kind.category != "side" and (what == "all" or kind.category in ON_PLACES):
        headline = f"`{kind.name.text}` brings the word `{word}`, and that is a word of the language"
        table.found.append(kinds.RESERVED_NAME.at(kind.name.span, headline, help="choose another name"))
        return
    other = symbols.plurals.get(word) or symbols.singulars.get(word)
    if other is not None and other != kind.name.text:
        headline = f"the kinds `{other}` and `{kind.name.text}` share the word `{word}`"
        first = symbols.types[other].name.span
        table.found.append(
            kinds.DUPLICATE_NAME.at(
                kind.name.span, headline, secondary=(Label(first, "the other is here"),), help="rename one of the kinds"
            )
        )
    elif word in symbols.values and _collides(symbols.values[word], kind, what):
        at = _span_of(symbols.values[word])
        meaning = f"all things of the kind `{kind.name.text}`" if what == "all" else f"the `{kind.name.text}` on a place"
        secondary = (Label(kind.name.span, "the kind is declared here"),)
        table.found.append(
            kinds.DUPLICATE_NAME.at(at, f"`{word}` is a word for {meaning} already", secondary=secondary, help="choose another name")
        )


def _collides(declared: object, kind: ast.Kind, what: str) -> bool:
    """Whether a word of a kind would mean two things: the plural is a name (a pile may be called by it), the singular is called."""
    if what == "all":
        return not (isinstance(declared, ast.Pile) and declared.of.text == kind.name.text)
    return kind.category in ON_PLACES and isinstance(declared, CALLABLE)


def _span_of(what: object) -> Span:
    match what:
        case Thing():
            return what.span
        case ast.SideDecl() | ast.Declaration():
            return what.name.span
        case _:
            raise TypeError(f"no span of {what!r}")
