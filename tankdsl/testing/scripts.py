"""Playing a script: its lines are used in written order, each when the game comes to the moment that it speaks of."""

from __future__ import annotations

from collections import deque
from typing import Any

from tankdsl.check.cases import tree as tt
from tankdsl.testing.expectations import judge
from tankdsl.testing.inputs import feed
from tankdsl.testing.refusals import check_refusal
from tankdsl.testing.stage import Broken, NeverAsked, Stage

MOST_DECISIONS = 10_000
"""A script that goes on longer than this is going in a circle."""


def play_script(stage: Stage, script: deque[tt.Line]) -> None:
    """Play on until the script is used up and the game waits for somebody's turn (or is over)."""
    for _ in range(MOST_DECISIONS):
        if _step(stage, script):
            return
    raise Broken(stage.span_of(script[0] if script else None), "the script never comes to an end")


def _step(stage: Stage, script: deque[tt.Line]) -> bool:
    """One decision; True when there is nothing more to do."""
    request = stage.request
    line = script[0] if script else None
    if line is not None and line.word == "expect":
        script.popleft()
        assert line.expectation is not None
        judge(stage, line.expectation)
        return False
    match request["kind"]:
        case "over":
            return _over(stage, line, script)
        case "chance":
            return _chance(stage, request, script)
        case "play":
            return _play(stage, request, line, script)
        case "sealed":
            return _sealed(stage, request, script)
        case _:
            return _choice(stage, request, line, script)


def _over(stage: Stage, line: tt.Line | None, script: deque[tt.Line]) -> bool:
    if line is None:
        return True
    if line.word == "refuse" and line.refusal is not None:
        script.popleft()
        check_refusal(stage, line.refusal, here=True)
        return False
    raise NeverAsked(line.span, "the game is over before this line of the script", stage.story())


def _chance(stage: Stage, request: dict[str, Any], script: deque[tt.Line]) -> bool:
    """A die or a random choice: the next line must say what comes up."""
    wanted = "dice" if request["stream"] == "dice" else "draws"
    line = script[0] if script else None
    if line is None or line.word != wanted:
        what = "a die is rolled" if wanted == "dice" else "something is drawn at random"
        raise Broken(stage.span_of(line), f"{what} and the script does not say what comes up", stage.story())
    value, rest = line.values[0], line.values[1:]
    script.popleft()
    if rest:
        script.appendleft(tt.Line(line.span, line.word, line.side, rest))
    shown = stage.json(value)
    stage.answer({"chance": shown if wanted == "dice" else stage.random_index(shown, line)}, line.span)
    return False


def _play(stage: Stage, request: dict[str, Any], line: tt.Line | None, script: deque[tt.Line]) -> bool:
    """A window, or a side's turn to act."""
    window = request.get("window")
    if line is None:
        if window is None or (window == "anytime" and request["options"]):
            return True
        stage.answer({"pass": True}, stage.span_of(None))
        return False
    if line.refusal is not None and line.refusal.side in (None, request["side"]) and not (window and line.refusal.picks):
        script.popleft()
        check_refusal(stage, line.refusal, here=True)
        return False
    if line.word == "plays" and line.side in (None, request["side"]) and line.put is not None:
        script.popleft()
        feed(stage, line.put)
        return False
    if line.word == "passes" and line.side in (None, request["side"]):
        script.popleft()
        stage.answer({"pass": True}, line.span)
        return False
    if window is None:
        raise NeverAsked(line.span, f"this does not happen: `{request['side']}` is to act", stage.story())
    stage.answer({"pass": True}, line.span)
    return False


def _choice(stage: Stage, request: dict[str, Any], line: tt.Line | None, script: deque[tt.Line]) -> bool:
    """A pick, a step of a path, a question."""
    if line is not None and line.side in (None, request["side"]):
        match line.word, request["kind"]:
            case "picks", "pick":
                _answer_first(stage, line, script, "pick")
                return False
            case "picks", "point":
                _answer_first(stage, line, script, "point")
                return False
            case "along", "step":
                _walk(stage, line, script, "step")
                return False
            case "along", "point":
                _walk(stage, line, script, "point")
                return False
            case "answers", "yes_no":
                _answer_first(stage, line, script, "yes")
                return False
            case "passes", _ if request.get("pass"):
                script.popleft()
                stage.answer({"pass": True}, line.span)
                return False
            case "refuse", _ if line.refusal is not None:
                script.popleft()
                check_refusal(stage, line.refusal, here=True)
                return False
    if request.get("pass"):
        stage.answer({"pass": True}, stage.span_of(line))
        return False
    if request["kind"] in ("step", "point") and request.get("done"):
        stage.answer({"done": True}, stage.span_of(line))
        return False
    raise Broken(stage.span_of(line), f"{request['side']} must decide and the script does not say how", stage.story())


def _answer_first(stage: Stage, line: tt.Line, script: deque[tt.Line], verb: str) -> None:
    """The first value of a line; the others wait for the next decisions."""
    script.popleft()
    if line.values[1:]:
        script.appendleft(tt.Line(line.span, line.word, line.side, line.values[1:]))
    value = stage.picked(line.values[0]) if verb == "pick" else stage.json(line.values[0])
    stage.answer({verb: value}, line.span)


def _walk(stage: Stage, line: tt.Line, script: deque[tt.Line], verb: str) -> None:
    """A whole path, then done (if the path is not at its end by itself)."""
    script.popleft()
    for place in line.values:
        stage.answer({verb: stage.json(place)}, place.span)
    request = stage.request
    if request["kind"] == verb and len(request.get("path", ())) == len(line.values):
        stage.answer({"done": True}, line.span)


def _sealed(stage: Stage, request: dict[str, Any], script: deque[tt.Line]) -> bool:
    """Sealed decisions: each asked side picks or passes, all lines together."""
    answers: dict[str, list[dict[str, Any]]] = {}
    for part in request["parts"]:
        line = next((found for found in script if found.word in ("picks", "passes") and found.side == part["side"]), None)
        if line is None and not part["pass"]:
            raise Broken(stage.span_of(None), f"{part['side']} must decide and the script does not say how", stage.story())
        if line is None or line.word == "passes":
            answers.setdefault(part["side"], []).append({"pass": True})
        else:
            answers.setdefault(part["side"], []).append({"pick": stage.json(line.values[0])})
        if line is not None:
            script.remove(line)
    stage.answer({"sealed": answers}, stage.span_of(None))
    return False
