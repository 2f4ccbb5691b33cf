"""JSON text that nobody vouches for."""

import time

import pytest

from tankdsl.ir.marks import DEEPEST
from tankdsl.ir.parse import nesting, parse


def test_what_json_allows_and_the_format_holds_is_read() -> None:
    text = '{"a": [1, -2, true, "\\u00e4\\n"], "b": {}}'
    assert parse(text.encode()) == ({"a": [1, -2, True, "ä\n"], "b": {}}, [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'{"a": 1.5}', "/a: 1.5 is no whole number"),
        (b'{"a": 1e2}', "/a: 1e2 is no whole number"),
        (b'[1, NaN]', "/1: NaN is no whole number"),
        (b'[-Infinity]', "/0: -Infinity is no whole number"),
        (b'[null]', "/0: null is not used in this format"),
        (b'null', "null is not used in this format"),
        (b'{"a": 1, "a": 1}', "/a: the key is there twice"),
        (b'{"x": [{"id": "k", "a": 1, "a": 2}]}', "/x/k/a: the key is there twice"),
        (b'[' + b'9' * 5000 + b']', "/0: 99999999999999999999... is too large a number"),
        (b'[' + b'0.' + b'1' * 5000 + b']', "/0: 0.111111111111111111... is no whole number"),
        (b'\xff\xfe{}', "this is not UTF-8 text (byte 0)"),
        (b'\xef\xbb\xbf{}', "there is a byte order mark in front of the text"),
        (b'{"a": 1', "the text ends too early (line 1, column 8): the file was cut off"),
        (b'{\n"a": "x', "the text ends too early (line 2, column 6): the file was cut off"),
        (b'{"a": tru}', "this is not JSON (line 1, column 7): expecting value"),
        (b'{} {}', "this is not JSON (line 1, column 4): extra data"),
        (b"{'a': 1}", "this is not JSON (line 1, column 2): expecting property name enclosed in double quotes"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(text: bytes, message: str) -> None:
    value, problems = parse(text)
    assert value is None
    assert [str(problem) for problem in problems] == [message]


def test_nesting_is_measured_before_reading() -> None:
    assert parse(b"[" * DEEPEST + b"]" * DEEPEST)[1] == []
    (problem,) = parse(b"[" * 100_000)[1]
    assert problem.message == f"nested 100000 levels deep; {DEEPEST} are allowed"


@pytest.mark.parametrize(("text", "depth"), [("", 0), ("[]", 1), ('["[[[", {"]": "\\"[["}]', 2), ('["', 1), ("]]][", 0), ('"\\', 0)])
def test_brackets_in_strings_do_not_count(text: str, depth: int) -> None:
    assert nesting(text) == depth


def test_a_hostile_text_takes_no_longer_than_its_length() -> None:
    start = time.process_time()
    nesting('"' + '\\"' * 500_000)
    nesting('"\\' * 500_000)
    assert time.process_time() - start < 20
