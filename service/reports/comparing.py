"""Charts of one session, and of two sessions on one axis, with their figures and results.

The common axis is rounds where both sessions count them, otherwise entries. Every viewer of a session
may see its charts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.engine.entries import Opened
from domain.kernel.game import Game, Standing
from domain.kernel.session import Session
from domain.kernel.session.rendering import naming_of
from domain.kernel.ui.words import figure
from service.http.services import services
from service.queries import sessions
from service.reports.curves import ChartMark, ChartTrack, Curve, curve_of, ticks
from service.reports.drawing import FEW_LABELS, PRIME, Axis, Label

# Rounds of a session: where each begins and ends in the log.


class Round(Struct, frozen=True):
    """A round, and its first and last entry on the live line."""

    number: int
    first: int
    last: int


def rounds_of(timeline: Mapping[str, Any] | None) -> list[Round]:
    """The rounds that were played, from the session's timeline; the time before the first is not a round."""
    found: dict[int, Round] = {}
    for line in _live(timeline["entries"] if timeline is not None else ()):
        number, entry = line["round"], line["entry"]
        found[number] = Round(number, found[number].first if number in found else entry, entry)
    return [found[number] for number in sorted(found)]


def round_label(number: int) -> str:
    """The label above a chart where a round begins."""
    return f"R{number}"


def position(rounds: Sequence[Round], entry: int) -> float:
    """Where an entry stands between the rounds: 2.5 in the middle of the second, below 1 before the first."""
    begun = [one for one in rounds if one.first <= entry]
    if not begun:
        return entry / rounds[0].first
    one = begun[-1]
    return one.number + min(1.0, (entry - one.first) / (one.last + 1 - one.first))


