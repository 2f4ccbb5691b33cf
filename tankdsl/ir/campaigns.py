"""The battles of a campaign: each is a scenario document, put together from what all share and what it has of its own."""

from __future__ import annotations

from typing import Any

from tankdsl.ir.problems import MOST_PROBLEMS, Problem

Json = dict[str, Any]


def is_campaign(document: Any) -> bool:
    """Whether a document says that it is a campaign."""
    return isinstance(document, dict) and document.get("document") == "campaign"


def battle_document(document: Json, number: int) -> Json:
    """The scenario document of a battle (from 0) of a campaign of right shape.

    It has the hash of the campaign (key `game`, if there is one), since it is played as a part of it. Nothing is copied that is the same.
    """
    battle = document["campaign"]["battles"][number]
    own = {kind["id"]: kind for kind in battle.get("kinds", ())}
    kinds = [{**own.get(kind["id"], kind), "instances": battle["instances"].get(kind["id"], [])} for kind in document["content"]["kinds"]]
    content = {**document["content"], "title": battle["title"], "kinds": kinds, "preset": battle["preset"], "piles": battle["piles"]}
    if "map" in battle:
        content["map"] = battle["map"]
    rules = {**document["rules"], "main": battle["main"]}
    for section, items in battle.get("rules", {}).items():
        rules[section] = _replaced(rules[section], items)
    out = {"format": document["format"], "document": "scenario", "id": battle["scenario"], "ruleset": document["ruleset"]}
    if "game" in document:
        out["game"] = document["game"]
    return {**out, "content": content, "rules": rules, "text": document["text"]}


def key_of(item: Json) -> str:
    """What a declaration in a list is known by."""
    return str(item["id"] if "id" in item else item["model"])


def _replaced(items: list[Json], own: list[Json]) -> list[Json]:
    instead = {key_of(item): item for item in own}
    return [instead.get(key_of(item), item) for item in items]


def battle_problems(document: Json) -> list[Problem]:
    """What is wrong with a campaign of right shape before its battles are looked at one by one."""
    found = [*_shared_problems(document), *_kept_problems(document)]
    campaign = document["campaign"]
    procs = {proc["id"]: proc for proc in document["rules"]["procs"]}
    between = campaign.get("between")
    if between is not None and len(procs.get(between, {"params": ()})["params"]) != 2:
        found.append(Problem("/campaign/between", "expected a procedure with two parameters"))
    if campaign["title"] not in document["text"]:
        found.append(Problem("/campaign/title", f"there is no text `{campaign['title']}`"))
    for number, battle in enumerate(campaign["battles"]):
        found += _own_problems(document, battle, f"/campaign/battles/{number}")
    return found[:MOST_PROBLEMS]


def _shared_problems(document: Json) -> list[Problem]:
    content = document["content"]
    found = [Problem(f"/content/{key}", "each battle has its own") for key in ("map", "piles", "preset") if content.get(key)]
    return found + [
        Problem(f"/content/kinds/{kind['id']}/instances", "each battle has its own") for kind in content["kinds"] if kind["instances"]
    ]


def _kept_problems(document: Json) -> list[Problem]:
    roles = {(kind["id"], field["id"]): field["role"] for kind in document["content"]["kinds"] for field in kind["fields"]}
    found = []
    for number, kept in enumerate(document["campaign"]["kept"]):
        if roles.get((kept["kind"], kept["field"])) not in ("state", "track"):
            message = f"kind `{kept['kind']}` has no state `{kept['field']}` of its own"
            found.append(Problem(f"/campaign/kept/{number}", message))
    return found


def _own_problems(document: Json, battle: Json, path: str) -> list[Problem]:
    """What a battle has of its own must take the place of something."""
    kinds = {kind["id"] for kind in document["content"]["kinds"]}
    named = [*battle["instances"], *(kind["id"] for kind in battle.get("kinds", ()))]
    found = [Problem(path, f"there is no kind `{id}`") for id in named if id not in kinds]
    for section, items in battle.get("rules", {}).items():
        known = {key_of(item) for item in document["rules"][section]}
        lost = (key_of(item) for item in items if key_of(item) not in known)
        found += [Problem(f"{path}/rules/{section}", f"`{id}` takes the place of nothing") for id in lost]
    return found
