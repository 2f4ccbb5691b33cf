"""Everything that a document declares, by namespace: what ids are looked up in.

Made from a document whose shape is right (`ir.shapecheck`). Where an id is declared twice the first counts here; that
it is twice is reported by `ir.refcheck`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tankdsl.ir.operators import DIRECTION_NAMES, DIRECTIONS
from tankdsl.ir.paths import Step

Json = dict[str, Any]

PLACED = frozenset({"unit", "marker", "checkpoint", "thing"})
"""Categories of kinds whose instances can stand on a place: they have the built-in field `at`."""
REMOVABLE = PLACED | {"part", "card"}
"""Categories of kinds whose instances can leave the game: they have the built-in field `removed`."""
SIDE, GAME = "Side", "Game"
"""Kinds that the format itself knows."""


@dataclass(frozen=True, slots=True)
class KindInfo:
    """A kind with what it shares with its root and inherits from its parents."""

    record: Json
    root: str
    line: tuple[str, ...]
    """The kind itself and its parents, up to the root."""
    fields: dict[str, Json]
    """Own and inherited fields by id, built-in ones with the role `built_in`."""


@dataclass(slots=True)
class Names:
    """The declarations of a document."""

    ids: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Namespace, then id, then what was declared."""
    kinds: dict[str, KindInfo] = field(default_factory=dict)
    instances: dict[str, dict[str, tuple[Json, str]]] = field(default_factory=dict)
    """Root kind, then id: the instance and the kind that lists it."""
    models: dict[str, dict[str, tuple[Json, str]]] = field(default_factory=dict)
    """Root kind, then id: the model and the kind that lists it."""

    def has(self, namespace: str, id: str) -> bool:
        """Whether an id is declared in a namespace."""
        return id in self.ids.get(namespace, ())

    def find(self, namespace: str, id: str) -> Any:
        """What was declared under an id, or nothing."""
        return self.ids.get(namespace, {}).get(id)

    def is_within(self, kind: str, ancestor: str) -> bool:
        """Whether a kind is another or one of its subkinds."""
        return kind in self.kinds and ancestor in self.kinds[kind].line

    def instance_of(self, kind: str, id: str) -> Json | None:
        """The instance of a kind or of its subkinds with an id."""
        return self._member(self.instances, kind, id)

    def model_of(self, kind: str, id: str) -> Json | None:
        """The model of a kind or of its subkinds with an id."""
        return self._member(self.models, kind, id)

    def _member(self, table: dict[str, dict[str, tuple[Json, str]]], kind: str, id: str) -> Json | None:
        info = self.kinds.get(kind)
        found = table.get(info.root, {}).get(id) if info else None
        return found[0] if found and self.is_within(found[1], kind) else None


def names_of(document: Json) -> Names:
    """The declarations of a document of right shape."""
    content, rules = document["content"], document["rules"]
    ground = content.get("map", {})
    names = Names()
    names.ids = {
        "text": document["text"],
        "kind": _by_id(content["kinds"]),
        "enum": _by_id(content["enums"]),
        "measure": _by_id(content["measures"]),
        "option": _by_id(content["options"]),
        "stock": _by_id(content["piles"]),
        "holding": {pile["field"]: pile for pile in content["piles"] if "field" in pile},
        "place": _by_id(ground.get("places", [])),
        "zone": ground.get("zones", {}),
        "direction": dict.fromkeys(DIRECTIONS.get(ground.get("orientation", ""), DIRECTION_NAMES)),
        "limit": {},
        **(dict.fromkeys(("place", "zone", "holding"), ANYTHING) if document["document"] == "ruleset" else {}),
        **{space: _by_id(rules[key]) for space, key in RULES.items()},
    }
    for _, id, limit in limits_of(document):
        names.ids["limit"].setdefault(id, limit)
    sided = _sided(content["kinds"], names.ids["kind"]) if document["document"] == "scenario" else None
    for kind in content["kinds"]:
        names.kinds.setdefault(kind["id"], _kind_info(kind, names.ids["kind"], sided))
    _collect_members(content["kinds"], names)
    names.ids["side"] = names.instances.get(SIDE, {})
    hexes = next((kind["id"] for kind in content["kinds"] if kind["category"] == "terrain" and "parent" not in kind), "")
    names.ids["terrain"] = names.instances.get(hexes, {})
    return names


