"""What all checks of one pack share: its names, the signatures of its declarations, and the findings so far."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from tankdsl.check.env import Binding
from tankdsl.check.tree import Local, Program
from tankdsl.check.types import (
    FINE_GRAIN,
    Die,
    Fine,
    Int,
    Kind,
    NoneType,
    Optional,
    PileOf,
    Poison,
    Pool,
    Set,
    Type,
    describe,
    required,
)
from tankdsl.diagnostics import Diagnostic, Label, did_you_mean, quoted
from tankdsl.diagnostics import Kind as FindingKind
from tankdsl.diagnostics.registry import names, types
from tankdsl.diagnostics.suggest import Suggestions
from tankdsl.frozen import Frozen, FrozenValue
from tankdsl.resolve.builtins import plural, snake
from tankdsl.resolve.symbols import Symbols
from tankdsl.source import Span
from tankdsl.state import State, field
from tankdsl.syntax import ast

T = TypeVar("T")

PLACEABLE = frozenset({"unit", "marker", "checkpoint"})
"""Categories whose things stand on places."""


MOST_LISTED = 6
"""Where one of so few names is meant and none is near, all of them are told."""
UNKNOWN = (names.UNKNOWN_NAME, names.UNKNOWN_TYPE, names.UNKNOWN_FIELD)
_QUOTED = re.compile(r"`([^`]+)`")


def lost_names(words: frozenset[str]) -> frozenset[str]:
    """The names that may be declared among some words: the words, and for kinds the words that come with them.

    Where a kind is declared, any of the words may be its name in the wrong letters: `unit kind tank`.
    """
    kinds = [word for word in words if word[:1].isupper()]
    if "kind" in words:
        meant = ["".join(part.capitalize() for part in word.split("_")) for word in words if word[:1].islower()]
        kinds += meant
        words = words.union(meant)
    of_ruleset = ("enemy",) if "ruleset" in words else ()
    return words.union(map(snake, kinds), map(plural, kinds), of_ruleset)


class FieldInfo(FrozenValue):
    """A field of a kind as expressions see it."""

    name: str
    kind: str
    type: Type
    role: str
    span: Span | None = None


class KindInfo(State):
    """A kind with its own and inherited fields; `root` is the topmost ancestor, whose index space instances share."""

    name: str
    category: str
    parent: str | None
    declaration: ast.Kind | ast.Ruleset | None
    fields: dict[str, FieldInfo] = field(default_factory=dict)
    piles: dict[str, str] = field(default_factory=dict)


class Signature(Frozen):
    """Parameters and result of something that can be called; `gives` None: nothing; `kind` as in `Context.signatures`."""

    name: str
    kind: str
    params: tuple[tuple[str, Type], ...]
    gives: Type | None
    declaration: ast.Decl


class Context(State):
    """The state of checking one pack."""

    symbols: Symbols
    program: Program = field(default_factory=Program)
    found: list[Diagnostic] = field(default_factory=list)
    found_in_values: list[Diagnostic] = field(default_factory=list)
    """What was found while values were checked; it joins `found` when everything is."""
    kinds: dict[str, KindInfo] = field(default_factory=dict)
    signatures: dict[str, Signature] = field(default_factory=dict)
    windows: dict[str, tuple[tuple[str, Type, bool], ...]] = field(default_factory=dict)
    value_params: dict[str, tuple[Local, ...]] = field(default_factory=dict)
    checking_values: set[str] = field(default_factory=set)
    calls: dict[str, list[tuple[str, Span]]] = field(default_factory=dict)
    reads: set[tuple[str, str]] = field(default_factory=set)
    writes: set[tuple[str, str]] = field(default_factory=set)
    scopes_opened: dict[str, Span] = field(default_factory=dict)
    played: set[str] = field(default_factory=set)
    windows_opened: set[str] = field(default_factory=set)
    cost_measure: str | None = None
    scope_uses: list[tuple[str, Span]] = field(default_factory=list)
    scopes_awaited: set[Span] = field(default_factory=set)
    """Where a scope is named that has to open, even `game`: for limits and lifetimes that is the whole game, whatever its sequences are."""
    limits_without_scope: set[Span] = field(default_factory=set)
    """Where something that has a name in a body stands in a limit as if it were a scope."""
    measures_reported: set[Span] = field(default_factory=set)
    """The plurals of measures that are reported as wrong."""
    once_count: int = 0
    tables: dict[str, list[ast.Things]] | None = None
    """The tables of things by their kind; filled in when the first is looked for."""
    ground_names: dict[str, Type] | None = None
    """The names that maps give, with what they are; filled in when the first is looked for."""
    extents: dict[str, str] = field(default_factory=dict)
    """How far maps reach, in words, by what messages call them; told where something lies beside them."""
    unlabelled: dict[str, dict[Span, None]] = field(default_factory=dict)
    """Where labels stand that are not printed on a map, by what messages call the map."""
    locals: list[Binding] = field(default_factory=list)
    """The `let`s and `var`s of all bodies, for telling which are never read."""
    terms_reported: set[str] = field(default_factory=set)
    suggestions: Suggestions = field(default_factory=Suggestions)
    lost: frozenset[str] = frozenset()
    """Names that declarations may have which could not be read (see `lost_names`)."""
    kinds_in_doubt: set[str] = field(default_factory=set)
    """Kinds of which it is not known what they are: nothing is said of what they lack."""
    foundation_lost: bool = False
    """Whether a declaration could not be read on which scenarios and tests stand; then nothing is said about those."""

    # ------------------------------------------------------------------------------------------------------ findings

    def report(self, kind: FindingKind, span: Span, headline: str, label: str = "", **more: Any) -> None:
        """Add a finding (arguments as `Kind.at`), unless something is unknown that a declaration may declare which could not be read."""
        if kind in UNKNOWN and any(self.is_lost(name) for name in _QUOTED.findall(headline)[-1:]):
            return
        self.found.append(kind.at(span, headline, label, **more))

    def is_lost(self, name: str) -> bool:
        """Whether a name (with points for one of a side) may be declared where the text could not be read."""
        return bool(self.lost) and not self.lost.isdisjoint(name.split("."))

    def doubt(self, field: str) -> None:
        """A field of something whose fault is reported: of whatever kind it is meant to be, or an option, it counts as read and set."""
        self.reads.add(("option", field))
        for kind, info in self.kinds.items():
            if field in info.fields:
                self.reads.add((kind, field))
                self.writes.add((kind, field))

    def unknown(self, span: Span, name: str, what: str, candidates: Iterable[str], **more: Any) -> None:
        """A name that nothing declares, with the nearest that exists, or all of them where they are a short list."""
        help = self.did_you_mean(name, candidates)
        if not help and isinstance(candidates, list) and 0 < len(candidates) <= MOST_LISTED and "notes" not in more:
            help = (f"there is one, {quoted(candidates)}" if len(candidates) == 1 else f"there are {quoted(candidates, 'and')}",)
        self.report(names.UNKNOWN_NAME, span, f"there is no {what} `{name}`", help=help, **more)

    def did_you_mean(self, name: str, candidates: Iterable[str]) -> tuple[str, ...]:
        """A help text with the near candidate, or nothing. Where the pack decides how many there are, give an iterator and no list."""
        return did_you_mean(name, candidates, self.suggestions.suggest)

    def mismatch(self, span: Span, found: Type, expected: Type | str, where: str = "", **more: Any) -> None:
        """A value of the wrong type."""
        if isinstance(found, Poison) or isinstance(expected, Poison):
            return
        wanted = expected if isinstance(expected, str) else describe(expected)
        place = f" {where}" if where else ""
        self.report(types.TYPE_MISMATCH, span, f"found {describe(found)}, expected {wanted}{place}", **more)

    def declarations_of(self, kind: type[T]) -> Iterator[T]:
        """All declarations of a class, in order."""
        return (declaration for declaration in self.program.declarations if isinstance(declaration, kind))

    def tables_of(self, kind: str) -> Sequence[ast.Things]:
        """The tables that list things of a kind, in order."""
        if self.tables is None:
            self.tables = {}
            for table in self.declarations_of(ast.Things):
                self.tables.setdefault(table.name.text, []).append(table)
        return self.tables.get(kind, ())

    # ---------------------------------------------------------------------------------------------------- the table

    @property
    def is_table(self) -> bool:
        """Whether the game is played on a table without a grid."""
        return "table" in self.program.space

    def measure(self, plural: str) -> str:
        """The measure of that name as types have it: the unit of a table knows that its numbers are fine."""
        return Fine(plural) if self.is_table and plural in self.program.space else plural

    def grain(self, measure: str | None) -> int:
        """How many run-time units one written unit of a measure has: 100 for the lengths of a table, else 1."""
        return FINE_GRAIN if measure is not None and isinstance(self.measure(measure), Fine) else 1

    # ----------------------------------------------------------------------------------------------------- kinds

    def root_of(self, kind: str) -> str:
        """The topmost ancestor of a kind."""
        seen = set()
        while kind in self.kinds and self.kinds[kind].parent and kind not in seen:
            seen.add(kind)
            kind = self.kinds[kind].parent  # type: ignore[assignment]
        return kind

    def is_in_doubt(self, kind: str) -> bool:
        """Whether a kind, or one above it, is of an unknown kind, which is reported."""
        return bool(self.kinds_in_doubt) and any(self.is_a(kind, one) for one in self.kinds_in_doubt)

    def is_a(self, kind: str, ancestor: str) -> bool:
        """Whether `kind` is `ancestor` or below it."""
        seen = set()
        current: str | None = kind
        while current is not None and current not in seen:
            if current == ancestor:
                return True
            seen.add(current)
            info = self.kinds.get(current)
            current = info.parent if info else None
        return False

    def field_of(self, kind: str, name: str) -> FieldInfo | None:
        """A field of a kind or of its ancestors."""
        seen = set()
        current: str | None = kind
        while current is not None and current not in seen and current in self.kinds:
            seen.add(current)
            info = self.kinds[current]
            if name in info.fields:
                return info.fields[name]
            current = info.parent
        return None

    def field_names(self, kind: str) -> list[str]:
        """All field names of a kind, for suggestions."""
        out: list[str] = []
        current: str | None = kind
        while current is not None and current in self.kinds:
            out += [*self.kinds[current].fields, *self.kinds[current].piles]
            current = self.kinds[current].parent
        return out

    def category(self, kind: str) -> str:
        """The category of a kind."""
        return self.kinds[kind].category if kind in self.kinds else "thing"

    def kinds_of(self, *categories: str) -> list[str]:
        """The kinds of some categories, for suggestions."""
        return [name for name, info in self.kinds.items() if info.category in categories]

    def is_placeable(self, type: Type) -> bool:
        """Whether things of this type stand on places."""
        return isinstance(type, Kind) and self.category(type.name) in PLACEABLE

    # ----------------------------------------------------------------------------------------------------- fitting

    def fits(self, found: Type, expected: Type) -> bool:
        """Whether a value of `found` may stand where `expected` is asked, ranges aside."""
        if isinstance(found, Poison) or isinstance(expected, Poison) or found == expected:
            return True
        if isinstance(expected, Optional):
            return isinstance(found, NoneType) or self.fits(required(found), expected.of)
        match found, expected:
            case Int(), Int():
                return found.measure == expected.measure
            case Die(), Int():
                return expected.measure is None
            case Kind(), Kind():
                return self.is_a(found.name, expected.name) or self.is_in_doubt(found.name)
            case Pool(), Pool():
                return True
            case Set(), Set():
                return self.fits(found.of, expected.of)
            case PileOf(), Set():
                return self.fits(Kind(found.kind), expected.of)
            case _:
                return False

    def labels(self, *pairs: tuple[Span, str]) -> tuple[Label, ...]:
        """Secondary labels."""
        return tuple(Label(span, text) for span, text in pairs)
