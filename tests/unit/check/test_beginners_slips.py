"""Slips of somebody who writes a game for the first time: each is one finding, which says what is written instead."""

from pathlib import Path

import pytest

from tankdsl.diagnostics import Diagnostic, Level
from tankdsl.session import Session
from tankdsl.source import DiskBundle, MemoryBundle

DUEL = (Path(__file__).resolve().parents[3] / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")
PLACED = "    board field at (0, 0)\n"
GUNS = 'units Gun {\n    | id  | name  | role  | speed |\n    | pak | "Pak" | heavy | 1 hex |\n}\n'


def findings(text: str) -> list[Diagnostic]:
    session = Session(MemoryBundle({"game.tank": text}), ("game.tank",))
    return [finding for finding in session.findings if finding.level is not Level.INFO]


def changed(old: str, new: str, text: str = DUEL) -> str:
    assert old in text, old
    return text.replace(old, new, 1)


def place(text: str, finding: Diagnostic) -> str:
    assert finding.primary is not None
    return text[finding.primary.span.start : finding.primary.span.end]


@pytest.mark.parametrize(
    ("text", "at", "headline", "help"),
    [
        (changed("side kind Side", "side kind Player"), "Player", "the kind of sides is called `Side`, found `Player`",
         "write `side kind Side { ... }`"),
        (changed("side kind Side", "side kind Player") + "value v(p: Player): int = p.points\n", "Player",
         "the kind of sides is called `Side`, found `Player`", "write `side kind Side { ... }`"),
        (DUEL + "side kind Player { track lives: 0..3 = 3 }\neffect e(s: Side) { s.lives -= 1 }\n", "Player",
         "the kind of sides is called `Side`, found `Player`", "put its fields into `Side`"),
        (DUEL + f"unit kind Gun is Tankk {{}}\n{GUNS}value v(g: Gun): bool = g.speed > 1 hex\neffect e(g: Gun) {{ hit(g) }}\n", "Tankk",
         "there is no kind `Tankk`", "did you mean `Tank`?"),
        (DUEL + f"unit kind Gun is Cannon {{}}\n{GUNS}value v(g: Gun): bool = g.speed > 1 hex\neffect e(g: Gun) {{ hit(g) }}\n", "Cannon",
         "there is no kind `Cannon`", "there is one, `Tank`"),
        (DUEL + "table impact(t: Tank, roll: 6..1) by roll {\n    1..3 => hit(t)\n    4..6 => nothing\n}\n", "6..1",
         "the range 6..1 is empty", "write the smaller number first"),
        (changed('"no tank shoots twice"', '"{by has fired"'), "{", "`{` is never closed in this text",
         "a name in a text stands in braces: `{by}`"),
        (changed('"no tank shoots twice"', '"{by} has fired}"'), "}", "`}` closes nothing in this text",
         "a name in a text stands in braces: `{name}`"),
        (DUEL + 'mission m "M" { met for s when s.points > 3 }\nvalue v(s: Side): bool = met(m, s)\n', "m",
         "found the name of a mission, `m`, expected a mission that somebody has",
         "give each side its own, `state task: Mission? = none` in `side kind Side`, and ask `met(s.task, s)`"),
        (changed("    track points", "    state task: Mission? = none\n    track points")
         + 'mission m "M" { met for s when s.points > 3 }\nvalue v(o: Side): bool = met(m, o)\n', "m",
         "found the name of a mission, `m`, expected a mission that somebody has", "write `met(o.task, o)`"),
        (changed("    main game\n", "    main game\n    state turn_number: 0..9 = 0\n",
                 changed("    rounds {\n", "    rounds {\n        let turn_number = turn_number + 1\n")), "turn_number",
         "`turn_number` is a state of the game, and `let` makes another `turn_number`", "to set it, leave `let` out: `turn_number = ...`"),
        (changed(PLACED, f"{PLACED}    edge river (0, 0) / (1, 0)\n") + "value v(a: place, b: place): bool = edges(a, b) is river\n",
         "edges(a, b) is river", "a set of edge features can never be an edge feature", "write `river in edges(a, b)`"),
        (DUEL + "value v(s: Side, t: Tank): bool = t is not s.tanks\n", "t is not s.tanks", "a `Tank` can never be a set of `Tank`",
         "write `t not in s.tanks`"),
        (DUEL + "value v(s: Side, o: Order): bool = s.hand is o\n", "s.hand is o", "a pile of `Order` can never be a `Order`",
         "write `o in s.hand`"),
        (DUEL + "value v(s: Side): bool = s.tanks is scout\n", "s.tanks is scout", "a set of `Tank` can never be a model of `Tank`",
         "write `any o in s.tanks where o is scout`"),
        (DUEL + "value v(h: place): int = h.level\n", "h.level", "a place has no fields, and `level` is asked of it", "write `level(h)`"),
        (DUEL + "value v(h: place): bool = h.open\n", "h.open", "a place has no fields, and `open` is asked of it",
         "a place has none, its terrain has: `terrain(h).open`"),
        (DUEL + "value v(h: place): int = h.plates\n", "h.plates", "a place has no fields, and `plates` is asked of it",
         "a place has none, what stands on it has: `tank(h).plates`"),
        (DUEL + "value v(t: Tank): bool = t.destroyed\n", "destroyed", "`Tank` has no field `destroyed`", "write `t.removed`"),
        (DUEL + "value v(t: Tank): bool = t.alive\n", "alive", "`Tank` has no field `alive`", "write `not t.removed`"),
        (DUEL + "value v(t: Tank): bool = t.position is none\n", "position", "`Tank` has no field `position`", "write `t.at`"),
        (DUEL + "value v(t: Tank): bool = t.owner is red\n", "owner", "`Tank` has no field `owner`", "write `t.side`"),
        (DUEL + "value v(s: Side, t: Tank): bool = t.side is enemy\n", "enemy", "nothing is called `enemy` here", "write `s.enemy`"),
        (DUEL + "value v(t: Tank): bool = active is enemy\n", "enemy", "nothing is called `enemy` here", "write `t.side.enemy`"),
    ],
)  # fmt: skip
def test_a_slip_is_one_finding(text: str, at: str, headline: str, help: str) -> None:
    found = findings(text)
    assert [finding.headline for finding in found] == [headline]
    assert (place(text, found[0]), found[0].help[0]) == (at, help)


def test_a_battle_that_is_fought_twice_is_a_scenario_of_its_own() -> None:
    found = findings(DUEL + 'campaign c "C" { battles meeting, meeting }\n')
    (finding,) = [finding for finding in found if finding.level is Level.ERROR]
    assert finding.headline == "`c` has the battle `meeting` twice"
    assert finding.help == ('let a scenario of its own take everything from it: `scenario second "..." of meeting { }`',)


def test_things_of_a_kind_that_cannot_be_read_may_stand_in_piles() -> None:
    text = changed("unit kind Tank {\n", "unit kind Tank {\n    pile cargo of Foot\n")
    text += "unit kind Foot is Tank\neffect unload(t: Tank) {\n    for each f in t.cargo { remove f }\n}\n"
    assert [finding.headline for finding in findings(text)] == ["expected `{`, found the next declaration"]


def test_piles_of_a_kind_that_is_misspelt_are_one_finding() -> None:
    text = changed("unit kind Tank {\n", "unit kind Tank {\n    pile cargo of Tnak\n")
    text += "effect unload(t: Tank) {\n    for each f in t.cargo { remove f }\n}\n"
    assert [finding.headline for finding in findings(text)] == ["there is no kind `Tnak`"]


def test_a_change_that_cannot_be_does_not_make_its_option_unused() -> None:
    found = findings(DUEL + 'option dry "Dry" = off { remove row mud of driving }\n')
    assert [finding.headline for finding in found] == ["`driving` has no row `mud`"]
    assert found[0].help == ("its rows have no names",)


@pytest.mark.parametrize("on_disk", [True, False])
@pytest.mark.parametrize(
    ("written", "help"),
    [("../duell", ("did you mean `duel`?",)), ("../games/duel", ()), ("../duel/inner", ())],
    ids=["near", "far", "below"],
)
def test_the_folder_of_a_game_that_there_is_not(written: str, help: tuple[str, ...], on_disk: bool, tmp_path: Path) -> None:
    files = {"duel/duel.tank": DUEL, "winter/winter.tank": f'variant winter "Winter" of "{written}" {{ }}\n'}
    if on_disk:
        (tmp_path / ".git").mkdir()
        for path, text in files.items():
            (tmp_path / path).parent.mkdir()
            (tmp_path / path).write_text(text, encoding="utf-8")
        session = Session(DiskBundle(str(tmp_path / "winter")), ("winter.tank",))
    else:
        session = Session(MemoryBundle(files), ("winter/winter.tank",))
    (finding,) = session.findings
    assert (finding.headline, finding.help) == (f"there is no folder `{written}`", help)