def _live(lines: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    return (line for line in lines if line["live"] and line["round"])


# The figures below a chart: what each subject had at the end of each round, and every point.

MOST_COLUMNS = 6
MOST_POINTS = 200


class ChartTable(Struct, frozen=True):
    """A table: the text of its corner, the heads of its columns, and its rows with their heads."""

    corner: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def by_round(tracks: Sequence[ChartTrack], rounds: Sequence[Round]) -> ChartTable | None:
    """Values at the end of each round; None where nothing holds that long, or no rounds are counted."""
    held = [track for track in tracks if track.holds]
    if not held or not rounds:
        return None
    cells = [[_figure_said(track, one.last) for one in rounds] for track in held]
    labels = tuple(track.label for track in held)
    numbers = tuple(str(one.number) for one in rounds)
    if len(held) > MOST_COLUMNS:
        return ChartTable("Round", numbers, tuple(zip(labels, map(tuple, cells), strict=True)))
    turned = (tuple(row) for row in zip(*cells, strict=True))
    return ChartTable("Round", labels, tuple(zip(numbers, turned, strict=True)))


def points_of(curve: Curve) -> list[tuple[int, str, str]]:
    """Every value with its entry and subject, in the order of the log."""
    return sorted(
        ((mark.entry, track.label, mark.said) for track in curve.tracks for mark in track.marks),
        key=lambda point: point[0],
    )


def _figure_said(track: ChartTrack, entry: int) -> str:
    mark = track.at(entry)
    return "–" if mark is None else mark.said


# Two sessions on one axis: by rounds where both count them, else by entries.


class Side(Struct, frozen=True):
    """One of the two: its curve and its rounds. begins: the entry where it parts from the other."""

    curve: Curve
    rounds: Sequence[Round]
    begins: int = 1


def parted_at(one: Opened, other_id: str) -> int | None:
    """The last entry that a session has from the other one; None if it is not a branch of it."""
    origin = one.forked_from
    return origin.number if origin is not None and origin.session == other_id else None


def on_one_axis(first: Side, second: Side) -> tuple[list[ChartTrack], Axis]:
    """The tracks of both, those of the second dashed, and what they lie along.

    A branch is drawn from where it parts from its record.
    """
    by_rounds = bool(first.rounds and second.rounds)
    tracks = [_placed(track, first, by_rounds=by_rounds) for track in first.curve.tracks]
    for track in second.curve.tracks:
        letter = f"{track.sign.letter}{PRIME}" if track.sign.letter else ""
        sign = replace(track.sign, letter=letter)
        primed = replace(track, label=f"{track.label}{PRIME}", sign=sign, dashed=True)
        tracks.append(_placed(primed, second, by_rounds=by_rounds))
    tracks = [track for track in tracks if track.marks]
    branch = _branch(first, second, by_rounds=by_rounds)
    if by_rounds:
        numbers = range(1, max(first.rounds[-1].number, second.rounds[-1].number) + 1)
        above = tuple(Label(one, round_label(one)) for one in numbers)
        return tracks, Axis(0, numbers[-1] + 1, (), above, branch)
    last = max(2, first.curve.as_of, second.curve.as_of)
    below = tuple(Label(number, f"{number:g}") for number in ticks(1, last, FEW_LABELS))
    return tracks, Axis(1, last, below, branch=branch)


def side_by_side(first: Side, second: Side) -> ChartTable | None:
    """The values of both sides at the end of each round, side by side; None without rounds."""
    numbers = sorted({one.number for side in (first, second) for one in side.rounds})
    columns = [
        (f"{track.label}{prime}", track, {one.number: one.last for one in side.rounds})
        for side, prime in ((first, ""), (second, PRIME))
        for track in side.curve.tracks
        if track.holds
    ]
    order = [track.label for track in (*first.curve.tracks, *second.curve.tracks)]
    columns.sort(key=lambda column: order.index(column[1].label))
    if not numbers or not columns:
        return None
    rows = tuple(
        (str(number), tuple(_said(track, lasts.get(number)) for _, track, lasts in columns))
        for number in numbers
    )
    return ChartTable("Round", tuple(label for label, _, _ in columns), rows)


def _said(track: ChartTrack, entry: int | None) -> str:
    mark = None if entry is None else track.at(entry)
    return "–" if mark is None else mark.said


def _branch(first: Side, second: Side, *, by_rounds: bool) -> float | None:
    branch = first if first.begins > 1 else second
    if branch.begins == 1:
        return None
    return position(branch.rounds, branch.begins) if by_rounds else branch.begins


def _placed(track: ChartTrack, side: Side, *, by_rounds: bool) -> ChartTrack:
    """The track where it lies on the common axis, from where its side begins."""
    held = track.at(side.begins) if track.holds else None
    marks = [mark for mark in track.marks if mark.entry > side.begins or side.begins == 1]
    if side.begins > 1 and held is not None:
        marks.insert(0, replace(held, at=side.begins))

    def placed(mark: ChartMark) -> ChartMark:
        return replace(mark, at=position(side.rounds, int(mark.at))) if by_rounds else mark

    until = position(side.rounds, side.curve.as_of) if by_rounds else track.until
    return replace(track, marks=tuple(map(placed, marks)), until=until)


# The results of two sessions side by side, as they are so far.

HEADS = ("first", "second")


def results(sessions: Sequence[Session]) -> ChartTable:
    """A row a seat, a column a session: score, rank, and who won."""
    standings = [session.game.standing(session.state) for session in sessions]
    labels = {seat: name.label for one in reversed(sessions) for seat, name in naming_of(one).seats.items()}
    seats = dict.fromkeys(standing.seat for one in standings for standing in one.seats)
    rows = tuple(
        (labels.get(seat, seat), tuple(_result_said(one, seat) for one in standings)) for seat in seats
    )
    heads = tuple(
        f"The {head}{'' if one.finished else ', so far'}" for head, one in zip(HEADS, standings, strict=True)
    )
    return ChartTable("Seat", heads, rows)


def _result_said(standing: Standing, seat: str) -> str:
    found = next((one for one in standing.seats if one.seat == seat), None)
    if found is None:
        return "–"
    score = [] if found.score is None else [_short(found.score)]
    return ", ".join([*score, f"rank {found.rank}", *(["won"] if found.winner else [])])


def _short(score: float) -> str:
    return figure(int(score)) if float(score).is_integer() else f"{score:g}".replace("-", "−")


# Charts of a session, as the workers have followed it. Anyone who sees the session may see all of it.


def curve(session: Session, key: str) -> Curve:
    """A series of the session; empty before a worker has seen it."""
    found = sessions.series(services().engine, session.id, key)
    head = {"key": key, "title": title(session.game, key)}
    nothing_yet = {"series": head, "as_of": 0, "points": []}
    return curve_of(session.game, found if found is not None else nothing_yet, naming_of(session))


def title(game: Game[Any], key: str) -> str:
    """The title of a series."""
    return next((series.title for series in game.series if series.key == key), sessions.SCORES_ARE["title"])


def rounds(session: Session) -> list[Round]:
    """The rounds that were played."""
    return rounds_of(sessions.timeline(services().engine, session.id))


def along_entries(last: int, rounds: list[Round]) -> Axis:
    """An axis of entries, with the rounds above it."""
    below = tuple(Label(number, f"{number:g}") for number in ticks(1, last, FEW_LABELS))
    above = tuple(Label(one.first, round_label(one.number)) for one in rounds if one.first <= last)
    return Axis(1, max(2, last), below, above)
