"""Files of the Tiled editor as one shape: that of its JSON format, whichever of the two formats they are in.

XML is brought into it here, so that everything after knows one form only. Values stay text where XML has no types; the accessors at the
end take either. An object of the shape that comes from XML knows its line (`LINE`).
"""

from __future__ import annotations

import json
import re
from typing import Any

from tankdsl.diagnostics.file_problems import problem_diagnostic
from tankdsl.exchange.interface import MOST_OBJECTS, broken, too_large, unsupported
from tankdsl.exchange.tiled.xmltree import Element, read_xml
from tankdsl.source import Problem, read_bytes

LINE = "line of XML"
"""The key under which an object of the shape keeps its line; no key of Tiled has blanks."""
Shape = dict[str, Any]
DEEPEST = 20
"""Groups in groups."""
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""Where JSON may hold half of a sign, which no text may."""


def parse_map(data: bytes, name: str) -> Shape:
    """The shape of a map."""
    return _parse(data, name, "map")


def parse_tileset(data: bytes, name: str) -> Shape:
    """The shape of a tileset that stands in a file of its own."""
    return _parse(data, name, "tileset")


def parse_template(data: bytes, name: str) -> Shape:
    """The shape of an object template."""
    return _parse(data, name, "template")


def is_json(data: bytes) -> bool:
    """Whether the file is one of Tiled's JSON files and not XML."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def _parse(data: bytes, name: str, what: str) -> Shape:
    if is_json(data):
        shape = _json(data, name)
        if not isinstance(shape, dict):
            raise broken(f"`{name}` is a list, and a {what} is an object")
        found = shape.get("type", what)
    else:
        root = read_xml(data, name)
        shape, found = _CONVERT.get(root.tag, _attributes)(root), root.tag
    if found != what:
        raise unsupported(f"`{name}` is no {what} of Tiled, it is a `{str(found)[:40]}`")
    return dict(shape)


def _json(data: bytes, name: str) -> Any:
    read = read_bytes(data, id=0, path=name)
    if isinstance(read, Problem):
        finding = problem_diagnostic(read)
        raise broken(finding.headline, help=finding.help)
    try:
        found = json.loads(read.text, parse_constant=_no_number)
        if _HALF.search(read.text):
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except UnicodeEncodeError:
        raise broken(f"`{name}` holds half of a sign (a surrogate without the other one)") from None
    except json.JSONDecodeError as error:
        raise broken(f"`{name}` is no JSON: {error.msg.lower()}", error.lineno) from None
    except RecursionError:
        raise too_large(f"the objects of `{name}` are nested too deep") from None
    except ValueError as error:
        raise broken(f"`{name}` is no JSON: {error}") from None


def _no_number(word: str) -> Any:
    raise ValueError(f"`{word}` is no number")


# ------------------------------------------------------------------------------------------------------------- from XML


def _attributes(element: Element) -> Shape:
    made: Shape = dict(element.attributes)
    made[LINE] = element.line
    if (held := element.first("properties")) is not None:
        made["properties"] = [_property(one) for one in held.all("property")]
    return made


def _property(element: Element) -> Shape:
    made: Shape = {"type": "string", **element.attributes, LINE: element.line}
    made.setdefault("value", element.text)
    return made


def _map(element: Element) -> Shape:
    made = _attributes(element)
    made["tilesets"] = [_tileset(one) for one in element.all("tileset")]
    made["layers"] = _layers(element, 0)
    return made


def _tileset(element: Element) -> Shape:
    made = _attributes(element)
    made["tiles"] = [_with_image(_attributes(one), one) for one in element.all("tile")]
    if (offset := element.first("tileoffset")) is not None:
        made["tileoffset"] = _attributes(offset)
    return _with_image(made, element)


def _with_image(made: Shape, element: Element) -> Shape:
    """With the measures of the picture of a tileset or of a tile, if it has one."""
    if (image := element.first("image")) is not None:
        made.update(image="yes", imagewidth=image.get("width"), imageheight=image.get("height"))
    return made


def _layers(element: Element, depth: int) -> list[Shape]:
    if depth > DEEPEST:
        raise too_large(f"groups of layers are nested more than {DEEPEST} deep", element.line)
    return [_layer(one, depth) for one in element.all("layer", "objectgroup", "imagelayer", "group")]


def _layer(element: Element, depth: int) -> Shape:
    made = _attributes(element)
    made["type"] = {"layer": "tilelayer"}.get(element.tag, element.tag)
    if element.tag == "group":
        made["layers"] = _layers(element, depth + 1)
    elif element.tag == "objectgroup":
        made["objects"] = [_object(one) for one in element.all("object")]
    elif element.tag == "layer" and (data := element.first("data")) is not None:
        made.update(encoding=data.get("encoding"), compression=data.get("compression"))
        chunks = data.all("chunk")
        if chunks:
            made["chunks"] = [{**_attributes(one), "data": _data(one, data.get("encoding"))} for one in chunks]
        else:
            made["data"] = _data(data, data.get("encoding"))
    return made


