"""The one table of everything that can be computed or done in a compiled document.

An expression or instruction is a JSON array `[operator, argument, ...]`.  What an operator is called, which
arguments it takes, what it gives and what it means is said here once; the validator, the JSON schemas and the
operator tables of `docs/format.md` are all derived from this table, so they cannot disagree.

A signature is a string of arguments separated by spaces:

    name            an expression
    name'           an expression evaluated with the slot of the preceding `bind` argument bound
    name:sort       an argument of another sort (see `Sort`); `a|b|c` lists the allowed words
    name?           an argument that may be left out; always last
    name...         any number of such arguments, including none; always last

This module imports nothing of ours, so every command may load it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Sort(StrEnum):
    """What an argument of an operator may be."""

    EXPR = "expr"  # an expression
    EXPRS = "exprs"  # an array of expressions
    SLOT = "slot"  # a local slot that is read or written
    SLOTS = "slots"  # an array of local slots
    BIND = "bind"  # a local slot that is bound while the primed arguments are evaluated
    WORD = "word"  # one of a few fixed words
    FLAG = "flag"  # true or false, literally
    NUMBER = "number"  # a whole number from 1, literally
    PC = "pc"  # a position in the code of the same procedure
    ROWS = "rows"  # an array of rows (see `FORMS`)
    PICKS = "picks"  # an array of picks (see `FORMS`)
    PILE = "pile"  # a pile (see `PILES`)
    ASKS = "asks"  # an array of asks (see `ASKS`)
    PLAY = "play"  # the object that describes a play loop
    LABEL = "label"  # a text key, or nothing ("")
    CITES = "cites"  # an array of rule numbers
    TYPE = "type"  # a type, as `models.types.Type`
    SHOWN = "shown"  # an array of [type, expression]
    KIND = "kind"  # an id of a kind; `field`, `instance` and `model` refer to the kind just before them
    FIELD = "field"
    INSTANCE = "instance"
    MODEL = "model"
    ENUM = "enum"  # an id of an enum; `member` refers to the enum just before it
    MEMBER = "member"
    PLACE = "place"
    ZONE = "zone"
    DIRECTION = "direction"
    TEXT = "text"
    OPTION = "option"
    STOCK = "stock"  # an id of a pile
    HOLDING = "holding"  # the name of a pile field of the sides
    SIGHT = "sight"
    ARCS = "arcs"
    MOVEMENT = "movement"
    VALUE = "value"
    GUARD = "guard"
    LIMIT = "limit"
    PROC = "proc"
    ACTION = "action"
    WINDOW = "window"
    SCOPE = "scope"
    PERIOD = "period"  # an id of a scope, or `game` for all of it


IDS = frozenset(Sort) - {
    Sort.EXPR, Sort.EXPRS, Sort.SLOT, Sort.SLOTS, Sort.BIND, Sort.WORD, Sort.FLAG, Sort.PC, Sort.ROWS, Sort.PICKS,
    Sort.PILE, Sort.ASKS, Sort.PLAY, Sort.LABEL, Sort.CITES,
    Sort.TYPE, Sort.SHOWN, Sort.NUMBER, Sort.PERIOD,
}  # fmt: skip
"""The sorts whose values are ids, that is strings that name something declared elsewhere in the document."""

DIRECTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"flat": ("n", "ne", "se", "s", "sw", "nw"), "pointy": ("nw", "ne", "e", "se", "sw", "w")}
)
"""Names of the directions 0..5, clockwise, by orientation of the hex map."""

DIRECTION_NAMES = tuple(dict.fromkeys(name for names in DIRECTIONS.values() for name in names))


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of an operator: `bound` means evaluated with the operator's bind slot set."""

    name: str
    sort: Sort
    words: tuple[str, ...] = ()
    bound: bool = False


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator: the `fixed` arguments by position, of which the first `least` are needed, then any of `rest`."""

    name: str
    group: str
    fixed: tuple[Argument, ...]
    least: int
    rest: Argument | None
    gives: str
    meaning: str

    def argument(self, index: int) -> Argument | None:
        """The argument at an index counted from 0 behind the name; nothing when there are not so many."""
        return self.fixed[index] if index < len(self.fixed) else self.rest

    @property
    def usage(self) -> str:
        """How it is written, for messages and documents, as `["get", Kind, field, entity]`."""
        words = [f'"{self.name}"', *shown(self.fixed, self.least)]
        if self.rest is not None:
            words.append(f"{self.rest.name}...")
        return f"[{', '.join(words)}]"


def shown(arguments: tuple[Argument, ...], least: int | None = None) -> list[str]:
    """The arguments as messages and documents show them; those behind the first `least` may be left out."""
    needed = len(arguments) if least is None else least
    words = ["|".join(f'"{word}"' for word in argument.words) or argument.name for argument in arguments]
    return [word if index < needed else f"{word}?" for index, word in enumerate(words)]


def _argument(text: str) -> Argument:
    name, _, sort = text.removesuffix("...").removesuffix("?").partition(":")
    bound = name.endswith("'")
    name = name.removesuffix("'")
    if "|" in sort:
        return Argument(name, Sort.WORD, tuple(sort.split("|")))
    return Argument(name, Sort(sort or "expr"), (), bound)


def _arguments(signature: str) -> tuple[Argument, ...]:
    return tuple(_argument(part) for part in signature.split())


def _operators(group: str, *lines: tuple[str, str, str, str]) -> list[Operator]:
    made = []
    for name, signature, gives, meaning in lines:
        parts = signature.split()
        rest = _argument(parts.pop()) if parts and parts[-1].endswith("...") else None
        least = sum(not part.endswith("?") for part in parts)
        made.append(Operator(name, group, tuple(map(_argument, parts)), least, rest, gives, meaning))
    return made


def _table(*groups: list[Operator]) -> Mapping[str, Operator]:
    table: dict[str, Operator] = {}
    for operator in (operator for group in groups for operator in group):
        if operator.name in table:
            raise ValueError(f"operator {operator.name} is declared twice")
        table[operator.name] = operator
    return MappingProxyType(table)


EXPRESSIONS: Mapping[str, Operator] = _table(
    _operators(
        "Literals and names",
        ("none", "", "absent", "The absent value."),
        ("enum", "Enum:enum member:member", "enum", "A member of an enum."),
        ("ref", "Kind:kind id:instance", "Kind", "One instance of a kind or of its subkinds."),
        ("model", "Kind:kind id:model", "model of Kind", "One model of a kind."),
        ("place", "id:place", "place", "One place of the map."),
        ("dir", "name:direction", "direction", "A direction of the map by its name."),
        ("text", "key:text", "text", "A text, by key; texts can only be shown and compared for identity."),
        ("option", "id:option", "int, bool or enum", "The value that an option has in this game."),
        ("local", "slot:slot", "T", "The value of a local slot; a slot that was never written is absent."),
        ("let", "slot:bind value body'", "T", "`body` with the slot bound to `value`."),
    ),
    _operators(
        "State",
        ("get", "Kind:kind field:field entity", "T", "A field of an entity; absent when the entity is."),
        ("stat", "Kind:kind field:field model", "T", "A stat of a model; absent when the model is or says nothing about it."),
        ("as_kind", "Kind:kind thing", "Kind?", "The thing if it is of this kind or of one below it, else absent."),
        ("active", "", "Side?", "The owner of the innermost open scope that has an owner."),
        ("spent", "", "int", "What was spent so far in the innermost play loop; 0 outside of one."),
        ("used", "limit:limit keys...", "int", "How often a limit was counted for these keys in the scope that is open."),
    ),
    _operators(
        "Arithmetic",
        ("+", "a b", "int", "Sum."),
        ("-", "a b", "int", "Difference."),
        ("*", "a b", "int", "Product."),
        ("div", "a b", "int", "Quotient, rounded down (towards minus infinity)."),
        ("mod", "a b", "int", "`a - b * div(a, b)`: it has the sign of `b`."),
        ("neg", "a", "int", "`0 - a`."),
        ("abs", "a", "int", "`a` without its sign."),
        ("min", "a b more...", "int", "The least of the arguments."),
        ("max", "a b more...", "int", "The greatest of the arguments."),
        ("clamp", "x low high", "int", "`max(low, min(x, high))`."),
    ),
    _operators(
        "Comparison",
        ("==", "a b", "bool", "Same value; false when either is absent."),
        ("!=", "a b", "bool", "Different values; false when either is absent."),
        ("<", "a b", "bool", "Less; false when either is absent."),
        ("<=", "a b", "bool", "Less or equal; false when either is absent."),
        (">", "a b", "bool", "Greater; false when either is absent."),
        (">=", "a b", "bool", "Greater or equal; false when either is absent."),
    ),
    _operators(
        "Absence",
        ("absent", "a", "bool", "Whether the value is absent."),
        ("present", "a", "bool", "Whether the value is not absent."),
        ("else", "a b", "T", "`a` unless it is absent, then `b`; `b` is evaluated only then."),
        ("iflet", "slot:bind value then' otherwise", "T", "`then` with the slot bound when `value` is present, else `otherwise`."),
    ),
    _operators(
        "Logic",
        ("and", "a b more...", "bool", "Left to right; stops at the first false."),
        ("or", "a b more...", "bool", "Left to right; stops at the first true."),
        ("not", "a", "bool", "The opposite."),
        ("if", "condition then otherwise", "T", "Only the branch that is taken is evaluated."),
    ),
    _operators(
        "Sets and lists",
        ("set", "members...", "set of T", "The distinct members in ascending order."),
        ("list", "members...", "list of T", "The members as written."),
        ("things", "Kind:kind which:placed|all", "set of Kind", "The instances of a kind and its subkinds; `placed`: those that stand on a place."),
        ("owned", "Kind:kind side which:placed|all", "set of Kind", "The same, of one side."),
        ("sides", "", "set of Side", "All sides."),
        ("pile", "id:stock", "list of Kind", "What lies in a pile, from the top."),
        ("pile_of", "field:holding holder", "list of Kind", "What lies in a pile of a side or of the thing that carries it, from the top; empty when the holder is absent or has no such pile."),
        ("filter", "slot:bind set condition'", "as `set`", "The members for which the condition holds, in their order."),
        ("map", "slot:bind set value'", "list of T", "The value for each member, in their order."),
        ("union", "a b", "set of T", "What is in either, ascending."),
        ("minus", "a b", "as `a`", "What is in `a` and not in `b`, in the order of `a`."),
        ("intersect", "a b", "as `a`", "What is in both, in the order of `a`."),
        ("concat", "a b", "list of T", "The members of `a`, then those of `b`, repeated ones kept."),
        ("from", "list start", "as `list`", "The same turned so that it begins with `start`; as it is when `start` is absent or not in it."),
        ("in", "member set", "bool", "Whether the set has the member; false when it is absent."),
        ("size", "set", "int", "How many members."),
        ("first", "set", "T?", "The first member; absent when there is none."),
        ("last", "list", "T?", "The last member; absent when there is none."),
        ("at_index", "list index", "T?", "The member at an index counted from 0; absent outside."),
        ("numbers", "low high", "list of int", "The whole numbers from `low` to `high`, both included; empty when `high` is below `low`."),
    ),
    _operators(
        "Over a set",
        ("any", "slot:bind set condition'", "bool", "Whether the condition holds for a member; stops at the first."),
        ("all", "slot:bind set condition'", "bool", "Whether the condition holds for every member; stops at the first that fails."),
        ("count", "slot:bind set condition'", "int", "For how many members the condition holds."),
        ("sum", "slot:bind set value'", "int", "The sum of the value over the members."),
        ("minimum", "slot:bind set value'", "int?", "The least value; absent when there is no member."),
        ("maximum", "slot:bind set value'", "int?", "The greatest value; absent when there is no member."),
        ("best", "slot:bind set key' which:least|most", "T?", "The member with the least or greatest key, the first of those that tie."),
    ),
    _operators(
        "Ground",
        ("places", "", "list of place", "All places, in the order of the map."),
        ("zone", "id:zone", "list of place", "The places of a zone, in the order of the map."),
        ("directions", "", "list of direction", "The directions 0 to 5; on a table those that have names."),
        ("neighbours", "place", "list of place", "The neighbours on the map, in the order of directions."),
        ("neighbours_from", "place direction", "list of place", "The same, beginning with that direction; with direction 0 when it is absent."),
        ("within", "place distance", "list of place", "The places at that distance or less, itself included, in the order of the map."),
        ("near", "set distance", "list of place", "The places at that distance or less from a place of the set, those of the set included, in the order of the map."),
        ("ring", "place distance", "list of place", "The places at exactly that distance, in the order of the map."),
        ("ray", "place direction steps", "list of place", "The places passed by so many steps in a direction, nearest first; it ends at the edge of the map."),
        ("connected", "place set", "list of place", "The places of the set that steps inside the set lead to, itself included, in the order of the map; empty when the place is not in the set."),
        ("distance", "a b", "int?", "The number of steps from place to place on a map without obstacles, on a table the distance rounded up; absent when either is."),
        ("sight", "sight:sight a b", "bool", "Whether the line between two places is clear; false when either is absent."),
        ("arc", "arcs:arcs entity place facing?", "enum?", "The arc of the entity in which the place lies, with its own facing or, where one is given that is not absent, with that; absent off the map and on its own place."),
        ("row", "side place", "int?", "The number of the row, counted from a side."),
        ("level", "place", "int?", "How high a place lies."),
        ("column", "side place", "int?", "The number of the column (the other way to count than `row`), from the left hand of a side."),
        ("territory", "place", "Side?", "Whose territory a place is in."),
        ("terrain", "place", "Terrain?", "The terrain of a place."),
        ("at", "Kind:kind place", "Kind?", "The instance of a kind that stands on a place; of several the first."),
        ("hex", "q r", "place?", "The place with these axial coordinates."),
        ("crossed", "a b", "list of place", "The places between two places whose inside the line between their middles crosses or along whose sides it runs, nearest to `a` first, then in the order of the map; empty when either is absent."),
        ("steps", "start path", "list of list of place", "The steps of a path that begins at `start`, each a list of the place it leaves and the place it enters; empty when either is absent."),
        ("path_cost", "movement:movement unit path", "int?", "What the steps of a path cost together by the rows of a movement, begun where the unit stands; absent off the map."),
        ("can_go", "movement:movement unit budget", "bool", "Whether the unit can lay any path by the rows of a movement, with this budget or, when it is absent, the movement's own; false off the map."),
        ("direction", "a b", "direction?", "The direction from `a` to `b` when they are adjacent, on a table whenever they differ."),
        ("step", "place direction", "place?", "The neighbour in a direction."),
        ("turn", "direction steps", "direction", "`(direction + steps) mod 6`: so many steps clockwise."),
        ("edge", "a b", "enum?", "The feature of the edge between two adjacent places, a member of the enum `edges`; of several the first."),
        ("edges", "a b", "list of enum", "All features of the edge between two adjacent places, in the order in which the map lists them."),
        ("edges_from", "a b", "list of enum", "Those of them that lead from `a` to `b`, likewise."),
    ),
    _operators(
        "Table",
        ("point", "x y", "place", "The point of a table with these coordinates, in hundredths."),
        ("points", "outlines", "list of place", "The points that lie in one of several outlines; only as the set of a `choose`."),
        ("straight", "a b", "path?", "The path from one point straight to another."),
        ("path_length", "path", "int?", "The sum of its legs, each rounded up."),
        ("stretch", "path low high", "path?", "The part between two distances from its start; a point within a leg is cut off towards the start of the leg."),
        ("heading", "path distance", "direction?", "The direction of the leg on which a path comes to a distance from its start, of the first leg at the start."),
        ("opposite", "direction", "direction?", "The other way."),
        ("circle", "place radius", "list of place", "The corners of a circle; empty around an absent place."),
        ("distance_to_path", "place path", "int?", "From a point to the nearest point of a path, rounded up."),
        ("distance_to_area", "place outline", "int?", "From a point to the nearest point of an outline, rounded up; 0 inside."),
        ("way_to_point", "place goal outlines room points spacing", "path?", "The shortest way to a point that enters no outline grown by `room` and no point grown by `spacing`; absent when there is none."),
        ("way_to_area", "place outline outlines room points spacing", "path?", "The same to an outline: to a corner of it or to the point of a side nearest to the corner before."),
        ("inside", "outline place", "bool", "Whether a point lies in an outline or on its boundary; false when either is absent."),
        ("crosses", "path outline", "bool", "Whether a path has a point in common with an outline or its inside; false when either is absent."),
    ),
    _operators(
        "Rules",
        ("call", "value:value arguments...", "as declared", "A value with these arguments."),
        ("holds", "guard:guard arguments...", "bool", "Whether every conjunct of a guard is met."),
        ("rows", "how:sum|max|min|every rows:rows low high", "int or bool", "Rows that apply under conditions, put together and clamped once."),
        ("mission_met", "mission owner", "bool", "Whether the condition of the mission's model is met for its owner."),
    ),
    _operators(
        "Dice",
        ("highest", "pool", "int?", "The greatest die of a pool."),
        ("lowest", "pool", "int?", "The least die of a pool."),
        ("total", "pool", "int", "The sum of the dice of a pool."),
        ("dice", "pool", "list of int", "The indexes of the dice: 0, 1, ..."),
        ("die", "pool index what:value|natural|rerolled", "int or bool", "One die: with bonus and clamp, as it fell, or whether it was rolled again."),
    ),
)  # fmt: skip
"""Every expression operator by name, in the order in which the documents list them."""


INSTRUCTIONS: Mapping[str, Operator] = _table(
    _operators(
        "Flow",
        ("set", "slot:slot value", "", "Write a local slot."),
        ("jump", "to:pc", "", "Go on at a position of the code."),
        ("unless", "condition to:pc", "", "Go on at a position when the condition is false."),
        ("call", "proc:proc arguments:exprs results:slots", "", "Run a procedure; what it returns is written to the slots."),
        ("return", "values:exprs", "", "Leave the procedure."),
        ("once", "limit:limit most:number scope:period owner keys:exprs to:pc", "", "Count the limit for the owner and these keys and go on; when it was counted `most` times already, go on at the position."),
    ),
    _operators(
        "State",
        ("assign", "Kind:kind field:field entity value", "", "Write a field; a track saturates. Nothing happens when the entity is absent."),
        ("place", "Kind:kind entity place", "", "Put an entity on a place, which clears `removed`; or off the map when the place is absent."),
        ("remove", "Kind:kind entity", "", "Take an entity out of the game: off the map, `removed` true. Its fields stay readable."),
        ("terrain", "place terrain", "", "Change the terrain of a place."),
        ("reveal", "Kind:kind field:field entity to", "", "Show a field to a side, or to everyone when the side is absent, until it is written again."),
    ),
    _operators(
        "Chance",
        ("roll", "dest:slot count sides bonus low high owner", "", "Roll dice one by one into a pool."),
        ("reroll", "pool:slot die:bind condition'", "", "Roll again, in order, the dice for which the condition held before the first was rolled."),
        ("reroll_die", "pool:slot index", "", "Roll one die again."),
        ("random", "dest:slot set label:text type:type", "", "One member, each equally likely; absent when there is none."),
    ),
    _operators(
        "Piles",
        ("shuffle", "pile:pile", "", "Bring a pile into a random order."),
        ("draw", "dest:slot pile:pile", "", "Take the top of a pile; when it is empty its refill runs once; absent when still empty."),
        ("move", "thing pile:pile end:top|bottom", "", "Put a thing into a pile, taking it from where it lies; when the pile is full (`holds`), nothing happens."),
        ("pour", "from:pile to:pile", "", "Put all of one pile under another, keeping the order; the lowest, for which it has no room (`holds`), stay."),
    ),
    _operators(
        "Decisions",
        ("choose", "dest:slot who slot:bind set condition' optional:flag prompt:text type:type", "", "A side picks a member for which the condition holds."),
        ("ask", "dest:slot who prompt:text", "", "A side says yes or no."),
        ("path", "dest:slot who movement:movement unit budget optional:flag prompt:text", "", "A side lays a path, step by step."),
        ("sealed", "picks:picks", "", "Several sides pick at once; the answers are known together."),
        ("window", "window:window asks:asks arguments:exprs changes:slots", "", "Sides may react."),
        ("play", "loop:play", "", "A side plays actions until the loop is left."),
    ),
    _operators(
        "Frame",
        ("open", "scope:scope owner", "", "Open a scope, with an owner unless absent."),
        ("close", "scope:scope", "", "Close the innermost open scope, which is of this name."),
        ("hold", "", "", "Put off settling until the matching `release`."),
        ("release", "", "", "End the matching `hold`, then settle if no other is left."),
        ("settle", "", "", "Run what is due, until nothing is, then look at the endings."),
        ("end", "winner", "", "End the game: the side has won, or it is a draw when absent."),
        ("log", "text:text values:shown", "", "A line for people: the text with a value for each `{name}` in it, in its order. It changes nothing."),
    ),
)  # fmt: skip
"""Every instruction by name."""


OUTCOMES: Mapping[str, Operator] = _table(
    _operators(
        "Outcomes",
        ("win", "side", "", "The side wins."),
        ("draw", "", "", "Nobody wins."),
        ("most", "side:bind keys'...", "", "The side with the greatest first key wins, then second key and so on; a draw when two are equal in all."),
    ),
)  # fmt: skip
"""What the `outcome` of an ending may be."""

PILES: Mapping[str, Operator] = MappingProxyType({name: EXPRESSIONS[name] for name in ("pile", "pile_of")})
"""How an instruction names a pile."""

ASKS: Mapping[str, Operator] = _table(
    _operators(
        "Asks",
        ("side", "who", "", "This side; nobody when absent."),
        ("each", "slot:bind set who'?", "", "For each member of the set, with the slot bound, this side; the members themselves when `who` is left out."),
    ),
)  # fmt: skip
"""Who is asked in a window."""

TABLES: Mapping[str, Mapping[str, Operator]] = MappingProxyType(
    {"expression": EXPRESSIONS, "instruction": INSTRUCTIONS, "outcome": OUTCOMES, "pile": PILES, "ask": ASKS}
)
"""All tables by the word that messages use for their members."""

FORMS: Mapping[str, tuple[Argument, ...]] = MappingProxyType(
    {
        "row": _arguments("value condition label:label cites:cites"),
        "pick": _arguments("dest:slot who slot:bind set condition' optional:flag prompt:text type:type"),
        "shown": _arguments("type:type value"),
    }
)
"""Arrays that have no operator in front: what stands at each position."""
