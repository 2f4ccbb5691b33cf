from collections import Counter

import pytest

from tankdsl.diagnostics import Kind, Label, Level, all_kinds, kind_of
from tankdsl.diagnostics.registry import FAMILIES, files, kinds_in, syntax, usage
from tankdsl.source import Span


def test_no_code_and_no_name_is_used_twice() -> None:
    for key in ("code", "name"):
        counts = Counter(getattr(kind, key) for kind in all_kinds())
        assert [value for value, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_codes_belong_to_the_family_of_their_module(family: str) -> None:
    assert [kind.code for kind in kinds_in(FAMILIES[family]) if not kind.code.startswith(family)] == []


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.code)
def test_kinds_are_well_formed(kind: Kind) -> None:
    assert len(kind.code) == 6 and kind.code[2:].isdecimal()
    assert kind.name == kind.name.lower() and len(kind.name.split("-")) <= 6
    assert kind.name.replace("-", "").isalnum()
    assert kind.summary[0].isupper() or kind.summary[0] == "`"
    assert not kind.summary.endswith(".")
    assert kind.page == f"docs/diagnostics/{kind.code}.md"


def test_kinds_are_listed_by_code() -> None:
    codes = [kind.code for kind in all_kinds()]
    assert codes == sorted(codes)


def test_kind_is_found_by_code_and_by_name() -> None:
    assert kind_of("TK0001") is kind_of("file-missing") is files.FILE_MISSING
    assert kind_of("TK9999") is None
    assert kind_of("") is None


def test_finding_takes_what_the_kind_says() -> None:
    finding = syntax.STRING_OPEN.at(Span(0, 1, 2), "no end", "here", notes="why", help=["one", "two"])
    assert (finding.code, finding.name, finding.level) == ("TK1004", "string-open", Level.ERROR)
    assert finding.primary == Label(Span(0, 1, 2), "here")
    assert (finding.notes, finding.help) == (("why",), ("one", "two"))
    assert finding.page == syntax.STRING_OPEN.page


def test_finding_may_have_no_place() -> None:
    assert usage.NOTHING_TO_DO.at(None, "nothing").primary is None


def test_findings_are_values() -> None:
    make = [syntax.STRING_OPEN.at(Span(0, 1, 2), "x", secondary=[Label(Span(0, 0, 1))]) for _ in range(2)]
    assert make[0] == make[1]
    assert len(set(make)) == 1
