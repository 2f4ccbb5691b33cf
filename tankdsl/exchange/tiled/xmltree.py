"""XML of strangers, read within bounds: no document type, hence no entities of its own, and only so many elements so deep.

The parser is expat, driven directly: so a document type is refused at its first word, before anything in it counts, and every element
knows its line. What `xml.etree` builds is not wanted here anyway.
"""

from __future__ import annotations

from xml.parsers import expat

from tankdsl.exchange.interface import broken, too_large, unsupported
from tankdsl.state import State, field

MOST_ELEMENTS = 250_000
DEEPEST = 60


class Element(State):
    """An element: its name, its attributes, its children, the text directly in it, and the line on which it begins."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text directly inside."""
        return "".join(self.texts)

    def get(self, name: str, default: str = "") -> str:
        """The value of an attribute."""
        return self.attributes.get(name, default)

    def all(self, *tags: str) -> list[Element]:
        """The children of these names, in order."""
        return [child for child in self.children if child.tag in tags]

    def first(self, tag: str) -> Element | None:
        """The first child of that name."""
        return next((child for child in self.children if child.tag == tag), None)


class _Builder:
    def __init__(self, name: str) -> None:
        self.name = name
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.open: list[Element] = []
        self.root: Element | None = None
        self.elements = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        self.elements += 1
        if self.elements > MOST_ELEMENTS:
            raise too_large(f"`{self.name}` has more than {MOST_ELEMENTS:,} elements", line)
        if len(self.open) >= DEEPEST:
            raise too_large(f"the elements of `{self.name}` are nested more than {DEEPEST} deep", line)
        made = Element(tag, attributes, line)
        if self.open:
            self.open[-1].children.append(made)
        else:
            self.root = made
        self.open.append(made)

    def end(self, tag: str) -> None:
        self.open.pop()

    def text(self, text: str) -> None:
        if self.open:
            self.open[-1].texts.append(text)

    def doctype(self, *about: object) -> None:
        line = self.parser.CurrentLineNumber
        raise unsupported(
            f"`{self.name}` declares a document type, with which a file can grow without bounds",
            line,
            help="remove the `<!DOCTYPE ...>`; no map editor needs it",
        )


def read_xml(data: bytes, name: str) -> Element:
    """The root of a document; refuses what is not well formed, declares a document type, or is too large."""
    builder = _Builder(name)
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise broken(f"`{name}` is not well-formed XML: {expat.ErrorString(error.code)}", error.lineno) from None
    except (LookupError, ValueError) as error:
        raise broken(f"`{name}` is in an encoding that is not known: {error}", 1) from None
    if builder.root is None:
        raise broken(f"`{name}` is empty")
    return builder.root
