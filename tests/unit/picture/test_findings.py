"""Pictures of findings as SVG: sound XML with the marks in it, the same each time."""

from xml.etree import ElementTree

from tankdsl.picture.findings import svg_of_finding
from tests.unit.diagnostics.render.test_ground import MARKS, TABLE, excerpt

LONG = "a headline that is longer than a line, " * 8


def classes(data: bytes) -> list[str]:
    return [element.get("class", "") for element in ElementTree.fromstring(data).iter()]


def test_hexes_with_their_marks() -> None:
    data = svg_of_finding(excerpt(True, *MARKS), "TK5030 region-cut-off", LONG)
    found = classes(data)
    # One rim around the one hex in question, one around each of two apart, and one of each in the legend.
    assert found.count("mark-place") == 2 and found.count("mark-cause") == 2 and found.count("hex") == 9
    assert found.count("caption") > 1 and b"shuts it in (12 more beyond the picture)" in data
    assert data == svg_of_finding(excerpt(True, *MARKS), "TK5030 region-cut-off", LONG)


def test_tables_with_their_marks() -> None:
    data = svg_of_finding(TABLE, "TK5043 ground-shut-in", "ground is shut in")
    found = classes(data)
    assert found.count("area") == 2 and found.count("mark-cause") == 2 and found.count("mark-place") == 2
