"""What the files around the code promise: one version, locked dependencies from nowhere in particular, the targets of make."""

import re
import tomllib
from pathlib import Path

import pytest

import tankdsl

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


def test_there_is_one_version() -> None:
    assert PROJECT["project"]["version"] == tankdsl.__version__


def test_every_dependency_is_locked_with_hashes() -> None:
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["dev"]]
    locked = {match.lower() for match in re.findall(r"(?m)^([A-Za-z0-9._-]+)==\S+", LOCK)}
    assert {re.split(r"[<>=\[ ]", name)[0] for name in wanted} <= locked
    entries = re.split(r"(?m)^(?=[A-Za-z])", LOCK)[1:]
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_lock_names_no_host() -> None:
    assert not re.search(r"://|--(extra-)?index-url|--find-links|--trusted-host", LOCK)


@pytest.mark.parametrize("target", ["demo", "test", "test-slow", "dev", "lint", "bench", "mutants", "docs", "update", "clean"])
def test_make_has_its_targets(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"(?m)^{target}:", makefile)
    assert re.search(rf"(?m)^\.PHONY:.* ?\b{target}\b", makefile)


def test_continuous_integration_is_what_people_run() -> None:
    script = ROOT / ".ci" / "run"
    assert "make test" in script.read_text(encoding="utf-8")
    assert script.stat().st_mode & 0o111
