"""Keeping: a sandbox session that is kept does not expire."""

from __future__ import annotations

from flask import Response

from replays.library import UnknownSession
from service.http.authentication import enter, gone, must_be_scribe
from service.http.blueprint import Blueprint
from service.http.preconditions import OF_THE_ASKER
from service.http.responses import tagged_by_content
from service.http.services import services
from service.schemas.answers import Kept
from service.schemas.openapi import answer, describe

routes = Blueprint("keeping", __name__, url_prefix="/v1", description="What does not expire.")


@routes.route("/sessions/<session:session_id>/kept", methods=["PUT"])
@describe(answers={200: answer(Kept)}, refuses=["not-allowed"])
def keep_session(session_id: str) -> Response:
    """Keep a sandbox session for ever. Needs the scribe or the owner. Every other session is kept anyway."""
    return _said(session_id, kept=True)


@routes.route("/sessions/<session:session_id>/kept", methods=["DELETE"])
@describe(answers={200: answer(Kept)}, refuses=["not-allowed"])
def keep_no_longer(session_id: str) -> Response:
    """Keep it no longer: it expires when it has rested for the whole time from now on."""
    return _said(session_id, kept=False)


def _said(session_id: str, *, kept: bool) -> Response:
    session, principal = enter(session_id)
    must_be_scribe(principal)
    found = services()
    if session.opened.sandbox:
        found.keeping.keep(session_id, kept=kept)
        try:
            session = found.handler.look(session_id)
        except UnknownSession:
            found.keeping.forget(session_id)
            raise gone(session_id) from None
    return tagged_by_content(found.keeping.told(session), OF_THE_ASKER)
