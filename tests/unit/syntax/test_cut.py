import pytest

from tankdsl.syntax.cut import declaration_words, pieces_of


def cut(text: str) -> list[tuple[str, str]]:
    return [(piece.word, text[piece.start : piece.end]) for piece in pieces_of(text)]


def test_a_keyword_in_the_first_column_begins_a_declaration() -> None:
    assert cut("enum A { a }\nenum B { b }\n") == [("enum", "enum A { a }\n"), ("enum", "enum B { b }\n")]


def test_elsewhere_it_does_not() -> None:
    assert len(cut("option x {\n    replace effect e() { }\n effect f() { }\n}\n")) == 1


@pytest.mark.parametrize(
    "broken", ["effect e() {", "effect e() { f((", 'effect e() { require a "open', "board b {\n    rows {\n    . .", "units U {\n| a"]
)
def test_whatever_is_open_the_next_declaration_begins(broken: str) -> None:
    assert cut(f"{broken}\nenum A {{ a }}\n")[1:] == [("enum", "enum A { a }\n")]


def test_keyword_as_part_of_a_word_begins_nothing() -> None:
    assert cut("enum A {\nenumerate\nunits_of\n}\n") == [("enum", "enum A {\nenumerate\nunits_of\n}\n")]


def test_text_in_front_is_a_piece_of_its_own() -> None:
    assert cut("# note\n\nenum A { a }\n") == [("", "# note\n\n"), ("enum", "enum A { a }\n")]
    assert cut("hello\n") == [("", "hello\n")]
    assert cut("") == []


@pytest.mark.parametrize("word", ["Action", "ACTION", "acton", "actoin", "ruleste", "sceanrio", "whenver"])
def test_misspelt_keyword_cuts_too(word: str) -> None:
    assert [piece.word for piece in pieces_of(f"enum A {{\n{word} move() {{ }}\n")] == ["enum", word]


@pytest.mark.parametrize("line", ["let x = 3", "pass blue", "f(x)", "action_points = 3", "Tank", "put a at b"])
def test_other_lines_in_the_first_column_do_not_cut(line: str) -> None:
    assert len(pieces_of(f"effect e() {{\n{line}\n}}\n")) == 1


class TestDocumentation:
    def test_lines_directly_above_belong_to_the_declaration(self) -> None:
        text = "enum A { a }\n## One.\n##Two.\n##  Three.  \nenum B { b }\n"
        (_, second) = pieces_of(text)
        assert second.doc == "One.\nTwo.\n Three."
        assert [text[slice(*place)] for place in second.documentation] == ["## One.", "##Two.", "##  Three.  "]

    def test_they_are_not_part_of_the_declaration_above(self) -> None:
        assert cut("enum A { a }\n\n## B.\nenum B { b }\n")[0] == ("enum", "enum A { a }\n\n")

    def test_in_front_of_the_file(self) -> None:
        (piece,) = pieces_of("## A.\nenum A { a }\n")
        assert (piece.doc, piece.start) == ("A.", 6)

    @pytest.mark.parametrize("between", ["\n", "# plain\n", "### heading\n", "  \n"])
    def test_other_lines_part_them(self, between: str) -> None:
        assert pieces_of(f"## A.\n{between}enum A {{ a }}\n")[-1].doc == ""

    def test_indented_ones_do_not_count(self) -> None:
        assert pieces_of("    ## A.\nenum A { a }\n")[-1].doc == ""


def test_declaration_words_come_from_the_grammar() -> None:
    assert {"ruleset", "unit", "units", "card", "test", "deck", "bag", "placement"} <= declaration_words()
    assert not {"let", "kind", "row", "sides"} & declaration_words()
