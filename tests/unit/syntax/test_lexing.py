import pytest

from tankdsl.syntax.lexing import MAX_NESTING, NEWLINE, Tokens, tokens_of
from tankdsl.syntax.tables import END


def lex(text: str, *, board: bool = False) -> Tokens:
    return tokens_of(text, 0, len(text), board=board)


def kinds(text: str) -> list[str]:
    return lex(text).types


def words(text: str) -> list[str]:
    """The texts of the tokens, `$` for the end of a line."""
    tokens = lex(text)
    return ["$" if kind == NEWLINE else tokens.text_of(n) for n, kind in enumerate(tokens.types) if kind != END]


class TestEndsOfLines:
    def test_a_line_ends_a_statement(self) -> None:
        assert words("{ a\nb\n\n\nc\n}") == ["{", "a", "$", "b", "$", "c", "$", "}", "$"]

    def test_semicolon_is_an_end_of_line(self) -> None:
        assert words("{ a; b;; c }") == ["{", "a", "$", "b", "$", "c", "$", "}", "$"]

    def test_before_a_closing_brace_there_is_one(self) -> None:
        assert words("{ a }") == ["{", "a", "$", "}", "$"]
        assert words("{ a\n}") == ["{", "a", "$", "}", "$"]
        assert words("{ { a } }") == ["{", "{", "a", "$", "}", "$", "}", "$"]

    def test_empty_braces_hold_none(self) -> None:
        assert words("{ }") == words("{\n\n}") == ["{", "}", "$"]

    @pytest.mark.parametrize("brackets", ["()", "[]"])
    def test_inside_round_and_square_brackets_lines_do_not_count(self, brackets: str) -> None:
        assert words(f"f{brackets[0]}a,\nb\n\nc{brackets[1]}\nd") == ["f", brackets[0], "a", ",", "b", "c", brackets[1], "$", "d", "$"]

    def test_braces_inside_of_brackets_count_again(self) -> None:
        assert words("(if a { b\n} else { c })") == ["(", "if", "a", "{", "b", "$", "}", "else", "{", "c", "$", "}", ")", "$"]

    @pytest.mark.parametrize(
        "last", ["{", ",", "=", "=>", "+=", "+", "*", "..", "<=", "and", "or", "not", "is", "in", "where", "if", "when", "else"]
    )
    def test_what_cannot_end_a_statement_goes_on(self, last: str) -> None:
        assert words(f"a {last}\nb")[:3] == ["a", last, "b"]

    @pytest.mark.parametrize(
        "first", ["else", "and", "or", "where", "when", "because", "also", "is", "in", '"text"', "{", "sum {", "max clamp"]
    )
    def test_what_cannot_begin_a_statement_goes_on(self, first: str) -> None:
        assert words(f"a\n    {first}")[:2] == ["a", first.split()[0]]

    @pytest.mark.parametrize("first", ["sum(a)", "max", "not", "by", "with", "-1", "+1", "|", "(", "["])
    def test_what_can_begin_a_statement_does(self, first: str) -> None:
        assert words(f"{{ a\n    {first} }}")[2] == "$"

    def test_first_column_goes_on_with_nothing_but_a_brace(self) -> None:
        assert words("a()\nwhen b")[3:5] == ["$", "when"]
        assert words("a()\n{ b }")[3:5] == ["{", "b"]
        assert words("{ a\nwhen b }")[1:3] == ["a", "when"]

    def test_the_last_line_needs_no_end(self) -> None:
        assert words("a") == words("a\n") == words("a\n\n  \n") == ["a", "$"]
        assert kinds("") == kinds("  \n\n") == [END]


