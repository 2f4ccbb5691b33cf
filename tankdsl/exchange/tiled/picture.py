"""The picture of a tileset: hexes in rows of sixteen, one for each terrain, in plain colours, as PNG. Tiled needs one to show a map.

Levels follow behind the terrains, in shades of brown above level 0 and of blue below.
"""

from __future__ import annotations

import struct
import zlib

from tankdsl.exchange.interface import Field
from tankdsl.exchange.tiled.pixels import Pixels, is_inside

PER_ROW = 16
Colour = tuple[int, int, int, int]
_CLEAR: Colour = (0, 0, 0, 0)
_HUES = ((150, 176, 96), (84, 122, 70), (110, 150, 190), (200, 178, 130), (160, 120, 96), (140, 140, 148), (190, 110, 100), (120, 100, 150))


def tileset_image(field: Field, pixels: Pixels) -> bytes:
    """The picture; where the last row is not full it is clear."""
    inside = _mask(pixels)
    known = [*(_colour(at) for at in range(len(field.terrains))), *map(_shade, levels_of(field))]
    across, down = in_rows(len(known))
    lines = []
    for first in range(0, across * down, across):
        colours = [known[at] if at < len(known) else _CLEAR for at in range(first, first + across)]
        lines += [b"\0" + b"".join(bytes(colour if hit else _CLEAR) for colour in colours for hit in row) for row in inside]
    return _png(pixels.width * across, pixels.height * down, b"".join(lines))


def levels_of(field: Field) -> list[int]:
    """The levels other than 0 that are on a map, in ascending order."""
    return sorted({level for row in field.levels for level in row} - {0})


def _shade(level: int) -> Colour:
    dark = max(60, 200 - 20 * abs(level))
    return (dark, dark * 3 // 4, dark // 2, 255) if level > 0 else (dark // 2, dark * 3 // 4, dark, 255)


def in_rows(tiles: int) -> tuple[int, int]:
    """How many tiles stand in a row, and how many rows there are."""
    across = min(tiles, PER_ROW)
    return across, -(-tiles // across)


def _mask(pixels: Pixels) -> list[list[bool]]:
    """Which pixels of a tile lie in its hex."""
    corner = pixels.corner((0, 0))
    outline = [(x - corner[0], y - corner[1]) for x, y in pixels.outline((0, 0))]
    return [[is_inside((x + 0.5, y + 0.5), outline) for x in range(pixels.width)] for y in range(pixels.height)]


def _colour(number: int) -> Colour:
    """Eight plain colours, then darker and lighter ones of them."""
    red, green, blue = _HUES[number % len(_HUES)]
    times = number // len(_HUES)
    shade = (100 - 12 * ((times + 1) // 2) if times % 2 else 100 + 12 * (times // 2)) % 140 or 50
    return (min(255, red * shade // 100), min(255, green * shade // 100), min(255, blue * shade // 100), 255)


def _png(width: int, height: int, lines: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(lines, 9)) + _chunk(b"IEND", b"")


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
