import os
from pathlib import Path

import pytest

from tankdsl.source import DiskBundle, discover
from tankdsl.source.problems import FileMissing, NotRegularFile

RULESET = 'ruleset duel "Duel" {\n}\n'


@pytest.fixture(autouse=True)
def repository(tmp_path: Path) -> None:
    """What lies about in the folders above must not matter."""
    (tmp_path.parent / ".git").mkdir(exist_ok=True)


def write(root: Path, *paths: str, **texts: str) -> None:
    for path in paths:
        name, _, text = path.partition("=")
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(RULESET if text == "ruleset" else text, encoding="utf-8", newline="")


def packs(base: Path, *paths: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(pack.shown_root, pack.files) for pack in discover(paths, base).packs]


def test_folder_with_a_ruleset_is_one_pack_with_all_below(tmp_path: Path) -> None:
    write(tmp_path, "duel/game.tank=ruleset", "duel/units.tank", "duel/boards/a.tank", "duel/boards/x/b.tank", "duel/notes.txt")
    assert packs(tmp_path, "duel") == [("duel", ("boards/a.tank", "boards/x/b.tank", "game.tank", "units.tank"))]


def test_folder_of_packs(tmp_path: Path) -> None:
    write(tmp_path, "games/b/game.tank=ruleset", "games/a/game.tank=ruleset", "games/a/units.tank")
    assert packs(tmp_path, "games") == [("games/a", ("game.tank", "units.tank")), ("games/b", ("game.tank",))]


def test_nested_root_is_its_own_pack(tmp_path: Path) -> None:
    write(tmp_path, "a/game.tank=ruleset", "a/variant/game.tank=ruleset", "a/variant/maps/m.tank", "a/maps/m.tank")
    assert packs(tmp_path, "a") == [
        ("a", ("game.tank", "maps/m.tank")),
        ("a/variant", ("game.tank", "maps/m.tank")),
    ]


def test_folder_without_ruleset_is_one_pack(tmp_path: Path) -> None:
    write(tmp_path, "lib/a.tank", "lib/x/b.tank")
    assert packs(tmp_path, "lib") == [("lib", ("a.tank", "x/b.tank"))]


def test_file_beside_packs_is_told(tmp_path: Path) -> None:
    write(tmp_path, "games/spare.tank", "games/a/game.tank=ruleset", "games/x/y.tank")
    found = discover(["games"], tmp_path)
    assert [pack.shown_root for pack in found.packs] == ["games/a"]
    assert found.strays == ("games/spare.tank", "games/x/y.tank")


@pytest.mark.parametrize(
    "text",
    ["# first\nruleset x\n", "\ufeffruleset x", "a\r\nruleset x", "a\rruleset\tx"],
    ids=["later line", "byte order mark", "CR LF", "lone CR"],
)
def test_ruleset_is_seen_in_the_first_column_of_any_line(tmp_path: Path, text: str) -> None:
    write(tmp_path, f"p/a/game.tank={text}", "p/spare.tank")
    assert [pack.shown_root for pack in discover(["p"], tmp_path).packs] == ["p/a"]


@pytest.mark.parametrize("text", [" ruleset x", "rulesets x", "# ruleset x", "ruleset\nx"])
def test_other_mentions_make_no_root(tmp_path: Path, text: str) -> None:
    write(tmp_path, f"p/a/game.tank={text}")
    assert packs(tmp_path, "p") == [("p", ("a/game.tank",))]


def test_hidden_files_and_folders_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "p/game.tank=ruleset", "p/.old/game.tank=ruleset", "p/.#game.tank", "p/._game.tank")
    assert packs(tmp_path, "p") == [("p", ("game.tank",))]


def test_folder_links_are_not_entered(tmp_path: Path) -> None:
    write(tmp_path, "p/game.tank=ruleset", "p/maps/a.tank", "other/b.tank")
    (tmp_path / "p/loop").symlink_to("..")
    (tmp_path / "p/maps/up").symlink_to("../..")
    (tmp_path / "p/other").symlink_to("../other")
    assert packs(tmp_path, "p") == [("p", ("game.tank", "maps/a.tank"))]


def test_path_may_itself_be_a_link(tmp_path: Path) -> None:
    write(tmp_path, "p/game.tank=ruleset")
    (tmp_path / "door").symlink_to("p")
    assert packs(tmp_path, "door") == [("door", ("game.tank",))]


