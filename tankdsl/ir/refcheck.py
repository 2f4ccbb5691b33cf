"""Whether everything that a document refers to is there: ids, slots, positions in code, numbers of arguments.

Walks a document whose shape is right, the way `ir.shapecheck` does, and carries along the frame: which local slots
code may use where it stands. What relations between declarations must hold beyond that is in `ir.contentcheck` and
`ir.rulecheck`.
"""

from dataclasses import dataclass, replace
from typing import Any

from tankdsl.ir.marks import Ref
from tankdsl.ir.names import Names
from tankdsl.ir.operators import FORMS, IDS, TABLES, Argument, Operator, Sort
from tankdsl.ir.paths import Trail, render
from tankdsl.ir.problems import MOST_PROBLEMS, Problem
from tankdsl.ir.shape import Choice, Form, Here, Line, Listing, Mapping, RecordShape, Shape, shape_of
from tankdsl.ir.shapecheck import argument_shape


@dataclass(frozen=True, slots=True)
class Frame:
    """Where code stands. Without `size` there is no frame: only `bound` slots may be read."""

    size: int | None = None
    bound: frozenset[int] = frozenset()
    code: int = 0
    results: int = 0

    def binding(self, slot: int) -> "Frame":
        """The same with one more slot bound."""
        return replace(self, bound=self.bound | {slot}) if self.size is None else self


OUTSIDE = Frame()
Todo = tuple[Any, Shape, Trail | None, Frame]


def check_references(document: dict[str, Any], model: Any, names: Names) -> list[Problem]:
    """What a document of right shape refers to and is not there, in the order of the document."""
    return _Walk(document, names).run(shape_of(model))


