"""What is wrong with a layout, in the designer's words and at the designer's lines."""

from __future__ import annotations

from tankdsl.check.context import Context
from tankdsl.diagnostics.registry import ground as kinds
from tankdsl.diagnostics.registry import names
from tankdsl.ground import layout_faults as faults
from tankdsl.ground.grids import Lie
from tankdsl.syntax import ast


def report_layout(cx: Context, node: ast.Layout, fault: faults.LayoutFault) -> None:
    """A fault of a layout, at the board that has it."""
    at = node.placings[fault.placement]
    match fault:
        case faults.Overlap(other=other):
            secondary = cx.labels((node.placings[other].span, "this one lies there already"))
            cx.report(kinds.BOARDS_OVERLAP, at.span, fault.text, secondary=secondary)
        case faults.Gap(other=other):
            cx.report(kinds.BOARDS_APART, at.span, fault.text, secondary=cx.labels((node.placings[other].span, "the other board")))
        case faults.Island():
            cx.report(kinds.BOARDS_APART, at.span, fault.text, help="every board must touch another one")
        case faults.WrongGrid():
            first = next(placing for placing in node.placings if not placing.is_overlay)
            secondary = cx.labels((first.span, "this board gives the map its grid"))
            cx.report(kinds.BOARD_MISFIT, at.span, fault.text, secondary=secondary)
        case faults.StaggerMismatch():
            cx.report(kinds.BOARD_MISFIT, at.span, fault.text, help=_stagger_help(fault, at))
        case faults.CannotMirror():
            cx.report(kinds.BOARD_MISFIT, at.span, fault.text, help="draw the board in staggered lines, such as `columns odd lower`")
        case faults.RepeatedName():
            _report_name(cx, at, node.placings[fault.other], fault)
        case faults.NothingLeft():
            cx.report(kinds.BOARD_EMPTY, at.span, fault.text, help="name two corners with hexes between them")
        case faults.Overhang(count=count):
            which = "this hex" if count == 1 else "these hexes"
            cx.report(kinds.OVERLAY_WRONG, at.span, fault.text, help=f"lay it elsewhere, or write `-` for {which} of it")
        case faults.CoveredPlace(other=other, place=place):
            secondary = cx.labels((node.placings[other].span, f"`{place}` is on this one"))
            mend = "write `keeping places` behind it, or name the place on another hex"
            cx.report(kinds.OVERLAY_WRONG, at.span, fault.text, secondary=secondary, help=mend)
        case faults.SeamWithoutOwner(other=other):
            secondary = cx.labels((node.placings[other].span, "its half hexes meet those of this board"))
            help = tuple(f"write `seam of {side}`" for side in fault.sides if side is not None)
            cx.report(kinds.SEAM_WITHOUT_OWNER, at.span, fault.text, secondary=secondary, help=help)
        case faults.CannotLabelHex():
            span = node.name.span if node.labels is None else node.labels.scheme.span
            cx.report(kinds.HEX_UNLABELLED, span, fault.text, help="`cccrrr` and `column_row` name more hexes")
        case _:
            raise AssertionError(fault)


def _report_name(cx: Context, at: ast.Placing, first: ast.Placing, fault: faults.RepeatedName) -> None:
    span = at.span if at.name is None else at.name.span
    help = "give one of them another name, such as `east: board ...`"
    cx.report(names.DUPLICATE_NAME, span, fault.text, secondary=cx.labels((first.span, "the first is here")), help=help)


def _stagger_help(fault: faults.StaggerMismatch, at: ast.Placing) -> str:
    """What mends a board that does not fit: another way to lay it, another place, another number of lines."""
    mirrored = fault.lie in (Lie.LEFT_RIGHT, Lie.TOP_BOTTOM)
    ways = [f"lay it {_as_written(lie)}" for lie in fault.fits if mirrored or lie in (Lie.STRAIGHT, Lie.TURNED)]
    if fault.lie is Lie.TURNED and fault.fits[:1] == (Lie.STRAIGHT,):
        ways.append(f"give it an {'odd' if fault.count % 2 == 0 else 'even'} number of {fault.lines}")
    else:
        # A place one line further may be taken by another board; what fits is a matter of even and odd only.
        at_now = fault.origin[0 if fault.lines == "columns" else 1]
        other = f"at {'an odd' if at_now % 2 == 0 else 'an even'} {fault.lines.removesuffix('s')}"
        ways.append(f"lay it {other}" if at.is_overlay else f"lay it {other} where there is room")
    if at.is_overlay:
        ways.append(f"draw it with its other {fault.lines} {'lower' if fault.lines == 'columns' else 'further right'}")
    return ", or ".join(ways)


def _as_written(lie: Lie) -> str:
    return "as it is printed" if lie is Lie.STRAIGHT else f"`{lie}`"
