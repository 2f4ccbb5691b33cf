"""Tests: their pieces are instances of the scenario, their inputs are checked against the actions they play.

A name that a test gives to a piece, and every column of its table, stands for an expression; a test with a table is checked once per row.
"""

from __future__ import annotations

from tankdsl.check.cases import tree as tt
from tankdsl.check.cases.inputs import Inputs
from tankdsl.check.cases.setup import Setup
from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.expected import is_expected
from tankdsl.check.expressions import check, check_as, condition
from tankdsl.check.options import option_value
from tankdsl.check.tree import Core, Local
from tankdsl.check.types import BOOL, PLACE, SIDE, Int, Kind, Optional
from tankdsl.diagnostics import Level, counted
from tankdsl.diagnostics.registry import structure
from tankdsl.diagnostics.registry import tests as kinds
from tankdsl.syntax import ast


def check_tests(cx: Context) -> tuple[tt.TestDef, ...]:
    """All tests of the pack, one for each row of a test's table."""
    out: list[tt.TestDef] = []
    before = len(cx.found)
    doubtful = bool(cx.lost) or any(found.level is Level.ERROR and not is_expected(cx, found) for found in cx.found)
    for node in cx.symbols.tests:
        scenario = _scenario(cx, node)
        if scenario not in cx.program.scenarios and not (scenario in cx.symbols.space("scenario") and _expects_only(node.parts)):
            _no_scenario(cx, node)
            continue
        if not node.rows:
            out.append(_Test(cx, node, scenario, None, doubtful).checked())
            continue
        for index, row in enumerate(node.rows):
            if len(row.cells) != len(node.header):
                cx.report(
                    structure.ROW_WRONG, row.span, f"this row has {counted(len(row.cells), 'cell')}, the header has {len(node.header)}"
                )
                continue
            out.append(_Test(cx, node, scenario, index, doubtful).checked())
    if cx.foundation_lost:
        del cx.found[before:]
    return tuple(out)


def _scenario(cx: Context, node: ast.Test) -> str:
    """The scenario of a test: of one that plays a campaign, the battle that it begins with. Empty when none is named."""
    named = node.scenario.text if node.scenario else ""
    campaign = cx.program.campaigns.get(node.campaign.text) if node.campaign else None
    if campaign is None:
        return "" if node.campaign else named
    if named and named not in campaign.battles:
        return ""
    return named or next(iter(campaign.battles), "")


def _expects_only(parts: tuple[ast.TestPart, ...]) -> bool:
    """Whether a test plays nothing and expects findings only; then its scenario may be wrong."""
    return all(
        _expects_only(part.parts) if isinstance(part, ast.TestCase) else isinstance(part, ast.Expect) and part.finding is not None
        for part in parts
    )


def _no_scenario(cx: Context, node: ast.Test) -> None:
    if node.campaign is not None:
        campaign = cx.program.campaigns.get(node.campaign.text)
        if campaign is None:
            cx.unknown(node.campaign.span, node.campaign.text, "campaign", list(cx.symbols.space("campaign")))
        elif node.scenario is not None and node.scenario.text not in campaign.battles:
            cx.unknown(node.scenario.span, node.scenario.text, f"battle of `{campaign.id}`", list(campaign.battles))
    elif node.scenario is None:
        cx.report(
            kinds.TEST_WITHOUT_SCENARIO, node.name.span, "this test does not say on which scenario it runs", help="add `scenario name`"
        )
    elif node.scenario.text not in cx.symbols.space("scenario"):
        cx.unknown(node.scenario.span, node.scenario.text, "scenario", list(cx.symbols.space("scenario")))


