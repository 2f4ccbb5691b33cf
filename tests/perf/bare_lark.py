"""The same text through Lark alone: what parsing costs before anything is made of it.

Lark runs its own LALR parser over the grammar of the language and builds its plain trees (`lark.Tree`): no places, no values,
no classes of our own, no comments. To be the same work on the same language, it gets the same declarations, cut in the same way,
and the tokens of the same lexer, with a keyword for a name wherever its state allows the keyword; Lark's own lexers know neither
that nor which ends of lines count, and are slower. The collector of cyclic garbage is off for both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.lexer import Lexer

from tankdsl.garbage import without_collector
from tankdsl.resources import resource_text
from tankdsl.syntax.cut import pieces_of
from tankdsl.syntax.lexing import lexicon, tokens_of


class OurTokens(Lexer):
    """Gives Lark the tokens of our lexer."""

    __future_interface__ = 2

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Token]:
        """The tokens of a declaration; the end of the text is for Lark to add."""
        text = lexer_state.text.text
        tokens = tokens_of(text, 0, len(text), board="board" in text)
        soft, states = lexicon().soft, parser_state.parse_conf.states
        for kind, start, end in zip(tokens.types[:-1], tokens.starts, tokens.ends, strict=False):
            name = "NAME" if kind in soft and kind not in states[parser_state.position] else kind
            yield Token(name, text[start:end], start, 1, 1, 1, 1, end)


@cache
def lark() -> Lark:
    """The parser, made once."""
    return Lark(resource_text("grammar", "tankdsl.lark"), parser="lalr", lexer=OurTokens, strict=True, maybe_placeholders=True)


def bare_trees(text: str) -> list[Tree[Token]]:
    """Lark's tree of each declaration of a text without faults."""
    parser = lark()
    with without_collector():
        return [parser.parse(text[piece.start : piece.end]) for piece in pieces_of(text) if piece.word]
