"""What the front page shows is what stands in the example and what the commands print."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

import tankdsl
from tankdsl.cli.app import COMMANDS
from tests.docs.blocks import blocks_in

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("readme_page", ROOT / "docs" / "make" / "readme_page.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_rules_and_transcripts_are_up_to_date(tool: ModuleType) -> None:
    assert tool.PAGE.read_text(encoding="utf-8") == tool.page_text(), "run `make docs`"


def test_the_picture_is_up_to_date(tool: ModuleType) -> None:
    assert tool.PICTURE.read_text(encoding="utf-8") == tool.picture(), "run `make docs`"


def test_links_lead_somewhere(tool: ModuleType) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", tool.PAGE.read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target


def test_every_command_is_named(tool: ModuleType) -> None:
    named = re.findall(r"(?m)^\| `tankdsl (\w+)", tool.PAGE.read_text(encoding="utf-8"))
    assert sorted(named) == sorted(COMMANDS)


def test_the_library_example_runs(tool: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    example = next(block for block in blocks_in(tool.PAGE) if block.words == ("python",))
    exec(compile(example.text, "README.md", "exec"), {"tankdsl": tankdsl})
    assert "Result(ended=True" in capsys.readouterr().out
