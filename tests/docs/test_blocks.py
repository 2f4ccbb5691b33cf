from pathlib import Path

import pytest

from tests.docs.blocks import Block, blocks_in, section

PAGE = """# Title

```tank fails
enum X
```

## One

~~~
```
~~~

## Two
````text
```
````
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    return tmp_path / "page.md"


def test_blocks_with_their_words_and_lines(page: Path) -> None:
    assert blocks_in(page) == (
        Block(("tank", "fails"), "enum X\n", 3),
        Block((), "```\n", 9),
        Block(("text",), "```\n", 14),
    )


def test_open_block_is_an_error(page: Path) -> None:
    page.write_text("```\nx\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"page\.md:1"):
        blocks_in(page)


def test_sections(page: Path) -> None:
    assert section(page, "One") == "\n\n~~~\n```\n~~~\n\n"
    assert section(page, "Three") is None


def test_block_is_one_file_or_several() -> None:
    assert Block((), "a\nb\n", 1).files() == {"example.tank": "a\nb\n"}
    assert Block((), "# file: x/a.tank\na\n# file: b.tank\nb\n", 1).files() == {"x/a.tank": "a\n", "b.tank": "b\n"}
