"""Names of nodes."""

import pytest

from tankdsl.ir.paths import Trail, find, parts, render

DOCUMENT = {
    "procs": [{"id": "attack", "code": [["set", 0, 1], ["settle"]]}, {"id": "a/b~c"}],
    "missions": [{"model": "scout", "met": True}],
    "twins": [{"id": "x"}, {"id": "x"}, {"id": 3}],
    "text": {"a.b": "words"},
}


@pytest.mark.parametrize(
    ("steps", "path"),
    [
        ([], ""),
        (["procs", 0, "code", 1, 0], "/procs/attack/code/1/0"),
        (["procs", 1], "/procs/a~1b~0c"),
        (["twins", 0], "/twins/0"),
        (["twins", 2], "/twins/2"),
        (["text", "a.b"], "/text/a.b"),
        (["missions", 0, "met"], "/missions/scout/met"),
        (["procs", 9, "code"], "/procs/9/code"),
        (["nothing", 4], "/nothing/4"),
    ],
)
def test_paths_name_members_by_id_where_that_is_clear(steps: list[str | int], path: str) -> None:
    assert render(DOCUMENT, steps) == path


@pytest.mark.parametrize(
    ("path", "node"),
    [
        ("", DOCUMENT),
        ("/procs/attack/code/1", ["settle"]),
        ("/procs/0/code/0/2", 1),
        ("/procs/a~1b~0c", {"id": "a/b~c"}),
        ("/text/a.b", "words"),
        ("/missions/scout/met", True),
    ],
)
def test_a_path_leads_back_to_its_node(path: str, node: object) -> None:
    assert find(DOCUMENT, path) == node


@pytest.mark.parametrize("path", ["procs", "/nothing", "/procs/7", "/procs/attack/code/-1", "/text/a.b/0", "/procs/²"])
def test_a_path_to_nothing_is_an_error_with_its_name(path: str) -> None:
    with pytest.raises(KeyError, match=r"."):
        find(DOCUMENT, path)


def test_escapes_are_undone_in_the_right_order() -> None:
    assert parts("/~01/~1") == ["~1", "/"]


def test_a_trail_gives_its_steps_from_the_root() -> None:
    assert Trail(Trail(Trail(None, "a"), 1), "b").steps() == ["a", 1, "b"]
