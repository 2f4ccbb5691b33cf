"""The generated code of a game: sources and compiled functions, kept with the game and shared by all machines."""

from collections.abc import Callable
from typing import Any

from tankdsl.engine import emit_plain, emit_sets, emit_table
from tankdsl.engine.codegen import Emitter, Key, Namer
from tankdsl.engine.emit_code import block_source, commit_source
from tankdsl.engine.emit_rules import (
    across_source,
    along_source,
    blocks_source,
    ending_source,
    ends_source,
    guard_source,
    key_source,
    mask_with_scope,
    mission_source,
    root_source,
    sight_source,
    step_source,
    value_source,
    whenever_source,
)
from tankdsl.engine.emit_search import Search, bind_source, fits_source, members_source
from tankdsl.engine.model import Ending, Game
from tankdsl.engine.reads import reads

_EMITTERS = (emit_plain, emit_sets, emit_table)
"""Modules that register emitters; importing them is enough."""
TOO_DEEP = (SyntaxError, RecursionError, MemoryError, IndentationError)
"""What Python raises for source that is nested too deep."""
MOST_OPTIONS = 8
"""Settings of the options for which functions are kept."""

_SOURCES: dict[str, Callable[[Namer, int], tuple[Emitter, str]]] = {
    "value": value_source,
    "guard": guard_source,
    "sight": sight_source,
    "blocks": blocks_source,
    "across": across_source,
    "along": along_source,
    "ends": ends_source,
    "mission": mission_source,
    "root": root_source,
    "step": step_source,
    "when": whenever_source,
    "ending": ending_source,
}


class Library:
    """The generated code of one game, for certain options if they are given: they are numbers in the source then."""

    def __init__(self, game: Game, options: tuple[int | bool, ...] | None = None) -> None:
        self.namer = Namer(game, options)
        self.never: set[Key] = set()
        """Functions that always say no, with these options."""
        self.code: dict[Key, tuple[Any, tuple[Key, ...]]] = {}
        """Compiled code (None when it is nested too deep) and the functions it calls."""
        self.triggers = [
            (i, mask_with_scope(reads(game, rule.when, *(members for _, members in rule.params)), rule.during), rule.during)
            for i, rule in enumerate(game.whenevers)
        ]
        """Triggers: position, what they read, the scope during which they are looked at."""
        self.looked_at = 0
        """What any trigger reads."""
        for _, mask, _ in self.triggers:
            self.looked_at |= mask
        self.places = {id(param): ("members", action.index, k) for action in game.actions for k, param in enumerate(action.params)}
        """The functions that list the members of parameters, by the identity of these."""
        self.endings = {ending.id: i for i, ending in enumerate(game.endings)}
        self.ends: dict[int | None, list[tuple[int, int, Ending]]] = {}
        """Endings by the scope at whose close they are looked at, None for settle points."""
        for i, ending in enumerate(game.endings):
            mask = mask_with_scope(reads(game, ending.when, *(ending.each or ())), ending.during)
            self.ends.setdefault(ending.at_close, []).append((i, mask, ending))

    @staticmethod
    def of(game: Game, options: tuple[int | bool, ...] | None = None) -> "Library":
        """The library of a game, or of a game with these options, made when first asked for."""
        made: dict[Any, Library] = game.cache.setdefault("libraries", {})
        if options not in made:
            if len(made) >= MOST_OPTIONS:
                made.clear()
            made[options] = Library(game, options)
        return made[options]

    def get(self, key: Key) -> tuple[Any, tuple[Key, ...]]:
        """Code and callees of a function."""
        if key not in self.code:
            self.code[key] = self._compiled(key) or self._called(key) or (None, ())
        return self.code[key]

    def _compiled(self, key: Key) -> tuple[Any, tuple[Key, ...]] | None:
        """Code and callees of a function; None when its source is nested too deep."""
        try:
            emitter, head = self._emit(key)
            if emitter.lines and emitter.lines[0][1] in ("return None", "return False"):
                self.never.add(key)
            return compile(emitter.source(head), f"<{key[0]} {key[1]}>", "exec"), tuple(sorted(emitter.calls))
        except TOO_DEEP:
            return None

    def _called(self, key: Key) -> tuple[Any, tuple[Key, ...]] | None:
        """The same with all values called, which nests less deep."""
        self.namer.may_inline = False
        found = self._compiled(key)
        self.namer.may_inline = True
        return found

    def source(self, key: Key) -> str:
        """The source of a function, for people who want to read it."""
        emitter, head = self._emit(key)
        return emitter.source(head)

    def _emit(self, key: Key) -> tuple[Emitter, str]:
        what, index, part = key
        game = self.namer.game
        if what in ("x", "values"):
            search = Search(self.namer, game.actions[index], part)
            return {"x": search.source, "values": search.values_source}[what]()
        if what in ("open", "bind"):
            search = Search(self.namer, game.actions[index], part // 2)
            return search.open_source(own=part % 2 == 1) if what == "open" else bind_source(self.namer, search.action)
        if what == "members":
            return members_source(self.namer, game.actions[index], part)
        if what == "fits":
            return fits_source(self.namer, game.actions[index], part)
        if what == "key":
            return key_source(self.namer, index, part)
        if what == "commit":
            return commit_source(self.namer, game.actions[index])
        if what == "block":
            return block_source(self.namer, game.procs[index], part)
        return _SOURCES[what](self.namer, index)
