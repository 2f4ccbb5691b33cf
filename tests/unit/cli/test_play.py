"""`tankdsl play`: games by chance and by hand, options, records, and files of every bad kind."""

import json
import random
import re
from pathlib import Path

import pytest

from tests.unit.cli.conftest import DUEL, Run

SHUT_OUT = """
ruleset shut "Shut out" {
    sides red "Red", blue "Blue"
    space table inches
    main game
}
measure inch, inches
marker kind Flag {}
markers Flag {
    | id   | name   |
    | flag | "Flag" |
}
placement may_stand(f: Flag, p: place) { require distance(p, (0, 0)) >= 90 inches "{f} stands far away" }
action plant() as s {
    choose p from places where any f in all flags where may_stand(f, p) by s "Where?"
    for each f in all flags { if let spot = p { put f at spot } }
}
sequence game { rounds at most 3 { each side s takes a turn { s plays plant once } } }
ending done { draw when any f in flags where distance(f, (0, 0)) < 1 inch }
board square "Square" table 24 x 24 {}
layout square "Square" { board square at (0, 0) }
scenario noon "At noon" { layout square }
"""

# ---- by chance


def test_a_game_by_chance_is_told_to_its_end(run: Run, built: Path) -> None:
    result = run("play", built / "meeting.json", "--seed", "3", "--auto")
    assert result.exit_code == 0
    assert result.stdout.startswith("Meeting (meeting of duel), seed 3; chance decides for all sides\n\nTurn 1: Red\n")
    assert re.search(r"Blue wins \(last: alone\)\.\n\d+ decisions, state [0-9a-f]{16}\.\n$", result.stdout)
    assert "woo wood, blank grass" in result.stdout
    assert re.search(r"\n  He2  Red Heavy +out\n", result.stdout)


@pytest.mark.parametrize("told", [[], ["--verbose"], ["--quiet"]])
def test_a_game_in_which_nothing_can_be_answered(run: Run, tmp_path: Path, told: list[str]) -> None:
    """Where one may stand can be said in such a way that no point is legal; the player by chance gives up, and says so."""
    (tmp_path / "game.tank").write_text(SHUT_OUT)
    result = run("play", tmp_path / "game.tank", "--auto", "--seed", "1", *told)
    assert result.exit_code == 1 and "TK8009" in result.stderr and "no legal point was found" in result.stderr
    assert "Stopped: no legal point was found." in result.stdout


def test_the_same_game_from_source_and_from_the_build(run: Run, built: Path) -> None:
    from_source = run("play", DUEL, "--scenario", "meeting", "--seed", "3", "--auto").stdout
    assert from_source == run("play", built / "meeting.json", "--seed", "3", "--auto").stdout
    assert from_source != run("play", built / "meeting.json", "--seed", "4", "--auto").stdout


def test_a_seed_is_made_up_and_told(run: Run, built: Path) -> None:
    first = run("play", built / "meeting.json", "--auto").stdout
    seed = re.search(r"seed (\d+);", first)
    assert seed is not None
    assert run("play", built / "meeting.json", "--auto", "--seed", seed[1]).stdout == first


def test_colours_of_the_sides(run: Run, built: Path) -> None:
    assert "\x1b[1;36mRed\x1b[0m" in run("play", built / "meeting.json", "--seed", "3", "--auto", "--colour", "always").stdout


# ---- options and scenarios


