"""Tests."""

from __future__ import annotations

from tankdsl.syntax.ast.base import Cite, Ident, Node
from tankdsl.syntax.ast.expressions import Expr, Text
from tankdsl.syntax.ast.kinds import Declaration, Row
from tankdsl.syntax.ast.scenarios import Given, Setting


class PlayInput(Node):
    """`[side plays] name(args)`: `side` None when the pending side is meant."""

    side: Ident | None
    name: Ident
    args: tuple[Expr, ...]


class ScriptLine(Node):
    """What happens while an input runs.  word: dice, draws, along (values); plays (input); passes, picks, answers (side, values);
    refuse (refusal); expect (values[0])."""

    word: str
    side: Ident | None
    values: tuple[Expr, ...]
    input: PlayInput | None
    refusal: Refuse | None


class TestDo(Node):
    """`do name(args) [script]`"""

    input: PlayInput
    script: tuple[ScriptLine, ...]


class TestPass(Node):
    """`pass side`: ends what the side may pass (its turn)."""

    side: Ident
    script: tuple[ScriptLine, ...]


class Refuse(Node):
    """`refuse [side plays] name(args) [at window] [script] because reason [also reason]`; a reason is Text or a standard reason's Name."""

    input: PlayInput | None
    passing: Ident | None
    picks: tuple[Expr, ...]
    script: tuple[ScriptLine, ...]
    reasons: tuple[Expr, ...]


class Expect(Node):
    """`expect e`; `finding` set for `expect finding "name"`."""

    condition: Expr | None
    finding: Text | None


class TestGiven(Node):
    """`given unit..., setting...`"""

    units: tuple[Given, ...]
    settings: tuple[Setting, ...]


class TestStart(Node):
    """`start sequence [script]`"""

    sequence: Ident
    script: tuple[ScriptLine, ...]


class TestOptions(Node):
    """`options a = on, b = 3`"""

    settings: tuple[Setting, ...]


class TestCase(Node):
    """`case a ["text"] { ... }`: continues the block it stands in, as a branch of its own."""

    name: Ident
    title: Text | None
    parts: tuple[TestPart, ...]
    cites: tuple[Cite, ...]


TestPart = TestDo | TestPass | Refuse | Expect | TestGiven | TestStart | TestOptions | TestCase


class Test(Declaration):
    """`test "armour and damage" @TC-C08 { scenario s; given ...; start battle; case a { ... } | rows | }`; name.text is the title.

    `campaign c [from s]` in place of a scenario: then `scenario` is the battle to begin with, if one is named.
    """

    campaign: Ident | None
    scenario: Ident | None
    parts: tuple[TestPart, ...]
    header: tuple[Ident, ...]
    rows: tuple[Row, ...]
