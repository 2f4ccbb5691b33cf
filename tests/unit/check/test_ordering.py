"""Tables whose outcomes have an order: a better roll never has a worse one."""

import pytest

from tests.unit.check.small import RULES, checked, only

EFFECT = "effect scratch(w: Walker) { w.wounds += 1 }\n"


def table(head: str, *rows: str) -> str:
    return RULES + EFFECT + f"table t({head} {{\n" + "".join(f"    {row}\n" for row in rows) + "}\n"


ARMS = "w: Walker, roll: 1..6) by roll ordered"


@pytest.mark.parametrize(
    "text",
    [
        table(f"{ARMS} best first", "5..6 => scratch(w)", "1..4 => nothing"),
        table(f"{ARMS} worst first", "1..4 => nothing", "5..6 => scratch(w)"),
        table(f"{ARMS} best first by low roll", "1..2 => scratch(w)", "3..6 => nothing"),
        table(f"{ARMS} best first", "6 => scratch(w)", "4..5 => nothing", "otherwise => nothing"),
        table("roll: 1..6) gives bool ordered worst first", "| roll | gives |", "| 1..3 | no |", "| 4..6 | yes |"),
        table("roll: 1..6) gives bool ordered worst first", "| roll |", "| 4..6 |"),
        table("roll: 1..6) gives 0..9 ordered worst first", "| roll | gives |", "| 1..3 | 2 |", "| 4..6 | 2 |"),
        # What is not known may be in order.
        table("roll: 1..6, w: Walker) gives 0..9 by roll ordered worst first", "1..3 => give w.wounds", "4..6 => give 1"),
        table("roll: 1..6, far: bool) gives 0..9 ordered worst first", "| roll | far | gives |", "| any | no | 5 |", "| any | yes | 1 |"),
    ],
)
def test_tables_in_order(text: str) -> None:
    assert [finding.headline for finding in checked(text) if finding.name == "better-roll-worse"] == []


@pytest.mark.parametrize(
    ("text", "headline", "line"),
    [
        (
            table(f"{ARMS} best first", "5 => scratch(w)", "6 => nothing", "1..4 => nothing"),
            "for `roll` 6 is better than 5, and its outcome is worse",
            "6 => nothing",
        ),
        (
            table(f"{ARMS} worst first", "5..6 => scratch(w)", "1..4 => nothing"),
            "for `roll` 5..6 is better than 1..4, and its outcome is worse",
            "5..6 => scratch(w)",
        ),
        (
            table(f"{ARMS} best first by low roll", "5..6 => scratch(w)", "1..4 => nothing"),
            "for `roll` 1..4 is better than 5..6, and its outcome is worse",
            "1..4 => nothing",
        ),
        (
            table(f"{ARMS} best first", "4..5 => scratch(w)", "otherwise => nothing"),
            "for `roll` 6 is better than 4..5, and its outcome is worse",
            "otherwise => nothing",
        ),
        (
            table("roll: 1..6) gives bool ordered worst first", "| roll |", "| 3..4 |"),
            "for `roll` 5..6 is better than 3..4, and its outcome is worse",
            "t",
        ),
        (
            table("roll: 2..12) gives 0..9 by roll ordered best first by high roll", "2..7 => give 3", "8..12 => give 4"),
            "for `roll` 8..12 is better than 2..7, and its outcome is worse",
            "8..12 => give 4",
        ),
        (
            table(
                "roll: 1..6, close: bool) gives 0..9 ordered worst first",
                "| roll | close | gives |", "| 1..3 | no | 1 |", "| 4..6 | no | 2 |", "| 1..3 | yes | 5 |", "| 4..6 | yes | 4 |",
            ),
            "for `roll` 4..6 is better than 1..3, and its outcome is worse",
            "| 4..6 | yes | 4 |",
        ),
        (
            table("roll: 1..6, w: Walker) gives -9..9 by roll ordered worst first", "1..3 => give w.wounds", "4..6 => give -1"),
            "for `roll` 4..6 is better than 1..3, and its outcome is worse",
            "4..6 => give -1",
        ),
    ],
)  # fmt: skip
def test_tables_out_of_order(text: str, headline: str, line: str) -> None:
    finding = next(finding for finding in checked(text) if finding.name == "better-roll-worse")
    assert finding.level == "error" and finding.headline == headline
    assert finding.primary is not None and text[finding.primary.span.start : finding.primary.span.end] == line


def test_members_of_an_enum_are_ordered_as_declared() -> None:
    enum = "enum Depth { bounce, dent, hole }\n"
    rows = ("| roll | gives |", "| 1..2 | bounce |", "| 3..4 | hole |", "| 5..6 | dent |")
    finding = next(f for f in checked(enum + table("roll: 1..6) gives Depth ordered worst first", *rows)) if f.name == "better-roll-worse")
    assert finding.headline == "for `roll` 5..6 is better than 3..4, and its outcome is worse"


@pytest.mark.parametrize(
    ("text", "name", "headline"),
    [
        (
            table("w: Walker) gives Walker ordered best first", "| w | gives |", "| any | w |"),
            "row-wrong",
            "what this table gives has no order",
        ),
        (
            table("a: 1..2, b: 1..2) gives bool ordered best first", "| a | b | gives |", "| any | any | yes |"),
            "row-wrong",
            "by what are the outcomes ordered? `a` and `b` are numbers",
        ),
        (
            table("a: bool) gives bool ordered best first", "| a | gives |", "| any | yes |"),
            "row-wrong",
            "by what are the outcomes ordered? it decides by no number",
        ),
        (
            table(f"{ARMS} best first by high rolls", "1..6 => scratch(w)"),
            "unknown-name",
            "the table decides by no number `rolls`",
        ),
    ],
)
def test_orders_that_do_not_fit(text: str, name: str, headline: str) -> None:
    assert (name, headline) in [(finding.name, finding.headline) for finding in checked(text)]


def test_harm_is_done_to_pieces_that_the_effect_knows() -> None:
    assert only(RULES + "effect scratch(w: Walker) harms x { w.wounds += 1 }\n", "unknown-name").help == ("it has `w`",)
    found = only(RULES + "effect scratch(w: Walker, n: 1..6) harms n { w.wounds += n }\n", "type-mismatch")
    assert found.headline.endswith("expected a piece behind `harms`")
    assert checked(RULES + "effect scratch(w: Walker) harms w { w.wounds += 1 }\n") == ()
