"""Running lowered programs: the document is checked first, then played by the engine with both of its evaluators."""

from __future__ import annotations

from typing import Any

from tankdsl.check.tree import Program
from tankdsl.engine import Session, load_game
from tankdsl.ir.hashing import game_hash
from tankdsl.ir.validate import validate
from tankdsl.lower import lower_scenario

Json = Any


def document(program: Program, scenario: str = "duel") -> Json:
    """The document of a scenario, with its hash; every fault that the validator finds fails the test."""
    made, _ = lower_scenario(program, scenario)
    made["game"] = game_hash(made)
    assert [f"{problem.path}: {problem.message}" for problem in validate(made)] == []
    return made


def play(program: Program, *answers: Json, dice: tuple[int, ...] = (), draw: tuple[Json, ...] = (), main: str | None = None) -> Session:
    """Play a program with these answers, by both evaluators, which must agree; gives the session of the fast one."""
    game = load_game(document(program))
    sessions = [Session(game, evaluator=evaluator, chance="forced") for evaluator in ("oracle", "fast")]
    for session in sessions:
        session.force(dice=list(dice), draw=list(draw))
        session.start(main)
        for answer in answers:
            session.answer(answer)
        assert session.machine.fault == ""
    assert sessions[0].state() == sessions[1].state()
    return sessions[1]


def value(session: Session, field: str, entity: int = 0) -> Json:
    """A field of an instance, by its number in the ascending order of ids."""
    return session.state()["fields"][field][entity]


def trace(session: Session) -> str:
    """The digits that were noted, `0` for none."""
    return str(value(session, "Game.trace"))


def code(program: Program, proc: str = "sequence.main") -> list[Json]:
    """The instructions of a procedure."""
    return next(one for one in document(program)["rules"]["procs"] if one["id"] == proc)["code"]


def words(program: Program, proc: str = "sequence.main") -> list[str]:
    """The names of the instructions of a procedure."""
    return [instruction[0] for instruction in code(program, proc)]
