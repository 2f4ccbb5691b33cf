"""One session: a pack of files on its way from text to compiled documents, each phase a property computed when it is first asked for.

The command line, the tests and editors all work through it.  No phase raises for what a designer wrote: every phase adds findings, and a
phase that needs an error-free one before it gives nothing when there are errors.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tankdsl.check.context import Context
from tankdsl.check.tree import Program
from tankdsl.diagnostics import Collector, Diagnostic, Level
from tankdsl.frozen import FrozenValue
from tankdsl.garbage import without_collector
from tankdsl.resolve.files import Loaded, load_pack
from tankdsl.source import InputBundle, SourceSet
from tankdsl.syntax import ast

if TYPE_CHECKING:
    from tankdsl.check.expected import Expectation
    from tankdsl.lower import SourceMap


class Compiled(FrozenValue):
    """A compiled document: its name without ending, the document, and where its nodes come from."""

    name: str
    document: dict[str, object]
    origins: SourceMap


class Session:
    """A pack being compiled. `files` are paths in the bundle; what they `use` is loaded with them."""

    def __init__(self, bundle: InputBundle, files: tuple[str, ...], sources: SourceSet | None = None) -> None:
        self.bundle = bundle
        self.files = files
        self.sources = SourceSet() if sources is None else sources

    @cached_property
    def loaded(self) -> Loaded:
        """The syntax trees of all files, and what is wrong with files and syntax."""
        return load_pack(self.bundle, self.files, self.sources)

    @property
    def declarations(self) -> tuple[ast.Decl, ...]:
        """All declarations of the pack, files in order of their path."""
        return self.loaded.declarations

    @cached_property
    def checked(self) -> Context:
        """The checked pack: names, types, ranges, tables, maps, scenarios."""
        from tankdsl.check.pack import check_pack

        loaded = self.loaded
        complete = not self._has_errors(loaded.found)
        return check_pack(self.declarations, complete=complete, lost=loaded.lost, foundation_lost=loaded.foundation_lost)

    @cached_property
    def tests(self) -> tuple[object, ...]:
        """The checked `test` blocks."""
        if not self.checked.symbols.tests:
            return ()
        from tankdsl.check.cases.blocks import check_tests

        return check_tests(self.checked)

    @cached_property
    def rule_findings(self) -> tuple[Diagnostic, ...]:
        """What the static checks over the whole game found; empty while there are errors before them."""
        if not self.is_typed:
            return ()
        from tankdsl.rules import run_checks

        return tuple(run_checks(self.checked))

    @cached_property
    def is_typed(self) -> bool:
        """Whether syntax, names and types have no errors, so that the program is whole, whatever the checks over it then find."""
        from tankdsl.check.expected import split

        _ = self.tests
        faults, _expected = split(self.checked.found, self.expected)
        return not (self._has_errors(self.loaded.found) or self._has_errors(faults))

    @cached_property
    def expected(self) -> tuple[Expectation, ...]:
        """The findings that tests expect."""
        from tankdsl.check.expected import expectations

        return expectations(self.checked, self.tests)

    @cached_property
    def _sorted_out(self) -> tuple[list[Diagnostic], list[Diagnostic]]:
        """The findings of the checks: faults of the pack, and those that a test expects."""
        from tankdsl.check.expected import split

        later = self.rule_findings
        return split([*self.checked.found, *later], self.expected)

    @cached_property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All findings, sorted, grouped, without those that are allowed in place or that a test expects."""
        with without_collector():
            collector = Collector(self.sources)
            collector.extend(self.loaded.found)
            collector.extend(self._with_their_variant(self._sorted_out[0]))
            taken = self.loaded.varied.ids if self.loaded.varied is not None else frozenset()
            return collector.findings(not_judged=taken)

    def _with_their_variant(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """The findings, those that a variant brings about in the pack that it changes with a note; that pack is checked too for it."""
        varied = self.loaded.varied
        if varied is None:
            return found
        from tankdsl.resolve.brought import is_elsewhere, keys_of, told

        if not any(is_elsewhere(one, varied) for one in found):
            return found
        base = Session(varied.bundle, varied.files)
        before = (one for part in base._sorted_out for one in part)
        return told(found, self.sources, varied, frozenset(keys_of(before, base.sources)))

    @property
    def expected_findings(self) -> tuple[Diagnostic, ...]:
        """The findings that tests expect and that are there."""
        return tuple(self._sorted_out[1])

    @property
    def has_errors(self) -> bool:
        """Whether anything stops the build."""
        return self._has_errors(self.findings)

    @property
    def program(self) -> Program:
        """The typed tree."""
        return self.checked.program

    @cached_property
    def scenarios(self) -> tuple[str, ...]:
        """The ids of the scenarios that can be played, in order of declaration (one that is wrong on purpose is left out)."""
        from tankdsl.check.expected import unplayable

        wrong = unplayable(self._sorted_out[1], self.expected)
        return tuple(id for id in self.program.scenarios if id not in wrong)

    def scenario(self, id: str) -> Compiled:
        """The compiled document of a scenario; only for a session without errors."""
        if id not in self._documents:
            from tankdsl.emit import finish_document
            from tankdsl.lower import lower_scenario

            document, origins = lower_scenario(self.program, id)
            self._documents[id] = Compiled(id, finish_document(document), origins)
        return self._documents[id]

    @cached_property
    def campaigns(self) -> tuple[str, ...]:
        """The ids of the campaigns that can be played: those whose battles all can."""
        found = self.program.campaigns.values()
        return tuple(one.id for one in found if one.battles and all(battle in self.scenarios for battle in one.battles))

    def campaign(self, id: str) -> Compiled:
        """The compiled document of a campaign; only for a session without errors."""
        key = f"campaign {id}"
        if key not in self._documents:
            from tankdsl.emit import finish_document
            from tankdsl.lower import lower_campaign

            document, origins = lower_campaign(self.program, id)
            self._documents[key] = Compiled(id, finish_document(document), origins)
        return self._documents[key]

    @cached_property
    def ruleset(self) -> Compiled:
        """The compiled document of the ruleset; only for a session without errors."""
        from tankdsl.emit import finish_document
        from tankdsl.lower import lower_ruleset

        document, origins = lower_ruleset(self.program)
        return Compiled(self.program.id, finish_document(document), origins)

    @cached_property
    def _documents(self) -> dict[str, Compiled]:
        return {}

    @staticmethod
    def _has_errors(found: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
        return any(diagnostic.level is Level.ERROR for diagnostic in found)
