"""Faults in what a scenario takes: layouts, options, reinforcements, limits, ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from tests.mutants.base import Base
from tests.mutants.ground import ground_of
from tests.mutants.kinds.grounds import shared_by
from tests.mutants.mutant import Mutant, change, kind, with_line
from tests.mutants.reading import LABEL, Place


@kind
def layout_unknown(base: Base) -> Iterator[Mutant]:
    """There is no layout of that name."""
    for scenario in base.scenarios.values():
        wrong = scenario.layout[:-1] + "g"
        yield change(base, scenario.layout_at, f"layout {scenario.layout}", f"layout {wrong}", f"{scenario.layout} is {wrong}")


@kind
def layout_missing(base: Base) -> Iterator[Mutant]:
    """A scenario without a map."""
    for scenario in base.scenarios.values():
        lines = {spot.at for spot in scenario.spots}
        yield with_line(base, scenario.layout_at, "", "no layout", {scenario.at, *lines})


@kind
def layout_of_another(base: Base) -> Iterator[Mutant]:
    """The map is that of another scenario: a piece is placed on a hex that it does not have, or on closed ground."""
    for scenario in base.scenarios.values():
        for layout in base.layouts.values() if base.is_on_hexes else ():
            ground = base.ground(layout.id)
            labels = [spot for spot in scenario.spots if LABEL.fullmatch(spot.label) and "mine" not in spot.piece]
            hit = {spot.at for spot in labels if spot.label not in ground or base.is_closed(layout.id, spot.label)}
            names = {item.name.split()[1] for item in layout.of("place")}
            hit |= {
                spot.at for spot in scenario.spots if not LABEL.fullmatch(spot.label) and spot.label not in names and "(" not in spot.label
            }
            if hit and layout.id != scenario.layout:
                old, new = f"layout {scenario.layout}", f"layout {layout.id}"
                yield change(base, scenario.layout_at, old, new, f"{scenario.id} on {layout.id}", hit)


@kind
def scenario_twice(base: Base) -> Iterator[Mutant]:
    """Two scenarios have one name."""
    ids = list(base.scenarios)
    for one, other in pairwise(ids):
        at = base.scenarios[one].at
        yield change(base, at, f"scenario {one} ", f"scenario {other} ", f"{one} is {other}", {base.scenarios[other].at})


@kind
def sides_of_a_question(base: Base) -> Iterator[Mutant]:
    """A state of the game is set to a side that there is not."""
    for at, found in base.find(r"given.*\b(?:first_side|defender|attacker|ambusher) = (\w+)"):
        line = base.line(at)
        yield with_line(base, at, line[: found.start(1)] + "nobody_else" + line[found.end(1) :], f"{found[1]} is nobody_else")


@kind
def start_unknown(base: Base) -> Iterator[Mutant]:
    """There is no sequence of that name."""
    for at, found in base.find(r"^    start (\w+)"):
        yield change(base, at, found[0], f"    start {found[1][::-1]}", f"{found[1]} is {found[1][::-1]}")


# --------------------------------------------------------------------------------------------------------------- options


def set_options(base: Base) -> Iterator[tuple[Place, re.Match[str]]]:
    """Every option that a scenario sets."""
    for at, _ in base.find(r"^    options "):
        for found in re.finditer(r"(\w+) = (\w+)", base.line(at)):
            yield at, found


@kind
def option_unknown(base: Base) -> Iterator[Mutant]:
    """The game has no option of that name."""
    for at, found in set_options(base):
        line, wrong = base.line(at), found[1].replace("_", "", 1) + "s"
        yield with_line(base, at, line[: found.start(1)] + wrong + line[found.end(1) :], f"{found[1]} is {wrong}")


@kind
def option_value_unknown(base: Base) -> Iterator[Mutant]:
    """The option has no such value, or none so large."""
    for at, found in set_options(base):
        line, wrong = base.line(at), "99999" if found[2].isdigit() else "sometimes"
        yield with_line(base, at, line[: found.start(2)] + wrong + line[found.end(2) :], f"{found[0]} is {wrong}")


# -------------------------------------------------------------------------------------------------------- reinforcements


def arrivals(base: Base) -> Iterator[tuple[Place, re.Match[str]]]:
    """Every reinforcement: its line, the turn and the hexes of entry."""
    for at, _ in base.find(r"arrives = \d+"):
        for found in re.finditer(r"arrives = (\d+); entries = \[([^\]]*)\]", base.line(at)):
            yield at, found


def limit_of(base: Base, at: Place) -> tuple[Place, int]:
    """The line that sets the last turn of the scenario in which a line stands."""
    scenario = next(one for one in base.scenarios.values() if one.at.file == at.file and at.line in one.lines)
    for number, line in scenario.lines.items():
        found = re.search(r"last_turn = (\d+)", line)
        if found is not None:
            return Place(at.file, number), int(found[1])
    raise AssertionError("a scenario with reinforcements has a last turn")


@kind
def arrives_after_the_end(base: Base) -> Iterator[Mutant]:
    """The unit comes up in a turn that is never played."""
    for at, found in arrivals(base):
        place, limit = limit_of(base, at)
        line = base.line(at)
        for late in (limit + 1, limit + 10):
            yield with_line(
                base, at, line[: found.start(1)] + str(late) + line[found.end(1) :], f"arrives in turn {late} of {limit}", {place}
            )


@kind
def arrives_never(base: Base) -> Iterator[Mutant]:
    """Turns count from 1 to 99."""
    for at, found in arrivals(base):
        line = base.line(at)
        for turn in ("0", "100"):
            yield with_line(base, at, line[: found.start(1)] + turn + line[found.end(1) :], f"arrives in turn {turn}")


@kind
def ends_before_arrival(base: Base) -> Iterator[Mutant]:
    """The game is over before reinforcements come up."""
    for at, found in arrivals(base):
        place, _ = limit_of(base, at)
        old = re.search(r"last_turn = \d+", base.line(place))
        assert old is not None
        if int(found[1]) > 1:
            yield change(base, place, old[0], "last_turn = 1", f"one turn, arrival in turn {found[1]}", {at})


@kind
def entry_closed(base: Base) -> Iterator[Mutant]:
    """The unit can come onto the map only where no unit may be."""
    for at, found in arrivals(base):
        line = base.line(at)
        yield with_line(base, at, line[: found.start(2)] + "H6, H7" + line[found.end(2) :], "entries H6, H7")


@kind
def entry_off_the_map(base: Base) -> Iterator[Mutant]:
    """The map has no such hex."""
    for at, found in arrivals(base):
        line, wrong = base.line(at), found[2].split(",")[0] + "1"
        yield with_line(base, at, line[: found.start(2)] + wrong + line[found.end(2) :], f"entry {wrong}")


@kind
def entries_emptied(base: Base) -> Iterator[Mutant]:
    """The unit has no hex where it could come onto the map."""
    for at, found in arrivals(base):
        line = base.line(at)
        yield with_line(base, at, line[: found.start(2)] + line[found.end(2) :], "no entry")


# ------------------------------------------------------------------------------------------------------------------ ends


@kind
def no_turns_at_all(base: Base) -> Iterator[Mutant]:
    """A limit of no turns leaves no game."""
    for at, found in base.find(r"last_turn = \d+"):
        if base.line(at).startswith("    options"):
            yield change(base, at, found[0], "last_turn = 0", "no turns")


@kind
def time_too_short(base: Base) -> Iterator[Mutant]:
    """One turn is left in which one side has to take what lies further away than a turn's drive."""
    for name in ("beach_landing", "cross_minefield"):
        scenario = base.scenarios.get(name)
        if scenario is not None:
            lines = {Place(scenario.at.file, number) for number in scenario.lines}
            missions = {at for at, _ in base.find(r"^mission |^ending |\bmet\(")}
            at = next(Place(scenario.at.file, number) for number, line in scenario.lines.items() if line.startswith("    options"))
            beside = {place for place in lines if "mission" in base.line(place)} | {scenario.at, *missions}
            yield change(base, at, "concession = off", "concession = off, turn_limit = 1", "one turn", beside)


