"""Which layer may import which, read from the source; and what a cold start must not import.

Data flows one way (text to engine). The table says for each part of the package what else of the package it may import;
a new part has to be entered, so that its place is a decision.
"""

import ast
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.perf.generate import pack_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "tankdsl"

TEXT = {"bounds", "frozen", "state", "garbage", "source", "diagnostics"}
FRONT = TEXT | {"syntax", "resolve", "check", "rules", "ground", "resources"}
BACK = FRONT | {"ir", "lower", "emit"}
ALL = BACK | {"engine", "testing", "session"}

ALLOWED: dict[str, set[str]] = {
    "bounds": set(),
    "frozen": set(),
    "state": {"frozen"},
    "garbage": set(),
    "source": {"frozen"},
    "diagnostics": {"frozen", "source"},
    "resources": set(),
    "ground": {"bounds", "frozen"},
    "ir": {"bounds", "frozen", "ground"},
    "engine": {"bounds", "frozen", "ir", "ground"},
    "syntax": TEXT | {"resources"},
    "resolve": TEXT | {"syntax", "resources"},
    "check": TEXT | {"syntax", "resolve", "ground"},
    "rules": TEXT | {"syntax", "resolve", "check", "ground"},
    "survey": BACK | {"engine", "picture"},
    "lower": FRONT | {"ir"},
    "emit": FRONT | {"ir", "lower"},
    "testing": BACK | {"engine"},
    "session": BACK | {"engine", "testing"},
    "exchange": TEXT | {"resolve", "ground"},
    "picture": {"frozen", "state", "diagnostics", "ir", "ground", "engine"},
    "cli": ALL | {"exchange", "picture", "survey"},
    "__main__": {"cli"},
    "__init__": ALL,
}

SLOW_LIBRARIES = {"networkx", "jsonschema", "pydantic", "rich"}
MAY_IMPORT_SLOW = "tankdsl/ir/models/"


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def part_of(module: Path) -> str:
    inside = module.relative_to(PACKAGE)
    return inside.parts[0].removesuffix(".py")


def imports_of(module: Path, *, top_only: bool = False) -> Iterator[str]:
    """The dotted names that a module imports; with ``top_only`` those that its import runs, types aside."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for node in _run_at_import(tree) if top_only else ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=name, names=names, level=0):
                yield from (f"{name}.{alias.name}" for alias in names)
            case ast.ImportFrom(level=level):
                raise AssertionError(f"{module}: relative import of level {level}")


def _run_at_import(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from _run_at_import(child)


def test_every_part_has_its_place() -> None:
    assert sorted({part_of(module) for module in modules()} - set(ALLOWED)) == [], "enter the new part in ALLOWED"


def test_the_table_itself_has_no_circle() -> None:
    for part, allowed in ALLOWED.items():
        assert part not in allowed
        assert [other for other in allowed if part in ALLOWED[other]] == [], part


@pytest.mark.parametrize("part", sorted(ALLOWED))
def test_imports_follow_the_stream(part: str) -> None:
    against = []
    for module in (module for module in modules() if part_of(module) == part):
        for name in imports_of(module):
            words = name.split(".")
            if words[0] == "tankdsl" and len(words) > 1:
                target = words[1]
                known = target in ALLOWED and target not in {part, *ALLOWED[part]}
                if known:
                    against.append(f"{module.relative_to(ROOT)} imports {name}")
    assert against == []


def test_slow_libraries_are_imported_where_they_are_used() -> None:
    found = [
        f"{module.relative_to(ROOT)} imports {name}"
        for module in modules()
        if not module.relative_to(ROOT).as_posix().startswith(MAY_IMPORT_SLOW)
        for name in imports_of(module, top_only=True)
        if name.split(".")[0] in SLOW_LIBRARIES
    ]
    assert found == []


@pytest.mark.parametrize("library", ["lark"])
def test_only_the_syntax_layer_knows_the_parser(library: str) -> None:
    users = {part_of(module) for module in modules() if any(n.split(".")[0] == library for n in imports_of(module))}
    assert users <= {"syntax"}


def test_engine_and_source_take_nothing_from_outside_but_the_standard_library() -> None:
    foreign = [
        f"{module.relative_to(ROOT)} imports {name}"
        for module in modules()
        if part_of(module) in ("engine", "source")
        for name in imports_of(module)
        if name.split(".")[0] not in sys.stdlib_module_names | {"tankdsl", "__future__"}
    ]
    assert foreign == []


def test_cold_start_is_light() -> None:
    always = [name for name in ("tankdsl.source", "tankdsl.diagnostics", "tankdsl.cli") if importlib.util.find_spec(name)]
    assert "tankdsl.diagnostics" in always
    code = f"import sys, {', '.join(always)}; print(*sorted({SLOW_LIBRARIES!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_checking_a_small_game_imports_nothing_slow(tmp_path: Path) -> None:
    (tmp_path / "a.tank").write_text(pack_of(200), encoding="utf-8")
    slow = SLOW_LIBRARIES | {"lark"}
    code = f"import sys, tankdsl; print(len(tankdsl.compile_pack({str(tmp_path)!r}).findings), *sorted({slow!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0"]


def test_checking_rules_alone_imports_no_boards(tmp_path: Path) -> None:
    rules = re.split(r"(?m)^(?=board|test|layout|roster|scenario|#)", pack_of(200))
    kept = [part for part in rules if not re.match("board|test|layout|roster|scenario", part)]
    (tmp_path / "a.tank").write_text("".join(kept), encoding="utf-8")
    code = f"import sys, tankdsl; print(len(tankdsl.compile_pack({str(tmp_path)!r}).findings), 'tankdsl.check.boards' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "False"]