class _Test:
    """One test, or one row of it, being checked."""

    def __init__(self, cx: Context, node: ast.Test, scenario: str, row: int | None, doubtful: bool) -> None:
        self.cx, self.node, self.row = cx, node, row
        self.scenario = scenario
        self.env = Env("test", in_test=True, doubtful=doubtful)
        self.columns: dict[str, tuple[ast.Expr, ...]] = {}
        if row is not None:
            cells = node.rows[row].cells
            self.columns = {word.text: cells[index] for index, word in enumerate(node.header)}
        self.campaign = node.campaign.text if node.campaign else ""
        others = cx.program.campaigns[self.campaign].battles if self.campaign else ()
        self.setup = Setup(cx, self.env, scenario, others)
        self.over, self.winner = Local("over", BOOL), Local("winner", Optional(SIDE))
        self.battle = Local("battle", Int(1, max(1, len(others))))
        if self.campaign:
            self.env.aliases["battle"] = Core("local", (self.battle,), self.battle.type, node.name.span)
        self.env.aliases["over"] = Core("local", (self.over,), BOOL, node.name.span)
        self.env.aliases["winner"] = Core("local", (self.winner,), Optional(SIDE), node.name.span)

    def checked(self) -> tt.TestDef:
        """The typed test."""
        title = self.node.name.text
        self._columns()
        root = tt.Branch("", title, self.node.span, cite_ids(self.node.cites))
        self._parts(root, self.node.parts)
        return tt.TestDef(title, self.row, self.scenario, self.campaign, cite_ids(self.node.cites), self.node.span, root)

    def _columns(self) -> None:
        """A column with one value stands for it everywhere; one with several can stand where several may."""
        for name, cells in self.columns.items():
            if len(cells) == 1 and name not in self.env.aliases:
                self.env.aliases[name] = check(self.cx, self.env, cells[0], self.setup.hint(cells[0]))

    def _parts(self, branch: tt.Branch, parts: tuple[ast.TestPart, ...]) -> None:
        for part in parts:
            match part:
                case ast.TestOptions():
                    self._options(branch, part)
                case ast.TestGiven():
                    branch.settings += self.setup.given(part)
                case ast.TestCase():
                    self._case(branch, part)
                case _:
                    branch.steps.append(self._step(part))

    def _case(self, branch: tt.Branch, part: ast.TestCase) -> None:
        inner = tt.Branch(part.name.text, part.title.value if part.title else "", part.span, cite_ids(part.cites))
        branch.steps.append(inner)
        aliases, taken = dict(self.env.aliases), self.setup.taken_copy()
        self._parts(inner, part.parts)
        self.env.aliases = aliases
        self.setup.taken = taken

    def _options(self, branch: tt.Branch, part: ast.TestOptions) -> None:
        known = self.cx.symbols.space("option")
        for setting in part.settings:
            name = setting.target.text if isinstance(setting.target, ast.Name) else ""
            option = known.get(name)
            if not isinstance(option, ast.Option):
                self.cx.unknown(setting.target.span, name, "option", list(known))
                continue
            value = option_value(self.cx, option, self._single(setting.value))
            if value is not None:
                branch.options[name] = value

    def _single(self, value: ast.Expr) -> ast.Expr:
        """A column's cell where a constant is read from the tree."""
        if isinstance(value, ast.Name) and len(self.columns.get(value.text, ())) == 1:
            return self.columns[value.text][0]
        return value

    def _step(self, part: ast.TestPart) -> tt.Step:
        inputs = Inputs(self.cx, self.env, self.columns, self.setup, self.expected)
        match part:
            case ast.TestStart():
                if part.sequence.text not in self.cx.program.sequences:
                    self.cx.unknown(part.sequence.span, part.sequence.text, "sequence", list(self.cx.program.sequences))
                return tt.Start(part.span, part.sequence.text, inputs.script(part.script))
            case ast.TestDo():
                return tt.Do(part.span, inputs.put(part.input), inputs.script(part.script))
            case ast.TestPass():
                return tt.Pass(part.span, inputs.side(part.side), inputs.script(part.script))
            case ast.Refuse():
                return inputs.refusal(part)
            case ast.Expect():
                return self.expected(part)
            case _:
                raise AssertionError(part)

    def expected(self, part: ast.Expect) -> tt.Expected | tt.ExpectedFinding:
        """`expect condition` / `expect finding "name"`."""
        if part.finding is not None:
            return tt.ExpectedFinding(part.span, part.finding.value)
        assert part.condition is not None
        core = condition(self.cx, self.env, part.condition, "after `expect`")
        sights: list[tt.Sight] = []
        core = self._hoist_sights(core, sights)
        return tt.Expected(part.span, core, self.over, self.winner, self.battle, tuple(sights))

    def _hoist_sights(self, core: Core, sights: list[tt.Sight]) -> Core:
        """Every `sees(side, what)` becomes a local that the runner fills."""
        if core.op != "sees":
            args = tuple(self._hoist_sights(arg, sights) if isinstance(arg, Core) else arg for arg in core.args)
            return Core(core.op, args, core.type, core.span)
        side, what = core.args
        answer = Local(f"sees_{len(sights) + 1}", BOOL)
        match what.op:
            case "get":
                sights.append(tt.Sight(answer, side, what.args[0], what.args[1], what.args[2]))
            case "pile":
                sights.append(tt.Sight(answer, side, "", what.args[0], None, is_pile=True))
            case "pile_of":
                sights.append(tt.Sight(answer, side, "", what.args[0], what.args[1], is_pile=True))
            case _:
                help = "write `sees(side, thing.state)` or `sees(side, pile)`"
                self.cx.report(kinds.TEST_WRONG, what.span, "a side sees states and piles", help=help)
        return Core("local", (answer,), BOOL, core.span)


__all__ = ["PLACE", "Int", "Kind", "check_as", "check_tests"]
