"""Charts of a session, as the workers have followed it. What they show is public to who sees the session."""

from __future__ import annotations

from typing import Any

from domain.kernel.game import Game
from domain.kernel.session import Session
from domain.kernel.telling import naming_of
from service.charts.curves import Curve, curve_of
from service.charts.drawing import FEW_LABELS, Axis, Label
from service.charts.rounds import Round, round_label, rounds_of
from service.charts.scales import ticks
from service.http.services import services
from service.queries import sessions


def curve(session: Session, key: str) -> Curve:
    """A series of the session; empty before a worker has seen it."""
    found = sessions.series(services().engine, session.id, key)
    head = {"key": key, "title": title(session.game, key)}
    nothing_yet = {"series": head, "as_of": 0, "points": []}
    return curve_of(session.game, found if found is not None else nothing_yet, naming_of(session))


def title(game: Game[Any], key: str) -> str:
    """What a series is called."""
    return next((series.title for series in game.series if series.key == key), sessions.SCORES_ARE["title"])


def rounds(session: Session) -> list[Round]:
    """The rounds that were played."""
    return rounds_of(sessions.timeline(services().engine, session.id))


def along_entries(last: int, rounds: list[Round]) -> Axis:
    """An axis of entries, with the rounds above it."""
    below = tuple(Label(number, f"{number:g}") for number in ticks(1, last, FEW_LABELS))
    above = tuple(Label(one.first, round_label(one.number)) for one in rounds if one.first <= last)
    return Axis(1, max(2, last), below, above)