def _data(element: Element, encoding: str) -> str | list[str]:
    return element.text if encoding else [tile.get("gid", "0") for tile in element.all("tile")]


def _object(element: Element) -> Shape:
    made = _attributes(element)
    for shape in ("point", "ellipse", "capsule", "text"):
        if element.first(shape) is not None:
            made[shape] = True
    for shape in ("polygon", "polyline"):
        if (found := element.first(shape)) is not None:
            made[shape] = [_point(pair, found.line) for pair in found.get("points").split()]
    return made


def _point(pair: str, line: int) -> Shape:
    x, comma, y = pair.partition(",")
    if not comma:
        raise broken(f"`{pair[:40]}` is no point, expected `x,y`", line)
    return {"x": x, "y": y, LINE: line}


def _template(element: Element) -> Shape:
    made = _attributes(element)
    if (found := element.first("object")) is not None:
        made["object"] = _object(found)
    if (tileset := element.first("tileset")) is not None:
        made["tileset"] = _tileset(tileset)
    return made


_CONVERT = {"map": _map, "tileset": _tileset, "template": _template}


# ------------------------------------------------------------------------------------------------------------ accessors


def line_of(shape: Shape) -> int | None:
    """The line of an object of the shape, if it comes from XML."""
    found = shape.get(LINE)
    return found if type(found) is int else None  # JSON may hold anything under that key


def without_lines(shape: Any) -> Any:
    """The same without lines: those of another file than the map would point at a wrong place."""
    if isinstance(shape, dict):
        return {key: without_lines(value) for key, value in shape.items() if key != LINE}
    return [without_lines(one) for one in shape] if isinstance(shape, list) else shape


def whole(shape: Shape, key: str, what: str, default: int | None = None) -> int:
    """A whole number of 32 bits; refuses anything else, and its absence if there is no default."""
    value = shape.get(key)
    if value in (None, "") and default is not None:
        return default
    number = _as_number(value)
    if number is None or number != int(number) or abs(number) >= 2**31:
        shown = "nothing" if value is None else f"`{str(value)[:20]}`"
        raise broken(f"{what} has {shown} as its `{key}`, expected a whole number", line_of(shape))
    return int(number)


def number(shape: Shape, key: str, what: str, default: float = 0.0) -> float:
    """A number within bounds that no picture leaves; refuses anything else."""
    value = shape.get(key)
    found = default if value in (None, "") else _as_number(value)
    if found is None or abs(found) > 1e9:
        raise broken(f"{what} has `{str(value)[:20]}` as its `{key}`, expected a number", line_of(shape))
    return float(found)


def _as_number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str) or len(str(value)[:41]) > 40:
        return None
    try:
        found = float(value)
    except ValueError:
        return None
    return found if found == found and abs(found) != float("inf") else None


def text(shape: Shape, key: str, default: str = "") -> str:
    """A text; what is no text counts as absent."""
    value = shape.get(key, default)
    return value if isinstance(value, str) else default


def is_set(shape: Shape, key: str, default: bool = False) -> bool:
    """A flag: `true` or `1`."""
    value = shape.get(key, default)
    return value in (True, 1, "1", "true")


def objects(shape: Shape, key: str, what: str, most: int = MOST_OBJECTS) -> list[Shape]:
    """A list of objects, empty if it is absent; refuses anything else, and too long a list."""
    value = shape.get(key, [])
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise broken(f"`{key}` of {what} is no list of objects", line_of(shape))
    if len(value) > most:
        raise too_large(f"{what} has {len(value):,} {key}, and {most:,} is the most", line_of(shape))
    return value


def properties(shape: Shape, what: str) -> list[tuple[str, str, Any]]:
    """Name, type and value of the properties; before version 1.2 JSON had them as an object."""
    held = shape.get("properties", [])
    if isinstance(held, dict):
        kinds = shape.get("propertytypes", {})
        kinds = kinds if isinstance(kinds, dict) else {}
        return [(str(name), str(kinds.get(name, "string")), value) for name, value in held.items() if name != LINE]
    return [(text(one, "name"), text(one, "type", "string"), one.get("value", "")) for one in objects(shape, "properties", what, 1_000)]


def class_of(shape: Shape) -> str:
    """The class of a tile, an object or a layer; Tiled has called it `type` for long."""
    found = text(shape, "class") or text(shape, "type")
    return "" if found in ("tilelayer", "objectgroup") else found
