from pathlib import Path

import pytest

from tankdsl.source import DiskBundle, MemoryBundle, Problem, SourceFile, SourceSet, Span
from tankdsl.source.problems import FileMissing, NotUtf8, WrongEncoding


def test_files_are_numbered_in_order_of_loading() -> None:
    sources, bundle = SourceSet(), MemoryBundle({"a.tank": "a", "b.tank": "b"})
    first, second = sources.load(bundle, "b.tank"), sources.load(bundle, "a.tank")
    assert isinstance(first, SourceFile) and isinstance(second, SourceFile)
    assert (first.id, second.id) == (0, 1)
    assert [sources[id].path for id in sources] == ["b.tank", "a.tank"]


def test_one_file_is_loaded_once_whatever_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "a.tank").write_text("x")
    (tmp_path / "b.tank").symlink_to("a.tank")
    sources, bundle = SourceSet(), DiskBundle(tmp_path)
    assert sources.load(bundle, "a.tank") is sources.load(bundle, "./b.tank")
    assert len(sources) == 1


def test_same_path_in_two_bundles_is_two_files() -> None:
    sources = SourceSet()
    one, two = (sources.load(MemoryBundle({"a.tank": text}), "a.tank") for text in "12")
    assert isinstance(one, SourceFile) and isinstance(two, SourceFile)
    assert (one.text, two.text) == ("1", "2")


def test_missing_file_gets_no_number() -> None:
    sources = SourceSet()
    assert isinstance(sources.load(MemoryBundle({}), "a.tank"), FileMissing)
    assert len(sources) == 0


def test_broken_file_gets_a_number_and_a_place() -> None:
    sources, bundle = SourceSet(), MemoryBundle({"a.tank": b"ok\nK\xf6nig"})
    problem = sources.load(bundle, "a.tank")
    assert isinstance(problem, NotUtf8)
    assert problem.span == Span(0, 4, 5)
    assert sources.line_and_column(problem.span) == (2, 2)
    assert sources.load(bundle, "a.tank") is problem


def test_file_of_another_encoding_is_placed_at_its_start() -> None:
    sources = SourceSet()
    problem = sources.load(MemoryBundle({"a.tank": "enum Role".encode("utf-16")}), "a.tank")
    assert isinstance(problem, WrongEncoding)
    assert problem.span == Span(0, 0, 0)


def test_paths_shown_and_in_the_pack(tmp_path: Path) -> None:
    (tmp_path / "a.tank").write_text("x")
    file = SourceSet().load(DiskBundle(tmp_path, "games/duel"), "a.tank")
    assert isinstance(file, SourceFile)
    assert (file.path, file.pack_path) == ("games/duel/a.tank", "a.tank")


def test_text_at_hand_is_normalised() -> None:
    sources = SourceSet()
    file = sources.add_text("a.tank", "a\r\nb\r")
    assert file.text == "a\nb\n"
    assert sources.text_of(Span(file.id, 2, 3)) == "b"


def test_unknown_number_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        SourceSet()[-1]


def test_result_is_a_file_or_a_problem_for_any_bytes() -> None:
    for data in (b"", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", bytes(range(256))):
        result = SourceSet().load(MemoryBundle({"a.tank": data}), "a.tank")
        assert isinstance(result, SourceFile | Problem)
