"""Series along a session: the scores of every game, and what each game draws besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa

from domain.kernel import SeatStanding
from domain.kernel.messages import Json
from workers.projections.packing import ENDED, Retractions, write_packed
from workers.projections.projection import Folded, Projection, Row, SessionRows, Step
from workers.read_models import SERIES, series_tables

SCORES = "scores"

Memory = dict[str, SeatStanding]
"""By seat, its standing after the last entry."""


class SeriesProjection(Projection):
    """A row for each value that an entry of the live line changed."""

    name = SERIES
    version = 4

    def tables(self, build: int) -> tuple[sa.Table, ...]:
        return series_tables(build).all

    def begin(self, folded: Folded) -> Memory:
        return {}

    def follow(self, folded: Folded, memory: Memory, step: Step) -> list[Row]:
        if not step.changes and step.before is not None:
            return []
        points = [*scores(folded, memory, step), *drawn(folded, step)]
        if not points:
            return []
        turn = folded.game.moment(step.after).turn
        entry = step.entry
        return [
            {
                "session": entry.session,
                "series": series,
                "entry": entry.number,
                "place": place,
                "subject": subject,
                "value": None if value is None or isinstance(value, str) else float(value),
                "word": value if isinstance(value, str) else None,
                "detail": msgspec.json.encode(detail).decode(),
                "at": entry.at,
                "turn": turn,
            }
            for place, (series, subject, value, detail) in enumerate(points)
        ]

    def recall(self, folded: Folded, memory: Memory, step: Step) -> None:
        if step.changes and not draws_its_own_scores(folded):
            memory.update((seat.seat, seat) for seat in folded.game.standing(step.after).seats)

    def sum_up(self, folded: Folded, memory: Memory) -> list[Row]:
        return ENDED if folded.has_ended else []

    def write(self, connection: sa.Connection, build: int, changes: Mapping[str, SessionRows]) -> None:
        write_packed(connection, series_tables(build), changes, _without_those)


def _without_those(rows: list[Row], retractions: Retractions) -> list[Row]:
    kept = min(to for to, _ in retractions)
    return [row for row in rows if row["entry"] <= kept]


def draws_its_own_scores(folded: Folded) -> bool:
    """Whether the game has its own series of scores, which replaces the general one."""
    return any(series.key == SCORES for series in folded.game.series)


def scores(folded: Folded, memory: Memory, step: Step) -> Iterator[tuple[str, str, Any, Json]]:
    """Every seat whose score, rank, win or part of the score changed; nothing if the game draws its own."""
    if draws_its_own_scores(folded):
        return
    for seat in folded.game.standing(step.after).seats:
        if memory.get(seat.seat) != seat:
            memory[seat.seat] = seat
            detail = {"rank": seat.rank, "winner": seat.winner, "parts": seat.parts}
            yield SCORES, seat.seat, seat.score, detail


def drawn(folded: Folded, step: Step) -> Iterator[tuple[str, str, Any, Json]]:
    """The points of the game's own series, all of them: the game knows what changed."""
    for series in folded.game.series:
        for point in step.points_of(series):
            yield series.key, point.subject, point.value, point.detail
