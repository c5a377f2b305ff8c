"""Curves of a session by subject, their scales and signs, and a sentence that describes a chart."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.game import Game
from domain.kernel.ui.plain_words import readable
from domain.kernel.ui.words import Naming, SeatName, counted, figure
from workers.projections.series import SCORES

# Signs: the shape, letter and colour that a seat is known by, and what stands for other subjects.

SHAPES = (
    "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 0 1 0-21z",
    "M3.5 2h17a1.5 1.5 0 0 1 1.5 1.5v17a1.5 1.5 0 0 1-1.5 1.5h-17a1.5 1.5 0 0 1-1.5-1.5v-17a1.5 1.5 0 0 1 "
    "1.5-1.5z",
    "M12 1.2L23.4 22H.6z",
    "M12 .6L23.4 12L12 23.4L.6 12z",
    "M12 .8L23.2 9.2L19 22.6H5L.8 9.2z",
    "M12 .6l3.3 7.4l8 .8l-6 5.3l1.8 7.9L12 17.9L4.9 22l1.8-7.9l-6-5.3l8-.8z",
)
"""By the place at the table, in a square of 24: those of the table's page (`table/signs.js`)."""
COLORS = ("red", "blue", "green", "yellow", "purple", "black")
LOWER = 2
"""The shape whose letter stands lower."""


class Sign(Struct, frozen=True):
    """The symbol of a subject: a shape, a colour's class, and for a seat its letter."""

    shape: str
    color: str = "none"
    letter: str = ""
    letter_y: float = 16.5


def letters_of(labels: Sequence[str]) -> list[str]:
    """A letter a label. Labels that begin alike add the first letter in which they differ from all others.

    Blue and Black are `Bu` and `Ba`. Labels that this does not distinguish add their place at the table.
    """
    solid = ["".join(label.split()) for label in labels]
    letters = [_letter(label, solid[:at] + solid[at + 1 :]) for at, label in enumerate(solid)]
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


def seat_signs(seats: Mapping[str, SeatName]) -> dict[str, Sign]:
    """The sign of each seat: shape and letter by its place, colour by the game where it has one."""
    signs = {}
    letters = letters_of([name.label for name in seats.values()])
    for place, (seat, name) in enumerate(seats.items()):
        signs[seat] = Sign(
            SHAPES[place % len(SHAPES)],
            name.color or COLORS[place % len(COLORS)],
            letters[place],
            20 if place % len(SHAPES) == LOWER else 16.5,
        )
    return signs


def plain_sign(place: int) -> Sign:
    """The symbol of a subject that is not a seat."""
    return Sign(SHAPES[place % len(SHAPES)])


# Scales: round figures along an axis, and labels that keep clear of each other.


class Scale(Struct, frozen=True):
    """From figures between `low` and `high` to places between `begin` and `end`."""

    low: float
    high: float
    begin: float
    end: float

    def __call__(self, figure: float) -> float:
        """The place of a figure, rounded to what a screen can show."""
        span = self.high - self.low or 1
        return round(self.begin + (figure - self.low) / span * (self.end - self.begin), 1)


def ticks(low: float, high: float, most: int) -> list[float]:
    """At most so many round figures from `low` to `high`, whole ones where they are apart by one or more."""
    if high <= low:
        return [low]
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(
        power * many
        for many in (1, 2, 5, 10, 20, 50)
        if math.floor(high / (power * many)) - math.ceil(low / (power * many)) < most
    )
    step = max(step, 1.0)
    return [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]


