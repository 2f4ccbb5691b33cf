"""The content layer: what there is, as plain data.  A program that only draws the game needs nothing else."""

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from tankdsl.bounds import FARTHEST, HIGHEST, LATEST_EDGE, LONGEST_SIDE, MOST_HEXES
from tankdsl.ir.marks import Doc, Many, Whole, model, names
from tankdsl.ir.models.types import (
    Cites,
    Const,
    Count,
    Expr1,
    Expr2,
    Int32,
    KindName,
    Name,
    OptionName,
    PlaceName,
    ProcName,
    ScopeName,
    SideName,
    Text,
    TextKey,
    Type,
)


@model(line=True)
class Measure(TypedDict):
    """A unit of counting, such as hexes."""

    id: Name
    one: Annotated[TextKey, Doc("The word for one.")]
    many: Annotated[TextKey, Doc("The word for several.")]


@model()
class Enum(TypedDict):
    """A closed list of words."""

    id: Name
    members: Annotated[list[Name], Many(1, distinct=True), Doc("In the order that comparison and sets use.")]
    names: Annotated[dict[Name, TextKey], Doc("The name of each member that has one.")]


@model(line=True)
class Lifetime(TypedDict):
    """When a state falls back to its default."""

    edge: Annotated[Literal["start", "end"], Doc("At the opening or the closing of the scope.")]
    scope: ScopeName
    own: Annotated[bool, Doc("Only scopes owned by the side of the instance count.")]
    nth: Annotated[int, Whole(1, LATEST_EDGE), Doc("The how manieth such edge after the setting.")]


@model()
class Field(TypedDict):
    """A property of the instances of a kind: fixed (stat), changing (state), or bounded and saturating (track)."""

    id: Name
    name: NotRequired[TextKey]
    role: Literal["stat", "state", "track"]
    type: Type
    default: NotRequired[Annotated[Expr1, Doc("Slot 0: the instance. Absent when not given.")]]
    low: NotRequired[Annotated[Expr1, Doc("Least value of a track. Slot 0: the instance.")]]
    high: NotRequired[Annotated[Expr1, Doc("Greatest value of a track. Slot 0: the instance.")]]
    visible: NotRequired[Annotated[Expr2, Doc("Who sees it: slot 0 the instance, slot 1 the side. Public when not given.")]]
    lifetime: NotRequired[Lifetime]


@model(line=True)
class Model(TypedDict):
    """A design of which there may be several instances."""

    id: Name
    name: TextKey
    side: NotRequired[SideName]
    stats: Annotated[dict[Name, Const], Doc("The value of each stat.")]
    cites: Cites


@model(line=True)
class Start(TypedDict):
    """How an instance differs at the beginning of the game."""

    at: NotRequired[PlaceName]
    point: NotRequired[Annotated[list[Int32], Many(2, 2), Doc("On a table: where it stands.")]]
    fields: Annotated[dict[Name, Const], Doc("States and tracks that do not begin with their default.")]


@model(line=True)
class Instance(TypedDict):
    """One thing in the game."""

    id: Name
    model: Annotated[Name, Doc("A model of the kind or of its parents.")]
    name: TextKey
    side: NotRequired[SideName]
    start: NotRequired[Start]


@model(line=True)
class Identity(TypedDict):
    """Who may know which instance a piece is."""

    visible: Annotated[Expr2, Doc("Slot 0 the instance, slot 1 the side.")]


Category = Literal["side", "unit", "part", "card", "marker", "checkpoint", "terrain", "mission", "area", "game", "thing"]


@model()
class Kind(TypedDict):
    """A kind of things with its fields, models and instances."""

    id: Name
    category: Category
    parent: NotRequired[Annotated[KindName, Doc("The kind of which this is a subkind.")]]
    identity: NotRequired[Identity]
    fields: Annotated[list[Field], Doc("Its own fields; those of its parents come before them.")]
    models: list[Model]
    instances: list[Instance]


@model(line=True)
class Setting(TypedDict):
    """An option that is a number."""

    id: Name
    sort: Literal["setting"]
    name: TextKey
    default: Int32
    min: Int32
    max: Int32
    needs: list[OptionName]
    excludes: list[OptionName]


@model(line=True)
class Choice(TypedDict):
    """An option that is one of several words: a member of the enum `option.ID`."""

    id: Name
    sort: Literal["choice"]
    name: TextKey
    default: Name
    values: Annotated[list[Name], Many(1, distinct=True)]
    needs: list[OptionName]
    excludes: list[OptionName]


