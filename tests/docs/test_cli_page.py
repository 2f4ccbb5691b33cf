"""The texts of `--help` in ``docs/cli.md`` are what the commands print."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tankdsl.cli.app import COMMANDS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("cli_page", ROOT / "docs" / "make" / "cli_page.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_help_texts_are_up_to_date(tool: ModuleType) -> None:
    assert tool.PAGE.read_text(encoding="utf-8") == tool.page_text(), "run `make docs`"


def test_every_command_is_on_the_page(tool: ModuleType) -> None:
    found = [block["command"] for block in tool.BLOCK.finditer(tool.PAGE.read_text(encoding="utf-8"))]
    assert found == ["tankdsl", *(f"tankdsl {name}" for name in COMMANDS)]
