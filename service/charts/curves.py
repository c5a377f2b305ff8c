"""Curves: a series of a session in the names of the game, its points by subject."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.game import Game
from domain.kernel.phrases import figure
from domain.kernel.plain_words import readable
from domain.kernel.words import Naming
from service.charts.signs import Sign, plain_sign, seat_signs
from workers.projections.series import SCORES


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
    """What a series says of one subject, up to `until` on the axis. holds: until the next value.

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
    """Numbers and words of a subject as a track each: words beside numbers are events."""
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
    """What a thing of the set is called, or its id as people write it."""
    return naming.name(id) if id in naming.components else readable(id)
