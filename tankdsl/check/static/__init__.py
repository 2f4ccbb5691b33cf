"""What can be known of an expression before play: a partial evaluator with three values, yes, no and unknown.

Constants, options as a scenario sets them, stats of models, the ground of a map and the pieces that a scenario places are known; whatever
the game changes is `UNKNOWN`, and everything computed from it unless it does not matter (`no and ...`).  An answer that is not `UNKNOWN`
holds at every moment of every play in that world.
"""

from tankdsl.check.static.evaluator import Run, evaluate
from tankdsl.check.static.values import ABSENT, UNKNOWN, Special, Value
from tankdsl.check.static.world import Models, World, models_of

__all__ = ["ABSENT", "UNKNOWN", "Models", "Run", "Special", "Value", "World", "evaluate", "models_of"]