def spread(places: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """The places moved so that none is nearer to another than `apart`, in the same order, within bounds."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    moved = list(places)
    floor = low
    for at in order:
        moved[at] = max(moved[at], floor)
        floor = moved[at] + apart
    ceiling = high
    for at in reversed(order):
        moved[at] = min(moved[at], ceiling)
        ceiling = moved[at] - apart
    return [round(place, 1) for place in moved]


# Curves: a series of a session in the names of the game, its points by subject.


class ChartMark(Struct, frozen=True):
    """A value from an entry on. said: as people read it. at: where it stands on the axis.

    seat: the seat that the value names, if it names one.
    """

    entry: int
    value: float | str | None
    said: str
    at: float
    seat: str | None = None

    @property
    def number(self) -> float | None:
        """The value, where it is one."""
        return self.value if isinstance(self.value, int | float) else None


class ChartTrack(Struct, frozen=True):
    """One subject's part of a series, up to `until` on the axis. holds: each value holds until the next.

    dashed: whether it is of the second of two sessions.
    """

    subject: str
    label: str
    sign: Sign
    marks: tuple[ChartMark, ...]
    until: float
    holds: bool
    is_seat: bool
    dashed: bool = False

    @property
    def is_counted(self) -> bool:
        """Whether its values are numbers; else they are words."""
        return any(mark.number is not None for mark in self.marks)

    @property
    def points(self) -> list[tuple[int, str]]:
        """Entries and values, for a script that moves the cursor."""
        return [(mark.entry, mark.said) for mark in self.marks]

    def at(self, entry: int) -> ChartMark | None:
        """The last value up to this entry."""
        return next((mark for mark in reversed(self.marks) if mark.entry <= entry), None)


class Curve(Struct, frozen=True):
    """A series of a session. as_of: the entry up to which the workers have followed it."""

    key: str
    title: str
    meaning: str
    unit: str
    holds: bool
    as_of: int
    tracks: tuple[ChartTrack, ...]
    signs: Mapping[str, Sign]


def keys_of(game: Game[Any]) -> list[str]:
    """The keys of all series of the game, scores first."""
    return list(dict.fromkeys([SCORES, *(series.key for series in game.series)]))


def curve_of(game: Game[Any], told: Mapping[str, Any], naming: Naming) -> Curve:
    """The curve of a series as queries tell it. A subject that has no value at all is left out."""
    head, as_of = told["series"], told["as_of"]
    holds = next((series.holds for series in game.series if series.key == head["key"]), True)
    signs = seat_signs(naming.seats)
    points: dict[str, list[Mapping[str, Any]]] = {}
    for point in told["points"]:
        points.setdefault(point["subject"], []).append(point)
    seats = [subject for subject in naming.seats if subject in points]
    others = sorted(points.keys() - set(seats), key=list(points).index)
    tracks = [
        track
        for place, subject in enumerate([*seats, *others])
        for track in _tracks(subject, points[subject], naming, signs.get(subject, plain_sign(place)))
    ]
    tracks = [replace(track, holds=track.holds and holds, until=as_of) for track in tracks]
    title = head.get("title") or readable(head["key"])
    meaning, unit = head.get("meaning", ""), head.get("unit", "")
    return Curve(head["key"], title, meaning, unit, holds, as_of, tuple(tracks), signs)


def _tracks(
    subject: str, points: Sequence[Mapping[str, Any]], naming: Naming, sign: Sign
) -> Iterator[ChartTrack]:
    """Yield a subject's numbers and its words as one track each; where it has numbers, words are events."""
    label = naming.seats[subject].label if subject in naming.seats else name_of(subject, naming)
    marks = [_mark(point, naming) for point in points]
    counted = tuple(mark for mark in marks if mark.number is not None)
    worded = tuple(mark for mark in marks if mark.number is None)
    is_seat = subject in naming.seats
    if counted:
        yield ChartTrack(subject, label, sign, counted, 0, holds=True, is_seat=is_seat)
    if any(mark.value is not None for mark in worded):
        yield ChartTrack(subject, label, sign, worded, 0, holds=not counted, is_seat=is_seat)


def _mark(point: Mapping[str, Any], naming: Naming) -> ChartMark:
    value, entry = point["value"], point["entry"]
    seat = value if isinstance(value, str) and value in naming.seats else None
    return ChartMark(entry, value, _said(value, naming), entry, seat)


def _said(value: float | str | None, naming: Naming) -> str:
    if value is None:
        return "–"
    if isinstance(value, str):
        return naming.seats[value].label if value in naming.seats else name_of(value, naming)
    return figure(value) if isinstance(value, int) else f"{value:g}".replace("-", "−")


def name_of(id: str, naming: Naming) -> str:
    """The name of a component of the set, or its id in readable form."""
    return naming.name(id) if id in naming.components else readable(id)


# A chart in a sentence, for readers who cannot see it.

MOST_TOLD = 8


def described(tracks: Sequence[ChartTrack], unit: str, along: str) -> str:
    """Describe the chart and the last values of its first subjects; the table has the others."""
    ends = [f"{track.label} {track.marks[-1].said}" for track in tracks if track.holds][:MOST_TOLD]
    shown = f"{counted(len(tracks), 'line')} of {unit} by {along}."
    return f"{shown} At the end: {', '.join(ends)}." if ends else shown
