"""Kinds: their fields and models, and those that every game has without saying so."""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.tree import FieldDef, KindDef, Local, ModelDef
from tankdsl.check.types import SIDE, Kind
from tankdsl.lower.build import BUILT_IN_KINDS, Build, Json
from tankdsl.lower.constants import lower_const
from tankdsl.lower.expressions import lower_expr
from tankdsl.lower.frames import Frame
from tankdsl.lower.instances import Instances
from tankdsl.lower.texts import words
from tankdsl.lower.types import lower_type
from tankdsl.source import Span

NOWHERE = Span(0, 0, 0)
"""The span of what nobody wrote."""


def lower_kinds(build: Build, instances: Instances) -> list[Json]:
    """All kinds, the declared ones first."""
    return [_kind(build, kind, instances) for kind in _with_built_in(build)]


def _with_built_in(build: Build) -> Iterator[KindDef]:
    yield from build.program.kinds.values()
    for id, category in BUILT_IN_KINDS.items():
        needed = id != "Mission" or build.program.missions
        if id not in build.program.kinds and needed:
            this, viewer = Local("self", Kind(id)), Local("viewer", SIDE)
            yield KindDef(id, category, None, this, viewer, (), (), None, NOWHERE)


def _kind(build: Build, kind: KindDef, instances: Instances) -> Json:
    path = ("content", "kinds", kind.id)
    if kind.span != NOWHERE:
        build.origin(path, kind.span)
    out: dict[str, Json] = {"id": kind.id, "category": kind.category}
    if kind.parent is not None:
        out["parent"] = kind.parent
    if kind.identity is not None:
        frame = Frame(build, kind.id, (kind.this, kind.viewer))
        out["identity"] = {"visible": lower_expr(frame, kind.identity)}
    out["fields"] = [_field(build, kind, field) for field in kind.fields] + build.extra_fields.get(kind.id, [])
    out["models"] = _models(build, kind)
    out["instances"] = instances.of(kind.id)
    return out


def _field(build: Build, kind: KindDef, field: FieldDef) -> Json:
    """A field; each of its expressions has a frame of its own."""
    owner = f"{kind.id}.{field.id}"
    build.origin(("content", "kinds", kind.id, "fields", field.id), field.span, field.cites)
    # The part of a thing is a state that nothing changes: each thing begins with its own.
    role = "state" if field.role == "part" else field.role
    out: dict[str, Json] = {"id": field.id, "role": role, "type": lower_type(build.program, field.type)}
    for key, core in (("default", field.default), ("low", field.low), ("high", field.high)):
        if core is not None and (key == "default" or field.role == "track"):
            out[key] = lower_expr(Frame(build, owner, (kind.this,)), core)
    if field.visible is not None:
        out["visible"] = lower_expr(Frame(build, owner, (kind.this, kind.viewer)), field.visible)
    if field.lifetime is not None:
        life = field.lifetime
        out["lifetime"] = {"edge": life.edge, "scope": life.scope, "own": life.own, "nth": life.nth}
    return out


def _models(build: Build, kind: KindDef) -> list[Json]:
    """What instances are copies of. Sides, the game and missions are each their own model."""
    match kind.category:
        case "side":
            return [_plain_model(build, kind.id, id, title, ()) for id, title in build.program.sides]
        case "game":
            return [_plain_model(build, kind.id, "game", build.program.title, ())]
        case "mission" if not kind.models:
            missions = build.program.missions.values()
            return [_plain_model(build, kind.id, mission.id, mission.name, mission.cites) for mission in missions]
    return [_model(build, kind, model) for model in kind.models]


def _plain_model(build: Build, kind: str, id: str, name: str, cites: tuple[str, ...]) -> Json:
    return {"id": id, "name": model_name(build, kind, id, name), "stats": {}, "cites": list(cites)}


def _model(build: Build, kind: KindDef, model: ModelDef) -> Json:
    build.origin(("content", "kinds", kind.id, "models", model.id), model.span, model.cites)
    out: dict[str, Json] = {"id": model.id, "name": model_name(build, kind.id, model.id, model.name)}
    if model.side is not None:
        out["side"] = model.side
    out["stats"] = {id: lower_const(build, core, f"{model.id}.{id}") for id, core in model.stats.items()}
    out["cites"] = list(model.cites)
    return out


def model_name(build: Build, kind: str, id: str, name: str) -> str:
    """The key of the name of a model."""
    return build.texts.add(f"model.{kind}.{id}", name or words(id))
