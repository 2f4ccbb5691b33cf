"""A picture as PNG, drawn from its SVG by resvg, which the extra `tankdsl[png]` installs.

resvg takes the letters from the fonts of the system. It does not look for another font when it has none of those that a picture names, so
the first of some usual families is looked for by drawing a letter.
"""

from __future__ import annotations

import re

from tankdsl.frozen import FrozenValue
from tankdsl.picture.svg import FONT

FAMILIES = (
    *(family.strip("'") for family in FONT.split(", ")[:-1]),
    "DejaVu Sans", "Noto Sans", "Segoe UI", "Roboto", "Open Sans", "Ubuntu", "Cantarell", "FreeSans", "Verdana", "Tahoma", "Geneva",
)  # fmt: skip
"""Families of letters without serifs, those of the pictures first."""
ZOOM = 2
"""Pixels for each unit of the picture: 192 to the inch."""
MOST_PIXELS = 64_000_000
"""A picture that would have more has one pixel for each unit. Most of the time goes into pixels."""
_SIZE = re.compile(rb'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')
_BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24" fill="#FFF"/>{}</svg>'


class Png(FrozenValue):
    """The bytes of a file; `has_letters` is false when no font was found, so that all that is written is missing."""

    data: bytes
    has_letters: bool


def is_there() -> bool:
    """Whether the library is installed."""
    from importlib.util import find_spec

    return find_spec("resvg_py") is not None


def zoom_of(svg: bytes) -> int:
    """How many pixels each unit of a picture gets."""
    found = _SIZE.search(svg)
    pixels = float(found[1]) * float(found[2]) * ZOOM**2 if found else 0
    return ZOOM if pixels <= MOST_PIXELS else 1


def png_of(svg: bytes) -> Png:
    """A picture as PNG. Raises ImportError without the library, ValueError for what is no SVG."""
    from resvg_py import svg_to_bytes

    family = family_of_letters()
    data = svg_to_bytes(svg_string=svg.decode(), zoom=zoom_of(svg), sans_serif_family=family)
    return Png(bytes(data), family is not None)


def family_of_letters() -> str | None:
    """The first family of `FAMILIES` that the system has; None when it has none of them."""
    from resvg_py import svg_to_bytes

    blank = svg_to_bytes(svg_string=_BLANK.format(""))
    letter = '<text x="4" y="18" font-size="16" font-family="{}">M</text>'
    return next((family for family in FAMILIES if svg_to_bytes(svg_string=_BLANK.format(letter.format(family))) != blank), None)
