"""Variants: the declarations of the pack that a variant takes whole, with its changes, under its own name.

A variant takes everything but the tests, which are about the other game; only those stay that expect findings and play nothing, since they
say which scenarios are wrong on purpose. What else stands in the pack of the variant is declared beside it. The pack that it changes may be
a variant itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tankdsl.diagnostics import Diagnostic, Label
from tankdsl.diagnostics.file_problems import problem_diagnostic
from tankdsl.diagnostics.registry import names, structure
from tankdsl.resolve.changes import KINDS, Changes
from tankdsl.source import InputBundle, SourceFile, own_files
from tankdsl.source.problems import Problem
from tankdsl.syntax import ast
from tankdsl.syntax.node import replaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from tankdsl.resolve.files import Loaded

    Load = Callable[[ast.Variant, InputBundle, tuple[str, ...], tuple[str, ...]], Loaded]

Pairs = list[tuple[SourceFile, ast.Decl]]


class Applied:
    """What a pack with a variant has become."""

    def __init__(self, declarations: tuple[ast.Decl, ...], base: Loaded | None, found: list[Diagnostic]) -> None:
        self.declarations, self.base, self.found = declarations, base, found


def apply_variant(
    bundle: InputBundle, own: Pairs, local: dict[int, str], load: Load,
    chain: tuple[str, ...],
) -> Applied | None:  # fmt: skip
    """The declarations of a pack that declares a variant; None for any other pack.

    `local` are the paths of its files in the bundle; `load` loads the pack that a variant changes; `chain` are the packs that led here.
    """
    heads = [(file, one) for file, one in own if isinstance(one, ast.Ruleset | ast.Variant)]
    variants = [(file, one) for file, one in heads if isinstance(one, ast.Variant)]
    if not variants:
        return None
    file, variant = variants[0]
    rest = tuple(one for _, one in own if not isinstance(one, ast.Variant))
    found = [_two(one, heads[0][1]) for _, one in heads[1:] if one is not heads[0][1] and isinstance(one, ast.Variant)]
    base = _base(bundle, file, variant, local, load, (*chain, _place_of(bundle, local[file.id])), found)
    if base is None:
        return Applied((*rest, _ruleset(variant, None)), None, found)
    taken = [one for one in base.declarations if not isinstance(one, ast.Use)]
    changes = Changes(one for one in taken if not isinstance(one, ast.Ruleset | ast.Test))
    found += _twice(variant)
    for change in variant.changes:
        changes.change(change)
    old = next((one for one in taken if isinstance(one, ast.Ruleset)), None)
    scenarios = {one.name.text for one in changes.declarations if isinstance(one, ast.Scenario)}
    tests = [one for one in taken if isinstance(one, ast.Test) and _plays_nothing(one.parts)]
    tests = [one for one in tests if one.scenario is not None and one.scenario.text in scenarios]
    return Applied((_ruleset(variant, old), *changes.declarations, *tests, *rest), base, [*found, *changes.found])


def _twice(variant: ast.Variant) -> list[Diagnostic]:
    """A finding for everything that is changed a second time: only one of the two could hold."""
    first: dict[tuple[str, ...], ast.Change] = {}
    found: list[Diagnostic] = []
    for change in variant.changes:
        key = _changed(change)
        if change.word == "add" or first.setdefault(key, change) is change:
            continue
        secondary = (Label(first[key].span, "the first time"),)
        headline = f"`{key[-1]}` is changed twice"
        found.append(names.DUPLICATE_NAME.at(change.span, headline, secondary=secondary, help="leave one of the two out"))
    return found


def _changed(change: ast.Change) -> tuple[str, ...]:
    """What a change is about."""
    if change.declaration is not None:
        return type(change.declaration).__name__, change.declaration.name.text
    what, of = (ident.text if ident else "" for ident in (change.what, change.of))
    if change.text is not None:
        return what, of, change.text.value
    kind = KINDS.get(what)
    return kind.__name__ if kind and what != "option" else what, of, change.target.text if change.target else ""


def _plays_nothing(parts: tuple[ast.TestPart, ...]) -> bool:
    """Whether a test expects findings and nothing else."""
    return bool(parts) and all(
        _plays_nothing(part.parts) if isinstance(part, ast.TestCase) else isinstance(part, ast.Expect) and part.finding is not None
        for part in parts
    )


def _base(
    bundle: InputBundle, file: SourceFile, variant: ast.Variant, local: dict[int, str],
    load: Load, chain: tuple[str, ...], found: list[Diagnostic],
) -> Loaded | None:  # fmt: skip
    """The pack that a variant changes, loaded; None when there is none, which is noted."""
    at = variant.base.span
    neighbour = bundle.neighbour(variant.base.value, local[file.id])
    if isinstance(neighbour, Problem):
        found.append(problem_diagnostic(neighbour, at))
        return None
    if neighbour.place() in chain:
        own = f"`{variant.name.text}` is a variant of its own pack"
        headline = f"the variant `{variant.name.text}` comes back to itself" if len(chain) > 1 else own
        found.append(structure.BASE_WRONG.at(at, headline, help='name the folder of another game: `of "../duel"`'))
        return None
    files = own_files(neighbour)
    if not files:
        headline = f"in the folder `{variant.base.value}` no file declares a ruleset"
        found.append(structure.BASE_WRONG.at(at, headline, help='name the folder of a game, as seen from this file: `of "../duel"`'))
        return None
    return load(variant, neighbour, files, chain)


def _place_of(bundle: InputBundle, file: str) -> str:
    """The folder in which a variant is declared, as `InputBundle.place` would say it of a pack with this root."""
    return "/".join(part for part in (bundle.place(), file.rpartition("/")[0]) if part)


def _ruleset(variant: ast.Variant, old: ast.Ruleset | None) -> ast.Ruleset:
    """The ruleset of a variant: that of the other game under another name."""
    if old is None:
        return ast.Ruleset(variant.span, variant.name, variant.doc, variant.cites, variant.title, (), (), None, ())
    return replaced(old, name=variant.name, title=variant.title, doc=variant.doc, cites=(*old.cites, *variant.cites))


def _two(second: ast.Decl, first: ast.Decl) -> Diagnostic:
    return names.TWO_RULESETS.at(
        second.name.span,
        f"a second ruleset `{second.name.text}` in one pack",
        secondary=(Label(first.name.span, "the first is here"),),
        help="put each ruleset into a folder of its own",
    )
