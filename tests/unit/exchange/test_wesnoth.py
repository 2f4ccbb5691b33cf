"""Maps of Wesnoth against a second reader."""

import pytest

from tests.unit.exchange.second import cells_of_wesnoth, compiled, document_graph, field_of, graph, read, refused, text_of

MAP = """\
Gg, Gg, Gg, Gg, Gg
Gg, 1 Ke, Ch, Gg^Fp, Gg
Gg, Ww, Gs^Fp, _off^_usr, Gg
Gg, Mm, Hh, well Gg^Vh, Gg
Gg, Gg, Gg, Gg, Gg
"""


def test_the_border_is_left_out_and_codes_become_terrains() -> None:
    found = field_of("a.map", MAP)
    codes = cells_of_wesnoth(MAP)
    names = {one.id: one.name for one in found.terrains}
    for (x, y), code in codes.items():
        id = found.cells[y][x]
        assert (id is None) if code == "_off^_usr" else names[str(id)].endswith(f"({code})")
    assert names["gg_fp"] == "Grass, forest (Gg^Fp)"
    assert dict(found.places) == {"start_1": (0, 0), "well": (2, 2)}


def test_even_columns_lie_lower() -> None:
    text = text_of("a.map", MAP)
    assert "columns odd higher 3 x 3" in text
    cells = {cell: code for cell, code in cells_of_wesnoth(MAP).items() if code != "_off^_usr"}
    found, wanted = document_graph(compiled(text)), graph(cells, "x", 1)
    assert {frozenset(edge) for edge in found.edges} == {frozenset(f"{x + 1:02}{y + 1:02}" for x, y in edge) for edge in wanted.edges}


def test_old_files_say_how_wide_the_border_is() -> None:
    assert field_of("a.map", "border_size=1\nusage=map\n\n" + MAP).cells == field_of("a.map", MAP).cells
    assert field_of("a.map", "border_size=0\n" + MAP).columns == 5


def test_what_is_assumed_and_left_out_is_said() -> None:
    headlines = [finding.headline for finding in read("a.map", MAP).findings]
    assert "the border, a ring of hexes that nobody enters" in headlines
    assert text_of("a.map", MAP).startswith("# Imported from a.map: a map of Wesnoth, 3 x 3 without its border.\n# Assumed:\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (MAP.replace("Gg, Gg, Gg, Gg, Gg", "Gg, 2 Gg, Gg, Gg, Gg", 1), "the place `start 2`, which lies on the border"),
        (MAP.replace("Gg, Ww", "keep Gg, Ww"), "the place `keep`, which lies on the border"),
        (MAP.replace("_off", "3 _off"), "the place `start 3`, which lies on no hex"),
    ],
)
def test_places_that_lie_on_no_hex_are_said(text: str, told: str) -> None:
    found = [finding for finding in read("a.map", text).findings if finding.headline == told]
    assert len(found) == 1 and found[0].primary is not None
    assert dict(field_of("a.map", text).places) == {"start_1": (0, 0), "well": (2, 2)}


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "TK9012", "has no cells"),
        ("Gg, Gg\nGg, Gg\n", "TK9012", "at least one column"),
        (MAP.replace("Ww, ", ""), "TK9012", "this row has 4 cells, and the first one 5"),
        (MAP.replace("Ww", "W w w"), "TK9012", "no terrain code"),
        (MAP.replace("Ww", "W" * 500), "TK9012", "no terrain code"),
        (MAP.replace("Ww", "<script>"), "TK9012", "no terrain code"),
        ("usage=mask\n" + MAP, "TK9014", "no map"),
        ("border_size=-1\n" + MAP, "TK9012", "no width of a border"),
        ("border_size=²\n" + MAP, "TK9012", "no width of a border"),
        ('[scenario]\nmap_data="Gg"', "TK9014", "scenario of Wesnoth"),
        ("\n".join(["Gg," * 500 + "Gg"] * 500), "TK9013", "at most"),
        ("Gg," * 300_000, "TK9013", "at most"),
    ],
    ids=range(12),
)
def test_damaged_maps_are_refused(text: str, code: str, words: str) -> None:
    found, headline = refused("a.map", text)
    assert found == code and words in headline
