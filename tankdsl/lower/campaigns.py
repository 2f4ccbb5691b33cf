"""A campaign as one document: what its battles share once, and of each battle what its scenario adds.

Each battle is lowered as a scenario, with texts under common keys. Rules are the same for all battles, but where they speak of a place by
its name, label or coordinates; a battle whose rules differ from those of the first one has its own version of these declarations.
"""

from __future__ import annotations

from collections.abc import Iterator

from tankdsl.check.tree import CampaignDef, Program
from tankdsl.frozen import replaced
from tankdsl.ir.campaigns import key_of
from tankdsl.lower.build import Json
from tankdsl.lower.document import FORMAT, lower_scenario
from tankdsl.lower.origins import Origin, SourceMap
from tankdsl.lower.procs import make_proc
from tankdsl.lower.texts import Texts

_OF_ONE_BATTLE = ("/content/map", "/content/piles")
"""Paths of a scenario that a campaign does not have."""


def lower_campaign(program: Program, campaign_id: str) -> tuple[Json, SourceMap]:
    """The document of a campaign, and where its nodes come from. `KeyError` when the program has no such campaign."""
    campaign = program.campaigns[campaign_id]
    between = f"campaign.{campaign.id}"
    if campaign.between:
        body = make_proc(between, "campaign", (campaign.winner, campaign.number), campaign.between, campaign.span)
        program = replaced(program, procs={**program.procs, between: body})
    texts = Texts()
    title = texts.add(between, campaign.title)
    lowered = [lower_scenario(program, scenario, texts) for scenario in campaign.battles]
    first = lowered[0][0]
    document = {
        "format": FORMAT,
        "document": "campaign",
        "id": campaign.id,
        "ruleset": program.id,
        "campaign": {
            "title": title,
            "kept": _kept(program),
            **({"between": between} if campaign.between else {}),
            "battles": [_battle(first, battle) for battle, _ in lowered],
            "cites": list(campaign.cites),
        },
        "content": _shared(first["content"], title),
        "rules": first["rules"],
        "text": texts.by_key,
    }
    return document, tuple(_origins(program, campaign, lowered[0][1]))


def _kept(program: Program) -> list[Json]:
    return [{"kind": kind.id, "field": field.id} for kind in program.kinds.values() for field in kind.fields if field.kept]


def _shared(content: Json, title: str) -> Json:
    """The content of the first battle without what is of this battle only."""
    kinds = [{**kind, "instances": []} for kind in content["kinds"]]
    out = {**content, "title": title, "kinds": kinds, "preset": {}, "piles": []}
    out.pop("map", None)
    return out


def _battle(first: Json, battle: Json) -> Json:
    content = battle["content"]
    out = {"scenario": battle["id"], "title": content["title"], "main": battle["rules"]["main"], "preset": content["preset"]}
    if "map" in content:
        out["map"] = content["map"]
    out["instances"] = {kind["id"]: kind["instances"] for kind in content["kinds"] if kind["instances"]}
    out["piles"] = content["piles"]
    kinds = list(_different(_shared(first["content"], "")["kinds"], _shared(content, "")["kinds"]))
    if kinds:
        out["kinds"] = kinds
    sections = {section: list(_different(first["rules"][section], items)) for section, items in _declarations(battle["rules"])}
    own = {section: items for section, items in sections.items() if items}
    return {**out, "rules": own} if own else out


def _declarations(rules: Json) -> Iterator[tuple[str, list[Json]]]:
    """The lists of the rules layer that can speak of places; the others are the same in all battles."""
    return ((section, items) for section, items in rules.items() if isinstance(items, list) and section != "scopes")


def _different(first: list[Json], other: list[Json]) -> Iterator[Json]:
    shared = {key_of(item): item for item in first}
    return (item for item in other if shared[key_of(item)] != item)


def _origins(program: Program, campaign: CampaignDef, first: SourceMap) -> Iterator[Origin]:
    yield Origin("/campaign", campaign.span, campaign.cites)
    for number, id in enumerate(campaign.battles):
        scenario = program.scenarios[id]
        yield Origin(f"/campaign/battles/{number}", scenario.span, scenario.cites)
    for origin in first:
        if origin.path != "/content" and not origin.path.startswith(_OF_ONE_BATTLE):
            yield origin
