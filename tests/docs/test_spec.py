"""The specification is true: its rules are the grammar's, its examples compile and play, its tables say what the compiler does."""

import importlib.util
import re
from types import ModuleType

import pytest

from tankdsl.check.cases.inputs import STANDARD_REASONS
from tankdsl.check.types import describe
from tankdsl.diagnostics import Diagnostic, Level
from tankdsl.resolve.builtins import BUILTIN_FUNCTIONS, BUILTIN_STATEMENTS, CONSTANTS, RESERVED
from tankdsl.session import Session
from tankdsl.source import MemoryBundle, SourceSet
from tankdsl.syntax.dump import dump
from tankdsl.syntax.lexing import HARD
from tankdsl.syntax.parse import parse
from tankdsl.testing import run_tests
from tests.docs.blocks import PRELUDES, ROOT, Block, blocks_in, compiled, section

SPEC = ROOT / "docs" / "spec.md"
TEXT = SPEC.read_text(encoding="utf-8")
BLOCKS = [block for block in blocks_in(SPEC) if block.words[:1] == ("tank",)]
BY_ITSELF = {"COMMENT", "_NL", "_BLANK"}
"""Terminals that the lexer settles and the text explains."""


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("spec_grammar", ROOT / "docs" / "make" / "spec_grammar.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def session(files: dict[str, str]) -> Session:
    return Session(MemoryBundle(files), compiled(files))


def told(found: tuple[Diagnostic, ...]) -> list[str]:
    return [f"{finding.level} {finding.code} {finding.headline}" for finding in found if finding.level is not Level.INFO]


def table(heading: str) -> list[list[str]]:
    """The rows of the first table of a section, without the head; backquotes are taken off."""
    body = section(SPEC, heading)
    assert body is not None
    lines = [line for line in body.splitlines() if line.startswith("|")]
    return [[cell.strip().replace("`", "") for cell in line.strip("|").split("|")] for line in lines[2:]]


# --------------------------------------------------------------------------------------------------------- the grammar


def test_quoted_rules_are_the_rules_of_the_grammar() -> None:
    assert tool().updated(TEXT) == TEXT, "run `make docs`"


def test_every_rule_is_quoted_once() -> None:
    quoted = tool().quoted_names(TEXT)
    assert sorted(set(quoted)) == sorted(quoted)
    assert set(tool().rules()) - set(quoted) == BY_ITSELF


# -------------------------------------------------------------------------------------------------------- the examples


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: str(block.line))
def test_examples_compile(block: Block) -> None:
    assert told(session(block.pack()).findings) == []


@pytest.mark.parametrize("block", [block for block in BLOCKS if "\ntest " in block.text], ids=lambda block: str(block.line))
def test_tests_of_examples_come_out(block: Block) -> None:
    results = list(run_tests(session(block.pack())))
    assert [(result.test, result.path, result.failure.message) for result in results if result.failure is not None] == []
    assert results != []


def test_links_lead_to_sections_and_files() -> None:
    titles = re.findall(r"(?m)^##+ (.*)$", TEXT)
    anchors = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles}
    for target in re.findall(r"\]\(([^)]*)\)", TEXT):
        path, _, anchor = target.partition("#")
        if path:
            assert (SPEC.parent / path).exists(), target
        else:
            assert anchor in anchors, target


COORDINATES = re.findall(r"(?m)^\| `((?:columns|rows) odd \w+)` \| (A1 .*) \|$", TEXT)


def test_every_grid_but_the_axial_has_coordinates() -> None:
    assert [grid for grid, _ in COORDINATES] == ["columns odd lower", "columns odd higher", "rows odd right", "rows odd left"]