@kind
def mission_met_at_the_start(base: Base) -> Iterator[Mutant]:
    """The side that has to take all objectives holds them when the game begins."""
    for at, _ in base.find(r"\{ holder = red \}"):
        missions = {place for place, _ in base.find(r"^mission |^ending |\bmet\(|\.mission = take_all")}
        yield with_line(base, at, base.line(at).replace("holder = red", "holder = blue"), "blue holds everything", missions)


@kind
def mission_without_its_objective(base: Base) -> Iterator[Mutant]:
    """Both sides have to take an objective that is not on the map: nobody can ever do that."""
    for at, found in base.find(r"red\.prize at plaza, "):
        missions = {place for place, _ in base.find(r"^mission |^ending |\bmet\(|\.mission = take_one")}
        beside = {base.scenarios["urban_warfare"].at, *missions, *(force.at for force in base.scenarios["urban_warfare"].forces)}
        yield change(base, at, found[0], "", "no objective on the map", beside)


@kind
def mission_unknown(base: Base) -> Iterator[Mutant]:
    """There is no mission of that name."""
    for at, found in base.find(r"given.*\.mission = (\w+)"):
        yield change(base, at, f".mission = {found[1]}", f".mission = {found[1]}x", f"{found[1]} is {found[1]}x")


@kind
def endings_removed(base: Base) -> Iterator[Mutant]:
    """Nothing ends the game, and what only the ends asked for is asked for by nobody."""
    edits: dict[Place, str] = {}
    for file, lines in base.files.items():
        inside = False
        for number, line in enumerate(lines, 1):
            inside = inside or line.startswith("ending ")
            if inside:
                edits[Place(file, number)] = ""
                inside = not (line.startswith("}") or line.split("@")[0].rstrip().endswith("}"))
    where = {at for at, _ in base.find(r"^(ruleset|sequence) |^    rounds|^\s+(add|replace|remove) ending")}
    asked = set(re.findall(r"\w{4,}", " ".join(base.line(at) for at in edits)))
    where |= {at for at, found in base.find(r"^\s*(?:option|state|track|stat|value|mission)\s+(\w+)") if found[1] in asked}
    yield Mutant("no ending", edits, frozenset(where - set(edits)))


@kind
def board_of_a_map_removed(base: Base) -> Iterator[Mutant]:
    """A board is missing in the layout, and with it hexes that the layout or a scenario names."""
    for layout in base.layouts.values():
        for placing in layout.placings:
            if len(layout.placings) < 2 or placing.board not in base.boards:
                continue
            rest = layout._replace(placings=tuple(one for one in layout.placings if one is not placing))
            left = ground_of(rest, base.boards).keys()
            users = {item.at for item in layout.items if set(LABEL.findall(item.text)) - left}
            users |= {spot.at for scenario, spot in base.spots() if scenario.layout == layout.id and spot.label not in left}
            if users:
                beside = {*users, *shared_by(base, layout.id), *(one.at for one in rest.placings)}
                yield with_line(base, placing.at, "", f"no {placing.board}", beside)
