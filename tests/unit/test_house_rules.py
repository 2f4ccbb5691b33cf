"""Rules of the house that a machine can check: sizes, who prints, and that no game is known to the compiler."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "tankdsl").rglob("*.py"))
MOST_LINES_IN_A_FILE = 480
MOST_LINES_IN_A_FUNCTION = 80

GAMES = ("tank clash", "tank on tank", "tank commander", "simple tabletop", "tabletop tanks")
UNITS = ("sherman", "panzer", "pershing", "hellcat", "marder", "tiger", "stug", "cromwell", "churchill", "t-34", "kv-1")
FORBIDDEN = re.compile("|".join(name.replace(" ", "[ _-]?") for name in (*GAMES, *UNITS)), re.IGNORECASE)


def texts_of_the_compiler() -> list[Path]:
    suffixes = {".py", ".lark", ".md", ".json", ".txt"}
    return sorted(file for folder in ("tankdsl", "grammar") for file in (ROOT / folder).rglob("*") if file.suffix in suffixes)


def test_no_game_is_known_by_name() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:60]}"
        for file in texts_of_the_compiler()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if FORBIDDEN.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("text", ["Tank Clash", "tank_on_tank", "TankCommander", "panzer_iv", "M4 Sherman", "simple-tabletop"])
def test_names_of_games_and_units_are_recognised(text: str) -> None:
    assert FORBIDDEN.search(text)


def test_files_are_short() -> None:
    lengths = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8").count("\n") for file in MODULES}
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES_IN_A_FILE} == {}


def test_functions_are_short() -> None:
    long = [
        f"{file.relative_to(ROOT)}:{node.lineno} {node.name}"
        for file in MODULES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= MOST_LINES_IN_A_FUNCTION
    ]
    assert long == []


def test_modules_say_their_idea_first() -> None:
    silent = [
        str(file.relative_to(ROOT))
        for file in MODULES
        if file.read_text(encoding="utf-8").strip() and not ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert silent == []


def without_script(tree: ast.Module) -> ast.Module:
    """A module without its `if __name__ == "__main__"`, which runs only when the file itself is the program."""
    tree.body = [node for node in tree.body if not (isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'")]
    return tree


def test_only_the_command_line_prints_or_exits() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in MODULES
        if file.relative_to(ROOT).parts[1] not in ("cli", "__main__.py")
        for node in ast.walk(without_script(ast.parse(file.read_text(encoding="utf-8"))))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("print", "input", "exit", "quit", "sys.exit", "os._exit")
    ]
    assert found == []


def fractions_in(text: str) -> list[int]:
    """Lines that make or take a number with a fraction: literals, true division, `float`, or anything of `math` but whole roots."""
    found = []
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Constant(value=float() | complex()):
                found.append(node.lineno)
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                found.append(node.lineno)
            case ast.Name(id="float"):
                found.append(node.lineno)
            case ast.ImportFrom(module="math", names=names) if any(name.name not in ("isqrt", "gcd") for name in names):
                found.append(node.lineno)
            case ast.Import(names=names) if any(name.name == "math" for name in names):
                found.append(node.lineno)
    return found


@pytest.mark.parametrize("folder", ["engine", "ground", "lower"])
def test_nothing_is_computed_with_fractions(folder: str) -> None:
    """States and compiled files hold whole numbers only, so that another engine comes to the same ones."""
    files = [file for file in MODULES if file.is_relative_to(ROOT / "tankdsl" / folder)]
    assert files
    found = {str(file.relative_to(ROOT)): fractions_in(file.read_text(encoding="utf-8")) for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


@pytest.mark.parametrize("text", ["x = 0.5", "x = a / b", "x /= 2", "x = float(a)", "from math import sqrt", "import math"])
def test_fractions_are_recognised(text: str) -> None:
    assert fractions_in(text) == [1]