@pytest.mark.parametrize(("grid", "hexes"), COORDINATES, ids=[grid for grid, _ in COORDINATES])
def test_coordinates_of_labels_are_those_of_the_table(grid: str, hexes: str) -> None:
    game = (PRELUDES / "patrol.tank").read_text(encoding="utf-8").replace("columns odd lower", grid)
    if grid.startswith("rows"):
        game = game.replace("space hex flat", "space hex pointy")
    equal = " and ".join(f"{label} is {place}" for label, place in re.findall(r"(\w+) (\([^)]*\))", hexes))
    made = session({"patrol.tank": f'{game}test "x" {{ scenario meeting; start game; expect {equal} }}'})
    assert equal.count(" is ") == 6
    assert [result.failure for result in run_tests(made)] == [None]


# ---------------------------------------------------------------------------------------------------------- the tables

ON_HEXES = (
    (PRELUDES / "duel.tank").read_text(encoding="utf-8")
    + """
marker kind Gun { state aim: direction = n; state ready = yes }
arcs quarter of Gun by aim { front: ahead, ahead_left, ahead_right; rear: back, back_left, back_right; border: front }
sight line { blocked at h when not terrain(h).open; tie both }
movement moving of g: Gun from a to b { budget 3 hexes; cost 1 hex }
mission hold "Hold" { met for s when s.points > 3 }
board slope axial 2 x 1 {
    legend . = grass
    rows {
        . .
    }
    levels {
        0 3
    }
}
layout marked "Marked" {
    board field at (0, 0) of red
    red rows from top
    blue rows from bottom
    edge river (0, 0) / (1, 0)
    zone woods = [h in places where terrain(h) is wood]
}
"""
)
ON_A_TABLE = """
ruleset town "A town" { sides red "Red", blue "Blue"; space table inches; main game; track turns: 0..9 = 0 }
measure inch, inches
area kind House { stat high = no }
areas House {
| id | name | outline |
| mill | "Mill" | [(1, 1), (2, 1), (2, 2)] |
}
unit kind Gun { state aim: direction = n; state ready = yes }
unit kind Tank {}
arcs quarter of Gun by aim { front: -90 .. 90; rear: 90 .. 270; border: front }
sight line { blocked at h when h.high }
movement moving of g: Gun from a to b { budget 3 inches; cost 1 inch }
mission hold "Hold" { met for s when s is red }
sequence game { rounds { turns += 1 } }
ending late { draw when turns > 8 }
"""
PARAMETERS = "a: place, b: place, d: direction, k: 0..9, list: set of Tank, m: Mission, n: 0..9, p: path, pool: dice, s: Side, u: Gun"
FUNCTIONS = table("20. Built-in functions")


def gives(call: str, *, on_table: bool) -> str:
    """What a call gives, in the words of the compiler."""
    parameters = PARAMETERS + (", area: House" if on_table else "")
    text = f"{ON_A_TABLE if on_table else ON_HEXES}\nvalue probe({parameters}) = {call}\n"
    made = session({"game.tank": text})
    assert [line for line in told(made.findings) if line.startswith("error")] == []
    return describe(made.program.values["probe"].gives)


def test_every_function_is_in_the_table() -> None:
    assert {name_of(row) for row in FUNCTIONS} == BUILTIN_FUNCTIONS


@pytest.mark.parametrize("row", FUNCTIONS, ids=[f"{row[0]} {row[2]}" for row in FUNCTIONS])
def test_functions_give_what_the_table_says(row: list[str]) -> None:
    call, expected, ground, meaning = row
    assert len(meaning.split()) >= 2
    if ground == "tests":
        duel = (PRELUDES / "duel.tank").read_text(encoding="utf-8")
        text = f'{duel}test "x" {{ scenario meeting; given u: red.scout; start game; expect {call.replace("(s,", "(red,")} }}'
        assert [result.failure for result in run_tests(session({"game.tank": text}))] == [None]
        return
    if ground == "layouts":
        duel = (PRELUDES / "duel.tank").read_text(encoding="utf-8")
        text = f'{duel}layout probe "P" {{ board field at (0, 0); zone all_of_it = {call} }}'
        assert len(session({"game.tank": text}).program.layouts["probe"].zones["all_of_it"]) == 20
        return
    if ground in ("hexes", "both"):
        assert gives(call, on_table=False).replace("`", "") == expected
    if ground in ("table", "both"):
        assert gives(call, on_table=True).replace("`", "") == expected