def test_options_change_the_game(run: Run, built: Path) -> None:
    text = run("play", built / "meeting.json", "--seed", "1", "--option", "first_plates=2", input="").stdout
    assert "seed 1; type `help`" in text
    record = built / "plates.json"
    run("play", built / "meeting.json", "--seed", "1", "--option", "first_plates=2", "--option", "mud=on", "--record", record, input="")
    assert json.loads(record.read_bytes())["options"] == {"first_plates": 2, "mud": True, "ambush": False}


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("mud", "TK9006 usage-not-understood]: expected `NAME=VALUE` after `--option`, found `mud`"),
        ("mudd=on", "TK9005 unknown-choice]: this game has no option `mudd`; it has `first_plates`, `mud` and `ambush`"),
        ("mud=deep", "TK8006 option-refused]: the option `mud` cannot be `deep`; it can be `on` or `off`"),
        ("first_plates=3", "the option `first_plates` cannot be `3`; it can be a number from 1 to 2"),
        ("first_plates=99999999999999999999", "it can be a number from 1 to 2"),
    ],
)
def test_options_that_cannot_be(run: Run, built: Path, option: str, message: str) -> None:
    result = run("play", built / "meeting.json", "--auto", "--option", option)
    assert result.exit_code == 2
    assert message in result.stderr


def test_scenarios_are_chosen_by_id(run: Run, built: Path) -> None:
    assert run("play", DUEL, "--scenario", "muddy", "--seed", "1", "--auto").stdout.startswith("In the mud (muddy of duel)")
    for path in (DUEL, built / "meeting.json"):
        result = run("play", path, "--scenario", "moddy", "--auto")
        assert result.exit_code == 2
        assert "scenario `moddy`" in result.stderr


def test_a_pack_without_scenarios(run: Run, duel: Path) -> None:
    for name in ("field.tank", "tests.tank"):
        (duel / name).unlink()
    result = run("play", duel, "--auto")
    assert result.exit_code == 1
    assert "error[TK8005 compiled-not-playable]" in result.stderr


# ---- by hand


def test_what_is_asked_and_how_it_ends(run: Run, built: Path) -> None:
    result = run("play", built / "meeting.json", "--seed", "3", input="")
    assert result.exit_code == 0
    assert "\nRed: what now?\n  1 deploy\n> \nThe game is left here.\n" in result.stdout
    assert "  hand: Mend\n" in result.stdout and "  hand: 1\n" in result.stdout


