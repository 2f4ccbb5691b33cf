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


def test_a_feature_that_no_rule_knows_may_be_asked_for() -> None:
    text = on_board(". . .", ". . .", rules=WET, layout=f"{BROOK}\nedge hedge (0, 1) / (1, 1)")
    assert only(text, "edge-unread").help == ("let a rule ask for it, `edge(a, b) is hedge`, or remove it",)


def test_edges_shut_regions_in() -> None:
    text = on_board(". . .", ". . .", ". . .", rules=WET, layout="edge brook (0, 0) / (1, 0)\nedge brook (0, 0) / (0, 1)")
    finding = only(text, "region-cut-off")
    assert finding.headline.startswith("on the map `flat`, (0, 0) can be entered but not reached")
    assert finding.notes[0] == 'no step leads in from (1, 0) and (0, 1): "too deep"'
    wall = "\n".join(f"edge brook ({q}, 0) / ({q - d}, 1)" for q in range(3) for d in (0, 1) if q >= d)
    assert "3 hexes around (0, 0)" in only(on_board(". . .", ". . .", ". . .", rules=WET, layout=wall), "region-cut-off").headline


BOTH = "edge road (0, 0) / (1, 0)\nedge brook (0, 0) / (1, 0)"


def test_one_feature_is_asked_of_a_side_with_two() -> None:
    rules = WET.replace("edge(a, b) is brook", "edge(a, b) is brook and not edge(a, b) is road")
    text = on_board(". . .", ". . .", rules=rules, layout=BOTH)
    finding = only(text, "edge-crowded")
    assert finding.headline == "the side between (0, 0) and (1, 0) of `flat` has `road` and `brook`, and a rule asks for one of them"
    assert finding.help[0] == "ask `brook in edges(a, b)`"
    rules = WET.replace("edge(a, b) is brook", "brook in edges(a, b) and road not in edges(a, b)")
    assert names(on_board(". . .", ". . .", rules=rules, layout=BOTH)) == []


def test_a_set_of_features_reads_those_that_are_sought_in_it_or_all() -> None:
    rules = WET.replace("edge(a, b) is brook", "brook in edges(a, b)")
    assert names(on_board(". . .", ". . .", rules=rules, layout=BOTH)) == ["edge-unread"]
    rules = WET.replace("edge(a, b) is brook", "count(edges(a, b)) > 1")
    assert "edge-unread" not in names(on_board(". . .", ". . .", rules=rules, layout=BOTH))


def test_a_direction_that_no_rule_asks_for() -> None:
    cliff = "edge brook (0, 0) to (1, 0), (0, 1) to ne"
    finding = only(on_board(". . .", ". . .", rules=WET, layout=cliff), "direction-unread")
    assert finding.headline == "`brook` leads from one hex to the other, and no rule asks which way"
    rules = WET.replace("edge(a, b) is brook", "brook in edges_from(b, a)")
    assert names(on_board(". . .", ". . .", rules=rules, layout=cliff)) == []


def test_a_cliff_shuts_in_those_below() -> None:
    """Down it goes, up it does not: the upper hexes cannot be reached from the lower ones, which are the larger part."""
    rules = WET.replace("edge(a, b) is brook", "cliff in edges_from(b, a)")
    cliff = "edge cliff (0, 0) to (1, 0), (0, 0) to (0, 1)"
    found = names(on_board(". . .", ". . .", ". . .", rules=rules, layout=cliff))
    assert found == ["region-cut-off"]
