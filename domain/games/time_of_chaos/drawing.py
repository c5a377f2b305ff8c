"""The drawing: where the nine places of each era's grid lie. Which city lies there is the view's to say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from domain.games.time_of_chaos.components import ERAS, GRID
from domain.kernel import Box, ComponentFault, ComponentSet, Json

HOME = "domain.games.time_of_chaos"


class Grid(Struct, frozen=True):
    """One era: the size of its picture; by row and column: left, top, width, height."""

    size: tuple[float, float]
    cells: tuple[tuple[tuple[float, float, float, float], ...], ...]

    def cell(self, row: int, column: int) -> Box:
        """Where the tile of a row and column lies."""
        return Box(*self.cells[row][column])


class Drawing(Struct, frozen=True):
    """The grids by era."""

    grids: dict[str, Grid]


@cache
def drawings() -> Mapping[str, Json]:
    """The packaged drawings, by the name of the component set."""
    return {"demo": msgspec.json.decode(files(HOME).joinpath("drawing.json").read_bytes())}


def read_drawing(drawing: Json | None) -> Drawing:
    """The grids of a drawing. A set without one has the packaged one: every set has three grids of nine."""
    known = drawing is None or drawing is drawings()["demo"]
    return _packaged() if known else msgspec.convert(drawing, Drawing)


@cache
def _packaged() -> Drawing:
    return msgspec.convert(drawings()["demo"], Drawing)


def faults(drawing: Json, components: ComponentSet) -> tuple[ComponentFault, ...]:
    """The faults of a drawing, which has three grids of three rows of three places, within their pictures."""
    try:
        read = msgspec.convert(drawing, Drawing)
    except msgspec.ValidationError as error:
        return (ComponentFault("drawing", str(error)),)
    if read.grids.keys() != set(ERAS):
        return (ComponentFault("drawing", f"There must be a grid for {', '.join(ERAS)}.", "/grids"),)
    return tuple(fault for era in ERAS for fault in _faults_of_grid(era, read.grids[era]))


def _faults_of_grid(era: str, grid: Grid) -> Iterator[ComponentFault]:
    if [len(row) for row in grid.cells] != [GRID] * GRID:
        yield ComponentFault("drawing", f"There must be {GRID} rows of {GRID} places.", f"/grids/{era}/cells")
    width, height = grid.size
    for row, line in enumerate(grid.cells):
        for column, (x, y, wide, high) in enumerate(line):
            if not (0 <= x < x + wide <= width and 0 <= y < y + high <= height):
                pointer = f"/grids/{era}/cells/{row}/{column}"
                yield ComponentFault("drawing", "The place must lie within the size.", pointer)
