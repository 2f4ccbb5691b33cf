"""A loaded game: the compiled form with every id resolved to a number.

Built once by `load`, then only read. Everything that is computed in play is an expression *node*: a tuple
``(operator, argument, ...)`` whose arguments are nodes or resolved numbers. Expressions that the machine
evaluates on their own are *roots*: they are kept in `Game.roots` and named by their position, so that an
evaluator is no more than a list of functions in step with that list.
"""

from dataclasses import dataclass, field
from typing import Any

# The content belongs to the model: it is imported from here by everybody else.
from tankdsl.engine.content import Enum as Enum
from tankdsl.engine.content import Field as Field
from tankdsl.engine.content import Kind as Kind
from tankdsl.engine.content import Option as Option
from tankdsl.engine.content import Pile as Pile
from tankdsl.engine.content import Root as Root
from tankdsl.engine.types import Type

Node = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a value, guard, proc or window, by position the first slots of the frame."""

    name: str
    type: Type


@dataclass(slots=True)
class ValueRule:
    """A value: an expression with parameters."""

    id: str
    params: tuple[Param, ...]
    slots: int
    body: Node
    gives: Type
    cites: tuple[str, ...]
    names: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conjunct:
    """One requirement. `form` is require (`node` must be true), let (`node` present, kept in `slot`), guard
    (`callee` with `args`), each (`parts` for every member of `node`, kept in `slot`), or binding (no
    requirement: `node`, which may be absent, is kept in `slot`)."""

    form: str
    node: Node = ()
    slot: int = -1
    callee: int = -1
    args: tuple[Node, ...] = ()
    parts: "tuple[Conjunct, ...]" = ()
    reason: str = ""
    rid: str = ""
    cites: tuple[str, ...] = ()
    first: bool = False


@dataclass(slots=True)
class Guard:
    """A named list of conjuncts."""

    id: str
    params: tuple[Param, ...]
    slots: int
    conjuncts: tuple[Conjunct, ...]
    cites: tuple[str, ...]
    names: dict[str, int] = field(default_factory=dict)
    """Slots by the names that the texts of the reasons use, besides those of the parameters."""


@dataclass(slots=True)
class Proc:
    """A procedure: resolved instructions, see `load_code`."""

    id: str
    index: int
    name: str
    params: tuple[Param, ...]
    slots: int
    results: int
    code: tuple[Node, ...]
    cites: tuple[str, ...]
    names: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PathSpec:
    """How a parameter or an instruction lays a path."""

    movement: int
    unit: Root
    budget: Root | None


@dataclass(frozen=True, slots=True)
class ActionParam:
    """A parameter of an action, asked for when the action is declared."""

    name: str
    slot: int
    type: Type
    """The type of the value that guards and the effect see: a set for `some`."""
    member: Type
    """The type of what is picked."""
    domain: Root | None
    where: Root | None
    some: bool
    so_far: int | None
    path: PathSpec | None
    tests: "tuple[MemberTest, ...]" = field(default=(), repr=False)
    """What every member of a group must meet by itself, whoever the others are."""


@dataclass(frozen=True, slots=True)
class MemberTest:
    """An `each` conjunct over a group, found in the guards of an action or in a guard that they call.

    `calls` leads there: for each guard on the way the number of its slots, and its arguments as far as they are needed.
    """

    calls: tuple[tuple[int, tuple[Root | None, ...]], ...]
    slot: int
    """Where a member stands when the condition is looked at."""
    condition: Root


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` counts for the same keys while the scope (None: the game) is open."""

    index: int
    most: int
    keys: tuple[Root, ...]
    reason: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LimitRule:
    """The counter behind limits of one id."""

    id: str
    scope: int | None
    own: bool


@dataclass(frozen=True, slots=True)
class CardOf:
    """The card that an action plays: of which model, out of which pile of the acting side."""

    kind: int
    model: int
    piles: tuple[int | None, ...]
    """The pile of each side."""
    slot: int
    models: int
    """The field with the models of the cards."""


