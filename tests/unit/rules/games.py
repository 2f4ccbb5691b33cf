"""Games for tests of the static checks: the small game of the checker's tests, with other rules, boards and scenarios put in."""

from __future__ import annotations

from tankdsl.diagnostics import Diagnostic
from tests.unit.check.small import FORCES, MAPS, RULES, SCENARIO, session

SMALL = RULES + MAPS + FORCES + SCENARIO

PLACEMENTS = """
placement camping(c: Camp, h: place) {
    require territory(h) is c.side     "outside its side's territory"
    require row(c.side, h) is c.line   "not on its row"
    require ground(h).open             "{c} stands on open ground"
    require camp(h) is none            "there is a camp already"
}
placement standing(w: Walker, h: place) {
    require territory(h) is w.side     "outside your own territory"
    require ground(h).enterable        "no walker can stand there"
    require walker(h) is none          "the hex is occupied"
}
"""


def never(condition: str, reason: str = "no") -> str:
    """The rules of the small game with one more `never when` of its movement."""
    return RULES.replace("    never when walker(b)", f'    never when {condition} "{reason}"\n    never when walker(b)')


def board(*rows: str, name: str = "north") -> str:
    """A board of the small game with these rows."""
    text = "\n".join(f"        {row}" for row in rows)
    size = f"{len(rows[0].split())} x {len(rows)}"
    return f'board {name} "{name}" axial {size} {{\n    legend . = grass, w = wood, # = rock\n    rows {{\n{text}\n    }}\n}}\n'


def on_board(*rows: str, layout: str = "", scenario: str = "", rules: str = RULES, forces: str = FORCES) -> str:
    """The small game with one board for a map, which is all red's, and a scenario on it."""
    ground = "    board north at (0, 0) of red\n    red rows from top\n    blue rows from bottom\n"
    return (
        f'{rules}{board(*rows)}layout flat "Flat" {{\n{ground}{_lines(layout)}}}\n{forces}'
        f'scenario plain "Plain" {{\n    layout flat\n    roster usual\n{_lines(scenario)}}}\n'
    )


def _lines(text: str) -> str:
    return "".join(f"    {line.strip()}\n" for line in text.splitlines() if line.strip())


def findings(text: str) -> tuple[Diagnostic, ...]:
    """What the static checks find in a text that is otherwise without errors."""
    made = session(text)
    errors = [finding for finding in (*made.loaded.found, *made.checked.found) if finding.level == "error"]
    assert [finding.headline for finding in errors] == []
    return made.rule_findings


def names(text: str) -> list[str]:
    """The names of what the static checks find."""
    return [finding.name for finding in findings(text)]


def only(text: str, name: str) -> Diagnostic:
    """The single finding with a name."""
    found = [finding for finding in findings(text) if finding.name == name]
    assert len(found) == 1, [finding.headline for finding in findings(text)]
    return found[0]
