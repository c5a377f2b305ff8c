"""Jobs: how far the work of a request is that did not wait for it, and its answer."""

from __future__ import annotations

import msgspec
from flask import Response

from domain.kernel.messages import Json
from service.http.authentication import (
    claim,
    enter,
    must_be_good,
    must_be_let_open,
    must_be_scribe,
    must_see_all,
)
from service.http.blueprint import Blueprint
from service.http.formats import FORMS
from service.http.jobs import LOOK_AGAIN_SECONDS, OF_ITS_HOLDER, answer_of_job, request_of, state_of
from service.http.services import services
from service.http.tokens import HELD_TOKENS, reach
from service.jobs.requests import AuditTask, ExportTask, StatisticsTask
from service.schemas.answers import AuditReport, Figures, Imported, PortableFile
from service.schemas.openapi import IF_NONE_MATCH, JOB, answer, describe

routes = Blueprint("jobs", __name__, url_prefix="/v1", description="Jobs for answers that take a while.")

RESULT: Json = {"anyOf": [answer(kind) for kind in (AuditReport, PortableFile, Figures)]}


@routes.route("/jobs/<name:job>")
@describe(headers=[HELD_TOKENS], answers={200: JOB})
def get_job(job: str) -> Response:
    """Show the status of a job to the caller who submitted it. Send the tokens of the original request."""
    _must_be_let(job)
    shown = state_of(job)
    headers = dict(OF_ITS_HOLDER)
    if shown.status in ("waiting", "running"):
        headers["Retry-After"] = LOOK_AGAIN_SECONDS
        services().jobs.wake_workers()
    return Response(msgspec.json.encode(shown), 200, headers, content_type="application/json")


@routes.route("/jobs/<name:job>/result")
@describe(
    headers=[HELD_TOKENS, IF_NONE_MATCH],
    answers={200: RESULT, 201: answer(Imported), 202: JOB, 304: None},
    media=FORMS,
)
def get_job_result(job: str) -> Response:
    """Show the answer to the original request, with its status; 202 while the job is not done."""
    _must_be_let(job)
    return answer_of_job(job)


def _must_be_let(job: str) -> None:
    """Raises `Problem` if the caller did not submit the job, or may not ask the same any more."""
    task = request_of(job).task
    if isinstance(task, AuditTask):
        must_see_all(*enter(task.session))
    elif isinstance(task, ExportTask):
        must_be_scribe(enter(task.session)[1])
    elif isinstance(task, StatisticsTask):
        reach()
    elif (made := claim()) is not None:  # an import, whose answer holds tokens
        must_be_good(made)
    else:
        must_be_let_open()
