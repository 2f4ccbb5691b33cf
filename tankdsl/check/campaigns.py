"""Campaigns: scenarios played one after the other, and what happens between them.

What is `kept` of a thing goes with the thing of the same id into the next battle, everything else begins anew.  The statements after each
battle may read `winner` (a side, or none after a draw) and `battle` (the number of the one that was played, from 1).
"""

from __future__ import annotations

from tankdsl.check.cites import cite_ids
from tankdsl.check.context import Context
from tankdsl.check.env import Env
from tankdsl.check.statements import check_block
from tankdsl.check.tree import CampaignDef, Core, Local
from tankdsl.check.types import SIDE, Int, Optional
from tankdsl.diagnostics.registry import analysis, structure
from tankdsl.syntax import ast


def check_campaigns(cx: Context) -> None:
    """All campaigns; needs the scenarios."""
    for name, node in cx.symbols.space("campaign").items():
        assert isinstance(node, ast.Campaign)
        for battle in node.battles:
            if battle.text not in cx.symbols.space("scenario"):
                cx.unknown(battle.span, battle.text, "scenario", list(cx.symbols.space("scenario")))
        if not node.battles:
            headline = f"the campaign `{name}` has no battles"
            cx.report(structure.STATEMENT_MISPLACED, node.name.span, headline, help="list its scenarios: `battles first, second`")
        winner, number = Local("winner", Optional(SIDE)), Local("battle", Int(1, max(1, len(node.battles))))
        env = Env("effect")
        for local in (winner, number):
            env.aliases[local.name] = Core("local", (local,), local.type, node.name.span)
        between = () if node.between is None else check_block(cx, env, node.between)
        _connected(cx, node)
        cx.calls[f"campaign.{name}"] = list(env.calls)
        battles = tuple(battle.text for battle in node.battles)
        cites = cite_ids(node.cites)
        cx.program.campaigns[name] = CampaignDef(name, node.title.value, battles, winner, number, between, cites, node.span)


def _connected(cx: Context, node: ast.Campaign) -> None:
    """Report battles that have nothing to do with each other: no state is kept, so each is its scenario and nothing else."""
    if len(node.battles) < 2 or any(field.kept for kind in cx.program.kinds.values() for field in kind.fields):
        return
    headline = f"no state is `kept`, so the battles of `{node.name.text}` have nothing to do with each other"
    help = "write `kept` behind a state that goes on: `state lost = no kept`"
    cx.report(analysis.BATTLES_UNCONNECTED, node.name.span, headline, help=help)