class _Walk:
    def __init__(self, document: dict[str, Any], names: Names) -> None:
        self.document = document
        self.names = names
        self.problems: list[Problem] = []
        self.todo: list[Todo] = []

    def run(self, shape: Shape) -> list[Problem]:
        self.todo.append((self.document, shape, None, OUTSIDE))
        while self.todo and len(self.problems) < MOST_PROBLEMS:
            self.see(*self.todo.pop())
        return self.problems[:MOST_PROBLEMS]

    def say(self, trail: Trail | None, message: str) -> None:
        self.problems.append(Problem(render(self.document, trail.steps() if trail else []), message))

    def see(self, value: Any, shape: Shape, trail: Trail | None, frame: Frame) -> None:
        match shape:
            case Line(Ref(namespace=namespace)):
                if not self.names.has(namespace, value):
                    self.say(trail, f"there is no {NAMED.get(namespace, namespace)} `{value}`")
            case Here(mark):
                inner = frame if mark.given is None else Frame(bound=frozenset(range(mark.given)))
                self._see_code(value, mark.kind, trail, inner)
            case Listing(member, _):
                self._see_list(value, member, trail, frame)
            case Form(members, _):
                for at in range(len(members) - 1, -1, -1):
                    self.todo.append((value[at], members[at], Trail(trail, at), frame))
            case Mapping(key, inner_shape):
                for name, item in reversed(value.items()):
                    self.todo.append((item, inner_shape, Trail(trail, name), frame))
                    self.todo.append((name, key, Trail(trail, name), frame))
            case RecordShape():
                self._see_record(value, shape, trail, frame)
            case Choice():
                record = shape.record_for(value) if isinstance(value, dict) else None
                self.see(value, record or shape.plain_for(value), trail, frame)

    def _see_list(self, value: list[Any], member: Shape, trail: Trail | None, frame: Frame) -> None:
        for index in range(len(value) - 1, -1, -1):
            self.todo.append((value[index], member, Trail(trail, index), frame))
        if not value or not isinstance(value[0], dict) or "id" not in value[0]:
            return
        seen: set[str] = set()
        for index, item in enumerate(value):
            if item["id"] in seen:
                self.say(Trail(trail, index), f"the id `{item['id']}` is declared twice")
            seen.add(item["id"])

    def _see_record(self, value: dict[str, Any], shape: RecordShape, trail: Trail | None, frame: Frame) -> None:
        if "slots" in shape.keys:
            frame = Frame(value["slots"], code=len(value.get("code", ())), results=value.get("results", 0))
        for name in reversed(shape.keys):
            if name in value:
                self.todo.append((value[name], shape.keys[name].shape, Trail(trail, name), frame))
        for name in ("let", "each", "slot", "so_far"):
            if name in shape.keys and isinstance(value.get(name), int):
                self._see_slot(value[name], Trail(trail, name), frame)
        if shape.name == "RequireGuard":
            self._see_count(value["args"], self._params("guard", value["guard"]), "arguments", trail)
        for name, slot in value["names"].items() if "slots" in shape.keys and "names" in value else ():
            self._see_slot(slot, Trail(Trail(trail, "names"), name), frame)

    def _see_code(self, value: Any, kind: str, trail: Trail | None, frame: Frame) -> None:
        if kind in FORMS:
            self._see_arguments(value, 0, FORMS[kind], None, trail, frame)
        elif isinstance(value, list) and kind in TABLES:
            operator = TABLES[kind][value[0]]
            self._see_arguments(value, 1, operator.fixed, operator.rest, trail, frame)
            self._see_counts(value, operator, kind, trail, frame)

    def _see_arguments(
        self,
        value: list[Any],
        start: int,
        fixed: tuple[Argument, ...],
        rest: Argument | None,
        trail: Trail | None,
        frame: Frame,
    ) -> None:
        """Look at the arguments from left to right; ids of fields and so on refer to the kind just before them."""
        inner, owner, later = frame, "", []
        for at in range(start, len(value)):
            argument = fixed[at - start] if at - start < len(fixed) else rest
            if argument is None:
                break
            here = Trail(trail, at)
            if argument.sort is Sort.BIND:
                self._see_slot(value[at], here, frame, binds=True)
                inner = frame.binding(value[at])
            elif (argument.sort, value[at]) in ((Sort.PERIOD, "game"), (Sort.LABEL, "")):
                continue
            elif argument.sort in (Sort.PERIOD, Sort.LABEL):
                self._see_id(value[at], Sort.SCOPE if argument.sort is Sort.PERIOD else Sort.TEXT, "", here)
            elif argument.sort in IDS:
                self._see_id(value[at], argument.sort, owner, here)
                owner = value[at] if argument.sort in (Sort.KIND, Sort.ENUM) else owner
            elif argument.sort in (Sort.SLOT, Sort.SLOTS):
                self._see_slots(value[at], here, frame)
            elif argument.sort is Sort.PC and value[at] > frame.code:
                self.say(here, f"there is no position {value[at]} in this code of {frame.code} instructions")
            else:
                later.append((value[at], argument_shape(argument), here, inner if argument.bound else frame))
        self.todo += reversed(later)

    def _see_slots(self, value: Any, trail: Trail, frame: Frame) -> None:
        for slot in value if isinstance(value, list) else [value]:
            self._see_slot(slot, trail, frame)

    def _see_slot(self, slot: int, trail: Trail, frame: Frame, *, binds: bool = False) -> None:
        if frame.size is not None:
            if slot >= frame.size:
                self.say(trail, f"there is no slot {slot} in a frame of {frame.size}")
        elif not binds and slot not in frame.bound:
            self.say(trail, f"slot {slot} has no value here")

    def _see_id(self, id: str, sort: Sort, owner: str, trail: Trail) -> None:
        names = self.names
        match sort:
            case Sort.FIELD:
                known = owner in names.kinds and id in names.kinds[owner].fields
            case Sort.INSTANCE:
                known = names.instance_of(owner, id) is not None
            case Sort.MODEL:
                known = names.model_of(owner, id) is not None
            case Sort.MEMBER:
                known = id in (names.find("enum", owner) or {"members": ()})["members"]
            case _:
                known, owner = names.has(sort.value, id), ""
        if not known:
            of = f" of `{owner}`" if owner else ""
            self.say(trail, f"there is no {NAMED.get(sort.value, sort.value)} `{id}`{of}")

    def _see_counts(self, value: list[Any], operator: Operator, kind: str, trail: Trail | None, frame: Frame) -> None:
        """Numbers of arguments and results against the declarations; fields that may be written."""
        match kind, operator.name:
            case ("expression", "call"):
                self._see_count(value[2:], self._params("value", value[1]), "arguments", trail)
            case ("expression", "holds"):
                self._see_count(value[2:], self._params("guard", value[1]), "arguments", trail)
            case ("expression", "used"):
                limit = self.names.find("limit", value[1])
                self._see_count(value[2:], limit.keys if limit else None, "keys", trail)
            case ("instruction", "call"):
                proc = self.names.find("proc", value[1])
                self._see_count(value[2], len(proc["params"]) if proc else None, "arguments", trail)
                self._see_count(value[3], proc["results"] if proc else None, "results", trail)
            case ("instruction", "window"):
                window = self.names.find("window", value[1])
                self._see_count(value[3], len(window["params"]) if window else None, "arguments", trail)
                self._see_count(value[4], len(window["changes"]) if window else None, "slots for changes", trail)
            case ("instruction", "return"):
                self._see_count(value[1], frame.results, "results", trail)
            case ("instruction", "assign"):
                self._see_assign(value[1], value[2], trail)

    def _params(self, namespace: str, id: str) -> int | None:
        found = self.names.find(namespace, id)
        return len(found["params"]) if found else None

    def _see_count(self, given: list[Any], wanted: int | None, what: str, trail: Trail | None) -> None:
        if wanted is not None and len(given) != wanted:
            self.say(trail, f"expected {wanted} {what}, found {len(given)}")

    def _see_assign(self, kind: str, field: str, trail: Trail | None) -> None:
        info = self.names.kinds.get(kind)
        role = info.fields[field]["role"] if info and field in info.fields else "state"
        if role in ("stat", "built_in"):
            self.say(trail, f"the field `{field}` of `{kind}` cannot be assigned to")


NAMED = {"stock": "pile", "holding": "pile of the sides"}
"""Namespaces that messages call by another word."""
