"""What holds for every text: positions count like a reader does, and line ends and accents never change the meaning."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from tankdsl.diagnostics.suggest import distance
from tankdsl.source import SourceFile, Span, read_bytes
from tankdsl.source.decode import normalise

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"), max_size=200)
lines = st.lists(st.text('ab é日🚀\t#"{}', max_size=12), min_size=1, max_size=8)
ends = st.sampled_from(["\n", "\r\n", "\r"])


def read(data: bytes) -> SourceFile:
    file = read_bytes(data, id=0, path="a.tank")
    assert isinstance(file, SourceFile), file
    return file


@given(texts)
def test_any_text_is_read_and_normal(text: str) -> None:
    file = read(text.encode())
    assert file.text == normalise(text)
    assert "\r" not in file.text
    assert unicodedata.is_normalized("NFC", file.text)


@given(texts)
def test_position_is_what_counting_gives(text: str) -> None:
    file = read(text.encode())
    line, column = 1, 1
    for offset, character in enumerate(file.text):
        assert file.position(offset) == (line, column)
        line, column = (line + 1, 1) if character == "\n" else (line, column + 1)
    assert file.position(len(file.text)) == (line, column)


@given(texts)
def test_lines_joined_are_the_text(text: str) -> None:
    file = read(text.encode())
    assert "\n".join(file.line_text(n) for n in range(1, file.line_count + 1)) == file.text


@given(lines, st.data())
def test_line_ends_may_be_mixed_in_any_way(parts: list[str], data: st.DataObject) -> None:
    # No line is empty: a lone CR, an empty line and a lone LF together spell one CR LF.
    parts = [f"x{part}" for part in parts]
    mixed = "".join(part + data.draw(ends) for part in parts[:-1]) + parts[-1]
    assert read(mixed.encode()).text == read("\n".join(parts).encode()).text


@given(st.binary(max_size=64))
def test_any_bytes_give_a_file_or_a_problem(data: bytes) -> None:
    assert read_bytes(data, id=0, path="a.tank").path == "a.tank"


@given(st.tuples(st.integers(0, 9), st.integers(0, 9)), st.tuples(st.integers(0, 9), st.integers(0, 9)))
def test_joined_span_contains_both(one: tuple[int, int], two: tuple[int, int]) -> None:
    left, right = Span(0, min(one), max(one)), Span(0, min(two), max(two))
    joined = left.to(right)
    assert joined.contains(left) and joined.contains(right)
    assert joined == right.to(left)


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_distance_is_the_same_both_ways_and_bounded(left: str, right: str) -> None:
    whole = distance(left, right, 10)
    assert whole == distance(right, left, 10) <= max(len(left), len(right))
    assert (whole == 0) is (left == right)
    for limit in range(whole):
        assert distance(left, right, limit) == limit + 1