class TestWords:
    @pytest.mark.parametrize("mark", ["=", "+=", "-=", ":", "."])
    def test_soft_word_before_a_mark_is_a_name(self, mark: str) -> None:
        assert kinds(f"cost {mark} x")[0] == "NAME"
        assert kinds("cost x")[0] == "COST"

    def test_hard_word_stays_what_it_is(self) -> None:
        assert kinds("each = x")[0] == "EACH"

    def test_the_mark_must_stand_on_the_same_line(self) -> None:
        assert kinds("{ stop\n: x }")[1] == "STOP"

    def test_words_that_take_no_parenthesis_are_names_before_one(self) -> None:
        assert kinds("roll(a)")[0] == "NAME"
        assert kinds("require (a)")[0] == "REQUIRE"

    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            ("a_1", "NAME"),
            ("Tank", "TYPE"),
            ("HQ", "TYPE"),
            ("T", "TYPE"),
            ("A1", "LABEL"),
            ("AA123", "LABEL"),
            ("north/A1", "LABEL"),
            ("hex 0101", "LABEL"),
            ("hex\t1234", "LABEL"),
            ("hex", "NAME"),
            ("12", "INT"),
            ("0", "INT"),
            ("2nd", "NTH"),
            ("21st", "NTH"),
            ("2d6", "SEVERAL_DICE"),
            ("d6", "DIE"),
            ("d6x", "NAME"),
            ("<=", "COMPARE"),
            ("<", "COMPARE"),
            ('"a"', "STRING"),
            ('"a # b"', "STRING"),
            ('"\\""', "STRING"),
            ("byx", "NAME"),
            ("by", "BY"),
            ("A1b", "TYPE"),
            ("AAA1", "TYPE"),
        ],
    )
    def test_kinds(self, text: str, kind: str) -> None:
        assert kinds(text) == [kind, NEWLINE, END]

    def test_slash_between_labels_is_no_part_of_them(self) -> None:
        assert kinds("A1/A2")[:3] == ["LABEL", "SLASH", "LABEL"]

    def test_range_is_no_fraction(self) -> None:
        assert kinds("1..6")[:3] == ["INT", kinds("a .. b")[1], "INT"]


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            ("1.555", "?number"),
            ("3hexes", "?digits"),
            ("1_000", "?digits"),
            ("0x1F", "?digits"),
            ('"open', "?string"),
            ("'a'", "?string"),
            ("“a”", "?string"),
            ('"a\\q"', "?escape"),
            ('"a\\\\q"', "STRING"),
            ("@TC", "?cite"),
            ("@TC_1", "?cite"),
            ("//x", "?comment"),
            ("/* x */", "?comment"),
            ("==", "?operator"),
            ("!=", "?operator"),
            ("&&", "?operator"),
            (":=", "?operator"),
            ("->", "?operator"),
            ("**", "?operator"),
            ("...", "?operator"),
            ("firstSide", "?name"),
            ("_x", "?name"),
            ("größe", "?name"),
            ("A_B", "?name"),
            ("$", "?character"),
            ("\u00a0", "?character"),
            ("\x00", "?character"),
            (")", "?unmatched"),
            ("}", "?unmatched"),
        ],
    )
    def test_what_is_no_token(self, text: str, kind: str) -> None:
        assert kinds(text)[0] == kind

    def test_open_string_ends_with_its_line(self) -> None:
        assert words('{ "open\nb }') == ["{", '"open', "$", "b", "$", "}", "$"]

    def test_closing_bracket_of_another_form(self) -> None:
        assert kinds("{ a ) }")[2] == "?unmatched"

    def test_brackets_inside_of_an_unclosed_one_are_forgotten(self) -> None:
        assert kinds("{ f(a }")[-3] == "RBRACE"

    def test_deep_nesting_stops_at_once(self) -> None:
        tokens = lex("(" * 100_000)
        assert len(tokens.types) < MAX_NESTING + 5
        assert "?deep" in tokens.types


class TestWhatIsLiftedOut:
    def test_comments(self) -> None:
        tokens = lex('a # one\n"# no" ## two\n#three')
        assert [tokens.text[slice(*place)] for place in tokens.comments] == ["# one", "## two", "#three"]
        assert words("a # {\nb") == ["a", "$", "b", "$"]

    def test_comment_at_the_end_of_an_open_line(self) -> None:
        assert words("a + # more\n# and more\n  b") == ["a", "+", "b", "$"]

    def test_references(self) -> None:
        tokens = lex("a @TC-012 @TC-021..TC-026\nb @TC-C08")
        assert [tokens.text[slice(*place)] for place in tokens.cites] == ["@TC-012", "@TC-021..TC-026", "@TC-C08"]
        assert words("{ a @TC-012 }") == ["{", "a", "$", "}", "$"]

    def test_reference_after_a_comma(self) -> None:
        assert words("a, @TC-012\nb") == ["a", ",", "b", "$"]


class TestBoards:
    TEXT = "board b {\n    legend # = wood, } = pit,\n        = = road  # note\n    rows {\n # } {\n\n  }\n    place a = b\n}\n"

    def test_rows_and_legend_are_one_token_each(self) -> None:
        tokens = lex(self.TEXT, board=True)
        assert [tokens.text_of(n) for n, kind in enumerate(tokens.types) if kind.startswith("RAW")] == [
            "legend # = wood, } = pit,\n        = = road",
            "rows {\n # } {\n\n  }",
        ]
        assert [kind for kind in tokens.types if kind.startswith("?")] == []
        assert [tokens.text[slice(*place)] for place in tokens.comments] == ["# note"]

    def test_outside_of_boards_they_are_words(self) -> None:
        assert kinds("rows from top")[0] == kinds("rows {\n a\n }")[0] == "ROWS"
        assert kinds("legend = 3")[0] == "NAME"

    def test_rows_without_an_end_are_no_rows(self) -> None:
        assert not [kind for kind in lex("board b {\n rows {\n . .\n", board=True).types if kind.startswith("RAW")]
