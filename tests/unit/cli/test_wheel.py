"""The installed wheel needs no checkout: pages, schemas and the grammar travel inside."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.unit.cli.conftest import DUEL

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_commands_run_from_the_wheel_alone(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    site = tmp_path / "site"
    zipfile.ZipFile(next(tmp_path.glob("*.whl"))).extractall(site)
    environment = {**os.environ, "PYTHONPATH": str(site)}

    def run(*arguments: str) -> str:
        command = [sys.executable, "-P", "-m", "tankdsl", *arguments]
        return subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True).stdout

    assert run("explain", "TK8003").startswith("# TK8003 `compiled-changed`")
    assert '"urn:tankdsl:1:record"' in run("schema", "record")
    assert run("check", str(DUEL)) == "no findings in 3 files\n"
    assert "wins (last: alone)" in run("play", str(DUEL), "--seed", "3", "--auto")
