"""What variants and options change, as changes of declarations: the same words, found in the same way, for both.

A *variant* changes declarations for good: what it replaces or removes is gone from its rules. An *option* changes them while it is on: what
it adds is declared with the others and asks the option, a requirement that it adds or removes becomes one that asks it. (What an option
replaces, and rows of values, are dispatched later, in `check.options`, where types are known.)

Only what has a name can be changed: declarations, named rows, requirements by their reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tankdsl.diagnostics import Diagnostic, Label, did_you_mean, quoted
from tankdsl.diagnostics.registry import names, structure
from tankdsl.resolve.rowchanges import SORTS, changed_row, other_rows, row_names
from tankdsl.resolve.symbols import BASE
from tankdsl.source import Span
from tankdsl.syntax import ast
from tankdsl.syntax.node import fields_of, replaced

KINDS: dict[str, type] = {
    "enum": ast.Enum, "measure": ast.Measure, "kind": ast.Kind, "pile": ast.Pile, "deck": ast.Pile, "bag": ast.Pile,
    "value": ast.Value, "table": ast.Table, "guard": ast.Guard, "placement": ast.Guard, "effect": ast.Effect, "action": ast.Action,
    "reaction": ast.Reaction, "card": ast.Card, "mission": ast.Mission, "window": ast.Window, "whenever": ast.Whenever,
    "ending": ast.Ending, "movement": ast.Movement, "sight": ast.Sight, "arcs": ast.Arcs, "option": ast.Option,
    "sequence": ast.Sequence, "board": ast.Board, "layout": ast.Layout, "roster": ast.Roster, "scenario": ast.Scenario,
    "campaign": ast.Campaign, "units": ast.Things, "parts": ast.Things, "cards": ast.Things, "markers": ast.Things,
    "checkpoints": ast.Things, "terrains": ast.Things, "areas": ast.Things, "things": ast.Things,
}  # fmt: skip
"""The declarations that can be removed, by the word that begins them."""
_NOT_CHANGED = (ast.Ruleset, ast.Variant, ast.Use, ast.Test, ast.After)
_WITH_REQUIREMENTS = (ast.Guard, ast.Action)
_FREE = (ast.Effect, ast.Value, ast.Guard, ast.Table, ast.Enum, ast.Window)
"""What may simply be declared: it does nothing unless something calls it."""


class Changes:
    """Declarations that are being changed."""

    def __init__(self, declarations: Iterable[ast.Decl]) -> None:
        self.declarations = list(declarations)
        self.found: list[Diagnostic] = []

    # -- variants

    def change(self, change: ast.Change) -> None:
        """Make one change for good."""
        what = change.what.text if change.what else ""
        if change.what is not None and self._is_half(change):
            return
        if change.declaration is not None:
            (self._replace if change.word == "replace" else self._add)(change.declaration)
        elif what == "requirement":
            self._requirement(change, None)
        elif change.word == "change" and what == "option":
            self._default(change)
        elif what == "row":
            self._row(change)
        else:
            self._remove(change)

    def _is_half(self, change: ast.Change) -> bool:
        """Whether a row or a requirement is named as a declaration is, without what it belongs to (reported)."""
        assert change.what is not None
        what = change.what.text
        if change.of is not None or what not in ("row", "requirement"):
            return False
        named = change.target.text if change.target is not None else "name"
        shown = f"row {named}" if what == "row" else 'requirement "reason"'
        self.report(
            structure.CHANGE_WRONG, change.span, f"this does not say of what the {what} is", help=f"write `{change.word} {shown} of name`"
        )
        return True

    def _add(self, added: ast.Decl) -> None:
        if isinstance(added, _NOT_CHANGED[:-1]):
            headline = f"a variant cannot add a {word_of(added)}"
            self.report(structure.CHANGE_WRONG, added.span, headline, help="write it outside of the variant")
            return
        self.declarations.append(added)

    def _replace(self, new: ast.Decl) -> None:
        if isinstance(new, _NOT_CHANGED):
            self.report(structure.CHANGE_WRONG, new.span, f"a variant cannot replace a {word_of(new)}", help=_NAMED)
            return
        at = [index for index, old in enumerate(self.declarations) if type(old) is type(new) and old.name.text == new.name.text]
        if not at:
            self._unknown(new.name, word_of(new), type(new), "replace")
            return
        old = self.declarations[at[0]]
        self.declarations[at[0]] = new
        for index in reversed(at[1:]):
            del self.declarations[index]
        if isinstance(old, ast.Effect) and _has_otherwise(new):
            self.declarations.append(replaced(old, name=replaced(old.name, text=old.name.text + BASE), cites=()))

    def _remove(self, change: ast.Change) -> None:
        assert change.what is not None and change.target is not None
        kind = KINDS.get(change.what.text)
        if kind is None or change.of is not None:
            help = did_you_mean(change.what.text, KINDS) or "write `remove effect name`, `remove row name of value`, and so on"
            headline = f"a variant removes declarations and rows, and `{change.what.text}` is neither"
            self.report(structure.CHANGE_WRONG, change.what.span, headline, help=help)
            return
        kept = [old for old in self.declarations if type(old) is not kind or old.name.text != change.target.text]
        if len(kept) == len(self.declarations):
            self._unknown(change.target, change.what.text, kind, "remove")
        self.declarations = kept

    def _default(self, change: ast.Change) -> None:
        assert change.target is not None and change.value is not None
        for index, old in enumerate(self.declarations):
            if isinstance(old, ast.Option) and old.name.text == change.target.text:
                self.declarations[index] = replaced(old, default=change.value)
                return
        self._unknown(change.target, "option", ast.Option, "change")

    def _row(self, change: ast.Change) -> None:
        assert change.of is not None
        for index, old in enumerate(self.declarations):
            if old.name.text == change.of.text and (rows := row_names(old)) is not None:
                if change.target is not None and change.target.text not in rows and not _elsewhere(self.declarations, old, change):
                    self._no_row(change.of.text, change.target, rows)
                    return
                if change.target is not None and change.target.text not in rows:
                    continue
                changed = changed_row(old, change, self.report)
                if changed is not None:
                    self.declarations[index] = changed
                return
        known = [old.name.text for old in self.declarations if row_names(old) is not None]
        headline = f"nothing with rows is called `{change.of.text}`"
        self.report(names.UNKNOWN_NAME, change.of.span, headline, help=did_you_mean(change.of.text, known))

    def _no_row(self, owner: str, row: ast.Ident, known: Iterable[str]) -> None:
        there = list(known)
        help = did_you_mean(row.text, there) or (f"its rows are {quoted(there, 'and')}" if there else "its rows have no names")
        self.report(names.UNKNOWN_NAME, row.span, f"`{owner}` has no row `{row.text}`", help=help)

    def _unknown(self, name: ast.Ident, what: str, kind: type, verb: str) -> None:
        known = [old.name.text for old in self.declarations if type(old) is kind]
        self.report(names.UNKNOWN_NAME, name.span, f"there is no {what} `{name.text}` to {verb}", help=did_you_mean(name.text, known))

    # -- requirements

    def _requirement(self, change: ast.Change, test: ast.Expr | None) -> None:
        assert change.of is not None
        for index, old in enumerate(self.declarations):
            if isinstance(old, _WITH_REQUIREMENTS) and old.name.text == change.of.text:
                body = _required(old.body, change, test, self.report)
                if body is not None:
                    self.declarations[index] = replaced(old, body=body)
                return
        known = [old.name.text for old in self.declarations if isinstance(old, _WITH_REQUIREMENTS)]
        headline = f"no guard and no action is called `{change.of.text}`"
        self.report(names.UNKNOWN_NAME, change.of.span, headline, help=did_you_mean(change.of.text, known))

    # -- options

    def option(self, option: ast.Option) -> None:
        """Make those changes of a switch that need no types; the option keeps the others."""
        left: list[ast.Change] = []
        for change in option.changes:
            test = ast.Field(change.span, ast.Name(change.span, "option"), ast.Ident(change.span, option.name.text))
            if change.word == "add" and change.declaration is not None:
                self._add_while_on(option, change.declaration, test)
            elif change.what is not None and change.what.text == "requirement":
                self._requirement(change, test)
            elif change.word == "replace" and isinstance(change.row, ast.ValueRow):
                # The row of the option counts in place of the other one: one is taken away, one added.
                left += [replaced(change, word="remove", row=None), replaced(change, word="add", target=None)]
            elif isinstance(change.row, ast.EndingRow):
                self._row_while_on(change, test, ast.Ending, "ending")
            elif isinstance(change.row, ast.MoveRow) or self._is_row_of_movement(change):
                self._row_while_on(change, test, ast.Movement, "movement")
            else:
                left.append(change)
        index = next(index for index, old in enumerate(self.declarations) if old is option)
        self.declarations[index] = replaced(option, changes=tuple(left))

    def _row_while_on(self, change: ast.Change, test: ast.Expr, kind: type[ast.Ending] | type[ast.Movement], what: str) -> None:
        """A row that counts only while the option is on, in place of another one if that is named; or one that then does not count."""
        assert change.of is not None
        found = ((index, one) for index, one in enumerate(self.declarations) if isinstance(one, kind))
        index, owner = next(((at, one) for at, one in found if one.name.text == change.of.text), (-1, None))
        if owner is None:
            self._no_rows_there(change, change.of, what, kind)
            return
        rows: list[Any] = list(owner.rows)
        at = len(rows)
        if change.target is not None:
            named = {row.name.text: number for number, row in enumerate(rows) if row.name is not None}
            if change.target.text not in named:
                self._no_row(owner.name.text, change.target, named)
                return
            at = named[change.target.text] + 1
            old = rows[at - 1]
            rows[at - 1] = replaced(old, condition=_both(ast.Unary(test.span, "not", test), old.condition))
        if isinstance(change.row, ast.EndingRow | ast.MoveRow):
            rows.insert(at, replaced(change.row, condition=_both(test, change.row.condition)))
        self.declarations[index] = replaced(owner, rows=tuple(rows))

    def _no_rows_there(self, change: ast.Change, of: ast.Ident, what: str, kind: type) -> None:
        """Report that a row is for a declaration that there is not, or that has rows of another sort."""
        for old in self.declarations:
            if old.name.text == of.text and type(old) in SORTS:
                other_rows(change, SORTS[type(old)][1], self.report)
                return
        self._unknown(of, what, kind, "change")

    def _is_row_of_movement(self, change: ast.Change) -> bool:
        """Whether a row of a movement is taken away."""
        if change.word != "remove" or change.what is None or change.what.text != "row" or change.of is None:
            return False
        return any(isinstance(one, ast.Movement) and one.name.text == change.of.text for one in self.declarations)

    def _add_while_on(self, option: ast.Option, added: ast.Decl, test: ast.Expr) -> None:
        conditional = _while_on(option, added, test)
        if conditional is None:
            headline = f"an option cannot add a {word_of(added)}: what there is to play with is the same with every option"
            help = "declare it outside, and let rules ask the option; or write a variant"
            self.report(structure.OPTION_WRONG, added.span, headline, help=help)
            return
        self.declarations.append(conditional)

    def report(self, kind: object, span: Span, headline: str, *, help: str | tuple[str, ...] = (), first: Span | None = None) -> None:
        """Add a finding; `first` is another place that belongs to it."""
        secondary = () if first is None else (Label(first, "this one"),)
        self.found.append(kind.at(span, headline, help=help, secondary=secondary))  # type: ignore[attr-defined]


Report = Callable[..., None]
_NAMED = "what has a name can be replaced: effects, values, guards, kinds, scenarios and so on"


def with_options(declarations: tuple[ast.Decl, ...]) -> tuple[tuple[ast.Decl, ...], tuple[Diagnostic, ...]]:
    """The declarations with what options add and demand, and what is wrong with that."""
    if not any(isinstance(one, ast.Option) and one.changes and one.sort == "switch" for one in declarations):
        return declarations, ()
    changes = Changes(declarations)
    for one in declarations:
        if isinstance(one, ast.Option) and one.sort == "switch" and one.changes:
            changes.option(one)
    return tuple(changes.declarations), tuple(changes.found)


def word_of(declaration: ast.Decl) -> str:
    """What people call a declaration of this sort."""
    match declaration:
        case ast.Things() | ast.Pile():
            return declaration.word
        case ast.Guard(placement=True):
            return "placement"
        case _:
            return type(declaration).__name__.lower()


def _elsewhere(declarations: list[ast.Decl], this: ast.Decl, change: ast.Change) -> bool:
    """Whether another declaration of that name, such as a second table of things of a kind, has the row."""
    assert change.of is not None and change.target is not None
    others = (old for old in declarations if old is not this and old.name.text == change.of.text)
    return any(change.target.text in (row_names(old) or ()) for old in others)


def _has_otherwise(item: object) -> bool:
    if isinstance(item, ast.Otherwise):
        return True
    if isinstance(item, ast.Node):
        return any(_has_otherwise(value) for _, value in fields_of(item))
    return isinstance(item, tuple) and any(map(_has_otherwise, item))


def _required(body: ast.Block, change: ast.Change, test: ast.Expr | None, report: Report) -> ast.Block | None:
    """The body of a guard or an action with a requirement more or less."""
    statements = list(body.statements)
    demands = [index for index, one in enumerate(statements) if isinstance(one, ast.Require)]
    if change.word == "add":
        added = [one for one in change.parts if isinstance(one, ast.Require)]
        if test is not None and (let := next((one for one in added if one.let is not None), None)) is not None:
            report(structure.OPTION_WRONG, let.span, "an option cannot add a `require let`", help="let an effect test the value")
            return None
        at = demands[-1] + 1 if demands else 0
        off = None if test is None else ast.Unary(test.span, "not", test)
        if off is not None:
            added = [replaced(one, condition=ast.Binary(one.span, "or", off, one.condition)) for one in added]
        statements[at:at] = added
        return replaced(body, statements=tuple(statements))
    assert change.text is not None and change.of is not None
    known = ((index, one) for index, one in enumerate(statements) if isinstance(one, ast.Require | ast.Limit))
    reasons = {one.reason.value: index for index, one in known if one.reason is not None}
    if change.text.value not in reasons:
        help = did_you_mean(change.text.value, reasons) or (f"its reasons are {quoted(reasons, 'and')}" if reasons else ())
        report(names.UNKNOWN_NAME, change.text.span, f"no requirement of `{change.of.text}` has this reason", help=help)
        return None
    index = reasons[change.text.value]
    old = statements[index]
    if test is None:
        del statements[index]
    elif isinstance(old, ast.Limit):
        help = "count in an effect, which may ask the option"
        report(structure.OPTION_WRONG, change.span, "an option cannot take a limit away", help=help)
        return None
    elif not isinstance(old, ast.Require):
        raise TypeError(old)
    elif old.let is not None:
        headline = "an option cannot take a `require let` away: what follows needs its value"
        report(structure.OPTION_WRONG, change.span, headline, first=old.span)
        return None
    else:
        statements[index] = replaced(old, condition=ast.Binary(old.span, "or", test, old.condition))
    return replaced(body, statements=tuple(statements))


def _while_on(option: ast.Option, added: ast.Decl, test: ast.Expr) -> ast.Decl | None:
    """A declaration that has an effect only while an option is on; None where there is no such thing."""
    match added:
        case _ if isinstance(added, _FREE):
            return added
        case ast.Action():
            reason = ast.Text(added.span, f"only with the option: {option.title.value}")
            demand = ast.Require(added.span, (), None, test, reason)
            return replaced(added, body=replaced(added.body, statements=(demand, *added.body.statements)))
        case ast.Reaction():
            return replaced(added, when=_both(test, added.when))
        case ast.Whenever():
            return replaced(added, condition=_both(test, added.condition))
        case ast.Ending():
            return replaced(added, rows=tuple(replaced(row, condition=_both(test, row.condition)) for row in added.rows))
        case ast.After():
            branch = ast.IfStmt(added.span, (), None, test, added.body, None)
            return replaced(added, body=replaced(added.body, statements=(branch,)))
    return None


def _both(test: ast.Expr, condition: ast.Expr | None) -> ast.Expr:
    return test if condition is None else ast.Binary(condition.span, "and", test, condition)
