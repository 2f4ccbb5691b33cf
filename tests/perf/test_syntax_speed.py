"""Reading is as fast as the parser it rests on: against Lark on the same text, and against a process that only imports libraries."""

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token
from lark.lexer import Lexer

from tankdsl.resources import resource_text
from tankdsl.source import SourceFile
from tankdsl.syntax.cut import pieces_of
from tankdsl.syntax.lexing import lexicon, tokens_of
from tankdsl.syntax.parse import parse

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples" / "tank_clash").glob("*.tank")))
LINES = 20_000


class OurTokens(Lexer):
    """Gives Lark the tokens of our lexer, so that the same text is parsed and not another language."""

    __future_interface__ = 2

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        text = lexer_state.text.text
        tokens = tokens_of(text, 0, len(text), board="board" in text)
        soft, states = lexicon().soft, parser_state.parse_conf.states
        for kind, start, end in zip(tokens.types[:-1], tokens.starts, tokens.ends, strict=False):
            name = "NAME" if kind in soft and kind not in states[parser_state.position] else kind
            yield Token(name, text[start:end], start, 1, 1, 1, 1, end)


def best(run: Callable[[], object], times: int = 3) -> float:
    """The least processor time of several runs, in seconds."""
    taken = []
    for _ in range(times):
        started = time.process_time()
        run()
        taken.append(time.process_time() - started)
    return min(taken)


def test_text_to_tree_against_a_bare_tree_of_lark() -> None:
    text = EXAMPLE * (LINES // EXAMPLE.count("\n") + 1)
    source = SourceFile.of(0, "a.tank", text)
    lark = Lark(resource_text("grammar", "tankdsl.lark"), parser="lalr", lexer=OurTokens, strict=True, maybe_placeholders=True)
    pieces = [text[piece.start : piece.end] for piece in pieces_of(text) if piece.word]

    def bare() -> None:
        for piece in pieces:
            lark.parse(piece)

    result = parse(source)
    assert len(result.module.declarations) == len(pieces)
    ours, theirs = best(lambda: parse(source)), best(bare)
    lines = text.count("\n")
    print(f"\n{lines:,} lines: text to tree {ours:.2f} s, {lines / ours:,.0f} lines/s")
    print(f"Lark to a bare tree {theirs:.2f} s: {ours / theirs:.2f} times")
    assert ours <= 1.3 * theirs


def test_cold_start_against_imports(tmp_path: Path) -> None:
    path = tmp_path / "a.tank"
    path.write_text("".join(EXAMPLE.splitlines(keepends=True)[:200]), encoding="utf-8")
    read = (
        "from pathlib import Path; from tankdsl.source import SourceFile; from tankdsl.syntax.parse import parse; "
        f"assert parse(SourceFile.of(0, 'a', Path({str(path)!r}).read_text(encoding='utf-8'))).module.declarations"
    )
    ours, libraries = _process(read), _process("import lark, click")
    print(f"\ncold start: {ours * 1000:.0f} ms for 200 lines, {libraries * 1000:.0f} ms for the imports: {ours / libraries:.2f} times")
    assert ours <= 2.0 * libraries


def _process(code: str) -> float:
    """The least processor time of a new process, in seconds."""
    taken = []
    for _ in range(7):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(taken)


def test_faults_do_not_make_reading_slow() -> None:
    text = EXAMPLE * 10
    broken = text.replace(" {", " {{")
    source = SourceFile.of(0, "a.tank", broken)
    taken = best(lambda: parse(source), 1)
    found = len(parse(source).diagnostics)
    print(f"\n{found:,} faults in {broken.count(chr(10)):,} lines: {taken:.2f} s")
    assert found > 500
    assert taken < 60
