"""The results of two sessions beside each other, as far as they stand."""

from __future__ import annotations

from collections.abc import Sequence

from domain.kernel.game import Standing
from domain.kernel.phrases import figure
from domain.kernel.session import Session
from domain.kernel.telling import naming_of
from service.charts.figures import ChartTable

HEADS = ("first", "second")


def results(sessions: Sequence[Session]) -> ChartTable:
    """A row a seat, a column a session: score, rank, and who won."""
    standings = [session.game.standing(session.state) for session in sessions]
    labels = {seat: name.label for one in reversed(sessions) for seat, name in naming_of(one).seats.items()}
    seats = dict.fromkeys(standing.seat for one in standings for standing in one.seats)
    rows = tuple((labels.get(seat, seat), tuple(_said(one, seat) for one in standings)) for seat in seats)
    heads = tuple(
        f"The {head}{'' if one.finished else ', so far'}" for head, one in zip(HEADS, standings, strict=True)
    )
    return ChartTable("Seat", heads, rows)


def _said(standing: Standing, seat: str) -> str:
    found = next((one for one in standing.seats if one.seat == seat), None)
    if found is None:
        return "–"
    score = [] if found.score is None else [_short(found.score)]
    return ", ".join([*score, f"rank {found.rank}", *(["won"] if found.winner else [])])


def _short(score: float) -> str:
    return figure(int(score)) if float(score).is_integer() else f"{score:g}".replace("-", "−")
