import pytest

from tankdsl.source import near_twins
from tankdsl.source.paths import join, path_problem, pick_name, same_name
from tankdsl.source.problems import PathHasBackslash, PathMalformed, PathNotRelative

DECOMPOSED = "Ha\u0308user.tank"


@pytest.mark.parametrize("path", ["a.tank", "b/a.tank", "../a.tank", "./x/../a.tank", "Häuser/戦車.tank", "a b.tank", "~/a", "c:d"[1:]])
def test_relative_paths_with_forward_slashes_are_fine(path: str) -> None:
    assert path_problem(path) is None


@pytest.mark.parametrize("path", ["", "  ", "a\0b", "a\nb", "a\x1b[2Jb", "x" * 2000, "a\ud800"])
def test_malformed_paths(path: str) -> None:
    assert isinstance(path_problem(path), PathMalformed)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/etc/passwd", "an absolute path"),
        ("//host/share", "an absolute path"),
        ("\\\\host\\share", "an absolute path"),
        ("C:/games/a.tank", "a path with a drive letter"),
        ("c:a.tank", "a path with a drive letter"),
        ("c:\\a.tank", "a path with a drive letter"),
        ("file:///a.tank", "an address"),
        ("git+ssh://host/a", "an address"),
    ],
)
def test_paths_that_are_not_relative(path: str, form: str) -> None:
    problem = path_problem(path)
    assert isinstance(problem, PathNotRelative)
    assert problem.form == form


@pytest.mark.parametrize("path", ["boards\\a.tank", "..\\a.tank", "\\a.tank"])
def test_backslashes_are_refused(path: str) -> None:
    assert isinstance(path_problem(path), PathHasBackslash)


@pytest.mark.parametrize(
    ("including", "written", "parts"),
    [
        ("", "a.tank", ("a.tank",)),
        ("game.tank", "a.tank", ("a.tank",)),
        ("x/y/game.tank", "a.tank", ("x", "y", "a.tank")),
        ("x/y/game.tank", "../a.tank", ("x", "a.tank")),
        ("x/y/game.tank", ".././../x//y/./a.tank", ("x", "y", "a.tank")),
        ("x/game.tank", "../a.tank", ("a.tank",)),
        ("x/game.tank", "../../a.tank", None),
        ("game.tank", "../a.tank", None),
        ("game.tank", "x/../../root/a.tank", None),
    ],
)
def test_paths_count_from_the_including_file(including: str, written: str, parts: tuple[str, ...] | None) -> None:
    assert join(including, written) == parts


def test_composed_and_decomposed_names_are_one() -> None:
    assert same_name("Häuser.tank", DECOMPOSED)
    assert not same_name("Häuser.tank", "Hauser.tank")
    assert not same_name("a.tank", "A.tank")


def test_exact_name_wins_over_other_case() -> None:
    assert pick_name("a.tank", ("A.tank", "a.tank")) == ("a.tank",)
    assert pick_name("Häuser.tank", (DECOMPOSED,)) == (DECOMPOSED,)


def test_without_an_exact_name_all_other_cases_are_candidates() -> None:
    assert pick_name("hill.tank", ("HILL.tank", "Hill.tank", "dale.tank")) == ("HILL.tank", "Hill.tank")
    assert pick_name("STRASSE", ("straße", "strase")) == ("straße",)
    assert pick_name("hill.tank", ("mill.tank",)) == ()


def test_twins_differ_in_case_or_in_how_accents_are_stored() -> None:
    paths = ["Maps/A.tank", "maps/a.tank", "maps/b.tank", "Häuser.tank", DECOMPOSED, "maps/b.tank"]
    assert near_twins(paths) == ((DECOMPOSED, "Häuser.tank"), ("Maps/A.tank", "maps/a.tank"))


def test_two_accents_are_no_twins() -> None:
    assert near_twins(["fuhr.tank", "führ.tank"]) == ()