def test_single_file_is_a_pack(tmp_path: Path) -> None:
    write(tmp_path, "p/one.tank", "p/two.tank")
    assert packs(tmp_path, "p/one.tank") == [("p", ("one.tank",))]


def test_file_in_a_pack_may_follow_paths_up_to_its_root(tmp_path: Path) -> None:
    write(tmp_path, "p/game.tank=ruleset", "p/boards/x/a.tank=use")
    [pack] = discover(["p/boards/x/a.tank"], tmp_path).packs
    assert (pack.shown_root, pack.files) == ("p", ("boards/x/a.tank",))
    assert pack.shown_files() == ("p/boards/x/a.tank",)
    assert pack.bundle().read("game.tank") == RULESET.encode()


def test_folder_in_a_pack_is_its_part(tmp_path: Path) -> None:
    write(tmp_path, "p/game.tank=ruleset", "p/boards/a.tank", "p/boards/b.tank")
    assert packs(tmp_path, "p/boards") == [("p", ("boards/a.tank", "boards/b.tank"))]
    assert packs(tmp_path / "p/boards", ".") == [("..", ("boards/a.tank", "boards/b.tank"))]


def test_same_pack_from_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "p/game.tank=ruleset", "p/x/a.tank")
    seen = []
    for folder, path in ((tmp_path, "p"), (tmp_path / "p", "."), (tmp_path / "p/x", "..")):
        monkeypatch.chdir(folder)
        [pack] = discover([path], Path.cwd()).packs
        seen.append((pack.root, pack.files, pack.bundle().read("x/a.tank")))
    assert seen == [seen[0]] * 3


def test_shown_paths_count_from_where_the_user_stands(tmp_path: Path) -> None:
    write(tmp_path, "p/game.tank=ruleset")
    write(tmp_path, "x/readme.txt")
    inside = str(tmp_path / "p")
    assert packs(tmp_path, inside) == packs(tmp_path, "./p/") == packs(tmp_path, "x/../p") == [("p", ("game.tank",))]
    assert packs(tmp_path / "p", ".") == [(".", ("game.tank",))]
    assert packs(Path("/"), inside)[0][0] == inside.lstrip("/")
    assert packs(tmp_path / "elsewhere", inside)[0][0] == inside


def test_one_pack_named_twice_is_one(tmp_path: Path) -> None:
    write(tmp_path, "p/game.tank=ruleset", "q/game.tank=ruleset")
    assert packs(tmp_path, "q", "p", "./q", ".") == [("q", ("game.tank",)), ("p", ("game.tank",))]


def test_missing_path_is_told_with_what_is_there(tmp_path: Path) -> None:
    write(tmp_path, "games/game.tank=ruleset")
    found = discover(["gmaes", "games"], tmp_path)
    assert found.problems == (FileMissing(path="gmaes", missing="gmaes", siblings=("games",)),)
    assert len(found.packs) == 1


def test_folder_without_source_files_is_no_pack(tmp_path: Path) -> None:
    write(tmp_path, "docs/a.md")
    assert discover(["docs"], tmp_path).packs == ()


def test_pipe_is_listed_and_refused_by_the_bundle(tmp_path: Path) -> None:
    write(tmp_path, "p/game.tank=ruleset")
    os.mkfifo(tmp_path / "p/pipe.tank")
    [pack] = discover(["p"], tmp_path).packs
    assert pack.files == ("game.tank", "pipe.tank")
    assert isinstance(pack.bundle().read("pipe.tank"), NotRegularFile)


def test_bundle_of_a_pack_shows_its_paths(tmp_path: Path) -> None:
    write(tmp_path, "games/p/game.tank=ruleset")
    [pack] = discover(["games"], tmp_path).packs
    bundle = pack.bundle()
    assert isinstance(bundle, DiskBundle)
    assert bundle.shown("game.tank") == "games/p/game.tank"


def test_a_root_above_the_repository_does_not_count(tmp_path: Path) -> None:
    write(tmp_path, "above/game.tank=ruleset", "above/mine/parts/one.tank")
    assert packs(tmp_path, "above/mine/parts/one.tank") == [("above", ("mine/parts/one.tank",))]
    (tmp_path / "above" / "mine" / ".git").mkdir()
    assert packs(tmp_path, "above/mine/parts/one.tank") == [("above/mine/parts", ("one.tank",))]
