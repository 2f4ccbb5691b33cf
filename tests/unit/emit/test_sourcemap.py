"""From nodes to sources and rules, and back."""

import json

import pytest

from tankdsl.emit.sourcemap import Origin, SourceMap, map_name, nearest, path_of
from tankdsl.ir.read import read_sourcemap
from tankdsl.source.file import SourceFile
from tankdsl.source.span import Span

FILES = {
    0: SourceFile.of(0, "./b.tank", "kind Tank {\n    stat armour: 0..4\n}\n", "rules/b.tank"),
    1: SourceFile.of(1, "./a.tank", "sides left, right\n", "a.tank"),
    2: SourceFile.of(2, "./unused.tank", "", "unused.tank"),
}


@pytest.fixture
def map_() -> SourceMap:
    made = SourceMap()
    made.add(["content", "kinds", "Tank"], Span(0, 0, 35), ["AB-002", "AB-001"])
    made.add("/content/kinds/Tank/fields/armour", Span(0, 16, 33), ["AB-002"])
    made.add("/content/sides", Span(1, 6, 17))
    return made


def test_a_node_is_found_with_line_and_column_and_its_rules(map_: SourceMap) -> None:
    document = map_.document("0" * 64, FILES)
    assert document["files"] == ["a.tank", "rules/b.tank"]
    assert document["nodes"]["/content/kinds/Tank/fields/armour"] == {"file": 1, "at": [2, 5, 2, 22], "rules": ["AB-002"]}
    assert document["nodes"]["/content/sides"] == {"file": 0, "at": [1, 7, 1, 18]}


def test_a_rule_leads_to_its_nodes(map_: SourceMap) -> None:
    assert map_.document("0" * 64, FILES)["rules"] == {
        "AB-001": ["/content/kinds/Tank"],
        "AB-002": ["/content/kinds/Tank", "/content/kinds/Tank/fields/armour"],
    }


def test_what_was_not_noted_comes_from_what_is_around_it(map_: SourceMap) -> None:
    assert map_.origin("/content/kinds/Tank/fields/armour/type") == Origin(Span(0, 16, 33), ("AB-002",))
    assert map_.origin("/content/kinds/Tank/models") == Origin(Span(0, 0, 35), ("AB-002", "AB-001"))
    assert map_.origin("/rules/procs") is None
    nodes = map_.document("0" * 64, FILES)["nodes"]
    assert nearest(nodes, "/content/sides/0") == ("/content/sides", nodes["/content/sides"])


def test_a_later_note_adds_rules_and_keeps_the_first_span(map_: SourceMap) -> None:
    map_.add("/content/sides", Span(1, 0, 3), ["AB-003", "AB-003"])
    assert map_.nodes["/content/sides"] == Origin(Span(1, 6, 17), ("AB-003",))


def test_the_file_is_canonical_and_can_be_read(map_: SourceMap) -> None:
    data = map_.to_bytes("0" * 64, FILES)
    assert read_sourcemap(data).document == json.loads(data)
    again = SourceMap.of((path, map_.nodes[path].span, map_.nodes[path].rules) for path in reversed(map_.nodes))
    assert again.to_bytes("0" * 64, FILES) == data
    assert '    "/content/sides": {"file": 0, "at": [1, 7, 1, 18]}' in data.decode().splitlines()


def test_names_of_paths_and_files() -> None:
    assert path_of(["rules", "procs", "a/b~", 3]) == "/rules/procs/a~1b~0/3"
    assert map_name("meeting.json") == "meeting.map.json"
