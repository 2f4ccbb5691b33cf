"""Writing a tree as text and reading it again gives the same tree; writing that gives the same text."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tankdsl.source import SourceFile, Span
from tankdsl.syntax import ast
from tankdsl.syntax.dump import dump, dump_module
from tankdsl.syntax.lexing import HARD
from tankdsl.syntax.parse import parse
from tankdsl.syntax.unparse import unparse
from tankdsl.syntax.unparse_expressions import expression_text
from tests.unit.syntax.test_trees import cases

ROOT = Path(__file__).resolve().parents[2]
PACKS = sorted([*(ROOT / "examples").rglob("*.tank"), *(ROOT / "tests").rglob("*.tank")])


def read(text: str) -> ast.Module:
    result = parse(SourceFile.of(0, "a.tank", text))
    assert [found.headline for found in result.diagnostics if found.name != "file-empty"] == []
    return result.module


def check(text: str) -> None:
    module = read(text)
    written = unparse(module)
    again = read(written)
    assert dump_module(again) == dump_module(module)
    assert unparse(again) == written


@pytest.mark.parametrize("path", PACKS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_real_files(path: Path) -> None:
    result = parse(SourceFile.of(0, "a.tank", path.read_text(encoding="utf-8")))
    check(unparse(result.module))


@pytest.mark.parametrize("text", [text for name in ("declarations.txt", "tests.txt") for text, _ in cases(name)])
def test_every_declaration(text: str) -> None:
    check(f"## Doc.\n{text}  @AB-001\n")


@pytest.mark.parametrize("text", [text for text, _ in cases("statements.txt")])
def test_every_statement(text: str) -> None:
    indented = text.replace("\n", "\n    ")
    check(f"effect e() {{\n    {indented}  @AB-001..AB-003\n    nothing  @AB-C02\n}}\n")


@pytest.mark.parametrize("text", [text for text, _ in cases("expressions.txt")])
def test_every_expression(text: str) -> None:
    check(f"value v() = {text}\n")


# ---- trees of expressions that nobody has written -------------------------------------------------------------------

HERE = Span(0, 0, 0)
names = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True).filter(
    lambda name: name not in HARD | {"yes", "no", "none", "true", "false", "null", "nil"}
)
idents = names.map(lambda text: ast.Ident(HERE, text))
soft = st.sampled_from(["a", "b", "turn", "side", "first", "once", "by", "from", "d6"]).map(lambda text: ast.Name(HERE, text))
texts = st.text(alphabet=st.characters(blacklist_categories=["Cs", "Cc"]), max_size=8).map(lambda text: ast.Text(HERE, text + '"\\\n\t'))
labels = st.sampled_from(["A1", "AA12", "north/B2", "0101"]).map(lambda text: ast.Label(HERE, text))
ints = st.tuples(st.integers(0, 2**31 - 1), st.none() | st.just(ast.Ident(HERE, "hexes"))).map(lambda parts: ast.Int(HERE, *parts))
kinds = st.just(ast.KindName(HERE, "Tank"))
leaves = st.one_of(soft, texts, labels, ints, kinds)
BINARY = ["or", "and", "<", "<=", ">", ">=", "is", "is not", "in", "not in", "+", "-", "*", "div", "mod", "from", "else"]


def compound(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    maybe = st.none() | inner
    domain = inner | st.just(ast.AllOf(HERE, ast.Ident(HERE, "tanks")))
    items = st.lists(inner, max_size=3).map(tuple).filter(lambda found: len(found) != 1 or not is_membership(found[0]))
    called = st.just(ast.Ident(HERE, "f"))
    return st.one_of(
        st.tuples(st.sampled_from(BINARY), inner, inner).map(lambda parts: ast.Binary(HERE, *parts)),
        st.tuples(inner, domain).map(lambda parts: ast.Binary(HERE, "in", *parts)),
        st.tuples(st.sampled_from(["not", "-", "+"]), inner).map(lambda parts: ast.Unary(HERE, *parts)),
        st.tuples(inner, idents).map(lambda parts: ast.Field(HERE, *parts)),
        st.tuples(inner, inner).map(lambda parts: ast.Index(HERE, *parts)),
        st.tuples(inner, inner).map(lambda parts: ast.Place(HERE, *parts)),
        st.tuples(called, items).map(lambda parts: ast.Call(HERE, *parts)),
        items.map(lambda found: ast.ListOf(HERE, found)),
        st.tuples(inner, idents).map(lambda parts: ast.As(HERE, *parts)),
        st.tuples(st.booleans(), idents, domain, inner).map(lambda parts: ast.Quantifier(HERE, *parts)),
        st.tuples(maybe, idents, domain, maybe).map(lambda parts: ast.Comprehension(HERE, *parts)),
        st.tuples(st.just(ast.Ident(HERE, "least")), maybe, idents, domain, maybe, maybe).map(lambda parts: ast.Fold(HERE, *parts)),
        st.tuples(st.none() | idents, inner, inner, inner).map(lambda parts: ast.If(HERE, *parts)),
        st.tuples(inner, st.lists(arms(inner), min_size=1, max_size=3).map(tuple)).map(lambda parts: ast.Match(HERE, *parts)),
    )


def is_membership(node: Any) -> bool:
    """`[x in xs]` says that x goes through xs, with or without parentheses around it."""
    return isinstance(node, ast.Binary) and node.op == "in" and isinstance(node.left, ast.Name)


def arms(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    ranges = st.tuples(st.just(".."), inner, inner).map(lambda parts: ast.Binary(HERE, *parts))
    patterns = st.one_of((inner | ranges).map(lambda value: ast.Pattern(HERE, value)), st.just(ast.Pattern(HERE, None, True)))
    return st.tuples(st.lists(patterns, max_size=2).map(tuple), inner).map(lambda parts: ast.MatchArm(HERE, *parts))


expressions = st.recursive(leaves, compound, max_leaves=12)


@given(expressions)
def test_any_expression(node: Any) -> None:
    (declaration,) = read(f"value v() = {expression_text(node)}\n").declarations
    assert isinstance(declaration, ast.Value)
    assert dump(declaration.body) == dump(node)


@given(expressions)
def test_any_expression_in_a_statement(node: Any) -> None:
    written = expression_text(node)
    text = f'effect e() {{\n    require {written} "no"\n    let x = {written}\n    give {written}\n}}\n'
    (declaration,) = read(text).declarations
    assert isinstance(declaration, ast.Effect)
    first, second, third = declaration.body.statements
    assert isinstance(first, ast.Require) and isinstance(second, ast.Let) and isinstance(third, ast.Give)
    assert dump(first.condition) == dump(second.value) == dump(third.value) == dump(node)
