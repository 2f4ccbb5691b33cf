"""Lists of units: what columns become, and what is no list."""

import csv
import io

import pytest

from tankdsl.session import Session
from tankdsl.source import MemoryBundle
from tests.unit.exchange.second import read, refused, roll_of, text_of

LIST = """\
Name,Side,Armour,Fast,Gun,Max speed
"Light, old",Red,2,yes,37 mm,6
Heavy,Blue,8,no,88 mm,3
Heavy,Red,,no,,3
"""


def findings(text: str) -> list[str]:
    return [finding.headline for finding in Session(MemoryBundle({"a.tank": text}), ("a.tank",)).findings]


def test_columns_become_stats() -> None:
    found = roll_of(LIST)
    assert [(model.id, model.name, model.side) for model in found.models] == [
        ("light_old", "Light, old", "red"),
        ("heavy", "Heavy", "blue"),
        ("heavy_2", "Heavy", "red"),
    ]
    assert found.models[0].stats == (("armour", 2), ("fast", True), ("gun", "37 mm"), ("max_speed", 6))
    assert found.models[2].stats == (("fast", False), ("max_speed", 3))
    assert dict(found.absent) == {"armour": 0, "fast": False, "gun": "", "max_speed": 0}


def test_the_rows_of_the_written_table_are_those_of_the_list() -> None:
    text = text_of("list.csv", LIST)
    assert findings(text) == []
    table = [
        [cell.strip().strip('"') for cell in line.strip().strip("|").split("|")] for line in text.splitlines() if line.startswith("    |")
    ]
    second = list(csv.reader(io.StringIO(LIST)))
    assert [row[1:] for row in table[1:]] == [[row[0], row[1].lower(), *row[2:]] for row in second[1:]]
    assert "stat armour:    0..8 = 0 flavour" in text


@pytest.mark.parametrize("separator", [";", "\t"])
def test_other_separators(separator: str) -> None:
    plain = "name,armour\na,1\nb,2\n"
    assert roll_of(plain.replace(",", separator)) == roll_of(plain)


def test_what_is_assumed_is_said() -> None:
    said = {finding.headline for finding in read("list.csv", LIST).findings}
    assert {
        "ids of units are made of their names",
        "a blank cell is 0, `no` or an empty text",
        "`heavy` is called `heavy_2`: such a name is taken",
    } <= said
    assert "the column `max speed` is the stat" not in " ".join(said)


@pytest.mark.parametrize("word", ["id", "at", "model", "if", "row", "größe", "数", "2nd", "a-b", "Class", "removed", "path"])
def test_any_name_of_a_column_will_do(word: str) -> None:
    assert findings(text_of("list.csv", f"name,{word}\na,1\nb,2\n")) == []


@pytest.mark.parametrize(
    "word", ["Tank", "distance", "if", "Ünit", "units", "terrain", "数", "007", 'a"b', "game", "red", "{x}", "time", "\\", "a\u202eb"]
)
def test_any_name_of_a_unit_will_do(word: str) -> None:
    quoted = '"' + word.replace('"', '""') + '"'
    assert findings(text_of("list.csv", f"name,side,armour\n{quoted},Red,1\nb,{quoted},2\n")) == []


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "TK9012", "lists no units"),
        ("name,armour\n", "TK9012", "lists no units"),
        ("name,armour\na\n", "TK9012", "this row has 1 cell, and the first one 2"),
        ("name,name\na,b\n", "TK9012", "two columns are called `name`"),
        ("name,x,X\na,1,2\n", "TK9012", "two columns are called `x`"),
        ('name,armour\n"a,1\n', "TK9012", "no list of separated values"),
        (",".join("abc" for _ in range(300)) + "\n" + ",".join("1" for _ in range(300)), "TK9013", "300 columns"),
        ("name\n" + "a\n" * 20_000, "TK9013", "rows"),
        ("name\n" + "a" * 900_000, "TK9012", "no list of separated values"),
    ],
    ids=range(9),
)
def test_what_is_no_list_is_refused(text: str, code: str, words: str) -> None:
    found, headline = refused("list.csv", text)
    assert found == code and words in headline


def notes(text: str) -> list[str]:
    return [finding.headline for finding in read("list.csv", text).findings]


@pytest.mark.parametrize(
    ("cells", "word"),
    [
        ("1,5;;4", "`1,5` is no whole number of at most 9 digits"),
        ("3;yes;4", "`yes` is no whole number of at most 9 digits"),
        ("yes;no;perhaps", "`perhaps` is neither `yes` nor `no`"),
        ("1;2;12345678901", "`12345678901` is no whole number of at most 9 digits"),
    ],
)
def test_a_column_of_numbers_with_something_else_in_it_is_text_and_said_to_be(cells: str, word: str) -> None:
    a, b, c = cells.split(";")
    assert f"the stat `speed` is text, since {word}" in notes(f"name;speed\na;{a}\nb;{b}\nc;{c}\n")


def test_a_column_of_words_is_text_without_a_note() -> None:
    assert not any("is text" in note for note in notes(LIST))


@pytest.mark.parametrize("words", [("СССР", "Германия"), ("数", "§"), ("СССР", "Red"), ("Blue", "ж")])
def test_sides_in_any_letters_are_sides(words: tuple[str, str]) -> None:
    text = f"name,side,armour\na,{words[0]},4\nb,{words[1]},5\n"
    found = roll_of(text)
    assert [name for _, name in found.sides] == list(words)
    assert [model.side for model in found.models] == [id for id, _ in found.sides]
    assert not any("side" in note and ("has none" in note or "may be of any" in note) for note in notes(text))
    assert findings(text_of("list.csv", text)) == []


def test_units_without_a_side_beside_others_are_told() -> None:
    assert "1 unit without a side may be of any: `b`" in notes("name,side\na,Red\nb,\n")


def test_a_column_that_is_blank_is_left_out() -> None:
    text = "name,a,armour\nA,,1\nB, ,2\n"
    assert "the column `a`, in which all cells are blank" in notes(text)
    assert not any("a blank cell" in note for note in notes(text))
    assert [model.stats for model in roll_of(text).models] == [(("armour", 1),), (("armour", 2),)]


def test_a_list_without_names_is_named_by_its_first_column_and_said_to_be() -> None:
    assert "there is no column `name` or `id`, so the first one, `armour`, names the units" in notes("armour,speed\n1,2\n3,4\n")


@pytest.mark.parametrize("line", ["sep=;", "SEP=;", '"sep=;"', "sep=|", "sep=;\r"])
def test_the_line_of_spreadsheets_that_says_what_separates_cells(line: str) -> None:
    sign = "|" if "|" in line else ";"
    text = f"{line}\nname{sign}armour,x\nA{sign}1\n"
    assert [(model.name, model.stats) for model in roll_of(text).models] == [("A", (("armour_x", 1),))]
    assert refused("list.csv", f"{line}\nname{sign}a\nA\n")[1] == "this row has 1 cell, and the first one 2"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("x" * 201, "what is beyond 200 letters of a text"),
        *(
            (f"a{sign}b", "braces, double quotes and backslashes in texts are replaced: they mean something in the language")
            for sign in "{}\\"
        ),
    ],
)
@pytest.mark.parametrize("column", ["name", "side", "note"])
def test_texts_that_cannot_stay_as_they_are_are_told(word: str, told: str, column: str) -> None:
    row = {"name": "A", "side": "Red", "note": "n", column: word}
    text = f"name,side,note\n{','.join(row.values())}\n"
    assert notes(text).count(told) == 1
    assert findings(text_of("list.csv", text)) == []
