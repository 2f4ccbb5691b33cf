"""Who can hurt whom: from what authors mark as harm, and from the ranges of dice, modifiers and numbers on the way there."""

from tankdsl.rules.harm.check import HARM

__all__ = ["HARM"]
