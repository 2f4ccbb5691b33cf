"""The source map: from a node of a compiled document to the text it was made of, and from a rule to its nodes.

A node is named by its path: the keys from the document downwards, each behind a `/`.  A member of a list whose
members have an `id` (or, without one, a `model`) is named by it, any other by its index.  `~` and `/` in a key are written `~0` and `~1`.
"""

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from tankdsl.ir.marks import Doc, Many, Pattern, Whole, model
from tankdsl.ir.models.types import Cite, Cites, GameHash, Text

MAP_FORMAT = "tankdsl-map/1"
PATH_PATTERN = r"^(/[^/]+)+$"

NodePath = Annotated[str, Pattern(PATH_PATTERN, "a path such as /rules/procs/attack/code/7", 2_000)]


@model(line=True)
class MapNode(TypedDict):
    """Where a node comes from."""

    file: Annotated[int, Whole(0), Doc("Index into `files`.")]
    at: Annotated[
        list[Annotated[int, Whole(1)]],
        Many(4, 4),
        Doc("First line and column, then line and column behind the end; from 1, columns in code points."),
    ]
    rules: NotRequired[Cites]


@model()
class SourceMapFile(TypedDict):
    """The source map of one compiled document."""

    format: Literal["tankdsl-map/1"]
    game: Annotated[GameHash, Doc("Of the document it belongs to.")]
    files: Annotated[list[Text], Doc("Paths from the root of the pack, with forward slashes.")]
    nodes: dict[NodePath, MapNode]
    rules: Annotated[dict[Cite, list[NodePath]], Doc("The nodes that carry out each rule.")]
