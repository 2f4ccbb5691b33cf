"""What a test sets up: pieces on the map, states, piles, terrain."""

from __future__ import annotations

from itertools import chain

from tankdsl.check.cases import tree as tt
from tankdsl.check.context import Context
from tankdsl.check.env import Env, constant
from tankdsl.check.expressions import check, check_as, demand, poison
from tankdsl.check.grounds import off_map, world_of_layout
from tankdsl.check.starts import called_otherwise
from tankdsl.check.static import ABSENT, evaluate
from tankdsl.check.tree import Core, InstanceDef
from tankdsl.check.types import BOOL, PLACE, Int, Kind, Model, Optional, PileOf, Poison, Type, required
from tankdsl.diagnostics import quoted
from tankdsl.diagnostics.registry import tests as kinds
from tankdsl.diagnostics.registry import types
from tankdsl.source import Span
from tankdsl.syntax import ast


class Setup:
    """The pieces of a scenario as a test hands them out: by id, or the next one of a model that neither scenario nor test has used."""

    def __init__(self, cx: Context, env: Env, scenario: str, others: tuple[str, ...] = ()) -> None:
        """`others` are the battles of the campaign that is played: their pieces have names too, for when they are reached."""
        self.cx, self.env = cx, env
        known = cx.program.scenarios.get(scenario)
        self.instances = () if known is None else known.instances
        self.layout = None if known is None else cx.program.layouts.get(known.layout or "")
        self.taken: dict[str, list[str]] = {}
        self.by_model: dict[str, list[InstanceDef]] = {}
        for instance in self.instances:
            self.by_model.setdefault(instance.model, []).append(instance)
            if instance.at is not None:
                self.taken.setdefault(instance.model, []).append(instance.id)
            self._name(instance)
        for other in others:
            later = cx.program.scenarios.get(other)
            for instance in () if later is None else later.instances:
                if instance.id not in env.aliases:
                    self._name(instance)

    def _name(self, instance: InstanceDef) -> None:
        """Instances that exist once are named by their model; others by side and id (`german.base`)."""
        if instance.id == instance.model or "." in instance.id:
            self.env.aliases[instance.id] = self.reference(instance, Span(0, 0, 0))

    def taken_copy(self) -> dict[str, list[str]]:
        """What has been handed out so far, for a branch that goes its own way."""
        return {model: list(ids) for model, ids in self.taken.items()}

    def reference(self, instance: InstanceDef, span: Span) -> Core:
        """An instance as an expression."""
        return Core("ref", (self.cx.root_of(instance.kind), instance.id), Kind(instance.kind), span)

    def hint(self, cell: ast.Expr) -> Type | None:
        """Columns may hold members of any enum; nothing is expected of them yet."""
        return None

    def given(self, part: ast.TestGiven) -> list[tt.Setting]:
        """The settings of a `given` line."""
        out: list[tt.Setting] = []
        seen: dict[str, Span] = {}
        for unit in part.units:
            out += self._unit(unit, seen)
        for setting in part.settings:
            out += self._setting(setting)
        return out

    # ------------------------------------------------------------------------------------------------------- pieces

    def _unit(self, node: ast.Given, seen: dict[str, Span]) -> list[tt.Setting]:
        """The settings of one piece; `seen` are the pieces of the same line, where one that is named twice is a slip."""
        instance = self._find(node.unit)
        if instance is None:
            self.env.aliases[(node.alias or node.unit).text] = poison(node.unit.span)
            return []
        if instance.id in seen and not self.env.doubtful:
            first = self.cx.labels((seen[instance.id], "it stands here already"))
            headline = f"`{instance.id}` is one piece, and this line uses it twice"
            self.cx.report(kinds.TEST_UNIT_UNKNOWN, node.unit.span, headline, secondary=first, help="field one more in the roster")
        seen.setdefault(instance.id, node.unit.span)
        ref = self.reference(instance, node.unit.span)
        if node.alias is not None:
            self.env.aliases[node.alias.text] = ref
        root = self.cx.root_of(instance.kind)
        out: list[tt.Setting] = []
        if node.place is not None:
            place = check_as(self.cx, self.env, node.place, PLACE, "where the piece stands")
            self._on_map(node.place, place)
            out.append(tt.SetField(root, "at", ref, place))
        for setting in node.settings:
            made = self._field(instance.kind, ref, setting)
            out += [made] if made is not None else []
            if made is not None and made.field == "removed" and made.value.args == (True,):
                # What is out of the game stands nowhere, wherever the scenario would have put it.
                out.append(tt.SetField(root, "at", ref, Core("none", (), Optional(PLACE), setting.span)))
        return out

    def _on_map(self, node: ast.Expr, place: Core) -> None:
        """Report a place that the map of the scenario does not have."""
        if self.layout is None or not isinstance(node, (ast.Place, ast.Label)):
            return
        if evaluate(world_of_layout(self.cx, self.layout), place) is ABSENT:
            off_map(self.cx, self.layout, node, f"the map `{self.layout.id}`")

    def _find(self, unit: ast.Ident) -> InstanceDef | None:
        """An instance by its id, or the next unused one of a model."""
        by_id = next((instance for instance in self.instances if instance.id == unit.text), None)
        if by_id is not None:
            self.taken.setdefault(by_id.model, []).append(by_id.id)
            return by_id
        return self.next_of(unit.text, unit.span)

    def next_of(self, model: str, span: Span) -> InstanceDef | None:
        """The next unused instance of a model (`red.camp`: of a side); reported when there is none."""
        owned, name = self._copies(model)
        named = self.env.aliases.get(model)
        if named is not None and named.op == "ref":
            headline = f"`{model}` is a piece that this test has named already, and a piece is named once"
            help = f"write `{model}.at = place` for where it stands, and `{model}.state = value` for its states"
            self.cx.report(kinds.TEST_UNIT_UNKNOWN, span, headline, help=help)
            return None
        used = self.taken.setdefault(name, [])
        for instance in owned:
            if instance.id not in used:
                used.append(instance.id)
                return instance
        if self.env.doubtful:
            return None
        if owned:
            headline = f"the scenario has only {len(owned)} `{model}`, and all are in use"
            help = f"name the one that is meant: {quoted(instance.id for instance in owned)}"
            self.cx.report(kinds.TEST_UNIT_UNKNOWN, span, headline, help=help)
        else:
            ids = [instance.id for instance in self.instances]
            meant = called_otherwise(model, ids)
            known = chain(self.by_model, ids)
            self.cx.report(
                kinds.TEST_UNIT_UNKNOWN,
                span,
                f"the scenario has no piece `{model}`",
                help=f"its name is {quoted(meant, 'or')}"
                if meant
                else self.cx.did_you_mean(model, known) or f"it has {quoted(self.by_model)}",
            )
        return None

    def _copies(self, written: str) -> tuple[list[InstanceDef], str]:
        """The instances that a name can mean, and their model."""
        side, _, model = written.partition(".")
        if written in self.by_model or side not in self.cx.symbols.sides:
            return self.by_model.get(written, []), written
        return [instance for instance in self.by_model.get(model, []) if instance.side == side], model

    def _field(self, kind: str, ref: Core, setting: ast.Setting) -> tt.SetField | None:
        if not isinstance(setting.target, ast.Name):
            headline = f"only the states of this `{kind}` can be set here"
            help = "write `state = value`; set what belongs to another thing by itself: `given unit.part.state = value`"
            self.cx.report(kinds.TEST_WRONG, setting.target.span, headline, help=help)
            return None
        name = setting.target.text
        root = self.cx.root_of(kind)
        if name == "removed":
            return tt.SetField(root, "removed", ref, check_as(self.cx, self.env, setting.value, BOOL))
        info = self.cx.field_of(kind, name)
        if info is None or info.role == "stat":
            states = [field for field in self.cx.field_names(kind) if (f := self.cx.field_of(kind, field)) and f.role != "stat"]
            self.cx.unknown(setting.target.span, name, f"state of `{kind}`", states)
            return None
        return tt.SetField(info.kind, name, ref, self._value(setting.value, info.type))

    def _value(self, node: ast.Expr, wanted: Type) -> Core:
        """A value; a model where a thing is wanted stands for its next unused instance."""
        inner = required(wanted)
        core = check(self.cx, self.env, node, wanted)
        if isinstance(inner, Kind) and isinstance(core.type, Model):
            instance = self.next_of(str(core.args[1]), node.span)
            return poison(node.span) if instance is None else self.reference(instance, node.span)
        if isinstance(inner, Int):
            return demand(self.cx, self.env, core, wanted, "this state")
        return demand(self.cx, self.env, core, wanted)

    # ------------------------------------------------------------------------------------------------------ settings

    def _setting(self, setting: ast.Setting) -> list[tt.Setting]:
        if isinstance(setting.target, ast.Call):
            return self._terrain(setting, setting.target)
        target = check(self.cx, self.env, setting.target)
        if isinstance(target.type, Poison):
            return []
        if isinstance(target.type, PileOf):
            return self._pile(setting, target)
        if target.op == "option":
            self._option(setting, str(target.args[0]))
            return []
        if target.op != "get":
            self.cx.report(
                kinds.TEST_WRONG,
                setting.target.span,
                "a test can set states, piles and terrain",
                help="write `side.state = value`, `side.hand = [card]`, `terrain(place) = kind`, or name a piece: `t: tank at (1, 2)`",
            )
            return []
        kind, name, entity = target.args
        value = self._value(setting.value, target.type)
        self._on_map(setting.value, value)
        return [tt.SetField(kind, name, entity, value)]

    def _option(self, setting: ast.Setting, name: str) -> None:
        headline = f"`{name}` is an option, and `given` sets states, piles and terrain"
        self.cx.report(kinds.TEST_WRONG, setting.target.span, headline, help=f"write it on a line of its own: `options {name} = ...`")

    def _terrain(self, setting: ast.Setting, call: ast.Call) -> list[tt.Setting]:
        if call.name.text not in self.cx.symbols.singulars or len(call.args) != 1:
            self.cx.report(kinds.TEST_WRONG, setting.target.span, "only `terrain(place)` can be set this way")
            return []
        kind = self.cx.symbols.singulars[call.name.text]
        place = check_as(self.cx, self.env, call.args[0], Optional(PLACE))
        self._on_map(call.args[0], place)
        return [tt.SetTerrain(place, check_as(self.cx, self.env, setting.value, Kind(kind)))]

    def _pile(self, setting: ast.Setting, target: Core) -> list[tt.Setting]:
        """`german.hand = [deflect]`, `morale = [overhaul]`: cards by model or id."""
        if not isinstance(setting.value, ast.ListOf):
            self.cx.report(kinds.TEST_WRONG, setting.value.span, "a pile is given as a list", help="write `[card, card]`")
            return []
        things = tuple(id for item in setting.value.items if (id := self._card(item)) is not None)
        if target.op == "pile":
            declaration = self.cx.symbols.values[str(target.args[0])]
            deck = isinstance(declaration, ast.Pile) and declaration.word != "pile"
            return [tt.SetPile(str(target.args[0]), things, deck)]
        name, side = target.args
        return [tt.SetPile(f"{side.args[1]}.{name.rpartition('.')[2]}", things, False)]

    def _card(self, item: ast.Expr) -> str | None:
        core = check(self.cx, self.env, item)
        if core.op == "ref":
            return str(core.args[1])
        if core.op == "model":
            instance = self.next_of(str(core.args[1]), item.span)
            return None if instance is None else instance.id
        if not isinstance(core.type, Poison):
            self.cx.mismatch(core.span, core.type, "a card")
        return None


__all__ = ["Setup", "constant", "types"]
