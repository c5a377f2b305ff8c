"""The Depository and the Headquarters, which are one board."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.first_light import places
from domain.games.first_light.board_kept import drawn_once
from domain.games.first_light.board_pieces import die
from domain.games.first_light.drawing import Drawing
from domain.games.first_light.state import ROWS
from domain.games.first_light.words.counting import bundle
from domain.kernel import Json, Naming, Place, Zone

SHELF_REWARDS = {"top": ("move", "a move"), "middle": ("+1D", "1 die"), "bottom": ("+2I", "2 Items")}
"""FL-312: in short and in full."""


def stores_zone(view: Json, rank: int, folded: bool, drawing: Drawing, naming: Naming) -> Zone:
    """The Depository, a column for each value, and below it the Headquarters, whose dice act first."""
    shown = {store: view[store] for store in ("depository", "headquarters")}
    return _stores(shown, naming, rank, folded, drawing)


@drawn_once
def _stores(shown: Json, naming: Naming, rank: int, folded: bool, drawing: Drawing) -> Zone:
    return Zone(
        "stores",
        "Depository and Headquarters",
        "grid",
        rank,
        note=_waiting(shown),
        size=drawing.stores.size,
        folded=folded,
        places=(*_depository(shown, drawing, naming), *_headquarters(shown, drawing, naming)),
    )


def _waiting(shown: Json) -> str:
    """FL-230."""
    dice = sum(slot is not None for slot in shown["headquarters"])
    return f"{bundle({'dice': dice})} to act first" if dice else ""


def _depository(shown: Json, drawing: Drawing, naming: Naming) -> Iterator[Place]:
    """FL-107, FL-310 … FL-312."""
    mat, shelves = drawing.stores, shown["depository"]
    columns = sorted(int(column) for column in shelves if column != "closed")
    for row, shape in zip(ROWS, mat.split("depository:sign", 1, len(ROWS)), strict=True):
        short, reward = SHELF_REWARDS[row]
        yield Place(
            places.sign(f"depository:{row}"),
            f"Depository, {row} row: {reward}",
            shape,
            short=short,
            tone="goal",
        )
    shapes = iter(mat.split("depository", len(columns), len(ROWS)))
    for row in ROWS:
        for column in columns:
            id, owner = places.shelf(column, row), shelves[str(column)][row]
            closed = column == shelves["closed"]
            yield Place(
                id,
                f"Depository, {row} row, a {column}",
                next(shapes),
                short="–" if closed else str(column),
                tone="closed" if closed or owner is not None else "neutral",
                pieces=() if owner is None else (die(owner, column, id, naming),),
                note="closed for this game" if closed else "",
            )


def _headquarters(shown: Json, drawing: Drawing, naming: Naming) -> Iterator[Place]:
    """FL-230, FL-301: from left to right."""
    mat, slots = drawing.stores, shown["headquarters"]
    yield Place(
        places.sign(places.HEADQUARTERS),
        "Headquarters: 2 Items or 5 Water, and the die acts first in the next Round",
        mat.frame("headquarters:sign"),
        short="HQ 2I/5W",
        tone="cold",
    )
    for number, (slot, shape) in enumerate(zip(slots, mat.split("headquarters", len(slots)), strict=True), 1):
        id = places.space(places.HEADQUARTERS, number)
        yield Place(
            id,
            f"Headquarters, slot {number}",
            shape,
            short=str(number),
            tone="neutral" if slot is None else "closed",
            pieces=() if slot is None else (die(slot["owner"], slot["value"], id, naming),),
            note="" if slot is None else f"since Round {slot['round_placed']}",
        )