@dataclass(slots=True)
class Action:
    """Something that a side may decide to do."""

    id: str
    index: int
    text: str
    slots: int
    windows: tuple[int, ...]
    in_play: bool
    anytime: bool
    inherits: int
    card: CardOf | None
    by: Root | None
    by_node: Node
    by_rid: str
    by_text: str
    params: tuple[ActionParam, ...]
    guards: tuple[Conjunct, ...]
    limits: tuple[Limit, ...]
    cost: Root | None
    proc: int
    args: tuple[Root, ...]
    after: int | None
    returns: tuple[int, ...]
    cites: tuple[str, ...]
    binds: bool = False
    """Whether the guards keep values in slots that the arguments may read."""
    names: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Window:
    """An occasion inside an effect at which sides may react."""

    id: str
    index: int
    params: tuple[Param, ...]
    changes: tuple[int, ...]
    text: str
    closed: bool
    """Whether actions for any time are not offered."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a sum: amount and condition, with the words that explain it."""

    amount: Node
    condition: Node
    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class When:
    """A condition with the reason that it gives."""

    when: Root
    reason: str = ""
    rid: str = ""
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Movement:
    """How units of a kind move: slot 0 unit, 1 from, 2 to, 3 the path so far."""

    id: str
    kind: int
    slots: int
    budget: Root
    cost: Root
    never: tuple[When, ...]
    stops: tuple[When, ...]
    through: tuple[When, ...]
    first_step_always: bool
    first_step_when: Root | None
    bonus: Root | None
    names: dict[str, int]


@dataclass(frozen=True, slots=True)
class SightRow:
    """One row of a sight, for telling what blocks: `of` is the part that it belongs to; text and rule numbers are what people are told."""

    of: str
    node: Node
    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What blocks the view (slot 0: the hex between), and what counts along an edge."""

    id: str
    slots: int
    blocks: Node
    ties: tuple[str, ...]
    """One tie policy, or one for each value of the option."""
    option: int | None
    off_map_blocks: bool
    outlines: int = -1
    """On a table the field that has the outlines of what may lie in between."""
    areas: tuple[int, ...] = ()
    """And the areas that may."""
    across: Node | None = None
    """Which sides that the line passes block it (slots 0 and 1: the two hexes, the nearer first; then the ends)."""
    along: Node | None = None
    """Which sides along which it runs do (slots 0 and 1: the hexes on the left and on the right; then the ends)."""
    ends: Node | None = None
    """Whether the whole line is blocked (slots 0 and 1: the ends)."""
    rows: tuple[SightRow, ...] = ()

    @property
    def parts(self) -> tuple[Node, ...]:
        """Its expressions."""
        return tuple(part for part in (self.blocks, self.across, self.along, self.ends) if part is not None)


@dataclass(frozen=True, slots=True)
class Arcs:
    """A partition of the six directions relative to a facing. `parts` has the enum member of each direction."""

    id: str
    kind: int
    facing: int
    enum: int
    parts: tuple[int, ...]
    rank: tuple[int, ...]
    """For each enum member its precedence half way between two arcs: the lower one wins."""
    bounds: tuple[int, ...] = ()
    """The degrees at which sectors begin, ascending, where arcs are given so; `parts` has the member of each sector then."""


@dataclass(frozen=True, slots=True)
class Whenever:
    """A trigger: for each binding of its parameters for which `when` holds, `proc` runs."""

    id: str
    slots: int
    params: tuple[tuple[int, Node], ...]
    when: Node
    proc: int
    during: int | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """A way for the game to end. `outcome` is win, draw or most."""

    id: str
    slots: int
    during: int | None
    at_close: int | None
    each: tuple[int, Node] | None
    when: Node
    outcome: str
    slot: int
    nodes: tuple[Node, ...]
    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mission:
    """The condition of one model of mission; slot 0 is the side that holds it."""

    model: int
    slots: int
    met: Node


@dataclass(slots=True)
class Campaign:
    """Battles in order, and what goes from one to the next. Each battle is a game with the hash and the id of the campaign's document."""

    title: str
    """The key of its title."""
    between: str | None
    """The procedure that runs after each battle."""
    kept: tuple[tuple[str, str], ...]
    """Ids of kind and field of each kept state."""
    scenarios: tuple[str, ...]
    """The scenario of each battle."""
    battles: "list[Game]" = field(default_factory=list)


