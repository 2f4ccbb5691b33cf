import pytest

from tankdsl.source import SourceFile, Span


def file(text: str) -> SourceFile:
    return SourceFile.of(0, "a.tank", text)


def test_position_counts_lines_and_columns_from_one() -> None:
    source = file("ab\n\ncd\n")
    assert [source.position(offset) for offset in range(8)] == [
        (1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3), (4, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("offset", [-1, 4])
def test_position_outside_is_refused(offset: int) -> None:
    with pytest.raises(ValueError, match="outside"):
        file("abc").position(offset)


def test_column_counts_code_points_not_bytes_or_cells() -> None:
    assert file("日本🚀x").position(3) == (1, 4)


def test_lines_have_no_line_end() -> None:
    source = file("ab\n\ncd")
    assert [source.line_text(n) for n in (1, 2, 3)] == ["ab", "", "cd"]
    assert source.line_count == 3


def test_final_line_end_opens_an_empty_line() -> None:
    assert (file("ab\n").line_count, file("ab\n").line_text(2)) == (2, "")
    assert (file("").line_count, file("").line_text(1)) == (1, "")


@pytest.mark.parametrize("line", [0, 3])
def test_no_such_line(line: int) -> None:
    with pytest.raises(ValueError, match="no line"):
        file("ab\ncd").line_text(line)


@pytest.mark.parametrize("separator", ["\x0b", "\x0c", "\x85", "\u2028", "\u2029"])
def test_only_lf_ends_a_line(separator: str) -> None:
    assert file(f"a{separator}b").line_count == 1


def test_slice_is_the_covered_text() -> None:
    assert file("enum Role").slice(Span(0, 5, 9)) == "Role"
    with pytest.raises(ValueError, match="file 7"):
        file("enum Role").slice(Span(7, 0, 1))


def test_line_span_and_whole_span() -> None:
    source = file("ab\ncd\n")
    assert source.line_span(2) == Span(0, 3, 5)
    assert source.span == Span(0, 0, 6)


def test_pack_path_is_the_path_unless_said() -> None:
    assert SourceFile.of(0, "x/a.tank", "").pack_path == "x/a.tank"
    assert SourceFile.of(0, "x/a.tank", "", "a.tank").pack_path == "a.tank"
