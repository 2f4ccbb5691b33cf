"""The ground: hexes, boards, layouts, sight lines.

Pure functions and values over integers. Nothing here knows the language, a rule or a game, and nothing
is imported from the rest of the product; see README.md in this package for the map of its modules.
"""
