"""Hexagonal maps of the Tiled editor (https://www.mapeditor.org), read and written."""
