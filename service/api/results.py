"""Results: how an evening ended, as data, as rows and as a picture."""

from __future__ import annotations

from flask import Response

from service.api.statistics import Freshness, wait_for_workers
from service.http.authentication import enter
from service.http.blueprint import Blueprint
from service.http.formats import FORMS, tagged_rows
from service.http.responses import OF_THE_ASKER
from service.http.services import services
from service.reports.picture import SVG, picture_of
from service.reports.result import result_of
from service.schemas.answers import Result
from service.schemas.fields import read_query
from service.schemas.openapi import IF_NONE_MATCH, answer, describe
from service.sessions.errors import playable
from workers.read_models import SERIES, SESSIONS, STATISTICS, TIMELINE

routes = Blueprint("results", __name__, url_prefix="/v1", description="Statistics from the logs.")

IN_EVERY_ROW = ("session", "title", "played_on", "minutes")
"""Fields of the whole session in each row, for formats that consist of rows only."""


@routes.route("/sessions/<session:session_id>/result")
@describe(
    query=Freshness,
    headers=[IF_NONE_MATCH],
    answers={200: answer(Result), 304: None},
    media=(*FORMS, SVG),
)
def get_session_result(session_id: str) -> Response:
    """Show the current or final result and what decided it, with plays for BG Stats and BoardGameGeek.

    You need a token to see people's names. As `image/svg+xml`: a picture of the result, board and scores, as
    everybody may see them.
    """
    query = read_query(Freshness)
    session, principal = enter(session_id)
    for projection in (SESSIONS, STATISTICS, SERIES, TIMELINE):
        wait_for_workers(projection, session_id, query.min_version)
    with playable(session, services().registers):
        result = result_of(services(), session, principal)

        def picture() -> bytes:
            return picture_of(services(), session, result).encode()

        shared = {name: result[name] for name in IN_EVERY_ROW}
        return tagged_rows(result, "seats", OF_THE_ASKER, {SVG: picture}, shared)
