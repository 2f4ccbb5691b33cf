"""How many findings real maps give rise to: `python -m tests.calibrate FOLDER`.

Every board of a folder (files of MegaMek, `*.board`) is imported and becomes the map of a battle: two sides with tanks, squads, skimmers
that cross water, and a camp are set up on the first rows of opposite edges and march, under rules that nobody would quarrel with. A map
that people play on should give no error and few warnings; a check that speaks on many of them speaks too soon. With `--show` the findings
are written out.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tankdsl.diagnostics import Diagnostic
from tankdsl.diagnostics.render import render_full
from tankdsl.exchange.formats import read_file
from tankdsl.exchange.tank_text import tank_text
from tankdsl.session import Session
from tankdsl.source import DiskBundle, MemoryBundle

RULES = """
measure hex, hexes

enum Drive { tracks, feet, air }

unit kind Unit {
    stat drive: Drive
    stat speed: 1..4 hexes
}

units Unit {
    | id      | name      | drive  | speed   |
    | tank    | "Tank"    | tracks | 4 hexes |
    | squad   | "Squad"   | feet   | 2 hexes |
    | skimmer | "Skimmer" | air    | 4 hexes |
}

checkpoint kind Camp { }

checkpoints Camp {
    | id   | name   |
    | camp | "Camp" |
}

value shut(h: place): bool = %(shut)s

value wet(h: place): bool = %(wet)s

value thick(h: place): bool = %(thick)s

value steep(a: place, b: place): bool = %(steep)s

placement standing(u: Unit, h: place) {
    require row(u.side, h) <= 3                                    "{h} is too far forward"
    require not shut(h)                                            "{h} is closed"
    require not wet(h) or u.drive is air                           "{h} is water"
    require not thick(h) or u.drive is feet                        "{h} is too thick"
    require unit(h) is none                                        "{h} is occupied"
}

placement camping(c: Camp, h: place) {
    require row(c.side, h) <= 2                                    "{h} is too far forward"
    require not shut(h) and not wet(h) and not thick(h)            "{h} is no ground for a camp"
    require camp(h) is none                                        "{h} is a camp already"
}

movement marching of u: Unit from a to b {
    budget u.speed
    cost 1 hex
    first step always
    never when shut(b)                                             "{b} is closed"
    never when wet(b) and u.drive is not air                       "{b} is water"
    never when thick(b) and u.drive is not feet                    "{b} is too thick"
    never when steep(a, b)                                         "the slope is too steep"
    never when unit(b) is not none                                 "{b} is occupied"
}

action post(u: Unit in all units, h: place in places) as s {
    require u.side is s and u.at is none                           "{u} is set up"
    standing(u, h)
    put u at h
}

action pitch(c: Camp in all camps, h: place in places) as s {
    require c.side is s and c.at is none                           "{c} is set up"
    camping(c, h)
    put c at h
}

action march(by: Unit) {
    plot way for by using marching by by.side "Where to?"
    go by along way
}

sequence game {
    each side s takes a turn { s plays post, pitch may pass }
    rounds { turns += 1; each side s takes a turn { s plays march may pass } }
}

ending taken {
    each s in sides
    camp: win s when any c in camps where c.side is not s and unit(c.at).side is s
}
"""
FORCES = "".join(f"    {side} {{ 3 tank, 4 squad, 2 skimmer, camp }}\n" for side in ("red", "blue"))


class Outcome(NamedTuple):
    """What a board gives rise to."""

    name: str
    size: str
    findings: tuple[Diagnostic, ...]
    session: Session

    @property
    def counts(self) -> Counter[str]:
        """How many findings of each level."""
        return Counter(str(finding.level) for finding in self.findings for _ in range(finding.count))


def calibrate(folder: Path) -> Iterator[Outcome]:
    """The boards of a folder in the order of their names; `ValueError` for one that cannot be read."""
    for path in sorted(folder.glob("*.board")):
        outcome = read_file(DiskBundle(path.parent), path.name)
        if outcome.imported is None:
            raise ValueError(f"{path}: {outcome.findings[0].headline}")
        session = battle(_outspoken(tank_text(outcome.imported, path.name)))
        (layout,) = session.program.layouts.values()
        hexes = len(layout.ground.hexes)  # type: ignore[attr-defined]
        yield Outcome(path.stem, f"{hexes:,}", session.findings, session)


def _outspoken(text: str) -> str:
    """The imported text without the comments that allow findings: here all of them count."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("# tankdsl: allow "))


def battle(text: str) -> Session:
    """The imported text of a board with rules and forces."""
    kind = text.split("terrain kind Terrain {")[1].split("}")[0]
    absent = dict(re.findall(r"stat (\w+): +[^=\n]+?(?: = (-?\d+))? flavour", kind))
    has = {name: f"terrain(h).{name} is not {value}" for name, value in absent.items() if value}
    wet = "terrain(h).water >= 1" if "water" in absent else ""
    words = {
        "shut": has.get("impassable", "no"),
        "wet": f"{wet} and not ({has['bridge']})" if wet and "bridge" in has else wet or "no",
        "thick": "terrain(h).woods >= 2" if "woods" in absent else "no",
        "steep": "level(a) > level(b) + 1 or level(b) > level(a) + 1" if "levels {" in text else "no",
    }
    read = re.sub(r"(?m)^(    stat (?:impassable|water|bridge|woods): .*) flavour$", r"\1", text)
    rows = re.sub(r"(?m)^(    labels ccrr)$", r"\1\n    red rows from top\n    blue rows from bottom", read)
    forces = re.sub(r"(?m)^(scenario [^{]*\{)$", rf"\1\n{FORCES.rstrip()}", rows)
    own = re.sub(r"(?s)# The smallest game there is.*?(?=ending time)", "", forces)
    return Session(MemoryBundle({"battle.tank": own + RULES % words}), ("battle.tank",))


def table(outcomes: list[Outcome]) -> str:
    """The figures, a line for each board and one for all."""
    lines = [f"{'board':30} {'hexes':>6} {'errors':>7} {'warnings':>9} {'infos':>6}  codes"]
    for outcome in outcomes:
        codes = Counter(finding.code for finding in outcome.findings for _ in range(finding.count))
        shown = ", ".join(f"{code} x{count}" for code, count in sorted(codes.items()))
        lines.append(_line(outcome.name, outcome.size, outcome.counts, shown))
    total = sum((outcome.counts for outcome in outcomes), Counter[str]())
    return "\n".join([*lines, _line(f"{len(outcomes)} boards", "", total, "")]) + "\n"


def _line(name: str, size: str, counts: Counter[str], codes: str) -> str:
    return f"{name[:30]:30} {size:>6} {counts['error']:>7} {counts['warning']:>9} {counts['info']:>6}  {codes}".rstrip()


def main(arguments: list[str]) -> int:
    """Print the table; the exit code is 1 if any map gives an error."""
    folders = [argument for argument in arguments if argument != "--show"]
    if len(folders) != 1:
        print(__doc__)
        return 2
    outcomes = list(calibrate(Path(folders[0])))
    if "--show" in arguments:
        for outcome in outcomes:
            print(render_full(outcome.findings, outcome.session.sources))
    print(table(outcomes), end="")
    return 1 if any(outcome.counts["error"] for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
