"""Heavy work that a request did not wait for: how far it is, and its answer."""

from __future__ import annotations

import msgspec
from flask import Response

from domain.kernel.messages import Json
from service.heavy.asked import Audit, Export, Statistics
from service.http.authentication import enter, must_be_scribe, must_see_all
from service.http.blueprint import Blueprint
from service.http.heavy_work import LOOK_AGAIN_SECONDS, OF_ITS_HOLDER, asked_by_holder, result_of, told
from service.http.held_tokens import HELD_TOKENS, reach
from service.http.row_forms import FORMS
from service.http.services import services
from service.schemas.answers import AuditReport, Figures, Imported, PortableFile
from service.schemas.openapi import IF_NONE_MATCH, WORK, answer, describe

routes = Blueprint("pieces-of-work", __name__, url_prefix="/v1", description="Answers that take a while.")

RESULT: Json = {"anyOf": [answer(kind) for kind in (AuditReport, PortableFile, Figures)]}


@routes.route("/pieces-of-work/<name:piece>")
@describe(headers=[HELD_TOKENS], answers={200: WORK})
def get_work(piece: str) -> Response:
    """Show how far a piece of work is, to who asked for it: by the tokens that came with the request."""
    _must_be_let(piece)
    shown = told(piece)
    headers = dict(OF_ITS_HOLDER)
    if shown.status in ("waiting", "running"):
        headers["Retry-After"] = LOOK_AGAIN_SECONDS
        services().heavy.see_to()
    return Response(msgspec.json.encode(shown), 200, headers, content_type="application/json")


@routes.route("/pieces-of-work/<name:piece>/result")
@describe(
    headers=[HELD_TOKENS, IF_NONE_MATCH],
    answers={200: RESULT, 201: answer(Imported), 202: WORK, 304: None},
    media=FORMS,
)
def get_result(piece: str) -> Response:
    """Give the answer of the request that the work was asked for by, with its status; 202 while it is not."""
    _must_be_let(piece)
    return result_of(piece)


def _must_be_let(piece: str) -> None:
    """Raises `Problem` for who did not ask for it, and where what was asked may not be asked any more."""
    wanted = asked_by_holder(piece).wanted
    if isinstance(wanted, Audit):
        must_see_all(*enter(wanted.session))
    elif isinstance(wanted, Export):
        must_be_scribe(enter(wanted.session)[1])
    elif isinstance(wanted, Statistics):
        reach()
