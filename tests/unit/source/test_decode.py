import time
import unicodedata

import pytest

from tankdsl.source import MAX_FILE_BYTES, MAX_LINE_CHARACTERS, Problem, SourceFile, read_bytes
from tankdsl.source.decode import normalise, salvage
from tankdsl.source.problems import FileTooLarge, LineTooLong, NotUtf8, NulByte, WrongEncoding

SAMPLE = 'enum Role {\n    medium,\n    heavy   # "größer"\n}\n'


def text_of(data: bytes) -> str:
    read = read_bytes(data, id=0, path="a.tank")
    assert isinstance(read, SourceFile), read
    return read.text


def problem_of(data: bytes) -> Problem:
    read = read_bytes(data, id=0, path="a.tank")
    assert isinstance(read, Problem), read
    return read


def test_plain_utf8_is_read_as_it_is() -> None:
    assert text_of(SAMPLE.encode()) == SAMPLE


def test_byte_order_mark_at_the_start_is_dropped() -> None:
    assert text_of(b"\xef\xbb\xbf" + SAMPLE.encode()) == SAMPLE


def test_byte_order_mark_elsewhere_stays_for_the_lexer_to_refuse() -> None:
    assert text_of("a\ufeffb".encode()) == "a\ufeffb"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_reads_the_same(end: str) -> None:
    assert text_of(SAMPLE.replace("\n", end).encode()) == SAMPLE


def test_mixed_line_ends_keep_line_numbers() -> None:
    read = read_bytes(b"a\r\nb\rc\nd\r\r\ne", id=0, path="a.tank")
    assert isinstance(read, SourceFile)
    assert [read.line_text(n) for n in range(1, read.line_count + 1)] == ["a", "b", "c", "d", "", "e"]


def test_missing_final_line_end_changes_nothing_else() -> None:
    assert text_of(SAMPLE.rstrip("\n").encode()) == SAMPLE.rstrip("\n")


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf"])
def test_empty_file_is_a_file(data: bytes) -> None:
    assert text_of(data) == ""


@pytest.mark.parametrize(
    ("codec", "name"),
    [("utf-16-le", "UTF-16 LE"), ("utf-16-be", "UTF-16 BE"), ("utf-32-le", "UTF-32 LE"), ("utf-32-be", "UTF-32 BE")],
)
@pytest.mark.parametrize("mark", ["\ufeff", ""])
@pytest.mark.parametrize("sample", [SAMPLE, "enum"])
def test_utf16_and_utf32_are_named(codec: str, name: str, mark: str, sample: str) -> None:
    problem = problem_of((mark + sample).encode(codec))
    assert problem == WrongEncoding(path="a.tank", encoding=name, has_mark=bool(mark))


def test_zero_byte_is_placed() -> None:
    assert problem_of(b"ab\r\ncd\0ef") == NulByte(path="a.tank", line=2, byte_offset=6)


def test_file_of_zero_bytes_is_no_utf32() -> None:
    assert problem_of(b"\0" * 64) == NulByte(path="a.tank", line=1, byte_offset=0)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_bad_byte_has_line_and_offset_in_the_file(mark: bytes) -> None:
    data = mark + b"a\r\nb\rK\xf6nig\n"
    assert problem_of(data) == NotUtf8(path="a.tank", line=3, byte_offset=len(mark) + 6, value=0xF6)


@pytest.mark.parametrize(
    "bad",
    [b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe6\x97", b"\x80"],
    ids=["never", "overlong", "surrogate", "beyond", "cut off", "continuation"],
)
def test_whatever_is_no_utf8_is_refused_where_it_starts(bad: bytes) -> None:
    problem = problem_of("größe ".encode() + bad)
    assert isinstance(problem, NotUtf8)
    assert problem.byte_offset == len("größe ".encode())


def test_composed_and_decomposed_letters_are_one() -> None:
    assert text_of("Größe é".encode()) == text_of(unicodedata.normalize("NFD", "Größe é").encode()) == "Größe é"


def test_names_that_differ_in_an_accent_stay_two() -> None:
    words = ["fuhrer", "führer", "fûhrer", "танк", "танк1", "戦車", "战车", "ß", "ss", "I", "İ", "ı"]
    assert text_of("\n".join(words).encode()).split("\n") == words


def test_compatibility_forms_are_left_alone() -> None:
    assert text_of("ﬁ ½ １".encode()) == "ﬁ ½ １"


def test_file_at_the_limit_is_read_and_above_is_not() -> None:
    line = b"x" * 1023 + b"\n"
    whole = line * (MAX_FILE_BYTES // 1024)
    assert len(text_of(whole)) == MAX_FILE_BYTES
    assert problem_of(whole + b"x") == FileTooLarge(path="a.tank", size=MAX_FILE_BYTES + 1, limit=MAX_FILE_BYTES)


@pytest.mark.parametrize("end", [b"", b"\n", b"\nrest\n"])
def test_line_at_the_limit_is_read_and_above_is_not(end: bytes) -> None:
    longest = b"a\n" + b"x" * MAX_LINE_CHARACTERS
    assert text_of(longest + end)
    expected = LineTooLong(path="a.tank", line=2, length=MAX_LINE_CHARACTERS + 1, limit=MAX_LINE_CHARACTERS)
    assert problem_of(longest + b"x" + end) == expected


def test_line_of_ten_megabytes_is_refused_at_once() -> None:
    data = b"a\n" + b"x" * 10_000_000
    started = time.process_time()
    assert isinstance(problem_of(data), LineTooLong)
    assert time.process_time() - started < 30


@pytest.mark.parametrize(
    "data",
    [b"ok\n  K\xf6nig und mehr\nlast", b"ok\r\n  K\0nig und mehr", b"\xef\xbb\xbfok\rK\xf6"],
)
def test_salvaged_text_shows_the_place(data: bytes) -> None:
    text, start, end = salvage(data, problem_of(data))
    assert text[:start].count("\n") == 1
    assert text[start:end] in ("\N{REPLACEMENT CHARACTER}", "\0")
    assert "last" not in text


def test_salvaged_long_line_is_short() -> None:
    data = "é\nfirst\n".encode() + b"x" * 2_000_000
    text, start, _ = salvage(data, problem_of(data))
    assert len(text) < 1_000
    assert text[:start] == "é\nfirst\n"


def test_nothing_is_salvaged_of_another_encoding() -> None:
    data = SAMPLE.encode("utf-16")
    assert salvage(data, problem_of(data)) == ("", 0, 0)


def test_normalise_twice_is_once() -> None:
    text = "a\r\nb\rc\u0308\n"
    assert normalise(normalise(text)) == normalise(text) == "a\nb\nc\u0308\n"
