"""The tile numbers of a layer, out of any of the ways to write them: numbers in a list or as text, packed or not.

How much may come out is known beforehand (four bytes a cell), and nothing is unpacked beyond that, so that a small file cannot fill the
memory. A tile number is 32 bits without sign; the top four say how the picture is turned and are masked off, 0 is an empty cell.
"""

from __future__ import annotations

import binascii
import sys
import zlib
from array import array
from collections.abc import Sequence
from typing import Any

from tankdsl.exchange.interface import broken, unsupported

FLAGS = 0xF0000000
_GZIP_OR_ZLIB = 47
"""The window of zlib that takes either header."""


def tile_numbers(data: object, encoding: str, compression: str, cells: int, where: str, line: int | None = None) -> array[int]:
    """So many tile numbers without their flags; refuses data that are damaged or are not that many."""
    if encoding == "base64":
        packed = _base64(data, where, line)
        numbers = _from_bytes(_unpacked(packed, compression, cells * 4, where, line), cells, where, line)
    elif encoding in ("csv", "", "xml"):
        numbers = _listed(data.split(",") if isinstance(data, str) else data, cells, where, line)
    else:
        raise unsupported(f"{where} has the encoding `{encoding}`, which is not known", line, "Tiled writes `csv` and `base64`")
    if len(numbers) != cells:
        raise broken(f"{where} has {len(numbers):,} cells, expected {cells:,}", line)
    return array("L", [number & ~FLAGS for number in numbers])


def _listed(items: object, cells: int, where: str, line: int | None) -> array[int]:
    if not isinstance(items, list):
        raise broken(f"expected the cells of {where} as a list of numbers", line)
    if items and isinstance(items[-1], str) and not items[-1].strip():
        items = items[:-1]  # a comma behind the last number
    if len(items) > cells:
        raise broken(f"{where} has {len(items):,} cells, expected {cells:,}", line)
    return array("L", [tile_number(item, where, line, number) for number, item in enumerate(items, 1)])


def tile_number(item: object, where: str, line: int | None, cell: int = 0) -> int:
    """One tile number with its flags, as a number or as its digits; refuses anything else. `cell` is its place in a list, from 1."""
    text = item.strip() if isinstance(item, str) else item
    if isinstance(text, str) and len(text) <= 10 and text.isascii() and text.isdigit():
        text = int(text)
    if isinstance(text, bool) or not isinstance(text, int) or not 0 <= text < 2**32:
        shown = str(item)[:20].strip()
        help = (f"it is cell {cell:,}, counted row by row; save the map again with Tiled",) if cell else ()
        raise broken(f"`{shown}` in {where} is no tile number", line, help)
    return text


def _base64(data: object, where: str, line: int | None) -> bytes:
    if not isinstance(data, str):
        raise broken(f"expected the cells of {where} as text in base64", line)
    try:
        return binascii.a2b_base64("".join(data.split()).encode("ascii"), strict_mode=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise broken(f"the cells of {where} are no base64: {error}", line) from None


def _unpacked(data: bytes, compression: str, most: int, where: str, line: int | None) -> bytes:
    """At most one byte more than expected, which is enough to know that there is too much."""
    match compression:
        case "":
            return data
        case "zlib" | "gzip":
            return _inflated(data, most, where, line)
        case "zstd":
            return _zstd(data, most, where, line)
        case _:
            known = "`zlib`, `gzip` and `zstd` are read"
            raise unsupported(f"{where} is packed with `{compression}`, which is not known", line, known)


def _inflated(data: bytes, most: int, where: str, line: int | None) -> bytes:
    unpacker = zlib.decompressobj(_GZIP_OR_ZLIB)
    try:
        found = unpacker.decompress(data, most + 1)
    except zlib.error as error:
        raise broken(f"the cells of {where} cannot be unpacked: {error}", line) from None
    if len(found) <= most and not unpacker.eof:
        raise broken(f"the packed cells of {where} end too early", line)
    return found


def _zstd(data: bytes, most: int, where: str, line: int | None) -> bytes:
    zstd = _zstd_module()
    if zstd is None:
        help = ("save the map with another compression (Map > Map Properties > Tile Layer Format)", "or `pip install 'tankdsl[zstd]'`")
        raise unsupported(f"{where} is packed with `zstd`, for which this Python has no library", line, help)
    unpacker = zstd.ZstdDecompressor()
    try:
        found: bytes = unpacker.decompress(data, most + 1)
    except (zstd.ZstdError, EOFError) as error:
        raise broken(f"the cells of {where} cannot be unpacked: {error}", line) from None
    if len(found) <= most and not unpacker.eof:
        raise broken(f"the packed cells of {where} end too early", line)
    return found


def _zstd_module() -> Any:
    """The module of the standard library from Python 3.14, before that its backport; None if neither is there."""
    from importlib import import_module

    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    return None


def _from_bytes(data: bytes, cells: int, where: str, line: int | None) -> Sequence[int]:
    if len(data) != 4 * cells:
        found = "more" if len(data) > 4 * cells else f"{len(data):,}"
        raise broken(f"the cells of {where} have {found} bytes, expected {4 * cells:,}: four for each", line)
    numbers = array("I")
    if numbers.itemsize != 4:
        return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