@dataclass(slots=True)
class Game:
    """Everything about one game that play needs."""

    id: str
    ruleset: str
    hash: str
    title: str
    text: dict[str, str]
    enums: list[Enum] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    field_index: dict[tuple[int, str], int] = field(default_factory=dict)
    """(kind, name) to the field, inherited fields included."""
    options: list[Option] = field(default_factory=list)
    preset: dict[str, Any] = field(default_factory=dict)
    sides: tuple[int, ...] = ()
    """The sides in the order of the rule set."""
    side_ids: tuple[str, ...] = ()
    """Ids of the sides by their value at run time."""
    map: Any = None
    piles: list[Pile] = field(default_factory=list)
    holdings: dict[str, tuple[int | None, ...]] = field(default_factory=dict)
    """Piles of the sides by the name of the field: one entry for each side."""
    carried: frozenset[int] = frozenset()
    """The root kinds whose things stand on places and can also lie in piles."""
    values: list[ValueRule] = field(default_factory=list)
    guards: list[Guard] = field(default_factory=list)
    procs: list[Proc] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    movements: list[Movement] = field(default_factory=list)
    sights: list[Sight] = field(default_factory=list)
    arcs: list[Arcs] = field(default_factory=list)
    whenevers: list[Whenever] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    missions: dict[int, Mission] = field(default_factory=dict)
    mission_kind: int | None = None
    scopes: tuple[str, ...] = ()
    limits: list[LimitRule] = field(default_factory=list)
    main: int | None = None
    entries: dict[str, int] = field(default_factory=dict)
    runaway: int = 1_000_000
    roots: list[Node] = field(default_factory=list)
    root_types: list[Type | None] = field(default_factory=list)
    start: list[tuple[int, int, Any]] = field(default_factory=list)
    """Values that instances begin with: (field, entity, value)."""
    stats: list[tuple[int, int, Any]] = field(default_factory=list)
    """Stats given by models: (field, entity, constant)."""
    model_stats: dict[int, list[Any]] = field(default_factory=dict)
    """For each stat that models give, its value for every model of the root kind."""
    ids: dict[str, dict[str, int]] = field(default_factory=dict)
    """For each namespace (kind, proc, action, ...) the positions of its ids."""
    campaign: Campaign | None = field(default=None, repr=False)
    """The campaign of which this is one battle."""
    battle: int = 1
    """Which battle of the campaign it is, from 1."""
    cache: dict[str, Any] = field(default_factory=dict, repr=False)
    """What evaluators derive from the game, such as generated code."""

    def kind(self, id: str) -> Kind:
        """The kind of that id (KeyError when there is none)."""
        return self.kinds[self.ids["kind"][id]]

    def has_ground(self) -> bool:
        """Whether there is a kind of the category terrain."""
        return any(kind.category == "terrain" for kind in self.kinds)

    def ground(self) -> Kind:
        """The topmost kind of the category terrain, whatever its name; its instances are what hexes are made of (KeyError if none)."""
        for kind in self.kinds:
            if kind.category == "terrain" and kind.root == kind.index:
                return kind
        raise KeyError("terrain")

    def entities(self, kind: int) -> tuple[str, ...]:
        """Ids of the entities of the root of a kind."""
        return self.kinds[self.kinds[kind].root].instances

    def built_in(self, kind: int, name: str) -> int:
        """The field `at`, `removed`, `side` or `model` of the root of a kind, or -1."""
        return self.field_index.get((self.kinds[kind].root, name), -1)
