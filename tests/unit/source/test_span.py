import pytest

from tankdsl.source import Span


def test_span_joins_in_either_order() -> None:
    assert Span(0, 2, 4).to(Span(0, 9, 12)) == Span(0, 2, 12)
    assert Span(0, 9, 12).to(Span(0, 2, 4)) == Span(0, 2, 12)


def test_span_of_an_inner_part_adds_nothing() -> None:
    assert Span(0, 2, 12).to(Span(0, 3, 5)) == Span(0, 2, 12)


def test_spans_of_two_files_do_not_join() -> None:
    with pytest.raises(ValueError, match="files 0 and 1"):
        Span(0, 1, 2).to(Span(1, 1, 2))


def test_contains_wants_the_same_file() -> None:
    assert Span(0, 2, 12).contains(Span(0, 2, 12))
    assert not Span(0, 2, 12).contains(Span(0, 1, 5))
    assert not Span(0, 2, 12).contains(Span(1, 3, 5))


def test_ends_are_empty_spans() -> None:
    span = Span(3, 5, 9)
    assert (span.at_start, span.at_end) == (Span(3, 5, 5), Span(3, 9, 9))
    assert span.at_end.is_empty and not span.is_empty
    assert len(span) == 4


def test_spans_sort_by_file_then_place() -> None:
    spans = [Span(1, 0, 1), Span(0, 5, 6), Span(0, 5, 5), Span(0, 1, 9)]
    assert sorted(spans) == [Span(0, 1, 9), Span(0, 5, 5), Span(0, 5, 6), Span(1, 0, 1)]
