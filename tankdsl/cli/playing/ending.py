"""How a game ended, in words."""

from __future__ import annotations

from tankdsl.cli.playing.scene import Table
from tankdsl.diagnostics import counted
from tankdsl.engine import Recorder


def result_of(recorder: Recorder, view: Table) -> str:
    """Who won and why, how long it took, and the hash of the last state."""
    request = recorder.session.request
    if request["kind"] != "over":
        outcome = f"Broken off after {counted(len(recorder.inputs), 'decision')}: the rules come to no end."
    elif "trap" in request:
        outcome = f"Stopped: {request['trap']}."
    else:
        outcome = _outcome(request, recorder, view)
    return f"{outcome}\n{counted(len(recorder.inputs), 'decision')}, state {recorder.session.hash()}.\n"


def _outcome(request: dict[str, str], recorder: Recorder, view: Table) -> str:
    game = recorder.session.game
    words = "Nobody wins"
    if "winner" in request:
        side = game.side_ids.index(request["winner"])
        before, after = view.side_colour(side)
        words = f"{before}{view.names.side(side)}{after} wins"
    reason = request.get("prompt") or request.get("ending", "").replace("_", " ")
    return f"{words} ({reason})." if reason else f"{words}."