def name_of(row: list[str]) -> str:
    return row[0].split("(")[0]


ONE_GROUND = [row for row in FUNCTIONS if row[2] in ("hexes", "table") and [name_of(other) for other in FUNCTIONS].count(name_of(row)) == 1]


@pytest.mark.parametrize("row", ONE_GROUND, ids=name_of)
def test_functions_of_one_ground_are_refused_on_the_other(row: list[str]) -> None:
    with pytest.raises(AssertionError):
        gives(row[0], on_table=row[2] == "hexes")


def tree(expression: str) -> str:
    """The tree of an expression, places and parentheses aside."""
    result = parse(SourceSet().add_text("x.tank", f"value x() = {expression}\n"))
    assert result.diagnostics == ()
    return dump(result.module.declarations[0])


@pytest.mark.parametrize("row", table("21. Operators"), ids=lambda row: row[0])
def test_operators_bind_as_the_table_says(row: list[str]) -> None:
    operators, written, meant = row
    assert tree(written) == tree(meant) and written.replace(" ", "") != meant.replace(" ", "")
    assert any(sign in written for sign in re.split("[, ]+", operators))


def test_the_table_of_operators_is_complete() -> None:
    named = {word for row in table("21. Operators") for word in re.split(r"[, ]+", row[0])}
    grammar = (ROOT / "grammar" / "tankdsl.lark").read_text(encoding="utf-8")
    start, end = grammar.index("?disjunction:"), grammar.index("?atom:")
    used = set(re.findall(r'"([^"\w\s]+|\w+)"', grammar[start:end])) | {"<", "<=", ">", ">="}
    assert used - named - {"any", "all", "where", "("} == set()


def test_division_rounds_down() -> None:
    text = 'test "x" { scenario meeting; start game; expect -7 div 2 is -4 and -7 mod 2 is 1 and 7 div -2 is -4 and 7 mod -2 is -1 }'
    made = session({"game.tank": (PRELUDES / "duel.tank").read_text(encoding="utf-8") + text})
    assert [result.failure for result in run_tests(made)] == [None]


def test_standard_reasons_are_those_of_the_engine() -> None:
    assert {row[0] for row in table("22. Standard reasons")} == STANDARD_REASONS


def test_reserved_words_are_listed() -> None:
    body = section(SPEC, "23. Reserved words")
    assert body is not None
    hard, reserved, _ = re.split(r"\n\n", body.strip())
    assert set(re.findall(r"`(\w+)`", hard)) == HARD
    words, fields = reserved.split("No kind has")
    assert set(re.findall(r"`(\w+)`", words)) == RESERVED - BUILTIN_FUNCTIONS
    assert BUILTIN_STATEMENTS | CONSTANTS <= RESERVED
    for field in re.findall(r"`(\w+)`", fields):
        text = f"marker kind Mine {{ state {field}: 0..9 = 0 }}\n" + (PRELUDES / "bare.tank").read_text(encoding="utf-8")
        assert "TK2012" in [finding.code for finding in session({"game.tank": text}).findings], field


def test_schemes_of_labels_are_listed() -> None:
    from tankdsl.check.labelling import LABEL_SCHEMES

    body = section(SPEC, "5. Ground")
    assert body is not None
    assert {name for name in LABEL_SCHEMES if not name.endswith("_from_0")} <= set(re.findall(r"`(\w+)`", body))


def test_limits_are_those_of_the_compiler() -> None:
    from tankdsl.source.decode import MAX_FILE_BYTES, MAX_LINE_CHARACTERS
    from tankdsl.syntax.depth import MAX_DEPTH
    from tankdsl.syntax.lexing import MAX_NESTING

    assert f"{MAX_FILE_BYTES // 2**20} MiB" in TEXT and f"{MAX_LINE_CHARACTERS:,} characters" in TEXT
    assert f"nested {MAX_NESTING} deep" in TEXT and f"constructs {MAX_DEPTH}" in TEXT
