"""Seat signs: the shape, letter and colour by which a seat is known wherever it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    """The signs of seats, in the order around the table."""
    letters = letters_of([name.label for name in names.values()])
    return {
        seat: SeatSign(
            seat,
            name.label,
            letter,
            name.color or COLORS[at % len(COLORS)],
            SHAPES[at % len(SHAPES)],
        )
        for at, ((seat, name), letter) in enumerate(zip(names.items(), letters, strict=True))
    }


def letters_of(labels: Sequence[str]) -> list[str]:
    """A letter a label. Labels that begin alike add the first letter in which they differ from all others.

    Blue and Black are `Bu` and `Ba`. Labels that cannot be told apart so add their place at the table.
    """
    letters = [_letter(label, [other for other in labels if other is not label]) for label in labels]
    return [
        letter if letters.count(letter) == 1 else f"{letter[:1]}{place}"
        for place, letter in enumerate(letters, 1)
    ]


def _letter(label: str, others: Sequence[str]) -> str:
    first, plain = label[:1].upper(), label.lower()
    alike = [other.lower() for other in others if other[:1].lower() == plain[:1]]
    if not alike:
        return first
    differs = (at for at in range(1, len(plain)) if all(other[at : at + 1] != plain[at] for other in alike))
    at = next(differs, 0)
    return first + (label[at] if at else "")


def signs_of_listed(found: Services, listed: Mapping[str, Json]) -> dict[str, SeatSign]:
    """The signs of a session as a list shows it; plain ones where its game or its set is not known here."""
    seats = listed["seats"]
    try:
        game = found.library.game(listed["game"])
        components = found.library.component_set(listed["component_set"], game.key)
    except (UnknownGame, UnknownComponentSet):
        return seat_signs({str(seat["seat"]): plain_seat(seat) for seat in seats})
    return seat_signs(naming(game, components, seats).seats)
