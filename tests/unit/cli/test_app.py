"""The command as a whole: help, misuse, faults of our own, and how it ends."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import click
import pytest

from tankdsl import __version__
from tankdsl.cli import app as application
from tankdsl.cli.app import COMMANDS
from tests.unit.cli.conftest import DUEL, Run

ROOT = Path(__file__).resolve().parents[3]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=lambda words: " ".join(words) or "tankdsl")
def test_every_command_has_help_with_an_example(run: Run, command: tuple[str, ...]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert f"Usage: {' '.join(('tankdsl', *command))}" in result.stdout
    assert f"Example:\n    {' '.join(('tankdsl', *command))}" in result.stdout


def test_help_lists_the_commands_in_order(run: Run) -> None:
    text = run("--help").stdout
    places = [text.index(f"\n  {name} ") for name in COMMANDS]
    assert places == sorted(places)


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"tankdsl {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["chekc"], "no such command `chekc`", "did you mean `check`?"),
        (["check", "--fromat", "json", "x"], "there is no option `--fromat`", "did you mean `--format`?"),
        (["check"], "expected PATH... after `tankdsl check`", "`tankdsl check --help` says how it is used"),
        (["check", "--format", "xml", "x"], "`--format`: `xml` is not one of `full`, `concise`, `json`", ""),
        (["play", "x", "--seed", "many"], "`--seed` takes a whole number from 0 to 4294967295", ""),
        (["play", "x", "--seed", "-3"], "`--seed` takes a whole number from 0 to 4294967295", ""),
        (["--seed", "7", "play", "x"], "there is no option `--seed`", "options of a command stand behind its name"),
        (["build", "x"], "expected `--output` after `tankdsl build`", ""),
    ],
)
def test_misuse_is_a_diagnostic(run: Run, arguments: list[str], message: str, hint: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "error[TK9006 usage-not-understood]: " in result.stderr
    assert message in result.stderr and hint in result.stderr


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    result = run()
    assert result.exit_code == 2
    assert "Usage: tankdsl" in result.output


def failing(error: BaseException) -> click.Command:
    @click.command()
    def command() -> int:
        raise error

    return command


def test_a_fault_of_ours_says_that_it_is_a_bug(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(application.DEBUG_VARIABLE, raising=False)
    monkeypatch.setattr("tankdsl.cli.schema.command", failing(KeyError("scouts")))
    result = run("schema")
    assert result.exit_code == 2
    assert "error[TK9001 internal-error]: this is a bug in tankdsl: `tankdsl schema` failed with KeyError" in result.stderr
    assert "`tankdsl --debug schema` shows where it happened" in result.stderr


def test_a_traceback_is_shown_when_it_is_asked_for() -> None:
    code = "import tankdsl.cli.schema as s, tankdsl.resources as r; r.resource_names = 1; from tankdsl.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "--debug", "schema"], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" in done.stderr and "TK9001" in done.stderr


def test_deep_recursion_is_a_fault_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tankdsl.cli.schema.command", failing(RecursionError("deep")))
    assert run("schema").exit_code == 2


def test_an_interrupt_ends_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tankdsl.cli.schema.command", failing(KeyboardInterrupt()))
    result = run("schema")
    assert result.exit_code == 130
    assert result.output.strip() == ""


def test_a_full_disk_is_told() -> None:
    if not Path("/dev/full").exists():
        return
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tankdsl", "schema", "record"],
            env=ENVIRONMENT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("error[TK9004 output-failed]: cannot write the output: no space left on device")
    assert "Exception ignored" not in done.stderr


def test_a_closed_pipe_ends_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tankdsl", "schema", "scenario"], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() in (141, 0)


def test_an_interrupt_in_the_middle_of_a_game() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tankdsl", "play", str(DUEL), "--seed", "1"],
        env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # A shell that runs the tests in the background has them ignore interrupts.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert process.stdout is not None and process.stderr is not None
    while b"> " not in (line := process.stdout.read1(100_000)):
        assert line, process.stderr.read()
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors.strip()) == (130, b"")


def test_any_encoding_of_the_terminal_will_do(tmp_path: Path) -> None:
    (tmp_path / "gr\u00fcn.tank").write_text("enum R\u00f6le { medium }\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tankdsl", "check", str(tmp_path), "--colour", "never"],
        env={**ENVIRONMENT, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert b"\\xfc" in done.stdout and done.stdout.isascii()