class _Anything(dict[str, Any]):
    """The ids of what a document does not have itself: any may be one."""

    def __contains__(self, id: object) -> bool:
        return True


ANYTHING = _Anything()
"""A rule set names places, zones and what things carry; scenarios bring the maps and the things."""
RULES = {
    "scope": "scopes", "value": "values", "guard": "guards", "proc": "procs", "action": "actions",
    "window": "windows", "movement": "movements", "sight": "sights", "arcs": "arcs",
}  # fmt: skip
"""Namespaces of the rules, and the lists that declare them."""


@dataclass(frozen=True, slots=True)
class LimitInfo:
    """A counter: the scope that resets it, whether each side has its own, and how many keys it is counted by."""

    scope: str
    own: bool
    keys: int


def limits_of(document: Json) -> Iterator[tuple[list[Step], str, LimitInfo]]:
    """Every place of a document that declares a limit: the steps to it, the id and the counter."""
    rules = document["rules"]
    for index, action in enumerate(rules["actions"]):
        for at, limit in enumerate(action["limits"]):
            info = LimitInfo(limit["scope"], limit["own"], len(limit["keys"]))
            yield ["rules", "actions", index, "limits", at], limit["id"], info
    for index, proc in enumerate(rules["procs"]):
        for at, instruction in enumerate(proc["code"]):
            if instruction[0] == "once":
                _, id, _, scope, owner, keys, _ = instruction
                yield ["rules", "procs", index, "code", at], id, LimitInfo(scope, owner != ["none"], len(keys))


def _by_id(records: list[Json]) -> dict[str, Json]:
    return {record["id"]: record for record in reversed(records)}


def _sided(kinds: list[Json], by_id: dict[str, Json]) -> set[str]:
    """The root kinds of which an instance or a model has a side."""
    roots = {kind["id"]: list(_upwards(kind, by_id))[-1]["id"] for kind in kinds}
    return {SIDE} | {roots[kind["id"]] for kind in kinds if any("side" in one for one in (*kind["instances"], *kind["models"]))}


def _kind_info(kind: Json, kinds: dict[str, Json], sided: set[str] | None) -> KindInfo:
    line = tuple(record["id"] for record in _upwards(kind, kinds))
    root = kinds[line[-1]]
    fields = dict(_built_in(root, sided is None or root["id"] in sided))
    for id in reversed(line):
        for own in kinds[id]["fields"]:
            fields.setdefault(own["id"], own)
    return KindInfo(kind, line[-1], line, fields)


def _upwards(kind: Json, kinds: dict[str, Json]) -> Iterator[Json]:
    """A kind and its parents; stops where a parent is unknown or comes again."""
    seen: set[str] = set()
    here: Json | None = kind
    while here is not None and here["id"] not in seen:
        seen.add(here["id"])
        yield here
        here = kinds.get(here.get("parent", ""))


def _built_in(root: Json, has_side: bool) -> Iterator[tuple[str, Json]]:
    """The fields that the format gives to every kind of a category, `side` only where an instance or a model has one."""
    types: dict[str, Any] = {"model": {"model": root["id"]}}
    if has_side:
        types["side"] = {"optional": {"kind": SIDE}}
    if root["category"] in PLACED:
        types["at"] = {"optional": "place"}
    if root["category"] in REMOVABLE:
        types["removed"] = "bool"
    for id, type in types.items():
        yield id, {"id": id, "role": "built_in", "type": type}


def _collect_members(kinds: list[Json], names: Names) -> None:
    for kind in kinds:
        root = names.kinds[kind["id"]].root
        for table, key in ((names.instances, "instances"), (names.models, "models")):
            for member in kind[key]:
                table.setdefault(root, {}).setdefault(member["id"], (member, kind["id"]))
