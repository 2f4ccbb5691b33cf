from typing import Any

import pytest

from tankdsl.syntax import ast
from tankdsl.syntax.node import fields_of
from tests.unit.syntax.reading import finding, one, read


def owners(text: str) -> dict[str, list[str]]:
    """For each reference the classes of the nodes that have it."""
    found: dict[str, list[str]] = {}

    def walk(value: Any) -> None:
        if isinstance(value, ast.Node):
            for name, inner in fields_of(value):
                if name.startswith(("cites", "row_cites")):
                    for cite in inner:
                        label = type(value).__name__ + ("" if name == "cites" else f".{name}")
                        found.setdefault(cite.ids()[0], []).append(label)
                else:
                    walk(inner)
        elif isinstance(value, tuple):
            for inner in value:
                walk(inner)

    result = read(text)
    assert result.diagnostics == ()
    for declaration in result.module.declarations:
        walk(declaration)
    return found


CASES = [
    ("effect e() {  @TC-001\n    f()\n}\n", {"TC-001": ["Effect"]}),
    ("effect e() {\n    f()  @TC-001\n}\n", {"TC-001": ["Do"]}),
    ("effect e() {\n    f()\n}  @TC-001\n", {"TC-001": ["Effect"]}),
    ("effect e() { f() }  @TC-001\n", {"TC-001": ["Effect"]}),
    ("effect e() {\n    if a { f() }  @TC-001\n}\n", {"TC-001": ["IfStmt"]}),
    (
        "effect e() {\n    if a {  @TC-001\n        f()  @TC-002\n    }  @TC-003\n}\n",
        {"TC-001": ["IfStmt"], "TC-002": ["Do"], "TC-003": ["IfStmt"]},
    ),
    ("effect e() {\n    if a {\n        f()\n    } else if b {  @TC-001\n        f()\n    }\n}\n", {"TC-001": ["IfStmt"]}),
    (
        "effect e() {\n    choose x from xs by s {  @TC-001\n        f()\n    } else { nothing }  @TC-002\n}\n",
        {"TC-001": ["Choose"], "TC-002": ["Choose"]},
    ),
    ("effect e() {\n    f(); g()  @TC-001\n}\n", {"TC-001": ["Do", "Do"]}),
    ("effect e() {\n    f(a,  @TC-001\n      b)\n}\n", {"TC-001": ["Do"]}),
    ("value v(): int =\n    if a { 1 }  @TC-001\n    else { 2 }  @TC-002\n", {"TC-001": ["Value"], "TC-002": ["Value"]}),
    (
        "value v(): int sum {  @TC-001\n    a: 1  @TC-002\n    2 when b  @TC-003\n}\n",
        {"TC-001": ["Value"], "TC-002": ["ValueRow"], "TC-003": ["ValueRow"]},
    ),
    (
        "table t(a: int) by a {\n    1 => f()  @TC-001\n    2 => {  @TC-002\n        g()  @TC-003\n    }\n}\n",
        {"TC-001": ["Arm"], "TC-002": ["Arm"], "TC-003": ["Do"]},
    ),
    ("units T {  @TC-001\n    | id |\n    | a |  @TC-002 @TC-003\n}\n", {"TC-001": ["Things"], "TC-002": ["Row"], "TC-003": ["Row"]}),
    ("enum E { a, b }  @TC-001\n", {"TC-001": ["Enum"]}),
    ("enum E {\n    a,  @TC-001\n    b  @TC-002\n}\n", {"TC-001": ["EnumMember"], "TC-002": ["EnumMember"]}),
    ('ruleset r "R" {\n    sides a, b  @TC-001\n    main game  @TC-002\n}\n', {"TC-001": ["SideDecl", "SideDecl"], "TC-002": ["Ruleset"]}),
    (
        "unit kind T {\n    stat a: int  @TC-001\n    identity hidden from enemy  @TC-002\n}\n",
        {"TC-001": ["Member"], "TC-002": ["IdentityMember"]},
    ),
    ("card kind T {\n    to play as s {  @TC-001\n        cost 1  @TC-002\n    }\n}\n", {"TC-001": ["PlayMember"], "TC-002": ["Cost"]}),
    (
        'card c "C" of K {\n    suit = red  @TC-001\n    plays anytime {  @TC-002\n        f()\n    }\n}\n',
        {"TC-001": ["CardStat"], "TC-002": ["PlayClause"]},
    ),
    (
        "sight s {  @TC-001\n    blocked at h when a  @TC-002\n    tie b  @TC-003\n}\n",
        {"TC-001": ["Sight"], "TC-002": ["SightRow"], "TC-003": ["Sight.row_cites"]},
    ),
    (
        "layout l {  @TC-001\n    board b at (0, 0)  @TC-002\n    a rows from top\n}  @TC-003\n",
        {"TC-001": ["Layout"], "TC-003": ["Layout"], "TC-002": ["Layout.cites_inner"]},
    ),
    ("arcs a of T by f {\n    front: ahead  @TC-001\n}\n", {"TC-001": ["ArcPart"]}),
    ("movement m of u: T from a to b {\n    cost 1  @TC-001\n}\n", {"TC-001": ["MoveRow"]}),
    ("ending e {\n    each s in sides  @TC-001\n    win s when a  @TC-002\n}\n", {"TC-001": ["Ending"], "TC-002": ["EndingRow"]}),
    ('option o "O" = off {\n    replace effect e() {  @TC-001\n        f()  @TC-002\n    }\n}\n', {"TC-001": ["Change"], "TC-002": ["Do"]}),
    ("roster r {\n    a { x }  @TC-001\n}\n", {"TC-001": ["SideForces"]}),
    (
        'test "t" @TC-C01 {\n    case a {  @TC-C02\n        do f()  @TC-C03\n    }\n}\n',
        {"TC-C01": ["Test"], "TC-C02": ["TestCase"], "TC-C03": ["TestCase"]},
    ),
    ('test "t" {\n    given a = 1  @TC-001\n}\n', {"TC-001": ["Setting"]}),
    ('enum A { a } # @TC-001\nuse "@TC-002"\n', {}),
    ("enum A { a }\n\n## Doc.\nenum B { b }  @TC-001\n", {"TC-001": ["Enum"]}),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_reference_belongs_to_the_outermost_node_of_its_line(text: str, expected: dict[str, list[str]]) -> None:
    assert owners(text) == expected


def test_what_a_reference_says() -> None:
    node = one("enum E { a }  @TC-021..TC-026 @TCX-007 @TC-C08\n")
    assert [(c.prefix, c.letter, c.first, c.last) for c in node.cites] == [("TC", "", 21, 26), ("TCX", "", 7, 7), ("TC", "C", 8, 8)]
    assert node.cites[0].ids() == ("TC-021", "TC-022", "TC-023", "TC-024", "TC-025", "TC-026")
    assert node.cites[2].ids() == ("TC-C08",)


def test_references_keep_their_order() -> None:
    node = one("enum E {  @TC-003 @TC-001\n    a\n}  @TC-002\n")
    assert [cite.first for cite in node.cites] == [3, 1, 2]


@pytest.mark.parametrize(
    ("reference", "part"),
    [
        ("@TC-026..TC-021", "runs backwards"),
        ("@TC-001..TT-002", "different registers"),
        ("@TC-001..TC-C02", "different registers"),
        ("@TC_001", "found `@TC_001`"),
        ("@tc-001", "found `@tc-001`"),
        ("@TC-1", "found `@TC-1`"),
    ],
)
def test_malformed_references(reference: str, part: str) -> None:
    found = finding(f"enum E {{ a }}  {reference}\n")
    assert found.name == "citation-malformed"
    assert part in found.headline


def test_a_reference_outside_of_all_declarations() -> None:
    assert finding("@TC-001\nenum E { a }\n").name == "citation-malformed"
    assert finding("enum E { a }\n\n    @TC-001\n").name == "citation-malformed"
