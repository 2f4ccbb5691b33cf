"""`tankdsl map`: the ground of a scenario with all that stands on it, as a picture, and answers about it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from tankdsl.cli import arguments
from tankdsl.cli.console import columns_of, fail, say, say_aside
from tankdsl.cli.exits import CLEAN, FOUND
from tankdsl.cli.outputs import force, require_free, write_output
from tankdsl.frozen import FrozenValue

if TYPE_CHECKING:
    from tankdsl.picture.answers import NoAnswer
    from tankdsl.picture.scene import Overlay, Scene


class Asked(FrozenValue):
    """The options that ask for answers."""

    reach: str | None
    movement: str | None
    sight: str | None
    los: tuple[str, str] | None
    line: str | None
    components: str | None

    @property
    def anything(self) -> bool:
        """Whether any answer is wanted."""
        return any((self.reach, self.sight, self.los, self.components))


@click.command(short_help="Draw the map of a scenario.")
@arguments.path
@click.option("--scenario", "scenario", metavar="ID", help="Which scenario of the pack; without it the first one.")
@click.option("--svg", "svg", metavar="FILE", help="Write the picture as SVG into FILE.")
@click.option("--terminal", is_flag=True, help="Print a map of hexes as text; this is what happens without --svg.")
@click.option("--reach", metavar="UNIT@HEX", help="What it costs the unit to come to each hex in one move, without the enemy.")
@click.option("--movement", metavar="ID", help="The movement for --reach; without it the first one of the unit.")
@click.option("--sight", metavar="HEX", help="Which hexes are seen from HEX.")
@click.option("--los", nargs=2, metavar="A B", help="Which hexes the line from A to B crosses, and which of them block it.")
@click.option("--line", metavar="ID", help="The line of sight for --sight and --los; without it the first one of the rules.")
@click.option("--components", metavar="MODEL", help="Between which hexes pieces of MODEL can ever go to and fro; for a pack only.")
@click.option("--arcs", metavar="ID", help="Draw these arcs around the pieces on a table.")
@force
def command(path: str, scenario: str | None, svg: str | None, terminal: bool, arcs: str | None, force: bool, **asked: Any) -> int:
    """Draw the map of a scenario.

    PATH is a pack, or the compiled file of a scenario; of a campaign the first battle is drawn. The picture
    shows how things stand at the start. The same scenario gives the same bytes. A program that draws
    SVG (any browser, Inkscape, rsvg-convert) makes PNG or PDF of it.

    \b
    Example:
      tankdsl map games/duel --svg duel.svg --los A1 C3
    """
    from tankdsl.picture.draw import svg_of
    from tankdsl.picture.scene import HexScene

    questions = Asked(**asked)
    document, scene = _scene(path, scenario)
    if not isinstance(scene, HexScene):
        _require_table(document, scene, svg, terminal, questions, arcs)
    elif arcs is not None:
        _impossible(document, "`--arcs` draws on tables only")
    overlays = _answers(path, document, questions)
    if svg is not None:
        target = Path(svg)
        require_free((target,), force)
        write_output({target: svg_of(scene, overlays, arcs=arcs)}, force)
        told = [line for overlay in overlays for line in (overlay.title, *getattr(overlay, "lines", ()))]
        say_aside("".join(f"{line}\n" for line in told) + f"written: {target.as_posix()}\n")
    if isinstance(scene, HexScene) and (terminal or svg is None):
        from tankdsl.picture.terminal import text_of

        say(text_of(scene, document["content"]["map"]["places"], overlays, columns_of(sys.stdout)))
    return CLEAN


def _scene(path: str, scenario: str | None) -> tuple[dict[str, Any], Scene]:
    """The document of a scenario, and what is drawn of it."""
    from tankdsl.cli.documents import playable
    from tankdsl.ir.campaigns import battle_document, is_campaign
    from tankdsl.picture.read import scene_of
    from tankdsl.picture.scene import NoPicture

    document = playable(path, scenario)
    if is_campaign(document):
        document = battle_document(document, 0)
    scene = scene_of(document)
    if isinstance(scene, NoPicture):
        _impossible(document, scene.reason)
    return document, scene


def _require_table(document: dict[str, Any], scene: Scene, svg: str | None, terminal: bool, asked: Asked, arcs: str | None) -> None:
    """Leave the command when something is asked of a table that only hexes have, or for arcs that there are not."""
    from tankdsl.diagnostics import did_you_mean
    from tankdsl.diagnostics.registry import usage
    from tankdsl.picture.scene import TableScene

    assert isinstance(scene, TableScene)
    if asked.anything:
        _impossible(document, "reach, sight and components are drawn on hexes, and its ground is a table")
    if terminal or svg is None:
        _impossible(document, "a table is drawn with `--svg FILE` only")
    known = [each.id for each in scene.arcs]
    if arcs is not None and arcs not in known:
        fail(usage.UNKNOWN_CHOICE.at(None, f"there are no arcs `{arcs}`", help=did_you_mean(arcs, known)))


def _answers(path: str, document: dict[str, Any], asked: Asked) -> list[Overlay]:
    """The answers to what is asked, in the order in which they are drawn."""
    from tankdsl.picture.answers import NoAnswer, Questions

    found: list[Overlay] = []
    if asked.components is not None:
        found.append(_regions(path, document, asked.components))
    if not (asked.reach or asked.sight or asked.los):
        return found
    questions = Questions(document)
    answers: list[Overlay | NoAnswer] = []
    if asked.reach:
        unit, at, place = asked.reach.rpartition("@")
        if not at:
            _misunderstood("--reach", "UNIT@HEX", asked.reach)
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


def _regions(path: str, document: dict[str, Any], model: str) -> Overlay:
    """The lands of the class of movers to which a model belongs, as the checks of the ground see them."""
    from tankdsl.cli.documents import is_compiled
    from tankdsl.cli.packs import one_pack
    from tankdsl.picture.answers import NoAnswer
    from tankdsl.picture.scene import Regions
    from tankdsl.rules.game import Game
    from tankdsl.rules.movers import mover_classes

    if is_compiled(path):
        _impossible(document, "`--components` needs the pack that it was built from")
    game = Game(one_pack(path).program)
    classes = mover_classes(game, game.program.scenarios[document["id"]])
    found = next((each for each in classes if model in each.models), None)
    if found is None:
        known = tuple(name for each in classes for name in each.models)
        _unanswered(document, NoAnswer(f"no piece of `{model}` moves in this scenario", model, known))
    parts = found.lands.components
    count = "one region" if len(parts) == 1 else f"{len(parts)} regions"
    return Regions(f"{found.shown}: {count} of {sum(map(len, parts))} hexes between which they can go to and fro", parts)


def _unanswered(document: dict[str, Any], answer: NoAnswer) -> NoReturn:
    from tankdsl.diagnostics import did_you_mean
    from tankdsl.diagnostics.registry import usage

    if answer.wanted:
        fail(usage.UNKNOWN_CHOICE.at(None, answer.reason, help=did_you_mean(answer.wanted, answer.known)))
    _impossible(document, answer.reason)


def _misunderstood(option: str, form: str, given: str) -> NoReturn:
    from tankdsl.diagnostics.registry import usage

    fail(usage.USAGE_NOT_UNDERSTOOD.at(None, f"expected `{form}` after `{option}`, found `{given}`"))


def _impossible(document: dict[str, Any], reason: str) -> NoReturn:
    from tankdsl.diagnostics.registry import usage

    fail(usage.EXPORT_IMPOSSIBLE.at(None, f"`{document['id']}` cannot be drawn so: {reason}"), code=FOUND)
