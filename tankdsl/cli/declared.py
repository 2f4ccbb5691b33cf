"""What a name of a pack stands for: the text of `tankdsl explain NAME --in PATH`.

It works on the syntax tree, so it also answers for a pack that has errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tankdsl.cli.tree import excerpt, nodes_of, title_of
from tankdsl.source import SourceSet, Span
from tankdsl.syntax import ast
from tankdsl.syntax.cites import cites_of

if TYPE_CHECKING:
    from tankdsl.session import Session

MOST_USERS = 20
"""How many declarations that mention a name are listed."""
_NAMING = (ast.Name, ast.KindName, ast.Ident)


@dataclass(frozen=True, slots=True)
class Declared:
    """Something that a pack gives a name to: the words for it, its own text, and the declaration it stands in."""

    name: str
    title: str
    span: Span
    node: ast.Node
    within: ast.Declaration


def describe(session: Session, name: str) -> str | None:
    """The text about a name, or nothing when the pack does not declare it."""
    found = [each for each in _declared_in(session.declarations) if each.name == name]
    if not found:
        return None
    return "\n".join(_about(each, session) for each in found) + _changed(session, name) + _mentions(session, name, found)


def names_of(session: Session) -> list[str]:
    """All names that could be explained, in order of declaration."""
    return list(dict.fromkeys(each.name for each in _declared_in(session.declarations)))


def _declared_in(declarations: tuple[ast.Decl, ...]) -> Iterator[Declared]:
    for declaration in declarations:
        if isinstance(declaration, ast.Use | ast.Things | ast.After | ast.Test):
            continue
        yield Declared(declaration.name.text, title_of(declaration), declaration.name.span, declaration, declaration)
    for inside in nodes_of(declarations):
        for name, word, span in _small_names(inside.node):
            yield Declared(name, f"{word} {name} of {title_of(inside.declaration)}", span, inside.node, inside.declaration)


def _small_names(node: ast.Node) -> Iterator[tuple[str, str, Span]]:
    """The names that a part of a declaration gives: sides, members, fields, piles, rows of pieces."""
    match node:
        case ast.SideDecl(name=name):
            yield name.text, "side", name.span
        case ast.EnumMember(name=name):
            yield name.text, "member", name.span
        case ast.Member(role=role, names=names):
            for name in names:
                yield name.text, role, name.span
        case ast.PileMember(name=name):
            yield name.text, "pile", name.span
        case ast.Things(header=header, rows=rows):
            at = next((i for i, cell in enumerate(header) if cell.text == "id"), None)
            for row in rows:
                cell = row.cells[at] if at is not None and at < len(row.cells) else ()
                if len(cell) == 1 and isinstance(cell[0], ast.Name):
                    yield cell[0].text, "row", cell[0].span


def _about(found: Declared, session: Session) -> str:
    file = session.sources[found.span.file]
    line, column = file.position(found.span.start)
    lines = [found.title, f"  declared at  {file.path}:{line}:{column}", f"  reads        {_reads(found, session.sources)}"]
    doc = found.node.doc if isinstance(found.node, ast.Declaration) else ""
    if doc:
        lines[1:1] = [f"  {each}" for each in doc.splitlines()] + [""]
    cites = _cites(found)
    if cites:
        lines.append(f"  carries out  {', '.join(cites)}")
    return "".join(f"{each}\n" for each in lines)


def _reads(found: Declared, sources: SourceSet) -> str:
    file = sources[found.span.file]
    if isinstance(found.node, ast.Things):
        return excerpt(file.text, file.line_span(file.position(found.span.start)[0]))
    return excerpt(file.text, found.node.span)


def _cites(found: Declared) -> tuple[str, ...]:
    """The rules that it carries out itself, and for a whole declaration those of its parts."""
    nodes: tuple[ast.Node, ...] = (found.node,)
    if found.node is found.within and not isinstance(found.node, ast.Things):
        nodes = tuple(inside.node for inside in nodes_of((found.within,)))
    cites = (cite for node in nodes for group in cites_of(node) for cite in group)
    return tuple(sorted({id for cite in cites for id in cite.ids()}))


def _changed(session: Session, name: str) -> str:
    """What a variant changes of it."""
    variants = (one for _, module in session.loaded.modules for one in module.declarations if isinstance(one, ast.Variant))
    lines = []
    for change in (change for variant in variants for change in variant.changes):
        declared = change.declaration.name if change.declaration is not None else None
        if any(one is not None and one.text == name for one in (declared, change.target, change.of)):
            file = session.sources[change.span.file]
            lines.append(f"  changed      {file.path}:{file.position(change.span.start)[0]}  {excerpt(file.text, change.span)}\n")
    return "".join(lines)


def _mentions(session: Session, name: str, found: list[Declared]) -> str:
    """The declarations that mention the name, each with the first place where it does."""
    own = {each.span for each in found}
    places: dict[ast.Declaration, Span] = {}
    for inside in nodes_of(session.declarations):
        node = inside.node
        if isinstance(node, _NAMING) and node.text == name and node.span not in own:
            places.setdefault(inside.declaration, node.span)
    if not places:
        return "  mentioned    nowhere else\n"
    lines = []
    for declaration, span in list(places.items())[:MOST_USERS]:
        file = session.sources[span.file]
        lines.append(f"  mentioned    {file.path}:{file.position(span.start)[0]}  {title_of(declaration)}\n")
    if len(places) > MOST_USERS:
        lines.append(f"  mentioned    in {len(places) - MOST_USERS} more declarations\n")
    return "".join(lines)
