"""Decisions as requests of the protocol, and inputs of the protocol as answers to decisions.

A request is what a machine asks, as JSON with ids and words; it is built only when somebody wants to see it.
An input is read against the decision: its form first (InputError), then whether it is among the options.
"""

from collections.abc import Callable, Sequence
from typing import Any

from tankdsl.engine import naming
from tankdsl.engine.errors import InputError
from tankdsl.engine.frames import ANYTIME, Code, Path, Stage, Window
from tankdsl.engine.machine import Decision, Machine
from tankdsl.engine.paths import allowance
from tankdsl.engine.paths import walk_of as path_walk
from tankdsl.engine.reasons import Names, filled, names_of
from tankdsl.engine.sealed import open_parts
from tankdsl.engine.staging import walk_of
from tankdsl.engine.tracing import PointDecision
from tankdsl.engine.types import BOOL, INT, PLACE, Type

Json = dict[str, Any]
VERBS = ("play", "pass", "pick", "done", "step", "point", "yes", "sealed", "chance")
"""The keys of inputs; an input has exactly one."""
LONGEST_LIST = 64
"""More consecutive numbers than this are shown as a range."""
_FOR_KIND = {"play": "play", "pick": "pick", "step": "step", "yes_no": "yes", "chance": "chance"}


def request_of(m: Machine) -> Json:
    """The request for the decision that is due."""
    _ = m.decision.options  # Looking for them may end the game.
    decision = m.decision
    match decision.kind:
        case "over":
            return _over(m)
        case "sealed":
            return {"kind": "sealed", "parts": [_part(m, *part) for part in open_parts(m)]}
        case "chance":
            stream = "dice" if decision.options[0] == 1 else "draw"
            return {
                "kind": "chance", "stream": stream, "prompt": "",
                "low": decision.options[0], "high": decision.options[-1],
            }  # fmt: skip
    request: Json = {"kind": decision.kind, "side": side_id(m, decision.side), "prompt": prompt(m)}
    if decision.kind == "yes_no":
        return request
    if isinstance(decision, PointDecision):
        return {**request, **_point_details(m, decision)}
    request |= _listed(decision.options, lambda value: option_json(m, value))
    request["pass"] = decision.may_pass
    return {**request, **_details(m, decision)}


def _listed(options: Sequence[Any], show: Callable[[Any], Any]) -> Json:
    """Options one by one; many consecutive numbers as their range."""
    if len(options) > LONGEST_LIST and is_run_of_numbers(options):
        return {"options": [], "range": [options[0], options[-1]]}
    return {"options": [show(value) for value in options]}


def is_run_of_numbers(options: Sequence[Any]) -> bool:
    """Whether options are consecutive whole numbers."""
    return all(type(value) is int for value in options) and list(options) == list(range(options[0], options[-1] + 1))


def _point_details(m: Machine, decision: PointDecision) -> Json:
    """Where the point may lie, and of a path what was laid so far."""
    ground, frame = m.game.map, m.frames[-1]
    found: Json = {
        "low": [0, 0], "high": [ground.width, ground.height],
        "pass": decision.may_pass, "done": decision.may_done,
    }  # fmt: skip
    if decision.shapes is not None:
        found["within"] = [[list(corner) for corner in shape] for shape in decision.shapes]
    if not isinstance(frame, Path):
        return found
    code = m.frames[-2]
    assert isinstance(code, Code)
    walk = path_walk(m, code, tuple(frame.places))
    assert walk is not None
    return {
        **found,
        "unit": m.game.entities(m.game.movements[walk.movement].kind)[walk.unit],
        "at": naming.show_value(m.game, walk.here, PLACE),
        "path": [naming.show_value(m.game, place, PLACE) for place in walk.places],
        "left": allowance(m, walk) - walk.cost,
    }


def side_id(m: Machine, side: int | None) -> str:
    """The id of a side; empty for nobody."""
    return "" if side is None else m.game.side_ids[side]


def option_type(m: Machine) -> Type:
    """The type of the options of a pick or step."""
    frame = m.frames[-1]
    if isinstance(frame, Stage):
        param = m.game.actions[frame.action].params[frame.param]
        return PLACE if param.path else param.member
    if isinstance(frame, Code):
        instruction = m.game.procs[frame.proc].code[frame.pc]
        return instruction[-1] if instruction[0] == "choose" else BOOL
    return PLACE if isinstance(frame, Path) else INT


def option_json(m: Machine, value: Any) -> Any:
    """One option as it stands in a request."""
    if m.decision.kind == "play":
        action = m.game.actions[value]
        return {"action": action.id, "text": m.game.text.get(action.text, action.id)}
    return naming.show_value(m.game, value, option_type(m))


