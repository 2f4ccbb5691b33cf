"""Characters, line ends, comments and numbers as they come out of editors."""

from __future__ import annotations

import pytest

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tankdsl.syntax.dump import dump
from tests.field_faults.trying import DUEL, assert_clean, assert_finding, assert_played, codes, compiled, duel


@pytest.mark.parametrize(
    "more",
    [
        'effect e(t: Tank) { t.ready = yes } # a remark } with a bracket',
        'option o "See http://games.example/a#b" = off\nguard g(t: Tank) { require not option.o "no # here" }',
        'value v(t: Tank): int = t.plates + 1 # and a remark behind the value',
    ],
)  # fmt: skip
def test_f156_a_comment_begins_where_no_string_is(more: str) -> None:
    assert_clean(duel(more=more))


def test_f156_a_comment_that_hides_a_bracket() -> None:
    assert_finding(duel(more="effect e(t: Tank) «{» t.ready = yes # }"), "TK1006", "`{`")


def test_f156_a_comment_of_another_language() -> None:
    assert_finding(duel(more="«// a remark»"), "TK1008", "comments begin with `#`")


@pytest.mark.parametrize("text", [DUEL.rstrip("\n"), DUEL + "# the end", DUEL.rstrip("\n") + "   "])
def test_f171_a_file_without_a_last_line_end(text: str) -> None:
    session = assert_clean(text)
    assert dump(session.declarations) == dump(assert_clean(DUEL).declarations)


@pytest.mark.parametrize("text", ["", "\n", "   ", "# nothing yet", "# nothing yet\n\n"])
def test_f171_a_file_with_nothing_in_it(text: str) -> None:
    session = compiled({"game.tank": DUEL, "more.tank": text})
    assert [(finding.code, finding.level) for finding in session.findings] == [("TK0018", "warning")]
    assert codes(text)[0] in ("TK0018", "TK2007")


@pytest.mark.parametrize("end", ["\r\n", "\r", "mixed"])
def test_f177_every_line_end_gives_the_same_tree_and_the_same_lines(end: str) -> None:
    text = duel(more="effect e(t: Tank) {\n    t.plate = 3\n}")
    lines = text.split("\n")
    ends = [("\n", "\r\n")[number % 2] if end == "mixed" else end for number in range(len(lines))]
    other = "".join(line + by for line, by in zip(lines, ends, strict=True)).encode()
    session = Session(MemoryBundle({"game.tank": other}), ("game.tank",))
    assert dump(session.declarations) == dump(compiled(text).declarations)
    (finding,) = session.findings
    assert finding.primary is not None
    assert session.sources[0].position(finding.primary.span.start) == (lines.index("    t.plate = 3") + 1, 7)


def labelled(labels: str, given: str) -> str:
    """The small game with labels on its map, and a piece at one of them."""
    return duel(('layout plain "The field" {\n', f'layout plain "The field" {{\n    labels {labels}\n'), ("red.scout at (0, 0)", given))


def test_f180_labels_of_digits_never_become_numbers() -> None:
    session = assert_clean(labelled("ccrr", "red.scout at hex 0101"))
    scene = session.scenario("meeting").document["content"]
    assert isinstance(scene, dict)
    assert '"0101"' in str(scene).replace("'", '"') and '"0502"' in str(scene).replace("'", '"')
    assert_clean(labelled("cccrrr", "red.scout at hex 001001"))
    assert_finding(labelled("cccrrr", "red.scout at «hex 0101»"), "TK5010", "`0101`", "001001 to 005004")
    assert_finding(labelled("ccrr", "red.scout at «hex 0108»"), "TK5010", "`0108`", "0101 to 0504")
    assert_finding(labelled("ccrr", "red.scout at «hex 0010»"), "TK5010", "`0010`")


def test_f180_numbers_with_a_leading_zero_are_refused() -> None:
    assert_finding(duel(more="value v(t: Tank): int = t.plates + «010»"), "TK1011", "`10`")


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig"])
def test_f182_a_byte_order_mark_is_no_character(codec: str) -> None:
    files = {
        "game.tank": ('use "parts/more.tank"\n' + DUEL).encode(codec),
        "parts/more.tank": b"\xef\xbb\xbf# empty for now\nenum A { b }\n",
    }
    session = Session(MemoryBundle(files), ("game.tank",))
    assert [finding.code for finding in session.findings if finding.level == "error"] == []


