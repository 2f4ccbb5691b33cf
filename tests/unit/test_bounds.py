"""What checks can be built, and what is built is accepted: every bound of the compiled form is a finding of the source before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tankdsl import bounds
from tankdsl.diagnostics import Diagnostic, Level
from tankdsl.engine.load import load_game
from tankdsl.ir.marks import INT32_HIGH, INT32_LOW
from tankdsl.ir.models import RulesetDocument, ScenarioDocument
from tankdsl.ir.models.campaign import CampaignDocument
from tankdsl.ir.shape import Choice, Line, Listing, Mapping, Number, RecordShape, Shape, shape_of
from tankdsl.ir.validate import validate
from tankdsl.session import Session
from tankdsl.source import MemoryBundle

DUEL = (Path(__file__).parents[2] / "docs" / "diagnostics" / "preludes" / "duel.tank").read_text(encoding="utf-8")
FACING = {
    "    state ready = yes": "    state ready = yes\n    state aim: direction = n",
    "    require by.ready  ": '    require quarter(by, target) is a0 "not ahead"\n    require by.ready  ',
    "    by.ready = yes\n": "    by.ready = yes\n    by.aim = ne\n",
}


def duel(*changes: tuple[str, str], more: str = "") -> str:
    """The duel with other words in places of it, and more behind it."""
    text = DUEL
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text + more


def arcs(*parts: str) -> str:
    """The duel with arcs of these ranges of degrees."""
    rows = "\n".join(f"    a{number}: {part}" for number, part in enumerate(parts))
    return duel(*FACING.items(), more=f"arcs quarter of Tank by aim {{\n{rows}\n    border: first\n}}\n")


def each(depth: int) -> str:
    """The duel with so many `for each` in one requirement."""
    opened = "".join(f"    for each t{number} in all tanks {{\n" for number in range(depth))
    nested = opened + '    require by.ready "not ready"\n' + "    }\n" * depth
    return duel(("    can_hit(by, target)\n", nested + "    can_hit(by, target)\n"))


def statements(count: int) -> str:
    """The duel with so many locals in an effect."""
    return duel(("effect hit(t: Tank) {\n", "effect hit(t: Tank) {\n" + "".join(f"    let v{n} = {n}\n" for n in range(count))))


def named(word: str, length: int) -> str:
    """The duel with a longer word instead of one of its names."""
    return duel((word, (word + "x" * length)[:length]))


def laid(column: int) -> str:
    """The duel on a board that lies so far to the right."""
    points = ((0, 0), (1, 0), (3, 3), (4, 3))
    moved = [(f"at ({q}, {r})", f"at ({q + column}, {r})") for q, r in points if (q, r) != (0, 0)]
    return duel(("board field at (0, 0)", f"board field at ({column}, 0)"), ("red.scout at (0, 0)", f"red.scout at ({column}, 0)"), *moved)


def levelled(height: int) -> str:
    """The duel on a board whose first hex lies so high."""
    last = "        . . . T .\n        . . . . .\n    }\n"
    return duel((last, last + f"    levels {{\n        {height} 0 0 0 0\n" + "        0 0 0 0 0\n" * 3 + "    }\n"))


def board(columns: int, rows: int) -> str:
    """A game on an empty board of this size."""
    cells = "\n".join("        " + " ".join("." * columns) for _ in range(rows))
    return (
        'ruleset g "G" {\n    sides red "Red", blue "Blue"\n    space hex flat\n    main game\n    track turns: 0..9 = 0\n}\n'
        'terrain kind Terrain { }\nterrains Terrain {\n    | id | name |\n    | grass | "Grass" |\n}\n'
        f"board b axial {columns} x {rows} {{\n    legend . = grass\n    rows {{\n{cells}\n    }}\n}}\n"
        'layout l { board b at (0, 0) }\nscenario s "S" { layout l }\n'
        "sequence game { rounds { turns += 1 } }\nending time { draw when turns >= 9 }\n"
    )


CUTS = sorted({*range(0, 360, 30), *range(0, 360, 45)})
"""All degrees at which an arc may end."""
TOO_LARGE, RANGE, ROW, NESTED = "TK4016", "TK3003", "TK4013", "TK1013"
NAME, TEXT, EDGE, WORDS = bounds.LONGEST_NAME, bounds.LONGEST_TEXT, bounds.LATEST_EDGE, bounds.MOST_WORDS
BEYOND = {
    "text": (duel(("is no enemy", "x" * (TEXT + 1))), TOO_LARGE, "20,0"),
    "name of a model": (named("scout", NAME + 1), TOO_LARGE, "49 letters"),
    "name of an enum's member": (named("light", NAME + 1), TOO_LARGE, "49 letters"),
    "name of a kind": (named("Role", NAME + 1), TOO_LARGE, "49 letters"),
    "name of a scenario": (named("meeting", NAME + 1), TOO_LARGE, "49 letters"),
    "name of a place": (
        duel(("at (0, 0)\n}", f"at (0, 0)\n    place {'p' * (NAME + 1)} = (0, 0)\n}}")),
        TOO_LARGE,
        "49 letters",
    ),
    "levels": (
        levelled(bounds.HIGHEST + 1),
        "TK5051",
        "1000",
    ),
    "lifetime": (duel(("state ready = yes", f"state ready = yes until end of {EDGE + 1}th turn")), RANGE, "1,001"),
    "lifetime of none": (duel(("state ready = yes", "state ready = yes until end of 0th turn")), RANGE, "says 0"),
    "limit of an action": (duel(("once per by", "at most 0 per by")), RANGE, "limit of 0"),
    "limit of a block": (duel(("effect hit(t: Tank) {", "effect hit(t: Tank) {\n    at most 0 per t per turn { }")), RANGE, "limit of 0"),
    "locals": (statements(WORDS // 5 + 1), TOO_LARGE, "words and signs"),
    "degrees": (arcs("720 .. 900", "900 .. 1080"), ROW, "-360 and 720"),
    "requirements": (each(bounds.MOST_EACH + 1), NESTED, "more than 12"),
    "coordinates": (laid(bounds.FARTHEST), TOO_LARGE, "farther from (0, 0)"),
    "hexes": (board(2, 2).replace("axial 2 x 2", f"axial 1000 x {bounds.MOST_HEXES // 1000 + 1}"), TOO_LARGE, "201,000 hexes"),
}
WITHIN = {
    "text": duel(("is no enemy", "x" * (TEXT - len("{target} ")))),
    "name of a model": named("scout", NAME),
    "name of an enum's member": named("light", NAME),
    "name of a kind": named("Role", NAME),
    "name of a scenario": named("meeting", NAME),
    "lifetime": duel(("state ready = yes", f"state ready = yes until end of {EDGE}th turn")),
    "locals": statements(WORDS // 5 - 100),
    "degrees": arcs("360 .. 540", "540 .. 720"),
    "negative degrees": arcs("-360 .. -180", "-180 .. 0"),
    "arcs": arcs(*(f"{low} .. {high}" for low, high in zip(CUTS, [*CUTS[1:], 360], strict=True))),
    "requirements": each(bounds.MOST_EACH),
    "coordinates": laid(bounds.FARTHEST - 7),
    "levels": levelled(bounds.HIGHEST),
    "hexes": board(250, 164),
}


def errors_of(text: str) -> tuple[list[Diagnostic], Session]:
    """The errors of a pack of one file, and its session."""
    session = Session(MemoryBundle({"a.tank": text}), ("a.tank",))
    return [found for found in session.findings if found.level is Level.ERROR], session


@pytest.mark.parametrize("case", BEYOND)
def test_a_source_beyond_a_bound_has_an_error_at_its_place(case: str) -> None:
    text, code, words = BEYOND[case]
    errors, _ = errors_of(text)
    assert errors and {error.code for error in errors} == {code}
    assert any(words in error.headline for error in errors) and all(error.primary is not None for error in errors)


@pytest.mark.parametrize("case", WITHIN)
def test_a_source_at_a_bound_is_built_and_loaded(case: str) -> None:
    errors, session = errors_of(WITHIN[case])
    assert errors == []
    documents = [session.ruleset, *map(session.scenario, session.scenarios)]
    assert len(documents) == 2
    for compiled in documents:
        assert validate(compiled.document) == []
    load_game(documents[1].document)


# ----------------------------------------------------------------------------------------------------- all of the bounds

OF_FRAMES = "`locals`: a declaration of rules is too short for so many"
OF_FORM = "the form of what stands there: the compiler writes no other"
BY_GRAMMAR = "the grammar or a check asks for at least one"
ENFORCED = {
    "HexMap.places members": "`hexes`",
    "Place.q": "`coordinates`",
    "Place.r": "`coordinates`",
    "Place.level": "`levels`",
    "Place.label text": "labels are made of numbers, far below the length of texts",
    "TableMap.width": "the diagonal, TK5008",
    "TableMap.height": "the diagonal, TK5008",
    "TableMap.names": "points must lie on the table, TK5010",
    "TableMap.names members": OF_FORM,
    "ScenarioDocument.text text": "`text`",
    "RulesetDocument.text text": "`text`",
    "CampaignDocument.text text": "`text`",
    "Lifetime.nth": "`lifetime`",
    "Limit.most": "`limit of an action`",
    "ArcPart.degrees": "`degrees`",
    "ArcPart.degrees members": OF_FORM,
    "ArcPart.directions": OF_FORM,
    "ArcPart.directions members": OF_FORM,
    "Arcs.parts members": "`arcs`: no more fit into a turn",
    "Sight.rows members": OF_FORM,
    "IntType.int members": OF_FORM,
    "Start.point members": OF_FORM,
    "Occasion.windows members": OF_FORM,
    "Content.sides members": BY_GRAMMAR,
    "Enum.members members": BY_GRAMMAR,
    "Choice.values members": BY_GRAMMAR,
    "Campaign.battles members": BY_GRAMMAR,
    "Pile.holds": "a number of the grammar has no sign",
    "Rules.runaway": "a constant of the compiler",
    "Proc.results": "an effect gives one value, and a window has parameters as `locals`",
    **dict.fromkeys(
        [f"{frame}.slots" for frame in ("Value", "Guard", "Proc", "Action", "Movement", "Whenever", "Ending", "Mission")]
        + [f"{frame}.names" for frame in ("Value", "Guard", "Proc", "Action", "Movement")]
        + ["RequireLet.let", "RequireEach.each", "Action.inherits", "ActionParam.slot", "ActionParam.so_far", "Action.returns"]
        + ["Window.changes", "WheneverParam.slot"],
        OF_FRAMES,
    ),
}
"""Every bound of the compiled form, and what keeps a source from going beyond it: a case of `BEYOND`, or a reason."""


def bounds_of(shape: Shape, where: str, seen: set[str]) -> Iterator[str]:
    """The keys of records in a shape whose values are bounded; ids aside, which are made of names."""
    match shape:
        case RecordShape():
            if shape.name not in seen:
                seen.add(shape.name)
                for name, key in shape.keys.items():
                    yield from bounds_of(key.shape, f"{shape.name}.{name}", seen)
        case Choice(plain, records):
            for part in (*plain, *records):
                yield from bounds_of(part, where, seen)
        case Listing(member, many):
            if many.least or many.most is not None:
                yield f"{where} members"
            yield from bounds_of(member, where, seen)
        case Mapping(key, value):
            yield from bounds_of(key, where, seen)
            yield from bounds_of(value, where, seen)
        case Number(low, high):
            if (low, high) != (INT32_LOW, INT32_HIGH):
                yield where
        case Line(mark):
            if mark.longest not in (bounds.LONGEST_ID, mark.shortest):
                yield f"{where} text"


def test_every_bound_of_the_compiled_form_is_known_to_the_source() -> None:
    found: set[str] = set()
    for model in (ScenarioDocument, RulesetDocument, CampaignDocument):
        found |= set(bounds_of(shape_of(model), "", set()))
    assert found == ENFORCED.keys()
    cases = {why.split("`")[1] for why in ENFORCED.values() if why.startswith("`")}
    assert cases <= BEYOND.keys() | WITHIN.keys()


@pytest.mark.parametrize("row", [("x" * (NAME + 1), '"A"'), ("x", "y" * 50 + " " * 3 + "z" * TEXT)], ids=["name", "text"])
def test_cells_of_a_file_have_the_same_bounds(row: tuple[str, str]) -> None:
    text = duel(("terrains Terrain {\n", 'terrains Terrain from "t.csv"\nterrains Terrain {\n'))
    text = text[: text.index("terrains Terrain {")] + text[text.index("unit kind Tank") :]
    files = {"a.tank": text, "t.csv": f"id,name,open\ngrass,Grass,yes\nwood,Wood,no\n{row[0]},{row[1]},no\n"}
    findings = Session(MemoryBundle(files), ("a.tank",)).findings
    (finding,) = [found for found in findings if found.code == TOO_LARGE]
    assert finding.primary is not None and finding.primary.span.end - finding.primary.span.start > NAME


def test_a_rule_set_by_itself_is_read_though_it_names_places_of_maps() -> None:
    text = duel(
        ("    board field at (0, 0)\n", "    board field at (0, 0)\n    zone edge = [(0, 0), (1, 0)]\n    place gate = (0, 0)\n"),
        ("require by.ready  ", 'require by.at in edge or by.at is gate "not there"\n    require by.ready  '),
    )
    errors, session = errors_of(text)
    assert errors == []
    assert validate(session.ruleset.document) == []
