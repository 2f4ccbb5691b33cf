"""`tankdsl map`: the ground of a scenario with all that stands on it, as a picture, and answers about it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from tankdsl.cli import arguments
from tankdsl.cli.console import columns_of, fail, say, say_aside
from tankdsl.cli.exits import CLEAN, FOUND
from tankdsl.cli.outputs import force, require_free, write_output
from tankdsl.frozen import FrozenValue

if TYPE_CHECKING:
    from tankdsl.cli.compiled_passages import CompiledGrounds
    from tankdsl.cli.passages import Grounds
    from tankdsl.picture.answers import NoAnswer
    from tankdsl.picture.scene import Overlay, Scene
    from tankdsl.session import Session


class Asked(FrozenValue):
    """The options that ask for answers."""

    reach: str | None
    movement: str | None
    sight: str | None
    los: tuple[str, str] | None
    line: str | None
    components: str | None
    chokepoints: bool
    routes: bool
    model: str | None

    @property
    def idle(self) -> str | None:
        """An option that says nothing without others which are not given, with these; None if there is none."""
        needed = (
            ("--movement", self.movement, ("--reach",), (self.reach,)),
            ("--line", self.line, ("--sight", "--los"), (self.sight, self.los)),
            ("--for", self.model, ("--chokepoints", "--routes"), (self.chokepoints, self.routes)),
        )
        idle = (f"`{name}` needs `{'` or `'.join(others)}`" for name, given, others, used in needed if given is not None and not any(used))
        return next(idle, None)

    @property
    def anything(self) -> bool:
        """Whether any answer is wanted."""
        return any((self.reach, self.sight, self.los, self.of_ground))

    @property
    def of_ground(self) -> bool:
        """Whether it is asked how the ground hangs together, which the checks of a pack know best."""
        return self.components is not None or self.chokepoints or self.routes


def _two_hexes(context: click.Context, _: click.Parameter, value: tuple[str, str] | None) -> tuple[str, str] | None:
    """Refuse a line of which only one end was given, so that the next option was taken for the other."""
    if value is not None and any(each.startswith("--") for each in value):
        raise click.BadOptionUsage("--los", "Option '--los' requires 2 arguments.", context)
    return value


@click.command(short_help="Draw the map of a scenario.")
@arguments.path
@click.option("--scenario", "scenario", metavar="ID", help="Which scenario of the pack; without it the first one.")
@click.option("--svg", "svg", metavar="FILE", help="Write the picture as SVG into FILE.")
@click.option("--png", "png", metavar="FILE", help="Write the picture as PNG into FILE; needs tankdsl[png].")
@click.option("--terminal", is_flag=True, help="Print a map of hexes as text; this is what happens without --svg and --png.")
@click.option("--reach", metavar="UNIT@HEX", help="What it costs the unit to come to each hex in one move, without the enemy.")
@click.option("--movement", metavar="ID", help="The movement for --reach; without it the first one of the unit.")
@click.option("--sight", metavar="HEX", help="Which hexes are seen from HEX.")
@click.option("--los", nargs=2, metavar="A B", callback=_two_hexes, help="What the line from A to B meets, and which rule blocks it.")
@click.option("--line", metavar="ID", help="The line of sight for --sight and --los; without it the first one of the rules.")
@click.option("--components", metavar="MODEL", help="Between which hexes pieces of MODEL can ever go to and fro.")
@click.option("--chokepoints", is_flag=True, help="Where ground hangs by one hex, and what closes all ways.")
@click.option("--routes", is_flag=True, help="The cheapest ways of each side, and those to the enemy that share no hex.")
@click.option("--for", "model", metavar="MODEL", help="Only for pieces of MODEL, with --chokepoints and --routes.")
@click.option("--arcs", metavar="ID", help="Draw these arcs around the pieces on a table.")
@force
def command(
    path: str, scenario: str | None, svg: str | None, png: str | None, terminal: bool, arcs: str | None, force: bool, **asked: Any
) -> int:
    """Draw the map of a scenario.

    PATH is a pack, or the compiled file of a scenario; of a campaign the first battle is drawn. The picture
    shows how things stand at the start. The same scenario gives the same bytes. A program that draws
    SVG (any browser, Inkscape, rsvg-convert) makes PDF of it.

    \b
    Example:
      tankdsl map games/duel --svg duel.svg --los A1 C3
    """
    from tankdsl.picture.draw import svg_of
    from tankdsl.picture.scene import HexScene

    questions = Asked(**asked)
    files = {ending: Path(name) for ending, name in (("svg", svg), ("png", png)) if name is not None}
    _require_sense(questions, files)
    require_free(files.values(), force)
    _require_drawer(png)
    session = _session(path)
    document, scene = _scene(path, scenario, session)
    if not isinstance(scene, HexScene):
        _require_table(document, scene, terminal or not files, questions, arcs)
    elif arcs is not None:
        _impossible(document, "`--arcs` draws on tables only")
    overlays = _answered(session, document, questions)
    if files:
        _write(files, lambda compact: svg_of(scene, overlays, arcs=arcs, compact=compact), overlays, force)
    if isinstance(scene, HexScene) and (terminal or not files):
        from tankdsl.picture.terminal import text_of

        say(text_of(scene, document["content"]["map"]["places"], overlays, columns_of(sys.stdout)))
    return CLEAN


def _require_sense(asked: Asked, files: dict[str, Path]) -> None:
    """Leave the command when an option means nothing as it is given, or when both pictures would go into the same file."""
    from tankdsl.diagnostics.registry import usage

    if asked.idle is not None:
        fail(usage.USAGE_NOT_UNDERSTOOD.at(None, asked.idle, help="add it, or leave the option out"))
    if asked.reach is not None and not all(asked.reach.rpartition("@")):
        _misunderstood("--reach", "UNIT@HEX", asked.reach)
    if len({path.resolve() for path in files.values()}) < len(files):
        headline = f"`--svg` and `--png` name the same file, `{files['svg'].as_posix()}`"
        fail(usage.USAGE_NOT_UNDERSTOOD.at(None, headline, help="give each picture a file of its own"))


def _session(path: str) -> Session | None:
    """The pack, if it is one."""
    from tankdsl.cli.documents import is_compiled
    from tankdsl.cli.packs import one_pack

    return None if is_compiled(path) else one_pack(path)


def _scene(path: str, scenario: str | None, session: Session | None) -> tuple[dict[str, Any], Scene]:
    """The document of a scenario, and what is drawn of it."""
    from tankdsl.cli.documents import playable
    from tankdsl.ir.campaigns import battle_document, is_campaign
    from tankdsl.picture.read import scene_of
    from tankdsl.picture.scene import NoPicture

    document = playable(path, scenario, session)
    if is_campaign(document):
        document = battle_document(document, 0)
    scene = scene_of(document)
    if isinstance(scene, NoPicture):
        _impossible(document, scene.reason)
    return document, scene


def _write(files: dict[str, Path], picture: Callable[[bool], bytes], overlays: list[Overlay], force: bool) -> None:
    """Write the picture, compact or not, in each format that is wanted, and say what it answers."""
    from tankdsl.cli.progress import notice

    told = [line for overlay in overlays for line in (overlay.title, *getattr(overlay, "lines", ()))]
    if "svg" in files:
        write_output({files["svg"]: picture(False)}, force)
    if "png" in files:
        from tankdsl.picture.png import png_of

        with notice("drawing ..."):
            made = png_of(picture(True))
        if not made.has_letters:
            told.append("the PNG has no letters: no font without serifs was found on this system, such as DejaVu Sans")
        write_output({files["png"]: made.data}, force)
    say_aside("".join(f"{line}\n" for line in (*told, *(f"written: {target.as_posix()}" for target in files.values()))))


def _require_drawer(png: str | None) -> None:
    """Leave the command when a PNG is wanted and the library that draws it is not installed."""
    from tankdsl.diagnostics.registry import usage

    if png is not None:
        from tankdsl.picture.png import is_there

        if not is_there():
            help = ("`pip install 'tankdsl[png]'` installs it", "or write `--svg FILE`; a browser or Inkscape makes PNG of it")
            fail(usage.EXPORT_IMPOSSIBLE.at(None, f"`{png}` cannot be drawn: PNG needs the library resvg", help=help), code=FOUND)


def _require_table(document: dict[str, Any], scene: Scene, as_text: bool, asked: Asked, arcs: str | None) -> None:
    """Leave the command when something is asked of a table that only hexes have, or for arcs that there are not."""
    from tankdsl.diagnostics import did_you_mean
    from tankdsl.diagnostics.registry import usage
    from tankdsl.picture.scene import TableScene

    assert isinstance(scene, TableScene)
    if asked.anything:
        _impossible(document, "such questions are answered on hexes, and its ground is a table")
    if as_text:
        _impossible(document, "a table is drawn with `--svg FILE` or `--png FILE` only")
    known = [each.id for each in scene.arcs]
    if arcs is not None and arcs not in known:
        fail(usage.UNKNOWN_CHOICE.at(None, f"there are no arcs `{arcs}`", help=did_you_mean(arcs, known)))


def _answered(session: Session | None, document: dict[str, Any], asked: Asked) -> list[Overlay]:
    """The answers to what is asked; leaves the command when the engine does not take the rules."""
    if not asked.anything:
        return []
    from tankdsl.engine import GameError

    try:
        return _answers(session, document, asked)
    except GameError as error:
        _impossible(document, f"the engine does not take its rules: {error}")


def _answers(session: Session | None, document: dict[str, Any], asked: Asked) -> list[Overlay]:
    """The answers to what is asked, in the order in which they are drawn."""
    from tankdsl.picture.answers import NoAnswer, Questions

    found = _of_ground(session, document, asked)
    if not (asked.reach or asked.sight or asked.los):
        return found
    questions = Questions(document)
    answers: list[Overlay | NoAnswer] = []
    if asked.reach:
        unit, _, place = asked.reach.rpartition("@")
        answers.append(questions.reach(unit, place, asked.movement))
    if asked.sight:
        answers.append(questions.view(asked.sight, asked.line))
    if asked.los:
        answers.append(questions.ray(*asked.los, asked.line))
    for answer in answers:
        if isinstance(answer, NoAnswer):
            _unanswered(document, answer)
        found.append(answer)
    return found


def _of_ground(session: Session | None, document: dict[str, Any], asked: Asked) -> list[Overlay]:
    """The answers of the checks of a pack, or those of the rules of a compiled file when the game begins."""
    from tankdsl.picture.answers import NoAnswer

    if not asked.of_ground:
        return []
    grounds = _grounds(session, document)
    answers: list[Overlay | list[Any] | NoAnswer] = []
    if asked.components is not None:
        answers.append(grounds.regions(asked.components))
    if asked.chokepoints:
        answers.append(grounds.narrows(asked.model))
    if asked.routes:
        answers.append(grounds.ways(asked.model))
    found: list[Overlay] = []
    for answer in answers:
        if isinstance(answer, NoAnswer):
            _unanswered(document, answer)
        found += answer if isinstance(answer, list) else [answer]
    return found


def _grounds(session: Session | None, document: dict[str, Any]) -> Grounds | CompiledGrounds:
    if session is None:
        from tankdsl.cli.compiled_passages import CompiledGrounds

        return CompiledGrounds(document)
    from tankdsl.cli.passages import Grounds
    from tankdsl.rules.game import Game

    return Grounds(Game(session.program, as_printed=True), session.program.scenarios[document["id"]])


def _unanswered(document: dict[str, Any], answer: NoAnswer) -> NoReturn:
    from tankdsl.diagnostics import did_you_mean
    from tankdsl.diagnostics.registry import usage

    if answer.wanted:
        fail(usage.UNKNOWN_CHOICE.at(None, answer.reason, help=(*did_you_mean(answer.wanted, answer.known), *answer.help)))
    _impossible(document, answer.reason, answer.help)


def _misunderstood(option: str, form: str, given: str) -> NoReturn:
    from tankdsl.cli.usage import FORMS
    from tankdsl.diagnostics.registry import usage

    fail(usage.USAGE_NOT_UNDERSTOOD.at(None, f"expected `{form}` after `{option}`, found `{given}`", help=FORMS[option]))


def _impossible(document: dict[str, Any], reason: str, help: tuple[str, ...] = ()) -> NoReturn:
    from tankdsl.diagnostics.registry import usage

    fail(usage.EXPORT_IMPOSSIBLE.at(None, f"`{document['id']}` cannot be drawn so: {reason}", help=help), code=FOUND)
