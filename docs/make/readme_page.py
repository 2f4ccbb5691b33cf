"""Write what ``README.md`` shows anew: two rules, a mistake with its message, the end of the game that `make demo` plays, and a map.

All of it is taken from the example, or made by running the commands on it, so the front page shows what a visitor gets.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from click.testing import CliRunner

from tankdsl.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "README.md"
PACK = ROOT / "examples" / "tank_clash"
RULES = ("ruleset.tank", ("guard can_shoot", "table result"))
"""A file, and the beginnings of the declarations in it that are shown."""
MISTAKE = ("ruleset.tank", "hit:      5 ", "hit:      4 ")
"""A file, the right words in it, and the wrong ones."""
PICTURE = ROOT / "docs" / "duel.svg"


def demo_of_makefile(name: str) -> str:
    """The value of a variable of the Makefile."""
    found = re.search(rf"(?m)^{name} := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert found is not None, name
    return found[1]


def run(*arguments: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(app, list(arguments), prog_name="tankdsl")
    return "".join(f"{line.rstrip()}\n" for line in result.output.splitlines())


def rules() -> str:
    """The declarations that are shown, as they stand in the example."""
    text = (PACK / RULES[0]).read_text(encoding="utf-8")
    return "\n".join(text[(start := text.index(f"\n{head}(") + 1) : text.index("\n}\n", start) + 3] for head in RULES[1])


def mistake() -> str:
    """The example with a mistake in it, checked."""
    file, right, wrong = MISTAKE
    with tempfile.TemporaryDirectory() as folder:
        pack = Path(shutil.copytree(PACK, Path(folder) / "tank_clash"))
        text = (pack / file).read_text(encoding="utf-8")
        assert text.count(right) == 1, right
        (pack / file).write_text(text.replace(right, wrong), encoding="utf-8")
        found = run("check", str(pack))
    return "$ tankdsl check examples/tank_clash\n" + found.replace(f"{folder}/", "examples/")


def demo() -> str:
    """The last turn, the map and the result of the game of `make demo`; its hash would change with every word of the rules."""
    seed = demo_of_makefile("DEMO_SEED")
    scenario = demo_of_makefile("DEMO_SCENARIO").removesuffix(".json")
    text = run("play", str(PACK), "--scenario", scenario, "--seed", seed, "--auto")
    title = text.splitlines()[0]
    last_turn = text[text.rindex("\nTurn ") :]
    told, standing = re.split(r"(?m)(?<=\n)\n(?=\S+ .*\bblank\b)", last_turn)
    result = standing.splitlines(keepends=True)[-2]
    return f"$ make demo\n...\n{title}\n...\n{told.lstrip()}\n{result}"


def picture() -> str:
    """The map that is shown, by the command that the page names."""
    named = re.search(r"drawn by `tankdsl map (\S+) ([^`]*) --svg (\S+)`", PAGE.read_text(encoding="utf-8"))
    assert named is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / named[3]
        told = run("map", str(ROOT / named[1]), *named[2].split(), "--svg", str(file))
        assert file.exists(), told
        return file.read_text(encoding="utf-8")


def page_text() -> str:
    """The page with its transcripts brought up to date."""
    page = PAGE.read_text(encoding="utf-8")
    for mark, language, text in (("rules", "text", rules()), ("mistake", "console", mistake()), ("demo", "console", demo())):
        before, opening, rest = page.partition(f"<!-- {mark} -->\n```{language}\n")
        assert opening, mark
        page = before + opening + text + rest[re.search(r"(?m)^```$", rest).start() :]  # type: ignore[union-attr]
    return page


if __name__ == "__main__":
    PAGE.write_text(page_text(), encoding="utf-8", newline="\n")
    PICTURE.write_text(picture(), encoding="utf-8", newline="\n")
