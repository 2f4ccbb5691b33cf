"""What is known before play: three values, and never a wrong one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expressions import check
from tankdsl.check.pack import check_pack
from tankdsl.check.static import ABSENT, UNKNOWN, Value, World, evaluate, models_of
from tankdsl.check.static.values import conjunction, disjunction
from tankdsl.frozen import replaced
from tankdsl.source import MemoryBundle, SourceSet
from tankdsl.syntax import ast
from tankdsl.syntax.parse import parse
from tests.unit.check.small import FORCES, MAPS, RULES, SCENARIO

TEXT = (
    RULES
    + MAPS.replace("    red rows", "    place well = (1, 1)\n    zone rim = [(0, 0), (1, 0)]\n    edge brook (0, 0) / (1, 0)\n    red rows")
    + FORCES + SCENARIO.replace("usual\n", "usual\n    options hills = on, pace = 4\n    given scout at (0, 0), guard at (3, 7)\n")
)  # fmt: skip


def _declarations(text: str) -> tuple[ast.Decl, ...]:
    sources = SourceSet()
    file = sources.load(MemoryBundle({"game.tank": text}), "game.tank")
    return parse(file).module.declarations


@pytest.fixture(scope="module")
def cx() -> Context:
    made = check_pack(_declarations(TEXT))
    assert [finding.headline for finding in made.found] == []
    return made


@pytest.fixture(scope="module")
def world(cx: Context) -> World:
    scenario = cx.program.scenarios["plain"]
    options = {id: scenario.presets.get(id, option.default) for id, option in cx.program.options.items()}
    return World(
        cx.program, models_of(cx.program), cx.program.layouts["tall"], options,
        {thing.id: thing for thing in scenario.instances}, {thing.id: thing.at for thing in scenario.instances if thing.at is not None},
    )  # fmt: skip


def value_of(cx: Context, world: World, text: str) -> Value:
    declaration = _declarations(f"value asked() = {text}\n")[0]
    assert isinstance(declaration, ast.Value) and declaration.body is not None
    env = Env("value")
    for thing in cx.program.scenarios["plain"].instances:
        from tankdsl.check.tree import Core
        from tankdsl.check.types import Kind

        env.aliases[thing.id.replace(".", "_")] = Core("ref", (thing.kind, thing.id), Kind(thing.kind), declaration.span)
    before = len(cx.found)
    core = check(cx, env, declaration.body)
    assert [finding.headline for finding in cx.found[before:] if finding.level == "error"] == []
    return evaluate(world, core)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 + 4 * 2 - 1", 10), ("-7 div 2", -4), ("-7 mod 2", 1), ("min(3, 2, 5)", 2), ("max(3, 2)", 3), ("abs(0 - 4)", 4),
        ("2 < 3 and not 3 < 2", True), ("2 is 3 or 2 is not 3", True), ("if 2 > 1 { 5 } else { 6 }", 5),
        ("match option.pace { 1..3 => 1; otherwise => 2 }".replace("; ", "\n "), 2),
        ("option.pace", 4), ("option.hills and option.light is day", True), ("option.weather", False),
        ("guard.speed", 2), ("scout_1.load", 1), ("guard.side is blue", True), ("guard.side.enemy is red", True),
        ("red_far.line", 4), ("grass.enterable", True), ("ground((1, 1)) is wood", True), ("ground((9, 9)) is wood", False),
        ("distance((0, 0), (2, 1))", 3), ("row(red, (2, 3))", 4), ("row(blue, (2, 3))", 5), ("territory((0, 5)) is blue", True),
        ("count(neighbours((0, 0)))", 2), ("count(within((1, 1), 1))", 7), ("count(ring((1, 1), 1))", 6), ("count(ray((0, 0), s, 9))", 7),
        ("step((0, 0), s) is (0, 1)", True), ("step((0, 0), n) is none", True), ("direction((0, 0), (0, 1)) is s", True),
        ("turn(n, 7) is ne", True), ("opposite(n) is s", True),
        ("edge((1, 0), (0, 0)) is brook", True), ("edge((0, 0), (0, 1)) is none", True),
        ("well is (1, 1)", True), ("(1, 0) in rim and (2, 0) not in rim", True), ("count([h in places where ground(h) is rock])", 1),
        ("sum(row(red, h) for h in rim)", 2), ("least(h in rim by row(blue, h)) is (0, 0)", True),
        ("count(connected((0, 0), [h in places where ground(h) is grass]))", 29),
        ("any h in rim where ground(h) is rock", False), ("all h in rim where ground(h) is grass", True), ("first(rim) is (0, 0)", True),
        ("count(sides)", 2), ("first(sides from blue) is blue", True), ("count(all walkers)", 3), ("count(red.walkers)", UNKNOWN),
        ("scout_1.at is (0, 0)", True), ("scout_2.at is none", UNKNOWN),
        ("walker((0, 0)) is scout_1", True), ("walker((0, 1)) is none", UNKNOWN),
        ("guard.loaded", UNKNOWN), ("guard.loaded and 2 is 3", False), ("guard.loaded or 2 is 2", True), ("not guard.loaded", UNKNOWN),
        ("turns + 1", UNKNOWN), ("if guard.loaded { 3 } else { 3 }", 3), ("if guard.loaded { 3 } else { 4 }", UNKNOWN),
        ("used()", False), ("red.goal is none", UNKNOWN), ("active is red", UNKNOWN), ("count(orders) > 1", UNKNOWN),
        ("guard.side else red", "blue"), ("if let p = step((0, 0), n) { row(red, p) } else { 7 }", 7),
    ],
)  # fmt: skip
def test_values(cx: Context, world: World, text: str, expected: Value) -> None:
    found = value_of(cx, world, text)
    assert found == expected and type(found) is type(expected)


def test_without_a_map_the_ground_is_unknown(cx: Context, world: World) -> None:
    bare = replaced(world, layout=None)
    for text in ("ground((1, 1)) is wood", "distance((0, 0), (1, 0))", "count(places)", "(1, 0) in rim", "well is (1, 1)"):
        assert value_of(cx, bare, text) is UNKNOWN


def test_when_nothing_else_stands_there_absence_is_known(cx: Context, world: World) -> None:
    alone = replaced(world, nothing_else=True)
    assert value_of(cx, alone, "walker((0, 1)) is none") is True
    assert value_of(cx, alone, "scout_2.at is none") is True
    assert value_of(cx, alone, "count(red.walkers)") == 1


def test_sum_of_rows_with_conditions(cx: Context, world: World) -> None:
    rows = ('3 "a" when w.speed > 1 hex', '4 "b" when w.side is blue', '9 "c" when w.speed > 5 hexes')
    text = "value worth(w: Walker): int sum clamp 0..5 {\n    " + "\n    ".join(rows) + "\n}\n"
    made = check_pack(_declarations(RULES + text + MAPS + FORCES + SCENARIO))
    body = made.program.values["worth"]
    own = replaced(world, program=made.program, models=models_of(made.program))
    assert [evaluate(own, body.body, {body.params[0]: id}) for id in ("guard", "scout.1")] == [5, 3]
    assert evaluate(own, body.body) is UNKNOWN


def test_calls_in_a_circle_are_unknown(cx: Context, world: World) -> None:
    made = check_pack(_declarations(RULES + "value one(n: 0..9): bool = two(n)\nvalue two(n: 0..9): bool = one(n)\n" + MAPS))
    own = replaced(world, program=made.program)
    value = made.program.values["one"]
    assert evaluate(own, value.body, {value.params[0]: 1}) is UNKNOWN


truths = st.sampled_from([True, False, UNKNOWN])


@given(st.lists(truths))
def test_three_valued_logic_is_right_whatever_the_unknown_turns_out_to_be(values: list[Value]) -> None:
    for combine, plain in ((conjunction, all), (disjunction, any)):
        found = combine(values)
        ways = [plain(guess if value is UNKNOWN else value for value in values) for guess in (True, False)]
        assert found in ways if found is not UNKNOWN else ways[0] != ways[1]
        if found is not UNKNOWN:
            assert ways[0] == ways[1] == found


def test_absent_is_not_unknown() -> None:
    assert ABSENT is not UNKNOWN