def prompt(m: Machine, side: int | None = None) -> str:
    """The question in words, empty when the rules give none, for a side or for whoever is asked.

    It may mention what the window knows, or the slots of the action or procedure that asks.
    """
    frame = m.frames[-1]
    if isinstance(frame, Window):
        if frame.window == ANYTIME:
            return ""
        window = m.game.windows[frame.window]
        known: Names = {param.name: (i, param.type) for i, param in enumerate(window.params)}
        return filled(m, window.text, known, list(frame.args), side) if window.text else ""
    if isinstance(frame, Stage):
        action = m.game.actions[frame.action]
        return filled(m, action.text, names_of(m, action), frame.slots, side) if action.text else ""
    code = frame if isinstance(frame, Code) else m.frames[-2]
    if not isinstance(code, Code):
        return ""
    proc = m.game.procs[code.proc]
    position = _PROMPTS.get(proc.code[code.pc][0])
    key = "" if position is None else proc.code[code.pc][position]
    return filled(m, key, names_of(m, proc), code.slots, side) if key else ""


_PROMPTS = {"choose": 5, "choose_point": 6, "ask": 3, "path": 7}
"""Where an instruction has the key of its question."""


def _details(m: Machine, decision: Decision) -> Json:
    """What is particular to the frame that asks."""
    frame = m.frames[-1]
    if isinstance(frame, Window):
        return {"window": "anytime" if frame.window == ANYTIME else m.game.windows[frame.window].id}
    if isinstance(frame, Stage):
        return _stage_details(m, frame, decision)
    if isinstance(frame, Path):
        code = m.frames[-2]
        assert isinstance(code, Code)
        return {**_walk_details(m, path_walk(m, code, tuple(frame.places))), "done": decision.may_done}
    return {}


def _stage_details(m: Machine, frame: Stage, decision: Decision) -> Json:
    action = m.game.actions[frame.action]
    param = action.params[frame.param]
    found: Json = {"action": action.id, "param": param.name}
    if param.path or param.some:
        found["done"] = decision.may_done
    if param.some:
        found["picked"] = [naming.show_value(m.game, value, param.member) for value in frame.picked]
    if param.path:
        found |= _walk_details(m, walk_of(m, param, list(frame.slots), tuple(frame.picked)))
    return found


def _walk_details(m: Machine, walk: Any) -> Json:
    """Unit, place, path so far and what is left of the budget."""
    ids = m.game.map.ids
    kind = m.game.movements[walk.movement].kind
    return {
        "unit": m.game.entities(kind)[walk.unit],
        "at": ids[walk.here],
        "path": [ids[place] for place in walk.places],
        "left": allowance(m, walk) - walk.cost,
    }


def moving_unit(m: Machine) -> tuple[int, int]:
    """Root kind and number of the unit whose path is being laid."""
    frame = m.frames[-1]
    if isinstance(frame, Stage):
        param = m.game.actions[frame.action].params[frame.param]
        walk = walk_of(m, param, list(frame.slots), tuple(frame.picked))
    else:
        code = m.frames[-2]
        assert isinstance(frame, Path) and isinstance(code, Code)
        walk = path_walk(m, code, tuple(frame.places))
    assert walk is not None
    return m.game.kinds[m.game.movements[walk.movement].kind].root, walk.unit


def _part(m: Machine, index: int, side: int, options: tuple[Any, ...], optional: bool) -> Json:
    code = m.frames[-2]
    assert isinstance(code, Code)
    _, _, _, _, text, type = m.game.procs[code.proc].code[code.pc][1][index]
    return {
        "side": side_id(m, side),
        "prompt": m.game.text.get(text, ""),
        **_listed(options, lambda value: naming.show_value(m.game, value, type)),
        "pass": optional,
    }


def _over(m: Machine) -> Json:
    over = m.over or {}
    request: Json = {"kind": "over", "prompt": ""}
    if over.get("winner") is not None:
        request["winner"] = side_id(m, over["winner"])
    if "trap" in over:
        request["trap"] = m.fault or "the rules did something undefined"
    elif over.get("ending"):
        request["ending"] = over["ending"]
        ending = next(e for e in m.game.endings if e.id == over["ending"])
        request["prompt"] = m.game.text.get(ending.text, "")
    if m.course is not None:
        request["battles"] = battles_of(m)
    return request


def battles_of(m: Machine) -> list[Json]:
    """How the battles of the campaign ended that have ended."""
    return [_battle(m, number, result) for number, result in enumerate(m.course.results)]


def _battle(m: Machine, number: int, result: Json) -> Json:
    """How a battle of the campaign ended."""
    found: Json = {"battle": m.game.campaign.scenarios[number] if m.game.campaign else "", "prompt": ""}
    if result["winner"] is not None:
        found["winner"] = side_id(m, result["winner"])
    if result["ending"]:
        ending = next(e for e in m.game.endings if e.id == result["ending"])
        found |= {"ending": ending.id, "prompt": m.game.text.get(ending.text, "")}
    return found


# -- inputs


class NotLegal(Exception):
    """An input that is well formed but not among what may be answered. Never leaves the engine."""


