import subprocess
import sys
from pathlib import Path

import pytest

from tankdsl.resources import resource_bytes, resource_folder, resource_names, resource_text

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("folder", ["grammar", "schemas"])
def test_data_is_found_in_a_checkout(folder: str) -> None:
    assert "README.md" in resource_names(folder)  # type: ignore[arg-type]
    expected = (ROOT / folder / "README.md").read_bytes()
    assert resource_bytes(folder, "README.md") == expected  # type: ignore[arg-type]
    assert resource_text(folder, "README.md") == expected.decode()  # type: ignore[arg-type]


def test_names_are_chosen_by_suffix_and_sorted() -> None:
    names = resource_names("schemas")
    assert list(names) == sorted(names)
    assert set(resource_names("schemas", ".json")) == {name for name in names if name.endswith(".json")}


def test_missing_data_is_told() -> None:
    with pytest.raises(FileNotFoundError):
        resource_bytes("grammar", "nothing.lark")
    with pytest.raises(FileNotFoundError, match="install the package again"):
        resource_folder("nothing")  # type: ignore[arg-type]


def test_working_directory_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "grammar").mkdir()
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import tankdsl.resources as r; print(r.resource_names('grammar'))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "README.md" in done.stdout


def test_packaged_data_comes_first(tmp_path: Path) -> None:
    for place, text in (("tankdsl/_data/grammar", "inside"), ("grammar", "beside")):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "x.lark").write_text(text)
    for name in ("__init__.py", "resources.py"):
        (tmp_path / "tankdsl" / name).write_bytes((ROOT / "tankdsl" / name).read_bytes())
    code = "import sys; sys.path.insert(0, '.'); import tankdsl.resources as r; print(r.resource_text('grammar', 'x.lark'))"
    done = subprocess.run([sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "inside"
