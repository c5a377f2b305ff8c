"""Jobs of requests: short work is done at once, long work by a worker."""

from __future__ import annotations

import hashlib
import threading
from typing import BinaryIO

import msgspec
from flask import Response, request

from domain.kernel.messages import Json
from service.http.responses import content_tag, unchanged
from service.http.services import services
from service.http.tokens import HEADER
from service.jobs.handlers import Readers, result_of
from service.jobs.queue import QueueFull
from service.jobs.requests import Job, JobRequest, JobResult, JobTask
from service.problems import Problem, not_found
from service.sessions.commands import now
from service.support.network import asking_address

MOST_PATIENT = 16
"""Requests that wait for a job at once; further ones are answered 202 at once."""
LOOK_AGAIN_SECONDS = "2"
ASK_AGAIN_SECONDS = "5"
OF_THE_CONTENT = "content"
"""Stands for an `ETag` that is a hash of the body."""
OF_ITS_HOLDER = {"Cache-Control": "private, no-store", "Vary": f"Authorization, {HEADER}"}
LATER = "respond-async"
PREFER: Json = {
    "name": "Prefer",
    "in": "header",
    "description": f"`{LATER}`: answer 202 at once, and do the work in a job.",
    "schema": {"type": "string"},
}

NO_JOB = "There is no such job, or it is not yours."

_patient = threading.BoundedSemaphore(MOST_PATIENT)


def answer_of(task: JobTask, headers: dict[str, str], *, is_long: bool) -> Response:
    """The answer, or for long work the 202 with the address of its job."""
    if not is_long and not prefers_later():
        found = services()
        readers = Readers(found.store, found.engine, found.library, found.registers)
        return response_of(result_of(task, headers, readers))
    return awaited(submitted(task, headers))


def submitted(task: JobTask, headers: dict[str, str]) -> str:
    """Submit a job in the caller's name: its id. Raises `Problem`."""
    address = asking_address(request, services().settings.trusted_proxies)
    return submit(JobRequest(task, holder(), address, now(), headers))


def submit(job: JobRequest, file: BinaryIO | None = None) -> str:
    """Submit a job: its id. Raises `Problem` if it is not taken."""
    try:
        return services().jobs.submit(job, file)
    except QueueFull as error:
        detail = f"{error} Try again later."
        raise Problem("unavailable", detail, headers={"Retry-After": ASK_AGAIN_SECONDS}) from None
    except OSError as error:
        detail = f"The job cannot be stored ({error.strerror}). Try again later."
        raise Problem("unavailable", detail, headers={"Retry-After": ASK_AGAIN_SECONDS}) from error


def awaited(job: str) -> Response:
    """The answer of a job if it comes soon, else the address of the job. Raises `Problem`."""
    if prefers_later():
        return _accepted(job, {"Preference-Applied": LATER})
    if _patient.acquire(blocking=False):
        try:
            services().jobs.wait(job, services().jobs.patience_seconds)
        finally:
            _patient.release()
    return answer_of_job(job)


def answer_of_job(job: str) -> Response:
    """The answer of a job; while it is not done, the address of the job. Raises `Problem` if it failed."""
    queue = services().jobs.queue
    match queue.status(job):
        case "done":
            result = queue.result(job)
            if result is None:
                raise not_found("The result of this job is no longer stored. Send the request again.")
            return response_of(result)
        case "failed":
            raise Problem("unavailable", queue.reason(job), headers={"Retry-After": ASK_AGAIN_SECONDS})
    return _accepted(job, {})


def _accepted(job: str, headers: dict[str, str]) -> Response:
    headers = {
        "Location": address_of(job),
        "Retry-After": LOOK_AGAIN_SECONDS,
        **OF_ITS_HOLDER,
        **headers,
    }
    return Response(msgspec.json.encode(state_of(job)), 202, headers, content_type="application/json")


def address_of(job: str) -> str:
    """Where a job is."""
    return f"/v1/jobs/{job}"


def state_of(job: str) -> Job:
    """How far a job is. Raises `Problem` if there is none, or it is not the caller's."""
    queue = services().jobs.queue
    waiting = queue.waiting()
    state = queue.look(job)
    if state is None or state.request.holder != holder():
        raise not_found(NO_JOB)
    return Job(
        job,
        state.request.kind,
        state.status,
        state.request.asked_at,
        ahead=waiting.index(job) if job in waiting else 0,
        detail=state.detail if state.status == "failed" else None,
        result=f"{address_of(job)}/result" if state.status == "done" else None,
    )


def request_of(job: str) -> JobRequest:
    """The request of a job. Raises `Problem` if there is no such job, or it is not the caller's."""
    found = services().jobs.queue.request(job)
    if found is None or found.holder != holder():
        raise not_found(NO_JOB)
    return found


def response_of(result: JobResult) -> Response:
    """The answer that a result holds; its 304 if the caller has it already, by a tag of its content."""
    headers = dict(result.headers)
    content_type = headers.pop("Content-Type", "application/json")
    if headers.get("ETag") == OF_THE_CONTENT:
        del headers["ETag"]
        tag = content_tag(result.body)
        if (same := unchanged(tag, headers)) is not None:
            return same
        headers["ETag"] = f'"{tag}"'
    return Response(result.body, result.status, headers, content_type=content_type)


def holder() -> str:
    """A digest of the tokens that came with the request: the same for the same tokens."""
    sent = (request.headers.get("Authorization", ""), request.headers.get(HEADER, ""))
    return hashlib.sha256("\n".join(sent).encode()).hexdigest()


def prefers_later() -> bool:
    """Whether the caller asks for an answer at once (RFC 7240)."""
    return any(
        part.partition(";")[0].strip().lower() == LATER
        for header in request.headers.getlist("Prefer")
        for part in header.split(",")
    )
