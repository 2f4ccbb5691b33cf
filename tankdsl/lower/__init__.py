"""From the typed tree to the compiled form. See README.md beside this file."""

from tankdsl.lower.campaigns import lower_campaign
from tankdsl.lower.document import lower_ruleset, lower_scenario
from tankdsl.lower.origins import Origin, SourceMap

__all__ = ["Origin", "SourceMap", "lower_campaign", "lower_ruleset", "lower_scenario"]
