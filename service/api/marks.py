"""Marks of a session: what a strip for going through it shows."""

from __future__ import annotations

from flask import Response

from domain.kernel.messages import Json
from service.http.authentication import enter
from service.http.blueprint import Blueprint
from service.http.preconditions import OF_THE_ASKER
from service.http.responses import tagged_by_content
from service.http.services import services
from service.queries.marks import marks
from service.queries.sessions import SCORES_ARE, series, timeline
from service.schemas.answers import MarksShown
from service.schemas.openapi import IF_NONE_MATCH, answer, describe

routes = Blueprint("marks", __name__, url_prefix="/v1", description="Figures from the logs.")


@routes.route("/sessions/<session:session_id>/marks")
@describe(headers=[IF_NONE_MATCH], answers={200: answer(MarksShown), 304: None})
def get_marks(session_id: str) -> Response:
    """Show where a session may be looked into: rounds, turns, flags, notes, changes of a score.

    The same for everybody who may look, as the workers have come: `as_of` tells how far.
    """
    enter(session_id, fresh=False)
    engine = services().engine
    lines, scores = timeline(engine, session_id), series(engine, session_id, SCORES_ARE["key"])
    nothing_yet: dict[str, Json] = {"as_of": 0, "marks": []}
    if lines is None or scores is None:
        return tagged_by_content(nothing_yet, OF_THE_ASKER)
    told = {"as_of": min(lines["as_of"], scores["as_of"]), "marks": marks(lines["entries"], scores["points"])}
    return tagged_by_content(told, OF_THE_ASKER)
