"""Every kind of finding has its page, every page its kind, and pages have the form that ``README.md`` there asks for."""

import importlib.util
from pathlib import Path

import pytest

from tankdsl.diagnostics import Kind, all_kinds
from tests.docs.blocks import Block, blocks_in, section

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "diagnostics"
# Kinds without a page fail one test, by name, and not each of the others too.
WITH_PAGE = [kind for kind in all_kinds() if (ROOT / kind.page).exists()]
ABOUT_MORE_THAN_TEXT = ("TK0", "TK8", "TK9")


def page_of(kind: Kind) -> Path:
    return ROOT / kind.page


def test_every_kind_has_a_page_and_every_page_a_kind() -> None:
    pages = {page.stem for page in PAGES.glob("TK*.md")}
    codes = {kind.code for kind in all_kinds()}
    assert sorted(codes - pages) == [], "kinds without a page in docs/diagnostics"
    assert sorted(pages - codes) == [], "pages without a kind in the registry"


@pytest.mark.parametrize("kind", WITH_PAGE, ids=lambda kind: kind.code)
def test_page_says_code_name_and_level(kind: Kind) -> None:
    text = page_of(kind).read_text(encoding="utf-8")
    assert text.startswith(f"# {kind.code} `{kind.name}`\n")
    assert f"\n**Level:** {kind.level}" in text


@pytest.mark.parametrize("kind", WITH_PAGE, ids=lambda kind: kind.code)
def test_page_explains_and_shows_both_sides(kind: Kind) -> None:
    page = page_of(kind)
    assert len((section(page, "What it means") or "").split()) >= 8
    words = [block.words[:2] for block in blocks_in(page)]
    if kind.code.startswith(ABOUT_MORE_THAN_TEXT) and ("tank", "fails") not in words:
        assert len(words) >= 1
    else:
        assert ("tank", "fails") in words and ("tank", "passes") in words
    assert section(page, "An example") and section(page, "How to mend it")


@pytest.mark.parametrize("kind", WITH_PAGE, ids=lambda kind: kind.code)
def test_failing_example_comes_first_and_mended_one_differs(kind: Kind) -> None:
    blocks = blocks_in(page_of(kind))
    failing, passing = (_texts(blocks, verdict) for verdict in ("fails", "passes"))
    assert len(failing) >= 1 or kind.code.startswith(ABOUT_MORE_THAN_TEXT)
    assert not set(failing) & set(passing)


def _texts(blocks: tuple[Block, ...], verdict: str) -> list[str]:
    return [block.text for block in blocks if block.words[:2] == ("tank", verdict)]


def test_index_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("diagnostic_index", ROOT / "docs" / "make" / "diagnostic_index.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.INDEX.read_text(encoding="utf-8") == tool.index_text(), "run `make docs`"
