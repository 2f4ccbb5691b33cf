"""Running commands in the process of the tests, on a small pack of its own."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tankdsl.cli.app import app

DUEL = Path(__file__).parents[2] / "samples" / "duel"

Run = Callable[..., Result]


def run_command(*arguments: str | Path, input: str | None = None) -> Result:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=input, prog_name="tankdsl")
    assert "Traceback" not in result.output
    return result


@pytest.fixture
def run() -> Run:
    """A command: exit code, standard output and standard error of it."""
    return run_command


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A copy of the sample pack, free to be spoilt."""
    return Path(shutil.copytree(DUEL, tmp_path / "duel"))


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the sample pack with a record of a game beside it; nobody changes it."""
    folder = tmp_path_factory.mktemp("built")
    assert run_command("build", DUEL, "-o", folder).exit_code == 0
    played = run_command("play", folder / "meeting.json", "--seed", "3", "--auto", "--record", folder / "record.json")
    assert played.exit_code == 0
    return folder
