import random

from tankdsl.diagnostics import Collector, Diagnostic, Tally, tally
from tankdsl.diagnostics.registry import files, syntax, usage
from tankdsl.source import SourceSet, Span

EMPTY = files.FILE_EMPTY
CASE = files.PATH_CASE
ERROR = syntax.UNEXPECTED_WORD


def sources_of(**texts: str) -> SourceSet:
    sources = SourceSet()
    for name, text in texts.items():
        sources.add_text(f"{name}.tank", text)
    return sources


def places(findings: tuple[Diagnostic, ...]) -> list[tuple[int, int, str]]:
    return [(f.primary.span.file, f.primary.span.start, f.code) for f in findings if f.primary is not None]


def test_findings_are_sorted_by_path_place_and_code() -> None:
    sources = sources_of(b="x" * 9, a="y" * 9)
    made = [
        ERROR.at(Span(1, 5, 6), "h"),
        ERROR.at(Span(1, 2, 3), "h"),
        CASE.at(Span(1, 5, 6), "h"),
        ERROR.at(Span(0, 0, 1), "h"),
        usage.NOTHING_TO_DO.at(None, "h"),
    ]
    for seed in range(5):
        collector = Collector(sources)
        collector.extend(random.Random(seed).sample(made, len(made)))
        findings = collector.findings()
        assert findings[0].code == "TK9003"
        assert places(findings[1:]) == [(1, 2, "TK1001"), (1, 5, "TK0014"), (1, 5, "TK1001"), (0, 0, "TK1001")]


def test_same_finding_twice_is_one() -> None:
    collector = Collector(sources_of(a="xx"))
    collector.extend([ERROR.at(Span(0, 0, 1), "h"), ERROR.at(Span(0, 0, 1), "h"), ERROR.at(Span(0, 0, 1), "other")])
    assert [f.headline for f in collector.findings()] == ["h", "other"]


def test_has_errors() -> None:
    collector = Collector(sources_of(a="x"))
    collector.add(EMPTY.at(Span(0, 0, 0), "h"))
    assert not collector.has_errors
    collector.add(ERROR.at(Span(0, 0, 0), "h"))
    assert collector.has_errors


def test_allow_silences_its_kind_on_its_line_only() -> None:
    text = "one   # tankdsl: allow path-case because it is so\ntwo\n"
    collector = Collector(sources_of(a=text))
    collector.extend([CASE.at(Span(0, 0, 3), "first"), CASE.at(Span(0, 50, 53), "second"), EMPTY.at(Span(0, 0, 0), "third")])
    assert [f.headline for f in collector.findings()] == ["third", "second"]


def test_allow_above_silences_the_line_below() -> None:
    text = "# tankdsl: allow path-case because it is so\ntwo\n"
    collector = Collector(sources_of(a=text))
    collector.add(CASE.at(Span(0, text.index("two"), len(text)), "h"))
    assert collector.findings() == ()


def test_allow_silences_several_findings_of_one_line() -> None:
    collector = Collector(sources_of(a="one two  # tankdsl: allow path-case because it is so"))
    collector.extend([CASE.at(Span(0, 0, 3), "a"), CASE.at(Span(0, 4, 7), "b")])
    assert collector.findings() == ()


def test_errors_are_never_silenced() -> None:
    collector = Collector(sources_of(a="one # tankdsl: allow unexpected-word because it is so"))
    collector.add(ERROR.at(Span(0, 0, 3), "h"))
    assert [f.name for f in collector.findings()] == ["unexpected-word", "allow-of-error"]


def test_allow_without_effect_is_reported() -> None:
    collector = Collector(sources_of(a="one # tankdsl: allow path-case because it is so"))
    [finding] = collector.findings()
    assert (finding.name, finding.primary and finding.primary.span.start) == ("allow-unused", 4)
    assert "line 1" in finding.headline


def test_second_allow_of_one_thing_has_no_effect() -> None:
    allow = "# tankdsl: allow path-case because it is so"
    collector = Collector(sources_of(a=f"{allow}\none {allow}"))
    collector.add(CASE.at(Span(0, len(allow) + 1, len(allow) + 4), "h"))
    assert [f.name for f in collector.findings()] == ["allow-unused"]


def test_unused_is_not_known_while_there_are_errors() -> None:
    collector = Collector(sources_of(a="one # tankdsl: allow path-case because it is so"))
    collector.add(ERROR.at(Span(0, 0, 3), "h"))
    assert [f.name for f in collector.findings()] == ["unexpected-word"]
    assert [f.name for f in collector.findings(complete=True)] == ["unexpected-word", "allow-unused"]


def test_more_than_ten_equal_findings_are_one() -> None:
    collector = Collector(sources_of(a="x\n" * 200))
    collector.extend(ERROR.at(Span(0, 2 * n, 2 * n + 1), "no `x`") for n in range(200))
    collector.add(ERROR.at(Span(0, 0, 1), "another"))
    another, group = collector.findings()
    assert (another.headline, another.count) == ("another", 1)
    assert group.primary is not None
    assert (group.count, group.primary.span.start) == (200, 0)
    assert [span.start for span in group.also] == [2, 4, 6, 8, 10]


def test_ten_equal_findings_are_ten() -> None:
    collector = Collector(sources_of(a="x\n" * 10))
    collector.extend(ERROR.at(Span(0, 2 * n, 2 * n + 1), "no `x`") for n in range(10))
    assert [f.count for f in collector.findings()] == [1] * 10
    assert len(collector.findings(group_above=9)) == 1


def test_grouping_does_not_join_kinds_or_headlines() -> None:
    collector = Collector(sources_of(a="x\n" * 40))
    collector.extend(ERROR.at(Span(0, 2 * n, 2 * n + 1), f"no `{n % 4}`") for n in range(40))
    assert len(collector.findings()) == 40


def test_tally_counts_what_is_grouped() -> None:
    collector = Collector(sources_of(a="x\n" * 40))
    collector.extend(ERROR.at(Span(0, 2 * n, 2 * n + 1), "no `x`") for n in range(40))
    collector.add(CASE.at(Span(0, 0, 1), "h"))
    assert tally(collector.findings()) == Tally(errors=40, warnings=1, infos=0)
