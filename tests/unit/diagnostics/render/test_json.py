import json
from pathlib import Path
from typing import Any

from tankdsl.diagnostics import Edit, Fix, Label
from tankdsl.diagnostics.registry import files, syntax, usage
from tankdsl.diagnostics.render import render_json
from tankdsl.frozen import replaced
from tankdsl.source import SourceSet, Span

ROOT = Path(__file__).resolve().parents[4]


def sources() -> SourceSet:
    made = SourceSet()
    made.add_text("a.tank", "enum X\n{ 日本 a }")
    return made


def document(*findings: Any) -> Any:
    return json.loads(render_json(findings, sources()))


def test_everything_of_a_finding() -> None:
    finding = syntax.UNEXPECTED_WORD.at(
        Span(0, 12, 13),
        "found `a`",
        "here",
        secondary=[Label(Span(0, 5, 6), "list")],
        notes="note",
        help=["help"],
        fix=Fix("drop it", (Edit(Span(0, 12, 13), ""),), "safe"),
    )
    finding = replaced(finding, count=3, also=(Span(0, 9, 11),))
    place = {
        "file": "a.tank",
        "start": {"line": 2, "column": 6, "offset": 12},
        "end": {"line": 2, "column": 7, "offset": 13},
    }
    assert document(finding) == {
        "format": 1,
        "diagnostics": [
            {
                "code": "TK1001",
                "name": "unexpected-word",
                "level": "error",
                "headline": "found `a`",
                "page": "docs/diagnostics/TK1001.md",
                "primary": {**place, "text": "here"},
                "secondary": [
                    {
                        "file": "a.tank",
                        "start": {"line": 1, "column": 6, "offset": 5},
                        "end": {"line": 1, "column": 7, "offset": 6},
                        "text": "list",
                    }
                ],
                "notes": ["note"],
                "help": ["help"],
                "fix": {"title": "drop it", "safety": "safe", "edits": [{**place, "replacement": ""}]},
                "count": 3,
                "also": [
                    {
                        "file": "a.tank",
                        "start": {"line": 2, "column": 3, "offset": 9},
                        "end": {"line": 2, "column": 5, "offset": 11},
                    }
                ],
                "picture": None,
            }
        ],
        "summary": {"errors": 3, "warnings": 0, "infos": 0},
    }


def test_finding_without_a_place() -> None:
    [finding] = document(usage.NOTHING_TO_DO.at(None, "h"))["diagnostics"]
    assert (finding["primary"], finding["secondary"], finding["fix"]) == (None, [], None)


def test_no_findings_are_a_document_too() -> None:
    assert document() == {"format": 1, "diagnostics": [], "summary": {"errors": 0, "warnings": 0, "infos": 0}}


def test_same_bytes_every_time_and_readable_letters() -> None:
    finding = files.FILE_EMPTY.at(Span(0, 9, 11), "Größe 日本")
    assert render_json([finding], sources()) == render_json([finding], sources())
    assert "Größe 日本" in render_json([finding], sources())


def test_every_key_is_described() -> None:
    described = (ROOT / "docs/diagnostics/README.md").read_text(encoding="utf-8")
    [finding] = document(files.FILE_EMPTY.at(Span(0, 9, 11), "h"))["diagnostics"]
    for key in (*document(), *finding, *finding["primary"], *finding["primary"]["start"], "title", "safety", "edits", "replacement"):
        assert f"`{key}`" in described, key
