"""Nudges: reminders for seats for which the table has waited long."""

from __future__ import annotations

import math
import time
from datetime import UTC, datetime

from flask import Response

from domain.kernel.session import seats_of
from service.http.authentication import enter, may_record
from service.http.blueprint import Blueprint
from service.http.responses import answered
from service.http.services import services
from service.problems import Problem, invalid
from service.schemas.answers import Nudged
from service.schemas.fields import read_struct
from service.schemas.openapi import answer, describe
from service.schemas.requests import Nudging
from service.sessions.tokens import holder

routes = Blueprint("nudges", __name__, url_prefix="/v1", description="Nudges for seats that take long.")

PATIENCE_SECONDS = 180
"""How long the table waits for a seat before others may nudge it."""
BETWEEN_SECONDS = 60
"""Between two nudges of a seat."""


@routes.route("/sessions/<session:session_id>/nudges", methods=["POST"])
@describe(body="Nudging", answers={200: answer(Nudged)}, refuses=["not-allowed"])
def nudge(session_id: str) -> Response:
    """Ask the awaited seats to act, once the table has waited for three minutes.

    The open streams of the nudged seats get an event `nudge`. Nothing is stored. Each seat can be nudged once
    a minute.
    """
    session, principal = enter(session_id)
    may_record(principal)
    asked = read_struct(Nudging)
    if asked.seat is not None and asked.seat not in seats_of(session.opened):
        raise invalid([("/seat", "There is no such seat in this session.")])
    found = services()
    waits = [
        one
        for one in found.waits.of(session)
        if asked.seat in (None, one.seat) and one.seat != principal.seat
    ]
    if not waits:
        raise invalid([("/seat", "The table does not wait for this seat now.")])
    left = {one.seat: _seconds_left(session_id, one.seat, one.since) for one in waits}
    nudged = [seat for seat, seconds in left.items() if seconds <= 0]
    if not nudged:
        detail = "Too early. A seat can be nudged after three minutes, and then once a minute."
        raise Problem(
            "too-many-requests", detail, headers={"Retry-After": str(math.ceil(min(left.values())))}
        )
    for seat in nudged:
        found.announcer.nudge(session_id, seat, holder(principal.role, principal.seat))
    return answered({"nudged": nudged})


def _seconds_left(session: str, seat: str, since: str) -> float:
    """Seconds until the seat may be nudged; 0 or less: now."""
    waited = (datetime.now(UTC) - datetime.fromisoformat(since)).total_seconds()
    rested = time.monotonic() - services().hub.nudges.last(session, seat).at
    return max(PATIENCE_SECONDS - waited, BETWEEN_SECONDS - rested)
