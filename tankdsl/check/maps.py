"""Maps: every board and layout of a pack as ground."""

from __future__ import annotations

from tankdsl.check.boards import check_board
from tankdsl.check.context import Context
from tankdsl.check.groundnames import boards, edge_features, layouts, zone_names
from tankdsl.check.layouts import check_layout
from tankdsl.ground.boards import Board


def check_maps(cx: Context) -> None:
    """Read all boards, then all layouts into `cx.program.layouts`, and the features of their edges into the enum `edges`.

    Needs the headers and the rows of things (zones may ask for terrain). A layout with a fault is left out: what uses it keeps quiet
    about that.
    """
    if cx.is_table:
        from tankdsl.check.tabletops import check_tables

        check_tables(cx)
        return
    read: dict[str, Board | None] = {name: check_board(cx, board) for name, board in boards(cx)}
    zones = zone_names(cx)
    for name, layout in layouts(cx):
        made = check_layout(cx, layout, read)
        if made is not None:
            # A rule may ask for any zone on any map: where there is none, it is empty.
            made.zones.update({zone: () for zone in zones if zone not in made.zones and zone not in made.names})
            cx.program.layouts[name] = made
    features = edge_features(cx)
    if features:
        cx.program.enums["edges"] = tuple((feature, feature.replace("_", " ")) for feature in features)
