"""The rules layer: values, guards and what happens by itself, put together with procedures and actions."""

from __future__ import annotations

from tankdsl.check.tree import EndingDef, GuardDef, MissionDef, ValueDef, WheneverDef, WindowDef
from tankdsl.lower.actions import Actions
from tankdsl.lower.build import Build, Json
from tankdsl.lower.conjuncts import lower_conjuncts
from tankdsl.lower.expressions import lower_expr
from tankdsl.lower.frames import Frame
from tankdsl.lower.history import History
from tankdsl.lower.movements import lower_arcs, lower_movement, lower_sight
from tankdsl.lower.procs import lower_proc, make_proc, sequence_proc
from tankdsl.lower.texts import words
from tankdsl.lower.types import lower_type

RUNAWAY = 1_000_000
"""How many instructions may run between two decisions: far more than a game needs, and reached in seconds."""


def lower_rules(build: Build, main: str) -> Json:
    """Everything that can happen; `main` is the sequence that is the game."""
    program = build.program
    history = History(build)
    # First, since what they remember is kept up by code that is lowered after them.
    endings = [lower_ending(build, ending) for ending in history.recorded(program.endings)]
    actions, triggers = Actions(build), _Triggers(build)
    lowered_actions = [actions.lower(action) for action in program.actions.values()]
    whenevers = [triggers.lower(whenever) for whenever in (*program.whenevers.values(), *history.whenevers)]
    refills = [
        make_proc(f"refill.{pile.id}", "refill", (), pile.refill, pile.span) for pile in program.piles.values() if pile.refill is not None
    ]
    procs = [lower_proc(build, proc) for proc in (*program.procs.values(), *refills, *history.procs)]
    return {
        "main": sequence_proc(program, main),
        "entries": {id: sequence_proc(program, id) for id in program.sequences},
        "runaway": RUNAWAY,
        "scopes": _scopes(build),
        "values": [lower_value(build, value) for value in program.values.values()],
        "guards": [lower_guard(build, guard) for guard in program.guards.values()],
        "procs": [*procs, *actions.procs, *triggers.procs],
        "actions": lowered_actions,
        "windows": [lower_window(build, window) for window in program.windows.values()],
        "movements": [lower_movement(build, movement) for movement in program.movements.values()],
        "sights": [lower_sight(build, sight) for sight in program.sights.values()],
        "arcs": [lower_arcs(build, arcs) for arcs in program.arcs.values()],
        "whenevers": whenevers,
        "endings": endings,
        "missions": [lower_mission(build, mission) for mission in program.missions.values()],
    }


def _scopes(build: Build) -> list[Json]:
    """The declared scopes, then those that only code or lifetimes mention."""
    lifetimes = [field.lifetime.scope for kind in build.program.kinds.values() for field in kind.fields if field.lifetime]
    return [{"id": id} for id in dict.fromkeys((*build.program.scopes, *build.scopes, *lifetimes))]


def lower_value(build: Build, value: ValueDef) -> Json:
    """A derived value."""
    frame = Frame(build, value.id, value.params)
    build.origin(("rules", "values", value.id), value.span, value.cites)
    body = lower_expr(frame, value.body)
    return {
        "id": value.id,
        "params": frame.params(value.params),
        "gives": lower_type(build.program, value.gives),
        "slots": frame.slots.count,
        "body": body,
        **frame.names(local.name for local in value.params),
        "cites": list(value.cites),
    }


def lower_guard(build: Build, guard: GuardDef) -> Json:
    """A named list of conditions."""
    frame, path = Frame(build, guard.id, guard.params), ("rules", "guards", guard.id)
    build.origin(path, guard.span, guard.cites)
    conjuncts = lower_conjuncts(frame, guard.demands, (*path, "conjuncts"))
    return {
        "id": guard.id,
        "params": frame.params(guard.params),
        "slots": frame.slots.count,
        "conjuncts": conjuncts,
        **({"placement": True} if guard.placement else {}),
        **frame.names(local.name for local in guard.params),
        "cites": list(guard.cites),
    }


def lower_window(build: Build, window: WindowDef) -> Json:
    """A moment at which sides may react."""
    build.origin(("rules", "windows", window.id), window.span, window.cites)
    return {
        "id": window.id,
        "text": build.texts.add(f"window.{window.id}", words(window.id)),
        "params": [{"name": name, "type": lower_type(build.program, type)} for name, type, _ in window.params],
        "changes": [at for at, (_, _, changes) in enumerate(window.params) if changes],
        **({"closed": True} if window.closed else {}),
    }


class _Triggers:
    """Lowers what happens by itself, and collects the procedures for it."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.procs: list[Json] = []

    def lower(self, whenever: WheneverDef) -> Json:
        build, bound = self.build, [param.local for param in whenever.params]
        frame = Frame(build, whenever.id, bound)
        build.origin(("rules", "whenevers", whenever.id), whenever.span, whenever.cites)
        proc = make_proc(f"whenever.{whenever.id}", "whenever", bound, whenever.body, whenever.span, (), whenever.id)
        self.procs.append(lower_proc(build, proc))
        params = [{"slot": frame.slots.of(one.local), "set": lower_expr(frame, one.domain)} for one in whenever.params]
        when = lower_expr(frame, whenever.condition)
        return {
            "id": whenever.id,
            **({"during": whenever.during} if whenever.during else {}),
            "params": params,
            "slots": frame.slots.count,
            "when": when,
            "proc": proc.id,
            "cites": list(whenever.cites),
        }


def lower_ending(build: Build, ending: EndingDef) -> Json:
    """When the game is over, and who has won."""
    frame = Frame(build, ending.id, () if ending.each is None else (ending.each,))
    build.origin(("rules", "endings", ending.id), ending.span, ending.cites)
    out: dict[str, Json] = {"id": ending.id, "during": ending.during or "", "at": ending.at_end_of or "settle"}
    if ending.each is not None and ending.domain is not None:
        out["each"] = {"slot": frame.slots.of(ending.each), "set": lower_expr(frame, ending.domain)}
    out["when"] = lower_expr(frame, ending.condition)
    out["outcome"] = _outcome(frame, ending)
    out["slots"] = frame.slots.count
    out["text"] = build.texts.add(f"ending.{ending.id}", ending.text or words(ending.id))
    out["cites"] = list(ending.cites)
    return out


def _outcome(frame: Frame, ending: EndingDef) -> Json:
    match ending.outcome:
        case ("most", *keys):
            slot = frame.slots.spare() if ending.candidate is None else frame.slots.of(ending.candidate)
            return ["most", slot, *(lower_expr(frame, key) for key in keys)]
        case (word, *sides):
            return [word, *(lower_expr(frame, side) for side in sides)]
        case _:
            raise TypeError(f"unknown outcome of ending {ending.id}")


def lower_mission(build: Build, mission: MissionDef) -> Json:
    """When a mission is fulfilled for its owner."""
    frame = Frame(build, mission.id, (mission.side,))
    build.origin(("rules", "missions", mission.id), mission.span, mission.cites)
    met = lower_expr(frame, mission.met)
    return {"model": mission.id, "slots": frame.slots.count, "met": met}
