"""What can be wrong with a layout: one class for each fault, with what a message needs.

`placement` and `other` are positions in the layout's list of placements, so that a compiler can point at
them; `text` is a headline in plain words.
"""

from __future__ import annotations

from typing import ClassVar

from tankdsl.frozen import FrozenValue
from tankdsl.ground.grids import Lie
from tankdsl.ground.labels import Cell


class LayoutFault(FrozenValue):
    """Something wrong with a layout. The subclasses say what."""

    kind: ClassVar[str]
    placement: int
    """Position of the placement at fault."""

    @property
    def text(self) -> str:
        """The fault in words, without a final stop."""
        return self.kind.replace("-", " ")


class EmptyLayout(LayoutFault):
    """No board is placed at all (`placement` is 0 and means nothing)."""

    kind: ClassVar[str] = "empty-layout"

    @property
    def text(self) -> str:
        return "the layout places no board"


class RepeatedName(LayoutFault):
    """Two placements have the same name, so that ``name/label`` would mean two hexes."""

    kind: ClassVar[str] = "repeated-name"
    other: int
    name: str

    @property
    def text(self) -> str:
        return f"two placements are called `{self.name}`"


class WrongGrid(LayoutFault):
    """The board's hexes are not laid out as those of the map."""

    kind: ClassVar[str] = "wrong-grid"
    name: str
    found: str
    expected: str

    @property
    def text(self) -> str:
        return f"`{self.name}` has a grid of {self.found} hexes, the map one of {self.expected} hexes"


class StaggerMismatch(LayoutFault):
    """The pushed columns (rows) of board and map do not coincide: neighbours would be torn apart."""

    kind: ClassVar[str] = "stagger-mismatch"
    name: str
    lines: str
    """`columns` or `rows`."""
    count: int
    """How many columns (rows) the board has."""
    origin: Cell
    lie: Lie
    fits: tuple[Lie, ...]
    """How the board could lie at this place."""

    @property
    def text(self) -> str:
        push = "half a hex lower" if self.lines == "columns" else "half a hex further right"
        where = f"`{self.name}` cannot lie at column {self.origin[0]}, row {self.origin[1]}"
        exchanged = f"exchanges the {self.lines} that lie {push}"
        if self.lie is Lie.TURNED and Lie.STRAIGHT in self.fits:
            return f"{where} when it is turned: a turn of a board with {self.count} {self.lines} {exchanged}"
        if self.lie in (Lie.LEFT_RIGHT, Lie.TOP_BOTTOM) and Lie.STRAIGHT in self.fits:
            across = (self.lie is Lie.LEFT_RIGHT) == (self.lines == "columns")
            which = f"of a board with {self.count} {self.lines}" if across else "of any board"
            return f"{where} when it is {self.lie}: that mirror {which} {exchanged}"
        return f"{where}: there the map's other {self.lines} lie {push}"


class CannotMirror(LayoutFault):
    """An axial board is mirrored: it would lean the other way."""

    kind: ClassVar[str] = "cannot-mirror"
    name: str
    lie: Lie

    @property
    def text(self) -> str:
        return f"the axial board `{self.name}` cannot be {self.lie}: it would lean the other way"


class NothingLeft(LayoutFault):
    """The part of a board that is laid has no hex."""

    kind: ClassVar[str] = "nothing-left"
    name: str

    @property
    def text(self) -> str:
        return f"the part of `{self.name}` that is laid has no hex"


class Overhang(LayoutFault):
    """An overlay has hexes where the map has none."""

    kind: ClassVar[str] = "overhang"
    name: str
    cell: Cell
    """The first of these hexes in reading order, as a cell of the map."""
    count: int

    @property
    def text(self) -> str:
        hexes = "1 hex" if self.count == 1 else f"{self.count} hexes"
        return f"the overlay `{self.name}` has {hexes} where the map has none, first at column {self.cell[0]}, row {self.cell[1]}"


class CoveredPlace(LayoutFault):
    """An overlay hides a named hex."""

    kind: ClassVar[str] = "covered-place"
    other: int
    """The placement that has the named hex."""
    names: tuple[str, str]
    place: str
    cell: Cell

    @property
    def text(self) -> str:
        return f"the overlay `{self.names[1]}` hides `{self.place}` of `{self.names[0]}`, at column {self.cell[0]}, row {self.cell[1]}"


class Overlap(LayoutFault):
    """Two boards claim the same hexes."""

    kind: ClassVar[str] = "overlap"
    other: int
    """The placement that was there before."""
    names: tuple[str, str]
    cell: Cell
    """The first of these hexes in reading order, as a cell of the map."""
    count: int
    same_halves: bool
    """The first one is a half hex on both boards, and both have the same half of it."""

    @property
    def text(self) -> str:
        hexes = "1 hex" if self.count == 1 else f"{self.count} hexes"
        why = ", where both have the same half" if self.same_halves else ""
        return f"`{self.names[1]}` covers {hexes} of `{self.names[0]}`, first at column {self.cell[0]}, row {self.cell[1]}{why}"


class SeamWithoutOwner(LayoutFault):
    """Half hexes of two sides meet, and nothing says whose territory the joined hexes are."""

    kind: ClassVar[str] = "seam-without-owner"
    other: int
    names: tuple[str, str]
    sides: tuple[str | None, str | None]
    seam_owner: str | None
    """The side that the layout names, which has neither of the boards; None when it names none."""
    cell: Cell

    @property
    def text(self) -> str:
        first, second = (f"`{side}`" if side else "nobody" for side in self.sides)
        seam = f"half hexes of `{self.names[0]}` ({first}) and `{self.names[1]}` ({second}) meet"
        if self.seam_owner is None:
            return f"{seam}, but the layout does not say which side owns the seam"
        return f"{seam}, but the seam is given to `{self.seam_owner}`, who has neither board"


class Gap(LayoutFault):
    """Two boards leave room between them."""

    kind: ClassVar[str] = "gap"
    other: int
    names: tuple[str, str]
    after: Cell
    """The last cell before the first gap."""
    width: int
    """How many cells are missing there."""

    @property
    def text(self) -> str:
        cells = "1 hex" if self.width == 1 else f"{self.width} hexes"
        return f"`{self.names[0]}` and `{self.names[1]}` leave a gap of {cells} after column {self.after[0]}, row {self.after[1]}"


class Island(LayoutFault):
    """A board, with those that touch it, touches none of the boards placed first."""

    kind: ClassVar[str] = "island"
    name: str
    together_with: tuple[str, ...]
    """The other boards of the same island."""

    @property
    def text(self) -> str:
        if not self.together_with:
            return f"`{self.name}` touches no other board"
        others = ", ".join(f"`{name}`" for name in self.together_with)
        return f"`{self.name}` (with {others}) touches none of the boards before it"


class CannotLabelHex(LayoutFault):
    """A hex for which the map's label scheme has no name of its own."""

    kind: ClassVar[str] = "cannot-label"
    cell: Cell
    label: str | None
    other: Cell | None
    """The hex that has the label already; None when the scheme has no label at all."""

    @property
    def text(self) -> str:
        where = f"column {self.cell[0]}, row {self.cell[1]} (from 0)"
        if self.label is None:
            return f"the label scheme has no label for the hex at {where}"
        return f"the label scheme calls two hexes `{self.label}`, the second is at {where}"
