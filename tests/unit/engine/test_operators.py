"""The conformance vectors of expressions, on both evaluators."""

import json
from pathlib import Path
from typing import Any

import pytest

from tankdsl.engine.errors import Trap
from tankdsl.engine.load import load_game
from tankdsl.engine.machine import Machine
from tankdsl.engine.model import Game
from tankdsl.engine.plain import from_plain, to_plain
from tankdsl.engine.setup import begin, new_machine, resolve_options
from tankdsl.ir.operators import EXPRESSIONS

KIT: dict[str, Any] = json.loads((Path(__file__).parents[2] / "conformance" / "operators.json").read_text(encoding="utf-8"))
VECTORS = KIT["vectors"]
TRAPS = (Trap, TypeError, IndexError)
"""What the machine takes for a trap (see `Machine.run`)."""


def name(vector: dict[str, Any]) -> str:
    return f"{json.dumps(vector['expr'])} {vector.get('note', '')}".strip()


@pytest.fixture(scope="module")
def game() -> Game:
    """The document of the kit with one value for each vector: its slots are the parameters."""
    document = json.loads(json.dumps(KIT["document"]))
    for number, vector in enumerate(VECTORS):
        count = len(vector.get("slots", ()))
        document["rules"]["values"].append(
            {
                "id": f"v{number}", "params": [{"name": f"p{i}", "type": {"optional": "int"}} for i in range(count)], "gives": "int",
                "slots": count, "body": vector["expr"], "cites": [],
            }
        )  # fmt: skip
    return load_game(document)


def machine(game: Game, evaluator: str) -> Machine:
    m = new_machine(game, evaluator)
    begin(m, resolve_options(game, {}), 0)
    return m


@pytest.fixture(scope="module", params=["oracle", "fast"])
def m(request: pytest.FixtureRequest, game: Game) -> Machine:
    return machine(game, request.param)


def value_of(m: Machine, number: int, slots: list[Any]) -> Any:
    if m.ev.name == "fast":
        return m.ev.function(("value", number, 0))(*slots)
    return m.ev.oracle.value(m.game.values[number].body, slots)


@pytest.mark.parametrize("number", range(len(VECTORS)), ids=[name(vector) for vector in VECTORS])
def test_vector(m: Machine, number: int) -> None:
    vector = VECTORS[number]
    slots = [from_plain(slot, "slot") for slot in vector.get("slots", ())]
    if vector.get("trap"):
        with pytest.raises(TRAPS):
            value_of(m, number, slots)
        return
    found = to_plain(value_of(m, number, slots))
    assert json.dumps(found) == json.dumps(vector["result"])


def test_every_vector_is_compiled_not_walked(game: Game) -> None:
    library = machine(game, "fast").ev.library
    assert [n for n in range(len(VECTORS)) if library.get(("value", n, 0))[0] is None] == []


def operators_in(expression: Any) -> set[str]:
    if not isinstance(expression, list):
        return set()
    found = {part for part in expression[:1] if isinstance(part, str)}
    return found.union(*(operators_in(part) for part in expression))


def test_the_kit_knows_every_operator_that_needs_no_rules() -> None:
    used = set().union(*(operators_in(vector["expr"]) for vector in VECTORS))
    needs_rules = {"call", "can_go", "holds", "mission_met", "path_cost", "pile", "pile_of", "used"}
    assert set(EXPRESSIONS) - used == needs_rules
