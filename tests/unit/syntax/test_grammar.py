"""The grammar has no conflicts, its stored tables belong to it, and Lark itself reads the same with them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token, Tree
from lark.exceptions import GrammarError, UnexpectedInput
from lark.lexer import Lexer

from tankdsl.resources import resource_text
from tankdsl.syntax import compile_grammar, parse, tables
from tankdsl.syntax.building import BUILDERS
from tankdsl.syntax.cut import pieces_of
from tankdsl.syntax.lexing import HARD, lexicon, tokens_of
from tests.unit.syntax.reading import read

ROOT = Path(__file__).resolve().parents[3]
GRAMMAR = resource_text("grammar", "tankdsl.lark")
EXAMPLES = sorted((ROOT / "examples").rglob("*.tank"))


@pytest.fixture(scope="module")
def compiled() -> str:
    return compile_grammar.compiled(GRAMMAR)


def keywords_of(stored: str) -> dict[str, str]:
    found = tables.decoded(stored.encode())
    assert found is not None
    return found.keywords


def test_conflicts_are_refused() -> None:
    with pytest.raises(GrammarError, match="conflict"):
        compile_grammar.compiled('start: start "+" start | "x"\n_NL: "n"\n')


def test_stored_tables_are_those_of_the_grammar(compiled: str) -> None:
    stored = (ROOT / "tankdsl" / "syntax" / "_tables.txt").read_text(encoding="utf-8")
    assert stored == compiled, "run `python -m tankdsl.syntax.compile_grammar`"


def test_every_rule_has_its_builder_and_every_builder_its_rule() -> None:
    wanted = {production.builder for production in tables.tables().productions if production.does == tables.CALL}
    assert parse.BUILDERS
    assert set(BUILDERS) == wanted


def test_hard_words_are_those_of_the_grammar() -> None:
    found = re.search(r"\(\?!\(\?:([a-z|]+)\)", tables.tables().patterns["NAME"])
    assert found is not None
    assert frozenset(found.group(1).split("|")) == HARD


def test_every_terminal_can_be_found_by_the_lexer() -> None:
    known = tables.tables()
    named = {"NAME", "RAW_ROWS", "RAW_LEVELS", "RAW_LEGEND", "_BLANK"}
    assert set(known.patterns) == named | {
        "CITE",
        "COMMENT",
        "COMPARE",
        "DIE",
        "DECIMAL",
        "INT",
        "LABEL",
        "NTH",
        "SEVERAL_DICE",
        "STRING",
        "TYPE",
        "_NL",
    }


def test_grammar_is_documented_like_a_specification() -> None:
    rules = len(re.findall(r"(?m)^[?!]?[a-z_]+:", GRAMMAR))
    sections = re.findall(r"(?m)^// ---- (.+?) -{10,}$", GRAMMAR)
    assert rules > 150
    assert len(sections) >= 12


def test_no_game_verb_is_a_keyword() -> None:
    assert not {"move", "fire", "attack", "shoot", "tank", "hex", "dice_pool"} & set(tables.tables().keywords)


class TestStaleTables:
    """Tables that do not belong to the grammar are never used."""

    @pytest.fixture(autouse=True)
    def fresh(self) -> Iterator[None]:
        tables.tables.cache_clear()
        yield
        tables.tables.cache_clear()

    @pytest.mark.parametrize("content", [None, "", "{", "some words in seven or eight parts here", "x 1 2 3 4 5 6 7\n"])
    def test_tables_are_made_anew_if_their_file_is_missing_or_broken(
        self, content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: str
    ) -> None:
        path = tmp_path / "_tables.txt"
        if content is not None:
            path.write_text(content, encoding="utf-8")
        monkeypatch.setattr(tables, "_FILE", path)
        monkeypatch.setattr(compile_grammar, "compiled", lambda grammar: compiled)
        assert tables.tables().keywords == keywords_of(compiled)

    def test_tables_of_another_grammar_are_not_used(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: str) -> None:
        path = tmp_path / "_tables.txt"
        path.write_text(re.sub(r"^\S+", "1-00000000", compiled).replace("ruleset RULESET", "rules RULESET"), encoding="utf-8")
        monkeypatch.setattr(tables, "_FILE", path)
        monkeypatch.setattr(compile_grammar, "compiled", lambda grammar: compiled)
        assert tables.tables().keywords == keywords_of(compiled)

    def test_line_ends_of_a_checkout_do_not_matter(self, compiled: str) -> None:
        assert tables.fingerprint(GRAMMAR.replace("\n", "\r\n")) == compiled.split(" ")[0]
        assert tables.fingerprint(GRAMMAR + "// more\n") != compiled.split(" ")[0]

    def test_tables_are_written_and_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled: str) -> None:
        monkeypatch.setattr(tables, "_FILE", tmp_path / "_tables.txt")
        tables.store(compiled)
        assert (tmp_path / "_tables.txt").read_text(encoding="utf-8") == compiled
        assert tables.tables().keywords == keywords_of(compiled)

    def test_tables_that_were_cut_off_are_not_used(self, compiled: str) -> None:
        assert tables.decoded(compiled.encode()) is not None
        assert tables.decoded(compiled[: len(compiled) // 2].encode()) is None


class OurTokens(Lexer):
    """Lets Lark's own parser see the tokens of our lexer."""

    __future_interface__ = 2

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        text = lexer_state.text.text
        tokens = tokens_of(text, 0, len(text), board="board" in text)
        for kind, start, end in zip(tokens.types[:-1], tokens.starts, tokens.ends, strict=False):
            accepted = parser_state.parse_conf.states[parser_state.position]
            name = "NAME" if kind in lexicon().soft and kind not in accepted else kind
            yield Token(name, text[start:end])


@pytest.fixture(scope="module")
def lark() -> Lark:
    return Lark(GRAMMAR, parser="lalr", lexer=OurTokens, strict=True, maybe_placeholders=True)


def test_grammar_is_free_of_conflicts(lark: Lark) -> None:
    assert lark.options.strict
    assert len(lark.rules) > 500


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_lark_reads_the_examples_with_this_grammar(path: Path, lark: Lark) -> None:
    text = path.read_text(encoding="utf-8")
    pieces = [piece for piece in pieces_of(text) if piece.word]
    trees = [lark.parse(text[piece.start : piece.end]) for piece in pieces]
    assert len(trees) == len(read(text).module.declarations)
    assert all(isinstance(tree, Tree) for tree in trees)


@pytest.mark.parametrize("text", ["enum Role { heavy light }\n", "effect e() { let x = }\n", "value v() = (1\n", "measure hex\n"])
def test_lark_refuses_what_is_refused(text: str, lark: Lark) -> None:
    with pytest.raises(UnexpectedInput):
        lark.parse(text)
    assert read(text).module.declarations == ()