@pytest.mark.parametrize(("codec", "name"), [("utf-16", "UTF-16"), ("utf-16-be", "UTF-16"), ("utf-32", "UTF-32")])
def test_f182_other_encodings_are_refused_by_their_name(codec: str, name: str) -> None:
    session = Session(MemoryBundle({"game.tank": DUEL.encode(codec)}), ("game.tank",))
    assert [finding.code for finding in session.findings] == ["TK0008"]
    assert name in session.findings[0].headline


TITLES = ("Größe", "Танк", "戦車", "🛡 Wall", "a\u0308 and \u00e4")


def test_f189_names_of_all_scripts_are_kept() -> None:
    title = " ".join(TITLES)
    session = assert_clean(duel(('"Red"', f'"{title}"')))
    assert title.replace("a\u0308", "\u00e4") in str(session.scenario("meeting").document)


def test_f189_bad_bytes_are_placed() -> None:
    data = DUEL.replace('"A duel"', '"Ein Gefächt"').encode("latin-1")
    session = Session(MemoryBundle({"game.tank": data}), ("game.tank",))
    (finding,) = session.findings
    assert finding.code == "TK0007" and finding.primary is not None
    told = " ".join([finding.headline, finding.primary.text, *finding.notes])
    assert session.sources[0].position(finding.primary.span.start)[0] == 2
    assert "E4" in told.upper() and str(data.index(b"\xe4")) in told


def test_f190_names_that_differ_in_one_foreign_letter_stay_two() -> None:
    rows = '    | scout | "Späher" | light | 3 hexes |\n    | giant | "Spáher" | heavy | 1 hex |\n'
    start = DUEL.index("    | scout |")
    text = DUEL[:start] + rows + DUEL[DUEL.index("}", start) :]
    document = str(assert_clean(text).scenario("meeting").document)
    assert "Späher" in document and "Spáher" in document


def test_f190_a_name_with_a_foreign_letter_is_refused_whole() -> None:
    assert_finding(duel(more="effect «größe»(t: Tank) { t.ready = yes }"), "TK1003", "größe")


def test_f190_files_with_foreign_letters_in_their_names() -> None:
    assert_clean({"game.tank": 'use "stücke.tank"\n' + DUEL, "stücke.tank": "## More.\nvalue more(t: Tank): int = t.plates + 1\n"})


def test_f025_a_word_in_another_letter_case_is_nowhere_taken() -> None:
    assert_finding(duel(more="«Effect» e(t: Tank) { t.ready = yes }"), "TK1008", "`effect`")
    assert_finding(duel(("    state ready = yes", "    «State» ready = yes")), "TK1001", "`state`", alone=False)
    assert_finding(duel(more="action a(by: Tank) {\n    Cost 1 action\n}".replace("Cost", "«Cost»")), "TK1001", "`cost`", alone=False)


def test_f154_a_slip_of_syntax_comes_with_its_mending() -> None:
    message = assert_finding(duel(more="effect e(t: Tank) { if «(»t.ready { t.plates -= 1 } }"), "TK1006", "`(`", alone=False)
    assert "fix: insert `)`" in message


def test_f065_the_order_of_declarations_does_not_matter() -> None:
    child = (
        "unit kind Carrier is Tank { stat room: 0..3 flavour }\nunits Carrier {\n"
        '| id | name | role | speed | room |\n| cow | "Cow" | heavy | 1 hex | 2 |\n}\n'
    )
    for files in ({"a.tank": child + DUEL}, {"a.tank": DUEL + child}, {"a.tank": child, "b.tank": DUEL}, {"a.tank": DUEL, "z.tank": child}):
        assert_clean(files)
    assert_played(child + DUEL + 'test "t" {\n    scenario meeting\n    start game\n    expect cow.speed is 1 hex\n}\n')
