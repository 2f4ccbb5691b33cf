"""SVG as text: elements of escaped attributes and text, in the order in which they are drawn.

Numbers are written with two decimals at most, the same on every machine.  No text of a game becomes anything but text or the value of an
attribute, without the characters that XML does not allow, and nothing is ever loaded from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape

from tankdsl.picture.plane import XY
from tankdsl.state import State, field

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_QUOTES = {'"': "&quot;", "\n": " ", "\r": " ", "\t": " "}
Value = str | int | float


def number(value: float) -> str:
    """A number with at most two decimals, without a negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def points(corners: Iterable[XY]) -> str:
    """Corners as the value of `points`."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def path(corners: Iterable[XY], *, closed: bool = False) -> str:
    """Corners as the value of `d`."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + ("Z" if closed else "")


def escaped(text: str) -> str:
    """A text of a game as it may stand in XML."""
    return escape(_FORBIDDEN.sub("\ufffd", text), _QUOTES)


def printed(text: str) -> str:
    """Words of a message as they are printed: names in quotation marks, where the terminal has backquotes."""
    return re.sub(r"`([^`]*)`", r"“\1”", text)


class Sheet(State):
    """A drawing in the making."""

    compact: bool = False
    """As few elements as will do, for programs that draw; without what says what is what."""
    parts: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)

    def add(self, name: str, text: str | None = None, **attributes: Value | None) -> None:
        """An element. Underscores in names of attributes stand for hyphens; attributes that are None are left out."""
        inside = f"/>{chr(10)}" if text is None else f">{escaped(text)}</{name}>\n"
        self.parts.append(f"{'  ' * len(self.open)}<{name}{_attributes(attributes)}{inside}")

    def begin(self, name: str, **attributes: Value | None) -> None:
        """Open an element that has others in it."""
        self.parts.append(f"{'  ' * len(self.open)}<{name}{_attributes(attributes)}>\n")
        self.open.append(name)

    def end(self) -> None:
        """Close the element that was opened last."""
        name = self.open.pop()
        self.parts.append(f"{'  ' * len(self.open)}</{name}>\n")

    def text(self, at: XY, text: str, size: float, **attributes: Value | None) -> None:
        """A line of text, its middle (or as `text_anchor` says) at a point of its base line."""
        given: dict[str, Value | None] = {"text_anchor": "middle", **attributes}
        self.add("text", text, x=at[0], y=at[1], font_size=size, **given)

    def haloed(self, at: XY, text: str, size: float, **attributes: Value | None) -> None:
        """A line of text that can be read on any ground: its letters have a white rim, drawn below them."""
        rim: dict[str, Value | None]
        if self.compact:
            rim = {"stroke": "#FFFFFF", "stroke_width": size / 4, "stroke_linejoin": "round", "paint_order": "stroke"}
            self.text(at, text, size, **rim, **attributes)
            return
        rim = {**attributes, "fill": "#FFFFFF"}
        self.text(at, text, size, stroke="#FFFFFF", stroke_width=size / 4, stroke_linejoin="round", **rim, aria_hidden="true")
        self.text(at, text, size, **attributes)

    def document(self, width: float, height: float, title: str) -> bytes:
        """The whole file."""
        head = (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(height)}" '
            f'viewBox="0 0 {number(width)} {number(height)}" font-family="{escaped(FONT)}" fill="#1A1A1A">\n'
            f"<title>{escaped(title)}</title>\n"
        )
        return (head + "".join(self.parts) + "</svg>\n").encode()


def _attributes(given: dict[str, Value | None]) -> str:
    return "".join(f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"' for name, value in given.items() if value is not None)


def _value(value: Value) -> str:
    return escaped(value) if isinstance(value, str) else number(value)
