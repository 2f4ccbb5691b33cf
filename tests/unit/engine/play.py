"""Short ways to begin and play games in tests."""

from collections.abc import Callable
from typing import Any

from tankdsl.engine import Session, load_game
from tests.unit.engine.minidoc import Json, with_main

EVALUATORS = ("oracle", "fast")


def run(code: list[Any], slots: int = 8, change: Callable[[Json], None] | None = None, **how: Any) -> Session:
    """A session of the bare document whose main procedure is this code, at its first decision."""
    options = how.pop("options", None)
    return Session(load_game(with_main(code, slots, change)), **how).setup(options)


def slots(session: Session, depth: int = 0) -> list[Any]:
    """The slots of a procedure on the stack, the main one by default."""
    frame: Any = session.machine.frames[depth]
    found: list[Any] = frame.slots
    return found


def cell(session: Session, kind: str, field: str, id: str) -> Any:
    """The run-time value of a field."""
    game = session.game
    index = game.ids["kind"][kind]
    entity = game.entities(index).index(id)
    return session.machine.fields[game.field_index[index, field]][entity]


def place(session: Session, id: str) -> str | None:
    """The id of the place on which a tank stands."""
    at = cell(session, "Tank", "at", id)
    return None if at is None else session.game.map.ids[at]


def answer_all(session: Session, *inputs: Json) -> None:
    """Answer with these inputs, one after the other."""
    for given in inputs:
        session.answer(given)


STOP = ["choose", 7, ["ref", "Side", "red"], 6, ["list", 1, 2], True, False, "pick", "int"]
"""An instruction that waits, so that a test can look at the machine."""
