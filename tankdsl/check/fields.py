"""What a game is played on and with: maps, what each side fields, scenarios, campaigns.

A module of its own, imported by need: a pack of rules has none of it and needs no geometry, and who checks a small file waits for imports
more than for anything else.
"""

from __future__ import annotations

from tankdsl.check.context import Context
from tankdsl.check.maps import check_maps
from tankdsl.check.rosters import check_rosters
from tankdsl.check.scenarios import check_scenarios
from tankdsl.diagnostics.registry import ground

_NOT_FIELDED = (ground.SIDE_WITHOUT_FORCES.name, ground.PIECE_TWICE.name)
"""What may only be so because a roster has a fault, which is reported."""


def check_fields(cx: Context) -> None:
    """Check all of them; needs everything else of the rules. Nothing is said about what stands on a declaration that could not be read."""
    check_maps(cx)
    before = len(cx.found)
    check_rosters(cx)
    rostered = len(cx.found)
    check_scenarios(cx)
    if rostered > before:
        cx.found[rostered:] = [finding for finding in cx.found[rostered:] if finding.name not in _NOT_FIELDED]
    if cx.symbols.space("campaign"):
        from tankdsl.check.campaigns import check_campaigns

        check_campaigns(cx)
    if cx.foundation_lost:
        del cx.found[before:]
