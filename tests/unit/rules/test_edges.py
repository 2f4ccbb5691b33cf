"""Features of edges that mean nothing."""

from tests.unit.check.small import RULES, at
from tests.unit.rules.games import names, on_board, only

BROOK = "edge brook (0, 0) / (1, 0)"
WET = RULES.replace("    never when walker(b)", '    never when edge(a, b) is brook "too deep"\n    never when walker(b)')


def test_feature_that_a_rule_asks_for() -> None:
    assert names(on_board(". . .", ". . .", rules=WET, layout=BROOK)) == []


def test_misspelled_feature() -> None:
    text = on_board(". . .", ". . .", rules=WET, layout=f"{BROOK}\nedge brok (0, 1) / (1, 1)\nedge brok (1, 1) / (2, 1)")
    finding = only(text, "edge-unread")
    assert (finding.headline, finding.help) == ("no rule asks for `brok` on an edge", ("did you mean `brook`?",))
    assert at(text, finding) == "brok"


def test_a_rule_that_asks_whether_there_is_anything_reads_all() -> None:
    rules = WET.replace("edge(a, b) is brook", "edge(a, b) is not none")
    assert names(on_board(". . .", ". . .", rules=rules, layout=f"{BROOK}\nedge hedge (0, 1) / (1, 1)")) == []


def test_edges_shut_regions_in() -> None:
    text = on_board(". . .", ". . .", ". . .", rules=WET, layout="edge brook (0, 0) / (1, 0)\nedge brook (0, 0) / (0, 1)")
    finding = only(text, "region-cut-off")
    assert finding.headline.startswith("on the map `flat`, (0, 0) can be entered but not reached")
    assert finding.notes[0] == "the edges around it cannot be crossed"
    wall = "\n".join(f"edge brook ({q}, 0) / ({q - d}, 1)" for q in range(3) for d in (0, 1) if q >= d)
    assert "3 hexes around (0, 0)" in only(on_board(". . .", ". . .", ". . .", rules=WET, layout=wall), "region-cut-off").headline
