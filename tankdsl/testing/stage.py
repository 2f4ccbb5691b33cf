"""A game on the test stage: set up as a case says, driven by its script.

The engine waits at every window for every side that it asks, so that a script can say what happens at any moment.  A decision that may be
passed and is not in the script is passed; any other unscripted decision, and any unscripted die, fails the case.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from tankdsl.check.cases import tree as tt
from tankdsl.check.tree import Core
from tankdsl.engine.errors import GameError, InputError
from tankdsl.engine.frames import Code
from tankdsl.engine.frames import Stage as ActionStage
from tankdsl.engine.geometry import HexMap
from tankdsl.engine.naming import show_value
from tankdsl.engine.protocol import Game, Refused, Session
from tankdsl.engine.setup import begin, new_machine, resolve_options
from tankdsl.engine.values import NATURAL
from tankdsl.source import SourceSet, Span
from tankdsl.testing.values import Book

ENDS = {"done": "to stop here", "pass": "to pass"}
"""What may be done in place of a choice, as a failure says it."""


class Broken(Exception):
    """A case cannot go on: what was wrong, and where.  Never leaves this package."""

    def __init__(self, span: Span, message: str, details: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.span, self.message, self.details = span, message, details


class NeverAsked(Broken):
    """A line of a script speaks of something that the game does not ask for."""


class Stage:
    """One case being played."""

    def __init__(self, game: Game, book: Book, settings: tuple[tt.Setting, ...], options: dict[str, Any], sources: SourceSet) -> None:
        self.book, self.settings, self.options, self.sources = book, settings, options, sources
        self.session = Session(game, evaluator="oracle", chance="forced", pause_windows=True, log=True)
        self.started = False
        self.here = Span(0, 0, 0)
        self.keep_refusals = False

    @property
    def game(self) -> Game:
        """The game that is being played: of a campaign, the battle that has been reached."""
        return self.session.game

    # ------------------------------------------------------------------------------------------------------- values

    def json(self, core: Core) -> Any:
        """The value of an expression now, as JSON of the protocol."""
        value, type = self.raw(core, ())
        return show_value(self.game, value, type)

    def raw(self, core: Core, args: tuple[Any, ...]) -> tuple[Any, Any]:
        """The run-time value of an expression and its type."""
        value = self.game.values[self.game.ids["value"][self.book.ids[core]]]
        slots: list[Any] = [*args, *([None] * (value.slots - len(args)))]
        return self.session.machine.ev.oracle.value(value.body, slots), value.gives

    # -------------------------------------------------------------------------------------------------------- start

    def start(self, sequence: str, script: tuple[tt.Line, ...], span: Span) -> None:
        """Begin at a sequence with everything that the case has set up."""
        try:
            self._begin_empty()
            overrides = self._overrides()
            self.session.start(sequence, self.options, overrides)
        except (GameError, InputError) as error:
            raise Broken(span, f"this situation cannot be set up: {error}") from None
        self.started = True
        self.here = span
        self.run(script)

    def _begin_empty(self) -> None:
        """A machine in which constants can be read, before the case begins."""
        self.session.game = self.session.first
        self.session.machine = new_machine(self.game, "oracle")
        begin(self.session.machine, resolve_options(self.game, self.options), 0)
        self.session.machine.mode, self.session.machine.pause_windows = "forced", True
        self.session.machine.events = []

    def _overrides(self) -> dict[str, Any]:
        fields: dict[str, dict[str, Any]] = {}
        piles: dict[str, list[str]] = {}
        terrain: dict[str, Any] = {}
        keep: set[str] = set()
        for setting in self.settings:
            match setting:
                case tt.SetField(kind=kind, field=name, entity=entity, value=value):
                    root = self.game.kinds[self.game.ids["kind"][kind]].root
                    instance = f"{self.game.kinds[root].id}.{self.json(entity)}"
                    fields.setdefault(instance, {})[name] = self.json(value)
                case tt.SetPile(pile=pile, things=things, keep_rest=rest):
                    piles[pile] = list(things)
                    keep |= {pile} if rest else set()
                case tt.SetTerrain(place=place, terrain=of):
                    terrain[self.json(place)] = self.json(of)
        return {"fields": fields, "piles": self._with_rest(piles, keep), "terrain": terrain}

    def _with_rest(self, piles: dict[str, list[str]], keep: set[str]) -> dict[str, list[str]]:
        """Decks keep what was not dealt elsewhere, below what the case names; fields that hold cards count as elsewhere."""
        given = {thing for things in piles.values() for thing in things}
        for pile in keep:
            index = self.game.ids["pile"][pile]
            members = self.game.kinds[self.game.kinds[self.game.piles[index].kind].root].instances
            rest = [members[entity] for entity in self.game.piles[index].initial]
            piles[pile] += [thing for thing in rest if thing not in given]
        return piles

    # ---------------------------------------------------------------------------------------------------- requests

    @property
    def request(self) -> dict[str, Any]:
        """What the engine asks now."""
        return self.session.request

    def is_window(self) -> bool:
        """Whether a window (or the anytime window of a play loop) waits for a side."""
        return self.request["kind"] == "play" and "window" in self.request

    def run(self, script: tuple[tt.Line, ...]) -> None:
        """Play on with a script until it is used up and the game waits for somebody's turn."""
        from tankdsl.testing.scripts import play_script

        play_script(self, deque(script))

    def answer(self, given: dict[str, Any], span: Span) -> None:
        """An input that must be legal."""
        self.here = span
        try:
            self.session.answer(given)
        except Refused as refused:
            if self.keep_refusals:
                raise
            details = (*self._which(given, refused), *self.story())
            raise Broken(span, f"refused: {refused.refusal.text} ({refused.refusal.rid})", details) from None
        except InputError as error:
            raise Broken(span, f"no input of this game: {error}", self.story()) from None

    def _which(self, given: dict[str, Any], refused: Refused) -> tuple[str, ...]:
        """Which argument cannot be chosen, if that is the reason."""
        if refused.refusal.rid != "not_in_domain":
            return ()
        from tankdsl.testing.domains import outside_of_domain

        return outside_of_domain(self, given)

    def span_of(self, line: tt.Line | None) -> Span:
        """Where to point: at a line of the script, or at what was played last."""
        return self.here if line is None else line.span

    def slice(self, span: Span) -> str:
        """The source text of a span."""
        return self.sources[span.file].slice(span)

    def picked(self, core: Core) -> Any:
        """The value of an expression as a pick: as JSON, but a die is named in a script by what it shows."""
        shown = self.json(core)
        shows = self._faces()
        if shows is None:
            return shown
        return shows.index(shown) if shown in shows else len(shows)

    def _faces(self) -> list[int] | None:
        """What the dice show from which one is to be picked; None when something else is picked."""
        machine, frame = self.session.machine, self.session.machine.frames[-1]
        if isinstance(frame, ActionStage):
            domain = self.game.actions[frame.action].params[frame.param].domain
        elif isinstance(frame, Code):
            instruction = self.game.procs[frame.proc].code[frame.pc]
            domain = instruction[3] if instruction[0] == "choose" else None
        else:
            return None
        node = ("none",) if domain is None else self.game.roots[domain]
        while node[0] == "filter":
            node = node[2]
        return list(machine.ev.oracle.value(node[1], frame.slots)[NATURAL]) if node[0] == "dice" else None

    def random_index(self, wanted: Any, line: tt.Line) -> int:
        """The number with which a random choice takes the value that a script says."""
        machine = self.session.machine
        code = machine.frames[-2]
        assert isinstance(code, Code)
        instruction = self.game.procs[code.proc].code[code.pc]
        if instruction[0] != "random":
            raise Broken(line.span, "nothing is chosen at random here", self.story())
        members = tuple(machine.E[instruction[2]](code.slots))
        shown = [show_value(self.game, member, instruction[-1]) for member in members]
        if wanted not in shown:
            raise Broken(line.span, f"{wanted} cannot come up; possible: {', '.join(map(str, shown))}")
        return shown.index(wanted)

    def written(self, option: Any) -> str:
        """What may be chosen as a test writes it: a hex by its label such as `A1`, and where none are printed by its coordinates."""
        index = self.game.map.index if isinstance(self.game.map, HexMap) else {}
        if not isinstance(option, str) or option not in index:
            return str(option)
        q, r = self.game.map.axial[index[option]]
        return f"({q}, {r})" if option == f"h{q}.{r}" else option  # Compiled files call hexes like this whose labels are no names.

    def story(self) -> tuple[str, ...]:
        """What is asked now, for a failure."""
        request = self.request
        if request["kind"] == "chance":
            what = f"a die that shows 1..{request['high']}" if request["stream"] == "dice" else "a draw"
            return (f"the game waits for chance: {what}",)
        asked = request.get("side", "nobody")
        offered = [option["action"] if isinstance(option, dict) else self.written(option) for option in request.get("options", [])][:8]
        offered += ["yes", "no"] if request["kind"] == "yes_no" else []
        offered += [words for key, words in ENDS.items() if request.get(key)]
        what = request.get("window") or request.get("param") or request.get("prompt") or request["kind"]
        return (f"the game asks {asked}: {what}; possible: {', '.join(offered) or 'nothing'}",)
