"""The same source gives the same bytes, whatever the folder, hash seed, locale, time zone and working directory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.examples.packs import EXAMPLES

ROOT = EXAMPLES.parent
PACK = "tank_clash"


def build(pack: Path, out: Path, cwd: Path, **environment: str) -> dict[str, bytes]:
    """All files that a build writes."""
    done = subprocess.run(
        [sys.executable, "-m", "tankdsl", "build", str(pack), "-o", str(out)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {file.name: file.read_bytes() for file in sorted(out.iterdir())}


def test_two_builds_are_byte_equal(tmp_path: Path) -> None:
    moved = tmp_path / "another place" / "păck"
    shutil.copytree(EXAMPLES / PACK, moved)
    first = build(EXAMPLES / PACK, tmp_path / "one", ROOT, PYTHONHASHSEED="1", LC_ALL="C", TZ="UTC")
    second = build(moved, tmp_path / "two", tmp_path, PYTHONHASHSEED="4242", LC_ALL="C.UTF-8", TZ="Pacific/Auckland", PYTHONUTF8="0")
    assert sorted(first) == sorted(second)
    assert [name for name in first if first[name] != second[name]] == []
    assert len(first) >= 8