@model(line=True)
class Switch(TypedDict):
    """An option that is on or off."""

    id: Name
    sort: Literal["switch"]
    name: TextKey
    default: bool
    needs: Annotated[list[OptionName], Doc("Switches that must be on when this one is on.")]
    excludes: Annotated[list[OptionName], Doc("Switches that must be off when this one is on.")]


Option = Setting | Choice | Switch


Axial = Annotated[int, Whole(-FARTHEST, FARTHEST)]


@model(line=True)
class Place(TypedDict):
    """One hex: axial coordinates, the label that is printed on it and what the ground is."""

    id: Name
    q: Axial
    r: Axial
    label: Text
    terrain: Annotated[str, names("terrain")]
    level: NotRequired[Annotated[int, Whole(-HIGHEST, HIGHEST), Doc("How high it lies; 0 when not given.")]]
    territory: NotRequired[SideName]
    rows: NotRequired[Annotated[dict[SideName, Int32], Doc("The number of its row, counted from each side.")]]
    columns: NotRequired[
        Annotated[dict[SideName, Int32], Doc("The number of its column, counted from the left hand of each side, if a rule asks for it.")]
    ]
    half: NotRequired[Annotated[Literal[True], Doc("It is cut by the edge of the board.")]]
    board: NotRequired[Annotated[Name, Doc("The board it comes from.")]]


@model(line=True)
class Edge(TypedDict):
    """A feature of the edge between two adjacent places."""

    a: PlaceName
    b: PlaceName
    feature: Name
    leads: NotRequired[Annotated[Literal[True], Doc("It leads from `a` to `b`; without this it is the same from both sides.")]]


@model()
class HexMap(TypedDict):
    """Ground of hexes. The order of the places is the order of all sets of places."""

    grid: Literal["hex"]
    orientation: Literal["flat", "pointy"]
    places: Annotated[list[Place], Many(1, MOST_HEXES)]
    names: Annotated[dict[Name, PlaceName], Doc("Places that have a name of their own.")]
    zones: Annotated[dict[Name, list[PlaceName]], Doc("Named sets of places.")]
    edges: list[Edge]


Coordinate = Annotated[int, Whole(0, LONGEST_SIDE)]
Point = Annotated[list[Coordinate], Many(2, 2)]


@model()
class TableMap(TypedDict):
    """A table without a grid: points from `[0, 0]` to `[width, height]`, in hundredths."""

    grid: Literal["table"]
    width: Annotated[int, Whole(1, LONGEST_SIDE)]
    height: Annotated[int, Whole(1, LONGEST_SIDE)]
    names: Annotated[dict[Name, Point], Doc("Points that have a name of their own.")]


Map = HexMap | TableMap


@model(line=True)
class Carrier(TypedDict):
    """The thing that carries a pile."""

    kind: KindName
    id: Name


@model()
class Pile(TypedDict):
    """A pile, deck, bag or hand. Index 0 is the top."""

    id: Name
    of: KindName
    owner: NotRequired[SideName]
    carrier: NotRequired[Annotated[Carrier, Doc("Of a pile that every thing of a kind has one of: the thing whose it is.")]]
    field: NotRequired[Annotated[Name, Doc("Of a pile that every side, or every thing of a kind, has one of: its common name.")]]
    ordered: bool
    visible: NotRequired[Annotated[Expr2, Doc("Who sees what lies in it: slot 0 the owner or absent, slot 1 the side.")]]
    holds: NotRequired[Annotated[Count, Doc("How many it has room for; nothing more can be put into it.")]]
    initial: Annotated[list[Name], Many(distinct=True), Doc("The instances that lie in it at the beginning.")]
    refill: NotRequired[Annotated[ProcName, Doc("The procedure that runs when a draw fails.")]]


@model()
class Content(TypedDict):
    """What there is, as plain data."""

    title: TextKey
    sides: Annotated[list[SideName], Many(1, distinct=True), Doc("In the order of play of the rules.")]
    measures: list[Measure]
    enums: list[Enum]
    kinds: list[Kind]
    options: list[Option]
    preset: Annotated[dict[OptionName, Const], Doc("Options that this scenario fixes.")]
    map: NotRequired[Map]
    piles: list[Pile]