def verb_of(given: Any) -> tuple[str, Any]:
    """The key and the value of an input."""
    if not isinstance(given, dict) or len(given) != 1:
        raise InputError('an input is an object with one key, such as {"pass": true}')
    verb, value = next(iter(given.items()))
    if verb not in VERBS:
        raise InputError(f"there is no input `{verb}`; there are {', '.join(VERBS)}")
    if verb in ("pass", "done") and value is not True:
        raise InputError(f"the value of `{verb}` must be true")
    if verb == "yes" and type(value) is not bool:
        raise InputError("the value of `yes` must be true or false")
    if verb in ("play", "step") and type(value) is not str:
        raise InputError(f"the value of `{verb}` must be an id")
    if verb == "point" and type(value) is not list:
        raise InputError("the value of `point` must be a list of two numbers")
    if verb == "chance" and type(value) is not int:
        raise InputError("the value of `chance` must be a number")
    if verb == "sealed" and not isinstance(value, dict):
        raise InputError("the value of `sealed` must be an object with an input for each side")
    return verb, value


def read_input(m: Machine, given: Any) -> tuple[str, Any]:
    """The verb and the run-time value of an input. Raises InputError, or NotLegal."""
    verb, value = verb_of(given)
    decision = m.decision
    if (verb == "pass" and decision.may_pass) or (verb == "done" and decision.may_done):
        return verb, None
    if decision.kind == "sealed" and verb == "sealed":
        return verb, read_sealed(m, value)
    if isinstance(decision, PointDecision) and verb == "point":
        point = naming.read_point(m.game, value)
        if not decision.accepts(point):
            raise NotLegal
        return verb, point
    if verb != _FOR_KIND.get(decision.kind):
        raise NotLegal
    found = _value(m, verb, value)
    if found not in decision.options:
        raise NotLegal
    return verb, found


def _value(m: Machine, verb: str, value: Any) -> Any:
    if verb == "play":
        return action_index(m, value)
    if verb == "chance":
        return value
    return read_named(m, value, option_type(m))


def action_index(m: Machine, id: str) -> int:
    """The action of an id."""
    if id not in m.game.ids["action"]:
        raise InputError(f"there is no action `{id}`")
    return m.game.ids["action"][id]


def read_named(m: Machine, value: Any, type: Type) -> Any:
    """A value from JSON; ``token@PLACE`` is the thing on a place, absent when nothing of the kind stands there."""
    if not isinstance(value, str) or type.base != "kind" or not value.startswith("token@"):
        return naming.read_value(m.game, value, type)
    place = naming.read_value(m.game, value.removeprefix("token@"), PLACE)
    at = m.game.built_in(type.index, "at")
    standing = [e for e, found in enumerate(m.fields[at]) if found == place] if at >= 0 else []
    # Of several on one place the one that may be chosen is meant.
    return next((e for e in standing if e in m.decision.options), standing[0] if standing else None)


def read_sealed(m: Machine, value: Json) -> dict[int, Any]:
    """Answers to the open parts of the sides that the input names, in the order of the parts of each side."""
    code = m.frames[-2]
    assert isinstance(code, Code)
    found: dict[int, Any] = {}
    parts = open_parts(m)
    for id, answers in value.items():
        if id not in m.game.side_ids:
            raise InputError(f"there is no side `{id}`")
        own = [part for part in parts if side_id(m, part[1]) == id]
        listed = answers if isinstance(answers, list) else [answers]
        if not own or len(listed) != len(own):
            raise NotLegal
        for (index, _, options, optional), answer in zip(own, listed, strict=True):
            verb, picked = verb_of(answer)
            if verb == "pass" and optional:
                found[index] = None
                continue
            type = m.game.procs[code.proc].code[code.pc][1][index][-1]
            picked = read_named(m, picked, type) if verb == "pick" else None
            if picked is None or picked not in options:
                raise NotLegal
            found[index] = picked
    if not found:
        raise InputError("a sealed input needs the answer of at least one side")
    return found


def input_of(m: Machine, verb: str, value: Any) -> Json:
    """The input for an answer to the decision that is due."""
    if verb == "play":
        return {"play": m.game.actions[value].id}
    if verb in ("pass", "done"):
        return {verb: True}
    if verb in ("yes", "chance"):
        return {verb: value}
    if verb == "sealed":
        return {"sealed": _sealed_input(m, value)}
    return {verb: naming.show_value(m.game, value, PLACE if verb == "point" else option_type(m))}


def _sealed_input(m: Machine, answers: dict[int, Any]) -> Json:
    """Answers by side; a list for a side with several parts."""
    code = m.frames[-2]
    assert isinstance(code, Code)
    found: Json = {}
    for index, side, _, _ in open_parts(m):
        if index in answers:
            type = m.game.procs[code.proc].code[code.pc][1][index][-1]
            value = answers[index]
            part = {"pass": True} if value is None else {"pick": naming.show_value(m.game, value, type)}
            found.setdefault(side_id(m, side), []).append(part)
    return {side: parts if len(parts) > 1 else parts[0] for side, parts in found.items()}


def legal_inputs(m: Machine) -> list[Json]:
    """Every legal input, in order: the options, then done, then pass. Not for sealed requests."""
    decision = m.decision
    verb = _FOR_KIND.get(decision.kind)
    found = [input_of(m, verb, value) for value in decision.options] if verb else []
    if decision.may_done:
        found.append({"done": True})
    if decision.may_pass:
        found.append({"pass": True})
    return found
