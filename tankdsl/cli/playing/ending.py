"""How a game ended, in words."""

from __future__ import annotations

from typing import Any

from tankdsl.cli.playing.scene import Table
from tankdsl.diagnostics import counted
from tankdsl.engine import Game, Recorder
from tankdsl.engine.model import Ending


def result_of(recorder: Recorder, view: Table) -> str:
    """Who won and why, how long it took, and the hash of the last state."""
    request = recorder.session.request
    if request["kind"] != "over":
        outcome = f"Broken off after {counted(len(recorder.inputs), 'decision')}: the rules come to no end."
    elif "trap" in request:
        outcome = f"Stopped: {request['trap']}."
    else:
        outcome = _campaign(recorder, view) if "battles" in request else outcome_of(recorder.session.machine.over or {}, view)
    return f"{outcome}\n{counted(len(recorder.inputs), 'decision')}, state {recorder.session.hash()}.\n"


def outcome_of(over: dict[str, Any], view: Table) -> str:
    """Who has won and why, of a game or of one battle: `over` has the winner (a run-time value) and the ending."""
    game, winner = view.game, over.get("winner")
    words = "Nobody wins"
    if winner is not None:
        before, after = view.side_colour(winner)
        words = f"{before}{view.names.side(winner)}{after} {view.names.does(winner, 'wins', 'win')}"
    ending = next((each for each in game.endings if each.id == over.get("ending")), None)
    return f"{words}." if ending is None else f"{words} ({_reason(game, ending, winner)})."


def _reason(game: Game, ending: Ending, winner: Any) -> str:
    """What an ending is called. A row without a name of its own is called by a number, which says nothing to a player."""
    text = game.text.get(ending.text, "") or ending.id.replace("_", " ")
    _, _, row = ending.id.rpartition(".")
    if row.isdecimal():
        text = text.removesuffix(f": {row}").removesuffix(f".{row}")
    return f"{text}, with the sides equal" if ending.outcome == "most" and winner is None else text


def _campaign(recorder: Recorder, view: Table) -> str:
    """The battles of a campaign, one line each."""
    machine = recorder.session.machine
    campaign = machine.game.campaign
    assert campaign is not None
    lines = [f"{machine.game.text.get(campaign.title, machine.game.id)} is over."]
    for game, result in zip(campaign.battles, machine.course.results, strict=True):
        lines.append(f"  {game.battle}. {game.text.get(game.title, game.id)}: {outcome_of(result, view)}")
    return "\n".join(lines)
