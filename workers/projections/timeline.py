"""The timeline of a session: one row per entry, as everybody may see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from domain.kernel import PUBLIC
from domain.kernel.engine.entries import NOT_JSON, Noted, Recorded, Reinstated, Reopened, Voided, codec_of
from domain.kernel.messages import Json
from domain.kernel.session import is_flagged
from workers.projections.packing import ENDED, Retractions, write_packed
from workers.projections.projection import Folded, Projection, Row, SessionRows, Step
from workers.read_models import TIMELINE, timeline_tables

STAYING = tuple(str(kind.__struct_config__.tag) for kind in (Noted, Reopened, Voided, Reinstated))
"""Kinds of entries that no retraction takes back."""


class TimelineProjection(Projection):
    """Entries that were taken back stay, marked. Some kinds are never taken back, such as notes."""

    name = TIMELINE
    version = 6

    def tables(self, build: int) -> tuple[sa.Table, ...]:
        return timeline_tables(build).all

    def follow(self, folded: Folded, memory: Any, step: Step) -> list[Row]:
        entry = step.entry
        moment = folded.game.moment(step.after)
        shown = self._shown(folded, step)
        return [
            {
                "session": entry.session,
                "entry": entry.number,
                "kind": str(type(entry).__struct_config__.tag),
                "type": shown.get("type"),
                "seat": shown.get("seat"),
                "at": entry.at,
                "moved_at": entry.moved_at,
                "seconds": seconds_between(step.previous_at, entry.at),
                "turn": moment.turn,
                "round": moment.round,
                "phase": moment.phase,
                "active": " ".join(moment.active),
                "live": True,
                "flagged": is_flagged(entry),
            }
        ]

    def _shown(self, folded: Folded, step: Step) -> Mapping[str, Json]:
        if not isinstance(step.entry, Recorded):
            return {}
        try:
            action = codec_of(folded.game).actions.decode(step.entry.action)
        except NOT_JSON:
            return {}
        shown = folded.game.action_view(action, PUBLIC)
        return shown if isinstance(shown, dict) else {}

    def retract(self, rows: list[Row], is_live: Callable[[int], bool]) -> list[Row]:
        return [row | {"live": row["kind"] in STAYING or is_live(row["entry"])} for row in rows]

    def sum_up(self, folded: Folded, memory: Any) -> list[Row]:
        return ENDED if folded.has_ended else []

    def write(self, connection: sa.Connection, build: int, changes: Mapping[str, SessionRows]) -> None:
        write_packed(connection, timeline_tables(build), changes, _marked)


def _marked(rows: list[Row], retractions: Retractions) -> list[Row]:
    """The rows, those that were taken back marked."""

    def is_taken_back(row: Row) -> bool:
        return any(to < row["entry"] < number for to, number in retractions)

    return [
        row | {"live": False} if row["kind"] not in STAYING and is_taken_back(row) else row for row in rows
    ]


def seconds_between(earlier: str | None, later: str) -> float | None:
    """Seconds from one time of recording to the next; None for the first entry."""
    if earlier is None:
        return None
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