def play(run: Run, built: Path, *lines: str, scenario: str = "meeting") -> str:
    result = run("play", built / f"{scenario}.json", "--seed", "3", input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0
    assert result.stderr == ""
    return str(result.stdout)


SET_UP = ("1", "Red Scout", "1,2", "deploy", "Sc1", "1,4", "1", "1", "1", "1", "1", "1")


def test_choices_are_called_by_number_name_sign_or_place(run: Run, built: Path) -> None:
    text = play(run, built, *SET_UP)
    assert "  Red: deploy (Red Scout, 1,2): Red Scout at 1,2\n" in text
    assert "  Blue: deploy (Blue Scout, 1,4): Blue Scout at 1,4\n" in text
    assert "\n  1 Mend\n" not in text and "\n  1 drive\n  2 shoot\n  3 pass\n" in text


FAR_APART = ("1", "Red Scout", "0,0", "1", "Sc1", "4,5", "1", "1", "4,0", "1", "1", "0,4")


def test_why_something_is_not_legal(run: Run, built: Path) -> None:
    questions = {
        "why Mend": "Red Heavy has its plates (DU-008).",
        "why shoot(Sc2, Sc1)": "Blue Scout is too far away (DU-007).",
        "why shoot(red.scout, Red Heavy)": "Red Heavy is no enemy (DU-006).",
        "why drive": "It is legal.",
        "why pass": "It is legal.",
        "why fly": "There is nothing called `fly` here.",
        "why": "No total was counted yet. `why attack` says why something is not legal.",
        "why shoot(Sc2, Sc1, 3)": "it takes 2 things in brackets.",
        "why drive(nothing)": "you know of no tank `nothing`.",
        "why (": "There is nothing called `(` here.",
    }
    text = play(run, built, *FAR_APART, *questions)
    answers = re.findall(r"(?m)^>   (.*)$", text[text.rindex("2 pass\n") :])
    assert answers == list(questions.values())


def test_why_a_step_is_not_legal(run: Run, built: Path) -> None:
    text = play(run, built, *FAR_APART, "drive", "Sc2", "1,0", "why 1,1", "why 4,4", "why 2,0")
    assert re.findall(r"(?m)^>   (.*)$", text)[-3:] == ["1,1 is wood.", "The next place must be adjacent.", "It is legal."]


def test_where_a_number_comes_from(run: Run, built: Path) -> None:
    text = play(run, built, *SET_UP, "explain aim(He2, Sc1)", "explain aim(He2)", "explain aims(He2)", "explain", "explain aim(x, y)")
    assert "  aim = 1\n    +1  heavy gun\n" in text
    assert "`aim` needs by, target in brackets" in text
    assert "The rules have no value `aims`. Did you mean `aim`?" in text


def test_undo_takes_back_decision_by_decision(run: Run, built: Path) -> None:
    text = play(run, built, "1", "1", "undo", "undo", "undo")
    assert text.count("Taken back.") == 2
    assert text.count("There is nothing to take back.") == 1


def test_undone_decisions_leave_no_trace(run: Run, built: Path, tmp_path: Path) -> None:
    saved = [tmp_path / "straight.json", tmp_path / "detour.json"]
    play(run, built, *SET_UP, f"save {saved[0]}")
    play(run, built, "1", "undo", *SET_UP[:3], "1", "2", "1", "undo", "undo", "undo", *SET_UP[3:], f"save {saved[1]}")
    assert saved[0].read_bytes() == saved[1].read_bytes()


def test_a_game_is_saved_and_gone_on_with(run: Run, built: Path, tmp_path: Path) -> None:
    text = play(run, built, *SET_UP, f"save {tmp_path / 'game.json'}", "save", "save /proc/nothing/game.json", "quit")
    assert f"The record is in {tmp_path / 'game.json'}; `--resume" in text
    assert "Say where: `save FILE`" in text and "cannot write" in text
    resumed = run("play", built / "meeting.json", "--resume", tmp_path / "game.json", input="")
    assert resumed.exit_code == 0
    assert "\n  1 drive\n  2 shoot\n  3 pass\n> \nThe game is left here.\n" in resumed.stdout
    both = run("play", built / "meeting.json", "--resume", tmp_path / "game.json", "--seed", "1")
    assert both.exit_code == 2
    other = run("play", built / "muddy.json", "--resume", tmp_path / "game.json")
    assert other.exit_code == 1
    assert "error[TK8007 record-of-other-game]" in other.stderr


def test_words_that_mean_nothing(run: Run, built: Path) -> None:
    text = play(run, built, "0", "99", "jump", "", "help", "map", "1 2", "\x00", "9" * 40)
    assert text.count("That is none of these. Type a number, or `help`.") == 6
    assert "take the last decision back" in text


@pytest.mark.parametrize("scenario", ["meeting", "muddy"])
def test_a_game_by_hand_comes_to_its_end(run: Run, built: Path, scenario: str) -> None:
    chance = random.Random(5)
    words = ["undo", "why shoot", "why drive(Sc1)", "explain aim(Sc1, Sc2)", "map", "why 1,1"]
    lines = [chance.choice(words) if chance.random() < 0.1 else str(chance.randint(1, 6)) for _ in range(3000)]
    assert re.search(r"(Red|Blue) wins \(last: alone\)\.\n\d+ decisions", play(run, built, *lines, scenario=scenario))


def test_hidden_pieces_stay_hidden(run: Run, built: Path) -> None:
    lines = [
        *SET_UP,
        "map",
        "shoot",
        "Sc2",
        "why Sc1",
        "undo",
        "why shoot(Sc2, Sc1)",
        "why shoot(Sc2, blue.scout)",
        "explain aim(Sc2, He1)",
    ]
    shown = [*lines, "shoot", "Sc2", "1,4", "map"]
    text = run("play", built / "meeting.json", "--seed", "3", "--option", "ambush=on", input="\n".join(shown)).stdout
    before, after = text[text.rindex("\nTurn 5: Red") :].split("Red: shoot (Red Scout, Blue Scout): 1d6 = ")
    assert not re.search("Blue (Scout|Heavy)|S[Cc]1|H[Ee]1", re.sub("no tank `[^`]+`", "", before))
    assert "the hidden tank at 1,4\n" in before and "/???" in before
    assert before.count("  ???  a hidden tank  ") == 4
    assert before.count("you know of no tank") == 4
    assert "  SC1  Blue Scout     1,4" in after and after.count("  ???  a hidden tank  ") == 1


# ---- records and replay


def test_a_record_replays(run: Run, built: Path) -> None:
    result = run("replay", built / "record.json")
    assert result.exit_code == 0
    assert re.search(r"record.json: the same states after \d+ decisions of `meeting` \(.*/meeting.json\)\n", result.stdout)
    assert run("replay", built / "record.json", "--game", DUEL).exit_code == 0


def test_a_record_of_a_pack_says_how_it_is_replayed(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    played = run("play", DUEL, "--scenario", "meeting", "--seed", "3", "--auto", "--quiet", "--record", record)
    assert f"`tankdsl replay {record} --game {DUEL}`" in played.stderr
    assert run("replay", record, "--game", DUEL).exit_code == 0


def test_a_record_that_was_changed(run: Run, built: Path, tmp_path: Path) -> None:
    record = json.loads((built / "record.json").read_bytes())
    refused = {**record, "inputs": [{"play": "shoot"}, *record["inputs"][1:]]}
    differing = {**record, "hashes": {**record["hashes"], "64": "0" * 16}}
    ending = {**record, "final": "0" * 16}
    for changed, message in ((refused, "input 1 is refused"), (differing, "after input 64"), (ending, "another state at the end")):
        (tmp_path / "record.json").write_text(json.dumps(changed), encoding="utf-8")
        result = run("replay", tmp_path / "record.json", "--game", built / "meeting.json")
        assert result.exit_code == 1
        assert "error[TK8008 record-diverges]" in result.stderr and message in result.stderr
        assert run("play", built / "meeting.json", "--resume", tmp_path / "record.json", input="").exit_code in (0, 1)


def test_the_game_of_a_record_must_be_found(run: Run, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "record.json").write_bytes((built / "record.json").read_bytes())
    monkeypatch.chdir(tmp_path)
    alone = run("replay", "record.json")
    assert alone.exit_code == 2
    assert "no compiled file beside `record.json`" in alone.stderr
    wrong = run("replay", "record.json", "--game", built / "muddy.json")
    assert wrong.exit_code == 1
    assert "error[TK8007 record-of-other-game]" in wrong.stderr
    monkeypatch.chdir(built)
    assert run("replay", tmp_path / "record.json").exit_code == 0


def test_a_record_is_not_written_over_other_files(run: Run, built: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.json").write_text("notes", encoding="utf-8")
    result = run("play", built / "meeting.json", "--seed", "3", "--auto", "--record", tmp_path / "notes.json")
    assert result.exit_code == 2
    assert "error[TK9004 output-failed]" in result.stderr
    assert (tmp_path / "notes.json").read_text(encoding="utf-8") == "notes"


# ---- files of every bad kind


def compiled(built: Path) -> bytes:
    return (built / "meeting.json").read_bytes()


BAD = {
    "empty": (lambda data: b"", "TK8001"),
    "truncated": (lambda data: data[: len(data) // 2], "TK8001"),
    "no json": (lambda data: b"ruleset duel", "TK8001"),
    "utf-16": (lambda data: data.decode().encode("utf-16"), "TK8001"),
    "nested": (lambda data: b"[" * 100_000 + b"]" * 100_000, "TK8001"),
    "a number": (lambda data: b"3", "TK8002"),
    "other format": (lambda data: b'{"format": "savegame/1"}', "TK8002"),
    "later version": (lambda data: data.replace(b'"tankdsl/1"', b'"tankdsl/2"', 1), "TK8002"),
    "edited": (lambda data: data.replace(b'"Scout', b'"Skout'), "TK8003"),
    "no hash": (lambda data: re.sub(rb'"game": "[0-9a-f]+",', b"", data, count=1), "TK8004"),
    "faulty": (lambda data: rehashed(data, lambda found: found["rules"].pop("procs")), "TK8004"),
    "unknown place": (lambda data: rehashed(data, lambda found: found["content"]["map"]["names"].update(base="X9")), "TK8004"),
}


def rehashed(data: bytes, change: object) -> bytes:
    from tankdsl.ir.hashing import game_hash

    document = json.loads(data)
    change(document)  # type: ignore[operator]
    return json.dumps({**document, "game": game_hash(document)}).encode()


@pytest.mark.parametrize(("spoil", "code"), BAD.values(), ids=BAD.keys())
def test_a_compiled_file_that_cannot_be_played(run: Run, built: Path, tmp_path: Path, spoil: object, code: str) -> None:
    (tmp_path / "bad.json").write_bytes(spoil(compiled(built)))  # type: ignore[operator]
    for command in (("play", tmp_path / "bad.json", "--auto"), ("replay", built / "record.json", "--game", tmp_path / "bad.json")):
        result = run(*command)
        assert result.exit_code == 1
        assert result.stdout == "" and f"error[{code} " in result.stderr


def test_files_of_other_kinds(run: Run, built: Path) -> None:
    for name, code in (("duel.json", "TK8005"), ("record.json", "TK8002"), ("meeting.map.json", "TK8002")):
        assert f"error[{code} " in run("play", built / name, "--auto").stderr
    fault = run("replay", built / "meeting.json").stderr
    assert "error[TK8002 " in fault and "`tankdsl play --record FILE` and `save FILE` while playing write records" in fault
    assert "`tankdsl build` writes the compiled form" in run("play", built / "record.json", "--auto").stderr


@pytest.mark.parametrize("command", [("check",), ("test",), ("trace",), ("explain", "scout", "--in")])
def test_a_compiled_file_where_source_is_read(run: Run, built: Path, command: tuple[str, ...]) -> None:
    result = run(*command, built / "meeting.json")
    assert result.exit_code == 2
    assert "meeting.json` is a compiled file, and this command reads source" in result.stderr


def test_files_that_are_not_there(run: Run, built: Path, tmp_path: Path) -> None:
    result = run("play", built / "meting.json", "--auto")
    assert result.exit_code == 2
    assert "error[TK9002 path-not-found]" in result.stderr and "did you mean `meeting.json`?" in result.stderr
    assert run("replay", tmp_path).exit_code == 2
    assert run("play", "\0", "--auto").exit_code == 2
    assert run("play", tmp_path, "--auto").exit_code == 2


# ---- campaigns


def test_a_campaign_is_built_told_and_replayed(run: Run, tmp_path: Path) -> None:
    march = DUEL.parent / "march"
    built = run("build", march, "-o", tmp_path)
    assert built.exit_code == 0 and re.search(r"advance\.json +campaign +The advance\n", built.stdout)
    told = run("play", tmp_path / "advance.json", "--seed", "4", "--auto", "--record", tmp_path / "record.json")
    assert told.exit_code == 0
    for line in (
        "\nThe crossing is over. ",
        "\n\nAfterwards\n",
        "\nBattle 2: The pursuit\n",
        "\nThe advance is over.\n  1. The crossing: ",
    ):
        assert line in told.stdout
    assert told.stdout == run("play", march, "--scenario", "advance", "--seed", "4", "--auto").stdout
    assert "decisions of `advance`" in run("replay", tmp_path / "record.json").stdout


def test_a_campaign_by_hand_goes_over_to_the_next_battle_and_back(run: Run) -> None:
    """Chance types the numbers until the second battle begins; then the decision before it is taken back."""
    march, random_choice = DUEL.parent / "march", random.Random(5)
    typed = "".join(f"{random_choice.randint(1, 3)}\n" for _ in range(900)) + "undo\nquit\n"
    told = run("play", march, "--scenario", "advance", "--seed", "4", input=typed)
    assert told.exit_code == 0 and "Battle 2: The pursuit" in told.stdout
