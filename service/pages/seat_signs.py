"""Seat signs: the shape, letter and colour by which a seat is known wherever it is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.kernel.messages import Json
from domain.kernel.plain_words import plain_seat
from domain.kernel.telling import naming
from domain.kernel.words import SeatName
from replays.library import UnknownComponentSet, UnknownGame
from service.bootstrap import Services

SHAPES = (
    "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 0 1 0-21z",
    "M3.5 2h17a1.5 1.5 0 0 1 1.5 1.5v17a1.5 1.5 0 0 1-1.5 1.5h-17a1.5 1.5 0 0 1-1.5-1.5v-17"
    "a1.5 1.5 0 0 1 1.5-1.5z",
    "M12 1.2L23.4 22H.6z",
    "M12 .6L23.4 12L12 23.4L.6 12z",
    "M12 .8L23.2 9.2L19 22.6H5L.8 9.2z",
    "M12 .6l3.3 7.4l8 .8l-6 5.3l1.8 7.9L12 17.9L4.9 22l1.8-7.9l-6-5.3l8-.8z",
)
"""By the place at the table, as `table/signs.js` draws them: paths in a square of 24."""
COLORS = ("red", "blue", "green", "yellow", "purple", "black")
TRIANGLE = SHAPES[2]


class SeatSign(Struct, frozen=True):
    """How a seat is drawn, and what it is called at its table."""

    seat: str
    label: str
    letter: str
    color: str
    shape: str

    @property
    def foot(self) -> float:
        """Where its letter stands in the square: the middle of a triangle lies low."""
        return 20 if self.shape == TRIANGLE else 16.5


def seat_signs(names: Mapping[str, SeatName]) -> dict[str, SeatSign]:
    """The signs of seats, in the order around the table. Seats that share a first letter show two."""
    firsts = [name.label[:1].upper() for name in names.values()]
    return {
        seat: SeatSign(
            seat,
            name.label,
            name.label[:2] if firsts.count(first) > 1 else first,
            name.color or COLORS[at % len(COLORS)],
            SHAPES[at % len(SHAPES)],
        )
        for at, ((seat, name), first) in enumerate(zip(names.items(), firsts, strict=True))
    }


def signs_of_listed(found: Services, listed: Mapping[str, Json]) -> dict[str, SeatSign]:
    """The signs of a session as a list shows it; plain ones where its game or its set is not known here."""
    seats = listed["seats"]
    try:
        game = found.library.game(listed["game"])
        components = found.library.component_set(listed["component_set"], game.key)
    except (UnknownGame, UnknownComponentSet):
        return seat_signs({str(seat["seat"]): plain_seat(seat) for seat in seats})
    return seat_signs(naming(game, components, seats).seats)
