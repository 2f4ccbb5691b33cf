"""The mutants: their second reader agrees with the compiler, each kind makes some, and a few of each are caught where they should be."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from tankdsl.diagnostics import Level
from tests.mutants.base import Base, load_bases, session_of
from tests.mutants.ground import near, row_from
from tests.mutants.judge import Judgement, Verdict, documents_of, judge
from tests.mutants.mutant import KINDS, Kind, Mutant, change, spoiled
from tests.mutants.reading import Place
from tests.mutants.run import Result, Trial, chosen, judged, main, percent, report

HEX_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


@cache
def bases() -> dict[str, Base]:
    return {base.name: base for base in load_bases()}


def test_the_packs_are_read_as_the_compiler_reads_them() -> None:
    """Terrains, neighbours and rows of every hex of every map that is played on, and the hexes on which pieces are placed."""
    compared = 0
    for base in bases().values():
        session = session_of(base.files)
        assert [finding.headline for finding in session.checked.found if finding.level is Level.ERROR] == []
        for scenario in base.scenarios.values() if base.is_on_hexes else ():
            document = session.scenario(scenario.id).document
            places = {place["label"]: place for place in document["content"]["map"]["places"]}  # type: ignore[index]
            ground, pushed = base.ground(scenario.layout), base.pushed(scenario.layout)
            assert {label: place["terrain"] for label, place in places.items()} == {label: one.terrain for label, one in ground.items()}
            at = {(place["q"], place["r"]): label for label, place in places.items()}
            for label, place in places.items():
                around = {at.get((place["q"] + q, place["r"] + r)) for q, r in HEX_STEPS} - {None}
                assert around == set(near(ground, label, pushed))
                compared += 1
            rows = session.program.layouts[scenario.layout].ground.rows  # type: ignore[attr-defined]
            labels = [place["label"] for place in document["content"]["map"]["places"]]  # type: ignore[index]
            for item in base.layouts[scenario.layout].of("rows"):
                assert [row_from(ground, label, item.text) for label in labels] == list(rows[item.name.split()[1]])
    assert compared > 1000


def test_every_kind_says_why_it_is_a_fault_and_makes_mutants_that_change_the_text() -> None:
    assert len(KINDS) >= 100 and len({kind.id for kind in KINDS}) == len(KINDS)
    for kind in KINDS:
        made = [(base, mutant) for base in bases().values() for mutant in kind.sites(base)]
        assert made, kind.id
        assert len(kind.why) > 15, kind.id
        random = Random(kind.id)
        for base, mutant in random.sample(made, min(5, len(made))):
            assert mutant.edits and spoiled(base, mutant) != base.files, (kind.id, mutant.what)


def test_the_same_seed_makes_the_same_mutants() -> None:
    packs = list(bases().values())
    first, again, other = (chosen(packs, seed, 2, "glyph") for seed in (5, 5, 6))
    assert [trial.mutant for trial in first] == [trial.mutant for trial in again] != [trial.mutant for trial in other]
    assert {trial.kind.id for trial in first} == {"glyph-unknown", "legend-glyph-twice"}
    assert Counter(trial.kind.id for trial in first)["glyph-unknown"] == 2


# ---------------------------------------------------------------------------------------------------------------- judging


def judgement_of(mutant: Mutant) -> Judgement:
    base = bases()["straits"]
    return judge(base, mutant, documents_of(session_of(base.files)))


def line_of(pattern: str) -> Place:
    return bases()["straits"].find(pattern)[0][0]


def changed(pattern: str, old: str, new: str, *beside: str) -> Mutant:
    return change(bases()["straits"], line_of(pattern), old, new, "", [line_of(one) for one in beside])


def test_a_word_in_a_comment_is_no_change() -> None:
    assert judgement_of(changed("^## Higher up", "river", "brook")).verdict is Verdict.EQUIVALENT


def test_another_game_of_which_nothing_is_said_has_survived() -> None:
    assert judgement_of(changed("^ending time", "20", "19")).verdict is Verdict.SURVIVED


def test_a_finding_on_the_line_beside_it_or_elsewhere() -> None:
    caught = judgement_of(changed("^    roster usual", "usual", "usuall"))
    assert caught.verdict is Verdict.CAUGHT and any("usuall" in said for said in caught.said)
    gone = Mutant("", {line_of("^    seam of red"): ""})
    assert judgement_of(gone).verdict is Verdict.ELSEWHERE
    there = gone._replace(beside=frozenset({line_of("board south_shore at")}))
    assert judgement_of(there).verdict is Verdict.BESIDE


def result(verdict: Verdict, kind: Kind = KINDS[0]) -> Result:
    trial = Trial(kind, bases()["straits"], changed("^ending time", "20", "19"))
    return Result(trial, Judgement(verdict, ("TK0000 said",)))


def test_the_report_counts_and_lists_what_was_missed() -> None:
    results = [*map(result, [Verdict.CAUGHT] * 17), *map(result, [Verdict.BESIDE, Verdict.EQUIVALENT, Verdict.SURVIVED, Verdict.ELSEWHERE])]
    text = report(results)
    assert "90.0 % of 20 mutants that change the game are caught on the right line" in text
    assert text.count("survived: ") == text.count("elsewhere: ") == 1
    assert text.splitlines()[1].split() == [KINDS[0].id, "21", "1", "17", "1", "1", "1"]
    assert percent(Counter({Verdict.EQUIVALENT: 3})) == 100


def test_a_run_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "seam-of-a-stranger", "--each", "1"]) == 0
    assert "100.0 % of 1 mutants" in capsys.readouterr().out


def test_a_sample_is_caught_where_it_should_be() -> None:
    """One mutant of every third kind, of the pack that compiles fastest: a sample of what `make mutants` runs by the hundred."""
    results = list(judged(chosen([bases()["straits"]], 1, 1)[::3]))
    assert len(results) > 20
    counts = Counter(one.judgement.verdict for one in results)
    assert percent(counts) >= 90, report(results)
