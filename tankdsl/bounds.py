"""How large things may be: one set of numbers for the source, the compiled form, the engine and imports.

What one of them takes the others take too: a pack that checks can be built, and what is built can be read, drawn and played. So each
bound of the compiled form that a source could go beyond is a finding of the source, and its number stands here once.
"""

from __future__ import annotations

# Maps
MOST_HEXES = 200_000
"""Hexes of a board, and of a map."""
FARTHEST = 9_999
"""No hex of a map lies farther from `(0, 0)`, so that rows, columns and distances stay below 20,000."""
HIGHEST = 999
"""Levels of hexes go so high, and as deep."""
LONGEST_SIDE = 1_000_000
"""Hundredths of a side of a table; its diagonal bounds it before (`ground.table.LARGEST`)."""

# Words and texts
LONGEST_NAME = 48
"""Letters of a name. Ids of the compiled form are made of up to three names."""
LONGEST_ID = 160
LONGEST_TEXT = 20_000
"""Characters of a text."""

# Rules
MOST_WORDS = 20_000
"""Words and signs of one declaration of rules: what it becomes has at most `MOST_SLOTS` locals and `LONGEST_CODE` instructions."""
MOST_SLOTS = 10_000
LONGEST_CODE = 1_000_000
LATEST_EDGE = 1_000
"""The how manieth beginning or end of a scope may end a state."""
FIRST_DEGREE, LAST_DEGREE = -360, 720
"""Between these lie the ends of arcs in degrees."""
MOST_ARCS = 16
"""Parts of arcs: their ends are multiples of 30 or 45 degrees."""
MOST_EACH = 12
"""How deep `for each` may be nested in the requirements of a guard or an action."""
